"""Draws the pictures of the README into docs/pictures: ``python docs/pictures.py``."""

from __future__ import annotations

import random
from pathlib import Path

import quincunx
from quincunx.describe import draw

FOLDER = Path(__file__).parent / "pictures"

# A game, its size, a seed, and how much of the random game with that seed is shown.
SHOWN = {
    "implo": (8, 11, 0.8),
    "bargo": (5, 3, 0.42),
    "topolo": (8, 2, 0.7),
    "robble": (7, 5, 0.6),
    "licled": (6, 4, 0.85),
}


def shown(name: str) -> quincunx.State:
    """Return the position that the picture of a game shows."""
    size, seed, part = SHOWN[name]
    chance = random.Random(seed)
    options = {"komi": 7} if name == "bargo" else {}
    states = [quincunx.game(name, size=size, **options).start()]
    while not states[-1].over:
        legal = states[-1].legal()
        states.append(states[-1].play(chance.choice([a for a in legal if a.kind != "swap"])))
    turns = [state for state in states if state.at_turn_start]
    return turns[int(part * len(turns))]


def main() -> None:
    """Draw them."""
    FOLDER.mkdir(exist_ok=True)
    for name in SHOWN:
        picture = draw.svg_of(shown(name), title=f"A position of {name.capitalize()}")
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
