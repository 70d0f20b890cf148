"""Eight levels of play for each game: how much a level looks at, and how loosely it chooses.

>>> import quincunx
>>> state = quincunx.game("robble", size=5).start()
>>> LevelAgent(state.game, 1, seed=3).choose(state) in state.legal()
True
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from quincunx.agents.base import Candidate, Limit, Report, Stop
from quincunx.agents.search import Searcher
from quincunx.errors import BadOption
from quincunx.game import Game, State
from quincunx.registry import whole
from quincunx.values import Action

__all__ = ["LEVELS", "STANDARD_LEVEL", "Level", "LevelAgent", "level_of"]

DROP: Final = 0.2
"""No level chooses a step whose win rate is so much below that of the best."""

SHARE: Final = 0.1
"""No level chooses a step that was looked at less than this part as often as the best."""

SHARP: Final = 0.05
"""Levels that choose less loosely than this always play a win that they have proven."""

STANDARD_LEVEL: Final = 3
"""The level that a person meets who asks for none."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is.

    A step that is ``looseness`` worse than the best, in win rate, is chosen 1/e times as often;
    0 means that the best is always played.
    """

    visits: int
    looseness: float = 0.0


def _levels(visits: Sequence[int], looseness: Sequence[float]) -> tuple[Level, ...]:
    loose = [*looseness, *[0.0] * (len(visits) - len(looseness))]
    return tuple(Level(v, x) for v, x in zip(visits, loose, strict=True))


_LOOSE: Final = (0.1, 0.07, 0.045, 0.02)

LEVELS: Final[Mapping[str, tuple[Level, ...]]] = {
    "implo": _levels((50, 150, 450, 1_400, 4_000, 12_000, 37_000, 110_000), _LOOSE),
    "bargo": _levels((18, 55, 165, 500, 1_500, 4_500, 13_000, 40_000), _LOOSE),
    "topolo": _levels((230, 700, 2_000, 6_000, 18_000, 55_000, 165_000, 500_000), _LOOSE),
    "robble": _levels((70, 200, 600, 1_850, 5_500, 16_500, 50_000, 150_000), _LOOSE),
    "licled": _levels((16, 32, 64, 125, 250, 500, 1_000, 2_000), _LOOSE),
}
"""The levels of each game, the weakest first, for all its sizes. `quincunx ladder` measures them."""


def level_of(game: Game, number: int) -> Level:
    """Return a level of a game by its number.

    >>> import quincunx
    >>> level_of(quincunx.game("robble"), 9)
    Traceback (most recent call last):
        ...
    quincunx.errors.BadOption: a level is a whole number from 1 to 8, not 9
    """
    levels = LEVELS[game.name]
    place = whole(number)
    if place is None or not 1 <= place <= len(levels):
        raise BadOption(f"a level is a whole number from 1 to {len(levels)}, not {number!r}")
    return levels[place - 1]


class LevelAgent:
    """Plays at a level.

    What it chooses depends on its seed and the state alone, not on what it was asked before: after an
    undo the same steps meet the same replies.
    """

    def __init__(self, game: Game, number: int, *, seed: int = 0) -> None:
        self.game = game
        self.number = number
        self.level = level_of(game, number)
        self._seed = seed

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return a step as good as the level is. A limit can only make it think less."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        dice = self._dice(state)
        searcher, within = self._searcher(dice), self._within(limit)
        if step := searcher.opening(state, within, stop=stop):
            return step
        report = searcher.report_after(state, within, stop=stop)
        if not report.candidates:  # stopped before it began
            return dice.choice(legal)
        return pick(report.candidates, self.level.looseness, dice)

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        every: float = 0.5,
        stop: Stop | None = None,
    ) -> Iterator[Report]:
        """Yield what the level sees, as long as it looks."""
        searcher = self._searcher(self._dice(state))
        return searcher.analyse(state, self._within(limit), every=every, stop=stop)

    def close(self) -> None:
        """Do nothing: it keeps nothing."""

    def _dice(self, state: State) -> random.Random:
        return random.Random(f"{self._seed} {len(state.steps)} {state.key}")

    def _searcher(self, dice: random.Random) -> Searcher:
        return Searcher(self.game, seed=dice.getrandbits(63))

    def _within(self, limit: Limit | None) -> Limit:
        visits = self.level.visits
        if limit is None:
            return Limit(visits=visits)
        return Limit(visits=min(visits, limit.visits or visits), seconds=limit.seconds)


def pick(candidates: Sequence[Candidate], looseness: float, dice: random.Random) -> Action:
    """Return one of the candidates, the best first among them, as loosely as that.

    Steps that are known to lose are not chosen while there are others.
    """
    best = candidates[0]
    if looseness == 0 or (best.proven == "win" and looseness < SHARP):
        return best.step
    plausible = [
        candidate
        for candidate in candidates
        if (candidate.proven != "loss" or best.proven == "loss")
        and candidate.win_rate >= best.win_rate - DROP
        and candidate.visits >= SHARE * best.visits
    ]
    # One that was looked at less may seem better than the best: that is chance, and counts as equal.
    weights = [math.exp(min(0.0, c.win_rate - best.win_rate) / looseness) for c in plausible]
    return dice.choices(plausible, weights)[0].step
