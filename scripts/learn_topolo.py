"""Learn what full first rows of Topolo are worth, and write core/games/topolo_weights.hpp.

    python scripts/learn_topolo.py play GAMES FILE [--seed S] [--jobs J]     # more games into a file
    python scripts/learn_topolo.py fit FILE ...                              # weights from all files

The searches that play use the weights that the core was built with, so that playing, fitting and building again,
a few times, learns from rows that look good to what was learned before. The games that the weights were fitted to are
in topolo_rows.txt.gz: the last third was played in this way or nearly so, the others are of earlier rounds, with fewer
visits and looser play.
"""

from __future__ import annotations

import argparse
import gzip
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import quincunx
from quincunx.agents import Limit, Searcher
from quincunx.agents.search import PlainUct

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

HEADER = Path(__file__).parent.parent / "core" / "games" / "topolo_weights.hpp"
SIZE, SUMS = 8, 16
FIRST = SIZE * SIZE // 2
WINDOWS = (
    ("gaps", 4, ((0, 1), (1, 2), (2, 3))),
    ("edges", 4, ((0,), (3,))),
    ("towers", 2, ((0, 1, 2), (1, 2, 3))),
)
"""What is looked at: so many columns of these rows, wherever they are."""
VISITS, PLAIN, JUDGED, OTHERS = 24_000, 40_000, 1_000, 6
"""For a step by who has learned, by plain UCT, and by who judges what came of it; and games that leave each game."""
SUM_BITS, SCORE_BITS = 8, 20
"""Sums are kept in parts of 1 / 2^8, the score in parts of 1 / 2^20."""


