"""``quincunx bench``: how fast the core plays uniformly random games."""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass

from rich import box
from rich.table import Table
from rich.text import Text

from quincunx.cli.failures import UsageError
from quincunx.cli.options import family_of, number
from quincunx.cli.screen import Screen
from quincunx.describe.words import WORDS
from quincunx.game import Game, State, game
from quincunx.registry import Family, games

__all__ = ["ABOUT", "add_arguments", "run"]

ABOUT = (
    "Plays uniformly random games in the core from the start position and says how many a second. "
    "Games are measured without the swap, Bargo at komi 0."
)

MOST_THREADS = 256
LONG_ENOUGH = 0.15  # seconds that a calibration must take for its rate to be trusted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.description = ABOUT
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all without it")
    parser.add_argument("--size", type=number, metavar="N", help="size of the board, else standard")
    parser.add_argument("--threads", type=number, default=1, metavar="T", help="threads (1)")
    parser.add_argument("--seconds", type=float, default=2, metavar="S", help="for each game (2)")
    parser.add_argument(
        "--seed", type=number, default=1, metavar="N", help="of the random games (1)"
    )
    parser.add_argument("--json", action="store_true", help="print a list of objects")


@dataclass(frozen=True)
class _Speed:
    """One line of the result, with the names that the JSON has."""

    game: str
    size: int
    threads: int
    playouts_per_second: float
    steps_per_second: float


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Measure one game after the other. Ctrl-C keeps what has been measured."""
    if not 1 <= arguments.threads <= MOST_THREADS:
        raise UsageError(f"--threads is from 1 to {MOST_THREADS}, not {arguments.threads}")
    if not (math.isfinite(arguments.seconds) and 0 < arguments.seconds <= 3600):
        raise UsageError(f"--seconds is more than 0 and at most 3600, not {arguments.seconds}")
    if not 0 <= arguments.seed < 2**64:
        raise UsageError(f"--seed is a whole number from 0 on, not {arguments.seed}")
    families = {family.name: family for family in map(family_of, arguments.games)}
    measured = [_plain(family, arguments.size) for family in families.values() or games()]
    found: list[_Speed] = []
    stopped = ""
    for place, rules in enumerate(measured, 1):
        try:
            with screen.busy(f"{rules.name}, {place} of {len(measured)}"):
                found.append(_measure(rules, arguments.threads, arguments.seconds, arguments.seed))
        except KeyboardInterrupt:
            stopped = f"Stopped in {rules.name}."
            break
    if arguments.json:
        print(json.dumps([asdict(speed) for speed in found], indent=1))
    else:
        _show(found, screen)
    if stopped:
        screen.errors.print(stopped)
    return 0


def _plain(family: Family, size: int | None) -> Game:
    """Return the game without what comes before play: no swap, no offer of a komi."""
    plain: dict[str, int | bool | str] = {
        name: False if isinstance(standard, bool) else 0
        for name, standard in family.options.items()
    }
    return game(family.name, size=family.standard_size if size is None else size, **plain)


def _measure(rules: Game, threads: int, seconds: float, seed: int) -> _Speed:
    """Find out how many games take about that long, then play and time that many."""
    state = rules.start()
    games_, taken = 1, 0.0
    while taken < min(LONG_ENOUGH, seconds):
        if taken:
            games_ = max(2 * games_, math.ceil(games_ * min(LONG_ENOUGH, seconds) / taken))
        taken, _, _ = _play(state, games_ * threads, threads, seed)
    # Another seed: the measured games are not the ones of the calibration.
    wanted = max(threads, round(games_ * threads * seconds / taken))
    taken, played, steps = _play(state, wanted, threads, (seed + 1) % 2**64)
    return _Speed(
        rules.name, rules.size, threads, round(played / taken, 1), round(steps / taken, 1)
    )


def _play(state: State, games_: int, threads: int, seed: int) -> tuple[float, int, int]:
    begun = time.perf_counter()
    played = state.playouts(games_, seed=seed, threads=threads)
    return time.perf_counter() - begun, played.games, played.steps


def _show(found: list[_Speed], screen: Screen) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Game", "Size", "Threads", "Playouts/s", "Steps/s"):
        table.add_column(heading, justify="left" if heading == "Game" else "right")
    for speed in found:
        table.add_row(
            Text(WORDS[speed.game].title, style=f"bold {screen.accent(speed.game)}"),
            str(speed.size),
            str(speed.threads),
            f"{speed.playouts_per_second:,.0f}",
            f"{speed.steps_per_second:,.0f}",
        )
    screen.show(table)
