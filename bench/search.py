"""All that is asked of the search, measured in one run: python bench/search.py [GAME ...]."""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the endgames, which the tests have

from tests.endgames import BOARDS, endgames, winner

import quincunx
from quincunx.agents import Limit, Searcher
from quincunx.agents.openings import without_opening
from quincunx.lab.match import Match, played, tally_of

FAIR = {"bargo": {"komi": 7}}
"""What makes the games even that are measured without their openings."""


def plain(name: str) -> quincunx.Game:
    """Return the game at its standard size, without what comes before play."""
    return without_opening(quincunx.game(name), komi=FAIR.get(name, {}).get("komi"))


def speed(name: str, threads: int, seconds: float) -> float:
    """Return simulations a second with uniform playouts."""
    game = plain(name)
    searcher = Searcher(game, threads=threads, seed=1, memory=1024, tuning={"sensible": 0})
    return searcher.report_after(game.start(), Limit(seconds=seconds)).speed


def speeds(name: str, seconds: float) -> tuple[float, float]:
    """Return the speed of one thread and that of two, each the median of three, measured in turn.

    So a noisy neighbour's moment neither decides the ratio nor falls on one of them alone.
    """
    one, two = zip(
        *((speed(name, 1, seconds), speed(name, 2, seconds)) for _ in range(3)), strict=True
    )
    return statistics.median(one), statistics.median(two)


def playouts(name: str, seconds: float) -> float:
    """Return random games a second."""
    state, games, begun = plain(name).start(), 64, time.perf_counter()
    done = 0
    while (taken := time.perf_counter() - begun) < seconds:
        done += state.playouts(games, seed=done).games
        games *= 2 if taken < seconds / 8 else 1
    return done / (time.perf_counter() - begun)


def stop_delay(name: str) -> float:
    """Return the longest of ten waits for a search on two threads that is told to stop."""
    game, longest = plain(name), 0.0
    for seed in range(10):
        searcher, stop, told = Searcher(game, threads=2, seed=seed), threading.Event(), [0.0]

        def tell(stop: threading.Event = stop, told: list[float] = told) -> None:
            told[0] = time.perf_counter()
            stop.set()

        timer = threading.Timer(0.2, tell)
        timer.start()
        searcher.report_after(game.start(), Limit(seconds=60), stop=stop)
        longest = max(longest, time.perf_counter() - told[0])
        timer.join()
    return longest


def memory_share(name: str) -> float:
    """Return the part of a small cap that a search takes that would need far more."""
    game = plain(name)
    report = Searcher(game, seed=1, memory=2).report_after(game.start(), Limit(seconds=3))
    return report.memory / (2 * 2**20)


def won_endgames(name: str) -> tuple[int, int]:
    """Return how many won endgames were won, of how many."""
    won = total = 0
    for state in endgames(name, BOARDS[name]):
        step = Searcher(state.game, seed=2).choose(state, Limit(visits=20_000))
        won += winner(state.play(step), 1_000_000) == state.seat
        total += 1
    return won, total


def main() -> None:
    """Measure one game after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[family.name for family in quincunx.games()])
    parser.add_argument("--matches", type=int, default=200, help="games against plain UCT (200)")
    parser.add_argument("--jobs", type=int, default=1, help="of them at once (1)")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each speed (3)")
    arguments = parser.parse_args()
    for name in arguments.games:
        random_games = playouts(name, arguments.seconds)
        one, two = speeds(name, arguments.seconds)
        print(f"{name}: {random_games:,.0f} playouts/s, {one:,.0f} simulations/s", flush=True)
        print(f"  simulations for each playout   {one / random_games:.2f}  (at least 0.5)")
        print(f"  two threads for each of one    {two / one:.2f}  (at least 1.7)")
        print(f"  memory for each of its cap     {memory_share(name):.2f}  (at most 1)")
        print(f"  longest wait for a stop        {1000 * stop_delay(name):.0f} ms  (at most 50)")
        won, total = won_endgames(name)
        print(
            f"  won endgames that were won     {won / total:.2f}  ({won} of {total}; 1)", flush=True
        )
        if arguments.matches:
            match = Match(quincunx.game(name), ("mcts:time=0.1", "uct:time=0.1"), seed=1)
            tally = tally_of(played(match, arguments.matches, jobs=arguments.jobs))
            rate = tally.rate()
            print(
                f"  score against plain UCT        {rate.value:.2f}"
                f"  ({rate.low:.2f} to {rate.high:.2f}, {tally.games} games; at least 0.8)",
                flush=True,
            )


if __name__ == "__main__":
    main()
