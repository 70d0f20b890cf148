"""States and games as values; equality by what can still happen; errors for everything else."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from typing import Any

import pytest

import quincunx
from quincunx import BadNotation, BadOption, IllegalMove


def test_import_needs_numpy_at_most() -> None:
    code = (
        "import sys, quincunx; quincunx.game('robble').start().legal_mask();"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'rich', 'prompt_toolkit', 'scipy'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_public_surface() -> None:
    assert quincunx.__all__ == sorted(quincunx.__all__)
    assert set(quincunx.__all__) == {
        "Action", "BadNotation", "BadOption", "BadRecord", "Effect", "Family", "Game",
        "IllegalMove", "Outcome", "Playouts", "Record", "State", "game", "games",
    }  # fmt: skip
    for error in (BadOption, BadNotation, IllegalMove, quincunx.BadRecord):
        assert issubclass(error, ValueError)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("chess", {}, "implo, bargo, topolo, robble, licled"),
        (7, {}, "no game 7"),
        ("implo", {"size": 2}, "3, 4, 5, 6, 7, 8, 9 or 10"),
        ("implo", {"size": "8"}, "size is 3"),
        ("implo", {"size": True}, "size is 3"),
        ("topolo", {"size": 7}, "2, 4, 6 or 8"),
        ("implo", {"komi": 3}, "its options are size, pie"),
        ("implo", {"pie": 1}, "True or False"),
        ("topolo", {"pie": True}, "its options are size"),
        ("bargo", {"komi": 62}, 'from 0 to 61 or "offer"'),
        ("bargo", {"komi": -1}, 'from 0 to 61 or "offer"'),
        ("bargo", {"komi": 3.5}, "whole number"),
        ("bargo", {"komi": True}, "whole number"),
        ("bargo", {"komi": "high"}, '"offer"'),
    ],
)
def test_bad_options_say_what_is_allowed(name: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption) as caught:
        quincunx.game(name, **options)
    assert said in str(caught.value)


def test_standard_options_are_those_of_the_table() -> None:
    table = {f.name: (f.sizes, f.standard_size, dict(f.options)) for f in quincunx.games()}
    assert table == {
        "implo": ((3, 4, 5, 6, 7, 8, 9, 10), 8, {"pie": True}),
        "bargo": ((2, 3, 4, 5, 6, 7, 8, 9), 5, {"komi": "offer"}),
        "topolo": ((2, 4, 6, 8), 8, {}),
        "robble": ((3, 4, 5, 6, 7, 8, 9), 7, {"pie": True}),
        "licled": ((2, 3, 4, 5, 6, 7, 8, 9), 7, {"pie": True}),
    }


def test_equality_looks_at_history_where_repetition_does() -> None:
    bargo = quincunx.game("bargo", size=3, komi=0)
    # The same board by two orders of play: what each colour may not repeat is different.
    first = bargo.replay("a1/ne", "e1/se", "a3/nw", "e3/sw")
    second = bargo.replay("a3/nw", "e3/sw", "a1/ne", "e1/se")
    assert first.cells == second.cells
    assert first.key == second.key
    assert first != second
    implo = quincunx.game("implo", size=6, pie=False)
    assert implo.replay("a1", "f6", "a3", "f3") == implo.replay("a3", "f3", "a1", "f6")


def test_options_are_part_of_equality() -> None:
    with_swap = quincunx.game("robble", size=5).replay("c3", "d4")
    without = quincunx.game("robble", size=5, pie=False).replay("c3", "d4")
    assert with_swap.cells == without.cells
    assert with_swap != without
    assert with_swap != "c3 d4"


def test_a_swap_is_part_of_the_position() -> None:
    robble = quincunx.game("robble", size=5)
    kept, swapped = robble.replay("c3", "a1"), robble.replay("c3", "swap", "a1")
    assert kept.cells == swapped.cells
    assert kept != swapped
    assert kept.key != swapped.key
    assert swapped.seats == ("white", "black")


@pytest.mark.parametrize("name", [f.name for f in quincunx.games()])
def test_values_do_not_change(name: str) -> None:
    state = quincunx.game(name).start()
    with pytest.raises(AttributeError):
        state.game = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        del state.game
    with pytest.raises(AttributeError):
        state.game.size = 3
    with pytest.raises(TypeError):
        quincunx.State(state.game, state._core, _token=None)
    with pytest.raises(TypeError):
        quincunx.Game(name, 5, (), _token=None)


def test_the_options_given_out_are_not_the_games_own() -> None:
    game = quincunx.game("robble")
    game.options["size"] = 3
    assert quincunx.game("robble").options["size"] == 7


@pytest.mark.parametrize("step", ["z9", "", "c4 c5", "swap!", "*a1", "a0", "a99", "é", "a1\n\nb2"])
def test_nonsense_is_bad_notation(step: str) -> None:
    state = quincunx.game("robble").start()
    for act in (state.play, state.why_illegal, state.game.action):
        with pytest.raises(BadNotation):
            act(step)


@pytest.mark.parametrize("step", [None, 1.5, b"c4", ["c4"], True])
def test_other_types_are_type_errors(step: Any) -> None:
    with pytest.raises(TypeError):
        quincunx.game("robble").start().play(step)


@pytest.mark.parametrize("number", [-1, 50, 10**30])
def test_ids_out_of_range(number: int) -> None:
    with pytest.raises(BadNotation, match="0 to 49"):
        quincunx.game("robble").start().play(number)


def test_an_action_of_another_game_is_refused() -> None:
    action = quincunx.game("robble", size=9).action("i9")
    with pytest.raises(BadNotation, match="another game or size"):
        quincunx.game("robble", size=5).start().play(action)


def test_turns_must_be_whole() -> None:
    implo = quincunx.game("implo", size=3).replay("c3", "a1")
    with pytest.raises(IllegalMove, match="not finished") as caught:
        implo.play_turn("b2 *a2")
    assert caught.value.reason == "unfinished"
    with pytest.raises(IllegalMove, match="ends before"):
        quincunx.game("robble").start().play_turn("c3 c4")
    with pytest.raises(IllegalMove, match="under way"):
        implo.play("b2").play_turn("*a2 -c3")
    with pytest.raises(BadNotation):
        implo.play_turn("  ")


def test_any_cell_of_a_patch_or_group_is_understood_in_texts_only() -> None:
    state = quincunx.game("implo", size=3).replay("c3", "a1").play("b2")
    (patch,) = [p for p in state.facts["patches"] if isinstance(p, tuple) and "a2" in p]
    other = patch[-1]
    assert other != "a2"
    assert state.play(f"*{other}") == state.play("*a2")
    assert state.why_illegal(f"*{other}") is None
    by_id = state.game.action(f"*{other}").id
    assert state.why_illegal(by_id) == "not_lowest_cell"
    with pytest.raises(IllegalMove):
        state.play(by_id)


def test_errors_survive_pickling() -> None:
    with pytest.raises(IllegalMove) as caught:
        quincunx.game("robble").replay("c3", "c3")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reason, again.step) == (str(caught.value), "occupied", "c3")


def test_limits_of_perft_and_playouts() -> None:
    state = quincunx.game("robble", size=3).start()
    assert state.perft(0) == 1
    for depth in (-1, 65, 1.5, True, "3"):
        with pytest.raises(BadOption):
            state.perft(depth)  # type: ignore[arg-type]
    for games, seed, threads in (
        (1, 0, 0),
        (1, 0, 257),
        (10**13, 0, 1),
        (-1, 0, 1),
        (1, -1, 1),
        (1.5, 0, 1),
    ):
        with pytest.raises(BadOption, match="games is|threads is|seed is"):
            state.playouts(games, seed=seed, threads=threads)  # type: ignore[arg-type]
    for games, threads in ((1, 0), (1, 257), (10**13, 1)):
        with pytest.raises(ValueError, match="games|threads"):
            state._core.playouts(games, 1, threads)


def test_symmetry_numbers_are_checked() -> None:
    game = quincunx.game("topolo")
    for number in (-1, 4, "0", True):
        with pytest.raises(BadOption, match="0 to 3"):
            game.start().transformed(number)  # type: ignore[arg-type]
        with pytest.raises(BadOption, match="0 to 3"):
            game.cell_image(number)  # type: ignore[arg-type]


def test_the_extension_checks_its_arguments_too() -> None:
    """Also what goes past the package cannot crash the interpreter."""
    from quincunx import _core

    for arguments in (("chess", 3, [1]), ("implo", 2, [1]), ("implo", 3, []), ("implo", 3, [2]),
                      ("bargo", 2, [8]), ("bargo", 2, [-2]), ("implo", -5, [1])):  # fmt: skip
        with pytest.raises(ValueError, match="no such|wrong number|out of range"):
            _core.Game(*arguments)
    game = _core.Game("implo", 3, [1])
    position = game.start()
    for bad in (-1, 28, 2**31 - 1):
        for act in (position.play, position.why_illegal, position.understood):
            with pytest.raises(IndexError):
                act(bad)
    with pytest.raises(ValueError, match="illegal"):
        position.play(9)
    with pytest.raises(ValueError, match="goes on"):
        position.outcome()
    for bad in (-1, 8):
        with pytest.raises(IndexError):
            position.transformed(bad)
        with pytest.raises(IndexError):
            game.cell_image(bad)
    with pytest.raises(ValueError, match="colour"):
        position.seat_of(2)
    for make in (_core.Position, _core.Game):
        with pytest.raises(TypeError):
            make()  # type: ignore[call-arg]
    blank = _core.Game.__new__(_core.Game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanobind warns before it raises
        with pytest.raises(TypeError):
            blank.start()
