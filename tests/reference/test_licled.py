"""Tests of the reference of Licled: against brute force, and every ruling as a small position."""

import random
from dataclasses import replace
from typing import Any

import pytest

from .base import Outcome
from .boards import hexhex_cells, hexhex_neighbours
from .licled import Licled, Loop
from .licled_brute import Brute, all_loops, loops_among_all_sets


def ring(*inside: str, side: int = 5) -> Loop:
    """The cells around these."""
    neighbours = hexhex_neighbours(side)
    return frozenset(cell for one in inside for cell in neighbours[one]) - set(inside)


def licled(
    black: str = "",
    white: str = "",
    side: int = 5,
    black_loops: tuple[Loop, ...] = (),
    white_loops: tuple[Loop, ...] = (),
) -> Licled:
    stones = {**dict.fromkeys(black.split(), "black"), **dict.fromkeys(white.split(), "white")}
    for colour, loops in (("black", black_loops), ("white", white_loops)):
        for loop in loops:
            stones |= dict.fromkeys(loop, colour)
    claimed = [("black", loop) for loop in black_loops] + [("white", loop) for loop in white_loops]
    return replace(Licled.start(size=side), stones=stones, claimed=tuple(claimed), turns=8)


def test_licled_loops_are_as_brute_force_finds_them() -> None:
    assert all_loops(2) == loops_among_all_sets(2)
    assert all_loops(3) == loops_among_all_sets(3)


def compare_with_brute_force(state: Licled, cell: str) -> None:
    """Whether a placement is legal, and which loops may then be claimed."""
    brute = Brute(state, cell)
    reason = brute.why_not_placed()
    assert state.why_not_placed(cell) == reason
    if reason is None and state.enemy_loops:
        candidates = state.play(cell).candidates
        assert len(candidates) == len(set(candidates))
        assert set(candidates) == brute.choices()


