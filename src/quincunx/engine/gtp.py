"""The Go Text Protocol, version 2, for our games. docs/engine.md is the guide to it.

A move of GTP is one of our turns as a word, ``c4,*a1,-b3``, or some steps of one.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import time
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from quincunx import __version__
from quincunx.agents.base import MOST_SECONDS, Analyst, Limit, Report
from quincunx.describe import draw, words
from quincunx.engine.clock import Clock, Settings
from quincunx.engine.info import Wanted, kata_line, lz_line
from quincunx.engine.lines import Line, Lines
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.game import Game, State, game
from quincunx.moves import play_word, word_of
from quincunx.record import Record

__all__ = ["LONGEST", "GtpEngine"]

LONGEST: Final = 65_536
"""The longest line that is read, in characters."""

FIRST_STEP: Final = 0.85
"""The part of a turn's time on the clock that its first step gets; the rest is for those that may follow."""

_INTERVAL: Final = 1.0  # seconds between two lines of an analysis, if nothing else is said

Answer = str | Callable[[Lines], Iterator[str]]
"""A text, or what yields line by line, and may look for further input meanwhile."""

Spelling = Callable[[Report, Wanted], str]
"""How a report becomes a line."""


class _Failed(Exception):
    """A command that fails, with the text of the answer."""


class _Quit(Exception):
    """The session is over."""


