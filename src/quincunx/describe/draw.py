"""Drawing, in one place: a scene, its layout, and the two ways to show it.

``svg`` and ``text`` draw any :class:`Scene`, which is plain data; ``scene_of`` makes one from a
state, ``svg_of`` and ``text_of`` do both at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.describe.layout import Label, Layout, layout
from quincunx.describe.scene import Scene
from quincunx.describe.styles import style
from quincunx.describe.svg import svg
from quincunx.describe.text import positions, text

if TYPE_CHECKING:
    from quincunx.game import State

__all__ = [
    "Label",
    "Layout",
    "Scene",
    "layout",
    "positions",
    "scene_of",
    "svg",
    "svg_of",
    "text",
    "text_of",
]

CHOICES = ("patches", "tied_groups", "choices")
"""The facts of a state that are sets of cells to choose from."""


def scene_of(state: State, *, legal: bool = False, territory: bool = False) -> Scene:
    """Return what a state shows; on demand with dots on legal cells, and with territory hatched.

    >>> import quincunx
    >>> scene_of(quincunx.game("robble", size=5).replay("c3", "c4")).last
    frozenset({'c4'})
    """
    game, look = state.game, style(state.game.name)
    facts, cells = state.facts, state.cells

    def sets(name: str) -> tuple[tuple[str, ...], ...]:
        return tuple(one for one in facts.get(name, ()) if isinstance(one, tuple))

    def union(name: str) -> tuple[str, ...]:
        return tuple(cell for one in sets(name) for cell in one)

    placeable: frozenset[str] = frozenset()
    if state.at_turn_start and (legal or look.shades):
        placeable = frozenset(step.cell for step in state.legal() if step.cell is not None)
    open_to_choice = state.at_turn_start and not state.over
    return Scene(
        game.name,
        game.size,
        cells,
        last=_last(state),
        loops={colour: sets(f"loops_{colour}") for colour in game.colours},
        outlined=tuple(one for name in CHOICES for one in sets(name)),
        dimmed=frozenset(union("later")),
        shaded=frozenset(game.cells) - cells.keys() - placeable
        if look.shades and open_to_choice
        else frozenset(),
        hatched={c: union(f"territory_{c}") for c in game.colours} if territory else {},
        dots=placeable if legal else frozenset(),
        button=_button(state) if look.button else None,
    )


def _last(state: State) -> frozenset[str]:
    """Return the cell of the last turn's placement: its first step has one, unless it is a pass."""
    if not state.turns:
        return frozenset()
    first = state.steps[-len(state.turns[-1].split())]
    return frozenset() if first.cell is None else frozenset({first.cell})


def _button(state: State) -> str:
    """Return the colour that took the button, or "free"."""
    taker = state.facts.get("button", ())
    return state.game.colours[taker[0]] if taker and isinstance(taker[0], int) else "free"


def svg_of(
    state: State,
    *,
    mode: str = "light",
    coordinates: bool = True,
    title: str | None = None,
    legal: bool = False,
    territory: bool = False,
) -> str:
    """Return a picture of a state: see :func:`svg` and :func:`scene_of`."""
    scene = scene_of(state, legal=legal, territory=territory)
    return svg(scene, mode=mode, coordinates=coordinates, title=title)


def text_of(
    state: State, *, colour: bool = False, legal: bool = False, territory: bool = False
) -> str:
    """Return a text board of a state: see :func:`text` and :func:`scene_of`."""
    return text(scene_of(state, legal=legal, territory=territory), colour=colour)
