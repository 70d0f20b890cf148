"""Ladders: each level against the one below, and the page that tells of them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from quincunx.agents.levels import LEVELS
from quincunx.describe.words import WORDS
from quincunx.game import Game
from quincunx.lab.match import Match
from quincunx.lab.statistics import Estimate, Tally, elo_text

__all__ = ["data", "page", "pairs", "rate_text", "read", "rows", "update"]

_INTRODUCTION: Final = """# How strong the levels are

Each level has played against the one below it: both seats in turn, at the standard size, and fewer games where a game
takes minutes. The win rate is that of the stronger level, a draw counts half, and its interval has 95 % confidence.
The last column adds the differences up, with the lowest level at 0; it compares levels of one game, not of two.
*Visits* are what a level looks at before it chooses, *looseness* is how freely it chooses among good steps:
[Matches](matches.md) has more on both.

This page is written by `quincunx ladder GAME --markdown docs/levels.md`, from the results in `docs/levels/`.
"""


def pairs(game: Game, lowest: int, highest: int, seed: int) -> list[Match]:
    """Return the matches of a ladder, the weakest levels first.

    >>> import quincunx
    >>> [match.agents for match in pairs(quincunx.game("robble"), 1, 3, 0)]
    [('level:2', 'level:1'), ('level:3', 'level:2')]
    """
    return [
        Match(game, (f"level:{level}", f"level:{level - 1}"), seed=seed)
        for level in range(lowest + 1, highest + 1)
    ]


def data(game: Game, lowest: int, tallies: Sequence[Tally], command: str) -> dict[str, Any]:
    """Return a ladder as plain data, with the levels as they are now."""
    levels = LEVELS[game.name][lowest - 1 : lowest + len(tallies)]
    return {
        "game": game.name,
        "options": game.options,
        "command": command,
        "levels": [{"level": lowest + i, **asdict(level)} for i, level in enumerate(levels)],
        "matches": [asdict(tally) for tally in tallies],
    }


def rows(ladder: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the lines of a ladder's table: level, visits, looseness, games, win rate, Elo, sum."""
    lowest, *others = ladder["levels"]
    lines: list[tuple[str, ...]] = [(*_level(lowest), "", "", "", "0")]
    total = 0.0
    for level, counts in zip(others, ladder["matches"], strict=True):
        tally = Tally(**counts)
        elo = tally.elo()
        total += _finite(elo)
        lines.append(
            (*_level(level), str(tally.games), rate_text(tally), elo_text(elo), f"{total:.0f}")
        )
    return lines


def _finite(elo: Estimate) -> float:
    """Return a difference, or the least that it can be where every game was won or lost."""
    return elo.value if math.isfinite(elo.value) else elo.low if elo.value > 0 else elo.high


def _level(level: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(level["level"]), f"{level['visits']:,}", f"{level['looseness']:g}"


def rate_text(tally: Tally) -> str:
    """Return a win rate with its interval.

    >>> rate_text(Tally(60, 0, 40))
    '60.0 % (50.2–69.1)'
    """
    rate = tally.rate()
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def page(ladders: Iterable[Mapping[str, Any]]) -> str:
    """Return the page that tells of these ladders, in Markdown."""
    by_game = {ladder["game"]: ladder for ladder in ladders}
    parts = [_INTRODUCTION]
    if not by_game:
        parts.append("No ladder has been played yet.\n")
    for game, words in WORDS.items():
        if game not in by_game:
            continue
        ladder = by_game[game]
        lines = [
            f"## {words.title}",
            "",
            "| level | visits | looseness | games | win rate | Elo difference | Elo |",
            "|--:|--:|--:|--:|--:|--:|--:|",
            *(f"| {' | '.join(row)} |" for row in rows(ladder)),
            "",
            f"Played by `{ladder['command']}`.",
            "",
        ]
        parts.append("\n".join(lines))
    return "\n".join(parts)


def read(folder: Path) -> list[dict[str, Any]]:
    """Return the ladders that a folder holds."""
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def update(markdown: Path, ladder: Mapping[str, Any]) -> None:
    """Keep a ladder's results beside a page, in the folder of its name, and write the page anew."""
    folder = markdown.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / f"{ladder['game']}.json"
    results.write_text(json.dumps(ladder, indent=1) + "\n", encoding="utf-8")
    markdown.write_text(page(read(folder)), encoding="utf-8")
