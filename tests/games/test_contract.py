"""What every registered game must keep to. A new game is tested here by being in the registry."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx import IllegalMove, State

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    (family.name, {"size": size})
    for family in quincunx.games()
    for size in {*family.sizes[:3], family.standard_size, family.sizes[-1]}
]
SETTINGS += [("bargo", {"size": 3, "komi": 4}), ("implo", {"size": 4, "pie": False})]
SETTINGS += [("robble", {"size": 3, "pie": False}), ("licled", {"size": 4, "pie": False})]


def random_game(name: str, options: dict[str, Any], seed: int) -> Iterator[State]:
    """The states of a random game, the start and the end included. Choices are taken, not left."""
    chance = random.Random(f"{name} {options} {seed}")
    state = quincunx.game(name, **options).start()
    yield state
    while legal := state.legal():
        claims = [a for a in legal if a.kind in ("claim", "narrow", "resolve", "remove")]
        state = state.play(chance.choice(claims or legal))
        yield state


def sampled(name: str, options: dict[str, Any], seed: int, most: int) -> list[State]:
    states = list(random_game(name, options, seed))
    chance = random.Random(seed)
    inner = chance.sample(states, min(most, len(states)))
    return [states[0], *inner, states[-1]]


each_setting = pytest.mark.parametrize(("name", "options"), SETTINGS)


@each_setting
def test_legal_ids_ascend_and_end_with_the_game(name: str, options: dict[str, Any]) -> None:
    for state in random_game(name, options, 1):
        ids = [a.id for a in state.legal()]
        assert ids == sorted(set(ids))
        assert (not ids) == state.over == (state.outcome is not None)
        assert np.flatnonzero(state.legal_mask()).tolist() == ids
        assert state.legal_mask().shape == (len(state.game.actions),)


@each_setting
def test_why_illegal_is_none_exactly_for_legal_steps(name: str, options: dict[str, Any]) -> None:
    for state in sampled(name, options, 2, 6):
        mask = state.legal_mask()
        reasons = state.game._core.reasons
        for action in state.game.actions:
            reason = state.why_illegal(action.id)
            assert (reason is None) == bool(mask[action.id]), action
            assert reason is None or reason in reasons


@each_setting
def test_texts_parse_back(name: str, options: dict[str, Any]) -> None:
    game = quincunx.game(name, **options)
    for action in game.actions:
        assert game.action(action.text) is action
        assert game.action(f" {action.text.upper()} ") is action
        assert str(action) == action.text
    assert len({a.text for a in game.actions}) == len(game.actions)


@each_setting
def test_round_trips(name: str, options: dict[str, Any]) -> None:
    for state in sampled(name, options, 3, 5):
        for again in (
            pickle.loads(pickle.dumps(state)),
            copy.copy(state),
            copy.deepcopy(state),
            eval(repr(state), {"game": quincunx.game}) if state.at_turn_start else state,
        ):
            assert again == state
            assert hash(again) == hash(state)
            assert again.key == state.key
            assert again.turns == state.turns
            assert again.effects == state.effects


@each_setting
def test_turns_replay(name: str, options: dict[str, Any]) -> None:
    *_, last = random_game(name, options, 4)
    again = last.game.start()
    for turn in last.turns:
        again = again.play_turn(turn)
    assert again == last
    assert again.outcome == last.outcome


def observed(state: State) -> tuple[Any, ...]:
    """All that can be seen of a position, without its history."""
    facts = tuple(sorted((k, v) for k, v in state.facts.items()))
    where = (state.to_move, state.seats, state.at_turn_start, state.over)
    swap = any(a.kind == "swap" for a in state.legal())
    passes = state.turns[-1:] == ("pass",) if state.game.name == "bargo" else False
    return (tuple(state.cells.items()), facts, where, swap, passes)


@pytest.mark.parametrize("name", [family.name for family in quincunx.games()])
def test_key_is_a_function_of_the_position(name: str) -> None:
    """The same position, however reached, has the same key, and different ones have different keys."""
    family = next(f for f in quincunx.games() if f.name == name)
    keys: dict[tuple[Any, ...], int] = {}
    seen = 0
    for seed in range(60):
        options = {"size": family.sizes[0], **({"komi": 0} if "komi" in family.options else {})}
        for state in random_game(name, options, seed):
            assert keys.setdefault(observed(state), state.key) == state.key
            seen += 1
    assert len(set(keys.values())) == len(keys)
    assert len(keys) < seen  # positions were reached more than once


@each_setting
def test_transforms_commute_with_play(name: str, options: dict[str, Any]) -> None:
    game = quincunx.game(name, **options)
    chance = random.Random(5)
    for state in sampled(name, options, 5, 3):
        for symmetry in range(game.symmetries):
            image = state.transformed(symmetry)
            cells, actions = game.cell_image(symmetry), game.action_image(symmetry)
            moved = {game.cells[cells[game.cells.index(c)]] for c in state.cells}
            assert set(image.cells) == moved
            assert image.outcome == state.outcome
            assert (image.to_move, image.seat) == (state.to_move, state.seat)
            images = {image.understood(int(actions[a.id])).id for a in state.legal()}
            assert images == {a.id for a in image.legal()}
            assert image == game.replay(*image.turns) if image.at_turn_start else True
            if legal := state.legal():
                action = chance.choice(legal)
                played = image.play(image.understood(int(actions[action.id])))
                assert played == state.play(action).transformed(symmetry)
        assert state.transformed(0) == state


@each_setting
def test_symmetries_are_permutations(name: str, options: dict[str, Any]) -> None:
    game = quincunx.game(name, **options)
    for symmetry in range(game.symmetries):
        assert sorted(game.cell_image(symmetry)) == list(range(len(game.cells)))
        assert sorted(game.action_image(symmetry)) == list(range(len(game.actions)))
    images = {tuple(game.cell_image(i).tolist()) for i in range(game.symmetries)}
    smallest = {"implo": 8, "robble": 8, "topolo": 4, "bargo": 12, "licled": 12}
    assert len(images) == game.symmetries == smallest[name]


@each_setting
def test_effects_explain_the_difference(name: str, options: dict[str, Any]) -> None:
    before: dict[str, str] = {}
    for state in random_game(name, options, 6):
        cells, stage = dict(before), 0
        for effect in state.effects:
            assert effect.stage >= stage
            stage = effect.stage
            match effect.change:
                case "placed" | "marked":
                    assert effect.cell not in cells
                    assert effect.cell and effect.piece
                    cells[effect.cell] = effect.piece
                case "flipped":
                    assert effect.cell and effect.piece
                    assert cells[effect.cell] != effect.piece
                    cells[effect.cell] = effect.piece
                case "removed":
                    assert effect.cell
                    assert cells.pop(effect.cell) == effect.piece
                case "moved":
                    assert effect.cell and effect.to and effect.to not in cells
                    cells[effect.to] = cells.pop(effect.cell)
                    assert cells[effect.to] == effect.piece
        assert cells == state.cells
        before = state.cells


@each_setting
def test_an_illegal_step_raises_and_changes_nothing(name: str, options: dict[str, Any]) -> None:
    for state in sampled(name, options, 7, 4):
        before = (state.key, state.cells, state.turns, state.legal())
        illegal = np.flatnonzero(~state.legal_mask()).tolist()
        for number in illegal[:: max(1, len(illegal) // 20)]:
            with pytest.raises(IllegalMove) as caught:
                state.play(number)
            assert caught.value.reason == state.why_illegal(number)
        assert (state.key, state.cells, state.turns, state.legal()) == before


@each_setting
def test_states_are_small(name: str, options: dict[str, Any]) -> None:
    assert quincunx.game(name, **options)._core.state_bytes <= 320


@each_setting
def test_seats_follow_colours(name: str, options: dict[str, Any]) -> None:
    for state in random_game(name, options, 8):
        assert state.seats[state.seat] == state.to_move
        outcome = state.outcome
        if outcome and outcome.winner:
            assert outcome.seat is not None
            assert state.seats[outcome.seat] == outcome.winner
