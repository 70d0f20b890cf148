"""Learn how the first rows of Topolo are filled and what they are worth; write core/games/topolo_weights.hpp.

    python scripts/learn_topolo.py play GAMES FILE [--seed S] [--jobs J]     # more games into a file
    python scripts/learn_topolo.py fit FILE ...                              # weights from all files

A line of a file is a step that a search chose, as the first rows before it, the colour and the place; or full first
rows and what Red got. The searches that play use the weights that the core was built with, so that playing, fitting
and building again, a few times, learns from rows that look good to what was learned before. The weights were fitted to
topolo_rows.txt.gz: its steps, and the last quarter of its full rows, were played in this way, the other rows in
earlier rounds, by weaker searches that played more loosely.
"""

from __future__ import annotations

import argparse
import gzip
import random
from collections.abc import Iterator
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
VISITS, PLAIN, JUDGED, OTHERS, PART = 24_000, 20_000, 1_000, 40, 6
"""For a step by who has learned, by plain UCT, and by who judges what came of it; how many games leave each game,
and with which part of the visits they go on."""
BESIDE = ((0, -2), (0, -1), (0, 1), (0, 2))
NEXT = ((0, -1), (0, 1))
APPEAL = {
    "beside": BESIDE,
    "ahead": ((1, -1), (1, 0), (1, 1), *NEXT),
    "behind": ((-1, -1), (-1, 0), (-1, 1), *NEXT),
}
"""What the appeal of a cell is told by, as rows and columns from it."""
SUM_BITS, SCORE_BITS = 8, 20
"""Sums, and the appeal of a cell, are kept in parts of 1 / 2^8, the score in parts of 1 / 2^20."""


