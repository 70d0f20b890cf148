"""Agents as text: ``random``, ``level:5``, ``mcts:visits=1000``, ``uct:time=0.1``, ``gtp:./engine``.

>>> import quincunx
>>> game = quincunx.game("robble", size=5)
>>> player = agent("mcts:visits=100", game, seed=1)
>>> player.choose(game.start()) in game.start().legal()
True
>>> canonical("MCTS: threads=2, time=.5", game), canonical("5", game)
('mcts:time=0.5,threads=2', 'level:5')
>>> agent("wizard", game)
Traceback (most recent call last):
    ...
quincunx.errors.BadOption: there is no agent 'wizard'; an agent is random, level:N (1 to 8), mcts:NAME=VALUE,..., \
uct:NAME=VALUE,... or gtp:COMMAND
"""

from __future__ import annotations

import math
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from quincunx.agents.base import Agent, Limit
from quincunx.agents.external import GtpAgent
from quincunx.agents.levels import LEVELS, LevelAgent, level_of
from quincunx.agents.search import MEMORY, PlainUct, Searcher, settings
from quincunx.agents.uniform import RandomAgent
from quincunx.errors import BadOption
from quincunx.game import Game

__all__ = ["agent", "canonical", "described"]

_LIMITS: Final = ("visits", "time")
_MACHINE: Final = ("threads", "memory")
_WHOLE: Final = ("visits", "threads", "memory")


@dataclass(frozen=True)
class _Spec:
    """An agent's text, taken apart: its kind, and what follows the colon."""

    kind: str
    rest: str = ""
    values: Mapping[str, int | float] = field(default_factory=dict)

    def limit(self, other: Limit | None) -> Limit | None:
        """Return the limit that the text has, else the other."""
        visits, seconds = self.values.get("visits"), self.values.get("time")
        if visits is None and seconds is None:
            return other
        return Limit(visits=None if visits is None else int(visits), seconds=seconds)


def agent(
    text: str,
    game: Game,
    *,
    limit: Limit | None = None,
    seed: int = 0,
) -> Agent:
    """Return the agent that a text names.

    ``limit`` is for those whose text has none; a level has its own.
    """
    return _made(_parsed(text, game), game, limit, seed)


def canonical(text: str, game: Game) -> str:
    """Return the one spelling of an agent's text, as records have it. Checks all that can be checked.

    >>> import quincunx
    >>> canonical("mcts:vists=5", quincunx.game("robble"))
    Traceback (most recent call last):
        ...
    quincunx.errors.BadOption: mcts has no 'vists'; it has visits, time, threads, memory, batch, expand, ...
    """
    spec = _parsed(text, game)
    if spec.kind == "gtp":
        if shutil.which(shlex.split(spec.rest)[0]) is None:
            raise BadOption(
                f"there is no program {shlex.split(spec.rest)[0]!r} to run as an engine"
            )
    else:
        _made(spec, game, None, 0).close()
    if spec.values:
        return f"{spec.kind}:" + ",".join(f"{k}={_written(v)}" for k, v in spec.values.items())
    return f"{spec.kind}:{spec.rest}" if spec.rest else spec.kind


def described(text: str, game: Game) -> dict[str, object]:
    """Return what a text stands for now: its canonical form, what a level is, how the search is set.

    >>> import quincunx
    >>> list(described("level:8", quincunx.game("licled")))
    ['agent', 'visits', 'looseness', 'search']
    """
    spec = _parsed(text, game)
    said: dict[str, object] = {"agent": canonical(text, game)}
    if spec.kind == "level":
        level = level_of(game, int(spec.rest))
        said |= {"visits": level.visits, "looseness": level.looseness}
    if spec.kind in ("level", "mcts"):
        said["search"] = settings(game)
    return said


def _made(spec: _Spec, game: Game, limit: Limit | None, seed: int) -> Agent:
    values = spec.values
    if spec.kind == "random":
        return RandomAgent(seed=seed)
    if spec.kind == "level":
        return LevelAgent(game, int(spec.rest), seed=seed)
    if spec.kind == "uct":
        return PlainUct(game, limit=spec.limit(limit), seed=seed)
    if spec.kind == "mcts":
        return Searcher(
            game,
            limit=spec.limit(limit),
            threads=int(values.get("threads", 1)),
            memory=int(values.get("memory", MEMORY)),
            seed=seed,
            tuning={k: v for k, v in values.items() if k not in _LIMITS + _MACHINE},
        )
    return GtpAgent(game, spec.rest, limit=limit)


def _parsed(text: str, game: Game) -> _Spec:
    kind, colon, rest = text.strip().partition(":")
    kind, rest = kind.strip().lower(), rest.strip()
    if re.fullmatch(r"[0-9]{1,9}", kind) and not colon:
        kind, colon, rest = "level", ":", kind
    if kind == "random" and not rest:
        return _Spec("random")
    if kind == "level" and colon:
        number = int(rest) if re.fullmatch(r"[0-9]{1,9}", rest) else rest
        if not isinstance(number, int) or not 1 <= number <= len(LEVELS[game.name]):
            most = len(LEVELS[game.name])
            raise BadOption(f"a level is a whole number from 1 to {most}, not {rest!r}")
        return _Spec("level", str(number))
    if kind == "uct":
        return _Spec("uct", values=_values("uct", rest, _LIMITS))
    if kind == "mcts":
        names = (*_LIMITS, *_MACHINE, *sorted(settings(game)))
        return _Spec("mcts", values=_values("mcts", rest, names))
    if kind == "gtp":
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise BadOption(f"{rest!r} is no command line: {error}") from None
        if not words:
            raise BadOption(
                "gtp needs the command that starts the engine, as in gtp:./engine --flag"
            )
        return _Spec("gtp", rest)
    raise BadOption(
        f"there is no agent {text!r}; an agent is random, level:N (1 to {len(LEVELS[game.name])}), "
        "mcts:NAME=VALUE,..., uct:NAME=VALUE,... or gtp:COMMAND"
    )


def _values(kind: str, rest: str, names: tuple[str, ...]) -> dict[str, int | float]:
    given: dict[str, int | float] = {}
    for part in rest.split(",") if rest else ():
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in names:
            raise BadOption(f"{kind} has no {name!r}; it has {', '.join(names)}")
        if name in given:
            raise BadOption(f"{kind} has {name} twice: {rest!r}")
        given[name] = _number(name, value)
    return {name: given[name] for name in names if name in given}


def _number(name: str, text: str) -> int | float:
    if name in _WHOLE:
        if not re.fullmatch(r"[0-9]{1,12}", text):
            raise BadOption(f"{name} is a whole number, as in {name}=100, not {text!r}")
        return int(text)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadOption(f"{name} is a number, as in {name}=0.5, not {text!r}")
    return number


def _written(number: float) -> str:
    """Return a number as short as it can be without being another."""
    return repr(int(number)) if number == int(number) else repr(number)
