"""A scene as text: a Unicode board for terminals, coloured on demand, clear without colour.

Marks, the same on every board: ``[●]`` the last turn, ``{●}`` may be chosen, ``×`` forbidden to
the player to move, ``░`` to be filled later. Black's stones are ``●``, White's ``○``; markers are
squares, stones of a claimed loop have a ring and a line to the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from quincunx.describe.layout import LETTERS, Layout, layout
from quincunx.describe.palette import rgb
from quincunx.describe.scene import Scene
from quincunx.describe.styles import Kind, Piece, Shape, style

__all__ = ["positions", "text"]

Spot = tuple[int, int]  # line and column


@dataclass(frozen=True)
class _Glyph:
    """What one shape looks like in text, by colour: alone, in a claimed loop, and in colour."""

    plain: Mapping[str, str]
    looped: Mapping[str, str]
    solid: tuple[str, str] | None  # alone and in a loop, where ink tells the colours apart
    step: int  # columns from one cell to the next
    block: bool = False  # in colour it is a filled field


def _glyphs(black: str, white: str) -> dict[str, str]:
    return {"black": black, "white": white}


GLYPHS: Mapping[Shape, _Glyph] = MappingProxyType(
    {
        "stone": _Glyph(_glyphs("●", "○"), _glyphs("◉", "◎"), ("●", "◉"), 4),
        "marker": _Glyph(_glyphs("■", "□"), _glyphs("■", "□"), ("■", "■"), 4),
        "cuboid": _Glyph({"red": "R", "black": "B"}, {}, None, 6, block=True),
        "tile": _Glyph(_glyphs("●", "○"), _glyphs("●", "○"), ("●", "●"), 6),
        "disc": _Glyph(_glyphs("●", "○"), _glyphs("◉", "◎"), ("●", "◉"), 4),
    }
)

HEIGHTS = ("", "▂", "▅", "█")

# Where a wall stands, from its piece (lines down, columns to the right), and what it looks like.
WALLS: Mapping[str, tuple[Spot, Mapping[str, str]]] = MappingProxyType(
    {
        "ne": ((-1, 1), _glyphs("▚", "╲")),
        "e": ((0, 2), _glyphs("┃", "║")),
        "se": ((1, 1), _glyphs("▞", "╱")),
        "sw": ((1, -1), _glyphs("▚", "╲")),
        "w": ((0, -2), _glyphs("┃", "║")),
        "nw": ((-1, -1), _glyphs("▞", "╱")),
    }
)

# The colours in a terminal: a board of middle tone, from which black and white stand out alike.
BOARD = "#87714c"
INKS: Mapping[str, str] = MappingProxyType(
    {
        "grid": "#b49d74",
        "ink": "#fff8e7",
        "black": "#12100e",
        "white": "#ffffff",
        "red": "#a32a18",
    }
)


@dataclass
class _Mark:
    """One character of the canvas."""

    glyph: str = " "
    ink: str | None = None
    ground: str | None = None


class _Canvas:
    """Characters in lines and columns; what is drawn later covers what was there."""

    def __init__(self, height: int, width: int) -> None:
        self.rows = [[_Mark() for _ in range(width)] for _ in range(height)]

    def put(
        self, line: int, column: int, words: str, ink: str | None = None, ground: str | None = None
    ) -> None:
        """Write words; what would fall beside the canvas is left out."""
        for offset, glyph in enumerate(words):
            if 0 <= line < len(self.rows) and 0 <= column + offset < len(self.rows[line]):
                self.rows[line][column + offset] = _Mark(glyph, ink, ground)

    def plain(self) -> list[str]:
        return ["".join(mark.glyph for mark in row).rstrip() for row in self.rows]

    def coloured(self) -> list[str]:
        lines = []
        for row in self.rows:
            pen, parts = "", []
            for mark in row:
                wanted = _pen(mark.ink or INKS["ink"], mark.ground or BOARD)
                if wanted != pen:
                    parts.append(wanted)
                    pen = wanted
                parts.append(mark.glyph)
            lines.append("".join(parts) + "\x1b[0m")
        return lines


def _pen(ink: str, ground: str) -> str:
    front, back = (";".join(map(str, rgb(colour))) for colour in (ink, ground))
    return f"\x1b[38;2;{front};48;2;{back}m"


def _step(game: str) -> int:
    return max(GLYPHS[piece.shape].step for piece in style(game).pieces.values())


def positions(game: str, size: int) -> Mapping[str, Spot]:
    """Where the cells' middles are in the text board: line and column, counted from 0.

    >>> positions("robble", 3)["a1"]
    (5, 5)
    """
    board, step = layout(game, size), _step(game)
    return MappingProxyType(PLACERS[board.kind](board, step, int(style(game).walled)))


def _square_spots(board: Layout, step: int, _: int) -> dict[str, Spot]:
    border = 0 if board.kind == "points" else 1  # a board of squares has a line around it
    return {
        cell: (
            2 * (board.size - int(cell[1:])) + border,
            4 + border * (step // 2 - 1) + step * LETTERS.index(cell[0]),
        )
        for cell in board.centres
    }


def _hex_spots(board: Layout, step: int, margin: int) -> dict[str, Spot]:
    spots = {}
    for cell in board.centres:
        row = LETTERS.index(cell[0]) - (board.size - 1)
        indent = step // 2 * abs(row)
        spots[cell] = (
            2 * (board.size - 1 - row) + margin,
            step + indent + step * (int(cell[1:]) - 1),
        )
    return spots


PLACERS: Mapping[Kind, Callable[[Layout, int, int], dict[str, Spot]]] = MappingProxyType(
    {"points": _square_spots, "squares": _square_spots, "hexes": _hex_spots}
)


def text(scene: Scene, *, colour: bool = False) -> str:
    """Return the scene as lines of text, with ANSI colours on demand.

    >>> print(text(Scene("robble", 3, {"a1": "B", "c3": "W"}, last=frozenset({"c3"}))))
       ┌───┬───┬───┐
     3 │   │   │[○]│
       ├───┼───┼───┤
     2 │   │   │   │
       ├───┼───┼───┤
     1 │ ● │   │   │
       └───┴───┴───┘
         a   b   c
    """
    board, step = scene.layout(), _step(scene.game)
    spots = positions(scene.game, scene.size)
    below = {"points": 1, "squares": 2, "hexes": int(scene.style.walled)}[board.kind]
    height = max(line for line, _ in spots.values()) + 1 + below
    width = max(column for _, column in spots.values()) + step + 1
    canvas = _Canvas(height, width)
    GROUNDS[board.kind](canvas, board, spots, step)
    writer = _Writer(scene, canvas, spots, step, colour=colour)
    if scene.style.walled:
        writer.edge()
    writer.marks()
    writer.loops()
    writer.pieces()
    writer.labels()
    if scene.button is not None:
        words = (
            "The button is free."
            if scene.button == "free"
            else f"{scene.button.title()} has the button."
        )
        canvas.rows.append([_Mark() for _ in range(max(width, len(words) + 2))])
        canvas.put(len(canvas.rows) - 1, 1, words)
    return "\n".join(canvas.coloured() if colour else canvas.plain())


# -- the empty boards


def _points_ground(canvas: _Canvas, board: Layout, spots: Mapping[str, Spot], step: int) -> None:
    n, grid = board.size, INKS["grid"]
    stars = {(round(x, 3), round(y, 3)) for x, y in board.stars}
    for cell, (line, column) in spots.items():
        down, right = line // 2, LETTERS.index(cell[0])
        row = 0 if down == 0 else 2 if down == n - 1 else 1
        across = 0 if right == 0 else 2 if right == n - 1 else 1
        x, y = board.centres[cell]
        cross = "╋" if (round(x, 3), round(y, 3)) in stars else "┌┬┐├┼┤└┴┘"[3 * row + across]
        canvas.put(line, column, cross, grid)
        if right < n - 1:
            canvas.put(line, column + 1, "─" * (step - 1), grid)
        if down < n - 1:
            canvas.put(line + 1, column, "│", grid)
    _square_names(canvas, board, spots)


def _squares_ground(canvas: _Canvas, board: Layout, spots: Mapping[str, Spot], step: int) -> None:
    n, grid = board.size, INKS["grid"]
    left = spots["a1"][1] - step // 2
    for line in range(2 * n + 1):
        joints = "│" * 3 if line % 2 else "┌┬┐" if line == 0 else "└┴┘" if line == 2 * n else "├┼┤"
        between = (" " if line % 2 else "─") * (step - 1)
        canvas.put(line, left, joints[0] + joints[1].join([between] * n) + joints[2], grid)
    _square_names(canvas, board, spots)


def _square_names(canvas: _Canvas, board: Layout, spots: Mapping[str, Spot]) -> None:
    for i in range(board.size):
        canvas.put(spots[f"a{i + 1}"][0], 0, f"{i + 1:2}")
        canvas.put(len(canvas.rows) - 1, spots[f"{LETTERS[i]}1"][1], LETTERS[i])


def _hexes_ground(canvas: _Canvas, board: Layout, spots: Mapping[str, Spot], step: int) -> None:
    ends: dict[str, tuple[str, Spot]] = {}
    for cell, (line, column) in spots.items():
        canvas.put(line, column, "·", INKS["grid"])
        if cell[1:] == "1":
            canvas.put(line, column - step + 1, cell[0])
        ends[cell[0]] = cell[1:], (line, column)
    for number, (line, column) in ends.values():
        canvas.put(line, column + step - 1, number)


GROUNDS: Mapping[Kind, Callable[[_Canvas, Layout, Mapping[str, Spot], int], None]] = (
    MappingProxyType({"points": _points_ground, "squares": _squares_ground, "hexes": _hexes_ground})
)

LEGAL: Mapping[Kind, str] = MappingProxyType({"points": "·", "squares": "·", "hexes": "+"})


# -- what is on them


class _Writer:
    """Writes what a scene shows on the canvas of an empty board."""

    def __init__(
        self, scene: Scene, canvas: _Canvas, spots: Mapping[str, Spot], step: int, *, colour: bool
    ) -> None:
        self.scene = scene
        self.canvas = canvas
        self.spots = spots
        self.step = step
        self.colour = colour
        self.accent = scene.style.accent.bright
        self.kind = scene.layout().kind

    def edge(self) -> None:
        """Write the wall around the board: on every side of a cell that has no neighbour there."""
        taken = set(self.spots.values())
        half = self.step // 2
        for line, column in taken:
            for (down, right), glyph in (
                ((-1, 1), "╲"),
                ((0, 2), "│"),
                ((1, 1), "╱"),
                ((1, -1), "╲"),
                ((0, -2), "│"),
                ((-1, -1), "╱"),
            ):
                beyond = (line + 2 * down, column + right * half)
                if beyond not in taken:
                    away = right * half // 2 if right % 2 == 0 else right * (half - 1)
                    self.canvas.put(line + down, column + away, glyph, self.accent)

    def marks(self) -> None:
        """Write what is marked on empty cells, and the brackets."""
        scene, room = self.scene, self.step - 1
        territory = {
            cell: ("▪" if side == scene.style.colours[0] else "▫", side)
            for side, cells in scene.hatched.items()
            for cell in cells
        }
        for cell, (line, column) in self.spots.items():
            if cell in scene.dimmed:
                self.canvas.put(line, column - room // 2, "░" * room, INKS["grid"])
            if cell in scene.dots:
                self.canvas.put(line, column, LEGAL[self.kind], INKS["ink"])
            if cell in territory:
                glyph, side = territory[cell]
                self.canvas.put(line, column, "▪" if self.colour else glyph, INKS[side])
            if cell in scene.shaded:
                self.canvas.put(line, column, "×", INKS["grid"])

    def loops(self) -> None:
        """Lines between the stones of claimed loops."""
        for colour, cells in self.scene.paths():
            ink = INKS[colour]
            for one, other in zip(cells, cells[1:] + cells[:1], strict=True):
                (line, column), (line_2, column_2) = sorted((self.spots[one], self.spots[other]))
                if line == line_2:
                    self.canvas.put(line, column + 1, "━" * (column_2 - column - 1), ink)
                else:
                    lean = "╲" if column < column_2 else "╱"
                    self.canvas.put(line + 1, (column + column_2) // 2, lean, ink)

    def pieces(self) -> None:
        """Every piece; the last turn and what may be chosen in brackets."""
        scene = self.scene
        looped = {cell for loops in scene.loops.values() for loop in loops for cell in loop}
        chosen = {cell for patch in scene.outlined for cell in patch}
        for cell, (line, column) in self.spots.items():
            piece = scene.piece(cell)
            if piece is not None:
                self._piece(piece, line, column, in_loop=cell in looped)
            brackets = "[]" if cell in scene.last else "{}" if cell in chosen else ""
            if brackets:
                away = 2 if piece is not None and GLYPHS[piece.shape].block else 1
                self.canvas.put(line, column - away, brackets[0], INKS["ink"])
                self.canvas.put(line, column + away, brackets[1], INKS["ink"])

    def _piece(self, piece: Piece, line: int, column: int, *, in_loop: bool) -> None:
        glyphs, ink = GLYPHS[piece.shape], INKS[piece.colour]
        glyph = (glyphs.looped if in_loop else glyphs.plain)[piece.colour]
        if glyphs.block:
            words = f"{glyph}{piece.height}{HEIGHTS[piece.height]}"
            self.canvas.put(line, column - 1, words, INKS["ink"], ink)
            return
        if self.colour and glyphs.solid:
            glyph = glyphs.solid[in_loop]
        self.canvas.put(line, column, glyph, ink)
        if piece.wall is not None:
            (down, right), looks = WALLS[piece.wall]
            side = "black" if self.colour else piece.colour
            self.canvas.put(line + down, column + right, looks[side], ink)

    def labels(self) -> None:
        """Words on cells: in the middle of an empty one, to the right of a piece."""
        for cell, words in self.scene.labels.items():
            line, column = self.spots[cell]
            piece = self.scene.piece(cell)
            words = "".join(glyph if glyph.isprintable() else "?" for glyph in words)
            if piece is None:
                words = words[: self.step - 1]
                self.canvas.put(line, column - len(words) // 2, words)
            else:
                away = 2 if GLYPHS[piece.shape].block else 1
                self.canvas.put(line, column + away, words[: self.step - away])
