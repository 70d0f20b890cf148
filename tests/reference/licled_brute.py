"""Licled's loops by brute force, for small boards: the judge of the search in licled.py.

Every loop of the board is listed once; each question is then a look through the whole list.
"""

from functools import cache

from .boards import components, hexhex_cells, hexhex_neighbours
from .licled import SHORTEST_LOOP, Licled, Loop


def is_loop(cells: frozenset[str], side: int) -> bool:
    """The definition: six or more, one closed path, each adjacent to exactly two others of it."""
    neighbours = hexhex_neighbours(side)
    return (
        len(cells) >= SHORTEST_LOOP
        and all(len(neighbours[cell] & cells) == 2 for cell in cells)
        and len(components(cells, neighbours)) == 1
    )


@cache
def loops_among_all_sets(side: int) -> frozenset[Loop]:
    """Every set of cells is tried: for side 2 and, in some seconds, side 3."""
    cells = list(hexhex_cells(side))
    neighbours = hexhex_neighbours(side)
    bits = {cell: 1 << number for number, cell in enumerate(cells)}
    masks = {
        bits[cell]: sum(bits[next_cell] for next_cell in neighbours[cell]) for cell in neighbours
    }
    loops = set()
    for chosen in range(1 << len(cells)):
        if all((chosen & mask).bit_count() == 2 for bit, mask in masks.items() if chosen & bit):
            loop = frozenset(cell for cell in cells if chosen & bits[cell])
            if is_loop(loop, side):
                loops.add(loop)
    return frozenset(loops)


@cache
def all_loops(side: int) -> frozenset[Loop]:
    """Every simple path without short cuts is followed from its first cell in cell order."""
    neighbours = hexhex_neighbours(side)
    order = {cell: number for number, cell in enumerate(hexhex_cells(side))}
    loops: set[Loop] = set()

    def follow(path: list[str]) -> None:
        for cell in neighbours[path[-1]]:
            if order[cell] < order[path[0]] or cell in path:
                continue
            beside = neighbours[cell].intersection(path)
            if beside == {path[-1]}:
                follow([*path, cell])
            elif beside == {path[0], path[-1]} and len(path) >= SHORTEST_LOOP - 1:
                loops.add(frozenset([*path, cell]))

    for first in order:
        follow([first])
    return frozenset(loops)


@cache
def all_loops_through(side: int, cell: str) -> list[Loop]:
    """Every loop of the board through a cell."""
    return [loop for loop in all_loops(side) if cell in loop]


class Brute:
    """The rulings on one placement, by a look through all the loops of the board."""

    def __init__(self, state: Licled, cell: str) -> None:
        self.state = state
        self.cell = cell
        self.stones = frozenset(state.stones) | {cell}
        self.own = state.own | {cell}
        present = [
            loop for loop in all_loops_through(state.size, cell) if loop.issubset(self.stones)
        ]
        self.free = [loop for loop in present if not self.met(loop)]
        self.forced = [loop for loop in self.free if self.controls(loop, self.own)]
        self.optional = [
            loop
            for loop in present
            if self.met(loop)
            and self.controls(loop, self.own)
            and all(len(loop) > len(enemy) for enemy in self.met(loop))
        ]

    def met(self, loop: Loop) -> list[Loop]:
        """The enemy claimed loops, of before the placement, that have stones in this loop."""
        return [enemy for enemy in self.state.enemy_loops if enemy & loop]

    def controls(self, loop: Loop, own: frozenset[str]) -> bool:
        return len(loop & own) >= len(loop - own)

    def why_not_clean(self, loop: Loop) -> str | None:
        own = self.own | loop
        for other in self.free:
            if other != loop and self.controls(other, own):
                return "forces_second_loop"
        neighbours = hexhex_neighbours(self.state.size)
        near = loop.union(*(neighbours[cell] for cell in loop))
        for other in all_loops(self.state.size):
            if other != loop and other.issubset(own) and other & near:
                return "touches_own_loop"
        return None

    def why_not_placed(self) -> str | None:
        neighbours = hexhex_neighbours(self.state.size)
        for loop in self.state.friendly_loops:
            if neighbours[self.cell] & loop:
                return "beside_own_loop"
        if len(self.forced) > 1:
            return "two_loops"
        if self.forced:
            return self.why_not_clean(self.forced[0])
        return None

    def choices(self) -> set[Loop]:
        """The loops that the player may choose to claim."""
        if self.forced:
            return set()
        return {loop for loop in self.optional if self.why_not_clean(loop) is None}
