"""``quincunx match``: two agents, many games, and what they say."""

from __future__ import annotations

import argparse
import json
import re

from rich import box
from rich.table import Table
from rich.text import Text

from quincunx.agents.base import Limit
from quincunx.cli import tell
from quincunx.cli.contest import (
    add_contest_options,
    check_contest,
    check_games,
    contest,
    progress,
)
from quincunx.cli.failures import UsageError
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number, shown
from quincunx.cli.screen import Screen
from quincunx.describe.words import WORDS
from quincunx.lab.ladder import rate_text
from quincunx.lab.match import LONGEST, RESIGNED, TOO_LONG, Match
from quincunx.lab.standing import Standing
from quincunx.lab.statistics import SPRT, elo_text

__all__ = ["add_arguments", "run"]

ABOUT = (
    "Plays games between two agents, both seats in turn: games 2k and 2k+1 have the same seed and opening. "
    "An agent is random, a level (level:5 or 5), mcts:visits=1000, mcts:time=0.5,threads=2, uct:time=0.1, or "
    f"gtp:COMMAND. An agent that fails loses the game. A game of {LONGEST} steps is given up as a draw. "
    "Ctrl-C stops, and what was finished counts; with --save the same command goes on later."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``match``."""
    parser.description = ABOUT
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("agents", nargs=2, metavar="AGENT", help="who plays")
    add_game_options(parser)
    parser.add_argument("--games", type=number, default=100, metavar="N", help="how many (100)")
    add_contest_options(parser)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--time", type=float, metavar="T", help="seconds a step, for agents that say nothing else"
    )
    limit.add_argument("--visits", type=number, metavar="V", help="the same in visits")
    parser.add_argument(
        "--openings",
        type=number,
        default=0,
        metavar="K",
        help="random steps that each pair of games begins with (0)",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="end as soon as one of two differences is settled, as in --sprt=-10,10",
    )
    parser.add_argument(
        "--alpha", type=float, default=0.05, metavar="P", help="risk of a wrong ELO1 (0.05)"
    )
    parser.add_argument(
        "--beta", type=float, default=0.05, metavar="P", help="risk of a wrong ELO0 (0.05)"
    )
    parser.add_argument(
        "--save", metavar="PLACE", help="keep the games: a folder, or a file that ends in .jsonl"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the match. Ctrl-C keeps what has been played."""
    check_contest(arguments)
    check_games(arguments.games)
    limit = None
    if arguments.time is not None or arguments.visits is not None:
        limit = Limit(visits=arguments.visits, seconds=arguments.time)
    test = _test(arguments)
    match = Match(
        game_of(family_of(arguments.game), given_options(arguments)),
        (arguments.agents[0], arguments.agents[1]),
        limit,
        arguments.seed,
        arguments.openings,
    )
    with progress() as bar:
        games, stopped = contest(
            match, arguments.games, bar, jobs=arguments.jobs, save=arguments.save, test=test
        )
    standing = Standing(match, games, test)
    if arguments.json:
        print(json.dumps(standing.to_data(), indent=1, ensure_ascii=False))
    else:
        _show(standing, screen)
    if stopped:
        screen.errors.print(f"Stopped after {len(games)} of {arguments.games} games.")
    return 0


def _test(arguments: argparse.Namespace) -> SPRT | None:
    if arguments.sprt is None:
        return None
    figure = r"\s*([+-]?[0-9]+(?:\.[0-9]+)?)\s*"
    found = re.fullmatch(f"{figure},{figure}", arguments.sprt)
    if not found:
        raise UsageError(f"--sprt is two Elo differences, as in 0,20, not {arguments.sprt!r}")
    return SPRT(float(found[1]), float(found[2]), arguments.alpha, arguments.beta)


def _show(standing: Standing, screen: Screen) -> None:
    match, tally = standing.match, standing.tally
    first, second = match.agents
    title = WORDS[match.game.name].title
    screen.say()
    screen.say(f"{first} against {second}", style=f"bold {screen.accent(match.game.name)}")
    options = ", ".join(
        f"{name} {shown(value)}" for name, value in match.game.options.items() if name != "size"
    )
    board = tell.board_name(match.game.start())
    screen.say(f"{title} {board}{f', {options}' if options else ''}: {tally.games} games.")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (first, "Wins", "Draws", "Losses", "Win rate (95 %)"):
        table.add_column(Text(heading), justify="left" if heading == first else "right")
    for name, part in zip(
        ("all games", "moving first", "moving second"), (tally, *standing.by_seat), strict=True
    ):
        table.add_row(name, str(part.wins), str(part.draws), str(part.losses), rate_text(part))
    screen.show(table)
    screen.say(f"Elo difference: {elo_text(tally.elo())}.")
    screen.say(f"The first seat, whoever had it: {rate_text(standing.first_seat)}.")
    one, other = standing.seconds
    screen.say(
        f"Steps a game: {standing.length:.1f}. Seconds a step: {first} {one:.3f}, {second} {other:.3f}."
    )
    for line in [*_troubles(standing), *_tested(standing)]:
        screen.say(line)


def _troubles(standing: Standing) -> list[str]:
    """Say what did not go as it should."""
    lines = []
    for name, failures in zip(standing.match.agents, standing.failures, strict=True):
        for words, times in failures.most_common():
            lines.append(f"{name} failed in {_count(times)}: {words}")
    for reason, said in (
        (RESIGNED, "ended by resignation"),
        (TOO_LONG, f"given up as a draw after {LONGEST} steps"),
    ):
        if times := standing.count(reason):
            lines.append(f"{_count(times)} {said}.")
    return lines


def _tested(standing: Standing) -> list[str]:
    test, referee = standing.test, standing.referee
    if test is None:
        return []
    low, high = test.bounds
    ended = {
        "elo0": f"decided for {test.elo0:+g}",
        "elo1": f"decided for {test.elo1:+g}",
        None: "undecided",
    }[referee.verdict]
    said = (
        f"Test of {test.elo0:+g} against {test.elo1:+g} Elo: {ended} after "
        f"{_count(referee.tally.games)}; log-likelihood ratio {referee.ratio:.2f} "
        f"(bounds {low:.2f} and {high:.2f})."
    )
    return [said]


def _count(games: int) -> str:
    return f"{games} game" if games == 1 else f"{games} games"
