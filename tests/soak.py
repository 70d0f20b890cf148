"""Random games, the core against the reference, for as long as one likes: ``python -m tests.soak``.

Stops at the first difference and prints the case that shows it; ``--seed`` plays the same run again.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import quincunx
from tests.differential import Case, Difference, compare, option_sets


def cases(seed: int, names: list[str]) -> Iterator[Case]:
    """Cases without end: every game in turn, sizes and options by chance."""
    chance = random.Random(seed)
    for name in itertools.cycle(names):
        sets = option_sets(name)
        (options,) = chance.choices(sets, [1 / dict(o)["size"] ** 3 for o in sets])  # as they cost
        size = dict(options)["size"]
        # Large boards are compared at some of their steps only, or the reference would take all the time.
        every = 40 if (name, size) == ("licled", 9) else max(1, size - 4)
        yield Case(name, options, chance.randrange(2**32), every, eager=chance.random() < 0.5)


def main() -> int:
    """Run the soak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    parser.add_argument(
        "--seed", type=int, default=None, help="of the whole run (default: by the clock)"
    )
    parser.add_argument("--only", nargs="+", metavar="GAME", help="some of the games only")
    arguments = parser.parse_args()
    names = arguments.only or [family.name for family in quincunx.games()]
    seed = arguments.seed if arguments.seed is not None else time.time_ns() % 10**9
    end = time.monotonic() + 60 * arguments.minutes
    games = steps = 0
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[games]} games, {task.fields[steps]} steps"),
        TimeElapsedColumn(),
    )
    print(f"seed {seed}")
    try:
        with Progress(*columns) as progress:
            task = progress.add_task("soak", total=60 * arguments.minutes, games=0, steps=0)
            for case in cases(seed, names):
                left = end - time.monotonic()
                if left <= 0:
                    break
                progress.update(
                    task,
                    description=f"{case.game} {dict(case.options)['size']}",
                    completed=60 * arguments.minutes - left,
                    games=games,
                    steps=steps,
                )
                steps += compare(case)
                games += 1
    except Difference as difference:
        print(f"DIFFERENCE after {games} games, seed {seed}: {difference}")
        return 1
    except KeyboardInterrupt:
        pass
    print(f"no difference in {games} games, {steps} steps, seed {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
