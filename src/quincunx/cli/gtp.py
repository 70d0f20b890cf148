"""``quincunx gtp``: the engine for programs that speak the Go Text Protocol."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys

from quincunx.agents import Limit, Searcher
from quincunx.agents.search import MEMORY
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number
from quincunx.cli.screen import Screen
from quincunx.engine.gtp import LONGEST, GtpEngine
from quincunx.engine.lines import Lines
from quincunx.game import Game

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gtp``."""
    parser.description = "Speaks GTP, version 2, over the standard input and output. The guide docs/engine.md says how."
    parser.add_argument("game", metavar="GAME", help="which game")
    add_game_options(parser)
    parser.add_argument("--visits", type=number, metavar="V", help="visits for each step")
    parser.add_argument(
        "--time", type=float, metavar="SECONDS", help="seconds for each step (1, or by the clock)"
    )
    parser.add_argument("--threads", type=number, default=1, metavar="T", help="threads (1)")
    parser.add_argument(
        "--memory", type=number, default=MEMORY, metavar="MiB", help=f"for the tree ({MEMORY})"
    )
    parser.add_argument("--seed", type=number, default=0, metavar="S", help="of the search (0)")


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Answer commands until quit, the end of input or Ctrl-C."""
    limit = None
    if arguments.visits is not None or arguments.time is not None:
        limit = Limit(visits=arguments.visits, seconds=arguments.time)

    def searcher(rules: Game) -> Searcher:
        return Searcher(
            rules, threads=arguments.threads, memory=arguments.memory, seed=arguments.seed
        )

    rules = game_of(family_of(arguments.game), given_options(arguments))
    engine = GtpEngine(rules, searcher, limit)
    lines = Lines(sys.stdin.fileno(), longest=LONGEST)

    def end(*_: object) -> None:
        lines.end()  # for KeyboardInterrupt is lost where Python can't raise it, as in a weak reference's callback
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, end)
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(engine):
        engine.run(lines, sys.stdout)
    return 0
