"""Random means uniform over the legal steps.

The core's own checks test each choice of a playout with chi-square, on every small board. Here whole
games are tested: the winner and the number of steps of many playouts against their exact distribution,
which a walk through the whole tree of a small game gives.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import chisquare

import quincunx
from quincunx import State

GAMES = 40_000


def exact(state: State, known: dict[State, dict[tuple[int, int], Fraction]]) -> Any:
    """The chance of each (winner, number of steps) of a uniformly random game from a state."""
    if state in known:
        return known[state]
    result: Counter[tuple[int, int]] = Counter()
    if state.outcome:
        winner = state.outcome.winner
        result[(2 if winner is None else state.game.colours.index(winner), 0)] = 1
    else:
        legal = state.legal()
        for action in legal:
            for (winner, steps), chance in exact(state.play(action), known).items():
                result[(winner, steps + 1)] += chance / len(legal)
    known[state] = {k: Fraction(v) for k, v in result.items()}
    return known[state]


STATES = {
    "implo 3x3 with swap": quincunx.game("implo", size=3).start(),
    "implo 3x3 within a turn": quincunx.game("implo", size=3).replay("c3", "a1").play("b2"),
    "topolo 2x2": quincunx.game("topolo", size=2).start(),
    "topolo 4x4, late": quincunx.game("topolo", size=4).replay(
        "d1m", "d3s", "c1m", "a1m", "b1s", "b3m", "a3s", "c3l", "c2s", "c4s", "a4s"
    ),
    "licled 2 with swap": quincunx.game("licled", size=2).start(),
}


@pytest.mark.parametrize("name", STATES)
def test_playouts_follow_the_exact_distribution(name: str) -> None:
    state = STATES[name]
    chances = exact(state, {})
    assert sum(chances.values()) == 1
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(GAMES):
        _, steps, first, second, _ = state._core.playouts(1, seed, 1)
        seen[(0 if first else 1 if second else 2, steps)] += 1
    assert set(seen) <= set(chances)
    assert p_value(seen, {k: float(v) for k, v in chances.items()}) > 1e-4


def p_value(seen: Counter[Any], chances: dict[Any, float]) -> float:
    """Of the counts, with the rare results taken together."""
    total = sum(seen.values())
    rare = [k for k, v in chances.items() if v * total < 10]
    kept = [k for k in chances if k not in rare]
    observed = [seen[k] for k in kept]
    expected = [chances[k] * total for k in kept]
    if rest := sum(chances[k] for k in rare):
        observed.append(sum(seen[k] for k in rare))
        expected.append(rest * total)
    if len(observed) == 1:
        return 1.0
    return float(chisquare(observed, expected).pvalue)
