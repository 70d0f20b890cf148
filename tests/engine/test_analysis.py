"""``quincunx analysis`` as a real process: queries at once, in slices, good and bad ones."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import quincunx
from quincunx.agents import Limit, Searcher
from quincunx.engine.info import lower_bound
from quincunx.engine.pool import Pool
from tests.cli.tools import COMMAND, clean_environment, run
from tests.engine.tools import Program

NAMES = [family.name for family in quincunx.games()]
LONG = {"game": "robble", "size": 7, "maxTime": 600}


def query(program: Program, **fields: object) -> None:
    program.send(json.dumps(fields))


def answer(program: Program) -> dict[str, Any]:
    found = json.loads(program.line())
    assert isinstance(found, dict)
    return found


def answers(*lines: str | dict[str, object], threads: int = 1) -> list[dict[str, Any]]:
    """All answers to lines that are sent at once, up to the end of input."""
    typed = "".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines)
    done = run("analysis", "--threads", str(threads), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


# -- answers


@pytest.mark.parametrize("name", NAMES)
def test_what_is_found_is_what_a_searcher_finds(name: str) -> None:
    game = quincunx.game(name)
    turns = (
        game.start().legal()[0].text,
        game.start().play(game.start().legal()[0]).legal()[-1].text,
    )
    asked = {"id": "x", "game": name, "moves": turns, "analyzeTurns": [0, 2], "maxVisits": 150}
    found = answers(asked | {"seed": 5, "includeOwnership": True})
    assert [(one["id"], one["turnNumber"], one["isDuringSearch"]) for one in found] == [
        ("x", 0, False),
        ("x", 2, False),
    ]
    for one in found:
        state = game.replay(*turns[: one["turnNumber"]])
        report = Searcher(game, seed=5).report_after(state, Limit(visits=150))
        sign = 1 if state.to_move == game.colours[0] else -1
        assert one["rootInfo"]["visits"] == report.visits == 150
        assert one["rootInfo"]["currentPlayer"] == state.to_move
        assert one["rootInfo"]["seat"] == state.seat
        assert one["rootInfo"]["winrate"] == pytest.approx(report.values[state.seat], abs=1e-6)
        assert ("scoreLead" in one["rootInfo"]) == (name == "bargo")
        if report.score is not None:
            assert one["rootInfo"]["scoreLead"] == pytest.approx(sign * report.score, abs=1e-6)
        tried = [candidate for candidate in report.candidates if candidate.visits]
        assert [info["order"] for info in one["moveInfos"]] == list(range(len(tried)))
        for info, candidate in zip(one["moveInfos"], tried, strict=True):
            assert (info["move"], info["visits"]) == (candidate.step.text, candidate.visits)
            assert info["winrate"] == pytest.approx(candidate.win_rate, abs=1e-6)
            assert info["lcb"] == pytest.approx(lower_bound(candidate), abs=1e-6)
            assert " ".join(info["pv"]).split()[0] == info["move"]
        assert one["ownership"] == {
            cell: pytest.approx(sign * owner, abs=1e-6) for cell, owner in report.owners.items()
        }


def test_moves_are_turns_or_steps_and_lines_are_turns() -> None:
    base: dict[str, object] = {"game": "implo", "size": 3, "pie": False, "maxVisits": 60}
    whole = ["c3", "a1", "b2 *a2 -c3"]
    steps = ["c3", "a1", "b2", "*A2"]
    words = ["c3", "a1", "b2,*a2"]
    found = answers(
        base | {"id": "whole", "moves": whole},
        base | {"id": "steps", "moves": steps},
        base | {"id": "words", "moves": words},
        base | {"id": "before", "moves": words, "analyzeTurns": [2]},
    )
    by_id = {one.pop("id"): one for one in found}
    assert by_id["whole"]["outcome"] == {
        "winner": "black",
        "seat": 0,
        "reason": "stones",
        "scores": [1, 0],
    }
    assert by_id["whole"]["turnNumber"] == 3
    assert by_id["whole"]["moveInfos"] == []
    assert by_id["steps"] == by_id["words"]
    assert by_id["steps"]["turnNumber"] == 3, "the turn under way"
    assert by_id["steps"]["rootInfo"]["proven"] == "win"
    best = by_id["steps"]["moveInfos"][0]
    assert best["proven"] == "win"
    assert best["move"] in ("-b2", "-c3")
    lines = {info["move"]: info["pv"] for info in by_id["before"]["moveInfos"]}
    assert lines["b2"][0].startswith("b2 *"), "a turn of the line is one text"


def test_a_position_that_is_proven_ends_early() -> None:
    (found,) = answers({"id": "x", "game": "topolo", "size": 2, "moves": ["a1s"], "maxTime": 600})
    assert found["rootInfo"]["proven"] == "draw"
    assert found["rootInfo"]["winrate"] == 0.5
    assert "draw" in {info["proven"] for info in found["moveInfos"]}


def test_actions() -> None:
    assert answers(
        {"id": "v", "action": "query_version"},
        {"id": "c", "action": "clear_cache"},
        {"id": "t", "action": "terminate", "terminateId": "nobody"},
        {"id": "a", "action": "terminate_all"},
    ) == [
        {"id": "v", "action": "query_version", "version": quincunx.__version__},
        {"id": "c", "action": "clear_cache"},
        {"id": "t", "action": "terminate", "terminateId": "nobody"},
        {"id": "a", "action": "terminate_all"},
    ]


# -- several at once


def test_a_short_query_overtakes_a_long_one() -> None:
    with Program("analysis") as program:
        query(program, id="long", **LONG)
        for name in ("short", "shorter"):
            query(program, id=name, game="robble", size=5, maxVisits=20)
        assert [answer(program)["id"], answer(program)["id"]] == ["short", "shorter"]
        query(program, id="stop", action="terminate", terminateId="long")
        assert answer(program)["action"] == "terminate"
        last = answer(program)
        assert (last["id"], last["isDuringSearch"]) == ("long", False)
        assert last["rootInfo"]["visits"] > 0, "what was found is not lost"
        assert program.end() == ""


def test_many_long_queries_leave_room_for_each_other() -> None:
    """Each is in turn: all of them report, though one thread does the work of ten."""
    with Program("analysis") as program:
        for place in range(10):
            query(program, id=f"q{place}", **LONG, reportDuringSearchEvery=0.1)
        seen: set[str] = set()
        while len(seen) < 10:
            found = answer(program)
            assert found["isDuringSearch"] is True
            seen.add(found["id"])
        query(program, id="stop", action="terminate_all")
        last: dict[str, bool] = {}
        for line in program.end().splitlines():
            found = json.loads(line)
            if "rootInfo" in found:
                last[found["id"]] = found["isDuringSearch"]
        assert last == {f"q{place}": False for place in range(10)}


def test_what_waits_is_terminated_without_results() -> None:
    turns = ["a1", "b1", "c1", "d1"]
    with Program("analysis") as program:
        query(program, id="long", **LONG, moves=turns, analyzeTurns=[0, 1, 2, 3, 4])
        query(program, id="stop", action="terminate", terminateId="long")
        found = [answer(program) for _ in range(6)]
        assert found[0]["id"] == "stop"
        assert sorted(one["turnNumber"] for one in found[1:]) == [0, 1, 2, 3, 4]
        assert sum("noResults" in one for one in found[1:]) >= 4
        assert not any(one["isDuringSearch"] for one in found[1:])
        query(program, id="long", game="robble", size=5, maxVisits=10)
        assert answer(program)["rootInfo"]["visits"] == 10, "its id is free again"


def test_reports_during_the_search() -> None:
    with Program("analysis") as program:
        query(program, id="x", **LONG, reportDuringSearchEvery=0.05)
        visits = []
        for _ in range(3):
            found = answer(program)
            assert found["isDuringSearch"] is True
            visits.append(found["rootInfo"]["visits"])
        assert visits[0] < visits[1] < visits[2]
        assert len(found["moveInfos"]) == 49
        query(program, id="stop", action="terminate", terminateId="x")
        rest = [json.loads(line) for line in program.end().splitlines()]
        assert [one["isDuringSearch"] for one in rest if one["id"] == "x"][-1] is False


def test_the_time_of_a_query_is_its_own() -> None:
    begun = time.monotonic()
    found = answers(
        {"id": "a", "game": "robble", "maxTime": 0.3}, {"id": "b", "game": "robble", "maxTime": 0.3}
    )
    assert sorted(one["id"] for one in found) == ["a", "b"]
    assert time.monotonic() - begun >= 0.6, "one thread gives each its time"


def test_higher_priorities_come_first() -> None:
    with Program("analysis") as program:
        query(program, id="long", **LONG, priority=2)
        query(program, id="low", game="robble", size=5, maxVisits=5)
        query(program, id="high", game="robble", size=5, maxVisits=5, priority=3)
        assert answer(program)["id"] == "high"
        query(program, id="stop", action="terminate", terminateId="long")
        assert [answer(program)["id"] for _ in range(3)] == ["stop", "long", "low"]


def test_the_end_of_input_finishes_what_is_queued() -> None:
    asked: list[dict[str, object]] = [
        {"id": f"q{i}", "game": "robble", "size": 5, "maxVisits": 200, "seed": i} for i in range(30)
    ]
    found = answers(*asked, threads=2)
    assert sorted(one["id"] for one in found) == sorted(f"q{i}" for i in range(30))
    assert {one["rootInfo"]["visits"] for one in found} == {200}


def test_slices_change_nothing() -> None:
    """A search that was interrupted by others many times finds what it finds alone."""
    asked: dict[str, object] = {"game": "licled", "size": 7, "maxVisits": 400}
    alone = answers(asked | {"id": "x"})[0]
    among = answers(asked | {"id": "x"}, *(asked | {"id": f"y{i}", "seed": i} for i in range(3)))
    assert next(one for one in among if one["id"] == "x") == alone


# -- what is wrong


X = {"id": "x"}
ROBBLE = {"id": "x", "game": "robble"}
SMALL = {"id": "x", "game": "implo", "size": 3, "pie": False}


@pytest.mark.parametrize(
    ("line", "field", "error"),
    [
        ("{", None, "no JSON"),
        ("[" * 100_000, None, "no JSON"),
        ("[]", None, "a query is a JSON object"),
        ("x" * 1_100_000, None, "a line has at most 1000000 characters"),
        ({"game": "robble"}, "id", "id is a text"),
        ({"id": 7, "game": "robble"}, "id", "id is a text"),
        (X, "game", "a query names its game: implo,"),
        (X | {"game": "chess"}, "game", "there is no game 'chess'"),
        (X | {"game": ["robble"]}, "game", "there is no game"),
        (ROBBLE | {"size": 99}, "size", "robble's size is"),
        (ROBBLE | {"size": 5, "komi": 1}, "komi", "robble has no option 'komi'"),
        (X | {"game": "bargo", "size": 2, "komi": 8}, "komi", "komi is a whole number from 0 to 7"),
        (ROBBLE | {"pie": 1}, "pie", "pie is True or False"),
        (ROBBLE | {"visits": 1}, "visits", "there is no field 'visits' here"),
        (ROBBLE | {"moves": "c3"}, "moves", "moves is a list of texts"),
        (ROBBLE | {"moves": [["b", "c3"]]}, "moves", "moves is a list of texts"),
        (ROBBLE | {"moves": ["a1"] * 5000}, "moves", "moves are 4000 at most"),
        (ROBBLE | {"moves": ["c3", "d4", "c3"]}, "moves 3", "c3 can't be played"),
        (ROBBLE | {"moves": ["c3", "z9"]}, "moves 2", "'z9' is no step of Robble"),
        (ROBBLE | {"moves": ["c3 c4"]}, "moves 1", "the turn ends before c4"),
        (SMALL | {"moves": ["c3", "a1", "b2", "a2"]}, "moves 3", "a2 can't be played"),
        (
            ROBBLE | {"analyzeTurns": [1]},
            "analyzeTurns",
            "analyzeTurns is a list of different turn",
        ),
        (ROBBLE | {"analyzeTurns": [0, 0]}, "analyzeTurns", "analyzeTurns is"),
        (ROBBLE | {"analyzeTurns": [[]]}, "analyzeTurns", "analyzeTurns is"),
        (ROBBLE | {"analyzeTurns": []}, "analyzeTurns", "analyzeTurns is"),
        (ROBBLE | {"maxVisits": 0}, "maxVisits", "maxVisits is a whole number from 1"),
        (ROBBLE | {"maxVisits": 1.5}, "maxVisits", "maxVisits is"),
        (ROBBLE | {"maxTime": True}, "maxTime", "maxTime is a number of seconds"),
        ('{"id": "x", "game": "robble", "maxTime": NaN}', "maxTime", "maxTime is a number"),
        ('{"id": "x", "game": "robble", "maxTime": 1e999}', "maxTime", "maxTime is a number"),
        (ROBBLE | {"maxTime": 10**400}, "maxTime", "maxTime is a number"),
        (ROBBLE | {"seed": -1}, "seed", "seed is a whole number from 0"),
        (ROBBLE | {"priority": "high"}, "priority", "priority is a whole number"),
        (ROBBLE | {"includeOwnership": 1}, "includeOwnership", "includeOwnership is true or false"),
        (
            ROBBLE | {"reportDuringSearchEvery": 0},
            "reportDuringSearchEvery",
            "reportDuringSearchEvery is",
        ),
        (X | {"action": "dance"}, "action", "action is query_version or"),
        (X | {"action": {}}, "action", "action is query_version or"),
        (X | {"action": "terminate"}, "terminateId", "terminateId is the id"),
        (X | {"action": "clear_cache", "terminateId": "y"}, "terminateId", "there is no field"),
    ],
)
def test_a_bad_line_is_told_and_the_next_is_answered(
    engine: Program, line: str | dict[str, object], field: str | None, error: str
) -> None:
    engine.send(line if isinstance(line, str) else json.dumps(line), "")
    query(engine, id="good", game="robble", size=3, maxVisits=5)
    said, good = answer(engine), answer(engine)
    assert str(said.pop("error")).startswith(error)
    wanted: dict[str, object] = {}
    if field is not None:
        name, _, turn = field.partition(" ")
        wanted = {"field": name} | ({"turnNumber": int(turn)} if turn else {})
        wanted |= X if name != "id" else {}
    assert said == wanted
    assert good["rootInfo"]["visits"] == 5


@pytest.fixture(scope="module")
def engine() -> Any:
    with Program("analysis") as program:
        yield program
        assert program.end() == ""


def test_an_id_in_use_and_too_many_positions() -> None:
    with Program("analysis") as program:
        query(program, id="long", **LONG)
        query(program, id="long", game="robble")
        said = answer(program)
        assert said == {"id": "long", "error": "the query 'long' is not finished", "field": "id"}
        for place in range(2048):
            query(program, id=f"q{place}", **LONG, moves=["a1"], analyzeTurns=[0, 1])
        said = answer(program)
        assert said == {"id": "q2047", "error": "at most 4096 positions may wait"}
        program.interrupt()
        assert program.log() == ""


# -- the process


def test_ctrl_c_ends_it_quietly() -> None:
    for waiting in (True, False):
        with Program("analysis", "--threads", "2") as program:
            query(program, id="x", **LONG, reportDuringSearchEvery=0.05)
            answer(program)
            if not waiting:
                program.input.close()
            program.interrupt()
            assert program.log() == ""
            assert program.process.returncode == 0


CTRL_C_AT_A_LOCK = """
import signal, sys, threading
from quincunx.cli.main import main

