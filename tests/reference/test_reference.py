"""Tests of the reference itself: figures, and every ruling as a small position.

Those of Licled are in test_licled.py.
"""

import random
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from . import GAMES, Outcome, Reference, perft, start
from .bargo import Bargo
from .boards import components, hexhex_cells, hexhex_towards, square_cells
from .implo import Implo
from .robble import Robble
from .topolo import Topolo

Game = TypeVar("Game", bound=Reference)


def play(state: Game, turn: str) -> Game:
    """The position after these steps, each of which must be legal."""
    for text in turn.split():
        state = state.play(text)
    return state


def random_game(state: Game, seed: int, most: int = 1000) -> list[Game]:
    """The positions of a random game."""
    chance = random.Random(seed)
    positions = [state]
    while len(positions) < most and (legal := positions[-1].legal()):
        positions.append(positions[-1].play(chance.choice(legal)))
    return positions


# Boards


def test_cells_are_in_cell_order() -> None:
    assert list(square_cells(3)) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert list(hexhex_cells(2)) == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    assert [len(hexhex_cells(side)) for side in (2, 5, 9)] == [7, 61, 217]


def test_directions_of_a_hexhex_board() -> None:
    middle = {"ne": "c2", "e": "b3", "se": "a2", "sw": "a1", "w": "b1", "nw": "c1"}
    assert hexhex_towards(2)["b2"] == middle
    assert hexhex_towards(2)["a1"] == {"ne": "b2", "e": "a2", "nw": "b1"}


def test_components() -> None:
    assert components(["a1", "c1", "b1"], {"a1": ["b1"], "b1": ["a1"], "c1": []}) == [
        frozenset({"a1", "b1"}),
        frozenset({"c1"}),
    ]


# All games

PERFT = [
    ("implo", {"size": 3}, 5, 12872),
    ("implo", {"size": 4}, 4, 45832),
    ("implo", {"size": 6}, 3, 44100),
    ("robble", {"size": 3}, 5, 24088),
    ("robble", {"size": 4}, 4, 47976),
    ("topolo", {"size": 4}, 3, 18144),
    ("topolo", {"size": 8}, 2, 17856),
    ("bargo", {"size": 2, "komi": 0}, 3, 6391),
    ("bargo", {"size": 3, "komi": 0}, 2, 6421),
    ("licled", {"size": 2}, 4, 1050),
    ("licled", {"size": 3}, 4, 98838),
]


@pytest.mark.parametrize(("name", "options", "depth", "count"), PERFT)
def test_perft(name: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert perft(start(name, **options), depth) == count


@pytest.mark.parametrize("name", GAMES)
def test_games_end_with_no_legal_step(name: str) -> None:
    for seed in range(3):
        *before, last = random_game(start(name, size=GAMES[name].sizes[1]), seed)
        assert all(position.outcome is None for position in before)
        assert last.outcome is not None
        assert {last.why_illegal(text) for text in last.all_steps()} == {"over"}


@pytest.mark.parametrize("name", GAMES)
def test_options(name: str) -> None:
    assert start(name).options == GAMES[name].defaults
    for options in ({"size": 1}, {"size": 11}, {"size": "8"}, {"pie": 1}, {"komi": -1}, {"x": 1}):
        with pytest.raises(ValueError, match=name):
            start(name, **options)


def test_steps_that_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="no step of robble"):
        start("robble", size=3).play("d4")
    with pytest.raises(ValueError, match="occupied"):
        play(start("robble", size=3), "b2 b2")
    with pytest.raises(ValueError, match="none of"):
        start("go")


@pytest.mark.parametrize("name", ["implo", "robble", "licled"])
def test_swap_is_offered_once_on_the_second_turn(name: str) -> None:
    first = start(name, size=4)
    assert first.why_illegal("swap") == "swap_not_offered"
    second = first.play("b2")
    assert (second.to_move, second.seat) == ("white", 1)
    swapped = second.play("swap")
    assert (swapped.to_move, swapped.seat, swapped.cells) == ("white", 0, {"b2": "B"})
    assert swapped.why_illegal("swap") == "swap_not_offered"
    assert second.play("c3").why_illegal("swap") == "swap_not_offered"
    assert start(name, size=4, pie=False).play("b2").why_illegal("swap") == "swap_not_offered"


