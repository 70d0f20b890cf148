"""One random game on the core and on the reference, side by side, until they differ or it ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import quincunx
from tests import reference


class Difference(AssertionError):
    """Where the core and the reference disagree, with all that it takes to see it again."""


@dataclass(frozen=True)
class Case:
    """A game to compare: everything follows from these values."""

    game: str
    options: tuple[tuple[str, Any], ...]
    seed: int
    every: int = 1  # the legal steps and reasons are compared at every so many steps
    reasons: int = 20  # so many illegal steps are asked for their reason each time
    eager: bool = False  # prefer the steps that are no placements, so that choices are taken

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.game} {options} seed={self.seed}{' eager' if self.eager else ''}"


def compare(case: Case) -> int:
    """Play the case's game on both; return how many steps it had, or raise Difference."""
    chance = random.Random(f"{case}")
    core = quincunx.game(case.game, **dict(case.options)).start()
    judge: reference.Reference = reference.start(case.game, **dict(case.options))
    steps = 0
    while True:
        full = steps % case.every == 0 or core.over
        for what, ours, theirs in _pairs(core, judge, chance, case.reasons if full else -1):
            if ours != theirs:
                turns = ", ".join(core.turns)
                raise Difference(
                    f"{case}: {what}: core {ours!r}, reference {theirs!r}; after {turns}"
                )
        legal = core.legal()
        if not legal:
            return steps
        step = str(chance.choice(legal))
        if case.eager and chance.random() < 0.7:
            step = str(chance.choice([a for a in legal if a.kind in ("claim", "narrow")] or legal))
        core, judge, steps = core.play(step), judge.after(step), steps + 1


def _pairs(
    core: quincunx.State, judge: reference.Reference, chance: random.Random, reasons: int
) -> Iterator[tuple[str, object, object]]:
    yield "colour to move", core.to_move, judge.to_move
    yield "seat", core.seat, judge.seat
    yield "at turn start", core.at_turn_start, judge.at_turn_start
    yield "cells", core.cells, judge.cells
    if reasons < 0:
        return
    yield "outcome", _outcome(core.outcome), _outcome(judge.outcome)
    legal = {str(a) for a in core.legal()}
    yield "legal steps", legal, set(judge.legal())
    steps = [a for a in core.game.actions if a.text not in legal]
    for action in chance.sample(steps, min(reasons, len(steps))):
        yield f"reason of {action}", core.why_illegal(action), judge.why_illegal(action.text)


def _outcome(outcome: Any) -> tuple[Any, ...] | None:
    if outcome is None:
        return None
    return (outcome.winner, outcome.seat, outcome.reason, outcome.scores, outcome.at)


def option_sets(game: str) -> list[tuple[tuple[str, Any], ...]]:
    """Every size of a game with every value of its options (of komi: the offer, and some numbers)."""
    family = next(f for f in quincunx.games() if f.name == game)
    sets: list[tuple[tuple[str, Any], ...]] = []
    for size in family.sizes:
        if "pie" in family.options:
            sets += [(("size", size), ("pie", pie)) for pie in (True, False)]
        elif "komi" in family.options:
            cells = len(quincunx.game(game, size=size).cells)
            sets += [(("size", size), ("komi", komi)) for komi in ("offer", 0, 3, cells)]
        else:
            sets.append((("size", size),))
    return sets
