"""Swap and komi: what the engine offers and takes, on boards where the truth is known."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.agents import LevelAgent, Limit, Searcher
from quincunx.agents.openings import first_steps, without_opening
from quincunx.agents.solver import solve


@pytest.mark.parametrize(("name", "size"), [("implo", 3), ("licled", 2)])
def test_it_swaps_exactly_when_the_first_stone_wins(name: str, size: int) -> None:
    game = quincunx.game(name, size=size)
    plain = without_opening(game)
    truths = set()
    for first in game.start().legal():
        wins = solve(plain.start().play(first.text)).seat == 0
        truths.add(wins)
        chosen = Searcher(game, seed=1).choose(game.start().play(first), Limit(visits=3_000))
        assert (chosen.text == "swap") == wins, first
    if name == "licled":
        assert truths == {True, False}


def test_a_step_instead_of_a_swap_is_legal_and_considered() -> None:
    game = quincunx.game("licled", size=2)
    state = game.start().play("a1")  # loses for the one who placed it
    chosen = Searcher(game, seed=1).choose(state, Limit(visits=3_000))
    assert solve(state.play(chosen)).seat == 1


@pytest.mark.parametrize("name", ["implo", "robble", "licled"])
def test_first_stones_are_offered_from_all_sides(name: str) -> None:
    game = quincunx.game(name, size=4)
    chosen = {Searcher(game, seed=s).choose(game.start(), Limit(visits=60)) for s in range(12)}
    assert len(chosen) > 2
    again = Searcher(game, seed=3)
    assert again.choose(game.start(), Limit(visits=60)) == again.choose(
        game.start(), Limit(visits=60)
    )


def test_first_steps_are_one_for_each_symmetry() -> None:
    game = quincunx.game("robble", size=7)
    classes = first_steps(game)
    assert len(classes) == 10
    every = [step for images in classes.values() for step in images]
    assert len(every) == len(set(every)) == 49


def test_the_better_side_is_chosen() -> None:
    """Bargo on side 2 is worth six points and a half to Black."""
    game = quincunx.game("bargo", size=2)
    for komi, side in ((0, "black"), (3, "black"), (7, "white")):
        state = game.start().play(f"komi:{komi}")
        assert Searcher(game, seed=1).choose(state, Limit(visits=5_000)).text == side


def test_the_komi_is_near_the_median_of_the_playouts() -> None:
    game = quincunx.game("bargo", size=4)
    offered = Searcher(game, seed=1).choose(game.start(), Limit(visits=4_000))
    assert offered.kind == "komi"
    state = without_opening(game, komi=int(offered.text.partition(":")[2])).start()
    report = Searcher(state.game, seed=9).report_after(state, Limit(visits=4_000))
    assert report.median is not None
    assert abs(report.median) <= 2


@pytest.mark.parametrize("name", ["implo", "bargo", "robble", "licled"])
def test_levels_open_like_the_search(name: str) -> None:
    game = quincunx.game(name, size=3)
    agent = LevelAgent(game, 1, seed=1)
    state = game.start()
    while len(state.steps) < 3 and not state.over:
        step = agent.choose(state)
        assert step in state.legal()
        state = state.play(step)
