"""``quincunx perft``: how many sequences of steps there are, depth by depth."""

from __future__ import annotations

import argparse
import time

from rich.text import Text

from quincunx.cli.failures import UsageError
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number
from quincunx.cli.screen import Screen

__all__ = ["add_arguments", "run"]

DEEPEST = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``perft``."""
    parser.add_argument("game", metavar="GAME", help="which game")
    add_game_options(parser)
    parser.add_argument(
        "--depth", type=number, required=True, metavar="D", help="the longest sequences to count"
    )


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Count, and show each depth as soon as it is known. Ctrl-C keeps what there is."""
    game = game_of(family_of(arguments.game), given_options(arguments))
    if not 1 <= arguments.depth <= DEEPEST:
        raise UsageError(f"--depth is from 1 to {DEEPEST}, not {arguments.depth}")
    state = game.start()
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    screen.say(f"{game.name} {options}")
    screen.say(f"{'depth':>5} {'sequences':>20} {'seconds':>9} {'a second':>15}", style="bold")
    depth = 0
    try:
        for depth in range(1, arguments.depth + 1):
            with screen.busy(f"depth {depth} of {arguments.depth}"):
                begun = time.perf_counter()
                count = state.perft(depth)
                seconds = time.perf_counter() - begun
            rate = f"{count / seconds:,.0f}" if seconds > 0 else "–"
            row = f"{depth:>5} {count:>20,} {seconds:>9.3f} {rate:>15}"
            screen.show(Text(row, no_wrap=True))
            if count == 0:
                break
    except KeyboardInterrupt:
        screen.errors.print(f"Stopped in depth {depth}.")
    return 0
