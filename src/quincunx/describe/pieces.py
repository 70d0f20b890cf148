"""The pieces as SVG: one painter a shape, each around the origin, in units of the layout.

A painter knows neither cell nor game: it gets a ``Piece`` and a ``Sheet`` that collects what
drawings share (gradients, patterns, the pieces themselves).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from quincunx.describe.layout import HEX, UNIT, Point
from quincunx.describe.palette import TONES, Accent, Mode
from quincunx.describe.styles import SIDES, Piece, Shape

__all__ = ["PAINTERS", "RINGS", "Sheet", "number", "path", "tag"]

Stops = tuple[tuple[float, str, float], ...]  # where, colour, opacity


def number(value: float) -> str:
    """Return a coordinate as text, short and the same on every machine.

    >>> number(30.0), number(-0.001), number(2.346)
    ('30', '0', '2.35')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, body: str = "", **attributes: str | float) -> str:
    """Return an element; underscores in names of attributes become hyphens.

    The texts given are trusted: whoever passes a user's words escapes them first.
    """
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def path(points: Sequence[Point], *, closed: bool = True, bend: float = 0) -> str:
    """Return the ``d`` of a line through points, its corners rounded off by ``bend``."""
    if not bend:
        line = " ".join(f"{number(x)} {number(y)}" for x, y in points)
        return f"M{line}{'Z' if closed else ''}"
    curves = []
    for index, corner in enumerate(points):
        start = _toward(corner, points[index - 1], bend)
        end = _toward(corner, points[(index + 1) % len(points)], bend)
        curves.append(
            f"{number(start[0])} {number(start[1])}Q{number(corner[0])} {number(corner[1])} "
            f"{number(end[0])} {number(end[1])}"
        )
    return "M" + "L".join(curves) + "Z"


def _toward(start: Point, end: Point, distance: float) -> Point:
    length = math.dist(start, end)
    share = min(distance / length, 0.5) if length else 0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


class Sheet:
    """The definitions that one drawing shares, each written once, under the drawing's prefix."""

    def __init__(self, prefix: str, mode: Mode, accent: Accent) -> None:
        self.prefix = prefix
        self.mode = mode
        self.accent = accent
        self._definitions: dict[str, str] = {}

    def define(self, name: str, element: str, body: str, **attributes: str | float) -> str:
        """Keep a definition, unless it is there, and give its full id."""
        full = f"{self.prefix}-{name}"
        if name not in self._definitions:
            self._definitions[name] = tag(element, body, id=full, **attributes)
        return full

    def radial(
        self, name: str, stops: Stops, x: float = 0.5, y: float = 0.5, r: float = 0.5
    ) -> str:
        """Return a paint that goes from a centre outwards."""
        full = self.define(name, "radialGradient", _stops(stops), cx=x, cy=y, r=r)
        return f"url(#{full})"

    def linear(self, name: str, stops: Stops, x: float = 0, y: float = 1) -> str:
        """Return a paint that goes from the top left in a direction."""
        full = self.define(name, "linearGradient", _stops(stops), x1=0, y1=0, x2=x, y2=y)
        return f"url(#{full})"

    def markup(self) -> str:
        """All definitions, in the order in which they were first asked for."""
        return tag("defs", "".join(self._definitions.values())) if self._definitions else ""


def _stops(stops: Stops) -> str:
    parts = []
    for where, colour, opacity in stops:
        fade: dict[str, Any] = {} if opacity == 1 else {"stop_opacity": opacity}
        parts.append(tag("stop", offset=where, stop_color=colour, **fade))
    return "".join(parts)


def _shadow(sheet: Sheet, x: float, y: float, rx: float, ry: float) -> str:
    """Paint a soft shadow on the board."""
    strength = 0.5 if sheet.mode.name == "light" else 0.62
    dark = sheet.mode.shadow
    paint = sheet.radial(
        "shadow", ((0.55, dark, strength), (0.78, dark, strength / 3), (1, dark, 0))
    )
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=paint)


def _stone(piece: Piece, sheet: Sheet) -> str:
    """Paint a lens: black is slate with a sharp sheen, white is matt shell with a dark rim."""
    tone, r = TONES[piece.colour], 0.43 * UNIT
    body = sheet.radial(
        f"stone-{piece.colour}",
        ((0, tone.high, 1), (0.5, tone.face, 1), (1, tone.low, 1)),
        x=0.36,
        y=0.3,
        r=0.78,
    )
    parts = [
        _shadow(sheet, 0.035 * UNIT, 0.075 * UNIT, 0.52 * UNIT, 0.51 * UNIT),
        tag("circle", r=r, fill=body),
    ]
    if tone.dark:
        sheen = sheet.radial(
            "sheen", ((0, "#ffffff", 0.72), (0.5, "#ffffff", 0.22), (1, "#ffffff", 0))
        )
        parts += [
            tag(
                "circle",
                r=r - 1.4,
                fill="none",
                stroke="#ffffff",
                stroke_opacity=0.13,
                stroke_width=1.6,
            ),
            tag(
                "ellipse",
                cx=-0.15 * UNIT,
                cy=-0.2 * UNIT,
                rx=0.17 * UNIT,
                ry=0.1 * UNIT,
                fill=sheen,
                transform="rotate(-35 -9 -12)",
            ),
        ]
    parts.append(tag("circle", r=r, fill="none", stroke=tone.rim, stroke_width=1.5))
    return "".join(parts)


