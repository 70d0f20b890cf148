"""``quincunx play``: a game in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from rich.table import Table as Grid
from rich.text import Text

from quincunx.agents.levels import LEVELS, STANDARD_LEVEL
from quincunx.agents.spec import canonical
from quincunx.cli.ask import Asker, asker
from quincunx.cli.failures import UsageError, sentence
from quincunx.cli.files import path_of, read_record
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number
from quincunx.cli.room import Room
from quincunx.cli.screen import Screen
from quincunx.cli.table import HUMAN, Table
from quincunx.describe.words import WORDS
from quincunx.errors import BadOption
from quincunx.game import Game
from quincunx.registry import Family, games

__all__ = ["add_arguments", "run"]

OPPONENT = f"level:{STANDARD_LEVEL}"
QUIT = ("quit", "q", "exit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``play``."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="which game; without it a menu asks"
    )
    add_game_options(parser)
    for colour in _colours():
        parser.add_argument(
            f"--{colour}",
            metavar="PLAYER",
            help=f"who starts as {colour.capitalize()}: human, a level from 1 to 8, random, or an agent "
            "such as mcts:time=2",
        )
    parser.add_argument("--seed", type=number, metavar="S", help="makes the computer repeatable")
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
    if arguments.game is not None:
        family = family_of(arguments.game)
        game = game_of(family, given)
        return Table(game, _players(arguments, game), arguments.seed)
    picked = _menu(screen, prompt, given)
    if picked is None:
        screen.say("No game was begun.")
        return None
    opponent = OPPONENT
    if all(getattr(arguments, colour) is None for colour in _colours()):
        opponent = _level(screen, prompt, picked)
    return Table(picked, _players(arguments, picked, opponent=opponent), arguments.seed)


def _resumed(arguments: argparse.Namespace, given: Mapping[str, object], screen: Screen) -> Table:
    if given:
        raise UsageError(f"--{next(iter(given))} can't be chosen: the saved game has its options")
    record, trouble = read_record(path_of(arguments.resume))
    if arguments.game is not None and arguments.game.lower() != record.game:
        raise UsageError(f"{arguments.resume} is a game of {WORDS[record.game].title}")
    if trouble:
        screen.trouble(f"{trouble.rstrip('.')}.")
        screen.say(f"The game goes on after turn {len(record.turns)}, which is good.")
    game = record.state().game
    return Table(game, _players(arguments, game, record.players), arguments.seed, record)


def _players(
    arguments: argparse.Namespace,
    game: Game,
    known: tuple[str, str] = ("", ""),
    opponent: str = OPPONENT,
) -> tuple[str, str]:
    """Return who sits where: as asked, else as the record says, else a person against a level."""
    _check_players(arguments, family_of(game.name))
    first, second = (
        _recorded(name, game)
        if (asked := getattr(arguments, colour)) is None
        else _player(asked, game)
        for colour, name in zip(game.colours, known, strict=True)
    )
    # Who gives the first colour to the computer wants to play the second.
    return first or HUMAN, second or (HUMAN if first not in (None, HUMAN) else opponent)


def _player(text: str, game: Game) -> str:
    if text.strip().lower() == HUMAN:
        return HUMAN
    try:
        return canonical(text, game)
    except BadOption as error:
        raise UsageError(str(error).replace("an agent is", "a player is human,")) from error


def _recorded(name: str, game: Game) -> str | None:
    """Return a player of a record, if it is one we know; a record starts no programs."""
    if name == HUMAN:
        return HUMAN
    try:
        known = canonical(name, game) == name and not name.startswith("gtp:")
    except BadOption:
        return None
    return name if known else None


def _check_players(arguments: argparse.Namespace, family: Family) -> None:
    for colour in _colours():
        if getattr(arguments, colour) is not None and colour not in family.colours:
            title, (first, second) = WORDS[family.name].title, family.colours
            raise UsageError(f"{title} is played by {first} and {second}: --{colour} means nobody")


def _menu(screen: Screen, prompt: Asker, given: dict[str, str | int]) -> Game | None:
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
        if typed[0] in QUIT:
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
            return game_of(family, {**given, **size})
        except (UsageError, ValueError) as error:
            screen.trouble(sentence(error))


def _level(screen: Screen, prompt: Asker, game: Game) -> str:
    """Ask how strong the opponent is to be."""
    most = len(LEVELS[game.name])
    screen.say(f"Which level, from 1 to {most}? Or human, or random.", style="bold")
    while True:
        typed = prompt.ask(f"level (Enter for {STANDARD_LEVEL})> ", commands=[HUMAN, "random"])
        if typed.lower() in QUIT:
            raise EOFError
        try:
            return _player(typed or OPPONENT, game)
        except UsageError as error:
            screen.trouble(sentence(error))
