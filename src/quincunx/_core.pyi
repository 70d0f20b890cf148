"""
The C++ core of quincunx. Use the package, not this module: it is a detail of it.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def families() -> list[tuple[str, list[str], list[int], int, list[tuple[str, int, int | None, bool, str | None]]]]:
    """
    The registry: name, colours, sizes, standard size and options of each game.
    """

def changes() -> list[str]:
    """The names of the changes that effects report."""

class Game:
    def __init__(self, name: str, size: int, options: Sequence[int]) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def options(self) -> list[int]: ...

    @property
    def cells(self) -> list[str]: ...

    @property
    def kinds(self) -> list[str]: ...

    @property
    def pieces(self) -> list[str]: ...

    @property
    def reasons(self) -> list[str]: ...

    @property
    def ends(self) -> list[str]: ...

    @property
    def actions(self) -> list[str]: ...

    @property
    def state_bytes(self) -> int: ...

    @property
    def steps(self) -> list[tuple[int, int, int]]:
        """Kind, cell and extra of each action; -1 where it has none."""

    @property
    def symmetries(self) -> int: ...

    def cell_image(self, symmetry: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def action_image(self, symmetry: int) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    def start(self) -> Position: ...

class Position:
    @property
    def game(self) -> Game: ...

    @property
    def to_move(self) -> int: ...

    @property
    def seat(self) -> int: ...

    def seat_of(self, colour: int) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def at_turn_start(self) -> bool: ...

    @property
    def key(self) -> int: ...

    def outcome(self) -> tuple[int, int, tuple[float, float] | None, int]:
        """Winner or -1, reason, figures, at; only when the game is over."""

    def legal(self) -> list[int]: ...

    def legal_mask(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    def why_illegal(self, action: int) -> int:
        """The index of the reason, or -1 for a legal action."""

    def understood(self, action: int) -> int: ...

    def play(self, action: int) -> Position: ...

    def pieces(self) -> list[int]:
        """What stands on each cell: index of the piece, or -1."""

    def facts(self) -> list[tuple[str, list[list[int]], list[int]]]: ...

    def steps(self) -> list[tuple[int, bool]]:
        """The actions played so far, and whether each began a turn."""

    def effects(self) -> list[tuple[int, int, int, int, int]]:
        """
        Change, stage, cell, to and piece of each effect of the last step; -1 where it has none.
        """

    def transformed(self, symmetry: int) -> Position: ...

    def equals(self, other: Position) -> bool: ...

    def perft(self, depth: int) -> int: ...

    def playouts(self, games: int, seed: int, threads: int) -> tuple[int, int, int, int, int]:
        """
        Random games to the end: games, steps, wins of the first and second colour, draws.
        """

class Search:
    def __init__(self, game: Game, threads: int, memory: int, seed: int, settings: Mapping[str, float]) -> None: ...

    def begin(self, position: Position) -> None:
        """
        Goes to a position; keeps what is known of it if it lies ahead of the last one.
        """

    def forget(self) -> None:
        """Has the next begin() start anew."""

    def run(self, visits: int, seconds: float, stop: object | None) -> None:
        """
        Searches until a limit is reached, the position is proven, or stop.is_set().
        """

    def report(self, lines: int) -> tuple[list[tuple[int, int, float, int, list[int]]], int, int, int, int, list[float], tuple[float, float] | None]:
        """
        Candidates (action, visits, value, verdict, line), verdict, visits, nodes, bytes, owners, lead.
        """

def settings(game: Game) -> dict[str, float]:
    """The settings of the search that this game has as a standard."""

def plain_uct(position: Position, visits: int, seconds: float, seed: int, stop: object | None) -> tuple[int, int]:
    """The step that plain UCT chooses, and how many simulations it made."""

class Solver:
    def __init__(self, position: Position, memory: int) -> None: ...

    def run(self, positions: int) -> int | None:
        """
        The seat that wins, -1 for a draw, None if that takes more positions or it was stopped.
        """

    def line(self, positions: int) -> list[int]:
        """
        Best play to the end; so many positions may be looked at for each step of it.
        """

    def stop(self) -> None:
        """Ends, from any thread, what runs and all that comes later."""

    @property
    def positions(self) -> int:
        """Looked at so far; from any thread."""

    @property
    def question(self) -> int: ...

    @property
    def fill(self) -> float:
        """How full the table is, from 0 to 1."""

    @property
    def memory(self) -> int:
        """What the table takes, in bytes."""