# Implo


def implo(size: int = 4, black: str = "", white: str = "", **fields: object) -> Implo:
    """A position in the middle of a game, black to move unless said otherwise."""
    stones = {**dict.fromkeys(black.split(), "black"), **dict.fromkeys(white.split(), "white")}
    changes: dict[str, Any] = {"stones": stones, "turns": 8, **fields}
    return replace(Implo.start(size=size), **changes)


def test_implo_forced_resolution_is_no_step() -> None:
    after = implo(3, white="b1").play("a2")
    # Both colours touch the patch a1 with one stone: it goes to the opponent of who placed.
    assert after.cells == {"a1": "w", "a2": "B"}
    assert (after.to_move, after.at_turn_start) == ("white", True)


def test_implo_one_patch_and_a_tie() -> None:
    state = implo(black="b1").play("a2")
    assert (state.legal(), state.to_move, state.at_turn_start) == (["-b1", "-a2"], "black", False)
    assert state.why_illegal("c3") == "remove_first"
    assert state.why_illegal("*a1") == "remove_first"
    assert state.why_illegal("-c3") == "not_tied"
    assert state.play("-b1").cells == {"a1": "b", "a2": "B"}


def test_implo_who_resolves_chooses_also_for_the_owner() -> None:
    state = implo(black="b1 a3", to_move="white").play("b2")
    assert (state.legal(), state.to_move) == (["-b1", "-a3"], "white")
    assert state.play("-a3").cells == {"a1": "b", "a2": "b", "b1": "B", "b2": "W"}


def test_implo_several_patches_are_picked_one_at_a_time() -> None:
    state = implo(5, black="b1 b3 a4").play("a2")
    assert (state.legal(), state.at_turn_start) == (["*a1", "*a3"], False)
    assert state.why_illegal("c3") == "resolve_first"
    assert state.why_illegal("-a2") == "resolve_first"
    assert state.why_illegal("*c3") == "no_patch"
    tie = state.play("*a1")
    assert tie.legal() == ["-b1", "-a2"]
    # Without a2, the cell a3 is part of a large territory, and no patch any more.
    assert tie.play("-a2").cells == {"a1": "b", "b1": "B", "b3": "B", "a4": "B"}
    # With a2, it is the only patch left, and the next choice is the group.
    assert tie.play("-b1").legal() == ["-a2", "-b3", "-a4"]


def test_implo_patches_are_picked_also_if_their_order_does_not_matter() -> None:
    state = implo(5, white="b1 c1 b3 c3 a4").play("a2")
    assert state.legal() == ["*a1", "*a3"]
    ends = [state.play(text) for text in state.legal()]
    assert [end.cells for end in ends] == [{"a1": "w", "a2": "B", "a3": "w", "a4": "W"}] * 2
    assert all(end.at_turn_start for end in ends)


def test_implo_names_are_lowest_cells() -> None:
    state = implo(5, white="c1 b2 b3 a4").play("a2")
    assert state.legal() == ["*a1", "*a3"]
    assert state.why_illegal("*b1") == "not_lowest_cell"
    state = implo(5, black="b1 c1 a3").play("a2")
    assert state.legal() == ["-b1", "-a2"]
    assert state.why_illegal("-c1") == state.why_illegal("-a3") == "not_lowest_cell"


def test_implo_patch_without_stones() -> None:
    state = implo(markers={"b1": "black", "a2": "black"}, to_move="white")
    after = state.play("c3")
    assert after.markers["a1"] == "black"
    assert after.stones == {"c3": "white"}


def test_implo_groups_are_counted_apart_and_markers_not_at_all() -> None:
    after = implo(black="b1", white="c2 b2").play("a3")
    # Two black groups of one stone each against one white group of two.
    assert after.cells == {"a1": "w", "a2": "w", "b1": "B", "a3": "B"}
    markers = {"b1": "black", "c1": "black", "c2": "black"}
    after = implo(markers=markers, to_move="white").play("a2")
    assert after.cells == {"a1": "w", "b1": "b", "c1": "b", "c2": "b"}


