"""``quincunx play``: a game in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from rich.table import Table as Grid
from rich.text import Text

from quincunx.cli.ask import Asker, asker
from quincunx.cli.failures import UsageError, sentence
from quincunx.cli.files import path_of, read_record
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number
from quincunx.cli.room import Room
from quincunx.cli.screen import Screen
from quincunx.cli.table import HUMAN, PLAYERS, RANDOM, Table
from quincunx.describe.words import WORDS
from quincunx.game import Game
from quincunx.registry import Family, games

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``play``."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="which game; without it a menu asks"
    )
    add_game_options(parser)
    for colour in _colours():
        parser.add_argument(
            f"--{colour}",
            choices=PLAYERS,
            metavar="|".join(PLAYERS),
            help=f"who starts as {colour.capitalize()}",
        )
    parser.add_argument("--seed", type=number, metavar="S", help="makes random players repeatable")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was saved")


def _colours() -> tuple[str, ...]:
    return tuple(dict.fromkeys(colour for family in games() for colour in family.colours))


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play, until the user has had enough. Ctrl-C and end of input are good ends."""
    prompt = asker(screen)
    room: Room | None = None
    try:
        table = _table(arguments, screen, prompt)
        if table is None:
            return 0
        room = Room(screen, prompt, table)
        room.open()
    except (EOFError, KeyboardInterrupt):
        pass
    screen.say(room.farewell if room else "No game was begun.")
    return 0


# -- who plays what


def _table(arguments: argparse.Namespace, screen: Screen, prompt: Asker) -> Table | None:
    given = given_options(arguments)
    if arguments.resume is not None:
        return _resumed(arguments, given, screen)
    if arguments.game is None:
        picked = _menu(screen, prompt, given)
        if picked is None:
            screen.say("No game was begun.")
            return None
        family, game = picked
    else:
        family = family_of(arguments.game)
        game = game_of(family, given)
    return Table(game, _players(arguments, family), arguments.seed)


def _resumed(arguments: argparse.Namespace, given: Mapping[str, object], screen: Screen) -> Table:
    if given:
        raise UsageError(f"--{next(iter(given))} can't be chosen: the saved game has its options")
    record, trouble = read_record(path_of(arguments.resume))
    if arguments.game is not None and arguments.game.lower() != record.game:
        raise UsageError(f"{arguments.resume} is a game of {WORDS[record.game].title}")
    if trouble:
        screen.trouble(f"{trouble.rstrip('.')}.")
        screen.say(f"The game goes on after turn {len(record.turns)}, which is good.")
    family = family_of(record.game)
    players = _players(arguments, family, record.players)
    return Table(record.state().game, players, arguments.seed, record)


def _players(
    arguments: argparse.Namespace, family: Family, known: tuple[str, str] = ("", "")
) -> tuple[str, str]:
    """Return who sits where: as asked, else as the record says, else a person against random."""
    _check_players(arguments, family)
    first, second = (
        getattr(arguments, colour) or (name if name in PLAYERS else None)
        for colour, name in zip(family.colours, known, strict=True)
    )
    # Who gives the first colour to random wants to play the second.
    return first or HUMAN, second or (HUMAN if first == RANDOM else RANDOM)


def _check_players(arguments: argparse.Namespace, family: Family) -> None:
    for colour in _colours():
        if getattr(arguments, colour) is not None and colour not in family.colours:
            title, (first, second) = WORDS[family.name].title, family.colours
            raise UsageError(f"{title} is played by {first} and {second}: --{colour} means nobody")


def _menu(screen: Screen, prompt: Asker, given: dict[str, str | int]) -> tuple[Family, Game] | None:
    """Ask which game to play."""
    families = games()
    grid = Grid.grid(padding=(0, 2))
    for place, family in enumerate(families, 1):
        entry = WORDS[family.name]
        grid.add_row(
            Text(str(place), style="bold"),
            Text(entry.title, style=f"bold {screen.accent(family.name)}"),
            Text(entry.summary),
        )
    screen.say("Which game?", style="bold")
    screen.show(grid)
    screen.say("A number or a name; a size may follow, as in: robble 5", style="dim")
    names = [family.name for family in families]
    while True:
        typed = prompt.ask("game> ", commands=[*names, "quit"]).lower().split()
        if not typed:
            continue
        if typed[0] in ("quit", "q", "exit"):
            return None
        word = typed[0]
        if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(names):
            typed[0] = names[int(word[:3]) - 1]
        try:
            family = family_of(typed[0])
            size: dict[str, str | int] = {}
            if len(typed) > 1:
                if len(typed) > 2 or not (typed[1].isascii() and typed[1].isdigit()):
                    raise UsageError("a size is one whole number")
                size = {"size": int(typed[1][:9])}
            return family, game_of(family, {**given, **size})
        except (UsageError, ValueError) as error:
            screen.trouble(sentence(error))
