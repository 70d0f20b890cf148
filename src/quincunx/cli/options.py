"""The options of games as flags: they come from the registry, none is named here."""

from __future__ import annotations

import argparse
import re

from quincunx.cli.failures import UsageError
from quincunx.describe.words import WORDS
from quincunx.game import Game, game
from quincunx.registry import Family, games

__all__ = [
    "Value",
    "add_game_options",
    "family_of",
    "game_of",
    "given_options",
    "listed",
    "number",
    "shown",
]


Value = bool | int | str
"""What an option can be."""


def listed(words: list[str]) -> str:
    """Return words as a list for people.

    >>> listed(["human", "random"])
    'human or random'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--size`` and a flag for every option that some game has."""
    parser.add_argument("--size", type=number, metavar="N", help="size of the board")
    for name in _names():
        having = [family for family in games() if name in family.options]
        titles = ", ".join(WORDS[family.name].title for family in having)
        parser.add_argument(
            f"--{name}",
            metavar=_metavar(having[0].options[name]),
            help=f"{titles}: standard is {shown(having[0].options[name])}",
        )


def given_options(arguments: argparse.Namespace) -> dict[str, str | int]:
    """Return the options of games that were given, as they were written."""
    given = {name: getattr(arguments, name) for name in ("size", *_names())}
    return {name: value for name, value in given.items() if value is not None}


def family_of(name: str) -> Family:
    """Return a game of the registry by its name."""
    found = [family for family in games() if family.name == name.lower()]
    if not found:
        known = ", ".join(family.name for family in games())
        raise UsageError(f"there is no game {name!r}; the games are {known}")
    return found[0]


def game_of(family: Family, given: dict[str, str | int]) -> Game:
    """Return a game with the options that were given as texts."""
    values = {name: _read(name, value, family.options.get(name)) for name, value in given.items()}
    return game(family.name, **values)


def _names() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for family in games() for name in family.options))


def number(text: str) -> int:
    """Return a whole number; argparse says what is wrong."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}") from None


def _read(name: str, value: str | int, standard: Value | None) -> Value:
    if isinstance(value, int):
        return value
    if isinstance(standard, bool):
        if value.lower() not in ("yes", "no"):
            raise UsageError(f"--{name} is yes or no, not {value!r}")
        return value.lower() == "yes"
    return int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else value


def _metavar(standard: Value) -> str:
    if isinstance(standard, bool):
        return "yes|no"
    return f"N|{standard}" if isinstance(standard, str) else "N"


def shown(value: Value) -> str:
    """Return a value of an option as it is given.

    >>> shown(True), shown(7)
    ('yes', '7')
    """
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
