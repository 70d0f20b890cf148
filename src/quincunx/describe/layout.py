"""Where things are on a board: x and y of cells, outlines, coordinates. No rules, no colours.

x grows to the right and y downwards, as in SVG; the cells' centres are ``UNIT`` apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from quincunx.describe.styles import Kind, style

__all__ = ["UNIT", "Label", "Layout", "Point", "border", "layout"]

Point = tuple[float, float]

UNIT = 60.0
"""The distance between the centres of neighbouring cells, in drawing units."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROW = math.sqrt(3) / 2  # from one row of hexes to the next, in cells
HEX = 1 / math.sqrt(3)  # from a hex's centre to its corners, in cells
BLEED = 0.22  # room for the shadow around the board, in cells


@dataclass(frozen=True)
class Label:
    """A coordinate beside the board; ``x`` and ``y`` are its centre."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """One empty board, laid out. All mappings are in cell order: bottom row first, from the left.

    >>> board = layout("robble", 3)
    >>> list(board.centres)
    ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']
    >>> board.neighbours["a1"]
    ('b1', 'a2')
    """

    kind: Kind
    size: int
    width: float
    height: float
    centres: Mapping[str, Point]
    outlines: Mapping[str, tuple[Point, ...]]  # a cell's polygon, clockwise on the screen
    neighbours: Mapping[str, tuple[str, ...]]
    surface: tuple[Point, ...]  # the board's own polygon, frame included
    labels: tuple[Label, ...]
    label_size: float  # font size of the coordinates: legible at 480 pixels
    stars: tuple[Point, ...]  # star points of a board of lines
    aside: Point  # a free spot beside the board
    aside_radius: float  # the room there
    unit: float = UNIT


@lru_cache(maxsize=128)
def layout(game: str, size: int, *, coordinates: bool = True) -> Layout:
    """Return the layout of a game's board; without coordinates its frame is narrower.

    >>> board = layout("licled", 2)
    >>> list(board.centres)
    ['a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2']
    >>> board.centres["a1"][1] > board.centres["c1"][1]
    True
    """
    kind = style(game).kind
    build, largest = BUILDERS[kind]
    if not 1 <= size <= largest:
        raise ValueError(f"a board of {game} has size 1 to {largest}, not {size}")
    return build(kind, size, coordinates=coordinates)


def border(outlines: Iterable[tuple[Point, ...]]) -> list[list[Point]]:
    """Return the outlines of the union of cells: closed lines, holes included.

    An edge that two cells share is passed in both directions and is no border.
    """
    edges: dict[tuple[Point, Point], None] = {}
    for outline in outlines:
        corners = [(round(x, 3), round(y, 3)) for x, y in outline]
        for edge in zip(corners, corners[1:] + corners[:1], strict=True):
            if edge[::-1] in edges:
                del edges[edge[::-1]]
            else:
                edges[edge] = None
    following: dict[Point, list[Point]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    lines = []
    for first in list(following):
        while following[first]:
            line = [first]
            while (corner := following[line[-1]].pop()) != first:
                line.append(corner)
            lines.append(line)
    return lines


def _label_size(cells_across: float) -> float:
    """At least 14 pixels when the whole board is 480 pixels wide."""
    return UNIT * max(0.25, 0.0315 * cells_across)


def _stars(size: int) -> list[tuple[int, int]]:
    """Star points as on a go board, as far as there is room for them."""
    if size < 5:
        return [(size // 2, size // 2)] if size == 3 else []
    inset = 1 if size < 7 else 2
    lines = (inset, size - 1 - inset)
    middle = [(size // 2, size // 2)] if size % 2 else []
    return [(column, row) for row in lines for column in lines] + middle


def _square(kind: Kind, size: int, *, coordinates: bool) -> Layout:
    label_size = _label_size(size + 2)
    frame = label_size * 1.75 if coordinates else UNIT * 0.3
    bleed = BLEED * UNIT
    side = size * UNIT + 2 * (frame + bleed)
    first = bleed + frame + UNIT / 2  # centre of the first column; of the last row as well

    def at(column: float, row: float) -> Point:
        return first + column * UNIT, side - first - row * UNIT

    names = {
        (column, row): f"{LETTERS[column]}{row + 1}"
        for row in range(size)
        for column in range(size)
    }
    low, high = bleed, side - bleed
    middle = first - UNIT / 2 - frame * 0.46
    labels = [Label(LETTERS[i], at(i, 0)[0], side - middle) for i in range(size)]
    labels += [Label(str(i + 1), middle, at(0, i)[1]) for i in range(size)]
    return Layout(
        kind=kind,
        size=size,
        width=side,
        height=side,
        centres=MappingProxyType({name: at(*spot) for spot, name in names.items()}),
        outlines=MappingProxyType(
            {
                name: (
                    at(column - 0.5, row + 0.5),
                    at(column + 0.5, row + 0.5),
                    at(column + 0.5, row - 0.5),
                    at(column - 0.5, row - 0.5),
                )
                for (column, row), name in names.items()
            }
        ),
        neighbours=_neighbours(names, ((0, -1), (-1, 0), (1, 0), (0, 1))),
        surface=((low, low), (high, low), (high, high), (low, high)),
        labels=tuple(labels) if coordinates else (),
        label_size=label_size,
        stars=tuple(at(*spot) for spot in _stars(size)) if kind == "points" else (),
        aside=(side - bleed, side - bleed),
        aside_radius=0.0,
    )


def _hexhex(kind: Kind, size: int, *, coordinates: bool) -> Layout:
    label_size = _label_size(2 * size + 1)
    # From the centre of a border cell to the board's edge: the labels stand beside the rows' ends.
    label_gap = 0.6 + 0.64 * label_size / UNIT
    frame = label_gap * ROW + 0.85 * label_size / UNIT if coordinates else 0.85
    radius = (size - 1) + frame / ROW
    bleed = BLEED
    # A small board leaves no free corner for the button, so it gets a little room below.
    below = max(0.0, 0.8 - 0.3 * (radius - 2.0))
    room = 0.42 * max(1.0, size / 5)
    middle_x, middle_y = radius + bleed, radius * ROW + bleed

    def at(x: float, y: float) -> Point:
        return (middle_x + x) * UNIT, (middle_y + y) * UNIT

    names: dict[tuple[int, int], str] = {}  # keys: twice x, rows upwards
    labels = []
    for row in range(1 - size, size):
        length = 2 * size - 1 - abs(row)
        letter = LETTERS[row + size - 1]
        for number in range(length):
            names[2 * number - (length - 1), row] = f"{letter}{number + 1}"
        reach = (length - 1) / 2 + label_gap
        labels.append(Label(letter, *at(-reach, -row * ROW)))
        labels.append(Label(str(length), *at(reach, -row * ROW)))
    centres = {name: at(x / 2, -row * ROW) for (x, row), name in names.items()}
    corners = [(0.0, -1.0), (ROW, -0.5), (ROW, 0.5), (0.0, 1.0), (-ROW, 0.5), (-ROW, -0.5)]
    reach = HEX * UNIT
    return Layout(
        kind=kind,
        size=size,
        width=2 * middle_x * UNIT,
        height=(2 * middle_y + below) * UNIT,
        centres=MappingProxyType(centres),
        outlines=MappingProxyType(
            {
                name: tuple((x + reach * dx, y + reach * dy) for dx, dy in corners)
                for name, (x, y) in centres.items()
            }
        ),
        neighbours=_neighbours(names, ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))),
        surface=tuple(
            at(radius * math.cos(turn * math.pi / 3), radius * math.sin(turn * math.pi / 3))
            for turn in range(6)
        ),
        labels=tuple(labels) if coordinates else (),
        label_size=label_size,
        stars=(),
        aside=at(radius - room - 0.1, radius * ROW + below - room),
        aside_radius=room * UNIT,
    )


def _neighbours(
    names: Mapping[tuple[int, int], str], steps: Iterable[tuple[int, int]]
) -> Mapping[str, tuple[str, ...]]:
    steps = tuple(steps)
    return MappingProxyType(
        {
            name: tuple(names[x + dx, row + dy] for dx, dy in steps if (x + dx, row + dy) in names)
            for (x, row), name in names.items()
        }
    )


BUILDERS: Mapping[Kind, tuple[Callable[..., Layout], int]] = MappingProxyType(
    {"points": (_square, 26), "squares": (_square, 26), "hexes": (_hexhex, 13)}
)
"""How a kind of board is laid out, and its largest size: rows or columns are letters."""
