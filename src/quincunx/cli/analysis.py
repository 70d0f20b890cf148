"""``quincunx analysis``: the engine that analyses positions, in lines of JSON."""

from __future__ import annotations

import argparse
import signal
import sys

from quincunx.cli.failures import UsageError
from quincunx.cli.options import number
from quincunx.cli.screen import Screen
from quincunx.engine.analysis import LONGEST, MEMORY, AnalysisEngine
from quincunx.engine.lines import Lines

__all__ = ["add_arguments", "run"]

MOST_THREADS = 256
MOST_MEMORY = 131_072


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``analysis``."""
    parser.description = (
        "Reads queries from the standard input and writes analyses to the standard output, "
        "a line of JSON each. The guide docs/engine.md says what they hold."
    )
    parser.add_argument(
        "--threads", type=number, default=1, metavar="T", help="positions searched at once (1)"
    )
    parser.add_argument(
        "--memory", type=number, default=MEMORY, metavar="MiB", help=f"for all trees ({MEMORY})"
    )


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Answer queries until the end of input or Ctrl-C."""
    for name, most in (("threads", MOST_THREADS), ("memory", MOST_MEMORY)):
        value = getattr(arguments, name)
        if not 1 <= value <= most:
            raise UsageError(f"--{name} is from 1 to {most}, not {value}")
    engine = AnalysisEngine(sys.stdout, threads=arguments.threads, memory=arguments.memory)

    def end(*_: object) -> None:
        signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # a second Ctrl-C waits for nothing
        engine.end()

    # KeyboardInterrupt can come between taking a lock and the block that gives it back: then the
    # threads of the engine would wait for that lock for ever.
    signal.signal(signal.SIGINT, end)
    engine.run(Lines(sys.stdin.fileno(), longest=LONGEST))
    return 0
