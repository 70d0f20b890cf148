"""The levels: that every game has them, and how they choose."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from threading import Event

import pytest

import quincunx
from quincunx import Action, BadOption
from quincunx.agents import LEVELS, Candidate, LevelAgent, Limit
from quincunx.agents.levels import DROP, SHARE, SHARP, STANDARD_LEVEL, pick

GAMES = [family.name for family in quincunx.games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_eight_levels(name: str) -> None:
    levels = LEVELS[name]
    assert len(levels) == 8
    for weaker, stronger in pairwise(levels):
        assert 1 <= weaker.visits < stronger.visits
        assert weaker.looseness >= stronger.looseness >= 0
    assert levels[0].looseness > 0
    assert levels[-1].looseness == 0
    assert 1 <= STANDARD_LEVEL <= 8


def test_no_other_games_have_levels() -> None:
    assert set(LEVELS) == set(GAMES)


def candidate(
    text: str, win_rate: float, visits: int = 100, proven: str | None = None
) -> Candidate:
    return Candidate(Action(0, text, "place", text, None), visits, win_rate, proven, ())


def chosen(candidates: list[Candidate], looseness: float, times: int = 4_000) -> Counter[str]:
    dice = random.Random(1)
    return Counter(pick(candidates, looseness, dice).text for _ in range(times))


def test_without_looseness_the_best_is_played() -> None:
    # The best is the most visited, whatever chance has made of another.
    assert set(chosen([candidate("a", 0.5), candidate("b", 0.6, 20)], 0)) == {"a"}


def test_worse_steps_are_chosen_less_often_by_their_looseness() -> None:
    seen = [candidate("a", 0.6), candidate("b", 0.58, 50), candidate("c", 0.9, 70)]
    for looseness, half, most in ((1, 0.5, 0.7), (0.5, 0.25, 0.49), (0.25, 0.0625, 0.2401)):
        counts = chosen(seen, looseness, 10_000)
        assert counts["b"] / counts["a"] == pytest.approx(half, abs=0.04)
        assert counts["c"] / counts["a"] == pytest.approx(most, abs=0.04)


def test_silly_steps_are_never_chosen() -> None:
    best = candidate("a", 0.6)
    bad = candidate("b", 0.6 - DROP - 0.01)
    unseen = candidate("c", 0.59, round(100 * SHARE) - 1)
    assert set(chosen([best, bad, unseen], 10)) == {"a"}


def test_what_is_proven() -> None:
    lost = candidate("l", 0.0, 500, "loss")
    assert set(chosen([candidate("a", 0.05, 60), lost], 1)) == {"a"}
    assert set(chosen([lost, candidate("m", 0.0, 500, "loss")], 1)) == {"l", "m"}
    win, good = candidate("w", 1.0, 40, "win"), candidate("g", 0.95, 500)
    assert set(chosen([win, good], SHARP - 0.01)) == {"w"}
    assert set(chosen([win, good], SHARP)) == {"w", "g"}
    at_once, unseen = candidate("w", 1.0, 0, "win"), candidate("g", 0.95, 0)
    assert set(chosen([at_once, unseen], SHARP)) == {"w", "g"}
    assert set(chosen([at_once, good], SHARP)) == {"w", "g"}


def test_a_choice_depends_on_seed_and_state_alone() -> None:
    state = quincunx.game("implo", size=4).replay("b2")
    one, other = (LevelAgent(state.game, 1, seed=8) for _ in range(2))
    for step in ("a1", "swap", "c3"):
        other.choose(state.play(step))
    assert one.choose(state) == other.choose(state) == one.choose(state)
    assert len({LevelAgent(state.game, 1, seed=seed).choose(state) for seed in range(20)}) > 2


@pytest.mark.parametrize("level", [4, 6])
def test_upper_levels_play_a_proven_win(level: int) -> None:
    dice, found = random.Random(2), 0
    for seed in range(40):
        state = quincunx.game("topolo", size=4).start()
        while len(state.cells) < 12:
            state = state.play(dice.choice(state.legal()))
        agent = LevelAgent(state.game, level, seed=seed)
        *_, report = agent.analyse(state)
        proven = {candidate.step: candidate.proven for candidate in report.candidates}
        if report.proven == "win":
            found += 1
            assert proven[agent.choose(state)] == "win"
    assert found > 3


def test_limits_and_stops() -> None:
    state = quincunx.game("topolo").start()
    agent = LevelAgent(state.game, 8, seed=1)
    *_, report = agent.analyse(state, Limit(visits=30))
    assert report.visits == 30
    assert agent.choose(state, Limit(visits=30)) in state.legal()
    enough = Event()
    enough.set()
    assert agent.choose(state, stop=enough) in state.legal()
    *_, small = LevelAgent(state.game, 1).analyse(state, Limit(visits=10**6))
    assert small.visits == LEVELS["topolo"][0].visits
    agent.close()


@pytest.mark.parametrize("number", [0, 9, True, "3"])
def test_nonsense(number: int) -> None:
    with pytest.raises(BadOption, match="from 1 to 8"):
        LevelAgent(quincunx.game("robble"), number)
