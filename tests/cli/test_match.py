"""``quincunx match`` and ``quincunx ladder`` as real processes: results, stops, resuming, nonsense."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx import Record
from tests.cli.tools import COMMAND, Terminal, check_refused, clean_environment, run

SMALL = ("match", "robble", "mcts:visits=40", "random", "--size=3")
# Long enough to be interrupted, short enough to be finished.
LONGER = (
    "match",
    "robble",
    "mcts:visits=300",
    "mcts:visits=200",
    "--size=4",
    "--seed=2",
    "--jobs=2",
)


def lines(path: Path) -> list[dict[str, Any]]:
    """The games of a file, in the order of their numbers."""
    found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return sorted(found, key=lambda game: int(game["number"]))


def moves(path: Path) -> list[tuple[int, list[str]]]:
    return [(game["number"], game["record"]["turns"]) for game in lines(path)]


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


def games_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def begin(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(),
    )


def children(process: int) -> list[int]:
    """The workers of a process: its children that were spawned to serve."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_match(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    done = run(*SMALL, "--games=12", "--jobs=2", "--save", saved)
    assert done.returncode == 0
    assert done.stderr == ""
    games = lines(saved)
    assert [game["number"] for game in games] == list(range(12))
    wins = sum(game["winner"] == 0 for game in games)
    draws = sum(game["winner"] is None for game in games)
    row = next(line.split() for line in done.stdout.splitlines() if "all games" in line)
    assert [int(word) for word in row[2:5]] == [wins, draws, 12 - wins - draws]
    assert "mcts:visits=40 against random" in done.stdout
    assert "Robble 3×3, pie yes: 12 games." in done.stdout
    for words in ("moving first", "moving second", "Elo difference: ", "Seconds a step: "):
        assert words in done.stdout
    first = sum(0.5 if g["winner"] is None else g["seats"][0] == g["winner"] for g in games) / 12
    assert f"The first seat, whoever had it: {100 * first:.1f} %" in done.stdout
    for game in games:
        assert game["agents"].index("random") == (0 if game["number"] % 2 else 1)
        record = Record.from_json(json.dumps(game["record"]))
        assert (record.result or "draw") == game["result"]
        assert list(record.players) == game["agents"]


def test_the_result_as_json() -> None:
    done = run(*SMALL, "--games=6", "--json", "--openings=2")
    found = json.loads(done.stdout)
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 6
    assert found["win_rate"]["low"] <= found["win_rate"]["value"] <= found["win_rate"]["high"]
    assert [entry["agent"] for entry in found["agents"]] == ["mcts:visits=40", "random"]
    assert found["openings"] == 2
    assert found["failures"] == [{}, {}]
    seats = found["by_seat"]
    assert [sum(seat.values()) for seat in seats] == [3, 3]
    assert sum(seat["wins"] for seat in seats) == found["wins"]
    assert found["first_seat"]["wins"] == seats[0]["wins"] + seats[1]["losses"]