def _marker(piece: Piece, sheet: Sheet) -> str:
    """Paint a flat disc let into the board, with a ring around it: no sheen and no shadow."""
    tone = TONES[piece.colour]
    plain = tone.face if tone.dark else "#fffdf6"
    groove = sheet.linear(
        "groove", ((0.2, sheet.mode.shadow, 0.5), (0.55, "#ffffff", 0.1), (0.9, "#ffffff", 0.75))
    )
    parts = [
        # The groove: its upper edge in the shade, its lower edge in the light.
        tag("circle", r=0.365 * UNIT, fill=sheet.mode.board_low, stroke=groove, stroke_width=2),
        tag("circle", r=0.335 * UNIT, fill=plain, stroke=tone.rim, stroke_width=1.5),
        tag(
            "circle",
            r=0.215 * UNIT,
            fill="none",
            stroke=tone.mark,
            stroke_opacity=0.55,
            stroke_width=2,
        ),
    ]
    return "".join(parts)


def _disc(piece: Piece, sheet: Sheet) -> str:
    """Paint a two-sided stone: flat, bevelled, with the other colour on its underside."""
    tone, r = TONES[piece.colour], 0.385 * UNIT
    other = TONES["white" if piece.colour == "black" else "black"]
    face = sheet.linear(
        f"disc-{piece.colour}", ((0, tone.high, 1), (0.55, tone.face, 1), (1, tone.face, 1)), x=0.7
    )
    bevel = sheet.linear(
        f"bevel-{piece.colour}",
        ((0, "#ffffff", 0.5 if tone.dark else 1), (1, tone.low, 1)),
        x=0.5,
    )
    return "".join(
        (
            _shadow(sheet, 0.03 * UNIT, 0.11 * UNIT, 0.48 * UNIT, 0.46 * UNIT),
            tag(
                "circle", cy=0.045 * UNIT, r=r, fill=other.face, stroke=other.rim, stroke_width=1.2
            ),
            tag("circle", cy=-0.015 * UNIT, r=r, fill=face, stroke=tone.rim, stroke_width=1.4),
            tag(
                "circle",
                cy=-0.015 * UNIT,
                r=r - 3.2,
                fill="none",
                stroke=bevel,
                stroke_width=2.2,
                stroke_opacity=0.75,
            ),
        )
    )


CUBOID_WIDTH, CUBOID_DEPTH, CUBOID_FOOT = 0.78 * UNIT, 0.52 * UNIT, 0.43 * UNIT
CUBOID_SIDE = (0, 0.09 * UNIT, 0.22 * UNIT, 0.35 * UNIT)  # height of the side by height


def _cuboid(piece: Piece, sheet: Sheet) -> str:
    """Paint a block seen from above: its height shows on its front and in pips on its top.

    Red has a frame and round pips, black has diamonds: the colours differ in more than colour.
    """
    tone, side = TONES[piece.colour], CUBOID_SIDE[piece.height]
    left, width = -CUBOID_WIDTH / 2, CUBOID_WIDTH
    top = CUBOID_FOOT - side - CUBOID_DEPTH
    front = sheet.linear(f"front-{piece.colour}", ((0, tone.low, 1), (1, tone.rim, 1)))
    face = sheet.linear(
        f"top-{piece.colour}", ((0, tone.high, 1), (0.7, tone.face, 1), (1, tone.face, 1)), x=0.6
    )
    ground = sheet.linear(
        "ground", ((0, sheet.mode.shadow, 0.42), (1, sheet.mode.shadow, 0)), x=1, y=0
    )
    cast = 0.05 * UNIT + side * 0.35
    parts = [
        tag(
            "path",
            d=path(
                (
                    (left + width - 4, top + side + 6),
                    (left + width + cast, top + side + 6 + cast),
                    (left + width + cast, CUBOID_FOOT - 1),
                    (left + width - 4, CUBOID_FOOT),
                )
            ),
            fill=ground,
        ),
        tag(
            "rect",
            x=left + 1,
            y=CUBOID_FOOT - 5,
            width=width + 3,
            height=8.5,
            rx=4,
            fill=sheet.mode.shadow,
            fill_opacity=0.25,
        ),
        tag(
            "rect",
            x=left,
            y=top + 8,
            width=width,
            height=CUBOID_DEPTH + side - 8,
            rx=4,
            fill=front,
            stroke=tone.rim,
            stroke_width=1.2,
        ),
        tag(
            "rect",
            x=left,
            y=top,
            width=width,
            height=CUBOID_DEPTH,
            rx=4,
            fill=face,
            stroke=tone.rim,
            stroke_width=1.2,
        ),
        tag(
            "path",
            d=path(
                (
                    (left + 3, top + CUBOID_DEPTH - 0.6),
                    (left + width - 3, top + CUBOID_DEPTH - 0.6),
                ),
                closed=False,
            ),
            stroke="#ffffff",
            stroke_opacity=0.38,
            stroke_width=1.4,
            stroke_linecap="round",
        ),
    ]
    if piece.colour == "red":
        parts.append(
            tag(
                "rect",
                x=left + 4,
                y=top + 4,
                width=width - 8,
                height=CUBOID_DEPTH - 8,
                rx=2.5,
                fill="none",
                stroke=tone.mark,
                stroke_opacity=0.6,
                stroke_width=1.3,
            )
        )
    middle, gap = top + CUBOID_DEPTH / 2, 0.19 * UNIT
    for index in range(piece.height):
        x = (index - (piece.height - 1) / 2) * gap
        if piece.colour == "red":
            parts.append(tag("circle", cx=x, cy=middle, r=0.062 * UNIT, fill=tone.mark))
        else:
            w, h = 0.082 * UNIT, 0.105 * UNIT
            corners = ((x, middle - h), (x + w, middle), (x, middle + h), (x - w, middle))
            parts.append(tag("path", d=path(corners), fill=tone.mark))
    return "".join(parts)


