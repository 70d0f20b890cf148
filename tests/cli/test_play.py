"""``quincunx play`` from piped input: whole games, undo, saving, seeds."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest

import quincunx
from quincunx import Record, State
from quincunx.cli.tell import ending
from tests.cli.tools import run

SMALL = {"implo": 4, "bargo": 3, "topolo": 4, "robble": 4, "licled": 3}


def random_game(name: str, seed: int) -> State:
    dice = random.Random(seed)
    state = quincunx.game(name, size=SMALL[name]).start()
    while not state.over:
        legal = state.legal()
        plain = [a for a in legal if a.kind in ("pass", "button")]
        state = state.play(plain[0] if plain and len(state.steps) > 40 else dice.choice(legal))
    return state


@pytest.mark.parametrize("name", SMALL)
def test_a_whole_game(name: str, tmp_path: Path) -> None:
    state = random_game(name, seed=7)
    first, second = state.game.colours
    saved = tmp_path / "game.json"
    # Some turns whole, some step by step.
    lines = [
        line
        for number, turn in enumerate(state.turns)
        for line in ([turn] if number % 2 else turn.split())
    ]
    done = run(
        "play",
        name,
        "--size",
        str(SMALL[name]),
        f"--{first}=human",
        f"--{second}=human",
        typed="\n".join([*lines, f"save {saved}", "quit"]) + "\n",
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "can't be played" not in done.stdout
    assert ending(state) in done.stdout
    assert "Game left.\n" in done.stdout
    record = Record.from_json(saved.read_text())
    assert record.state() == state
    assert record.turns == state.turns
    assert record.result == ((state.outcome and state.outcome.winner) or "draw")
    shown = run("replay", saved)
    assert shown.returncode == 0
    assert ending(state) in shown.stdout


def test_bargo_shows_the_score_of_both() -> None:
    typed = "a1/ne\nb2/e\nbutton\npass\npass\nquit\n"
    done = run("play", "bargo", "--size=3", "--komi=2", "--white=human", typed=typed)
    state = quincunx.game("bargo", size=3, komi=2).replay("a1/ne", "b2/e", "button", "pass", "pass")
    assert state.outcome is not None
    assert state.outcome.scores is not None
    row = next(line.split() for line in done.stdout.splitlines() if line.startswith("Score"))
    assert row[1:] == [str(score) for score in state.outcome.scores]


def test_both_random_is_repeatable() -> None:
    both = ("--black", "random", "--white", "random")
    runs = [run("play", "implo", "--size=5", *both, f"--seed={s}").stdout for s in (4, 4, 5)]
    assert runs[0] == runs[1] != runs[2]
    assert "wins" in runs[0]
    assert "Game left. It was not saved." in runs[0]


def reply(saved: Path, *arguments: str) -> str:
    """What the computer answers to c3."""
    run("play", "robble", "--size=5", *arguments, typed=f"c3\nsave! {saved}\n")
    record = Record.from_json(saved.read_text())
    assert record.turns[0] == "c3"
    return record.turns[1]


@pytest.mark.parametrize("player", ["random", "1", "level:3", "mcts:visits=30", "uct:visits=30"])
def test_what_the_computer_chooses_is_by_the_seed(player: str, tmp_path: Path) -> None:
    replies = [
        reply(tmp_path / "game.json", f"--white={player}", f"--seed={seed}")
        for seed in (1, 2, 3, 4, 1, 2, 3, 4)
    ]
    assert replies[:4] == replies[4:]
    assert len(set(replies)) > 1


def test_the_record_names_the_players(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    for arguments, players in (
        ((), ("human", "level:3")),
        (("--white=5",), ("human", "level:5")),
        (("--black=LEVEL:2",), ("level:2", "human")),
        (("--black=Human", "--white=mcts: visits=9"), ("human", "mcts:visits=9")),
    ):
        run("play", "robble", "--size=4", *arguments, typed=f"save! {saved}\n")
        assert Record.from_json(saved.read_text()).players == players


def test_a_game_between_computers_is_watched() -> None:
    both = ("--black", "2", "--white", "uct:visits=2")
    runs = [run("play", "robble", "--size=4", *both, "--seed=6").stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert "Robble 4×4: level 2 (Black) against uct:visits=2 (White)." in runs[0]
    turns = re.findall(r"(?:Black|White) \((.+)\): ", runs[0])
    assert set(turns) == {"level 2", "uct:visits=2"}
    boards = runs[0].count("     a   b   c   d")
    assert boards == len(turns)
    assert "Level 2 wins." in runs[0]


def test_hints_and_evaluation() -> None:
    typed = "hint\neval\nevaluation on\na1\neval off\nb1\nhint maybe\neval maybe\nresign\nhint\n"
    done = run("play", "robble", "--size=3", "--pie=no", "--white=random", "--seed=1", typed=typed)
    assert re.search(r"Best: [a-c][1-3], \d+ %. Then perhaps White [a-c][1-3], Black ", done.stdout)
    assert re.search(r"Or: [a-c][1-3], \d+ %; [a-c][1-3], \d+ %\.", done.stdout)
    told = re.findall(r"^(?:Black|White) \d+ % \([\d,]+ visits\)$", done.stdout, re.MULTILINE)
    assert len(told) == 3  # asked for, when it is put on, and under one board
    assert "hint stands alone" in done.stdout
    assert "evaluation stands alone, or with on or off" in done.stdout
    assert done.stdout.count("The game is over.") == 1


def test_what_is_proven_is_said() -> None:
    typed = "a1s\nb1l\nhint\neval\n"
    done = run("play", "topolo", "--size=2", "--black=human", typed=typed)
    assert "Best: a2l, which draws." in done.stdout
    assert "A draw, if both play well." in done.stdout


def test_the_level_can_be_changed(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run("play", "robble", "--size=4", typed=f"level 5\na1\nlevel\nlevel 9\nsave {saved}\n")
    assert "The computer plays at level 5 now." in done.stdout
    assert "White (level 5): " in done.stdout
    assert "from 1 to 8, not ''" in done.stdout
    assert "from 1 to 8, not '9'" in done.stdout
    assert Record.from_json(saved.read_text()).players == ("human", "level:5")
    people = run("play", "robble", "--size=4", "--white=human", typed="level 5\n")
    assert "nobody has a level" in people.stdout


def test_an_engine_that_fails_is_replaced() -> None:
    done = run("play", "robble", "--size=4", "--white=gtp:false", typed="a1\n")
    assert "gtp:false can't go on" in done.stdout
    assert "Level 3 plays on in its place." in done.stdout
    assert "White (level 3): " in done.stdout


def test_random_has_the_first_seat(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run("play", "topolo", "--red=random", "--seed=1", typed=f"save {saved}\n")
    assert "Red (random): " in done.stdout
    assert "black> " in done.stdout
    record = Record.from_json(saved.read_text())
    assert record.players == ("random", "human")
    assert len(record.turns) == 1


def test_swap_trades_seats() -> None:
    done = run("play", "robble", "--size=5", "--white=human", typed="c3\nswap\nc4\nresign\nquit\n")
    assert "The first player has White now, the second Black." in done.stdout
    lines = done.stdout.splitlines()
    prompts = [line for line in lines if re.match(r"(black|white)> \S", line)]
    assert prompts == ["black> c3", "white> swap", "white> c4", "black> resign"]
    assert "Black resigns: White wins." in done.stdout
    assert "That is the player who began as Black." in done.stdout


def test_what_random_does_is_told() -> None:
    told = ""
    for seed in range(3):
        typed = "\n".join(str(a) for a in quincunx.game("robble", size=4).start().legal())
        told += run(
            "play",
            "robble",
            "--size=4",
            f"--seed={seed}",
            "--pie=no",
            "--white=random",
            typed=typed,
        ).stdout
    assert re.search(r"White \(random\): [a-d][1-4], .*pushed [a-d][1-4] to [a-d][1-4]", told)
    assert re.search(r"White \(random\): .*flipped [a-d][1-4]", told)
    assert re.search(r"removed a (black|white) stone from [a-d][1-4]", told)


def test_illegal_steps_and_nonsense_are_told_and_the_game_goes_on(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run(
        "play",
        "bargo",
        "--size=3",
        "--komi=0",
        "--white=human",
        typed=f"a1/sw\nz9/e\nsav\nb2\n\n[red]\nb2/e b3/e\nb2/e\npass\nsave {saved}\n",
    )
    assert done.returncode == 0
    for words in (
        "a1/sw can't be played: the edge of the board is a wall already.",
        "there is no cell z9 on this board",
        "Did you mean save?",
        "b2 needs more: b2/ne, b2/e, b2/se, b2/sw, b2/w or b2/nw.",
        "'[red]' is no step",
        "The turn ends before b3/e.",
        "pass can't be played: nobody can pass before the button has been taken.",
    ):
        assert words.lower() in done.stdout.lower()
    assert Record.from_json(saved.read_text()).turns == ("b2/e",)


def test_a_bad_turn_is_not_half_played(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run(
        "play",
        "implo",
        "--size=3",
        "--white=human",
        typed=f"c3\na1\nb2 *a2 -a1\nsave {saved}\nb2 *a2 -c3\nquit\n",
    )
    assert "-a1 can't be played: that point is in none of the tied groups." in done.stdout
    assert "Saved 2 turns" in done.stdout
    assert "Black wins" in done.stdout


def test_picks_are_listed_and_a_bare_cell_is_understood() -> None:
    done = run("play", "implo", "--size=3", "--white=human", typed="c3\na1\nb2\na3\nc3\nquit\n")
    assert "Choose from: *b1 (3 points), *a2 (3 points)" in done.stdout
    assert "Choose from: -b2 (1 point), -c3 (1 point)" in done.stdout
    assert "put white markers on a2 a3 b3, removed a white stone from a1" in done.stdout
    assert "Black wins" in done.stdout


def test_commands_that_look() -> None:
    typed = "moves\nhelp\nboard\nturns\nrules\nc3\nturns\nmoves now\nagain\nquit\n"
    done = run("play", "robble", "--size=5", "--white=human", "--pie=no", typed=typed)
    assert "25 legal steps:" in done.stdout
    assert "a1–e1 a2–e2" in done.stdout
    assert "save FILE" in done.stdout
    assert "1. B c3" in done.stdout
    assert "moves stands alone" in done.stdout
    assert "This game is not over" in done.stdout
    assert "What you need" in done.stdout or "Rulings" in done.stdout or "Robble" in done.stdout


def test_undo_takes_the_reply_back_too(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    done = run(
        "play",
        "robble",
        "--size=5",
        "--seed=3",
        "--pie=no",
        typed=f"undo\nc3\nb2\nundo\nsave {one}\nb2\nsave {two}\nundo\nundo\nundo\nquit\n",
    )
    assert done.stdout.count("There is nothing to take back yet.") == 2
    assert done.stdout.count("2 steps taken back.") == 3
    after_one, after_two = (Record.from_json(p.read_text()).turns for p in (one, two))
    assert len(after_one) == 2
    assert after_two[:3] == (*after_one, "b2")
    # The dice are turned back as well: the same choices meet the same replies.
    again = run("play", "robble", "--size=5", "--seed=3", "--pie=no", typed=f"c3\nb2\nsave {one}\n")
    assert again.returncode == 0
    assert Record.from_json(one.read_text()).turns == after_two


def test_undo_within_a_turn_and_between_two_people(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = f"c3\na1\nb2\n*a2\nundo\n*b1\nundo\nundo\nundo\na2\nsave {saved}\n"
    done = run("play", "implo", "--size=3", "--white=human", typed=typed)
    assert done.stdout.count("1 step taken back.") == 4
    assert Record.from_json(saved.read_text()).turns == ("c3", "a2")


def test_resigning_can_be_undone(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run(
        "play",
        "robble",
        "--size=5",
        "--seed=1",
        typed=f"c3\nresign\nsave {saved}\nundo\nquit\n",
    )
    assert "Black resigns: White wins." in done.stdout
    assert "Level 3 wins." in done.stdout
    assert Record.from_json(saved.read_text()).resigned
    assert "The game goes on." in done.stdout
    assert "Game left. What came after the last save was not saved." in done.stdout


def test_again_begins_anew() -> None:
    done = run("play", "robble", "--size=5", typed="c3\nresign\nfoo\nagain\nmoves\n")
    assert done.stdout.count("Robble 5×5") == 2
    assert "25 legal steps" in done.stdout
    assert "The game is over. What now" in done.stdout


def test_saving_never_clobbers_and_never_loses_the_game(tmp_path: Path) -> None:
    precious, kept = tmp_path / "precious.txt", tmp_path / "kept.json"
    precious.write_text("precious")
    folder = tmp_path / "folder"
    folder.mkdir()
    typed = [
        "c3",
        f"save {precious}",
        f"save {folder}",
        f"save! {folder}",
        f"save {tmp_path / 'none' / 'x.json'}",
        "save",
        "save a\0b",
        "save " + "x" * 5000,
        "save ~nobody-of-that-name/x",
        f"save {kept}",
        "d1",
        f"save {kept}",
        f"save '{tmp_path / 'with space.json'}'",
        f"save! {precious}",
    ]
    done = run("play", "robble", "--size=5", "--white=human", typed="\n".join(typed) + "\n")
    assert done.returncode == 0
    assert "is there already and is no record; save! replaces it. The game was not saved." in (
        done.stdout
    )
    assert done.stdout.count("it is a folder") == 1
    assert "there is no such file or folder" in done.stdout
    assert "save needs the name of a file" in done.stdout
    assert done.stdout.count("The game was not saved.") == 7
    for path in (kept, tmp_path / "with space.json", precious):
        assert Record.from_json(path.read_text()).turns == ("c3", "d1")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "folder",
        "kept.json",
        "precious.txt",
        "with space.json",
    ]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text(Record("robble").to_json())
    link.symlink_to(real)
    done = run(
        "play", "robble", "--size=5", typed=f"save {link}\nsave /dev/null\nsave! /dev/full\n"
    )
    assert link.is_symlink()
    assert json.loads(real.read_text())["options"]["size"] == 5
    assert not Path("/dev/null").is_file()
    assert "/dev/null is there already" in done.stdout
    assert "can't write /dev/full" in done.stdout


def test_a_turn_under_way_is_no_part_of_the_record(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    done = run("play", "implo", "--size=3", "--white=human", typed=f"c3\na1\nb2\nsave {saved}\n")
    assert "the turn under way is no part of it" in done.stdout
    assert Record.from_json(saved.read_text()).turns == ("c3", "a1")


def test_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    before = Record(
        "robble", {"size": 5}, ("Ann", "random"), "2026-01-31", ("c3", "c4"), None, {2: "!"}
    )
    path.write_text(before.to_json())
    done = run("play", "--resume", path, "--seed=2", typed=f"a1\nsave {path}\nundo\nundo\nundo\n")
    assert done.returncode == 0
    assert "Robble 5×5: you (Black) against random (White)." in done.stdout
    assert "There is nothing to take back yet." in done.stdout
    after = Record.from_json(path.read_text())
    assert after.turns[:3] == ("c3", "c4", "a1")
    assert len(after.turns) == 4
    assert (after.players, after.date, after.comments) == (
        before.players,
        before.date,
        before.comments,
    )


@pytest.mark.parametrize(
    ("player", "met"), [("level:2", "level 2"), ("5", "level 3"), ("gtp:touch bad", "level 3")]
)
def test_resume_against_a_player_of_the_record(player: str, met: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(Record("robble", {"size": 4}, ("Ann", player), "", ("a1",)).to_json())
    done = run("play", "--resume", path, folder=tmp_path)
    assert f"you (Black) against {met} (White)." in done.stdout
    assert f"White ({met}): " in done.stdout
    assert not (tmp_path / "bad").exists()  # a file starts no programs


def test_resume_what_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert run("play", "--resume", path).returncode == 1
    path.write_text('{"quincunx": 1, "game": "robble", "turns": ["c3", "c3"]}')
    done = run("play", "--resume", path)
    assert done.returncode == 0
    assert "turn 2, 'c3'" in done.stdout
    assert "The game goes on after turn 1" in done.stdout
    assert run("play", "implo", "--resume", path).returncode == 2
    assert run("play", "--resume", path, "--size=5").returncode == 2
    path.write_text("hello")
    assert run("play", "--resume", path).returncode == 1


def test_the_menu() -> None:
    done = run("play", typed="\nchess\n9\nrobble 99\n3 x\n4 5\n9\nwizard\n\nc3\nquit\n")
    assert done.returncode == 0
    assert "Which level, from 1 to 8?" in done.stdout
    assert "from 1 to 8, not '9'" in done.stdout
    assert "a player is human, random, level:N" in done.stdout
    assert "Robble 5×5: you (Black) against level 3 (White)." in done.stdout
    five = run("play", "--size=4", typed="robble\n5\n")
    assert "Robble 4×4: you (Black) against level 5 (White)." in five.stdout
    asked = run("play", "--size=4", "--black=2", typed="robble\nquit\n")
    assert "Robble 4×4: level 2 (Black) against you (White)." in asked.stdout
    assert "No game was begun." in run("play", typed="robble\nquit\n").stdout
    assert "there is no game 'chess'" in done.stdout.lower()
    assert "not 99" in done.stdout
    assert "a size is one whole number" in done.stdout.lower()
    left = run("play", typed="quit\n")
    ended = run("play")
    assert left.returncode == ended.returncode == 0
    assert "No game was begun." in left.stdout
    assert "No game was begun." in ended.stdout


def test_end_of_input_is_a_clean_end() -> None:
    done = run("play", "robble", typed="d4\nd5")  # the last line has no end
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("Game left. It was not saved.\n")


def test_bytes_that_are_no_text() -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = run("play", "robble", typed="\ud7ff\n☃\n", environment=environment)
    assert done.returncode == 0
    assert "no step of Robble" in done.stdout
