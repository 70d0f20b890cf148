"""Thinking with somebody watching: a spinner, Ctrl-C for "enough", and advice in words."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from quincunx.agents import LEVELS, Candidate, Limit, Report, Searcher
from quincunx.cli.screen import Screen
from quincunx.game import State

__all__ = ["Adviser", "evaluation", "hints", "line_of", "thinking"]

Answer = TypeVar("Answer")

MOST_HINTS: Final = 3
WELL_LOOKED_AT: Final = 1 / 3
"""Of the visits of the best: what has fewer may seem better by chance, and is not advised."""

MOST_TURNS: Final = 4


def thinking(
    screen: Screen,
    text: str,
    think: Callable[[threading.Event], Answer],
    enough: threading.Event | None = None,
) -> Answer:
    """Return what ``think`` finds, with a spinner meanwhile; Ctrl-C sets ``enough`` to end it early.

    It thinks on a thread of its own, so that Ctrl-C does not tear it away from what it has found, nor leaves
    it running: however often Ctrl-C comes, the answer is waited for.
    """
    stop = enough or threading.Event()

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once more, it would wait for its own lock
        stop.set()

    with ThreadPoolExecutor(1) as thread, screen.busy(text):
        before = signal.signal(signal.SIGINT, end)
        try:
            return thread.submit(think, stop).result()
        finally:
            signal.signal(signal.SIGINT, before)


class Adviser:
    """The strongest level, which only talks. What it says of a position depends on that position alone."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._known: dict[State, Report] = {}

    def report(self, state: State) -> Report:
        """Return what a search finds; unless it was cut short, it is not made twice in a row."""
        if state in self._known:
            return self._known[state]
        limit = Limit(visits=LEVELS[state.game.name][-1].visits)
        searcher, cut_short = Searcher(state.game), threading.Event()
        report = thinking(
            self._screen,
            "looking (Ctrl-C: enough)",
            lambda enough: searcher.report_after(state, limit, stop=enough),
            cut_short,
        )
        self._known = {} if cut_short.is_set() else {state: report}
        return report


def evaluation(report: Report) -> str:
    """Return who is ahead, in a line.

    >>> import quincunx
    >>> state = quincunx.game("topolo", size=2).replay("a1s", "b1l", "a2l")
    >>> evaluation(Searcher(state.game).report_after(state, Limit(visits=50)))
    'A draw, if both play well.'
    """
    state = report.state
    if report.proven is not None:
        if report.proven == "draw":
            return "A draw, if both play well."
        seat = state.seat if report.proven == "win" else 1 - state.seat
        return f"{state.seats[seat].capitalize()} wins, if both play well."
    seat = 0 if report.values[0] >= 0.5 else 1
    said = f"{state.seats[seat].capitalize()} {100 * report.values[seat]:.0f} %"
    if report.score is not None:
        lead = round(2 * report.score) / 2
        colour = state.game.colours[lead < 0].capitalize()
        said += f", {colour} leads by {abs(lead):g} points" if lead else ", points equal"
    return f"{said} ({report.visits:,} visits)"


def hints(report: Report) -> list[str]:
    """Return what could be played, the best first: how good it is, and how it may go on."""
    if not report.candidates:
        return ["It was stopped before it saw anything."]
    best = report.candidates[0]
    if report.proven == "loss":
        return [f"Every step loses, if your opponent plays well. As good as any: {best.step}."]
    line = line_of(report.state, best)
    said = [f"Best: {best.step}, {_worth(best)}.{f' Then perhaps {line}.' if line else ''}"]
    others = [
        f"{c.step}, {_worth(c)}"
        for c in report.candidates[1:MOST_HINTS]
        if c.visits >= WELL_LOOKED_AT * best.visits and c.proven != "loss"
    ]
    return [*said, f"Or: {'; '.join(others)}."] if others and best.proven != "win" else said


def _worth(candidate: Candidate) -> str:
    if candidate.proven is not None:
        return {"win": "which wins", "draw": "which draws", "loss": "which loses"}[candidate.proven]
    return f"{100 * candidate.win_rate:.0f} %"


def line_of(state: State, candidate: Candidate) -> str:
    """Return how it may go on after a candidate, turn by turn, with the colours."""
    turns: list[str] = []
    for step in candidate.line:
        if turns and not state.at_turn_start:
            turns[-1] += f" {step}"
        elif len(turns) > MOST_TURNS:
            break
        else:
            turns.append(f"{state.to_move.capitalize()} {step}")
        state = state.play(step)
    return ", ".join(turns[1:])