def play(seed: int) -> list[str]:
    """Play one game, and others that leave it; return steps and full first rows, a line each.

    Who has learned plays against plain UCT, mostly with Black, or against itself.
    """
    dice = random.Random(seed)
    game = quincunx.game("topolo")
    kind = dice.choice("BBBBRSSS")  # has learned: Black, Red, the same on both sides
    learned = Searcher(game, seed=dice.getrandbits(63), memory=64, tuning={"solve": 0})
    plain = PlainUct(game, seed=dice.getrandbits(63))
    judge = Searcher(game, seed=dice.getrandbits(63), memory=8, tuning={"batch": 4, "solve": 0})
    lines: list[str] = []

    def chosen(state: quincunx.State, part: int = 1) -> quincunx.State:
        if kind != "S" and (kind == "R") != (state.seat == 0):
            return state.play(plain.choose(state, Limit(visits=PLAIN // part)).text)
        step = learned.choose(state, Limit(visits=VISITS // part))
        if state.steps:
            place = rows_in_order(state).index(step.cell or "")
            lines.append(f"{filling(state)} {state.to_move[0].upper()} {place}")
        return state.play(step.text)

    def judged(state: quincunx.State) -> None:
        rows = filling(state)
        while not state.over:
            state = state.play(judge.choose(state, Limit(visits=JUDGED)).text)
        points = {"red": 1, "black": 0, None: 0.5}[state.outcome.winner if state.outcome else None]
        lines.append(f"{rows} {points}")

    states = [game.start()]
    loose = dice.randrange(4)
    while len(states) <= FIRST:
        loosely = len(states) <= loose
        states.append(_any(states[-1], dice) if loosely else chosen(states[-1]))
    judged(states[-1])
    for _ in range(OTHERS):
        state = _any(states[dice.randrange(FIRST // 4, FIRST - 2)], dice)
        while len(state.steps) < FIRST:
            state = chosen(state, PART)
        judged(state)
    return lines


def _any(state: quincunx.State, dice: random.Random) -> quincunx.State:
    return state.play(dice.choice(state.legal()).text)


def rows_in_order(state: quincunx.State) -> list[str]:
    """Return the cells of the first rows, from the edge that is one of them."""
    first = state.steps[0].cell or ""
    rows = range(1, SIZE, 2) if int(first[1:]) % 2 else range(SIZE, 0, -2)
    return [f"{column}{row}" for row in rows for column in "abcdefgh"]


def filling(state: quincunx.State) -> str:
    """Return whose those cells are, with a dot for an open one."""
    return "".join(state.cells.get(cell, ".")[0] for cell in rows_in_order(state))


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


class Adam:
    """Steps down a slope, each part of its own length, and shorter towards the end."""

    def __init__(self, parts: list[Array], rate: float, epochs: int, decay: float = 0.0) -> None:
        self.parts, self.rate, self.epochs, self.decay = parts, rate, epochs, decay
        self.means = [np.zeros_like(p) for p in parts]
        self.squares = [np.zeros_like(p) for p in parts]
        self.now, self.time = rate, 0

    def batches(self, examples: int, size: int) -> Iterator[Numbers]:
        """Go through all examples so often, in another order each time, some at once."""
        dice = np.random.default_rng(1)
        for epoch in range(self.epochs):
            self.now = self.rate * 0.5 * (1 + np.cos(np.pi * epoch / self.epochs))
            order = dice.permutation(examples)
            for begin in range(0, examples, size):
                yield order[begin : begin + size]

    def step(self, slopes: list[Array]) -> None:
        """Go one step."""
        self.time += 1
        first, second = 1 - 0.9**self.time, 1 - 0.999**self.time
        for part, slope, mean, square in zip(
            self.parts, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            part -= self.now * (
                mean / first / (np.sqrt(square / second) + 1e-8) + self.decay * part
            )


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

    def fit(self, x: Array, y: Array, epochs: int) -> None:
        """Go through the games that often."""
        adam = Adam(self.parts, rate=2e-3, epochs=epochs, decay=0.01)
        for some in adam.batches(len(x), 256):
            hidden, p = self.forward(x[some])
            error = ((p - y[some]) / len(some))[:, None]
            back = error @ self.parts[2].T * (hidden > 0)
            adam.step([x[some].T @ back, back.sum(0), hidden.T @ error, error.sum(0)])


def surroundings(held: NDArray[np.bool_], places: tuple[tuple[int, int], ...]) -> Numbers:
    """Return for each cell what stands at these places around it, as a number: a bit a place and colour.

    `held` has for each position the cells of the colour to move and of the other; both hold what is off the board.
    """
    padded = np.ones((len(held), 2, 6, SIZE + 4), bool)
    padded[:, :, 1:5, 2 : SIZE + 2] = held
    found = np.zeros((len(held), 4, SIZE), np.int64)
    for i, (row, column) in enumerate(places):
        at = padded[:, :, 1 + row : 5 + row, 2 + column : SIZE + 2 + column].astype(np.int64)
        found |= at[:, 0] << i | at[:, 1] << i + len(places)
    return found.reshape(len(held), FIRST)


def mirrored(places: tuple[tuple[int, int], ...]) -> Numbers:
    """Return for each number of surroundings that, or the one of its mirror image: the lower one."""
    numbers = np.arange(4 ** len(places))
    other = np.zeros_like(numbers)
    for i, (row, column) in enumerate(places):
        to = places.index((row, -column))
        for half in (0, len(places)):
            other |= (numbers >> i + half & 1) << to + half
    found: Numbers = np.minimum(numbers, other)
    return found


def appeal(lines: list[list[str]], epochs: int) -> dict[str, Array]:
    """Fit how often a search takes a cell to the steps that it chose."""
    cells = np.array([list(rows) for rows, _, _ in lines])
    own = np.array([[colour] for _, colour, _ in lines])
    chosen = np.array([int(place) for _, _, place in lines])
    is_open, is_own = cells == ".", cells == own
    held = np.stack([is_own, ~is_own & ~is_open], axis=1).reshape(-1, 2, 4, SIZE)
    same = {name: mirrored(places) for name, places in APPEAL.items()}
    seen = {name: same[name][surroundings(held, places)] for name, places in APPEAL.items()}
    column = np.arange(FIRST) % SIZE
    same["place"] = np.arange(FIRST) - column + np.minimum(column, SIZE - 1 - column)
    seen["place"] = np.broadcast_to(same["place"], cells.shape)
    weights = {name: np.zeros(len(kinds)) for name, kinds in same.items()}

    def chances(some: Numbers | slice) -> Array:
        total = sum(weights[name][seen[name][some]] for name in weights)
        power = np.exp(total) * is_open[some]
        shares: Array = power / power.sum(axis=1, keepdims=True)
        return shares

    def foretold(some: slice) -> str:
        p = chances(some)
        right = (p.argmax(axis=1) == chosen[some]).mean()
        loss = -np.log(p[np.arange(len(p)), chosen[some]]).mean()
        return f"log loss {loss:.3f}, {100 * right:.1f} % of the steps are the likeliest"

    test = len(lines) // 10
    adam = Adam(list(weights.values()), rate=0.02, epochs=epochs)
    for some in adam.batches(len(lines) - test, 1024):
        p = chances(some + test)
        p[np.arange(len(some)), chosen[some + test]] -= 1
        slopes = [
            np.bincount(seen[name][some + test].ravel(), p.ravel(), len(weight)) / len(some)
            for name, weight in weights.items()
        ]
        adam.step(slopes)
    print(f"{len(lines):,} steps; {foretold(slice(test, None))}")
    print(f"not seen: {foretold(slice(test))}")
    return {name: weight[same[name]] for name, weight in weights.items()}


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
    """Fit the weights to all lines but a tenth, say how good they are for those, and write them."""
    lines = []
    for file in files:
        with gzip.open(file, "rt") if file.suffix == ".gz" else file.open() as text:
            lines += [line.split() for line in text]
    random.Random(0).shuffle(lines)
    appeals = appeal([line for line in lines if len(line) == 3], epochs)
    lines = [line for line in lines if len(line) == 2]
    red = np.array([[cell == "R" for cell in cells] for cells, _ in lines])
    y = np.array([float(points) for _, points in lines])
    x = counts(red)
    middle = x.mean(0)
    x -= middle
    test = len(x) // 10
    net = Net(x.shape[1])
    net.fit(x[test:], y[test:], epochs)
    print(f"{len(y):,} full rows, {100 * y.mean():.1f} % of the points for Red")
    print("learned from:", judged(net.forward(x[test:])[1], y[test:]))
    print("not seen:    ", judged(net.forward(x[:test])[1], y[:test]))
    windows, bias, weigh, base = net.parts
    windows = windows[images()]
    out.write_text(header(windows, bias - middle @ net.parts[0], weigh[:, 0], base[0], appeals))
    print(f"{out} is written")


def header(
    windows: Array, bias: Array, weigh: Array, base: float, appeals: dict[str, Array]
) -> str:
    """Return the weights as C++, in whole numbers."""

    def whole(numbers: Array, bits: int) -> Numbers:
        found: Numbers = np.rint(numbers * 2**bits).astype(np.int64)
        if np.abs(found).max() > 32_767:
            raise ValueError("a weight is too large for 16 bits")
        return found

    def row(numbers: Numbers) -> str:
        return "{" + ", ".join(map(str, numbers)) + "}"

    def table(rows: Numbers) -> str:
        return ",\n".join(map(row, rows))

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
    for name, weights in appeals.items():
        numbers = row(whole(weights, SUM_BITS))
        of = f"std::array<std::int16_t, {len(weights)}>"
        tables.append(f"inline constexpr {of} appeal_{name}{numbers};\n")
    return f"""// Written by scripts/learn_topolo.py.
#pragma once

#include <array>
#include <cstdint>

// clang-format off
namespace quincunx::topolo_weights {{

inline constexpr int sums = {SUMS}, score_bits = {SCORE_BITS};
inline constexpr {kind} bias{row(whole(bias, SUM_BITS))};
inline constexpr {kind} weigh{row(whole(weigh, SCORE_BITS - SUM_BITS))};
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
