"""What a search found, as the lines that programs for Go understand: Leela Zero's and KataGo's."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.agents.base import Candidate, Report
from quincunx.describe.layout import layout
from quincunx.game import Game
from quincunx.moves import turns_along, word_of

__all__ = ["Wanted", "for_mover", "kata_line", "lower_bound", "lz_line"]

STRICTNESS = 1.96  # standard deviations that the lower bound lies below the win rate


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an analysis is to show."""

    fewest: int = 0
    """So many candidates are shown even if they were never tried."""
    most: int | None = None
    ownership: bool = False
    root: bool = False


def lower_bound(candidate: Candidate) -> float:
    """Return what a candidate's win rate is at least, in all likelihood.

    >>> import quincunx
    >>> step = quincunx.game("robble").action("d4")
    >>> round(lower_bound(Candidate(step, 400, 0.5, None, ())), 3)
    0.451
    """
    if candidate.proven is not None:
        return candidate.win_rate
    if candidate.visits == 0:
        return 0.0
    rate, visits = candidate.win_rate, candidate.visits
    # One more win and one more loss: a step that won its only game is not sure to win.
    smoothed = (rate * visits + 1) / (visits + 2)
    return max(0.0, rate - STRICTNESS * math.sqrt(smoothed * (1 - smoothed) / visits))


def for_mover(report: Report, value: float) -> float:
    """Return a value of the first colour as the colour to move sees it."""
    return value if report.state.to_move == report.state.game.colours[0] else -value


def lz_line(report: Report, wanted: Wanted) -> str:
    """Return a line as ``lz-analyze`` has it: rates are whole numbers up to 10000."""
    prior = round(10_000 / max(1, len(report.candidates)))
    return " ".join(
        f"info move {c.step} visits {c.visits} winrate {round(10_000 * c.win_rate)} prior {prior}"
        f" lcb {round(10_000 * lower_bound(c))} order {order} pv {_line(report, c)}"
        for order, c in enumerate(_shown(report, wanted))
    )


def kata_line(report: Report, wanted: Wanted) -> str:
    """Return a line as ``kata-analyze`` has it: rates go from 0 to 1."""
    prior = 1 / max(1, len(report.candidates))
    score = ""
    if report.score is not None:
        lead = for_mover(report, report.score)
        score = f" scoreMean {lead:.3f} scoreLead {lead:.3f}"
    parts = [
        f"info move {c.step} visits {c.visits} winrate {c.win_rate:.6f}{score} prior {prior:.6f}"
        f" lcb {lower_bound(c):.6f} order {order} pv {_line(report, c)}"
        for order, c in enumerate(_shown(report, wanted))
    ]
    if wanted.root:
        rate = report.values[report.state.seat]
        parts.append(f"rootInfo visits {report.visits} winrate {rate:.6f}{score}")
    if wanted.ownership:
        owners = [
            for_mover(report, report.owners[cell]) for cell in _from_the_top(report.state.game)
        ]
        parts.append("ownership " + " ".join(f"{owner:.3f}" for owner in owners))
    return " ".join(parts)


def _shown(report: Report, wanted: Wanted) -> Sequence[Candidate]:
    tried = sum(1 for c in report.candidates if c.visits or c.proven)
    return report.candidates[: max(tried, wanted.fewest)][: wanted.most]


def _line(report: Report, candidate: Candidate) -> str:
    turns = turns_along(report.state, candidate.line or (candidate.step,))
    return " ".join(map(word_of, turns))


@functools.lru_cache(maxsize=32)
def _from_the_top(game: Game) -> tuple[str, ...]:
    """Return the cells row by row, the top row first, each from the left."""
    centres = layout(game.name, game.size).centres
    return tuple(sorted(game.cells, key=lambda cell: (round(centres[cell][1]), centres[cell][0])))
