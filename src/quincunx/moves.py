"""Turns as one word, as protocols need them: ``c4 *a1 -b3`` is written ``c4,*a1,-b3``.

>>> import quincunx
>>> state = quincunx.game("implo", size=3, pie=False).replay("c3", "a1")
>>> after = play_word(state, "b2,*a2,-c3")
>>> after.turns[-1], word_of(after.turns[-1])
('b2 *a2 -c3', 'b2,*a2,-c3')
"""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.errors import BadNotation, IllegalMove
from quincunx.game import State
from quincunx.notation import LONGEST
from quincunx.values import Action

__all__ = ["play_word", "steps_of", "turns_along", "word_of"]


def word_of(turn: str) -> str:
    """Return a turn, or some of its steps, as one word."""
    return ",".join(turn.split())


def steps_of(text: str) -> list[str]:
    """Return the texts of steps that commas or spaces part.

    >>> steps_of("c4,*a1 -b3")
    ['c4', '*a1', '-b3']
    """
    if len(text) > LONGEST:
        raise BadNotation(f"a turn has at most {LONGEST} characters, this one {len(text)}")
    steps = text.replace(",", " ").split()
    if not steps:
        raise BadNotation("a turn has at least one step")
    return steps


def play_word(state: State, text: str) -> State:
    """Return the state after some steps of one turn. They may go on with a turn, and need not end it.

    >>> import quincunx
    >>> play_word(quincunx.game("robble", size=5).start(), "c3,c4")
    Traceback (most recent call last):
        ...
    quincunx.errors.IllegalMove: the turn ends before c4
    """
    for place, step in enumerate(steps_of(text)):
        if place and state.at_turn_start:
            state.game.action(step)
            raise IllegalMove(f"the turn ends before {step}", step, "turn_ended")
        state = state.play(step)
    return state


def turns_along(state: State, steps: Iterable[Action]) -> list[str]:
    """Return the turns that these steps make from a state on; the first may be the rest of one.

    >>> import quincunx
    >>> state = quincunx.game("implo", size=3, pie=False).replay("c3", "a1")
    >>> turns_along(state, [state.game.action(text) for text in ("b2", "*a2", "-c3")])
    ['b2 *a2 -c3']
    """
    turns: list[list[str]] = [[]]
    for step in steps:
        if state.at_turn_start and turns[-1]:
            turns.append([])
        turns[-1].append(step.text)
        state = state.play(step)
    return [" ".join(turn) for turn in turns if turn]
