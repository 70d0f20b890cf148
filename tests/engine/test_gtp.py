"""``quincunx gtp`` as a real process: the protocol to the letter, whole games, clocks, live analysis."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator

import pytest

import quincunx
from quincunx.agents import Limit, Searcher
from quincunx.moves import play_word
from tests.cli.tools import run
from tests.engine.tools import Program

SMALL = {"implo": 4, "bargo": 2, "topolo": 4, "robble": 4, "licled": 3}
NAMES = [family.name for family in quincunx.games()]
INFO = re.compile(
    r"info move (\S+) visits (\d+) winrate (\d+) prior (\d+) lcb (\d+) order (\d+) pv( \S+)+?(?= info|$)"
)


def said(*lines: str, game: str = "robble", size: int = 5, ending: str = "\n") -> list[str]:
    """The answers to lines that are all sent at once, up to the end of input."""
    done = run(
        "gtp", game, "--size", str(size), "--visits", "30", typed="".join(x + ending for x in lines)
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout == "" or done.stdout.endswith("\n\n")
    return done.stdout.split("\n\n")[:-1]


@pytest.fixture(scope="module")
def engine() -> Iterator[Program]:
    with Program("gtp", "robble", "--size", "5", "--visits", "30") as program:
        yield program


# -- the protocol


def test_answers_have_the_number_of_the_command() -> None:
    assert said("7 protocol_version", "name", "0012 komi 0", "9 nonsense", "3", "quit") == [
        "=7 2",
        "= Quincunx",
        "=0012",
        "?9 unknown command",
        "?3 syntax error: a number and no command",
        "=",
    ]


def test_comments_control_characters_and_empty_lines() -> None:
    lines = (
        "# nothing",
        "",
        "   ",
        "\tplay\tblack  c3 # the middle",
        "na\x07me",
        "5#",
        "quit # now",
    )
    assert said(*lines) == ["=", "= Quincunx", "?5 syntax error: a number and no command", "="]


def test_lines_may_end_as_elsewhere() -> None:
    assert said("play b c3", "play w d3", "quit", ending="\r\n") == ["=", "=", "="]


def test_the_end_of_input_is_a_quit_and_loses_no_answer() -> None:
    done = run("gtp", "robble", "--size", "4", "--visits", "20", typed="genmove b\nname")
    move, name = done.stdout.split("\n\n")[:2]
    assert quincunx.game("robble", size=4).replay(move.removeprefix("= "))
    assert name == "= Quincunx"
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_answered_after_quit() -> None:
    assert said("2 quit", "name") == ["=2"]


def test_commands_are_listed_and_known() -> None:
    with Program("gtp", "bargo") as program:
        listed = program.ask("list_commands").removeprefix("= ").split("\n")
        required = "protocol_version name version known_command list_commands quit boardsize clear_board komi"
        assert {*required.split(), "play", "genmove", "undo", "final_score"} <= set(listed)
        assert "fixed_handicap" not in listed
        for name in listed:
            assert program.ask(f"known_command {name}") == "= true"
        assert program.ask("known_command loadsgf") == "= false"
        assert program.ask("version") == f"= {quincunx.__version__}"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("boardsize 99", "? unacceptable size: robble's size is 3, 4, 5, 6, 7, 8 or 9, not 99"),
        ("boardsize", "? syntax error: boardsize takes SIZE"),
        ("boardsize big", "? syntax error: a board's size is a whole number from 0 on, not 'big'"),
        ("play green c3", "? syntax error: a colour is black or white, not 'green'"),
        ("play black", "? syntax error: play takes COLOUR MOVE"),
        ("play black c3 c4", "? syntax error: play takes COLOUR MOVE"),
        ("play white c3", "? illegal move: it is black's turn"),
        ("genmove w", "? illegal move: it is black's turn"),
        ("play black z9", "? illegal move: 'z9' is no step of Robble here: there is no cell z9"),
        ("play black pass", "? illegal move: 'pass' is no step of Robble here"),
        ("play black swap", "? illegal move: swap can't be played: swap is offered once"),
        ("play black c3,c4", "? illegal move: the turn ends before c4"),
        ("play black ,", "? illegal move: a turn has at least one step"),
        ("undo", "? cannot undo: nothing has been played"),
        ("final_score", "? cannot score: the game is not over"),
        ("komi 3", "? unacceptable komi: robble has no komi"),
        ("komi x", "? unacceptable komi"),
        ("quincunx-option komi 3", "? unacceptable option: komi; there are size, pie"),
        ("quincunx-option pie maybe", "? unacceptable pie: it is yes or no, not 'maybe'"),
        ("time_settings 1 2", "? syntax error: time_settings takes MAIN_TIME"),
        ("time_settings -1 0 0", "? syntax error: seconds are a number from 0 on, not '-1'"),
        ("time_settings nan 0 0", "? syntax error: seconds are a number from 0 on, not 'nan'"),
        ("time_left g 1 0", "? syntax error: a colour is"),
        ("lz-analyze colour", "? syntax error: an analysis takes"),
        ("lz-analyze w 10", "? illegal move: it is black's turn"),
        ("kata-analyze interval soon", "? syntax error: an interval in centiseconds is a whole"),
        ("Name", "? unknown command"),
        ("n" * 70_000, "? syntax error: a line has at most 65536 characters"),
    ],
)
def test_what_cannot_be_done_is_said(engine: Program, line: str, answer: str) -> None:
    engine.ask("clear_board")
    failed = engine.ask(line)
    assert failed.startswith(answer)
    assert "\n" not in failed
    assert engine.ask("play b c3") == "=", "the game is as it was"


# -- the game


def test_a_turn_is_a_word_or_several_moves() -> None:
    opening = ("quincunx-option pie no", "play b c3", "play w a1")
    whole = said(*opening, "play b b2,*A2,-c3", "printrecord", game="implo", size=3)
    steps = said(
        *opening, "play b b2", "play b *a2", "play b -c3", "printrecord", game="implo", size=3
    )
    assert json.loads(whole[-1][1:])["turns"] == ["c3", "a1", "b2 *a2 -c3"]
    assert json.loads(steps[-1][1:]) == json.loads(whole[-1][1:])


def test_a_turn_under_way_belongs_to_its_colour() -> None:
    answers = said(
        *("quincunx-option pie no", "play b c3", "play w a1", "play b b2", "play w b1"),
        *("legal_moves", "genmove b", "printrecord"),
        game="implo",
        size=3,
    )
    assert answers[4] == "? illegal move: it is black's turn, which is not finished"
    assert answers[5] == "= *b1 *a2"
    rest = answers[6].removeprefix("= ")
    assert rest.startswith("*"), "genmove answers the rest of the turn"
    assert json.loads(answers[7][1:])["turns"][-1] == "b2 " + rest.replace(",", " ")


def test_undo_takes_back_what_one_move_did() -> None:
    opening = ("quincunx-option pie no", "play b c3", "play w a1")
    for moves, undos in (("b2,*a2,-c3", 1), ("b2 *a2 -c3", 3)):
        plays = [f"play b {move}" for move in moves.split()]
        answers = said(
            *opening, *plays, *["undo"] * undos, "play b b1", "printrecord", game="implo", size=3
        )
        assert json.loads(answers[-1][1:])["turns"] == ["c3", "a1", "b1"]


def test_colours_stay_and_seats_trade_when_somebody_swaps() -> None:
    answers = said(
        "play b c3", "play w swap", "play b c4", "play w c4", "undo", "undo", "play w d4"
    )
    assert answers == ["=", "=", "? illegal move: it is white's turn", "=", "=", "=", "="]


def test_topolo_is_played_by_red_and_black() -> None:
    answers = said(
        "play b a1s", "play r a1s", "play w b1s", "play Black b1s", game="topolo", size=4
    )
    assert answers == [
        "? illegal move: it is red's turn",
        "=",
        "? syntax error: a colour is red or black, not 'w'",
        "=",
    ]


def test_komi_is_set_before_the_first_move() -> None:
    answers = said(
        *("quincunx-option", "komi 3.0", "quincunx-option", "komi 2.5", "komi 99", "play b b2/e"),
        *("komi 4", "clear_board", "komi 4", "quincunx-option komi offer", "legal_moves"),
        game="bargo",
        size=2,
    )
    assert answers[0] == "= size 2\nkomi offer"
    assert answers[1:3] == ["=", "= size 2\nkomi 3"]
    assert answers[3].startswith("? unacceptable komi: komi is a whole number from 0 to 7")
    assert answers[4].startswith("? unacceptable komi: komi is a whole number from 0 to 7")
    assert answers[5:7] == ["=", "? cannot change komi during a game: clear_board comes first"]
    assert answers[7:10] == ["=", "=", "="]
    assert answers[10] == "= " + " ".join(f"komi:{n}" for n in range(8))


def test_a_new_size_is_a_new_game() -> None:
    answers = said("play b e5", "boardsize 4", "play b e5", "play b d4", "genmove w", "showboard")
    assert answers[2].startswith("? illegal move: 'e5' is no step of Robble here")
    assert answers[3] == "="
    assert not answers[4].startswith("?")
    assert answers[5].count("│") == 4 * 5


def test_resigning_ends_the_game_until_it_is_taken_back() -> None:
    answers = said(
        "play b c3", "play w resign", "play w d4", "genmove w", "final_score", "showboard"
    )
    assert answers[2:5] == ["? illegal move: the game is over"] * 2 + ["= B+R"]
    assert answers[5].endswith("\nWhite has resigned.")
    answers = said("play b c3", "play w resign", "undo", "play w d4", "final_score")
    assert answers == ["=", "=", "=", "=", "? cannot score: the game is not over"]


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_shown_without_an_empty_line(name: str) -> None:
    with Program("gtp", name) as program:
        shown = program.ask("showboard")
        state = quincunx.game(name).start()
        assert [line.rstrip() for line in str(state).splitlines() if line.strip()] == [
            line.rstrip() for line in shown.splitlines()[1:-1]
        ]
        assert program.ask("name") == "= Quincunx"


# -- thinking


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game(name: str) -> None:
    """Random moves against genmove, in words and in single steps; the state here is the judge."""
    size, dice = SMALL[name], random.Random(name)
    state = quincunx.game(name, size=size).start()
    with Program("gtp", name, "--size", str(size), "--visits", "20") as program:
        while not state.over:
            colour = state.to_move
            if dice.random() < 0.5:
                move = program.ask(f"genmove {colour}")
                assert move.startswith("= ")
                state = play_word(state, move[2:])
                assert state.over or state.at_turn_start
            else:
                step = dice.choice(state.legal())
                assert program.ask(f"play {colour[0]} {step}") == "="
                state = state.play(step)
            legal = program.ask("legal_moves").removeprefix("=").split()
            assert legal == [step.text for step in state.legal()]
        record = quincunx.Record.from_json(program.ask("printrecord")[1:])
        assert record.state() == state
        outcome = state.outcome
        assert outcome is not None
        score = program.ask("final_score")
        if outcome.winner is None:
            assert score == "= 0"
        else:
            assert score.startswith(f"= {outcome.winner[0].upper()}+")
            assert ("." in score) == (name == "bargo"), "half a point is for the button"
        assert program.ask("genmove b") == "? illegal move: the game is over"
        assert program.end() == ""


def test_one_seed_gives_one_game() -> None:
    lines = ["genmove b", "genmove w", "genmove b"]
    assert said(*lines) == said(*lines)
    state = quincunx.game("robble", size=5).start()
    step = Searcher(state.game).choose(state, Limit(visits=30))
    assert said("reg_genmove b", "genmove b") == [f"= {step}"] * 2


def test_regression_moves_are_not_played() -> None:
    answers = said("reg_genmove b", "play b a1", "undo", "undo")
    assert answers[1:] == ["=", "=", "? cannot undo: nothing has been played"]


@pytest.mark.parametrize(
    "settings",
    [
        ("time_settings 0 0.5 1",),
        ("time_settings 0 3 6", "time_left b 2 4"),
        ("time_settings 600 0 0", "time_left b 1 0"),
        ("time_left b 1 0",),
        ("time_settings 0 0 0",),
        ("time_settings 5 0 0", "boardsize 6"),
    ],
)
def test_the_clock_is_obeyed(settings: tuple[str, ...]) -> None:
    """Whoever does not look at the clock would think for half a minute."""
    with Program("gtp", "robble", "--size", "7", "--pie", "no", "--time", "30") as program:
        for line in settings:
            assert program.ask(line) == "="
        begun = time.monotonic()
        assert program.ask("genmove b").startswith("= ")
        assert time.monotonic() - begun < 5


def test_without_a_clock_the_time_of_a_step_is_used() -> None:
    with Program("gtp", "robble", "--size", "7", "--pie", "no", "--time", "0.7") as program:
        for lines in ((), ("time_settings 0 0.1 1", "time_settings 0 1 0")):
            for line in lines:
                assert program.ask(line) == "="
            begun = time.monotonic()
            assert program.ask("reg_genmove b").startswith("= ")
            assert time.monotonic() - begun > 0.65


# -- live analysis


def infos(line: str) -> list[tuple[str, ...]]:
    found = [match.groups() for match in INFO.finditer(line)]
    assert len(found) == line.count("info move"), line
    return found


def test_an_analysis_goes_on_until_the_next_command() -> None:
    with Program("gtp", "robble", "--size", "5") as program:
        program.send("4 lz-analyze b 5")
        assert program.line() == "=4"
        first, second, third = infos(program.line()), infos(program.line()), infos(program.line())
        visits = [sum(int(info[1]) for info in one) for one in (first, second, third)]
        assert visits[0] < visits[1] < visits[2]
        assert [int(info[5]) for info in third] == list(range(25))
        assert all(0 <= int(info[2]) <= 10_000 and int(info[4]) <= int(info[2]) for info in third)
        assert sorted(info[0] for info in third) == sorted(quincunx.game("robble", size=5).cells)
        begun = time.monotonic()
        program.send("5 name")
        rest = program.answer()  # lines that were on the way, then the empty one
        assert rest == "" or all(infos(line) for line in rest.split("\n"))
        assert program.answer() == "=5 Quincunx"
        assert time.monotonic() - begun < 2, "the analysis stops at once"


def test_an_empty_line_ends_an_analysis_too() -> None:
    with Program("gtp", "robble", "--size", "5") as program:
        program.send("analyze 1")
        assert program.line() == "="
        assert program.line().startswith("info move ")
        program.send("")
        program.answer()
        assert program.ask("name") == "= Quincunx"
        program.send("lz-analyze interval 1 maxmoves 2")
        assert program.line() == "="
        assert len(infos(program.line())) <= 2
        assert "info" in program.end(), "so does the end of input"


def test_a_proven_position_is_told_once_and_the_analysis_stays_open() -> None:
    with Program("gtp", "topolo", "--size", "2") as program:
        program.send("kata-analyze 1")
        assert program.line() == "="
        lines = [program.line()]
        while "winrate 0.500000" not in lines[-1]:
            lines.append(program.line())
        program.send("name")
        assert "info move" in "\n".join([*lines, program.answer()])
        assert program.answer() == "= Quincunx"


def test_the_form_of_katago() -> None:
    with Program("gtp", "bargo", "--size", "2", "--komi", "1") as program:
        assert program.ask("play b b2/e") == "="
        program.send("kata-analyze w 5 ownership true rootInfo true maxmoves 1")
        assert program.line() == "="
        line = program.line()
        program.send("quit")
    fields = line.split()
    rate = float(fields[fields.index("winrate") + 1])
    lead = float(fields[fields.index("scoreMean") + 1])
    assert 0 <= rate <= 1
    assert fields[fields.index("scoreLead") + 1] == f"{lead:.3f}"
    assert line.count("info move") == line.count("rootInfo visits") == 1
    owners = [float(owner) for owner in line.split("ownership ")[1].split()]
    assert len(owners) == 7
    assert all(-1 <= owner <= 1 for owner in owners)


def test_ownership_is_of_the_side_to_move_and_from_the_top() -> None:
    """A stone that nothing can shove any more is Black's at the end: on 4 by 4, Topolo's never move."""
    game = quincunx.game("topolo", size=4)
    with Program("gtp", "topolo", "--size", "4") as program:
        assert program.ask("play r a4s") == "="  # the top left cell
        program.send("kata-analyze black 5 ownership true")
        program.line()
        owners = program.line().split("ownership ")[1].split()
        program.send("quit")
    assert len(owners) == len(game.cells)
    assert float(owners[0]) == -1, "red has it, and black is to move"
    assert "-1.000" not in owners[1:]


def test_a_move_with_its_analysis() -> None:
    state = quincunx.game("robble", size=5).start()
    with Program("gtp", "robble", "--size", "5", "--time", "0.2") as program:
        program.send("9 lz-genmove_analyze b 5", "legal_moves")
        head, *lines, last = program.answer().split("\n")
        assert head == "=9"
        assert lines
        assert all(infos(line) for line in lines), "a command that waits does not stop it"
        assert last == f"play {infos(lines[-1])[0][0]}"
        after = state.play(last.removeprefix("play "))
        assert program.answer().removeprefix("= ").split() == [s.text for s in after.legal()]
        assert program.ask("genmove_analyze black").startswith("? illegal move: it is white's")
        last = program.ask("kata-genmove_analyze interval 5").split("\n")[-1]
        assert after.play(last.removeprefix("play "))


# -- the process


@pytest.mark.parametrize("busy", [True, False])
def test_ctrl_c_ends_it_quietly(busy: bool) -> None:
    with Program("gtp", "robble") as program:
        if busy:
            program.send("lz-analyze 5")
            program.line()
            program.line()
        else:
            program.ask("name")
        program.interrupt()
        assert program.log() == ""
        assert program.process.returncode == 0


def test_wrong_usage() -> None:
    for line, words in (
        ("gtp", "game"),
        ("gtp chess", "no game 'chess'"),
        ("gtp robble --visits 0", "visits are a whole number"),
        ("gtp robble --time -1", "seconds are a number"),
        ("gtp robble --threads 0", "threads are from 1"),
        ("gtp robble --memory 0", "memory is from 1"),
    ):
        done = run(*line.split())
        assert done.returncode == 2
        assert done.stdout == ""
        assert words in done.stderr.lower()
        assert len(done.stderr.splitlines()) == 1
