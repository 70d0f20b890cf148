"""The agent that searches, and plain UCT, which it is measured against."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from quincunx import _core as extension
from quincunx.agents.base import MOST_SECONDS, MOST_VISITS, Candidate, Limit, Report, Stop
from quincunx.agents.openings import opening
from quincunx.errors import BadOption
from quincunx.game import Game, State
from quincunx.registry import whole
from quincunx.values import Action

__all__ = ["MEMORY", "PlainUct", "Searcher", "settings"]

MEMORY: Final = 256
"""MiB that the tree of a searcher may take, if nothing else is said."""

LINES: Final = 12
"""So many candidates of a report have a line."""

_PROVEN: Final = (None, 0, 1, "draw")  # by the core's number: none, the seat that wins, or a draw


def settings(game: Game) -> dict[str, float]:
    """Return the settings of the search and what they are for this game.

    >>> import quincunx
    >>> sorted(settings(quincunx.game("robble")))[:3]
    ['batch', 'expand', 'explore']
    """
    return dict(extension.settings(game._core))


class Searcher:
    """Monte Carlo tree search in the core. The tree is kept from step to step of a game.

    One seed, one thread and a limit in visits give one result. ``memory`` is in MiB; when it is used up
    the search goes on without growing its tree.

    >>> import quincunx
    >>> state = quincunx.game("implo", size=4).start()
    >>> searcher = Searcher(state.game, seed=1)
    >>> report = searcher.report_after(state, Limit(visits=200))
    >>> report.visits, report.best in state.legal()
    (200, True)
    """

    def __init__(
        self,
        game: Game,
        *,
        limit: Limit | None = None,
        threads: int = 1,
        memory: int = MEMORY,
        seed: int = 0,
        tuning: Mapping[str, float] | None = None,
    ) -> None:
        self.game = game
        self.limit = limit or Limit(seconds=1.0)
        self._threads, self._memory, self._tuning = threads, memory, dict(tuning or {})
        self._seed = seed
        if whole(threads) is None or not 1 <= threads <= 256:
            raise BadOption(f"threads are from 1 to 256, not {threads!r}")
        if whole(memory) is None or not 1 <= memory <= 131_072:
            raise BadOption(f"memory is from 1 to 131072 MiB, not {memory!r}")
        if whole(seed) is None or not 0 <= seed < 2**64:
            raise BadOption(
                f"a seed is a whole number from 0 on, below 2 to the 64th, not {seed!r}"
            )
        known = settings(game)
        for name in tuning or {}:
            if name not in known:
                raise BadOption(
                    f"the search has no setting {name!r}; it has {', '.join(sorted(known))}"
                )
        try:
            self._search = extension.Search(game._core, threads, memory * 2**20, seed, self._tuning)
        except ValueError:
            raise BadOption(f"a setting of the search is out of range: {self._tuning}") from None

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        every: float = 0.5,
        stop: Stop | None = None,
    ) -> Iterator[Report]:
        """Yield a report every so many seconds while it thinks, and a final one at the end."""
        limit = limit or self.limit
        self._go_to(state)
        visits = limit.visits or MOST_VISITS
        end = limit.seconds or MOST_SECONDS
        lost = 2 - state.seat  # who has lost goes on, for the step that is hardest to answer
        begun = time.perf_counter()
        before = self._visits()
        while True:
            taken = time.perf_counter() - begun
            self._search.run(visits, max(0.0, min(every, end - taken)), stop)
            taken = time.perf_counter() - begun
            raw = self._search.report(LINES)
            ended = (
                raw[2] >= visits
                or raw[1] not in (0, lost)
                or taken >= end
                or (stop is not None and stop.is_set())
            )
            yield _report(state, raw, taken, before, final=ended)
            if ended:
                return

    def report_after(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Report:
        """Return the final report of a search."""
        *_, report = self.analyse(state, limit, every=MOST_SECONDS, stop=stop)
        return report

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return the step that the search finds best; before play, what makes the game even."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        if step := self.opening(state, limit, stop=stop):
            return step
        report = self.report_after(state, limit, stop=stop)
        return report.best if report.candidates else legal[0]  # it may be stopped before it begins

    def opening(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action | None:
        """Return the step that makes the game even, or takes the better side; None once play has begun."""
        limit = limit or self.limit
        dice = random.Random(f"{self._seed} {state.key}")  # asked twice, it answers the same

        def study(position: State, share: float) -> Report:
            visits = None if limit.visits is None else max(1, round(limit.visits * share))
            seconds = None if limit.seconds is None else limit.seconds * share
            searcher = Searcher(
                position.game,
                threads=self._threads,
                memory=self._memory,
                seed=dice.getrandbits(63),
                tuning=self._tuning,
            )
            return searcher.report_after(position, Limit(visits, seconds), stop=stop)

        return opening(state, study, dice)

    def close(self) -> None:
        """Give the tree back."""
        self._search.forget()

    def _go_to(self, state: State) -> None:
        if state.game != self.game:
            raise BadOption(f"this searcher plays {self.game!r}, not {state.game!r}")
        if state.over:
            raise BadOption("the game is over: there is nothing to choose")
        self._search.begin(state._core)

    def _visits(self) -> int:
        return self._search.report(0)[2]


class PlainUct:
    """UCT as in the textbooks, with c = √2 and uniform playouts: a baseline, not to be improved."""

    def __init__(self, game: Game, *, limit: Limit | None = None, seed: int = 0) -> None:
        self.game = game
        self.limit = limit or Limit(seconds=1.0)
        self._seed = seed

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return the most visited step of a new tree."""
        limit = limit or self.limit
        self._seed += 1
        step, _ = extension.plain_uct(
            state._core,
            limit.visits or MOST_VISITS,
            limit.seconds or MOST_SECONDS,
            self._seed,
            stop,
        )
        return state.game.actions[step]

    def close(self) -> None:
        """Do nothing: it keeps nothing."""


_Raw = tuple[
    Sequence[tuple[int, int, float, int, Sequence[int]]],  # candidates
    int,  # proof
    int,  # visits
    int,  # nodes
    int,  # bytes
    Sequence[float],  # owners
    tuple[float, float] | None,  # mean and median lead of the first colour
]


def _report(state: State, raw: _Raw, seconds: float, before: int, *, final: bool) -> Report:
    rows, proof, visits, nodes, memory, owners, lead = raw
    actions, seat = state.game.actions, state.seat

    def proven(code: int) -> str | None:
        found = _PROVEN[code]
        return ("win" if found == seat else "loss") if isinstance(found, int) else found

    candidates = tuple(
        Candidate(actions[a], n, value, proven(code), tuple(actions[x] for x in line))
        for a, n, value, code, line in rows
    )
    mine = candidates[0].win_rate if candidates else 0.5
    if position := proven(proof):
        mine = {"win": 1.0, "loss": 0.0, "draw": 0.5}[position]
    return Report(
        state=state,
        candidates=candidates,
        values=(mine, 1 - mine) if seat == 0 else (1 - mine, mine),
        proven=position,
        visits=visits,
        nodes=nodes,
        memory=memory,
        seconds=seconds,
        speed=(visits - before) / seconds if seconds > 0 else 0.0,
        owners=dict(zip(state.game.cells, owners, strict=True)),
        score=lead[0] if lead else None,
        median=lead[1] if lead else None,
        final=final,
    )
