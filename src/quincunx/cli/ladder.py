"""``quincunx ladder``: each level of a game against the one below."""

from __future__ import annotations

import argparse
import re
import shlex

from rich import box
from rich.table import Table
from rich.text import Text

from quincunx.agents.levels import LEVELS
from quincunx.cli.contest import (
    add_contest_options,
    check_contest,
    check_games,
    contest,
    progress,
)
from quincunx.cli.failures import CommandError, UsageError
from quincunx.cli.files import path_of
from quincunx.cli.options import family_of, game_of, number
from quincunx.cli.screen import Screen
from quincunx.describe.words import WORDS
from quincunx.game import Game
from quincunx.lab.ladder import data, pairs, rows, update
from quincunx.lab.match import tally_of

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ladder``."""
    parser.description = (
        "Plays each level of a game against the one below and says how much stronger it is. "
        "Ctrl-C stops; with --save the same command goes on later."
    )
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--size", type=number, metavar="N", help="size of the board, else standard")
    parser.add_argument(
        "--games",
        default="100",
        metavar="N[,N...]",
        help="how many: one number for all pairs, or one for each, the weakest first (100)",
    )
    add_contest_options(parser)
    parser.add_argument("--levels", default="1-8", metavar="A-B", help="from which to which (1-8)")
    parser.add_argument("--save", metavar="FOLDER", help="keep the games, a file for each pair")
    parser.add_argument(
        "--markdown", metavar="FILE", help="write the page; results go to the folder of its name"
    )


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the ladder, the weakest levels first."""
    check_contest(arguments)
    family = family_of(arguments.game)
    game = game_of(family, {} if arguments.size is None else {"size": arguments.size})
    lowest, highest = _levels(arguments.levels, game)
    numbers = _games(arguments.games, highest - lowest)
    if arguments.save and arguments.save.endswith(".jsonl"):
        raise UsageError("--save is a folder: a ladder has a file for each pair of levels")
    tallies = []
    with progress() as bar:
        for match, number_of_games in zip(
            pairs(game, lowest, highest, arguments.seed), numbers, strict=True
        ):
            games, stopped = contest(
                match, number_of_games, bar, jobs=arguments.jobs, save=arguments.save
            )
            for one in games:
                if one.failure:
                    loser = match.agents[0 if one.winner else 1]
                    raise CommandError(f"{loser} failed in game {one.number}: {one.failure}")
            if games:
                tallies.append(tally_of(games))
            if stopped:
                break
    ladder = data(game, lowest, tallies, _command(arguments, game))
    screen.say()
    screen.say(f"{WORDS[game.name].title}, size {game.size}", style="bold")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Level", "Visits", "Looseness", "Games", "Win rate (95 %)", "Elo", "Sum"):
        table.add_column(heading, justify="right")
    for row in rows(ladder):
        table.add_row(*map(Text, row))
    screen.show(table)
    if stopped:
        unwritten = " The page was not written." if arguments.markdown else ""
        screen.errors.print(f"Stopped in {' against '.join(match.agents)}.{unwritten}")
    elif arguments.markdown:
        try:
            update(path_of(arguments.markdown), ladder)
        except (OSError, ValueError) as error:
            raise CommandError(f"can't write {arguments.markdown}: {error}") from error
    return 0


def _levels(text: str, game: Game) -> tuple[int, int]:
    most = len(LEVELS[game.name])
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text)
    if not found or not 1 <= int(found[1]) < int(found[2]) <= most:
        raise UsageError(f"--levels is two levels from 1 to {most}, as in 1-{most}, not {text!r}")
    return int(found[1]), int(found[2])


def _games(text: str, pairs: int) -> list[int]:
    """Return how many games each pair of levels plays."""
    if not re.fullmatch(r"[0-9]{1,9}(,[0-9]{1,9})*", text):
        raise UsageError(f"--games is a number, or one for each pair as in 100,40, not {text!r}")
    games = [int(part) for part in text.split(",")]
    for number_of_games in games:
        check_games(number_of_games)
    if len(games) == 1:
        return games * pairs
    if len(games) != pairs:
        raise UsageError(f"--games is one number or {pairs}, one for each pair, not {len(games)}")
    return games


def _command(arguments: argparse.Namespace, game: Game) -> str:
    """Return the command that plays this ladder again."""
    words = ["quincunx", "ladder", game.name]
    if arguments.size is not None:
        words += ["--size", str(arguments.size)]
    words += ["--games", arguments.games, "--levels", arguments.levels]
    return shlex.join([*words, "--seed", str(arguments.seed)])
