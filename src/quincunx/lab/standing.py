"""How a match stands: all the figures that its games give."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from quincunx.lab.match import FAILED, RESIGNED, TOO_LONG, Match, Played, Referee, tally_of
from quincunx.lab.statistics import SPRT, Estimate, Tally

__all__ = ["Standing"]


@dataclass(frozen=True)
class Standing:
    """The figures of a match, as the first agent sees them.

    >>> import quincunx
    >>> from quincunx.lab.match import play
    >>> match = Match(quincunx.game("robble", size=3), ("random", "mcts:visits=100"), seed=1)
    >>> standing = Standing(match, [play(match, number) for number in range(4)])
    >>> standing.tally.games, standing.by_seat[0].games, standing.failures
    (4, 2, (Counter(), Counter()))
    """

    match: Match
    games: Sequence[Played]
    test: SPRT | None = None
    referee: Referee = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "referee", Referee(self.test, self.games))

    @property
    def tally(self) -> Tally:
        """All games."""
        return tally_of(self.games)

    @property
    def by_seat(self) -> tuple[Tally, Tally]:
        """Those in which the first agent had the first seat, and those in which it had the second."""
        first, second = (
            tally_of(game for game in self.games if game.seats[seat] == 0) for seat in (0, 1)
        )
        return first, second

    @property
    def first_seat(self) -> Tally:
        """All games as the first seat sees them, whoever sat there."""
        first, second = self.by_seat
        return first + second.reversed

    @property
    def length(self) -> float:
        """The mean number of steps in a game, the opening included."""
        total = sum(sum(game.steps) + self.match.openings for game in self.games)
        return _mean(total, len(self.games))

    @property
    def seconds(self) -> tuple[float, float]:
        """The mean time that each agent took for a step."""
        first, second = (
            _mean(sum(g.seconds[i] for g in self.games), sum(g.steps[i] for g in self.games))
            for i in (0, 1)
        )
        return first, second

    @property
    def failures(self) -> tuple[Counter[str], Counter[str]]:
        """What went wrong with each agent, and how often."""
        first, second = (
            Counter(g.failure for g in self.games if g.reason == FAILED and g.winner == 1 - i)
            for i in (0, 1)
        )
        return first, second

    def count(self, reason: str) -> int:
        """Return how many games ended for a reason."""
        return sum(game.reason == reason for game in self.games)

    def to_data(self) -> dict[str, object]:
        """Return the figures as plain data. A bound that there is not is None."""
        rate, elo, (low, high) = self.tally.rate(), self.tally.elo(), self.failures
        data: dict[str, object] = {
            **self.match.settings(),
            "games": self.tally.games,
            **_counts(self.tally),
            "by_seat": [_counts(tally) for tally in self.by_seat],
            "first_seat": _counts(self.first_seat),
            "win_rate": _estimated(rate, 4),
            "elo": _estimated(elo, 1),
            "steps_per_game": round(self.length, 1),
            "seconds_per_step": [round(seconds, 4) for seconds in self.seconds],
            "failures": [dict(low), dict(high)],
            RESIGNED: self.count(RESIGNED),
            TOO_LONG: self.count(TOO_LONG),
        }
        if self.test is not None:
            data["sprt"] = {
                "elo0": self.test.elo0,
                "elo1": self.test.elo1,
                "bounds": [round(bound, 3) for bound in self.test.bounds],
                "ratio": round(self.referee.ratio, 3),
                "games": self.referee.tally.games,
                "verdict": self.referee.verdict,
            }
        return data


def _mean(total: float, number: int) -> float:
    return total / number if number else 0.0


def _counts(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _estimated(estimate: Estimate, digits: int) -> dict[str, float | None]:
    figures = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {k: round(v, digits) if math.isfinite(v) else None for k, v in figures.items()}
