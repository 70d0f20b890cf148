"""The colours of the project: paper, ink and board by mode, accents by game, tones of pieces.

Nothing here knows a board or a rule. A colour is a text like ``"#f7f2e8"``, so that the same
table serves SVG, style sheets and terminals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["ACCENTS", "MODES", "TONES", "Accent", "Mode", "Tone", "contrast", "luminance", "rgb"]


@dataclass(frozen=True)
class Mode:
    """The colours of one mode: what lies around the board, and the board itself."""

    name: str
    paper: str  # the page
    ink: str  # text on the page
    line: str  # rules and borders on the page
    board_high: str  # the board where the light falls
    board_low: str  # the board where it does not
    board_edge: str  # the line around the board
    cell: str  # the field of a cell, a little brighter than the board
    cell_other: str  # every second field of a square board
    grid: str  # lines between cells
    board_ink: str  # coordinates and labels on the board
    shadow: str  # under the board and under pieces


@dataclass(frozen=True)
class Accent:
    """One game's accent: ``deep`` on light grounds, ``bright`` on dark ones."""

    deep: str
    bright: str


@dataclass(frozen=True)
class Tone:
    """The colour of a piece as matter: lit, in the middle, in the shade, at the rim."""

    high: str
    face: str
    low: str
    rim: str  # the outline, by which a pale piece stands out from the board
    mark: str  # pips and labels on the piece
    dark: bool  # whether light marks are to go on it


MODES: Mapping[str, Mode] = MappingProxyType(
    {
        "light": Mode(
            name="light",
            paper="#f7f2e8",
            ink="#1f1c18",
            line="#c9bfae",
            board_high="#f6e9cd",
            board_low="#e9d4a9",
            board_edge="#c7ab78",
            cell="#faf0d9",
            cell_other="#f3e4c3",
            grid="#a98f63",
            board_ink="#63512f",
            shadow="#3b2c14",
        ),
        "dark": Mode(
            name="dark",
            paper="#171513",
            ink="#ece5d8",
            line="#3a352e",
            board_high="#dac7a0",
            board_low="#ccb68b",
            board_edge="#8f7850",
            cell="#dccaa5",
            cell_other="#d1bc91",
            grid="#85704a",
            board_ink="#40331b",
            shadow="#000000",
        ),
    }
)

ACCENTS: Mapping[str, Accent] = MappingProxyType(
    {
        "vermilion": Accent("#b92b11", "#ff8160"),
        "teal": Accent("#0b6660", "#4fc4b8"),
        "brick red": Accent("#9c3526", "#ea8a76"),
        "ochre": Accent("#835a05", "#dfab4a"),
        "indigo": Accent("#414aad", "#a3abf7"),
    }
)

TONES: Mapping[str, Tone] = MappingProxyType(
    {
        "black": Tone("#6a625a", "#2b2723", "#0f0d0b", "#0d0b09", "#f2e9d6", dark=True),
        "white": Tone("#ffffff", "#fcf8ef", "#d9cdb6", "#6a583a", "#2b2723", dark=False),
        "red": Tone("#cb5a45", "#a93725", "#7a2317", "#5f1a10", "#ffefdc", dark=True),
    }
)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour.

    >>> rgb("#f7f2e8")
    (247, 242, 232)
    """
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise ValueError(f"a colour looks like '#f7f2e8', not like {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG defines it: 0 for black, 1 for white."""
    parts = (value / 255 for value in rgb(colour))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours as WCAG defines it, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