def test_implo_other_reasons() -> None:
    state = implo(black="b2", markers={"d4": "white"})
    assert state.why_illegal("b2") == state.why_illegal("d4") == "occupied"
    assert state.why_illegal("*a1") == "nothing_to_resolve"
    assert state.why_illegal("-b2") == "nothing_to_remove"


def test_implo_ends() -> None:
    cells = list(square_cells(4))
    full = implo(black=" ".join(cells[:8]), white=" ".join(cells[8:]))
    assert full.outcome == Outcome("black", 0, "last_move")
    assert replace(full, to_move="white").outcome == Outcome("white", 1, "last_move")
    more = replace(full, stones={**full.stones, "a1": "white"}, first_colour_seat=1)
    assert more.outcome == Outcome("white", 0, "stones", (7, 9))
    columns = {"a": "black", "b": "white", "c": "black", "d": "black"}
    markers = {cell: columns[cell[0]] for cell in cells if cell != "c4"}
    marked = implo(white="c4", markers=markers)
    assert marked.outcome == Outcome("black", 0, "marker_groups", (1, 0), 7)
    markers |= dict.fromkeys(("d1", "d2", "d3", "d4"), "white")
    del markers["c3"]
    split = implo(white="c4 c3", markers=markers)
    assert split.outcome == Outcome("white", 1, "marker_groups", (1, 2), 4)


# Robble


def robble(black: str = "", white: str = "", **fields: object) -> Robble:
    stones = {**dict.fromkeys(black.split(), "black"), **dict.fromkeys(white.split(), "white")}
    changes: dict[str, Any] = {"stones": stones, "turns": 8, **fields}
    return replace(Robble.start(size=5), **changes)


def test_robble_placement() -> None:
    # Up: pushed. Right: two stones, the near one turns. Left: turned too. Down: off the board.
    state = robble(black="b2 a2", white="c3 d2 e2 c1")
    expected = {"c2": "B", "c4": "W", "d2": "B", "e2": "W", "b2": "W", "a2": "B"}
    assert state.play("c2").cells == expected
    assert state.why_illegal("b2") == "occupied"


def test_robble_repetition_counts_the_empty_board_but_no_swap() -> None:
    state = Robble.start(size=5)
    assert list(state.appearances.values()) == [1]
    once = state.play("c3")
    assert once.play("swap").appearances == once.appearances
    assert set(once.appearances.values()) == {1}


def test_robble_third_appearance_is_a_draw() -> None:
    state = robble(black="c3")
    shown = {replace(state, stones={"c3": "black", "a1": "black"}, to_move="white").appearance: 2}
    third = replace(state, appearances=shown).play("a1")
    assert third.outcome == Outcome(None, None, "repetition")
    twice = replace(state, appearances=dict.fromkeys(shown, 1)).play("a1")
    assert twice.outcome is None


def test_robble_full_board_goes_before_repetition() -> None:
    cells = list(square_cells(5))
    full = robble(black=" ".join(cells[:13]), white=" ".join(cells[13:]))
    full = replace(full, appearances={full.appearance: 3})
    assert full.outcome == Outcome("black", 0, "groups", (1, 0), 13)


def test_robble_who_moved_last_loses_if_all_is_struck_out() -> None:
    cells = list(square_cells(4))
    stones = {**dict.fromkeys(cells[:8], "black"), **dict.fromkeys(cells[8:], "white")}
    full = replace(Robble.start(size=4), stones=stones, to_move="white")
    assert full.outcome == Outcome("white", 1, "last_move")


def test_robble_three_by_three_is_always_a_draw() -> None:
    for seed in range(5):
        last = random_game(Robble.start(size=3), seed)[-1]
        assert last.outcome == Outcome(None, None, "repetition")


# Topolo


def topolo(size: int, text: str) -> Topolo:
    """A full board, its rows from the bottom."""
    colours = {"R": "red", "B": "black"}
    pieces = zip(square_cells(size), text.split(), strict=True)
    filled = {cell: (colours[piece[0]], int(piece[1])) for cell, piece in pieces}
    return replace(Topolo.start(size=size), pieces=filled)


