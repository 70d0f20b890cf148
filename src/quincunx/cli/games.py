"""``quincunx games``: what there is to play."""

from __future__ import annotations

import argparse

from rich import box
from rich.table import Table
from rich.text import Text

from quincunx.cli.screen import Screen
from quincunx.describe.styles import style
from quincunx.describe.words import WORDS
from quincunx.registry import Family, games

__all__ = ["add_arguments", "run"]

BOARDS = {"points": "n×n points", "squares": "n×n squares", "hexes": "hexagon, side n"}


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Add the arguments of ``games``: there are none."""


def run(_: argparse.Namespace, screen: Screen) -> int:
    """List the games."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for heading in ("Game", "Board", "Sizes", "Standard", "Options"):
        table.add_column(heading, no_wrap=True)
    for family in games():
        words = WORDS[family.name]
        table.add_row(
            Text(words.title, style=f"bold {screen.accent(family.name)}"),
            BOARDS[style(family.name).kind],
            _sizes(family),
            Text(str(family.standard_size), justify="right"),
            _options(family),
        )
    screen.show(table)
    summaries = Table.grid(padding=(0, 2))
    for family in games():
        words = WORDS[family.name]
        by = f"{words.designer}, {words.year}"
        summaries.add_row(Text(words.title, style="bold"), Text(f"{words.summary}\n{by}"))
    screen.show(summaries)
    screen.say()
    screen.say("Sizes: all (recommended). Begin with: quincunx rules GAME, quincunx play GAME")
    return 0


def _sizes(family: Family) -> str:
    """Return the sizes of a game, the recommended ones in brackets.

    >>> [_sizes(family) for family in games()][2:4]
    ['2 4 6 8 (8)', '3–9 (5–9)']
    """
    sizes, (low, high) = family.sizes, WORDS[family.name].recommended
    dense = sizes == tuple(range(sizes[0], sizes[-1] + 1))
    every = f"{sizes[0]}–{sizes[-1]}" if dense else " ".join(map(str, sizes))
    return f"{every} ({low}–{high})" if low < high else f"{every} ({low})"


def _options(family: Family) -> str:
    shown = []
    for name, standard in family.options.items():
        value = ("no", "yes")[standard] if isinstance(standard, bool) else standard
        shown.append(f"{name} {value}")
    return ", ".join(shown) or "–"
