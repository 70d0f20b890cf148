"""The golden games, replayed on the core. See tests/golden.py."""

import json
from typing import Any

import pytest

import quincunx
from tests.golden import FILE, golden

GAMES = [json.loads(line) for line in FILE.read_text().splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g['game']} {g['options']}")
def test_replay(game: dict[str, Any]) -> None:
    state = quincunx.game(game["game"], **game["options"]).start()
    for step, legal, to_move in zip(game["steps"], game["legal"], game["to_move"], strict=True):
        assert len(state.legal()) == legal
        assert state.to_move == to_move
        state = state.play(step)
    outcome = state.outcome
    assert outcome is not None
    assert state.cells == game["cells"]
    winner, seat, reason, scores, at = game["outcome"]
    assert (outcome.winner, outcome.seat, outcome.reason, outcome.at) == (winner, seat, reason, at)
    assert outcome.scores == (None if scores is None else tuple(scores))


def test_every_game_is_there_with_its_special_steps() -> None:
    steps = {(g["game"], step.rstrip("0123456789")[:1]) for g in GAMES for step in g["steps"]}
    assert {g["game"] for g in GAMES} == {family.name for family in quincunx.games()}
    assert {("implo", "*"), ("implo", "-"), ("licled", "+")} <= steps
    words = {(g["game"], step) for g in GAMES for step in g["steps"]}
    assert {
        ("implo", "swap"),
        ("robble", "swap"),
        ("licled", "claim"),
        ("bargo", "button"),
    } <= words
    assert {("bargo", "black"), ("bargo", "white"), ("bargo", "pass")} <= words


def test_the_file_is_what_the_reference_gives() -> None:
    first = GAMES[0]
    assert json.loads(json.dumps(golden(first["game"], first["options"], 1))) == first
