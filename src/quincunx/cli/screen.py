"""What is seen: one console, and whether it may be coloured."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.status import Status
from rich.text import Text

from quincunx.describe.draw import text_of
from quincunx.describe.styles import style
from quincunx.game import State

__all__ = ["COLOURS", "Screen"]

COLOURS = ("auto", "always", "never")


class Screen:
    """Prints sentences and boards, for a terminal or for a file.

    ``colour`` is auto (a terminal, unless NO_COLOR is set), always or never.
    """

    def __init__(self, colour: str = "auto") -> None:
        if colour == "auto" and os.environ.get("NO_COLOR"):
            colour = "never"
        if colour == "always":
            self.console = Console(force_terminal=True, color_system="truecolor", no_color=False)
        elif colour == "never":
            self.console = Console(color_system=None, no_color=True)
        else:
            self.console = Console()
        self.errors = Console(stderr=True, color_system=None, no_color=True)

    @property
    def coloured(self) -> bool:
        """Whether boards are drawn in colour: sixteen colours are too few for them."""
        return self.console.is_terminal and self.console.color_system in ("256", "truecolor")

    @property
    def interactive(self) -> bool:
        """Whether a person sits at both ends."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    def say(self, text: str = "", style: str = "") -> None:
        """Print a sentence; only a terminal has its lines broken."""
        self.show(Text(text, style=style))

    def mark(self, markup: str) -> None:
        """Print a sentence with rich's markup."""
        self.show(Text.from_markup(markup, emoji=False))

    def show(self, what: RenderableType) -> None:
        """Print anything that rich can render."""
        self.console.print(
            what,
            soft_wrap=isinstance(what, Text) and not sys.stdout.isatty(),
            highlight=False,
            emoji=False,
        )

    def trouble(self, text: str) -> None:
        """Print what is wrong with something that was typed."""
        self.mark(f"[red]{escape(text)}[/]")

    def ansi(self, text: str) -> None:
        """Print a drawing as it is: its lines are never broken."""
        drawing = Text.from_ansi(text)
        drawing.no_wrap = True
        self.console.print(drawing, soft_wrap=True, highlight=False, emoji=False)

    def board(self, state: State, *, territory: bool = False) -> None:
        """Print the board of a state."""
        self.ansi(text_of(state, colour=self.coloured, territory=territory))

    def columns(self, state: State) -> int:
        """Return how many columns a board needs."""
        drawing = Text.from_ansi(text_of(state, colour=self.coloured))
        return max(line.cell_len for line in drawing.split())

    def accent(self, game: str) -> str:
        """Return the accent of a game as a rich style."""
        return style(game).accent.bright

    @contextmanager
    def busy(self, text: str) -> Iterator[Status | None]:
        """Show on a terminal that work is under way; elsewhere nothing."""
        if not sys.stderr.isatty():
            yield None
            return
        with Status(text, console=Console(stderr=True)) as status:
            yield status

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Page what is printed, if it is printed for a person."""
        if not self.interactive:
            yield
            return
        # less shows colours only when asked to; -F: what fits on one screen needs no pager.
        os.environ.setdefault("LESS", "-RFX")
        with self.console.pager(styles=self.console.color_system is not None):
            yield
