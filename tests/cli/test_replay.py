"""``quincunx replay``: good records, bad ones, and what is written."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx import Record
from tests.cli.tools import run

TURNS = ("c3", "swap", "c4", "a1", "e5")
GOOD = Record(
    "robble",
    {"size": 5},
    ("Ann", "Bob"),
    "2026-01-31",
    TURNS,
    comments={0: "Here we go.", 3: "A push!"},
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(GOOD.to_json(), encoding="utf-8")
    return path


def board(state: quincunx.State) -> str:
    return str(state)


def test_the_end_of_a_record(record: Path) -> None:
    done = run("replay", record)
    assert done.returncode == 0
    assert board(GOOD.state()) in done.stdout
    for words in ("Robble", "5×5", "Ann", "Bob", "2026-01-31", "Here we go.", "A push!"):
        assert words in done.stdout
    assert "2. W swap" in done.stdout
    assert "3. W c4" in done.stdout
    assert "The game is not over." in done.stdout


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_the_board_after_a_turn(record: Path, turn: int) -> None:
    done = run("replay", record, "--turn", str(turn))
    assert done.returncode == 0
    assert board(GOOD.state(turn)) in done.stdout


def test_pictures_and_abstractplay(record: Path, tmp_path: Path) -> None:
    svg, other = tmp_path / "board.svg", tmp_path / "other.json"
    record.write_text(record.read_text().replace('"result": null', '"result": "white"'))
    done = run("replay", record, "--turn", "1", "--svg", svg, "--abstractplay", other)
    assert done.returncode == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert json.loads(other.read_text())["moves"] == [["c3", "swap"], ["c4", "a1"], ["e5"]]


def test_abstractplay_is_for_finished_games(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    done = run("replay", record, "--abstractplay", other)
    assert done.returncode == 1
    assert "finished games" in done.stderr
    assert "Traceback" not in done.stderr
    assert not other.exists()


def test_a_resigned_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(Record("robble", {"size": 5}, ("Ann", "Bob"), "", ("c3",), "white").to_json())
    assert "Black resigns: White wins. Bob has won." in run("replay", path).stdout


def test_a_bad_record_shows_its_good_part(record: Path) -> None:
    data = json.loads(record.read_text())
    data["turns"][3] = "c4"
    record.write_text(json.dumps(data))
    done = run("replay", record)
    assert done.returncode == 1
    assert board(GOOD.state(3)) in done.stdout
    assert "turn 4" in done.stderr
    assert "there is a stone on that square already" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (b"[]", "not a JSON object"),
        (b'{"quincunx": 1, "game": "go"}', "there is no game 'go'"),
        (b"\xff\xfe\x00", "UTF-8"),
    ],
)
def test_no_record_at_all(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    done = run("replay", path)
    assert done.returncode == 1
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no_file(tmp_path: Path) -> None:
    missing, folder = run("replay", tmp_path / "no.json"), run("replay", tmp_path)
    assert missing.returncode == folder.returncode == 1
    assert "there is no such file" in missing.stderr
    assert "it is a folder" in folder.stderr


def test_bad_outputs(record: Path, tmp_path: Path) -> None:
    before = record.read_text()
    assert run("replay", record, "--turn", "6").returncode == 2
    assert run("replay", record, "--turn", "-1").returncode == 2
    assert run("replay", record, "--svg", record).returncode == 2
    assert run("replay", record, "--svg", tmp_path / "none" / "x.svg").returncode == 1
    assert record.read_text() == before


def test_a_record_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    sly = Record(
        "robble", {"size": 5}, ("\x1b[2J", "[red]"), "", ("c3",), None, {1: "\x1b]0;x\x07"}
    )
    path.write_text(sly.to_json())
    done = run("replay", path)
    assert "\x1b" not in done.stdout
    assert "[red]" in done.stdout
