"""The two kinds of board: names of cells, in cell order, and who is next to whom."""

from collections.abc import Iterable, Mapping
from functools import cache

DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
OPPOSITE = {"ne": "sw", "e": "w", "se": "nw", "sw": "ne", "w": "e", "nw": "se"}

# One step in each direction: rows up, and half cells to the right.
HEX_STEPS = {"ne": (1, 1), "e": (0, 2), "se": (-1, 1), "sw": (-1, -1), "w": (0, -2), "nw": (1, -1)}
SQUARE_STEPS = {"n": (1, 0), "e": (0, 1), "s": (-1, 0), "w": (0, -1)}


def letter(number: int) -> str:
    """0 is a, 1 is b, and so on."""
    return "abcdefghijklmnopqrstuvwxyz"[number]


@cache
def square_cells(size: int) -> dict[str, tuple[int, int]]:
    """Every cell in cell order, with its row and column, counted from 0 at the bottom left."""
    return {
        f"{letter(column)}{row + 1}": (row, column) for row in range(size) for column in range(size)
    }


@cache
def hexhex_cells(side: int) -> dict[str, tuple[int, int]]:
    """Every cell in cell order, with its row and its place in the row in half cells.

    Rows are centred above each other, so a row of k cells lies at -(k-1), -(k-3), ... , k-1.
    """
    cells = {}
    for row in range(2 * side - 1):
        length = side + min(row, 2 * side - 2 - row)
        for number in range(length):
            cells[f"{letter(row)}{number + 1}"] = (row, 2 * number - (length - 1))
    return cells


def towards(
    cells: Mapping[str, tuple[int, int]], steps: Mapping[str, tuple[int, int]]
) -> dict[str, dict[str, str]]:
    """For each cell, the neighbour in each direction; a direction off the board is left out."""
    at = {place: cell for cell, place in cells.items()}
    result: dict[str, dict[str, str]] = {}
    for cell, (row, column) in cells.items():
        result[cell] = {}
        for direction, (up, right) in steps.items():
            if (row + up, column + right) in at:
                result[cell][direction] = at[row + up, column + right]
    return result


@cache
def square_towards(size: int) -> dict[str, dict[str, str]]:
    """The neighbours of each cell of a square board, by direction n e s w."""
    return towards(square_cells(size), SQUARE_STEPS)


@cache
def hexhex_towards(side: int) -> dict[str, dict[str, str]]:
    """The neighbours of each cell of a hexhex board, by direction ne e se sw w nw."""
    return towards(hexhex_cells(side), HEX_STEPS)


@cache
def square_neighbours(size: int) -> dict[str, frozenset[str]]:
    """The up to four orthogonal neighbours of each cell."""
    return {cell: frozenset(next_to.values()) for cell, next_to in square_towards(size).items()}


@cache
def hexhex_neighbours(side: int) -> dict[str, frozenset[str]]:
    """The up to six neighbours of each cell."""
    return {cell: frozenset(next_to.values()) for cell, next_to in hexhex_towards(side).items()}


def components(
    cells: Iterable[str], neighbours: Mapping[str, Iterable[str]]
) -> list[frozenset[str]]:
    """The maximal connected sets of the given cells, in the order of their first cells."""
    left = dict.fromkeys(cells)
    result = []
    while left:
        first = next(iter(left))
        del left[first]
        component = {first}
        unvisited = [first]
        while unvisited:
            for cell in neighbours[unvisited.pop()]:
                if cell in left:
                    del left[cell]
                    component.add(cell)
                    unvisited.append(cell)
        result.append(frozenset(component))
    return result


def around(cells: Iterable[str], neighbours: Mapping[str, Iterable[str]]) -> set[str]:
    """The cells that are adjacent to the given cells, without the given cells."""
    inside = set(cells)
    return {neighbour for cell in inside for neighbour in neighbours[cell]} - inside
