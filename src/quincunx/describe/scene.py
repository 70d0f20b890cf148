"""What a drawing shows, as plain data: drawing needs no rules and no core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quincunx.describe.layout import Layout, layout
from quincunx.describe.styles import Piece, Style, style

__all__ = ["Scene"]


@dataclass(frozen=True)
class Scene:
    """Everything that a drawing shows. Nonsense is a ``ValueError`` as soon as it is made.

    >>> scene = Scene("robble", 5, {"c3": "B", "c4": "W"}, last=frozenset({"c4"}))
    >>> scene.piece("c3").colour
    'black'
    >>> Scene("robble", 5, {"z9": "B"})
    Traceback (most recent call last):
    ...
    ValueError: robble of size 5 has no cell 'z9' (in cells)
    """

    game: str
    size: int
    cells: Mapping[str, str] = field(default_factory=dict)  # occupied cells, as State.cells
    last: frozenset[str] = frozenset()  # the last turn's placement: ringed
    loops: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    outlined: tuple[tuple[str, ...], ...] = ()  # sets of cells that may be chosen
    dimmed: frozenset[str] = frozenset()  # cells to be filled later
    shaded: frozenset[str] = frozenset()  # cells forbidden to the player to move
    hatched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # colour -> territory
    dots: frozenset[str] = frozenset()  # legal cells
    button: str | None = None  # the colour that took it, or "free"
    labels: Mapping[str, str] = field(default_factory=dict)  # words on cells

    def __post_init__(self) -> None:
        """Check that all of it can be drawn."""
        look, board = self.style, self.layout()
        self._check_cells("cells", self.cells, board)
        for cell, code in self.cells.items():
            if code not in look.pieces:
                known = " ".join(look.pieces)
                raise ValueError(f"{self.game} has no piece {code!r} (on {cell}); it has {known}")
        for name in ("last", "dimmed", "shaded", "dots", "labels"):
            self._check_cells(name, getattr(self, name), board)
        for patch in self.outlined:
            self._check_cells("outlined", patch, board)
        for name, by_colour in (("loops", self.loops), ("hatched", self.hatched)):
            for colour in by_colour:
                if colour not in look.colours:
                    raise ValueError(f"{self.game} has no colour {colour!r} (in {name})")
        for cells in self.hatched.values():
            self._check_cells("hatched", cells, board)
        for loops in self.loops.values():
            for loop in loops:
                self._check_cells("loops", loop, board)
                _in_order(loop, board)
        buttons = (None, "free", *look.colours) if look.button else (None,)
        if self.button not in buttons:
            raise ValueError(f"{self.game} has no button {self.button!r}")

    @property
    def style(self) -> Style:
        """How the scene's game looks."""
        return style(self.game)

    def layout(self, *, coordinates: bool = True) -> Layout:
        """Return the layout of the scene's board."""
        return layout(self.game, self.size, coordinates=coordinates)

    def piece(self, cell: str) -> Piece | None:
        """Return what stands on a cell, or nothing."""
        code = self.cells.get(cell)
        return None if code is None else self.style.pieces[code]

    def paths(self) -> list[tuple[str, list[str]]]:
        """Return the claimed loops: the colour of each, and its cells in their order along it."""
        board = self.layout()
        return [
            (colour, _in_order(loop, board))
            for colour in self.style.colours
            for loop in self.loops.get(colour, ())
        ]

    def _check_cells(self, name: str, cells: Iterable[str], board: Layout) -> None:
        for cell in cells:
            if cell not in board.centres:
                raise ValueError(
                    f"{self.game} of size {self.size} has no cell {cell!r} (in {name})"
                )


def _in_order(loop: Iterable[str], board: Layout) -> list[str]:
    """Return the cells of a loop, walked along from the lowest one."""
    cells = set(loop)
    if not cells:
        raise ValueError("a loop has no cells (in loops)")
    path = [next(cell for cell in board.centres if cell in cells)]
    while True:
        beside = [cell for cell in board.neighbours[path[-1]] if cell in cells]
        onward = [cell for cell in beside if cell not in path]
        if len(beside) != 2 or not (onward or len(path) == len(cells)):
            raise ValueError(f"{' '.join(sorted(cells))} is no single closed loop (in loops)")
        if not onward:
            return path
        path.append(onward[0])
