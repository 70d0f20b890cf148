"""The command ``quincunx``: its arguments, its exit codes.

0: fine, also when the user leaves with Ctrl-C or at the end of input; 2: wrong usage, with one
sentence; 1: anything else, with a sentence too.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from quincunx.cli.failures import CommandError, sentence
from quincunx.errors import BadOption

__all__ = ["main"]

COMMANDS = {
    "games": "what there is to play",
    "rules": "the rules of a game",
    "play": "play in the terminal",
    "replay": "look at a game that was saved",
    "match": "let two agents play many games",
    "ladder": "measure the levels of a game",
    "solve": "who wins with best play",
    "perft": "count sequences of steps",
    "bench": "measure the core's speed",
    "gtp": "an engine for programs that speak GTP",
    "analysis": "an engine that analyses positions, in lines of JSON",
}
"""The commands, each a module of its name with ``add_arguments`` and ``run``."""


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, without a page of usage."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("argument "):
            flag, _, rest = message.removeprefix("argument ").partition(": ")
            message = f"{flag}: {rest}"
        _complain(f"{sentence(Exception(message))} See {self.prog} --help.")
        sys.exit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _open_streams()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except OSError as error:
        # Nothing more can be said there, nor is to be flushed at exit. A reader who has had enough
        # (a broken pipe) is no trouble.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            _complain(f"the output can't be written: {error.strerror or error}.")
        return 1
    except KeyboardInterrupt:
        _complain("Stopped.")
        return 0
    return code


def _open_streams() -> None:
    """See to it that there are streams, and that a terminal without Unicode still plays."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _run(argv: list[str]) -> int:
    parser, parsers = _parser()
    if not argv:
        parser.print_help()
        return 0
    command = next((word for word in argv if not word.startswith("-")), None)
    if command in COMMANDS:
        # Only the command that is meant is imported: --version need not wait for the others.
        module = importlib.import_module(f"quincunx.cli.{command}")
        module.add_arguments(parsers[command])
    arguments = parser.parse_args(argv)
    if arguments.version:
        from quincunx import __version__

        print(f"quincunx {__version__}")
        return 0
    if arguments.command is None:
        parser.error("a command is missing")
    from quincunx.cli.screen import Screen

    try:
        return int(module.run(arguments, Screen(arguments.colour)))
    except BadOption as error:
        _complain(sentence(error))
        return 2
    except CommandError as error:
        _complain(sentence(error))
        return error.code


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    parser = _Parser(
        prog="quincunx",
        description="Five modern abstract board games: Implo, Bargo, Topolo, Robble and Licled.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    parsers: dict[str, argparse.ArgumentParser] = {}
    for name, words in COMMANDS.items():
        parsers[name] = commands.add_parser(
            name, help=words, description=f"{words.capitalize()}.", allow_abbrev=False
        )
        parsers[name].add_argument(
            "--colour",
            "--color",
            default="auto",
            choices=("auto", "always", "never"),
            help="coloured output: auto is a terminal without NO_COLOR",
        )
    return parser, parsers


def _complain(text: str) -> None:
    print(f"quincunx: {text}", file=sys.stderr)