def test_topolo_rows_of_one_parity_first() -> None:
    state = play(start("topolo", size=4), "b2s c4m")
    assert state.why_illegal("a1s") == "wrong_rows"
    assert state.why_illegal("c4l") == "occupied"
    state = play(state, "a2s a4s c2m b4s d2m d4s")
    assert {text[1] for text in state.legal()} == {"1", "3"}


def test_topolo_supply() -> None:
    supplies = {size: [Topolo.start(size=size).supply(v) for v in (1, 2, 3)] for size in (2, 6, 8)}
    assert supplies == {2: [1, 0, 1], 6: [9, 4, 5], 8: [16, 8, 8]}
    state = start("topolo", size=2)
    assert state.why_illegal("a1m") == "none_left"
    assert play(state, "a1s b1s").why_illegal("a2s") == "none_left"


def test_topolo_groups_are_compared_one_pair_at_a_time() -> None:
    larger = topolo(2, "R1 R1 R1 B3")
    assert larger.outcome == Outcome("red", 0, "size", (3, 1), 1)
    # Of groups of the same size, the one with the highest value comes first.
    value = topolo(2, "R1 B2 B2 R3")
    assert value.outcome == Outcome("red", 0, "value", (3, 2), 1)
    second = topolo(2, "R1 B2 B3 R3")
    assert second.outcome == Outcome("black", 1, "value", (1, 2), 2)
    next_size = topolo(4, "R1 R1 B1 B1  R1 R1 B1 B1  B3 B3 R1 R1  R1 R1 B3 R1")
    assert next_size.groups("red") == [(4, 4), (3, 3), (2, 2)]
    assert next_size.groups("black") == [(4, 4), (2, 6), (1, 3)]
    assert next_size.outcome == Outcome("red", 0, "size", (3, 2), 2)


def test_topolo_draw() -> None:
    for seed in range(5):
        assert random_game(Topolo.start(size=2), seed)[-1].outcome == Outcome(None, None, "equal")


# Bargo


def bargo(pieces: str = "", side: int = 2, **fields: object) -> Bargo:
    """A position from pieces such as Ba1/e, black to move unless said otherwise."""
    colours = {"B": "black", "W": "white"}
    placed = {}
    for text in pieces.split():
        cell, wall = text[1:].split("/")
        placed[cell] = (colours[text[0]], wall)
    changes: dict[str, Any] = {"pieces": placed, **fields}
    return replace(Bargo.start(size=side, komi=0), **changes)


def test_bargo_walls() -> None:
    state = bargo("Wa1/e Bb1/nw Bb2/e")
    assert state.why_illegal("b1/e") == "occupied"
    assert state.why_illegal("a2/se") == "wall_on_board_edge"
    # Not even the wall of a piece that would be captured may be there.
    assert state.why_illegal("a2/w") == "wall_on_wall"
    assert "a1" not in state.play("a2/ne").cells
    assert bargo("Wa1/ne").why_illegal("a2/w") == "enemy_behind_wall"
    assert bargo("Ba1/ne").why_illegal("a2/w") is None
    # The enemy behind the wall may be captured by the placement itself.
    assert bargo("Wa1/nw Bb2/e").play("a2/w").cells == {"b2": "B/e", "a2": "B/w"}
    assert bargo("Wa2/nw Wb1/nw Wb2/w").why_illegal("a1/ne") == "no_liberty"


def test_bargo_walls_cut_links() -> None:
    joined = bargo("Bb1/nw Bb2/ne")
    assert joined.groups("black") == [frozenset({"b1", "b2"})]
    cut = bargo("Bb1/e Bb2/ne")
    assert len(cut.groups("black")) == 2
    assert cut.liberties(frozenset({"b2"})) == {"a1", "a2", "b3", "c1"}


SMOTHERED = "Ba1/e Ba2/ne Bb3/nw Wb2/ne"


def test_bargo_own_group_without_liberties_stays_until_the_next_enemy_placement() -> None:
    state = bargo("Ba1/e Wb2/ne").play("b1/se")
    assert "a1" in state.cells
    assert state.liberties(frozenset({"a1"})) == set()
    assert "a1" not in state.play("b3/nw").cells
    assert "a1" in state.play("button").cells


