"""A game that was played, as a value: JSON in and out, AbstractPlay's game record out, replay.

>>> import quincunx
>>> record = quincunx.Record("robble", {"size": 5}, ("Ann", "Bob"), turns=("c3", "swap", "c4"))
>>> quincunx.Record.from_json(record.to_json()) == record
True
>>> record.state().cells
{'c2': 'B', 'c4': 'W'}
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from quincunx.describe.words import WORDS
from quincunx.errors import BadNotation, BadOption, BadRecord, IllegalMove
from quincunx.game import Game, State, game

VERSION: Final = 1
"""The version of the schema that is written; see docs/records.md."""

LONGEST: Final = 4_000_000
"""The longest text that is read as a record, in characters."""

MOST_TURNS: Final = 20_000
"""The most turns that a record may have."""

_KEYS: Final = {"quincunx", "game", "options", "players", "date", "turns", "result", "comments"}


@dataclass(frozen=True)
class Record:
    """A game that was played. Every turn is checked when a record is made.

    ``players`` are in the order of their seats. ``result`` is a colour, "draw", or None for a game that
    is not over; a game that was resigned has a winner though its turns do not end it (``resigned``).
    ``comments`` maps the number of a turn (0: before the first) to a text.
    """

    game: str
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    players: tuple[str, str] = ("", "")
    date: str = ""
    turns: tuple[str, ...] = ()
    result: str | None = None
    comments: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            rules = game(self.game, **self.options)
        except (BadOption, TypeError) as error:
            raise BadRecord(f"bad record: {error}") from error
        object.__setattr__(self, "game", rules.name)
        object.__setattr__(self, "options", dict(rules.options))
        _check_header(self, rules)
        turns, state, trouble = _played(rules, self.turns)
        if trouble:
            good = replace(
                self,
                turns=turns,
                result=None,
                comments={n: c for n, c in self.comments.items() if n <= len(turns)},
            )
            number = len(turns) + 1
            raise BadRecord(
                f"bad record: turn {number}, {_shown(self.turns[len(turns)])}: {trouble}",
                number,
                good,
            )
        object.__setattr__(self, "turns", turns)
        if any(n > len(turns) for n in self.comments):
            raise BadRecord(
                f"bad record: a comment on a turn after the last, which is turn {len(turns)}"
            )
        outcome = state.outcome
        if outcome is not None:
            true = outcome.winner or "draw"
            if self.result not in (None, true):
                good = replace(self, result=true)
                raise BadRecord(f"bad record: the result is {true}, not {self.result}", None, good)
            object.__setattr__(self, "result", true)
        elif self.result == "draw":
            raise BadRecord(
                "bad record: a draw, but the game goes on", None, replace(self, result=None)
            )

    def __hash__(self) -> int:
        return hash((self.game, self.players, self.date, self.turns, self.result))

    @classmethod
    def of(
        cls,
        state: State,
        players: tuple[str, str] = ("", ""),
        date: str = "",
        result: str | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> Record:
        """Return the record of the game that led to a state. Steps of an unfinished turn are left out.

        >>> import quincunx
        >>> Record.of(quincunx.game("robble", size=3).replay("a1", "b2")).turns
        ('a1', 'b2')
        """
        turns = state.turns if state.at_turn_start else state.turns[:-1]
        options = dict(state.game.options)
        return cls(state.game.name, options, players, date, turns, result, comments or {})

    @property
    def resigned(self) -> bool:
        """Whether the game has a winner though its turns do not end it."""
        return self.result is not None and not self.state().over

    def state(self, turn: int | None = None) -> State:
        """Return the state after so many turns, or at the end of the record.

        >>> import quincunx
        >>> quincunx.Record("robble", {"size": 5}, turns=("c3", "c4")).state(1).cells
        {'c3': 'B'}
        """
        if turn is None:
            turn = len(self.turns)
        if isinstance(turn, bool) or not isinstance(turn, int) or not 0 <= turn <= len(self.turns):
            raise BadOption(f"turn is from 0 to {len(self.turns)}, not {turn!r}")
        return game(self.game, **self.options).replay(*self.turns[:turn])

    def to_json(self) -> str:
        """Return the record as JSON, one key a line; see docs/records.md for the schema."""
        data = {
            "quincunx": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "players": list(self.players),
            "date": self.date,
            "turns": list(self.turns),
            "result": self.result,
            "comments": {str(n): text for n, text in sorted(self.comments.items())},
        }
        lines = ",\n".join(
            f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in data.items()
        )
        return "{\n" + lines + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Return the record that a JSON text holds.

        >>> Record.from_json('{"quincunx": 1, "game": "robble", "turns": ["a1", "z9"]}')
        Traceback (most recent call last):
            ...
        quincunx.errors.BadRecord: bad record: turn 2, 'z9': 'z9' is no step of Robble here: ...
        """
        if not isinstance(text, str):
            raise TypeError(f"a record's text is a str, not {type(text).__name__}")
        if len(text) > LONGEST:
            raise BadRecord(
                f"bad record: at most {LONGEST} characters are read, this has {len(text)}"
            )
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"bad record: no JSON: {error}") from error
        if not isinstance(data, dict):
            raise BadRecord("bad record: not a JSON object")
        if data.get("quincunx") != VERSION or isinstance(data.get("quincunx"), bool):
            raise BadRecord(f'bad record: "quincunx" must be {VERSION}, the version of the schema')
        if unknown := sorted(set(data) - _KEYS):
            raise BadRecord(
                f"bad record: unknown key {_shown(unknown[0])}; keys are {', '.join(sorted(_KEYS))}"
            )
        return cls(
            data.get("game", ""),
            _object(data, "options"),
            _pair(data.get("players", ["", ""])),
            data.get("date", ""),
            _turns(data.get("turns", [])),
            data.get("result"),
            _comments(_object(data, "comments")),
        )

    def to_abstractplay(self, generated: datetime.datetime | None = None) -> str:
        """Return the record in AbstractPlay's game-record format, which is for finished games only.

        Its ``moves`` are rounds, the moves of both players in turn; its players are in the order of the
        colours that they had at the end of the game. ``generated`` is the time of writing, now if not
        given; it also stands in where the record has no date.

        >>> import quincunx
        >>> record = quincunx.Record("robble", {}, ("Ann", "Bob"), "", ("c3", "swap", "c4"), "white")
        >>> data = json.loads(record.to_abstractplay())
        >>> [(p["name"], p["result"]) for p in data["header"]["players"]], data["moves"]
        ([('Bob', 0), ('Ann', 1)], [['c3', 'swap'], ['c4']])
        """
        if self.result is None:
            raise BadRecord(
                "AbstractPlay's records are of finished games, and this one goes on", None, self
            )
        state = self.state()
        written = _timestamp(generated or datetime.datetime.now(datetime.UTC))
        played = _timestamp(datetime.datetime.fromisoformat(self.date)) if self.date else written
        colours = state.game.colours
        header = {
            "game": {"name": WORDS[self.game].title, "variants": _variants(state.game)},
            "site": {"name": "Quincunx"},
            "date-start": played,
            "date-end": played,
            "date-generated": written,
            "players": [
                {
                    "name": self.players[seat] or f"Player {seat + 1}",
                    "result": int(self.result == colour),
                }
                for colour in colours
                for seat in [state.seats.index(colour)]
            ],
        }
        rounds = [list(self.turns[i : i + 2]) for i in range(0, len(self.turns), 2)]
        return json.dumps({"header": header, "moves": rounds}, ensure_ascii=False, indent=1)


