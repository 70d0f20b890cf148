"""Bargo: a relative of Go in which every piece carries a wall."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from .base import Outcome, Reference
from .boards import DIRECTIONS, OPPOSITE, components, hexhex_cells, hexhex_towards

# The colours of the occupied cells, walls ignored, and whether the button has been taken.
Position = tuple[frozenset[tuple[str, str]], bool]


@cache
def bargo_steps(side: int) -> list[str]:
    """Every step of Bargo on a board of this side."""
    cells = hexhex_cells(side)
    return [
        *(f"{cell}/{direction}" for cell in cells for direction in DIRECTIONS),
        "button",
        "pass",
        *(f"komi:{komi}" for komi in range(len(cells) + 1)),
        "black",
        "white",
    ]


@dataclass(frozen=True, eq=False)
class Bargo(Reference):
    """Each cell of pieces holds a colour and the direction of the wall."""

    name = "bargo"
    sizes = range(2, 10)
    defaults: ClassVar[dict[str, Any]] = {"size": 5, "komi": "offer"}

    pieces: dict[str, tuple[str, str]] = field(default_factory=dict)
    komi: int | None = None
    side_chosen: bool = False
    button: str | None = None
    passes: int = 0
    # The positions at the end of each colour's own turns.
    history: Mapping[str, frozenset[Position]] = field(
        default_factory=lambda: {"black": frozenset(), "white": frozenset()}
    )

    @classmethod
    def start(cls, **options: object) -> Self:
        state = super().start(**options)
        komi = state.options["komi"]
        if komi == "offer":
            return state
        cells = len(hexhex_cells(state.size))
        if type(komi) is not int or komi not in range(cells + 1):
            raise ValueError(f'bargo: komi must be "offer" or a whole number from 0 to {cells}')
        return replace(state, komi=komi, side_chosen=True)

    @property
    def cells(self) -> dict[str, str]:
        letters = {"black": "B", "white": "W"}
        return {cell: f"{letters[colour]}/{wall}" for cell, (colour, wall) in self.pieces.items()}

    @property
    def position(self) -> Position:
        colours = frozenset((cell, colour) for cell, (colour, _) in self.pieces.items())
        return colours, self.button is not None

    def has_wall(self, cell: str, direction: str) -> bool:
        """Whether there is a wall on this edge: the board's, or that of a piece on either side."""
        next_cell = hexhex_towards(self.size)[cell].get(direction)
        if next_cell is None:
            return True
        if cell in self.pieces and self.pieces[cell][1] == direction:
            return True
        return next_cell in self.pieces and self.pieces[next_cell][1] == OPPOSITE[direction]

    def linked(self, cell: str) -> list[str]:
        """The neighbours that this cell is linked to."""
        return [
            next_cell
            for direction, next_cell in hexhex_towards(self.size)[cell].items()
            if not self.has_wall(cell, direction)
        ]

    @cached_property
    def links(self) -> dict[str, list[str]]:
        return {cell: self.linked(cell) for cell in hexhex_cells(self.size)}

    def groups(self, colour: str) -> list[frozenset[str]]:
        """The groups of this colour."""
        own = [cell for cell, (owner, _) in self.pieces.items() if owner == colour]
        return components(own, self.links)

    def liberties(self, group: frozenset[str]) -> set[str]:
        """The empty cells that are linked to a piece of the group."""
        return {
            next_cell
            for cell in group
            for next_cell in self.links[cell]
            if next_cell not in self.pieces
        }

    @cached_property
    def enemies(self) -> list[tuple[frozenset[str], set[str]]]:
        """The groups of the colour that is not to move, with their liberties."""
        return [(group, self.liberties(group)) for group in self.groups(self.other(self.to_move))]

    def placed(self, cell: str, wall: str) -> Self:
        """The board after the placement and the removal of enemy groups without liberties.

        The new piece takes its cell from the liberties of all enemy groups. Its wall is on an edge
        of that same cell, so that it changes nothing else for them.
        """
        pieces = {**self.pieces, cell: (self.to_move, wall)}
        for group, liberties in self.enemies:
            if liberties <= {cell}:
                for captured in group:
                    del pieces[captured]
        return replace(self, pieces=pieces)

    def has_liberty(self, cell: str) -> bool:
        """Whether the group of the piece on this cell has a liberty."""
        colour = self.pieces[cell][0]
        group = {cell}
        unvisited = [cell]
        while unvisited:
            for next_cell in self.linked(unvisited.pop()):
                if next_cell not in self.pieces:
                    return True
                if next_cell not in group and self.pieces[next_cell][0] == colour:
                    group.add(next_cell)
                    unvisited.append(next_cell)
        return False

    def area(self, colour: str) -> int:
        """Own pieces and the cells of own territories."""
        area = sum(owner == colour for owner, _ in self.pieces.values())
        empty = [cell for cell in hexhex_cells(self.size) if cell not in self.pieces]
        for territory in components(empty, self.links):
            touching = {
                self.pieces[next_cell][0]
                for cell in territory
                for next_cell in self.links[cell]
                if next_cell in self.pieces
            }
            if touching == {colour}:
                area += len(territory)
        return area

    @cached_property
    def outcome(self) -> Outcome | None:
        if self.passes < 2:
            return None
        assert self.komi is not None
        black = self.area("black") + (0.5 if self.button == "black" else 0.0)
        white = self.area("white") + (0.5 if self.button == "white" else 0.0) + self.komi
        return self.won("black" if black > white else "white", "score", (black, white))

    def all_steps(self) -> list[str]:
        return bargo_steps(self.size)

    def why_illegal(self, text: str) -> str | None:
        if self.outcome is not None:
            return "over"
        if text.startswith("komi:"):
            return None if self.komi is None else "komi_settled"
        if self.komi is None:
            return "offer_komi_first"
        if text in ("black", "white"):
            return "side_settled" if self.side_chosen else None
        if not self.side_chosen:
            return "choose_side_first"
        if text == "button":
            return None if self.button is None else "button_taken"
        if text == "pass":
            return "button_not_taken" if self.button is None else None
        cell, wall = text.split("/")
        return self.why_not_placed(cell, wall)

    def why_not_placed(self, cell: str, wall: str) -> str | None:
        if cell in self.pieces:
            return "occupied"
        behind = hexhex_towards(self.size)[cell].get(wall)
        if behind is None:
            return "wall_on_board_edge"
        if self.has_wall(cell, wall):
            return "wall_on_wall"
        placed = self.placed(cell, wall)
        if not placed.has_liberty(cell):
            return "no_liberty"
        if behind in placed.pieces and placed.pieces[behind][0] != self.to_move:
            return "enemy_behind_wall"
        if placed.position in self.history[self.to_move]:
            return "repeats_position"
        return None

    def after(self, text: str) -> Self:
        if text.startswith("komi:"):
            return replace(
                self, komi=int(text.removeprefix("komi:")), to_move="white", turns=self.turns + 1
            )
        if text in ("black", "white"):
            # Seat 1 chooses.
            return replace(
                self,
                side_chosen=True,
                first_colour_seat=1 if text == "black" else 0,
                to_move="black",
                turns=self.turns + 1,
            )
        if text == "pass":
            return replace(self, passes=self.passes + 1).turn_ended()
        if text == "button":
            return replace(self, button=self.to_move, passes=0).turn_ended()
        cell, wall = text.split("/")
        return replace(self.placed(cell, wall), passes=0).turn_ended()

    def turn_ended(self) -> Self:
        """The position at the end of a turn is remembered, whatever the turn was."""
        ended = self.history[self.to_move] | {self.position}
        return replace(
            self,
            history={**self.history, self.to_move: ended},
            to_move=self.other(self.to_move),
            turns=self.turns + 1,
        )
