"""Who wins with best play, by brute force on the reference: no core, no cut-offs but the obvious one.

``python -m tests.search.brute implo size=3 pie=false`` says who wins from the start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from functools import singledispatch

from tests import reference
from tests.reference.bargo import Bargo
from tests.reference.base import Reference
from tests.reference.implo import Implo
from tests.reference.licled import Licled
from tests.reference.robble import Robble
from tests.reference.topolo import Topolo

DRAW = -1


@singledispatch
def position(state: Reference) -> Hashable:
    """Return all that matters for what comes, in colours: seats are left out."""
    raise TypeError(state.name)


@position.register
def _(state: Implo) -> Hashable:
    return (
        frozenset(state.stones.items()),
        frozenset(state.markers.items()),
        state.picking_patch,
        state.resolving,
        state.to_move,
        state.swap_offered,
    )


@position.register
def _(state: Topolo) -> Hashable:
    return frozenset(state.pieces.items()), state.parity, state.to_move


@position.register
def _(state: Licled) -> Hashable:
    return (
        frozenset(state.stones.items()),
        frozenset(state.claimed),
        frozenset(state.candidates),
        state.narrowing,
        state.to_move,
        state.swap_offered,
    )


@position.register
def _(state: Robble) -> Hashable:
    return state.appearance, state.swap_offered


@position.register
def _(state: Bargo) -> Hashable:
    taken = state.button is not None
    past = tuple(
        frozenset(p for p in state.history[colour] if p[1] == taken) for colour in state.colours
    )
    return (
        frozenset(state.pieces.items()),
        state.to_move,
        (state.button, state.passes, state.komi, state.side_chosen),
        past,
    )


def winner(state: Reference) -> int:
    """Return the seat that wins, or DRAW."""
    colour = fixed_point(state) if isinstance(state, Robble) else minimax(state, {})
    seat = state.seat_of(colour)
    return DRAW if seat is None else seat


def minimax(state: Reference, known: dict[Hashable, str | None]) -> str | None:
    """Return the colour, as the colours are now, that wins a game in which nothing repeats."""
    if state.outcome is not None:
        return state.outcome.winner
    key = position(state)
    if key not in known:
        best: str | None = state.other(state.to_move)
        for step in state.legal():
            after = state.after(step)
            value = as_seen_from(state, after, minimax(after, known))
            if value == state.to_move:
                best = value
                break
            if value is None:
                best = None
        known[key] = best
    return known[key]


def holds(state: Reference, seat: int, strategy: Callable[[Sequence[str]], str]) -> int:
    """Check that a strategy wins for a seat against every reply, and return how many positions that took.

    It is asked for a step with all the steps so far. Only the rules are trusted, not the strategy.
    """
    seen: set[tuple[Hashable, int]] = set()

    def walk(state: Reference, steps: tuple[str, ...]) -> None:
        key = position(state), state.seat
        if key in seen:
            return
        seen.add(key)
        if state.outcome is not None:
            assert state.outcome.seat == seat, steps
            return
        for step in [strategy(steps)] if state.seat == seat else state.legal():
            walk(state.play(step), (*steps, step))

    walk(state, ())
    return len(seen)


def as_seen_from(state: Reference, after: Reference, winner: str | None) -> str | None:
    """Return the colour that the winner after a step had before it: a step can trade colours."""
    traded = winner is not None and state.seat_of(winner) != after.seat_of(winner)
    return state.other(winner) if traded and winner is not None else winner


def fixed_point(start: Robble) -> str | None:
    """Return the colour that wins Robble from a start without past, where endless play is a draw.

    Who can force a win can do so without coming back to a position, so that the third appearance
    does not matter; who cannot is kept from it for ever, or until there is a third appearance.
    """
    fresh: dict[Hashable, Robble] = {position(start): forgetful(start)}
    children: dict[Hashable, list[tuple[Hashable, bool]]] = {}
    value: dict[Hashable, str | None] = {}
    unvisited = [position(start)]
    while unvisited:
        key = unvisited.pop()
        state = fresh[key]
        children[key] = []
        if state.outcome is not None:
            value[key] = state.outcome.winner
            continue
        for step in state.legal():
            after = forgetful(state.after(step))
            traded = after.first_colour_seat != state.first_colour_seat
            children[key].append((position(after), traded))
            if position(after) not in fresh:
                fresh[position(after)] = after
                unvisited.append(position(after))
    changed = True
    while changed:
        changed = False
        for key, state in fresh.items():
            if key in value:
                continue
            me = state.to_move
            ends = [
                None
                if child not in value
                else state.other(value[child] or "")
                if traded
                else value[child]
                for child, traded in children[key]
            ]
            if me in ends or all(end == state.other(me) for end in ends):
                value[key] = me if me in ends else state.other(me)
                changed = True
    return value.get(position(start))


def forgetful(state: Robble) -> Robble:
    """Return the state as if no position had appeared before."""
    return Robble(
        options=state.options,
        to_move=state.to_move,
        first_colour_seat=state.first_colour_seat,
        turns=min(state.turns, 2),
        stones=state.stones,
        appearances={},
    )


def main(words: list[str]) -> None:
    name, *given = words
    options: dict[str, object] = {}
    for word in given:
        key, _, text = word.partition("=")
        options[key] = {"true": True, "false": False}[text] if text.isalpha() else int(text)
    seat = winner(reference.start(name, **options))
    print("draw" if seat == DRAW else ("first", "second")[seat])


if __name__ == "__main__":
    main(sys.argv[1:])