def test_the_same_games_for_any_number_of_jobs(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, jobs in ((one, 1), (two, 2)):
        assert (
            run(*SMALL, "--games=9", f"--jobs={jobs}", "--seed=3", "--save", path).returncode == 0
        )
    assert moves(one) == moves(two)
    assert len({tuple(turns) for _, turns in moves(one)}) > 1


def test_openings_are_the_same_for_both_games_of_a_pair(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    run(*SMALL, "--games=8", "--openings=3", "--save", saved)
    turns = [turns for _, turns in moves(saved)]
    for one, other in zip(turns[::2], turns[1::2], strict=True):
        assert one[:3] == other[:3]
    assert len({tuple(game[:3]) for game in turns}) > 1


def test_a_test_stops_early(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    # fmt: off
    command = ("match", "implo", "mcts:visits=60", "random", "--size=4", "--games=500", "--sprt=0,200",
               "--save", saved)
    # fmt: on
    done = run(*command)
    found = re.search(
        r"Test of \+0 against \+200 Elo: decided for \+200 after (\d+) games", done.stdout
    )
    assert found
    assert int(found[1]) <= games_in(saved) < 100
    before = saved.read_bytes()
    assert f"after {found[1]} games" in run(*command).stdout
    assert saved.read_bytes() == before
    undecided = run(*SMALL, "--games=2", "--sprt=-5,5", "--alpha=0.01", "--json")
    assert json.loads(undecided.stdout)["sprt"]["verdict"] is None


def test_ctrl_c_keeps_what_was_finished_and_the_match_goes_on(tmp_path: Path) -> None:
    saved, whole = tmp_path / "stopped.jsonl", tmp_path / "whole.jsonl"
    command = (*LONGER, "--games=60")
    with begin(*command, "--save", saved) as process:
        wait_for(lambda: games_in(saved) >= 2)
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=20)
    assert process.returncode == 0
    kept = games_in(saved)
    assert 2 <= kept < 60
    assert stderr == f"Stopped after {kept} of 60 games.\n"
    assert f"{kept} games." in stdout
    assert workers
    wait_for(lambda: not any(map(alive, workers)))
    before = saved.read_text()
    assert run(*command, "--save", saved).returncode == 0
    assert saved.read_text().startswith(before)
    run(*command, "--save", whole)
    assert moves(saved) == moves(whole)


def test_a_match_that_was_killed_goes_on(tmp_path: Path) -> None:
    saved = tmp_path / "killed.jsonl"
    command = (*LONGER, "--games=40", "--save", saved)
    with begin(*command) as process:
        wait_for(lambda: games_in(saved) >= 2)
        workers = children(process.pid)
        process.kill()
        process.communicate(timeout=20)
    assert workers
    wait_for(lambda: not any(map(alive, workers)))  # nobody plays on for a dead parent
    with saved.open("ab") as file:  # as if it had been killed in the middle of a line
        file.write(b'{"number": 39, "seats": [1')
    assert run(*command).returncode == 0
    assert [number for number, _ in moves(saved)] == list(range(40))


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    saved, whole = tmp_path / "hurt.jsonl", tmp_path / "whole.jsonl"
    command = (*LONGER, "--games=40")
    with begin(*command, "--save", saved) as process:
        wait_for(lambda: games_in(saved) >= 1)
        workers = children(process.pid)
        assert workers
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, "")
    assert "40 games." in stdout
    run(*command, "--save", whole)
    assert moves(saved) == moves(whole)


def test_an_engine_that_fails_loses_and_is_reported(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    done = run("match", "robble", "gtp:false", "random", "--size=3", "--games=2", "--save", saved)
    assert done.returncode == 0
    assert "gtp:false failed in 2 games: " in done.stdout
    assert [game["winner"] for game in lines(saved)] == [1, 1]
    engine = f"gtp:{sys.executable} -m quincunx gtp robble --visits 30"
    done = run("match", "robble", engine, "random", "--size=3", "--games=2", "--json")
    assert json.loads(done.stdout)["failures"] == [{}, {}]


def test_progress_is_shown_in_a_terminal() -> None:
    with Terminal(*SMALL, "--games=6") as terminal:
        terminal.expect("mcts:visits=40 : random")
        terminal.expect("6/6")
        terminal.expect("Elo difference")
        assert terminal.end() == 0


def test_other_settings_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    run(*SMALL, "--games=2", "--save", saved)
    before = saved.read_bytes()
    for more, words in (
        ("--seed=1", "its seed is 0, not 1"),
        ("--openings=1", "its openings is 0, not 1"),
        ("--pie=no", "its options is"),
        ("--visits=9", "its visits is null, not 9"),
    ):
        done = run(*SMALL, "--games=4", "--save", saved, more)
        assert done.returncode == 2
        assert "another match" in done.stderr
        assert words in done.stderr
    assert saved.read_bytes() == before
    assert run(*SMALL, "--games=4", "--jobs=1", "--save", saved).returncode == 0
    assert games_in(saved) == 4


def test_a_folder_has_a_file_for_each_match(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    for seed in ("--seed=1", "--seed=2", "--seed=1"):
        assert run(*SMALL, "--games=2", "--save", folder, seed).returncode == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 2
    assert all(name.startswith("robble-mcts-visits-40-random-") for name in names)


def test_a_limit_is_for_those_who_have_none(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    done = run(
        *("match", "robble", "mcts", "mcts:visits=5", "--size=3", "--visits=40", "--games=2"),
        *("--save", saved, "--json"),
    )
    assert done.returncode == 0
    other = tmp_path / "other.jsonl"
    # fmt: off
    run("match", "robble", "mcts:visits=40", "mcts:visits=5", "--size=3", "--games=2", "--save", other)
    # fmt: on
    assert moves(saved) == moves(other)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("match robble random", "the following arguments are required: AGENT"),
        ("match robble random wizard", "there is no agent 'wizard'"),
        ("match robble random level:9", "from 1 to 8"),
        ("match chess random random", "there is no game 'chess'"),
        ("match robble random random --games 0", "--games is from 1"),
        ("match robble random random --jobs 0", "--jobs is from 1"),
        ("match robble random random --seed=-1", "seed is a whole number"),
        ("match robble random random --openings=-1", "openings is a whole number"),
        ("match topolo random random --size 2 --openings 9", "too long"),
        ("match robble random random --time 0", "seconds are a number above 0"),
        ("match robble random random --time 1 --visits 1", "not allowed with"),
        ("match robble random random --visits 0", "visits are a whole number from 1"),
        ("match robble random random --sprt 5", "two Elo differences"),
        ("match robble random random --sprt 5,0", "the lower one first"),
        ("match robble random random --sprt 0,5 --alpha 2", "alpha is a probability"),
        ("match robble random random --save README.md", "ends in .jsonl"),
        ("ladder chess", "chess"),
        ("ladder robble --levels 5-2", "--levels is two levels from 1 to 8"),
        ("ladder robble --levels 1-9", "--levels is two levels from 1 to 8"),
        ("ladder robble --games 0", "--games is from 1"),
        ("ladder robble --games many", "--games is a number, or one for each pair"),
        ("ladder robble --games 100,50", "--games is one number or 7, one for each pair, not 2"),
        ("ladder robble --save x.jsonl", "--save is a folder"),
    ],
)
def test_nonsense_is_one_sentence(line: str, words: str) -> None:
    check_refused(line, words)


def test_a_ladder(tmp_path: Path) -> None:
    page, folder = tmp_path / "levels.md", tmp_path / "games"
    # fmt: off
    command = ("ladder", "topolo", "--size=4", "--levels=1-3", "--games=4,2", "--save", folder, "--markdown", page)
    # fmt: on
    done = run(*command)
    assert done.returncode == 0
    assert len(list(folder.iterdir())) == 2
    results = json.loads((tmp_path / "levels" / "topolo.json").read_text())
    assert [level["level"] for level in results["levels"]] == [1, 2, 3]
    for match, path in zip(results["matches"], sorted(folder.iterdir()), strict=True):
        assert match["wins"] == sum(game["winner"] == 0 for game in lines(path))
    assert [sum(match.values()) for match in results["matches"]] == [4, 2]
    text = page.read_text()
    assert "## Topolo" in text
    assert "quincunx ladder topolo --size 4 --games 4,2 --levels 1-3 --seed 0" in text
    files = {path: path.read_bytes() for path in folder.iterdir()}
    run("ladder", "implo", "--size=3", "--levels=1-2", "--games=2", "--markdown", page)
    assert "## Implo" in page.read_text()
    assert "## Topolo" in page.read_text()
    again = run(*command)
    assert again.stdout == done.stdout
    assert files == {path: path.read_bytes() for path in folder.iterdir()}


def test_a_ladder_of_levels_that_fail_is_none(tmp_path: Path) -> None:
    page = tmp_path / "levels.md"
    command = ("ladder", "topolo", "--size=4", "--levels=1-2", "--games=2", "--save", tmp_path)
    assert run(*command).returncode == 0
    (path,) = tmp_path.glob("*.jsonl")
    head, first, second = path.read_text().splitlines()
    failed = json.loads(second) | {"reason": "failed", "failure": "out of luck", "winner": 0}
    path.write_text("\n".join((head, first, json.dumps(failed), "")))
    done = run(*command, "--markdown", page)
    assert done.returncode == 1
    assert f"level:1 failed in game {failed['number']}: out of luck" in done.stderr
    assert not page.exists()