def test_bargo_own_group_that_regains_a_liberty_lives() -> None:
    state = play(bargo(SMOTHERED), "b1/se button")
    assert state.liberties(frozenset({"a1"})) == set()
    state = state.play("c1/e")
    assert "b2" not in state.cells
    assert state.placed("c2", "sw").cells["a1"] == "B/e"


def test_bargo_repetition() -> None:
    state = bargo("Bb2/e Wa1/nw")
    again = state.placed("c2", "se").position
    own = replace(state, history={"black": frozenset({again}), "white": frozenset()})
    assert own.why_illegal("c2/se") == own.why_illegal("c2/w") == "repeats_position"
    enemy = replace(state, history={"black": frozenset(), "white": frozenset({again})})
    assert enemy.why_illegal("c2/se") is None
    # The same colours with the button taken are another position.
    assert replace(own, button="white").why_illegal("c2/se") is None


def test_bargo_every_turn_counts_for_repetition() -> None:
    state = play(Bargo.start(size=2, komi=3), "b2/e button pass c1/e")
    assert [len(positions) for positions in state.history.values()] == [2, 2]
    state = play(state, "pass pass")
    assert [len(positions) for positions in state.history.values()] == [3, 2]


def test_bargo_offer_and_choice_are_turns_but_do_not_count() -> None:
    state = Bargo.start(size=2)
    assert (state.to_move, state.seat) == ("black", 0)
    assert state.legal() == [f"komi:{komi}" for komi in range(8)]
    for text in ("a1/e", "button", "pass", "black", "white"):
        assert state.why_illegal(text) == "offer_komi_first"
    offered = state.play("komi:2")
    assert (offered.to_move, offered.seat, offered.at_turn_start) == ("white", 1, True)
    assert offered.legal() == ["black", "white"]
    for text in ("a1/e", "button", "pass"):
        assert offered.why_illegal(text) == "choose_side_first"
    for side, seat in (("black", 1), ("white", 0)):
        chosen = offered.play(side)
        assert (chosen.to_move, chosen.seat, chosen.turns) == ("black", seat, 2)
        assert not any(chosen.history.values())
        assert chosen.why_illegal("komi:1") == "komi_settled"
        assert chosen.why_illegal("white") == "side_settled"
        end = play(chosen, "button pass pass")
        assert end.outcome == Outcome("white", 1 - seat, "score", (0.5, 2.0))


def test_bargo_button_and_pass() -> None:
    state = bargo()
    assert state.why_illegal("pass") == "button_not_taken"
    taken = state.play("button")
    assert taken.why_illegal("button") == "button_taken"
    assert play(taken, "pass b2/e pass").outcome is None


def test_bargo_cells_that_nothing_is_linked_to_belong_to_nobody() -> None:
    nothing = play(bargo(), "button pass pass")
    assert nothing.outcome == Outcome("black", 0, "score", (0.5, 0.0))
    closed = bargo("Ba2/w Bb1/se Bb2/sw Bb3/nw Bc1/e")
    # a1 is linked to no piece; c2 is linked to b2.
    assert closed.area("black") == 6
    assert bargo("Ba1/nw Wc2/w").area("black") == 1


def test_bargo_board_is_scored_as_it_stands() -> None:
    state = play(bargo("Ba1/e Wb2/ne"), "b1/se button pass pass")
    assert "a1" in state.cells
    assert state.outcome == Outcome("black", 0, "score", (2.0, 1.5))


def test_bargo_captures_are_those_of_the_definition() -> None:
    """Every placement of random games against a removal that looks at the whole new board."""
    for seed in range(3):
        for state in random_game(Bargo.start(size=3, komi=0), seed, most=60):
            for text in state.legal():
                if "/" not in text:
                    continue
                cell, wall = text.split("/")
                board = replace(state, pieces={**state.pieces, cell: (state.to_move, wall)})
                gone: set[str] = set()
                for group in board.groups(state.other(state.to_move)):
                    if not board.liberties(group):
                        gone |= group
                assert set(board.pieces) - set(state.placed(cell, wall).pieces) == gone
