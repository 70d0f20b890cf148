"""The empty board as SVG: its surface, its cells, its coordinates."""

from __future__ import annotations

from typing import Any

from quincunx.describe.layout import UNIT, Layout, Point, border
from quincunx.describe.pieces import Sheet, number, path, tag
from quincunx.describe.scene import Scene

__all__ = ["SANS", "SERIF", "ground"]

SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"
SANS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def ground(scene: Scene, board: Layout, sheet: Sheet) -> str:
    """Return the empty board of a scene."""
    empty = _Ground(scene, board, sheet)
    return empty.surface() + empty.fields() + empty.coordinates()


class _Ground:
    """One empty board in the making: every method gives the markup of one layer."""

    def __init__(self, scene: Scene, board: Layout, sheet: Sheet) -> None:
        self.scene = scene
        self.board = board
        self.sheet = sheet
        self.mode = sheet.mode
        self.accent = sheet.accent

    def surface(self) -> str:
        """Draw the board itself, on its shadow."""
        mode, points = self.mode, list(self.board.surface)
        bend = UNIT * (0.42 if len(points) > 4 else 0.2)
        fill = self.sheet.linear(
            "board",
            ((0, mode.board_high, 1), (0.55, mode.board_high, 1), (1, mode.board_low, 1)),
            x=0.55,
        )
        parts = []
        for spread, drop, opacity in (
            (9, 4, 0.035),
            (7, 3.5, 0.04),
            (5, 3, 0.05),
            (3, 2.5, 0.06),
            (1, 2, 0.08),
        ):
            parts.append(
                tag(
                    "path",
                    d=path([(x, y + drop) for x, y in points], bend=bend),
                    fill=mode.shadow,
                    stroke=mode.shadow,
                    stroke_width=spread,
                    stroke_linejoin="round",
                    opacity=opacity,
                )
            )
        parts.append(
            tag(
                "path",
                d=path(points, bend=bend),
                fill=fill,
                stroke=mode.board_edge,
                stroke_width=1.5,
            )
        )
        middle = (self.board.width / 2, sum(y for _, y in points) / len(points))
        inset = [_shrink(point, middle, 1 - 5 / self.board.width * 2) for point in points]
        parts.append(
            tag(
                "path",
                d=path(inset, bend=bend * 0.9),
                fill="none",
                stroke="#ffffff",
                stroke_opacity=0.45 if mode.name == "light" else 0.22,
                stroke_width=1.5,
            )
        )
        return "".join(parts)

    def fields(self) -> str:
        """Draw the cells; the pointer resting on one shows its name."""
        draw = {"points": self._points, "squares": self._squares, "hexes": self._hexes}
        return draw[self.board.kind]()

    def _cells(self, outline: tuple[Point, ...], fills: tuple[str, ...]) -> str:
        """All cells as uses of one outline, with the fills by turns (by their place in the row)."""
        origin = next(iter(self.board.centres.values()))
        shape = path([(x - origin[0], y - origin[1]) for x, y in outline])
        full = self.sheet.define("cell", "path", "", d=shape)
        shades: dict[str, list[str]] = {fill: [] for fill in fills}
        for cell, (x, y) in self.board.centres.items():
            row, number_ = ord(cell[0]), int(cell[1:])
            name = tag("title", cell)
            shades[fills[(row + number_) % len(fills)]].append(
                tag("use", name, href=f"#{full}", x=x, y=y)
            )
        lines: dict[str, Any] = (
            {"stroke": self.mode.grid, "stroke_width": 1.4} if fills != ("none",) else {}
        )
        return "".join(
            tag("g", "".join(uses), fill=fill, pointer_events="all", **lines)
            for fill, uses in shades.items()
            if uses
        )

    def _points(self) -> str:
        mode, board = self.mode, self.board
        n, first, last = board.size, board.centres["a1"], list(board.centres.values())[-1]
        lines = []
        for i in range(n):
            x, y = first[0] + i * UNIT, first[1] - i * UNIT
            lines.append(f"M{number(first[0])} {number(y)}H{number(last[0])}")
            lines.append(f"M{number(x)} {number(first[1])}V{number(last[1])}")
        parts = [
            tag(
                "path",
                d="".join(lines),
                stroke=mode.grid,
                stroke_width=1.8,
                stroke_linecap="square",
            ),
            tag(
                "rect",
                x=first[0],
                y=last[1],
                width=last[0] - first[0],
                height=first[1] - last[1],
                fill="none",
                stroke=mode.grid,
                stroke_width=3,
            ),
        ]
        parts += [tag("circle", cx=x, cy=y, r=4.6, fill=mode.grid) for x, y in board.stars]
        return "".join(parts) + self._cells(board.outlines["a1"], ("none",))

    def _squares(self) -> str:
        board = self.board
        rim = border(board.outlines.values())[0]
        return self._cells(board.outlines["a1"], (self.mode.cell, self.mode.cell_other)) + tag(
            "path", d=path(rim), fill="none", stroke=self.mode.grid, stroke_width=3
        )

    def _hexes(self) -> str:
        cells = self._cells(self.board.outlines["a1"], (self.mode.cell,))
        rim = border(self.board.outlines.values())[0]
        if not self.scene.style.walled:
            return cells + self._line(rim, self.mode.grid, 3)
        return (
            self._line(rim, self.accent.deep, 11)
            + self._line(rim, self.accent.bright, 2.2, opacity=0.8)
            + cells
        )

    def _line(self, points: list[Point], colour: str, width: float, opacity: float = 1) -> str:
        extra: dict[str, Any] = {} if opacity == 1 else {"stroke_opacity": opacity}
        return tag(
            "path",
            d=path(points),
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_linejoin="round",
            **extra,
        )

    def coordinates(self) -> str:
        """Draw the names of rows and columns."""
        size = self.board.label_size
        texts = [
            tag("text", label.text, x=label.x, y=label.y + size * 0.35)
            for label in self.board.labels
        ]
        if not texts:
            return ""
        return tag(
            "g",
            "".join(texts),
            font_family=SERIF,
            font_size=size,
            text_anchor="middle",
            fill=self.mode.board_ink,
        )


def _shrink(point: Point, middle: Point, share: float) -> Point:
    return (
        middle[0] + (point[0] - middle[0]) * share,
        middle[1] + (point[1] - middle[1]) * share,
    )
