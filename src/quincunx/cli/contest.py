"""What ``match`` and ``ladder`` share: their options, and a match under way with its progress."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from quincunx.cli.failures import CommandError, UsageError
from quincunx.cli.files import path_of
from quincunx.cli.options import number
from quincunx.lab.match import Match, Played, played, tally_of
from quincunx.lab.pool import WorkerDied
from quincunx.lab.statistics import SPRT
from quincunx.lab.store import MatchFile, file_name

__all__ = ["add_contest_options", "check_contest", "check_games", "contest", "progress"]

MOST_GAMES = 1_000_000
MOST_JOBS = 256


def add_contest_options(parser: argparse.ArgumentParser) -> None:
    """Add what says on how many processes games are played, and how their dice fall."""
    parser.add_argument(
        "--jobs", type=number, metavar="J", help="games at once (one for each processor)"
    )
    parser.add_argument(
        "--seed", type=number, default=0, metavar="S", help="makes games repeatable (0)"
    )


def check_contest(arguments: argparse.Namespace) -> None:
    """Complain about a number of processes that makes no sense; fill it in where there is none."""
    if arguments.jobs is None:
        arguments.jobs = min(MOST_JOBS, _processors())
    if not 1 <= arguments.jobs <= MOST_JOBS:
        raise UsageError(f"--jobs is from 1 to {MOST_JOBS}, not {arguments.jobs}")


def check_games(games: int) -> None:
    """Complain about a number of games that makes no sense."""
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"--games is from 1 to {MOST_GAMES}, not {games}")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def progress() -> Iterator[Progress]:
    """Show on a terminal how far it is; elsewhere nothing."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[score]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        speed_estimate_period=3600,
    ) as bar:
        yield bar


def contest(
    match: Match,
    games: int,
    bar: Progress,
    *,
    jobs: int,
    save: str | None = None,
    test: SPRT | None = None,
) -> tuple[list[Played], bool]:
    """Play a match, or the rest of it; return its games and whether Ctrl-C has stopped it."""
    label = " : ".join(match.agents)
    stopped = False
    with ExitStack() as stack:
        file = stack.enter_context(MatchFile(_place(save, match), match)) if save else None
        found = [game for game in file.games if game.number < games] if file else []
        task = bar.add_task(label, total=games, completed=len(found), score=_score(found))
        try:
            for game in played(match, games, jobs=jobs, done=found, test=test):
                if file:
                    file.add(game)
                found.append(game)
                bar.update(task, completed=len(found), score=_score(found))
        except KeyboardInterrupt:
            stopped = True
        except WorkerDied as error:
            kept = f"; {len(found)} games are kept in {file.path}" if file else ""
            raise CommandError(f"the match can't go on: {error}{kept}") from error
    if stopped and file:
        # Ctrl-C may have come between the file and us: what is on the disk counts.
        with MatchFile(file.path, match) as again:
            found = [game for game in again.games if game.number < games]
    return found, stopped


def _score(games: list[Played]) -> str:
    tally = tally_of(games)
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _place(save: str, match: Match) -> Path:
    """Return the file that is meant: in a folder it has a name of its own."""
    path = path_of(save)
    if path.suffix == ".jsonl" and not path.is_dir():
        return path
    if path.exists() and not path.is_dir():
        raise UsageError(f"--save is a folder or a file that ends in .jsonl, not {save}")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"can't make the folder {path}: {error.strerror}") from error
    return path / file_name(match)