def watch(frame, event, arg):
    within = frame.f_code is threading.Condition.__enter__.__code__
    return interrupt if within and frame.f_back.f_code.co_filename.endswith("pool.py") else None

def interrupt(frame, event, arg):
    if event == "return":
        sys.settrace(None)
        signal.raise_signal(signal.SIGINT)
    return interrupt

sys.settrace(watch)
sys.exit(main(["analysis"]))
"""


def test_ctrl_c_keeps_no_lock() -> None:
    """It comes when the main thread has just taken the lock that the searching threads need, too."""
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C_AT_A_LOCK],
        input=json.dumps({"id": "x", **LONG}),
        capture_output=True,
        text=True,
        timeout=30,
        env=clean_environment(),
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_ends_where_nobody_listens() -> None:
    with subprocess.Popen(
        [*COMMAND, "analysis"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(
            json.dumps({"id": "x", **LONG, "reportDuringSearchEvery": 0.05}).encode()
        )
        process.stdin.write(b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(30) == 1
        assert process.stderr.read() == b""


def test_wrong_usage() -> None:
    for line in ("analysis --threads 0", "analysis --memory x", "analysis robble"):
        done = run(*line.split())
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


# -- the pool


def test_groups_take_turns() -> None:
    gate, order, left = threading.Event(), list[str](), {"a1": 2, "a2": 1, "b1": 2, "c1": 1}

    def work(job: str) -> bool:
        gate.wait(10)
        order.append(job)
        left[job] -= 1
        return left[job] == 0

    pool = Pool(work, threads=1, most_begun=10)
    pool.add("a", ["a1", "a2"])
    pool.add("b", ["b1"])
    pool.add("c", ["c1"], priority=1)
    assert len(pool) == 4
    gate.set()
    assert pool.wait(10)
    pool.close()
    assert sorted(order) == ["a1", "a1", "a2", "b1", "b1", "c1"]
    # The thread may have begun with a1 before the others were there; then c1 goes first.
    assert order[order.index("c1") + 1 :] in (
        ["b1", "a1", "b1", "a2"],
        ["a1", "b1", "a1", "b1", "a2"],
    )


def test_no_more_jobs_are_begun_than_allowed() -> None:
    begun: set[int] = set()
    most = 0

    def work(job: int) -> bool:
        nonlocal most
        if job in begun:
            begun.remove(job)
            return True
        begun.add(job)
        most = max(most, len(begun))
        return False

    pool = Pool(work, threads=1, most_begun=3)
    for job in range(20):
        pool.add(str(job), [job])
    assert pool.wait(10)
    pool.close()
    assert begun == set()
    assert most <= 3
