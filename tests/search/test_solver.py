"""The solver as Python sees it."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Any

import pytest

import quincunx
from quincunx import _core
from quincunx.agents.solver import Progress, solve
from quincunx.errors import BadOption


def test_a_game_that_is_over() -> None:
    state = quincunx.game("topolo", size=2).replay("a1s", "b1l", "a2l", "b2s")
    assert state.outcome is not None
    solution = solve(state, memory=1)
    assert solution.known
    assert (solution.seat, solution.winner) == (state.outcome.seat, state.outcome.winner)
    assert (solution.line, solution.positions) == ((), 0)


def test_the_winner_has_the_colour_of_the_end() -> None:
    """The first stone wins, so the second seat takes it over."""
    solution = solve(quincunx.game("implo", size=3).replay("b2"), memory=1)
    assert solution.seat == 1
    assert solution.winner == ("black" if solution.line[0].text == "swap" else "white")


def test_the_third_appearance_is_a_draw() -> None:
    robble = quincunx.game("robble", size=3, pie=False)
    twice = robble.replay("b2", "a2", "b2", "a2")
    solution = solve(twice, memory=1)
    assert solution.draw
    end = twice
    for step in solution.line:
        end = end.play(step)
    assert end.outcome is not None
    assert end.outcome.reason == "repetition"


def test_progress_is_told() -> None:
    told: list[Progress] = []
    solution = solve(
        quincunx.game("licled", size=3).start(), nodes=300_000, memory=4, progress=told.append
    )
    assert not solution.known
    assert solution.positions <= 300_000
    assert told[-1].positions == solution.positions
    assert [p.positions for p in told] == sorted(p.positions for p in told)
    assert all(0 <= p.fill <= 1 for p in told)


@pytest.mark.parametrize(
    "wrong", [{"nodes": 0}, {"nodes": 1.5}, {"memory": 0}, {"memory": "much"}, {"memory": 2**21}]
)
def test_nonsense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="is a whole number from 1 on"):
        solve(quincunx.game("topolo", size=2).start(), **wrong)


def test_memory_is_kept_to() -> None:
    position = quincunx.game("robble", size=5).start()._core
    solver = _core.Solver(position, 100_000)
    assert 90_000 < solver.memory <= 100_000
    assert solver.run(200_000) is None
    assert solver.fill > 0.9
    with pytest.raises(ValueError, match="memory"):
        _core.Solver(position, 0)


def test_another_thread_can_stop_it() -> None:
    solver = _core.Solver(quincunx.game("robble").start()._core, 2**20)
    found: list[int | None] = []
    thread = threading.Thread(target=lambda: found.append(solver.run(2**63)))
    thread.start()
    while solver.positions < 1000:
        pass
    solver.stop()
    thread.join(20)
    assert found == [None]
    assert solver.run(2**63) is None


def test_ctrl_c_leaves_nothing_running() -> None:
    before, handler = set(sys._current_frames()), signal.getsignal(signal.SIGALRM)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for _ in range(5):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(KeyboardInterrupt):
                solve(quincunx.game("robble").start(), memory=1)
            assert set(sys._current_frames()) == before
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
