"""Positions near the end whose winner is known for certain."""

from __future__ import annotations

import random
from collections.abc import Iterator

import quincunx
from quincunx import State
from quincunx.agents.solver import solve

BOARDS = {"implo": 8, "bargo": 4, "topolo": 8, "robble": 7, "licled": 4}
"""The sizes at which the ends of games can be solved."""


def endgames(name: str, size: int) -> Iterator[State]:
    """200 positions near the end in which the seat to choose can win; in 50 of them not by every step."""
    game = quincunx.game(name, size=size)
    easy = sharp = seed = 0
    while easy < 150 or sharp < 50:
        seed += 1
        dice = random.Random(seed)
        states = [game.start()]
        while not states[-1].over:
            states.append(states[-1].play(dice.choice(states[-1].legal())))
        state = states[max(0, len(states) - 2 - dice.randrange(1, 9))]
        if len(state.legal()) < 2 or winner(state, 5_000) != state.seat:
            continue
        values = [winner(state.play(step), 5_000) for step in state.legal()]
        if any(value not in (state.seat, "unknown") for value in values):
            sharp += 1
            yield state
        elif easy < 150:
            easy += 1
            yield state


def winner(state: State, nodes: int) -> int | str | None:
    """The seat that wins for certain, None for a draw."""
    if state.outcome is not None:
        return state.outcome.seat
    solution = solve(state, nodes=nodes)
    return solution.seat if solution.known else "unknown"
