"""Implo: stones are placed, small territories turn into markers."""

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from .base import Outcome, Reference
from .boards import around, components, square_cells, square_neighbours

LARGEST_PATCH = 4


@cache
def implo_steps(size: int) -> list[str]:
    """Every step of Implo on a board of this size."""
    cells = square_cells(size)
    return [*cells, "swap", *(f"*{cell}" for cell in cells), *(f"-{cell}" for cell in cells)]


@dataclass(frozen=True, eq=False)
class Implo(Reference):
    """The one whose turn it is, is also the one who placed the last stone."""

    name = "implo"
    sizes = range(3, 11)
    defaults: ClassVar[dict[str, Any]] = {"size": 8, "pie": True}

    stones: dict[str, str] = field(default_factory=dict)
    markers: dict[str, str] = field(default_factory=dict)
    picking_patch: bool = False
    # The patch that is being resolved, while one of several tied groups must be picked.
    resolving: frozenset[str] | None = None

    @property
    def at_turn_start(self) -> bool:
        return not self.picking_patch and self.resolving is None

    @property
    def cells(self) -> dict[str, str]:
        letters = {"black": "B", "white": "W"}
        return {
            **{cell: letters[colour] for cell, colour in self.stones.items()},
            **{cell: letters[colour].lower() for cell, colour in self.markers.items()},
        }

    @property
    def empty(self) -> list[str]:
        """The empty cells, in cell order."""
        return [
            cell
            for cell in square_cells(self.size)
            if cell not in self.stones and cell not in self.markers
        ]

    def lowest(self, cells: frozenset[str]) -> str:
        """The first of the cells in cell order."""
        return next(cell for cell in square_cells(self.size) if cell in cells)

    def groups(self, pieces: dict[str, str], colour: str) -> list[frozenset[str]]:
        """The groups of one kind (all stones or all markers) and colour."""
        own = [cell for cell in pieces if pieces[cell] == colour]
        return components(own, square_neighbours(self.size))

    @cached_property
    def patches(self) -> list[frozenset[str]]:
        """The territories of at most four cells."""
        territories = components(self.empty, square_neighbours(self.size))
        return [territory for territory in territories if len(territory) <= LARGEST_PATCH]

    def owner(self, patch: frozenset[str]) -> str:
        """The colour of the biggest adjacent group; otherwise the opponent of who placed last."""
        biggest = {
            colour: max((len(group) for group in self.beside(patch, colour)), default=0)
            for colour in self.colours
        }
        if biggest["black"] > biggest["white"]:
            return "black"
        if biggest["white"] > biggest["black"]:
            return "white"
        return self.other(self.to_move)

    def beside(self, patch: frozenset[str], colour: str) -> list[frozenset[str]]:
        """The groups of stones of this colour that are adjacent to the patch."""
        next_to_patch = around(patch, square_neighbours(self.size))
        return [group for group in self.groups(self.stones, colour) if group & next_to_patch]

    def removable(self, patch: frozenset[str]) -> list[frozenset[str]]:
        """The owner's biggest adjacent groups: none, one, or several that tie."""
        groups = self.beside(patch, self.owner(patch))
        biggest = max((len(group) for group in groups), default=0)
        return [group for group in groups if len(group) == biggest]

    @property
    def tied(self) -> list[frozenset[str]]:
        """The groups of which one must be picked now."""
        return [] if self.resolving is None else self.removable(self.resolving)

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.at_turn_start or self.empty:
            return None
        markers = {colour: self.groups(self.markers, colour) for colour in self.colours}
        by_markers = self.more_of_a_size(markers, "marker_groups")
        if by_markers is not None:
            return by_markers
        black, white = (list(self.stones.values()).count(colour) for colour in self.colours)
        if black != white:
            return self.won("black" if black > white else "white", "stones", (black, white))
        # The other colour made the last move, and loses.
        return self.won(self.to_move, "last_move")

    def all_steps(self) -> list[str]:
        return implo_steps(self.size)

    def why_illegal(self, text: str) -> str | None:
        if self.outcome is not None:
            return "over"
        if text == "swap":
            return None if self.swap_offered else "swap_not_offered"
        if text.startswith("*"):
            if self.resolving is not None:
                return "remove_first"
            if not self.picking_patch:
                return "nothing_to_resolve"
            return self.why_not_named(text[1:], self.patches, "no_patch")
        if text.startswith("-"):
            if self.picking_patch:
                return "resolve_first"
            if self.resolving is None:
                return "nothing_to_remove"
            return self.why_not_named(text[1:], self.tied, "not_tied")
        if self.picking_patch:
            return "resolve_first"
        if self.resolving is not None:
            return "remove_first"
        return "occupied" if text in self.stones or text in self.markers else None

    def why_not_named(self, cell: str, sets: list[frozenset[str]], in_none: str) -> str | None:
        """Why this cell is not the canonical name of one of these sets of cells."""
        for cells in sets:
            if cell in cells:
                return None if cell == self.lowest(cells) else "not_lowest_cell"
        return in_none

    def after(self, text: str) -> Self:
        if text == "swap":
            return self.swapped()
        if text.startswith("*"):
            patch = next(patch for patch in self.patches if text[1:] in patch)
            return replace(self, picking_patch=False).resolve(patch).go_on()
        if text.startswith("-"):
            assert self.resolving is not None
            group = next(group for group in self.tied if text[1:] in group)
            return self.mark(self.resolving, group).go_on()
        return replace(self, stones={**self.stones, text: self.to_move}).go_on()

    def resolve(self, patch: frozenset[str]) -> Self:
        """Resolve this patch, or ask which one of the tied groups is to be removed."""
        groups = self.removable(patch)
        if len(groups) > 1:
            return replace(self, resolving=patch)
        return self.mark(patch, groups[0] if groups else frozenset())

    def mark(self, patch: frozenset[str], group: frozenset[str]) -> Self:
        """The owner's markers go on the patch, and the group is removed."""
        return replace(
            self,
            stones={cell: colour for cell, colour in self.stones.items() if cell not in group},
            markers={**self.markers, **dict.fromkeys(patch, self.owner(patch))},
            resolving=None,
        )

    def go_on(self) -> Self:
        """Do what leaves no choice, up to the next choice or the end of the turn."""
        if self.resolving is not None:
            return self
        if not self.patches:
            return replace(self, to_move=self.other(self.to_move), turns=self.turns + 1)
        if len(self.patches) > 1:
            return replace(self, picking_patch=True)
        return self.resolve(self.patches[0]).go_on()