class GtpEngine:
    r"""One game on one board, and commands that change it.

    ``analyst`` makes who thinks, anew for each board size; ``limit`` is for each step, and without one
    it is a second, or what the clock gives.

    >>> import os, sys, quincunx
    >>> from quincunx.agents import Searcher
    >>> reading, writing = os.pipe()
    >>> os.write(writing, b"1 play black c3\nlegal_moves please\nplay black c4\nquit\n")
    54
    >>> engine = GtpEngine(quincunx.game("robble", size=5), Searcher, Limit(visits=50))
    >>> engine.run(Lines(reading, longest=LONGEST), sys.stdout)
    =1
    <BLANKLINE>
    ? syntax error: legal_moves takes no arguments
    <BLANKLINE>
    ? illegal move: it is white's turn
    <BLANKLINE>
    =
    <BLANKLINE>
    >>> os.close(writing)
    """

    def __init__(
        self, rules: Game, analyst: Callable[[Game], Analyst], limit: Limit | None = None
    ) -> None:
        self._make = analyst
        self._limit = limit
        self._clocks: tuple[Clock, Clock] | None = None  # of the seats
        self._settings: Settings | None = None
        self._begin(rules)
        self._analyst = analyst(rules)
        self._commands: dict[str, Callable[..., Answer]] = {
            "protocol_version": lambda: "2",
            "name": lambda: "Quincunx",
            "version": lambda: __version__,
            "known_command": lambda name: str(name in self._commands).lower(),
            "list_commands": lambda: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "quincunx-option": self._option,
            "play": self._play,
            "undo": self._undo,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": self._showboard,
            "legal_moves": self._legal_moves,
            "final_score": self._final_score,
            "printrecord": self._printrecord,
            "analyze": functools.partial(self._analyze, kata_line),
            "lz-analyze": functools.partial(self._analyze, lz_line),
            "kata-analyze": functools.partial(self._analyze, kata_line),
            "genmove_analyze": functools.partial(self._genmove_analyze, kata_line),
            "lz-genmove_analyze": functools.partial(self._genmove_analyze, lz_line),
            "kata-genmove_analyze": functools.partial(self._genmove_analyze, kata_line),
        }

    # -- lines in, lines out

    def run(self, lines: Lines, output: TextIO) -> None:
        """Answer every line, until one says quit or there are no more."""
        while (line := lines.get()) is not None:
            try:
                for part in self._parts(line, lines):
                    output.write(part)
                    output.flush()
            except _Quit:
                return

    def close(self) -> None:
        """Give back what the thinking took."""
        self._analyst.close()

    def _parts(self, line: Line, lines: Lines) -> Iterator[str]:
        """Yield the parts of an answer, as soon as each is known."""
        if line.too_long:
            yield f"? syntax error: a line has at most {LONGEST} characters\n\n"
            return
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.text.replace("\t", " "))
        asked = text.partition("#")[0].split()
        number = asked.pop(0) if asked and re.fullmatch("[0-9]+", asked[0]) else ""
        if not asked and not number:
            return
        try:
            answer = self._called(asked)
        except _Failed as failure:
            yield f"?{number} {failure}\n\n"
            return
        except _Quit:
            yield f"={number}\n\n"
            raise
        if isinstance(answer, str):
            between = "" if answer.startswith("\n") or not answer else " "
            yield f"={number}{between}{answer}\n\n"
            return
        yield f"={number}\n"
        for part in answer(lines):
            yield f"{part}\n"
        yield "\n"

    def _called(self, asked: list[str]) -> Answer:
        if not asked:
            raise _Failed("syntax error: a number and no command")
        name, *arguments = asked
        command = self._commands.get(name)
        if command is None:
            raise _Failed("unknown command")
        signature = inspect.signature(command)
        try:
            signature.bind(*arguments)
        except TypeError:
            wanted = " ".join(parameter.upper() for parameter in signature.parameters)
            raise _Failed(f"syntax error: {name} takes {wanted or 'no arguments'}") from None
        return command(*arguments)

    def _quit(self) -> Answer:
        raise _Quit

    # -- the game

    def _begin(self, rules: Game) -> None:
        self._state = rules.start()
        self._past: list[State] = []  # before each move
        self._resigned: str | None = None
        if self._settings is not None:
            self._clocks = (Clock(self._settings), Clock(self._settings))

    def _change(self, name: str, value: object) -> None:
        """Begin with one option changed."""
        options = self._state.game.options | {name: value}
        try:
            rules = game(self._state.game.name, **options)  # type: ignore[arg-type]
        except BadOption as error:
            raise _Failed(f"unacceptable {name}: {error}") from None
        if rules != self._state.game:
            self._analyst.close()
            self._analyst = self._make(rules)
        self._begin(rules)

    def _boardsize(self, size: str) -> str:
        self._change("size", _whole(size, "a board's size"))
        return ""

    def _clear_board(self) -> str:
        self._begin(self._state.game)
        return ""

    def _komi(self, komi: str) -> str:
        rules = self._state.game
        if "komi" in rules.options:
            return self._option("komi", komi)
        if _number(komi) != 0:
            raise _Failed(f"unacceptable komi: {rules.name} has no komi")
        return ""

    def _option(self, name: str = "", value: str = "") -> str:
        options = self._state.game.options
        if not name:
            shown = {True: "yes", False: "no"}
            return "\n".join(
                f"{key} {shown[v] if isinstance(v, bool) else v}" for key, v in options.items()
            )
        if name not in options:
            raise _Failed(f"unacceptable option: {name}; there are {', '.join(options)}")
        if self._past and name != "size":
            raise _Failed(f"cannot change {name} during a game: clear_board comes first")
        read: object = value
        if isinstance(options[name], bool):
            read = {"yes": True, "true": True, "no": False, "false": False}.get(value.lower())
            if read is None:
                raise _Failed(f"unacceptable {name}: it is yes or no, not {value!r}")
        elif re.fullmatch(r"-?\d{1,9}(\.0+)?", value):
            read = int(float(value))
        self._change(name, read)
        return ""

    def _colour(self, text: str) -> str:
        """Return the colour that a word or a letter means."""
        colours = self._state.game.colours
        for colour in colours:
            if text.lower() in (colour, colour[0]):
                return colour
        raise _Failed(f"syntax error: a colour is {' or '.join(colours)}, not {text!r}")

    def _turn_of(self, colour: str) -> State:
        """Return the state, if it is this colour's turn."""
        named = self._colour(colour)
        self._must_go_on()
        if named != self._state.to_move:
            under_way = "" if self._state.at_turn_start else ", which is not finished"
            raise _Failed(f"illegal move: it is {self._state.to_move}'s turn{under_way}")
        return self._state

    def _must_go_on(self) -> None:
        if self._state.over or self._resigned:
            raise _Failed("illegal move: the game is over")

    def _play(self, colour: str, move: str) -> str:
        state = self._turn_of(colour)
        if move.lower() == "resign":
            self._resigned = state.to_move
            return ""
        try:
            after = play_word(state, move)
        except (BadNotation, IllegalMove) as error:
            raise _Failed(f"illegal move: {error}") from None
        self._past.append(state)
        self._state = after
        return ""

    def _undo(self) -> str:
        if self._resigned:
            self._resigned = None
        elif self._past:
            self._state = self._past.pop()
        else:
            raise _Failed("cannot undo: nothing has been played")
        return ""

    # -- thinking

    def _genmove(self, colour: str) -> str:
        return self._moved(self._turn_of(colour), time.perf_counter(), self._chosen(colour))

    def _reg_genmove(self, colour: str) -> str:
        return self._chosen(colour)

    def _chosen(self, colour: str) -> str:
        state = self._turn_of(colour)
        steps: list[str] = []
        limits = self._limits(state)
        while not steps or not (state.over or state.at_turn_start):
            step = self._analyst.choose(state, next(limits))
            steps.append(step.text)
            state = state.play(step)
        return word_of(" ".join(steps))

    def _moved(self, state: State, begun: float, move: str) -> str:
        self._past.append(state)
        self._state = play_word(state, move)
        if self._clocks is not None:
            self._clocks[state.seat].take(time.perf_counter() - begun)
        return move

    def _limits(self, state: State) -> Iterator[Limit]:
        """Yield the limits of a turn's steps, one after the other."""
        given = self._limit
        if self._clocks is None:
            while True:
                yield given or Limit(seconds=1.0)
        # About a third of the free cells is a guess that holds for all games.
        free = len(state.game.cells) - len(state.cells)
        begun = time.perf_counter()
        whole = self._clocks[state.seat].share(turns_ahead=free / 3)
        share = FIRST_STEP * whole
        visits, most = (given.visits, given.seconds) if given else (None, None)
        while True:
            yield Limit(visits, min(share, most or MOST_SECONDS))
            share = max(0.01, (whole - (time.perf_counter() - begun)) / 2)

    def _time_settings(self, main_time: str, period_time: str, period_turns: str) -> str:
        main, period = _seconds(main_time), _seconds(period_time)
        turns = _whole(period_turns, "a number of turns")
        if period > 0 and turns == 0:  # this is how GTP says that there is no limit
            self._settings = self._clocks = None
            return ""
        self._settings = Settings(main, period, turns if period > 0 else 0)
        self._clocks = (Clock(self._settings), Clock(self._settings))
        return ""

    def _time_left(self, colour: str, seconds: str, turns: str) -> str:
        seat = self._state.seats.index(self._colour(colour))
        left, number = _seconds(seconds), _whole(turns, "a number of turns")
        if self._clocks is None:  # a controller that sets no times, but says what is left
            self._settings = Settings(left, 0, 0)
            self._clocks = (Clock(self._settings), Clock(self._settings))
        self._clocks[seat].set(left, number)
        return ""

    # -- looking

    def _showboard(self) -> str:
        state = self._state
        board = "\n".join(filter(str.strip, draw.text_of(state, territory=state.over).split("\n")))
        return f"\n{board}\n{self._standing()}"

    def _standing(self) -> str:
        state = self._state
        if self._resigned:
            return f"{self._resigned.capitalize()} has resigned."
        if state.outcome is not None:
            return words.ending(state.game.name, state.game.colours, state.outcome)
        kinds = frozenset(step.kind for step in state.legal())
        return words.prompt(state.game.name, state.to_move, kinds)

    def _legal_moves(self) -> str:
        return "" if self._resigned else " ".join(step.text for step in self._state.legal())

    def _final_score(self) -> str:
        colours = self._state.game.colours
        if self._resigned:
            winner = colours[1 - colours.index(self._resigned)]
            return f"{winner[0].upper()}+R"
        outcome = self._state.outcome
        if outcome is None:
            raise _Failed("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        margin = ""
        if outcome.reason == "score" and outcome.scores is not None:
            margin = f"{abs(outcome.scores[0] - outcome.scores[1]):g}"
        return f"{outcome.winner[0].upper()}+{margin}"

    def _printrecord(self) -> str:
        colours = self._state.game.colours
        result = colours[1 - colours.index(self._resigned)] if self._resigned else None
        return "\n" + Record.of(self._state, result=result).to_json().rstrip("\n")

    # -- live analysis

    def _analyze(self, spell: Spelling, *arguments: str) -> Answer:
        every, wanted = self._analysis(arguments)
        self._must_go_on()

        def live(lines: Lines) -> Iterator[str]:
            limit = Limit(seconds=MOST_SECONDS)
            for report in self._analyst.analyse(self._state, limit, every=every, stop=lines):
                if report.candidates:
                    yield spell(report, wanted)
            lines.wait()

        return live

    def _genmove_analyze(self, spell: Spelling, *arguments: str) -> Answer:
        every, wanted = self._analysis(arguments)
        self._must_go_on()
        start = self._state

        def live(_: Lines) -> Iterator[str]:
            begun = time.perf_counter()
            state, steps = start, ""
            limits = self._limits(state)
            while not steps or not (state.over or state.at_turn_start):
                for report in self._analyst.analyse(state, next(limits), every=every):
                    if report.candidates:
                        yield spell(report, wanted)
                steps += f" {report.best}"
                state = state.play(report.best)
            yield f"play {self._moved(start, begun, word_of(steps))}"

        return live

    def _analysis(self, arguments: tuple[str, ...]) -> tuple[float, Wanted]:
        """Return how often lines are wanted, and what in them: [COLOUR] [INTERVAL] [NAME VALUE] ..."""
        rest = list(arguments)
        every = _INTERVAL
        if rest and any(rest[0].lower() in (c, c[0]) for c in self._state.game.colours):
            self._turn_of(rest.pop(0))
        if rest and rest[0].isdigit():
            every = _centiseconds(rest.pop(0))
        fewest, most, ownership, root = 0, None, False, False
        while rest:
            name, value = rest.pop(0), rest.pop(0) if rest else ""
            match name.lower():
                case "interval":
                    every = _centiseconds(value)
                case "minmoves":
                    fewest = _whole(value, "minmoves")
                case "maxmoves":
                    most = _whole(value, "maxmoves")
                case "ownership":
                    ownership = value.lower() == "true"
                case "rootinfo":
                    root = value.lower() == "true"
                case _:
                    raise _Failed(
                        "syntax error: an analysis takes [COLOUR] [INTERVAL], then interval, minmoves, "
                        f"maxmoves, ownership or rootInfo with a value, not {name!r}"
                    )
        return every, Wanted(fewest, most, ownership, root)


def _whole(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise _Failed(f"syntax error: {what} is a whole number from 0 on, not {text!r}")
    return int(text)


def _number(text: str) -> float:
    """Return a number, or one that is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def _seconds(text: str) -> float:
    seconds = _number(text)
    if not 0 <= seconds < math.inf:
        raise _Failed(f"syntax error: seconds are a number from 0 on, not {text!r}")
    return seconds


def _centiseconds(text: str) -> float:
    return max(1, _whole(text, "an interval in centiseconds")) / 100
