"""The clock: whoever takes what it gives never runs out of time."""

from __future__ import annotations

import pytest

from quincunx.engine.clock import LAG, Clock, Settings


@pytest.mark.parametrize("main", [5, 60, 3600])
def test_main_time_lasts(main: float) -> None:
    """Also if there are twice as many turns as were expected."""
    clock, spent, shares = Clock(Settings(main, 0, 0)), 0.0, []
    for turn in range(40):
        shares.append(clock.share(turns_ahead=20 - turn))
        spent += shares[-1] + 0.02
        clock.take(shares[-1] + 0.02)
    assert main / 2 < spent < main, "most of it is used"
    assert shares[0] > shares[-1], "less and less as it runs out"


@pytest.mark.parametrize("turns", [1, 5, 25])
def test_periods_last(turns: int) -> None:
    clock = Clock(Settings(0, 30, turns))
    for _ in range(3):
        spent = 0.0
        for _ in range(turns):
            share = clock.share(turns_ahead=20)
            spent += share + LAG
            clock.take(share + LAG)
        assert 15 < spent < 30


def test_main_time_goes_over_into_periods() -> None:
    clock = Clock(Settings(10, 20, 2))
    with_periods = clock.share(turns_ahead=10)
    assert with_periods > Clock(Settings(10, 0, 0)).share(turns_ahead=10)
    clock.take(14)  # 4 of them of the first period
    assert clock.share(turns_ahead=10) == pytest.approx(0.9 * 16 / 2 - LAG)


def test_what_the_controller_says_counts() -> None:
    clock = Clock(Settings(600, 30, 5))
    clock.set(3, 1)
    assert clock.share(turns_ahead=10) == pytest.approx(0.9 * 3 - LAG)
    clock.take(2)
    assert clock.share(turns_ahead=10) == pytest.approx(0.9 * 30 / 5 - LAG), "a new period"
    clock.set(0, 0)
    assert clock.share(turns_ahead=10) == pytest.approx(0.9 * 30 / 5 - LAG), "main time is over"


def test_without_time_there_is_still_a_move() -> None:
    clock = Clock(Settings(0, 0, 0))
    clock.take(5)
    assert 0 < clock.share(turns_ahead=10) < 0.1
