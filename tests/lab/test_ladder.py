"""Ladders: their table, their page, and that the page in the documentation is up to date."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import quincunx
from quincunx.agents import LEVELS
from quincunx.lab import ladder
from quincunx.lab.statistics import Tally

DOCS = Path(__file__).resolve().parents[2] / "docs"
TALLIES = [Tally(75, 0, 25), Tally(60, 20, 20), Tally(10, 0, 0)]


def test_the_table() -> None:
    levels = LEVELS["robble"]
    rows = ladder.rows(ladder.data(quincunx.game("robble"), 2, TALLIES, "quincunx ladder"))
    assert [row[0] for row in rows] == ["2", "3", "4", "5"]
    assert [row[1] for row in rows] == [f"{level.visits:,}" for level in levels[1:5]]
    assert rows[0][3:] == ("", "", "", "0")
    assert rows[1][3:] == ("100", "75.0 % (65.7–82.5)", "+191 ±78", "191")
    assert rows[2][-1] == str(round(190.85 + 147.19))
    # All games were won: the sum goes on with the least that this can mean.
    assert rows[3][5:] == ("above +166", "504")


def test_the_page_is_made_of_the_results(tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    for name in ("topolo", "implo", "topolo"):
        command = f"quincunx ladder {name} --games 100"
        ladder.update(page, ladder.data(quincunx.game(name), 1, TALLIES, command))
    text = page.read_text("utf-8")
    assert text.index("## Implo") < text.index("## Topolo")
    assert text.count("## ") == 2
    assert "Played by `quincunx ladder topolo --games 100`." in text
    assert text == ladder.page(ladder.read(tmp_path / "levels"))


def test_the_page_in_the_documentation_agrees_with_its_results() -> None:
    assert (DOCS / "levels.md").read_text("utf-8") == ladder.page(ladder.read(DOCS / "levels"))


def test_the_results_in_the_documentation_are_of_the_levels_as_they_are() -> None:
    for found in ladder.read(DOCS / "levels"):
        levels = LEVELS[found["game"]]
        for level in found["levels"]:
            now = {"level": level["level"], **asdict(levels[level["level"] - 1])}
            assert level == now, f"play the ladder of {found['game']} again"


def test_no_level_in_the_documentation_is_far_from_the_one_below() -> None:
    for found in ladder.read(DOCS / "levels"):
        assert len(found["levels"]) == len(LEVELS[found["game"]])
        for counts in found["matches"]:
            assert 0.65 <= Tally(**counts).rate().value <= 0.85
