"""The search, as Python sees it: repeatable, stoppable, within its memory, and right where the end is near."""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
from pathlib import Path

import pytest

import quincunx
from quincunx import State
from quincunx.agents import Limit, Searcher
from quincunx.agents.solver import solve
from tests.endgames import BOARDS, endgames, winner

SIGNATURES = Path(__file__).parent.parent / "data" / "signatures.json"
NAMES = [family.name for family in quincunx.games()]


def wander(game: quincunx.Game, seed: int, steps: int) -> State:
    """A state after so many random steps; or before the last one of a game that is shorter."""
    dice = random.Random(seed)
    state = game.start()
    while len(state.steps) < steps:
        after = state.play(dice.choice(state.legal()))
        if after.over:
            break
        state = after
    return state


def signature(name: str) -> str:
    """All that a search finds in three positions of a game, boiled down to a few digits."""
    found: list[object] = []
    game = quincunx.game(name)
    for steps in (0, len(game.cells) // 3, len(game.cells) * 3 // 4):
        report = Searcher(game, seed=1).report_after(wander(game, 1, steps), Limit(visits=400))
        found.append([(c.step.text, c.visits, round(c.win_rate, 6)) for c in report.candidates])
        found.append([step.text for step in report.candidates[0].line[:6]])
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_and_visits_give_one_result_for_ever(name: str) -> None:
    """If it changes, the search plays differently: levels are to be measured anew, then the file is made anew."""
    assert signature(name) == json.loads(SIGNATURES.read_text())[name]


def test_where_playouts_stop_early_has_a_setting_of_its_own() -> None:
    game = quincunx.game("topolo")
    first, second = wander(game, 1, 20), wander(game, 1, 40)

    def found(state: State, **tuning: float) -> list[tuple[str, int]]:
        report = Searcher(game, seed=1, tuning=tuning).report_after(state, Limit(visits=2_000))
        return [(c.step.text, c.visits) for c in report.candidates]

    assert found(first, explore_early=1) != found(first) == found(first, explore=1)
    assert found(second, explore_early=1) == found(second) != found(second, explore=1)


@pytest.mark.parametrize(("name", "size"), BOARDS.items())
def test_a_won_endgame_is_won(name: str, size: int) -> None:
    for state in endgames(name, size):
        step = Searcher(state.game, seed=2).choose(state, Limit(visits=20_000))
        assert winner(state.play(step), 1_000_000) == state.seat, f"{state!r}: {step}"


class Told:
    """A stop that is set when it is asked for the third time, and knows when that was."""

    def __init__(self) -> None:
        self.asked, self.at = 0, 0.0

    def is_set(self) -> bool:
        self.asked += 1
        if self.asked == 3:
            self.at = time.perf_counter()
        return self.asked >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_search_stops_when_it_is_told_to(name: str) -> None:
    """Within 50 ms, in one go of the core that would take a minute; the middle of five, as machines hiccup."""
    game = quincunx.game(name)
    delays = []
    for seed in range(5):
        told = Told()
        searcher = Searcher(game, seed=seed, threads=2)
        report = searcher.report_after(game.start(), Limit(seconds=60), stop=told)
        delays.append(time.perf_counter() - told.at)
        assert told.asked >= 3, "it was asked while the core was searching"
        assert report.final
        assert report.visits > 0
        assert report.seconds < 60
    assert sorted(delays)[2] < 0.05


def test_other_threads_go_on_meanwhile() -> None:
    game = quincunx.game("licled")
    stop, counted = threading.Event(), 0
    worker = threading.Thread(
        target=Searcher(game, seed=1).report_after,
        args=(game.start(), Limit(seconds=60)),
        kwargs={"stop": stop},
    )
    worker.start()
    while counted < 1_000_000:  # with the GIL held by the search this would take the minute
        counted += 1
    assert worker.is_alive()
    stop.set()
    worker.join(timeout=30)
    assert not worker.is_alive()


@pytest.mark.parametrize("name", NAMES)
def test_memory_is_bounded(name: str) -> None:
    game = quincunx.game(name)
    searcher = Searcher(game, seed=1, memory=1)
    visits = 3_000 if name == "licled" else 80_000  # far more than the tree has room for
    report = searcher.report_after(game.start(), Limit(visits=visits))
    assert report.visits == visits
    assert 0.5 * 2**20 < report.memory <= 2**20


def test_reports_tell_what_is_known() -> None:
    state = quincunx.game("implo", size=3, pie=False).replay("c3", "a1").play("b2").play("*a2")
    report = Searcher(state.game).report_after(state, Limit(visits=100))
    assert report.proven == "win"
    assert report.values == (1.0, 0.0)
    assert report.candidates[0].proven == "win"
    lost = quincunx.game("robble", size=3, pie=False)
    state = wander(lost, 5, 30)
    report = Searcher(lost).report_after(state, Limit(visits=100))
    assert {c.step for c in report.candidates} == set(state.legal())
    assert set(report.owners) == set(lost.cells)


def test_bargo_tells_a_score() -> None:
    plain = quincunx.game("bargo", size=3, komi=0).start()
    komi = quincunx.game("bargo", size=3, komi=9).start()
    without, with_komi = (
        Searcher(s.game, seed=1).report_after(s, Limit(visits=4000)).score for s in (plain, komi)
    )
    assert without is not None
    assert with_komi is not None
    assert 6 < without - with_komi < 12
    assert (
        Searcher(quincunx.game("robble"))
        .report_after(quincunx.game("robble").start(), Limit(visits=50))
        .score
        is None
    )


def test_who_has_lost_goes_on_searching() -> None:
    """A lost position is no reason to play at random: the step is as well considered as any other."""
    for seed in range(200):
        state = wander(quincunx.game("topolo", size=4), seed, 11)
        solution = solve(state, nodes=100_000)
        if solution.known and solution.seat == 1 - state.seat and len(state.legal()) > 3:
            report = Searcher(state.game, seed=1).report_after(state, Limit(visits=500))
            assert report.proven == "loss"
            assert report.visits == 500
            assert {c.proven for c in report.candidates} == {"loss"}
            return
    pytest.fail("no lost position was found")
