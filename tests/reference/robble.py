"""Robble: a new stone pushes its neighbours away, off the board, or turns them over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from .base import Outcome, Reference
from .boards import components, square_cells, square_neighbours, square_towards

# The colours of the occupied cells, and the colour to move.
Appearance = tuple[frozenset[tuple[str, str]], str]


@cache
def robble_steps(size: int) -> list[str]:
    """Every step of Robble on a board of this size."""
    return [*square_cells(size), "swap"]


@dataclass(frozen=True, eq=False)
class Robble(Reference):
    """The stones, and how often each position has appeared."""

    name = "robble"
    sizes = range(3, 10)
    defaults: ClassVar[dict[str, Any]] = {"size": 7, "pie": True}

    stones: dict[str, str] = field(default_factory=dict)
    appearances: Mapping[Appearance, int] = field(default_factory=dict)

    @classmethod
    def start(cls, **options: object) -> Self:
        # The empty board before the first move counts.
        return super().start(**options).appeared()

    @property
    def cells(self) -> dict[str, str]:
        return {cell: {"black": "B", "white": "W"}[colour] for cell, colour in self.stones.items()}

    @property
    def appearance(self) -> Appearance:
        return frozenset(self.stones.items()), self.to_move

    def appeared(self) -> Self:
        """This position, counted once more."""
        count = self.appearances.get(self.appearance, 0) + 1
        return replace(self, appearances={**self.appearances, self.appearance: count})

    @cached_property
    def outcome(self) -> Outcome | None:
        if len(self.stones) == len(square_cells(self.size)):
            groups = {}
            for colour in self.colours:
                own = [cell for cell in self.stones if self.stones[cell] == colour]
                groups[colour] = components(own, square_neighbours(self.size))
            # If all is struck out, the other colour, which made the last move, loses.
            return self.more_of_a_size(groups, "groups") or self.won(self.to_move, "last_move")
        if self.appearances.get(self.appearance, 0) >= 3:
            return self.won(None, "repetition")
        return None

    def all_steps(self) -> list[str]:
        return robble_steps(self.size)

    def why_illegal(self, text: str) -> str | None:
        if self.outcome is not None:
            return "over"
        if text == "swap":
            return None if self.swap_offered else "swap_not_offered"
        return "occupied" if text in self.stones else None

    def after(self, text: str) -> Self:
        if text == "swap":
            return self.swapped()
        towards = square_towards(self.size)
        stones = {**self.stones, text: self.to_move}
        for direction, next_cell in towards[text].items():
            if next_cell not in self.stones:
                continue
            colour = self.stones[next_cell]
            behind = towards[next_cell].get(direction)
            if behind is None:
                del stones[next_cell]
            elif behind in self.stones:
                stones[next_cell] = self.other(colour)
            else:
                del stones[next_cell]
                stones[behind] = colour
        return replace(
            self, stones=stones, to_move=self.other(self.to_move), turns=self.turns + 1
        ).appeared()
