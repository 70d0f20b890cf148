"""Eight levels of play for each game: how much a level looks at, and how loosely it chooses.

>>> import quincunx
>>> state = quincunx.game("robble", size=5).start()
>>> LevelAgent(state.game, 1, seed=3).choose(state) in state.legal()
True
"""

from __future__ import annotations

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

SHARP: Final = 0.5
"""Levels that choose less loosely than this always play a win that they have proven."""

STANDARD_LEVEL: Final = 3
"""The level that a person meets who asks for none."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is.

    Steps are chosen by how often they were looked at: with a looseness of 1 in proportion to that; with
    1/2 in proportion to its square, with 1/3 to its cube, and so on; with 0 the best is always played.
    """

    visits: int
    looseness: float = 0.0


LEVELS: Final[Mapping[str, tuple[Level, ...]]] = {
    "implo": (
        Level(3_000, 0.48),
        Level(4_400, 0.37),
        Level(6_700, 0.23),
        Level(10_500, 0.12),
        Level(20_000),
        Level(45_000),
        Level(105_000),
        Level(260_000),
    ),
    "bargo": (
        Level(110, 0.75),
        Level(270, 0.48),
        Level(520, 0.31),
        Level(950, 0.15),
        Level(1_800),
        Level(5_500),
        Level(17_000),
        Level(52_000),
    ),
    "topolo": (
        Level(100, 0.8),
        Level(150, 0.8),
        Level(210, 0.78),
        Level(330, 0.72),
        Level(435, 0.72),
        Level(740, 0.57),
        Level(1_800, 0.27),
        Level(1_000_000),
    ),
    "robble": (
        Level(1_100, 0.72),
        Level(2_000, 0.53),
        Level(3_300, 0.36),
        Level(7_000, 0.15),
        Level(15_000),
        Level(38_000),
        Level(97_000),
        Level(250_000),
    ),
    "licled": (
        Level(25, 1.0),
        Level(65, 0.45),
        Level(140, 0.13),
        Level(290),
        Level(560),
        Level(1_100),
        Level(2_500),
        Level(5_400),
    ),
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
    # A win that was proven at once may have been looked at less than the others, or not at all.
    most = max(1, best.visits)
    weights = [min(1.0, max(1, c.visits) / most) ** (1 / looseness) for c in plausible]
    return dice.choices(plausible, weights)[0].step
