"""What the analysis engine is asked: one line of JSON, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from quincunx.agents.base import MOST_SECONDS, MOST_VISITS, Limit
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.game import Game, State, game
from quincunx.moves import play_word
from quincunx.registry import games, whole

__all__ = ["MOST_MOVES", "Asked", "BadQuery", "Query", "Request", "read"]

MOST_MOVES: Final = 4_000
"""The most moves of a query."""

VISITS: Final = 1_000
"""The visits of a query that says nothing of visits and time."""

ACTIONS: Final = ("query_version", "clear_cache", "terminate", "terminate_all")
_OPTIONS: Final = ("size", *dict.fromkeys(name for one in games() for name in one.options))
_KEYS: Final = (
    *("id", "game", *_OPTIONS, "moves", "analyzeTurns", "maxVisits", "maxTime", "seed"),
    *("priority", "includeOwnership", "reportDuringSearchEvery"),
)


class BadQuery(ValueError):
    """A line that can't be answered: what is wrong, in which field, of which query, in which turn."""

    def __init__(
        self,
        message: str,
        field: str | None = None,
        query: str | None = None,
        turn: int | None = None,
    ) -> None:
        super().__init__(message)
        self.field, self.query, self.turn = field, query, turn


@dataclass(frozen=True, slots=True)
class Query:
    """Positions of one game to analyse, with their turn numbers."""

    id: str
    positions: tuple[tuple[int, State], ...]
    limit: Limit
    every: float | None
    """Seconds between reports during the search; None for none."""
    ownership: bool
    priority: int
    seed: int


@dataclass(frozen=True, slots=True)
class Request:
    """Something else than an analysis. ``echo`` is what was asked, as it is said back."""

    id: str
    action: str
    terminate: str | None
    echo: Mapping[str, object]


Asked = Query | Request


def read(text: str) -> Asked:
    """Return what a line asks, or raise BadQuery.

    >>> asked = read('{"id": "a", "game": "robble", "size": 5, "moves": ["c3", "swap"], "maxVisits": 9}')
    >>> asked.positions[0][0], asked.limit
    (2, Limit(visits=9, seconds=None))
    >>> read('{"id": "b", "game": "robble", "moves": ["c3", "c3"]}')
    Traceback (most recent call last):
        ...
    quincunx.engine.query.BadQuery: c3 can't be played: there is a stone on that square already.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadQuery(f"no JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadQuery("a query is a JSON object")
    name = data.get("id")
    if not isinstance(name, str):
        raise BadQuery("id is a text, and every query has one", "id")
    try:
        return _request(name, data) if "action" in data else _query(name, data)
    except BadQuery as error:
        error.query = name
        raise


def _request(name: str, data: dict[str, Any]) -> Request:
    action = data["action"]
    if action not in ACTIONS:
        raise BadQuery(f"action is {' or '.join(ACTIONS)}, not {_shown(action)}", "action")
    keys = ("id", "action", *(("terminateId",) if action == "terminate" else ()))
    _only(data, keys)
    target = data.get("terminateId")
    if action == "terminate" and not isinstance(target, str):
        raise BadQuery("terminateId is the id of the query to end, a text", "terminateId")
    return Request(name, action, target, data)


def _query(name: str, data: dict[str, Any]) -> Query:
    _only(data, _KEYS)
    if "game" not in data:
        known = ", ".join(one.name for one in games())
        raise BadQuery(f"a query names its game: {known}", "game")
    states = _states(data)
    last = len(states) - 1
    turns = data.get("analyzeTurns", [last])
    if (
        not isinstance(turns, list)
        or not turns
        or any((turn := whole(one)) is None or not 0 <= turn <= last for one in turns)
        or len(set(turns)) != len(turns)
    ):
        raise BadQuery(
            f"analyzeTurns is a list of different turn numbers, here from 0 to {last}",
            "analyzeTurns",
        )
    every = None
    if "reportDuringSearchEvery" in data:
        every = max(0.01, _seconds(data, "reportDuringSearchEvery"))
    ownership = data.get("includeOwnership", False)
    if not isinstance(ownership, bool):
        raise BadQuery("includeOwnership is true or false", "includeOwnership")
    return Query(
        name,
        tuple((turn, states[turn]) for turn in turns),
        _limit(data),
        every,
        ownership,
        _number(data, "priority", 0, -(2**31), 2**31),
        _number(data, "seed", 0, 0, 2**64 - 1),
    )


def _states(data: dict[str, Any]) -> list[State]:
    """Return the positions before the first turn, after the first, and so on; the last may be within a turn."""
    rules, given = _rules(data["game"], {}, "game"), {}
    for option in _OPTIONS:
        if option in data:
            given[option] = data[option]
            rules = _rules(rules.name, given, option)
    moves = data.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadQuery("moves is a list of texts, turns or steps of turns", "moves")
    if len(moves) > MOST_MOVES:
        raise BadQuery(f"moves are {MOST_MOVES} at most, not {len(moves)}", "moves")
    states = [rules.start()]
    for move in moves:
        under_way = not states[-1].at_turn_start
        try:
            after = play_word(states[-1], move)
        except (BadNotation, IllegalMove) as error:
            raise BadQuery(str(error), "moves", turn=len(states) - under_way) from None
        if under_way:
            states.pop()
        states.append(after)
    return states


def _rules(name: str, options: dict[str, Any], field: str) -> Game:
    """Return the game; if there is none, it is because of this field."""
    try:
        return game(name, **options)
    except BadOption as error:
        raise BadQuery(str(error), field) from None


def _limit(data: dict[str, Any]) -> Limit:
    visits = _number(data, "maxVisits", VISITS, 1, MOST_VISITS)
    if "maxTime" not in data:
        return Limit(visits=visits)
    seconds = _seconds(data, "maxTime")
    return Limit(visits=visits if "maxVisits" in data else None, seconds=seconds)


def _number(data: dict[str, Any], key: str, standard: int, least: int, most: int) -> int:
    number = whole(data.get(key, standard))
    if number is None or not least <= number <= most:
        raise BadQuery(f"{key} is a whole number from {least} to {most}", key)
    return number


def _seconds(data: dict[str, Any], key: str) -> float:
    value = data[key]
    ok = isinstance(value, int | float) and not isinstance(value, bool)
    if not ok or not 0 < value <= MOST_SECONDS:
        raise BadQuery(f"{key} is a number of seconds above 0, at most {MOST_SECONDS:.0f}", key)
    return float(value)


def _only(data: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in data:
        if key not in keys:
            raise BadQuery(
                f"there is no field {_shown(key)} here; there are {', '.join(keys)}", key
            )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
