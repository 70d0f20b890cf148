"""``quincunx play`` on a real pseudo-terminal: what a person meets."""

from __future__ import annotations

import os
from pathlib import Path

import quincunx
from quincunx import Record
from tests.cli.tools import Terminal, run


def test_a_game_in_colour(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    with Terminal("play", "robble", "--size", "5", "--seed", "1", "--pie", "no") as terminal:
        terminal.expect("you (Black) against level 3 (White)")
        terminal.expect("Black: place a stone on an empty square.")
        terminal.expect("black>")
        assert "\x1b[38;2;" in terminal.raw  # the board
        terminal.enter("c3")
        terminal.expect("White (level 3): ")
        terminal.expect("black>")
        terminal.enter("c3")
        terminal.expect("c3 can't be played: there is a stone on that square already.")
        terminal.expect("black>")
        terminal.enter("undo")
        terminal.expect("2 steps taken back.")
        terminal.expect("black>")
        terminal.enter("b\t2")  # Tab asks for what b can be, and the typing goes on
        terminal.expect("black>")
        terminal.type("\x1b[A\x15")  # the line before, and off with it
        terminal.enter(f"save {saved}")
        terminal.expect("Saved")
        terminal.expect("black>")
        terminal.enter("quit")
        terminal.expect("Game left.")
        assert terminal.end() == 0
    assert Record.from_json(saved.read_text()).game == "robble"


def test_ctrl_c_clears_a_line_and_then_leaves() -> None:
    with Terminal("play", "topolo") as terminal:
        terminal.expect("red>")
        terminal.type("a1")
        terminal.expect("a1")
        terminal.type("\x03")
        terminal.enter("b2l")
        terminal.expect("Black (level 3): ")
        terminal.expect("red>")
        terminal.type("\x03")
        terminal.expect("Game left. It was not saved.")
        assert terminal.end() == 0


def test_ctrl_d_leaves() -> None:
    with Terminal("play", "licled", "--size", "4") as terminal:
        terminal.expect("black>")
        terminal.type("\x04")
        terminal.expect("Game left.")
        assert terminal.end() == 0


def test_no_colour() -> None:
    with Terminal("play", "robble", environment={"NO_COLOR": "1"}) as terminal:
        terminal.expect("black>")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "\x1b[38;" not in terminal.raw
        assert "\x1b[48;" not in terminal.raw
        assert "\x1b[31m" not in terminal.raw


def test_the_menu_and_a_narrow_terminal() -> None:
    with Terminal("play") as terminal:
        terminal.expect("Which game?")
        terminal.expect("game>")
        terminal.enter("bargo 9")
        terminal.expect("Which level, from 1 to 8?")
        terminal.expect("level (Enter for 3)>")
        terminal.enter("")
        terminal.expect("Black: name a komi for White")
        terminal.expect("black>")
        terminal.type("\x04")
        terminal.expect("Game left.")
        assert terminal.end() == 0
    with Terminal("play", "licled", "--size", "9", environment={"COLUMNS": "60"}) as terminal:
        terminal.expect("columns wide and your terminal 60")
        terminal.expect("black>")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_ctrl_c_hurries_the_computer() -> None:
    with Terminal("play", "topolo", "--black", "mcts:time=600,memory=16") as terminal:
        terminal.expect("red>")
        terminal.enter("b2l")
        terminal.expect("thinks (Ctrl-C: play now)")
        terminal.interrupt()
        terminal.expect("Black (mcts:time=600,memory=16): ")
        terminal.expect("red>")
        terminal.enter("quit")
        assert terminal.end() == 0


def test_a_watched_game_can_be_paused(tmp_path: Path) -> None:
    saved, slow = tmp_path / "game.json", "mcts:time=600,memory=16"
    with Terminal("play", "topolo", "--red", slow, "--black", slow) as terminal:
        terminal.expect("Ctrl-C pauses the game.")
        terminal.expect("thinks")
        terminal.interrupt()
        terminal.expect(f"Red ({slow}): ")
        terminal.expect("paused>")
        terminal.enter("a1l")
        terminal.expect("The game is paused: ")
        terminal.expect("paused>")
        terminal.enter(f"save {saved}")
        terminal.expect("Saved 1 turn")
        terminal.expect("paused>")
        terminal.enter("")
        terminal.expect("thinks")
        terminal.interrupt()
        terminal.expect(f"Black ({slow}): ")
        terminal.expect("paused>")
        terminal.enter("quit")
        terminal.expect("What came after the last save was not saved.")
        assert terminal.end() == 0


def test_sigint_between_prompts_is_a_clean_end_too() -> None:
    with Terminal("play", "robble") as terminal:
        terminal.expect("black>")
        terminal.interrupt()
        terminal.expect("Game left.")
        assert terminal.end() == 0


def test_a_dumb_terminal() -> None:
    with Terminal("play", "robble", environment={"TERM": "dumb"}) as terminal:
        terminal.expect("black>")
        terminal.enter("d4")
        terminal.expect("White (level 3): ")
        terminal.expect("black>")
        terminal.enter("quit")
        assert terminal.end() == 0


def test_a_saved_game_goes_on_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(Record.of(quincunx.game("robble", size=5).replay("c3", "c4")).to_json())
    with Terminal("play", "--resume", path, "--white", "human") as terminal:
        terminal.expect("black>")
        terminal.enter("a1")
        terminal.expect("white>")
        terminal.enter(f"save {path}")
        terminal.expect("Saved 3 turns")
        terminal.expect("white>")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert run("replay", path).returncode == 0
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".quincunx")]
