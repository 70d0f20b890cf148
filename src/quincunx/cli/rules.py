"""``quincunx rules``: the page of a game, set for the terminal."""

from __future__ import annotations

import argparse

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from quincunx.cli.failures import CommandError
from quincunx.cli.options import family_of
from quincunx.cli.screen import Screen
from quincunx.describe import pages

__all__ = ["add_arguments", "run", "show"]

WIDEST = 88
"""Lines of prose are no longer than this: longer ones tire."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``rules``."""
    parser.add_argument("game", metavar="GAME", help="which game")


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show the rules of a game."""
    show(family_of(arguments.game).name, screen)
    return 0


def show(game: str, screen: Screen) -> None:
    """Show the rules of a game, in a pager if a person reads."""
    try:
        blocks = pages.page(game)
    except (OSError, ValueError) as error:
        raise CommandError(f"the rules page of {game} can't be read: {error}") from error
    with screen.paged():
        for block in blocks:
            if isinstance(block, pages.Prose):
                _set(Markdown(block.text), screen)
            elif isinstance(block, pages.Board):
                screen.ansi(block.text(colour=screen.coloured))
                if block.caption:
                    _set(Text(block.caption, style="italic"), screen)
            else:
                _example(block, screen)
            screen.say()


def _set(what: RenderableType, screen: Screen) -> None:
    screen.console.print(what, width=min(WIDEST, screen.width), highlight=False, emoji=False)


def _example(example: pages.Example, screen: Screen) -> None:
    """Show a worked example: what is played is numbered, what holds then is indented."""
    number = 0
    for line, said in zip(example.lines, example.replay(), strict=True):
        if line.check:
            _set(Padding(Text(said, style="italic"), (0, 0, 0, 7)), screen)
        else:
            number += not line.value.startswith(pages.GOES_ON)
            screen.mark(f"  [{screen.accent(example.game)}]{number:>3}.[/] {said}")
