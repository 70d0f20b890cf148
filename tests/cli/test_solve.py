"""``quincunx solve``."""

from __future__ import annotations

import json

import pytest

import quincunx
from tests.cli.tools import Terminal, check_refused, run


def test_who_wins() -> None:
    done = run("solve", "IMPLO", "--size", "3", "--pie", "no")
    assert done.returncode == 0
    words = done.stdout.splitlines()
    assert words[0] == "implo size=3, pie=False"
    assert words[1] == "The first seat wins, without a swap."
    turns = words[2].removeprefix("Best play: ").split(", ")
    end = quincunx.game("implo", size=3, pie=False).replay(*turns)
    assert end.outcome is not None
    assert end.outcome.seat == 0
    assert words[3].split()[1] == "positions,"
    swapped = run("solve", "implo", "--size", "3")
    assert "The second seat wins, with the swap." in swapped.stdout


def test_a_draw() -> None:
    assert "\nA draw.\n" in run("solve", "topolo", "--size", "2").stdout


def test_after_some_turns() -> None:
    line = ("solve", "robble", "--size", "4", "--turns")
    turns = "d2, b2, c1, a2, b3, c4, d4, a1, b2, d3, d4, c3, b1, a1, a4, a3, d3, b4, a4, b4"
    done = run(*line, turns)
    assert done.returncode == 0
    assert f"After: {turns}" in done.stdout
    assert " seat wins." in done.stdout


def test_json() -> None:
    done = run("solve", "licled", "--size", "2", "--pie", "no", "--json", "--memory", "1")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert set(found) == {"game", "options", "turns", "value", "line", "positions", "seconds"}
    assert found["options"] == {"size": 2, "pie": False}
    assert (found["value"], found["turns"]) == ("first", [])
    assert quincunx.game("licled", size=2, pie=False).replay(*found["line"]).over


def test_the_fair_komi() -> None:
    done = run("solve", "bargo", "--size", "2", "--json")
    found = json.loads(done.stdout)
    assert (found["value"], found["black_up_to"]) == ("second", 6)
    assert found["line"][:2] == ["komi:6", "black"]
    end = quincunx.game("bargo", size=2).replay(*found["line"])
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.seat) == ("black", 1)
    agreed = run("solve", "bargo", "--size", "2", "--komi", "6")
    assert "The first seat wins." in agreed.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve", "GAME"),
        ("solve chess", "there is no game 'chess'"),
        ("solve topolo --size 3", "2, 4, 6 or 8, not 3"),
        ("solve topolo --pie no", "no option 'pie'"),
        ("solve robble --memory 0", "--memory is from 1"),
        ("solve robble --memory much", "whole number"),
        ("solve robble --nodes 0", "--nodes is from 1"),
        ("solve robble --turns z9", "--turns: 'z9'"),
        ("solve robble --turns c3,c3", "--turns: c3 can't be played"),
    ],
)
def test_wrong_usage_is_one_sentence(line: str, words: str) -> None:
    check_refused(line, words)


def test_what_is_not_solved_is_said() -> None:
    done = run("solve", "implo", "--nodes", "1000", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["value"] is None
    assert "not solved after 1,000 positions" in done.stderr


def test_ctrl_c_says_how_far_it_came() -> None:
    with Terminal("solve", "robble", "--memory", "16") as terminal:
        terminal.expect("positions in")
        terminal.expect("full")
        terminal.interrupt()
        terminal.expect("Stopped: not solved after")
        assert terminal.end() == 0
