"""Topolo's second player can't lose: the answer is always the same block on the square opposite."""

import random

import pytest

import quincunx

FAMILY = next(family for family in quincunx.games() if family.name == "topolo")


@pytest.mark.parametrize("size", FAMILY.sizes)
def test_who_answers_with_the_square_opposite_draws(size: int) -> None:
    game = quincunx.game("topolo", size=size)
    first, last = game.action("a1s"), game.action(f"{'abcdefgh'[size - 1]}1s")
    (image,) = (
        found
        for found in map(game.action_image, range(game.symmetries))
        if found[first.id] == last.id
    )
    for seed in range(30):
        dice = random.Random(seed)
        state = game.start()
        while not state.over:
            step = dice.choice(state.legal())
            state = state.play(step.text).play(game.actions[int(image[step.id])].text)
        assert state.outcome is not None
        assert state.outcome.winner is None
