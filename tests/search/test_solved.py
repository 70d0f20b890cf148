"""The solved boards: the solver, brute force on the reference, and the table in the docs say the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx import _core
from quincunx.agents.solver import solve
from tests import reference
from tests.search.brute import DRAW, holds, winner

ROOT = Path(__file__).resolve().parents[2]
ROWS: list[dict[str, Any]] = json.loads((ROOT / "tests/data/solved.json").read_text("utf-8"))
VALUES = {"first": 0, "second": 1, "draw": DRAW}
QUICK = 100_000  # positions
CHECKS = {
    "brute": "brute force",
    "strategy": "strategy",
    "alpha-beta": "alpha-beta",
}


def name(row: dict[str, Any]) -> str:
    options = row["options"].items()
    return " ".join([row["game"], *(f"{option}={value}" for option, value in options)])


def rows(*checks: str, most: int = QUICK) -> list[Any]:
    wanted = [row for row in ROWS if row["checked"] in checks and row["positions"] <= most]
    return [pytest.param(row, id=name(row)) for row in wanted]


@pytest.mark.parametrize("row", rows(*CHECKS))
def test_the_solver_finds_it_again(row: dict[str, Any]) -> None:
    state = quincunx.game(row["game"], **row["options"]).start()
    solution = solve(state, memory=16)
    assert solution.known
    assert VALUES[row["value"]] == (DRAW if solution.seat is None else solution.seat)


@pytest.mark.parametrize("row", rows("brute"))
def test_brute_force_agrees(row: dict[str, Any]) -> None:
    assert winner(reference.start(row["game"], **row["options"])) == VALUES[row["value"]]


@pytest.mark.parametrize("row", rows("strategy", most=2_000_000))
def test_the_strategy_wins_against_every_reply(row: dict[str, Any]) -> None:
    """The solver says what to play, the reference what the rules are and what can be replied."""
    game = quincunx.game(row["game"], **row["options"])
    seat = VALUES[row["value"]]

    def strategy(steps: Sequence[str]) -> str:
        state = game.start()
        for step in steps:
            state = state.play(step)
        solver = _core.Solver(state._core, 2**19)
        assert solver.run(2**63) == seat
        return game.actions[solver.line(2**63)[0]].text

    assert holds(reference.start(row["game"], **row["options"]), seat, strategy) > 10


@pytest.mark.parametrize("row", [pytest.param(row, id=name(row)) for row in ROWS])
def test_lines_end_as_they_should(row: dict[str, Any]) -> None:
    end = quincunx.game(row["game"], **row["options"]).replay(*row["line"])
    assert end.outcome is not None
    assert VALUES[row["value"]] == (DRAW if end.outcome.seat is None else end.outcome.seat)


def test_the_table_is_this_one() -> None:
    page = (ROOT / "docs/solved.md").read_text("utf-8")
    found = [line for line in page.splitlines() if line.startswith("| `")]
    assert found == [line(row) for row in ROWS]


def line(row: dict[str, Any]) -> str:
    """One line of the table in docs/solved.md."""
    flags = "".join(
        f" --{option} {value if not isinstance(value, bool) else 'yes' if value else 'no'}"
        for option, value in row["options"].items()
    )
    wins = "draw" if row["value"] == "draw" else f"{row['value']} seat"
    return (
        f"| `{row['game']}{flags}` | {wins} | {row['positions']:,} | {row['seconds']:,} s "
        f"| {CHECKS[row['checked']]} | {', '.join(row['line'])} |"
    )
