"""Who wins with best play, exactly.

>>> import quincunx
>>> from quincunx.agents.solver import solve
>>> solution = solve(quincunx.game("implo", size=3, pie=False).start())
>>> solution.seat, solution.winner
(0, 'black')
>>> solve(quincunx.game("topolo", size=2).start()).draw
True
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from quincunx import _core as extension
from quincunx.errors import BadOption
from quincunx.game import State
from quincunx.registry import whole
from quincunx.values import Action

__all__ = ["MEMORY", "Progress", "Solution", "solve"]

MEMORY = 256
"""How much memory the table takes if nobody says, in MiB."""
UNLIMITED = 2**64 - 1
LOOK = 0.1  # seconds between two looks at the search


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: positions looked at, how full its table is (0 to 1), seconds so far."""

    positions: int
    fill: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position with best play from both sides.

    ``known`` is False if the search ended before it had the answer; then there is no more to it than
    the numbers. ``seat`` is the seat that wins and ``winner`` the colour that it has at the end of
    ``line``, both None in a draw. ``line`` is best play to the end of the game.
    """

    known: bool
    seat: int | None
    winner: str | None
    line: tuple[Action, ...]
    positions: int
    seconds: float

    @property
    def draw(self) -> bool:
        """Whether nobody can force a win."""
        return self.known and self.seat is None


def solve(
    state: State,
    *,
    nodes: int | None = None,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Find out who wins from a state, with its true history, and how.

    ``nodes`` is how many positions may be looked at, ``memory`` the size of the table in MiB.
    ``progress`` is called ten times a second or so, and at the end of the search. Ctrl-C stops the search at once.

    >>> import quincunx
    >>> state = quincunx.game("licled", size=2, pie=False).start()
    >>> solution = solve(state)
    >>> for step in solution.line:
    ...     state = state.play(step)
    >>> state.outcome.seat == solution.seat
    True
    >>> solve(quincunx.game("implo").start(), nodes=1000).known
    False
    """
    for name, value, most in (("nodes", nodes, UNLIMITED), ("memory", memory, 2**20)):
        number = 1 if value is None else whole(value)
        if number is None or not 1 <= number <= most:
            raise BadOption(f"{name} is a whole number from 1 on, not {value!r}")
    budget = UNLIMITED if nodes is None else nodes
    try:
        solver = extension.Solver(state._core, memory * 2**20)
    except MemoryError:
        raise BadOption(f"there is no memory for a table of {memory} MiB") from None
    begun = time.perf_counter()
    found: list[int | None] = []
    looked: list[int] = []
    steps: list[int] = []

    def work() -> None:
        found.append(solver.run(budget))
        looked.append(solver.positions)
        if found[0] is not None:
            steps.extend(solver.line(budget))

    # On a thread of its own, so that Ctrl-C comes through here and the search can be looked at. It must have ended
    # before this returns, and Thread.join forgets a thread that it was interrupted in waiting for.
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(work)
        try:
            ended = False
            while not ended:
                ended = not wait([running], LOOK).not_done
                if progress is not None:
                    positions = looked[0] if looked else solver.positions
                    progress(Progress(positions, solver.fill, time.perf_counter() - begun))
        finally:
            solver.stop()
    running.result()
    end = state
    for step in steps:
        end = end.play(step)
    seat = found[0] if found[0] in (0, 1) else None
    return Solution(
        known=found[0] is not None,
        seat=seat,
        winner=None if seat is None else end.seats[seat],
        line=tuple(state.game.action(step) for step in steps),
        positions=looked[0],
        seconds=time.perf_counter() - begun,
    )
