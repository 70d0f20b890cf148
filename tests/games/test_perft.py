"""The perft tables, core and reference agreeing. See tests/data/perft.txt."""

from pathlib import Path
from typing import Any

import pytest

import quincunx
from tests import reference

Row = tuple[str, dict[str, Any], int, int]


def rows() -> list[Row]:
    out: list[Row] = []
    for line in (Path(__file__).parent.parent / "data" / "perft.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, size, depth, count, *options = line.split()
            values: dict[str, Any] = {"size": int(size)}
            for option in options:
                key, value = option.split("=")
                values[key] = (
                    {"true": True, "false": False, "offer": "offer"}.get(value)
                    if not (value.isdigit())
                    else int(value)
                )
            out.append((name, values, int(depth), int(count)))
    return out


@pytest.mark.parametrize(("name", "options", "depth", "count"), rows())
def test_core(name: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert quincunx.game(name, **options).perft(depth) == count


@pytest.mark.parametrize(
    ("name", "options", "depth", "count"), [row for row in rows() if row[3] < 50_000]
)
def test_reference(name: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert reference.perft(reference.start(name, **options), depth) == count


def test_every_game_has_rows() -> None:
    assert {row[0] for row in rows()} == {family.name for family in quincunx.games()}