def play(seed: int) -> list[str]:
    """Play one game, and others that leave it; return the full first rows and what Red got, a line each.

    Who has learned plays against plain UCT, mostly with Black, or against itself.
    """
    dice = random.Random(seed)
    game = quincunx.game("topolo")
    kind = dice.choice("BBBBBRSS")  # has learned: Black, Red, the same on both sides
    learned = Searcher(game, seed=dice.getrandbits(63), memory=32, tuning={"solve": 0})
    plain = PlainUct(game, seed=dice.getrandbits(63))
    judge = Searcher(game, seed=dice.getrandbits(63), memory=8, tuning={"batch": 4, "solve": 0})

    def chosen(state: quincunx.State, part: int = 1) -> quincunx.State:
        has_learned = kind == "S" or (kind == "R") == (state.seat == 0)
        player, visits = (learned, VISITS) if has_learned else (plain, PLAIN)
        return state.play(player.choose(state, Limit(visits=visits // part)).text)

    def judged(state: quincunx.State) -> str:
        cells = "".join(piece[0] for piece in rows_in_order(state))
        while not state.over:
            state = state.play(judge.choose(state, Limit(visits=JUDGED)).text)
        points = {"red": 1, "black": 0, None: 0.5}[state.outcome.winner if state.outcome else None]
        return f"{cells} {points}"

    states = [game.start()]
    loose = dice.randrange(4)
    while len(states) <= FIRST:
        loosely = len(states) <= loose
        states.append(_any(states[-1], dice) if loosely else chosen(states[-1]))
    lines = [judged(states[-1])]
    for _ in range(OTHERS):
        state = _any(states[dice.randrange(FIRST // 2, FIRST - 2)], dice)
        while len(state.steps) < FIRST:
            state = chosen(state, part=8)
        lines.append(judged(state))
    return lines


def _any(state: quincunx.State, dice: random.Random) -> quincunx.State:
    return state.play(dice.choice(state.legal()).text)


def rows_in_order(state: quincunx.State) -> list[str]:
    """Return what stands in the first rows, from the edge that is one of them."""
    rows = range(1, SIZE + 1)
    ordered = rows if f"a{rows[0]}" in state.cells else reversed(rows)
    columns = "abcdefgh"
    return [
        state.cells[f"{column}{row}"]
        for row in ordered
        for column in columns
        if f"{column}{row}" in state.cells
    ]


def counts(red: NDArray[np.bool_]) -> Array:
    """Return how often each window is there, a row for each board; a mirrored window counts as the same."""
    boards = red.reshape(len(red), 4, SIZE).astype(np.int64)
    every = np.arange(len(red))
    parts = []
    for _, width, places in WINDOWS:
        for rows in places:
            part = np.zeros((len(red), 2 ** (width * len(rows))))
            columns = np.zeros((len(red), SIZE), np.int64)
            for row in rows:
                columns = 2 * columns + boards[:, row]
            for column in range(SIZE - width + 1):
                part[every, _either(columns[:, column : column + width], 2 ** len(rows))] += 1
            parts.append(part)
    return np.concatenate(parts, axis=1)


def _either(columns: Numbers, base: int) -> Numbers:
    """Return the number of a window, the lowest column first, or of its mirror image: the lower one."""
    places = base ** np.arange(columns.shape[1])
    found: Numbers = np.minimum(columns @ places, columns @ places[::-1])
    return found


def images() -> Numbers:
    """Return for each window the one that it is counted as."""
    parts: list[Numbers] = []
    for _, width, places in WINDOWS:
        for rows in places:
            base = 2 ** len(rows)
            numbers = np.arange(base**width)
            columns = numbers[:, None] // base ** np.arange(width) % base
            parts.append(sum(map(len, parts)) + _either(columns, base))
    return np.concatenate(parts)


class Net:
    """Sums of windows, those above 0 weighed: a network with one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, seed: int = 0) -> None:
        dice = np.random.default_rng(seed)
        self.parts = [
            dice.normal(0, (2 / inputs) ** 0.5, (inputs, SUMS)),
            np.zeros(SUMS),
            dice.normal(0, SUMS**-0.5, (SUMS, 1)),
            np.zeros(1),
        ]

    def forward(self, x: Array) -> tuple[Array, Array]:
        """Return the sums above 0, and what Red may expect."""
        hidden = np.maximum(x @ self.parts[0] + self.parts[1], 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ self.parts[2] + self.parts[3])[:, 0]))

    def fit(self, x: Array, y: Array, epochs: int, rate: float = 2e-3) -> None:
        """Go through the games that often."""
        dice = np.random.default_rng(1)
        means = [np.zeros_like(p) for p in self.parts]
        squares = [np.zeros_like(p) for p in self.parts]
        time = 0
        for epoch in range(epochs):
            step = rate * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
            order = dice.permutation(len(x))
            for begin in range(0, len(order), 256):
                some = order[begin : begin + 256]
                hidden, p = self.forward(x[some])
                error = ((p - y[some]) / len(some))[:, None]
                back = error @ self.parts[2].T * (hidden > 0)
                slopes = [x[some].T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
                time += 1
                for part, slope, mean, square in zip(
                    self.parts, slopes, means, squares, strict=True
                ):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope**2 - square)
                    change = mean / (1 - 0.9**time) / (np.sqrt(square / (1 - 0.999**time)) + 1e-8)
                    part -= step * (change + 0.01 * part)


def judged(p: Array, y: Array) -> str:
    """Return how well games are foretold: log loss, and how often a won game is above a lost one."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    loss = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    won, lost = y == 1, y == 0
    both = won | lost
    ranks = np.argsort(np.argsort(p[both], kind="stable")) + 1
    area = (ranks[won[both]].sum() - won.sum() * (won.sum() + 1) / 2) / (won.sum() * lost.sum())
    return f"log loss {loss:.4f}, area under the curve {area:.4f}"


def fit(files: list[Path], epochs: int, out: Path) -> None:
    """Fit the weights to all games but a tenth, say how good they are for those, and write them."""
    lines = []
    for file in files:
        with gzip.open(file, "rt") if file.suffix == ".gz" else file.open() as text:
            lines += [line.split() for line in text]
    random.Random(0).shuffle(lines)
    red = np.array([[cell == "R" for cell in cells] for cells, _ in lines])
    y = np.array([float(points) for _, points in lines])
    x = counts(red)
    middle = x.mean(0)
    x -= middle
    test = len(x) // 10
    net = Net(x.shape[1])
    net.fit(x[test:], y[test:], epochs)
    print(f"{len(y):,} games, {100 * y.mean():.1f} % of the points for Red")
    print("learned from:", judged(net.forward(x[test:])[1], y[test:]))
    print("not seen:    ", judged(net.forward(x[:test])[1], y[:test]))
    windows, bias, weigh, base = net.parts
    out.write_text(header(windows[images()], bias - middle @ windows, weigh[:, 0], base[0]))
    print(f"{out} is written")


def header(windows: Array, bias: Array, weigh: Array, base: float) -> str:
    """Return the weights as C++, in whole numbers."""

    def whole(numbers: Array, bits: int) -> Numbers:
        found: Numbers = np.rint(numbers * 2**bits).astype(np.int64)
        if np.abs(found).max() > 32_767:
            raise ValueError("a weight is too large for 16 bits")
        return found

    def table(rows: Numbers) -> str:
        return ",\n".join("{" + ", ".join(map(str, row)) + "}" for row in rows)

    small = whole(windows, SUM_BITS)
    kind = "std::array<std::int16_t, sums>"
    tables, begin = [], 0
    for name, width, places in WINDOWS:
        size = 2 ** (width * len(places[0]))
        parts = [small[begin + i * size : begin + (i + 1) * size] for i in range(len(places))]
        begin += size * len(places)
        rows = ",\n".join(f"{{{{\n{table(part)}}}}}" for part in parts)
        of = f"std::array<std::array<{kind}, {size}>, {len(places)}>"
        tables.append(f"inline constexpr {of} {name}{{{{\n{rows}}}}};\n")
    return f"""// Written by scripts/learn_topolo.py.
#pragma once

#include <array>
#include <cstdint>

// clang-format off
namespace quincunx::topolo_weights {{

inline constexpr int sums = {SUMS}, score_bits = {SCORE_BITS};
inline constexpr {kind} bias{{{", ".join(map(str, whole(bias, SUM_BITS)))}}};
inline constexpr {kind} weigh{{{", ".join(map(str, whole(weigh, SCORE_BITS - SUM_BITS)))}}};
inline constexpr std::int32_t base = {round(base * 2**SCORE_BITS)};
{"".join(tables)}
}}  // namespace quincunx::topolo_weights
"""


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("games", type=int)
    player.add_argument("file", type=Path)
    player.add_argument("--seed", type=int, default=0)
    player.add_argument("--jobs", type=int, default=1)
    fitter = commands.add_parser("fit")
    fitter.add_argument("files", type=Path, nargs="+")
    fitter.add_argument("--epochs", type=int, default=10)
    fitter.add_argument("--out", type=Path, default=HEADER)
    arguments = parser.parse_args()
    if arguments.command == "fit":
        fit(arguments.files, arguments.epochs, arguments.out)
        return
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with arguments.file.open("a") as file, ProcessPoolExecutor(arguments.jobs) as pool:
        for lines in pool.map(play, seeds):
            file.writelines(f"{line}\n" for line in lines)
            file.flush()


if __name__ == "__main__":
    main()
