"""The small values that games and states give out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Action", "Effect", "Outcome", "Playouts"]


@dataclass(frozen=True, slots=True)
class Action:
    """A step as a value: its dense ``id``, canonical ``text``, ``kind``, ``cell`` and ``extra``.

    >>> import quincunx
    >>> action = quincunx.game("bargo", komi=0).start().legal()[0]
    >>> action.id, action.text, action.kind, action.cell, action.extra
    (0, 'a1/ne', 'place', 'a1', 0)
    >>> str(action)
    'a1/ne'
    """

    id: int
    text: str
    kind: str
    cell: str | None
    extra: int | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Effect:
    """One change that a step made. Changes with the same ``stage`` happen at once.

    ``change`` is one of placed, moved, flipped, removed, marked, claimed, swapped, offered, chosen,
    taken, passed. ``piece`` is what stands on the cell afterwards (for removed: what stood there).
    """

    change: str
    stage: int
    cell: str | None
    to: str | None
    piece: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``winner`` is a colour, ``seat`` the seat that had it; both are None in a draw. ``reason`` is a code;
    ``scores`` are the figures that decided (first colour, second colour), where there are any, and
    ``at`` the size of the groups they count (Implo, Robble) or the rank of the groups compared (Topolo).
    """

    winner: str | None
    seat: int | None
    reason: str
    scores: tuple[float, float] | None
    at: int | None


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games: how many there were, their steps in all, and who won.

    ``wins`` has the wins of each colour, and the draws under "draw".
    """

    games: int
    steps: int
    wins: Mapping[str, int] = field(hash=False)