def _corner(index: int, reach: float) -> Point:
    """Return a corner of a hexagon with a pointed top; corner i and i + 1 bound ``SIDES[i]``."""
    turn = math.pi * (index / 3 - 0.5)
    return reach * math.cos(turn), reach * math.sin(turn)


def _tile(piece: Piece, sheet: Sheet) -> str:
    """Paint a hexagonal piece that nearly fills its cell, with a wall along one of its sides."""
    tone = TONES[piece.colour]
    reach = HEX * UNIT * 0.925
    outer = [_corner(index, reach) for index in range(6)]
    inner = [_corner(index, reach * 0.8) for index in range(6)]
    face = sheet.linear(
        f"tile-{piece.colour}", ((0, tone.high, 1), (0.6, tone.face, 1), (1, tone.low, 1)), x=0.5
    )
    flat = sheet.linear(
        f"tile-top-{piece.colour}",
        ((0, tone.face, 1), (1, tone.face if tone.dark else "#f3ebda", 1)),
    )
    start = SIDES.index(piece.wall or SIDES[0])
    first, second = _corner(start, reach * 0.85), _corner(start + 1, reach * 0.85)
    ends = [_toward(first, second, 2.2), _toward(second, first, 2.2)]
    wall = path(ends, closed=False)
    lit = sheet.mode.cell if tone.dark else sheet.accent.deep
    return "".join(
        (
            tag(
                "path",
                d=path([(x + 1.2, y + 2.6) for x, y in outer], bend=7),
                fill=sheet.mode.shadow,
                fill_opacity=0.3,
            ),
            tag("path", d=path(outer, bend=7), fill=face, stroke=tone.rim, stroke_width=1.3),
            tag("path", d=path(inner, bend=6), fill=flat),
            tag("path", d=wall, stroke=lit, stroke_width=13.5, stroke_linecap="round"),
            tag(
                "path",
                d=wall,
                stroke=sheet.accent.deep,
                stroke_width=10.5,
                stroke_linecap="round",
            ),
            tag(
                "path",
                d=wall,
                stroke=sheet.accent.bright,
                stroke_width=2.2,
                stroke_opacity=0.8,
                stroke_linecap="round",
            ),
        )
    )


Painter = Callable[[Piece, Sheet], str]

PAINTERS: Mapping[Shape, Painter] = MappingProxyType(
    {"stone": _stone, "marker": _marker, "cuboid": _cuboid, "tile": _tile, "disc": _disc}
)
"""How each shape is painted, around the origin."""


def _round_ring(r: float, y: float = 0) -> Painter:
    def ring(piece: Piece, sheet: Sheet) -> str:
        colour = sheet.accent.bright if TONES[piece.colour].dark else sheet.accent.deep
        return tag("circle", cy=y, r=r * UNIT, fill="none", stroke=colour, stroke_width=4)

    return ring


def _block_ring(piece: Piece, sheet: Sheet) -> str:
    top = CUBOID_FOOT - CUBOID_SIDE[piece.height] - CUBOID_DEPTH
    return "".join(
        tag(
            "rect",
            x=-CUBOID_WIDTH / 2 - 4,
            y=top - 4,
            width=CUBOID_WIDTH + 8,
            height=CUBOID_FOOT - top + 8,
            rx=7,
            fill="none",
            stroke=colour,
            stroke_width=width,
        )
        for colour, width in (("#fffaf0", 7.0), (sheet.accent.deep, 3.6))
    )


RINGS: Mapping[Shape, Painter] = MappingProxyType(
    {
        "stone": _round_ring(0.22),
        "marker": _round_ring(0.335),
        "cuboid": _block_ring,
        "tile": _round_ring(0.17),
        "disc": _round_ring(0.2, -0.015 * UNIT),
    }
)
"""How a piece of the last turn is ringed, by its shape."""
