"""THE table of how each game looks: its board, its accent, its pieces.

A sixth game is one entry in ``STYLES``. It names shapes that are known already, or adds one:
a painter in ``pieces.py`` and a glyph in ``text.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from quincunx.describe.palette import ACCENTS, Accent

__all__ = ["SIDES", "STYLES", "Kind", "Piece", "Shape", "Style", "style"]

Kind = Literal["points", "squares", "hexes"]
Shape = Literal["stone", "marker", "cuboid", "tile", "disc"]

SIDES = ("ne", "e", "se", "sw", "w", "nw")
"""The six sides of a hexagonal cell with a pointed top."""


@dataclass(frozen=True)
class Piece:
    """What stands for one code of ``State.cells``."""

    shape: Shape
    colour: str
    height: int = 0  # of a cuboid: 1, 2 or 3
    wall: str | None = None  # of a tile: the side that carries the wall


@dataclass(frozen=True)
class Style:
    """How one game looks."""

    title: str
    kind: Kind
    accent: Accent
    colours: tuple[str, str]
    pieces: Mapping[str, Piece]
    walled: bool = False  # the outer edge of the board is a wall
    button: bool = False  # a button lies beside the board
    shades: bool = False  # empty cells that are forbidden to the player to move are shaded


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "implo": Style(
            title="Implo",
            kind="points",
            accent=ACCENTS["vermilion"],
            colours=("black", "white"),
            pieces={
                "B": Piece("stone", "black"),
                "W": Piece("stone", "white"),
                "b": Piece("marker", "black"),
                "w": Piece("marker", "white"),
            },
        ),
        "bargo": Style(
            title="Bargo",
            kind="hexes",
            accent=ACCENTS["teal"],
            colours=("black", "white"),
            pieces={
                f"{colour[0].upper()}/{side}": Piece("tile", colour, wall=side)
                for colour in ("black", "white")
                for side in SIDES
            },
            walled=True,
            button=True,
        ),
        "topolo": Style(
            title="Topolo",
            kind="squares",
            accent=ACCENTS["brick red"],
            colours=("red", "black"),
            pieces={
                f"{colour[0].upper()}{height}": Piece("cuboid", colour, height=height)
                for colour in ("red", "black")
                for height in (1, 2, 3)
            },
        ),
        "robble": Style(
            title="Robble",
            kind="squares",
            accent=ACCENTS["ochre"],
            colours=("black", "white"),
            pieces={"B": Piece("stone", "black"), "W": Piece("stone", "white")},
        ),
        "licled": Style(
            title="Licled",
            kind="hexes",
            accent=ACCENTS["indigo"],
            colours=("black", "white"),
            pieces={"B": Piece("disc", "black"), "W": Piece("disc", "white")},
            shades=True,
        ),
    }
)


def style(game: str) -> Style:
    """Return the look of a game; an unknown name is a ``ValueError`` that lists the known ones."""
    try:
        return STYLES[game]
    except KeyError:
        known = ", ".join(STYLES)
        raise ValueError(f"no game is called {game!r}; there are {known}") from None
