"""Usage, exit codes, and the commands that only look."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import quincunx
from quincunx.describe.words import WORDS
from tests.cli.tools import COMMAND, Terminal, check_refused, clean_environment, run

NAMES = [family.name for family in quincunx.games()]


def test_help_and_version() -> None:
    alone = run()
    assert alone.returncode == 0
    names = (
        "games",
        "rules",
        "play",
        "replay",
        "match",
        "ladder",
        "perft",
        "bench",
        "gtp",
        "analysis",
    )
    for command in names:
        assert command in alone.stdout
    assert run("--version").stdout == f"quincunx {quincunx.__version__}\n"
    helped = run("bench", "--help")
    assert helped.returncode == 0
    assert "without the swap" in helped.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "dance"),
        ("play chess", "there is no game 'chess'"),
        ("play topolo --size 7", "2, 4, 6 or 8, not 7"),
        ("play topolo --pie no", "no option 'pie'"),
        ("play robble --pie maybe", "yes or no"),
        ("play bargo --komi -3", "komi is a whole number"),
        ("play robble --size many", "whole number"),
        ("play topolo --white random", "red and black"),
        (
            "play robble --black wizard",
            "there is no agent 'wizard'; a player is human, random, level:N",
        ),
        ("play robble --black 9", "from 1 to 8"),
        ("play robble --white mcts:speed=1", "mcts has no 'speed'"),
        ("play robble --sized 5", "--sized"),
        ("rules chess", "chess"),
        ("perft robble", "--depth"),
        ("perft robble --depth 0", "from 1 to 64"),
        ("bench chess", "chess"),
        ("bench robble topolo --size 5", "2, 4, 6 or 8, not 5"),
        ("bench --threads 0", "from 1 to 256"),
        ("bench --seconds nan", "--seconds"),
        ("--version=x", "version"),
        ("--colour", "--colour"),
    ],
)
def test_wrong_usage_is_one_sentence(line: str, words: str) -> None:
    check_refused(line, words)


def test_games() -> None:
    done = run("games")
    assert done.returncode == 0
    for family in quincunx.games():
        assert family.name.capitalize() in done.stdout
    assert "3–10 (6–10)" in done.stdout
    assert "Luis Bolaños Mures, 2020" in done.stdout
    assert "\x1b" not in done.stdout


def test_every_game_has_recommended_sizes() -> None:
    for family in quincunx.games():
        assert set(WORDS[family.name].recommended) <= set(family.sizes)


@pytest.mark.parametrize("name", NAMES)
def test_rules(name: str) -> None:
    done = run("rules", name.upper())
    assert done.returncode == 0
    assert "```" not in done.stdout
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) > 60
    assert "●" in done.stdout or "R1" in done.stdout


def test_rules_are_paged_in_a_terminal() -> None:
    with Terminal("rules", "robble", environment={"PAGER": "cat", "LESS": ""}) as terminal:
        assert terminal.end() == 0
        assert "\x1b[" in terminal.raw
        assert "Robble" in terminal.text


def test_perft() -> None:
    done = run("perft", "robble", "--size", "4", "--depth", "4")
    assert done.returncode == 0
    assert [row.split()[1] for row in done.stdout.splitlines()[2:]] == [
        "16",
        "256",
        "3,616",
        "47,976",
    ]
    done = run("perft", "bargo", "--size", "2", "--komi", "0", "--depth", "3")
    assert "6,391" in done.stdout


def test_perft_keeps_what_it_has() -> None:
    with Terminal("perft", "robble", "--depth", "12") as terminal:
        terminal.expect("2,401")
        terminal.interrupt()
        terminal.expect("Stopped in depth")
        assert terminal.end() == 0


def test_bench() -> None:
    done = run("bench", "robble", "ROBBLE", "topolo", "--seconds", "0.05")
    assert done.returncode == 0
    assert done.stdout.count("Robble") == 1
    assert "Playouts/s" in done.stdout


def test_bench_json() -> None:
    done = run("bench", "--seconds", "0.05", "--threads", "2", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [entry["game"] for entry in found] == NAMES
    standard = {family.name: family.standard_size for family in quincunx.games()}
    for entry in found:
        assert set(entry) == {
            "game",
            "size",
            "threads",
            "playouts_per_second",
            "steps_per_second",
        }
        assert entry["size"] == standard[entry["game"]]
        assert entry["threads"] == 2
        assert entry["steps_per_second"] > entry["playouts_per_second"] > 0


def test_bench_keeps_what_it_has() -> None:
    with Terminal("bench", "topolo", "robble", "--seconds", "4") as terminal:
        terminal.expect("robble, 2 of 2")
        terminal.interrupt()
        terminal.expect("Topolo")
        terminal.expect("Stopped in robble.")
        assert terminal.end() == 0
        assert "Robble" not in terminal.text


def test_a_broken_pipe_is_silent() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "implo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "line", ["games", "rules implo", "play robble", "bench robble --json --seconds .05"]
)
def test_output_that_cannot_be_written_is_one_sentence(line: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *line.split()],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=clean_environment(),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"quincunx: the output can't be written")
    assert len(done.stderr.splitlines()) == 1


def test_closed_streams() -> None:
    shell = " ".join(COMMAND)
    for line in ("play robble <&-", "games >&-", "games 2>&-", "play chess 2>&-"):
        done = subprocess.run(
            f"{shell} {line}", shell=True, capture_output=True, env=clean_environment(), check=False
        )
        assert done.returncode == (2 if "chess" in line else 0)
        assert b"Traceback" not in done.stderr


def test_colour_on_demand(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(quincunx.Record("robble", {"size": 5}, turns=("c3", "c4")).to_json())
    assert "\x1b[38;2;" in run("replay", record, "--colour", "always").stdout
    assert "\x1b" not in run("replay", record).stdout
    with Terminal("replay", record, "--color", "never") as terminal:
        assert terminal.end() == 0
        assert "\x1b" not in terminal.raw
