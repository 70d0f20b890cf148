"""A scene as an SVG picture: the board, what is marked on it, the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Set
from xml.sax.saxutils import escape
from zlib import crc32

from quincunx.describe.ground import SANS, ground
from quincunx.describe.layout import UNIT, Layout, border
from quincunx.describe.palette import MODES, TONES
from quincunx.describe.pieces import PAINTERS, RINGS, Sheet, number, path, tag
from quincunx.describe.scene import Scene

__all__ = ["svg"]

PLATED = ("marker", "cuboid")
"""Shapes that have marks of their own in the middle."""


def svg(
    scene: Scene,
    *,
    mode: str = "light",
    coordinates: bool = True,
    title: str | None = None,
    prefix: str | None = None,
    width: int = 480,
) -> str:
    """Return the scene as a standalone SVG document. Equal arguments give equal text.

    ``prefix`` begins the ids in the document. Without one it is made from the contents, so that
    different drawings fit in one HTML page anyhow; to show the same drawing twice, give one.

    >>> svg(Scene("robble", 3, {"b2": "B"}))[:4]
    '<svg'
    """
    if mode not in MODES:
        raise ValueError(f"a drawing is {' or '.join(MODES)}, not {mode!r}")
    if prefix is None:
        facts = [_sorted(value) for value in vars(scene).values()]
        prefix = f"q{crc32(repr((facts, mode, coordinates, title)).encode()):08x}"
    elif not prefix.replace("-", "").replace("_", "").isalnum() or not prefix[0].isalpha():
        raise ValueError(f"a prefix is a letter, then letters, digits, '-' or '_', not {prefix!r}")
    board = scene.layout(coordinates=coordinates)
    sheet = Sheet(prefix, MODES[mode], scene.style.accent)
    drawing = _Drawing(scene, board, sheet)
    body = ground(scene, board, sheet) + drawing.markup()
    words = title if title is not None else f"{scene.style.title}, size {scene.size}"
    return tag(
        "svg",
        tag("title", _escaped(words) or " ") + sheet.markup() + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(board.width)} {number(board.height)}",
        width=width,
        height=round(width * board.height / board.width),
        role="img",
    )


class _Drawing:
    """One drawing in the making: every method gives the markup of one layer."""

    def __init__(self, scene: Scene, board: Layout, sheet: Sheet) -> None:
        self.scene = scene
        self.board = board
        self.sheet = sheet
        self.mode = sheet.mode
        self.accent = sheet.accent

    def markup(self) -> str:
        """All layers above the board, the lowest first."""
        above = (
            self.hatching()
            + self.glow()
            + self.bands()
            + self.dots()
            + self.pieces()
            + self.threads()
            + self.rings()
            + self.choices()
            + self.labels()
            + self.button()
        )
        # The pointer looks through all of this to the cells, which know their names.
        return tag("g", above, pointer_events="none") if above else ""

    # -- what is marked under the pieces

    def hatching(self) -> str:
        """Dimmed, shaded and hatched cells."""
        mode, parts = self.mode, []
        outlines = self.board.outlines
        for name, cells, opacity in (
            ("dimmed", self.scene.dimmed, 0.42),
            ("shaded", self.scene.shaded, 0.5),
        ):
            shape = "".join(path(outlines[cell]) for cell in outlines if cell in cells)
            if shape:
                parts.append(
                    tag("path", d=shape, fill=mode.grid, fill_opacity=opacity, class_=name)
                )
        if self.scene.shaded:
            reach = 0.13 * UNIT
            crosses = "".join(
                f"M{number(x - reach)} {number(y - reach)}l{number(2 * reach)} {number(2 * reach)}"
                f"m0 {number(-2 * reach)}l{number(-2 * reach)} {number(2 * reach)}"
                for cell, (x, y) in self.board.centres.items()
                if cell in self.scene.shaded and cell not in self.scene.cells
            )
            if crosses:
                parts.append(
                    tag(
                        "path",
                        d=crosses,
                        stroke=mode.board_ink,
                        stroke_opacity=0.6,
                        stroke_width=3,
                        stroke_linecap="round",
                    )
                )
        for colour in self.scene.style.colours:
            cells = frozenset(self.scene.hatched.get(colour, ()))
            shape = "".join(path(outlines[cell]) for cell in outlines if cell in cells)
            if shape:
                parts.append(tag("path", d=shape, fill=self._hatch(colour)))
        return "".join(parts)

    def _hatch(self, colour: str) -> str:
        """Lines in a colour; the second colour's lean the other way."""
        tone = TONES[colour]
        first = colour == self.scene.style.colours[0]
        line = "M0 6H12"
        full = self.sheet.define(
            f"hatch-{colour}",
            "pattern",
            tag("path", d=line, stroke=tone.rim, stroke_width=5.2, stroke_opacity=0.7)
            + tag("path", d=line, stroke=tone.face, stroke_width=3.4, stroke_opacity=0.85),
            patternUnits="userSpaceOnUse",
            width=12,
            height=12,
            patternTransform=f"rotate({-45 if first else 45})",
        )
        return f"url(#{full})"

    def glow(self) -> str:
        """Draw a soft light on cells that may be chosen."""
        parts = []
        for patch in self.scene.outlined:
            lines = border(self.board.outlines[cell] for cell in dict.fromkeys(patch))
            shape = "".join(path(line) for line in lines)
            glow = self.accent.bright
            for width, opacity in ((26, 0.1), (16, 0.13), (8, 0.18)):
                parts.append(
                    tag(
                        "path",
                        d=shape,
                        fill=glow,
                        fill_rule="evenodd",
                        stroke=glow,
                        stroke_width=width,
                        stroke_linejoin="round",
                        opacity=opacity,
                    )
                )
        return "".join(parts)

    def bands(self) -> str:
        """Claimed loops: a closed band under their stones."""
        parts = []
        for colour, cells in self.scene.paths():
            d = path([self.board.centres[cell] for cell in cells])
            fill = self.accent.bright if TONES[colour].dark else self.accent.deep
            for ink, width in ((self.accent.deep, 0.9), (fill, 0.84)):
                parts.append(
                    tag(
                        "path",
                        d=d,
                        fill="none",
                        stroke=ink,
                        stroke_width=width * UNIT,
                        stroke_linejoin="round",
                    )
                )
        return "".join(parts)

    def dots(self) -> str:
        """Draw a faint dot on each legal cell."""
        spots = "".join(
            tag("circle", cx=x, cy=y, r=0.09 * UNIT)
            for cell, (x, y) in self.board.centres.items()
            if cell in self.scene.dots
        )
        return tag("g", spots, fill=self.accent.deep, fill_opacity=0.5) if spots else ""

    # -- pieces, and what is marked on them

    def pieces(self) -> str:
        """Every piece once, the farthest row first."""
        pieces = self.scene.style.pieces
        parts = []
        for cell in self._far_to_near():
            code = self.scene.cells[cell]
            piece = pieces[code]
            x, y = self.board.centres[cell]
            # Ids are told apart by letter case, but not everybody's tools do that.
            name = f"{piece.shape}-{code.replace('/', '-')}"
            full = self.sheet.define(f"piece-{name}", "g", PAINTERS[piece.shape](piece, self.sheet))
            parts.append(tag("use", href=f"#{full}", x=x, y=y, data_cell=cell, data_piece=code))
        return "".join(parts)

    def _far_to_near(self) -> list[str]:
        order = {cell: (y, x) for cell, (x, y) in self.board.centres.items()}
        return sorted(self.scene.cells, key=order.__getitem__)

    def threads(self) -> str:
        """Draw the claimed loops once more, as a fine line over their stones."""
        parts = []
        for colour, cells in self.scene.paths():
            d = path([self.board.centres[cell] for cell in cells])
            ink = self.accent.bright if TONES[colour].dark else self.accent.deep
            parts.append(
                tag(
                    "path",
                    d=d,
                    fill="none",
                    stroke=ink,
                    stroke_width=3.4,
                    stroke_linejoin="round",
                    data_loop=" ".join(cells),
                )
            )
        return "".join(parts)

    def rings(self) -> str:
        """Draw a ring on each cell of the last turn."""
        parts = []
        for cell, (x, y) in self.board.centres.items():
            if cell not in self.scene.last:
                continue
            piece = self.scene.piece(cell)
            dark = piece is not None and TONES[piece.colour].dark
            if piece is None or (cell in self.scene.labels and piece.shape not in PLATED):
                ring = tag(
                    "circle",
                    r=(0.26 if piece is None else 0.35) * UNIT,
                    fill="none",
                    stroke=self.accent.bright if dark else self.accent.deep,
                    stroke_width=4,
                )
            else:
                ring = RINGS[piece.shape](piece, self.sheet)
            parts.append(
                tag("g", ring, transform=f"translate({number(x)} {number(y)})", data_last=cell)
            )
        return "".join(parts)

    def choices(self) -> str:
        """Draw the outline of cells that may be chosen."""
        parts = []
        for patch in self.scene.outlined:
            lines = border(self.board.outlines[cell] for cell in dict.fromkeys(patch))
            parts.append(
                tag(
                    "path",
                    d="".join(path(line, bend=0.16 * UNIT) for line in lines),
                    fill="none",
                    stroke=self.accent.deep,
                    stroke_width=3.4,
                    stroke_linejoin="round",
                    stroke_dasharray="9 5",
                )
            )
        return "".join(parts)

    def labels(self) -> str:
        """Write words on cells, on a plate where something is in the way."""
        parts = []
        for cell, (x, y) in self.board.centres.items():
            words = self.scene.labels.get(cell)
            if not words:
                continue
            piece = self.scene.piece(cell)
            size = UNIT * min(0.42, 0.95 / max(len(words), 1))
            ink, plate = self.mode.board_ink, self.mode.cell
            if piece is not None:
                ink, plate = TONES[piece.colour].mark, TONES[piece.colour].face
            if piece is None or piece.shape in PLATED:
                parts.append(tag("circle", cx=x, cy=y, r=0.3 * UNIT, fill=plate))
            parts.append(
                tag(
                    "text",
                    _escaped(words),
                    x=x,
                    y=y + size * 0.36,
                    font_family=SANS,
                    font_size=size,
                    font_weight="600",
                    text_anchor="middle",
                    fill=ink,
                    data_label=cell,
                )
            )
        return "".join(parts)

    def button(self) -> str:
        """Draw the button beside the board, on a saucer of its taker's colour."""
        taker = self.scene.button
        if taker is None:
            return ""
        x, y = self.board.aside
        r = self.board.aside_radius / 1.4
        accent = self.accent
        face = self.sheet.radial(
            "button",
            ((0, accent.bright, 1), (0.75, accent.deep, 1), (1, accent.deep, 1)),
            0.38,
            0.32,
            0.9,
        )
        tone = TONES.get(taker)
        parts = [
            tag("circle", r=r * 1.4, cy=3, fill=self.mode.shadow, fill_opacity=0.25),
            tag(
                "circle",
                r=r * 1.4,
                fill=tone.face if tone else self.mode.board_high,
                stroke=self.mode.board_edge,
                stroke_width=2,
            ),
            tag("circle", r=r, fill=face, stroke=accent.deep, stroke_width=1.5),
            tag(
                "circle",
                r=r * 0.72,
                fill="none",
                stroke=accent.bright,
                stroke_width=1.6,
                stroke_opacity=0.8,
            ),
        ]
        parts += [
            tag("circle", cx=dx * r * 0.25, cy=dy * r * 0.25, r=r * 0.13, fill="#06302d")
            for dx in (-1, 1)
            for dy in (-1, 1)
        ]
        return tag(
            "g",
            tag(
                "title",
                "The button is free" if tone is None else f"{taker.title()} took the button",
            )
            + "".join(parts),
            transform=f"translate({number(x)} {number(y)})",
            data_button=taker,
            pointer_events="all",
        )


def _sorted(value: object) -> object:
    """Return data in an order of its own, so that equal scenes give equal pictures."""
    if isinstance(value, Mapping):
        return sorted(value.items())
    return sorted(value) if isinstance(value, Set) else value


def _escaped(words: str) -> str:
    """Return words for use in XML, which has no place for control characters."""
    return escape("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words))
