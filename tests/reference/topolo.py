"""Topolo: pieces of three values fill the rows of one parity, then the others."""

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from .base import Outcome, Reference
from .boards import components, square_cells, square_neighbours

VALUES = {"s": 1, "m": 2, "l": 3}


@cache
def topolo_steps(size: int) -> list[str]:
    """Every step of Topolo on a board of this size."""
    return [f"{cell}{kind}" for cell in square_cells(size) for kind in VALUES]


@dataclass(frozen=True, eq=False)
class Topolo(Reference):
    """Each cell of pieces holds a colour and a value."""

    name = "topolo"
    colours = ("red", "black")
    sizes = range(2, 9, 2)
    defaults: ClassVar[dict[str, Any]] = {"size": 8}

    pieces: dict[str, tuple[str, int]] = field(default_factory=dict)
    # Whether the first piece's row number is odd (1) or even (0).
    parity: int | None = None

    @property
    def cells(self) -> dict[str, str]:
        letters = {"red": "R", "black": "B"}
        return {cell: f"{letters[colour]}{value}" for cell, (colour, value) in self.pieces.items()}

    def supply(self, value: int) -> int:
        """How many pieces of this value each player has at first."""
        pieces = self.size * self.size // 2
        small = pieces // 2
        medium = pieces // 4
        return {1: small, 2: medium, 3: pieces - small - medium}[value]

    def row(self, cell: str) -> int:
        """The row number as it is written."""
        return int(cell[1:])

    def rows_allowed(self) -> set[int]:
        """The row numbers that may be filled now."""
        rows = set(range(1, self.size + 1))
        if self.parity is None:
            return rows
        first_rows = {row for row in rows if row % 2 == self.parity}
        for cell in square_cells(self.size):
            if self.row(cell) in first_rows and cell not in self.pieces:
                return first_rows
        return rows - first_rows

    def groups(self, colour: str) -> list[tuple[int, int]]:
        """The size and value of each group, highest first."""
        own = [cell for cell, (owner, _) in self.pieces.items() if owner == colour]
        groups = components(own, square_neighbours(self.size))
        figures = [(len(group), sum(self.pieces[cell][1] for cell in group)) for group in groups]
        return sorted(figures, reverse=True)

    @cached_property
    def outcome(self) -> Outcome | None:
        if len(self.pieces) < len(square_cells(self.size)):
            return None
        red, black = self.groups("red"), self.groups("black")
        for rank in range(1, max(len(red), len(black)) + 1):
            red_group = red[rank - 1] if rank <= len(red) else (0, 0)
            black_group = black[rank - 1] if rank <= len(black) else (0, 0)
            for place, reason in enumerate(("size", "value")):
                scores = (red_group[place], black_group[place])
                if scores[0] != scores[1]:
                    winner = "red" if scores[0] > scores[1] else "black"
                    return self.won(winner, reason, scores, rank)
        return self.won(None, "equal")

    def all_steps(self) -> list[str]:
        return topolo_steps(self.size)

    def why_illegal(self, text: str) -> str | None:
        if self.outcome is not None:
            return "over"
        cell, value = text[:-1], VALUES[text[-1]]
        if cell in self.pieces:
            return "occupied"
        if self.row(cell) not in self.rows_allowed():
            return "wrong_rows"
        if list(self.pieces.values()).count((self.to_move, value)) == self.supply(value):
            return "none_left"
        return None

    def after(self, text: str) -> Self:
        cell, value = text[:-1], VALUES[text[-1]]
        return replace(
            self,
            pieces={**self.pieces, cell: (self.to_move, value)},
            parity=self.row(cell) % 2 if self.parity is None else self.parity,
            to_move=self.other(self.to_move),
            turns=self.turns + 1,
        )
