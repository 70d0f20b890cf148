"""What an agent is, what limits it, and what it reports."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from quincunx.errors import BadOption
from quincunx.game import State
from quincunx.registry import whole
from quincunx.values import Action

__all__ = [
    "MOST_SECONDS",
    "MOST_VISITS",
    "Agent",
    "Analyst",
    "Candidate",
    "Limit",
    "Report",
    "Stop",
]

MOST_VISITS: Final = 2_000_000_000
MOST_SECONDS: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think about a step: visits, seconds or both; the first one reached ends it.

    >>> Limit(visits=1000)
    Limit(visits=1000, seconds=None)
    >>> Limit(seconds=-1)
    Traceback (most recent call last):
        ...
    quincunx.errors.BadOption: seconds are a number above 0, at most 86400, not -1
    """

    visits: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.visits is None and self.seconds is None:
            raise BadOption("a limit has visits, seconds or both")
        if self.visits is not None:
            visits = whole(self.visits)
            if visits is None or not 1 <= visits <= MOST_VISITS:
                raise BadOption(
                    f"visits are a whole number from 1 to {MOST_VISITS}, not {self.visits!r}"
                )
        if self.seconds is not None:
            ok = isinstance(self.seconds, int | float) and math.isfinite(self.seconds)
            if not ok or not 0 < self.seconds <= MOST_SECONDS:
                raise BadOption(
                    f"seconds are a number above 0, at most {MOST_SECONDS:.0f}, not {self.seconds!r}"
                )


class Stop(Protocol):
    """What says from outside that it is enough: a :class:`threading.Event`, for example."""

    def is_set(self) -> bool:
        """Return whether it is enough."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A step that could be played, and what is known of it."""

    step: Action
    visits: int
    win_rate: float
    """For the seat that chooses: from 0 to 1, a draw counts half."""
    proven: str | None
    """``"win"``, ``"loss"`` or ``"draw"`` for the seat that chooses; None while it is open."""
    line: tuple[Action, ...]
    """How it may go on, this step first. Only the best candidates have one."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a search knows of a position."""

    state: State
    candidates: tuple[Candidate, ...]
    """The best first. Of steps that only lead to what others lead to, in Licled's choices, one is looked at."""
    values: tuple[float, float]
    """What each seat can expect, from 0 to 1; together 1."""
    proven: str | None
    """``"win"``, ``"loss"`` or ``"draw"`` for the seat that chooses; None while it is open."""
    visits: int
    nodes: int
    """Positions in the tree."""
    memory: int
    """Bytes that these take."""
    seconds: float
    speed: float
    """Simulations a second."""
    owners: dict[str, float]
    """For each cell how often the first colour has it at the end, less how often the second has: 1 to -1."""
    score: float | None
    """Where the games end by points: the first colour's lead that is expected, komi included."""
    median: float | None
    """The lead that half of the playouts reach."""
    final: bool
    """Whether the search has ended."""

    @property
    def best(self) -> Action:
        """The step to play."""
        return self.candidates[0].step


class Agent(Protocol):
    """Somebody who chooses steps. One game at a time, one call at a time.

    An agent may keep what it found for its next choice; ``close`` gives back what it holds.
    """

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return a legal step. Without a limit the agent has its own; the game must not be over."""

    def close(self) -> None:
        """Give back threads, processes and memory. The agent can't be used after that."""


class Analyst(Agent, Protocol):
    """An agent that can say what it thinks."""

    def analyse(
        self, state: State, limit: Limit, *, every: float = 0.5, stop: Stop | None = None
    ) -> Iterator[Report]:
        """Yield a report about every so many seconds, and the final one at the end."""
