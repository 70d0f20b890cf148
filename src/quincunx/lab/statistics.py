"""What a number of wins, draws and losses says about two players.

A draw counts half. The score of a player is the mean of the games' points, from 0 to 1.

>>> tally = Tally(wins=60, draws=0, losses=40)
>>> rate = tally.rate()
>>> f"{rate.value:.2f} ({rate.low:.3f} to {rate.high:.3f})"
'0.60 (0.502 to 0.691)'
>>> elo_text(tally.elo())
'+70 ±69'
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from quincunx.errors import BadOption

__all__ = ["SPRT", "Estimate", "Tally", "elo_of", "elo_text", "score_of"]

CONFIDENCE: Final = 0.95


def elo_of(score: float) -> float:
    """Return the difference in Elo points at which a player is expected to score that much.

    >>> round(elo_of(0.64), 2), elo_of(1.0)
    (99.95, inf)
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the score that is expected of a player who is so many Elo points better.

    >>> round(score_of(100), 4), score_of(0)
    (0.6401, 0.5)
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the interval that contains the true one with 95 % confidence."""

    value: float
    low: float
    high: float


def elo_text(elo: Estimate) -> str:
    """Return an Elo difference in words; where all games were won or lost there is only a bound.

    >>> elo_text(Tally(10, 0, 0).elo()), elo_text(Tally(0, 0, 10).elo()), elo_text(Tally().elo())
    ('above +166', 'below -166', 'unknown')
    """
    if math.isfinite(elo.value):
        spread = (elo.high - elo.low) / 2
        return f"{elo.value:+.0f} ±{spread:.0f}" if math.isfinite(spread) else "unknown"
    return f"above {elo.low:+.0f}" if elo.value > 0 else f"below {elo.high:+.0f}"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The mean of the points; a half where there are no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def reversed(self) -> Tally:
        """The same games, seen by the other player."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def rate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the score and where the true one lies.

        Wilson's interval, with the variance that a game has when some are drawn: those scores s at
        which the result is no further than usual from s, measured by the deviation that s itself
        implies, s(1 - s) - d/4 for a share d of draws. Without draws it is Wilson's own.
        """
        n = self.games
        if not n:
            return Estimate(0.5, 0.0, 1.0)
        z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
        # As if z² more games had not been drawn: all draws are no proof that nobody ever wins.
        drawn = self.draws / (n + z2)
        middle = (self.score + z2 / (2 * n)) / (1 + z2 / n)
        square = middle**2 - (self.score**2 + z2 * drawn / (4 * n)) / (1 + z2 / n)
        half = math.sqrt(max(0.0, square))
        low, high = max(0.0, middle - half), min(1.0, middle + half)
        return Estimate(self.score, min(low, self.score), max(high, self.score))  # but for rounding

    def elo(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the difference in Elo points that the score speaks for."""
        rate = self.rate(confidence)
        return Estimate(elo_of(rate.value), elo_of(rate.low), elo_of(rate.high))


@dataclass(frozen=True, slots=True)
class SPRT:
    """A sequential test of whether the first player is ``elo1`` points better rather than ``elo0``.

    It accepts a wrong elo1 with probability ``alpha`` and a wrong elo0 with ``beta`` at most, about, and
    needs as few games as possible. The likelihoods are those of wins, draws and losses (trinomial),
    each at the shares of the three that fit the games best among those that have the expected score.

    >>> test = SPRT(0, 50)
    >>> [round(bound, 3) for bound in test.bounds]
    [-2.944, 2.944]
    >>> round(test.ratio(Tally(60, 0, 40)), 3), test.verdict(Tally(60, 0, 40))
    (1.846, None)
    >>> test.verdict(Tally(75, 0, 25))
    'elo1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BadOption(
                f"a test is between two Elo differences, the lower one first, not {self.elo0:g} and {self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadOption(f"{name} is a probability between 0 and 0.5, not {value!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: at the first for elo0, at the second for elo1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, tally: Tally) -> float:
        """Return the logarithm of the ratio of the two likelihoods; above 0 it speaks for elo1."""
        if not tally.games:
            return 0.0
        one, zero = (_log_likelihood(tally, score_of(elo)) for elo in (self.elo1, self.elo0))
        return one - zero

    def verdict(self, tally: Tally) -> str | None:
        """Return "elo0" or "elo1" once the test is decided."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def _log_likelihood(tally: Tally, score: float) -> float:
    """Return the greatest log-likelihood of the games among all shares with that expected score.

    By Lagrange the best shares are p / (1 + t (points - score)) for the observed ones p, with the t that
    makes the score right; the sum that has to vanish falls as t grows.
    """
    n = tally.games
    shares = [(tally.losses / n, 0.0), (tally.draws / n, 0.5), (tally.wins / n, 1.0)]
    # Games that were all won leave no shares with a score below 1: a trace of the others makes some.
    shares = [((p + 1e-6) / (1 + 3e-6), points) for p, points in shares]

    def excess(t: float) -> float:
        return sum(p * (a - score) / (1 + t * (a - score)) for p, a in shares)

    t = _root(excess, -1 / (1 - score), 1 / score)
    return n * sum(p * math.log(p / (1 + t * (a - score))) for p, a in shares)


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return where a falling function is 0, between two ends at which it is infinite."""
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