@pytest.mark.parametrize(("side", "games", "seed"), [(2, 20, 0), (3, 40, 1), (4, 3, 0)])
def test_licled_against_brute_force(side: int, games: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(games):
        state = Licled.start(size=side)
        while legal := state.legal():
            if state.at_turn_start:
                # Claimed loops are exactly the loops of one colour (rulings 3 and 7).
                theirs = frozenset(state.stones) - state.own
                colours = {state.to_move: state.own, state.other(state.to_move): theirs}
                single = {
                    (colour, loop)
                    for colour, stones in colours.items()
                    for loop in all_loops(side)
                    if loop.issubset(stones)
                }
                assert set(state.claimed) == single
                for cell in hexhex_cells(side):
                    if cell not in state.stones:
                        compare_with_brute_force(state, cell)
            state = state.play(chance.choice(legal))


def test_licled_claim_removes_own_stones_beside_it_and_no_enemy_stones() -> None:
    state = licled(black="e4 d4 d5 c3", white="f4 f5 d6").play("e6")
    assert state.claimed == (("black", ring("e5")),)
    assert state.cells == {**dict.fromkeys(ring("e5"), "B"), "d6": "W"}
    # White may place beside it, Black may not.
    assert state.why_illegal("e7") is None
    assert replace(state, to_move="black").why_illegal("e7") == "beside_own_loop"
    assert replace(state, to_move="black").why_illegal("e5") == "beside_own_loop"


def test_licled_loop_that_meets_one_as_long_is_not_flipped() -> None:
    state = licled(black="d4 f4 f5", white="d5", white_loops=(ring("e3"),)).play("e6")
    assert state.at_turn_start
    assert state.cells["d5"] == state.cells["e4"] == "W"


def test_licled_control_of_half_a_loop() -> None:
    assert licled(black="e4 d4", white="d5 f4 f5").play("e6").claimed
    assert not licled(black="e4", white="d4 d5 f4 f5").play("e6").claimed


def test_licled_three_in_a_triangle_are_no_loop() -> None:
    assert not licled(black="e4 d4").play("e5").claimed


def test_licled_placements_that_no_claim_makes_legal() -> None:
    two = licled(black="e3 d3 d4 e7 d5 d6", white="f3 f4 f5 f6")
    assert two.why_illegal("e5") == "two_loops"
    second = licled(black="d3 e3", white="e4 e5 e6 d5 f3 f4 f5")
    assert second.why_illegal("d4") == "forces_second_loop"
    touching = licled(black="d5 d6 f5 f6", white="e5", black_loops=(ring("e3"),))
    assert touching.why_illegal("e7") == "touches_own_loop"
    assert touching.why_illegal("e5") == "occupied"


ONE_CHOICE: dict[str, Any] = {
    "black": "d4 d6 f6",
    "white": "d5 f5 f4",
    "white_loops": (ring("e3"),),
}


def test_licled_one_optional_loop() -> None:
    state = licled(**ONE_CHOICE).play("e7")
    assert state.legal() == ["leave", "claim"]
    assert (state.to_move, state.at_turn_start, state.outcome) == ("black", False, None)
    # The placed stone is on the board, and nothing is flipped yet.
    assert (state.cells["e7"], state.cells["e4"]) == ("B", "W")
    assert state.why_illegal("a1") == "choose_claim_first"
    assert state.why_illegal("+e4") == "only_one_loop"
    left = state.play("leave")
    assert (left.cells, left.claimed, left.to_move) == (state.cells, state.claimed, "white")
    claimed = state.play("claim")
    # The enemy loop lost a stone: it is no claimed loop any more, and its other stones stay.
    assert claimed.claimed == (("black", ring("e5", "e6")),)
    whites = {cell for cell, colour in claimed.stones.items() if colour == "white"}
    assert whites == ring("e3") - {"e4"}
    assert claimed.why_illegal("leave") == "nothing_to_claim"
    assert claimed.why_illegal("claim") == "nothing_to_claim"
    assert claimed.why_illegal("+e4") == "nothing_to_claim"


def test_licled_a_loop_that_must_be_claimed_leaves_the_optional_ones() -> None:
    extra = {"black": "d4 d6 f6 e9 d8", "white": "d5 f5 f4 d7 f7 f8"}
    state = licled(**{**ONE_CHOICE, **extra}).play("e7")
    assert state.at_turn_start
    assert set(state.claimed) == {("white", ring("e3")), ("black", ring("e8"))}
    assert state.cells["d4"] == "B"
    assert "d6" not in state.cells
    assert "f6" not in state.cells


def test_licled_several_optional_loops_are_narrowed() -> None:
    left, right = ring("g4", side=7), ring("g10", side=7)
    black = "f5 f6 f7 f8 h5 h7 h8"
    state = licled(black=black, side=7, white_loops=(left, right)).play("h6")
    # Past each enemy loop by its near stone or by the five far ones, but not far past both.
    assert sorted(len(loop) for loop in state.candidates) == [10, 14, 14]
    far = (left | right) - {"g5", "g9"}
    assert set(state.legal()) == {"leave", "+g5", "+g9", *(f"+{cell}" for cell in far)}
    assert state.why_illegal("claim") == "several_loops"
    assert state.why_illegal("+a1") == "on_no_loop"
    assert state.why_illegal("+h6") == "on_every_loop"
    narrowed = state.play("+g5")
    assert narrowed.why_illegal("leave") == "narrowing"
    assert "+g9" in narrowed.legal()
    assert narrowed.why_illegal("+g5") == "on_every_loop"
    near = narrowed.play("+g9")
    assert near.claimed == (("black", ring("g6", "g7", "g8", side=7)),)
    around_left = state.play("+g3")
    assert around_left.at_turn_start
    assert ("white", right) not in around_left.claimed
    assert len(around_left.claimed) == 1


def test_licled_no_placement_wins() -> None:
    state = licled(side=2, black_loops=(ring("b2", side=2),))
    assert state.outcome == Outcome("black", 0, "no_placement")
    # The swap is no placement.
    assert replace(state, turns=1).outcome is not None
    white = replace(state, to_move="white")
    assert white.legal() == ["b2"]
    assert white.play("b2").outcome == Outcome("black", 0, "no_placement")
    full = replace(white, stones={**white.stones, "b2": "white"}, first_colour_seat=1)
    assert full.outcome == Outcome("white", 0, "no_placement")


def test_licled_growth_finds_each_loop_once() -> None:
    state = Licled.start(size=3)
    everywhere = replace(state, stones=dict.fromkeys(hexhex_cells(3), "black"))
    for cell in ("c3", "a1", "b2"):
        found = list(everywhere.free_loops(cell, everywhere.own))
        assert len(found) == len(set(found))
        assert set(found) == {loop for loop in all_loops(3) if cell in loop}
