"""Golden games: whole games with what must be seen at each step, written by the reference.

``python -m tests.golden`` writes tests/data/golden.jsonl anew; the tests replay it against the core.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests import reference

FILE = Path(__file__).parent / "data" / "golden.jsonl"

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *(("implo", {"size": size}) for size in (3, 5, 6, 8, 10)),
    ("implo", {"size": 7, "pie": False}),
    *(
        ("bargo", {"size": size, "komi": komi})
        for size, komi in ((2, 0), (3, 4), (2, "offer"), (4, "offer"))
    ),
    *(("bargo", {"size": size, "komi": "offer"}) for size in (5, 6)),
    *(("topolo", {"size": size}) for size in (2, 4, 6, 8)),
    *(("robble", {"size": size}) for size in (3, 4, 5, 7, 9)),
    *(("licled", {"size": size}) for size in (2, 3, 4, 5, 6, 7)),
]


def golden(name: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return a random game of the reference that takes the choices it meets."""
    chance = random.Random(f"{name} {options} {seed}")
    state: reference.Reference = reference.start(name, **options)
    steps, legal, to_move = [], [], []
    while choices := state.legal():
        claims = [text for text in choices if text == "claim" or text.startswith("+")]
        step = chance.choice(claims or choices)
        steps.append(step)
        legal.append(len(choices))
        to_move.append(state.to_move)
        state = state.after(step)
    outcome = state.outcome
    assert outcome
    end = [outcome.winner, outcome.seat, outcome.reason, outcome.scores, outcome.at]
    shown = {"game": name, "options": options, "steps": steps, "legal": legal, "to_move": to_move}
    return {**shown, "cells": state.cells, "outcome": end}


if __name__ == "__main__":
    games = [golden(name, options, seed) for name, options in SETTINGS for seed in (1, 2, 3)]
    FILE.write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games))
    print(f"{len(games)} games")
