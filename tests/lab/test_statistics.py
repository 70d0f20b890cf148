"""Intervals, Elo and the sequential test, against known values, scipy and simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from quincunx import BadOption
from quincunx.lab.statistics import SPRT, Tally, elo_of, elo_text, score_of

COUNTS = st.integers(0, 500)
TALLIES = st.builds(Tally, COUNTS, COUNTS, COUNTS)


@pytest.mark.parametrize(("wins", "losses"), [(60, 40), (0, 10), (10, 0), (1, 2), (530, 470)])
@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_without_draws_it_is_wilsons_interval(wins: int, losses: int, confidence: float) -> None:
    ours = Tally(wins, 0, losses).rate(confidence)
    theirs = stats.binomtest(wins, wins + losses).proportion_ci(confidence, "wilson")
    assert ours.value == wins / (wins + losses)
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)


def test_with_many_games_it_is_the_normal_interval() -> None:
    tally = Tally(4_000, 3_000, 3_000)
    variance = (4_000 + 3_000 / 4) / 10_000 - 0.55**2
    half = stats.norm.ppf(0.975) * math.sqrt(variance / 10_000)
    rate = tally.rate()
    assert rate.low == pytest.approx(0.55 - half, abs=1e-4)
    assert rate.high == pytest.approx(0.55 + half, abs=1e-4)


@given(TALLIES)
def test_what_every_interval_is(tally: Tally) -> None:
    rate, other = tally.rate(), tally.reversed.rate()
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert rate.high - rate.low > 0
    assert other.low == pytest.approx(1 - rate.high)
    assert other.high == pytest.approx(1 - rate.low)
    assert tally.elo().value == pytest.approx(-tally.reversed.elo().value)
    wider = tally.rate(0.99)
    assert wider.low <= rate.low
    assert wider.high >= rate.high


def test_draws_make_it_narrower_and_never_empty() -> None:
    def width(tally: Tally) -> float:
        return tally.rate().high - tally.rate().low

    assert width(Tally(50, 0, 50)) > width(Tally(25, 50, 25)) > width(Tally(0, 100, 0)) > 0.02


@pytest.mark.parametrize(("win", "draw"), [(0.5, 0.0), (0.3, 0.5), (0.7, 0.2), (0.02, 0.96)])
def test_the_interval_covers_the_truth_as_often_as_it_says(win: float, draw: float) -> None:
    dice = random.Random(5)
    truth, covered, trials = win + draw / 2, 0, 2_000
    for _ in range(trials):
        drawn = dice.choices("WDL", (win, draw, 1 - win - draw), k=60)
        rate = Tally(drawn.count("W"), drawn.count("D"), drawn.count("L")).rate()
        covered += rate.low <= truth <= rate.high
    assert 0.93 <= covered / trials <= 1


def test_elo() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(190.8485)
    assert elo_of(0) == -math.inf
    for elo in (-700, -1, 0, 35, 1200):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert elo_text(Tally(60, 0, 40).elo()) == "+70 ±69"
    assert elo_text(Tally(0, 10, 0).elo()) == "+0 ±99"


def test_the_ratio_of_coin_flips() -> None:
    test = SPRT(-10, 30)
    low, high = score_of(-10), score_of(30)
    expected = 70 * math.log(high / low) + 50 * math.log((1 - high) / (1 - low))
    assert test.ratio(Tally(70, 0, 50)) == pytest.approx(expected, abs=1e-3)
    assert test.ratio(Tally(70, 0, 0)) == pytest.approx(70 * math.log(high / low), abs=1e-2)
    assert test.ratio(Tally()) == 0


@pytest.mark.parametrize("tally", [Tally(40, 30, 30), Tally(5, 90, 5), Tally(100, 3, 20)])
def test_the_ratio_of_three_outcomes(tally: Tally) -> None:
    """The likelihoods are the greatest that there are: scipy finds the same."""

    def greatest(score: float) -> float:
        def cost(draw: float) -> float:
            win, loss = score - draw / 2, 1 - score - draw / 2
            counts = zip((tally.wins, tally.draws, tally.losses), (win, draw, loss), strict=True)
            return -sum(n * math.log(p) for n, p in counts)

        most = 2 * min(score, 1 - score)
        found = optimize.minimize_scalar(
            cost, bounds=(1e-9, most - 1e-9), method="bounded", options={"xatol": 1e-10}
        )
        return -float(found.fun)

    test = SPRT(0, 40)
    expected = greatest(score_of(40)) - greatest(score_of(0))
    assert test.ratio(tally) == pytest.approx(expected, abs=1e-3)


@given(TALLIES)
def test_the_ratio_is_antisymmetric(tally: Tally) -> None:
    one, other = SPRT(-20, 35).ratio(tally), SPRT(-35, 20).ratio(tally.reversed)
    assert one == pytest.approx(-other, abs=1e-6 * max(1, tally.games))


def test_bounds() -> None:
    assert SPRT(0, 5).bounds == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    assert SPRT(0, 5, 0.01, 0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize(
    ("elo", "wrong"), [(0, "elo1"), (120, "elo0")], ids=["as good as elo0", "as good as elo1"]
)
def test_it_errs_about_as_often_as_it_may(elo: float, wrong: str) -> None:
    test = SPRT(0, 120, alpha=0.1, beta=0.1)
    dice, errors, trials = random.Random(11), 0, 400
    draw = 0.2
    win = score_of(elo) - draw / 2
    for _ in range(trials):
        tally, verdict = Tally(), None
        while verdict is None:
            points = dice.choices(
                (Tally(1), Tally(0, 1), Tally(0, 0, 1)), (win, draw, 1 - win - draw)
            )
            tally += points[0]
            verdict = test.verdict(tally)
        errors += verdict == wrong
    assert 0.05 <= errors / trials <= 0.14


@pytest.mark.parametrize(
    "arguments", [(5, 5), (10, 0), (math.nan, 1), (0, math.inf), (0, 5, 0), (0, 5, 0.05, 0.5)]
)
def test_nonsense(arguments: tuple[float, ...]) -> None:
    with pytest.raises(BadOption):
        SPRT(*arguments)