def _timestamp(time: datetime.datetime) -> str:
    """Return a time as RFC 3339 has it; one without a zone is taken to be in UTC."""
    zoned = time if time.tzinfo else time.replace(tzinfo=datetime.UTC)
    return zoned.astimezone(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _variants(rules: Game) -> list[str]:
    """Return the options that are not standard, as AbstractPlay names variants."""
    standard = game(rules.name).options
    return [f"{name}-{value}" for name, value in rules.options.items() if standard[name] != value]


def _check_header(record: Record, rules: Game) -> None:
    if not (
        isinstance(record.players, tuple)
        and len(record.players) == 2
        and all(isinstance(p, str) for p in record.players)
    ):
        raise BadRecord("bad record: players are two names, in the order of their seats")
    if not isinstance(record.date, str):
        raise BadRecord("bad record: the date is a text")
    if record.date:
        try:
            datetime.datetime.fromisoformat(record.date)
        except ValueError as error:
            raise BadRecord(
                f"bad record: the date is like 2026-01-31, not {_shown(record.date)}"
            ) from error
    if record.result not in (None, "draw", *rules.colours):
        allowed = ", ".join([*rules.colours, "draw"])
        raise BadRecord(f"bad record: the result is {allowed} or null, not {_shown(record.result)}")
    for number, text in record.comments.items():
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise BadRecord(
                f"bad record: a comment's turn is a number from 0 on, not {_shown(number)}"
            )
        if not isinstance(text, str):
            raise BadRecord(f"bad record: the comment on turn {number} is no text")
    if not isinstance(record.turns, tuple):
        raise BadRecord("bad record: turns are a list of texts")
    if len(record.turns) > MOST_TURNS:
        raise BadRecord(f"bad record: at most {MOST_TURNS} turns, this has {len(record.turns)}")


def _played(rules: Game, turns: Sequence[object]) -> tuple[tuple[str, ...], State, str]:
    """Play turns as far as they go: the good ones as canonical texts, the state, what was wrong."""
    state = rules.start()
    for turn in turns:
        try:
            if not isinstance(turn, str):
                raise BadNotation("a turn is a text")
            state = state.play_turn(turn)
        except (BadNotation, IllegalMove) as error:
            return state.turns, state, str(error)
    return state.turns, state, ""


def _object(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise BadRecord(f"bad record: {key} must be a JSON object")
    return value


def _pair(value: object) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadRecord("bad record: players are two names, in the order of their seats")
    return (value[0], value[1])


def _turns(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadRecord("bad record: turns are a list of texts")
    return tuple(value)


def _comments(value: Mapping[str, Any]) -> dict[int, str]:
    comments: dict[int, str] = {}
    for key, text in value.items():
        if not (key.isascii() and key.isdigit() and len(key) <= 6) or int(key) in comments:
            raise BadRecord(
                f"bad record: a comment's turn is a number from 0 on, not {_shown(key)}"
            )
        comments[int(key)] = text
    return comments


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
