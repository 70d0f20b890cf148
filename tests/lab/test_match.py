"""Matches as a library: seats, seeds, failing agents, dying processes, the file."""

from __future__ import annotations

import functools
import json
import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

import quincunx
from quincunx import BadOption
from quincunx.agents import Limit
from quincunx.lab import match as matches
from quincunx.lab.match import Match, Played, Referee, opening, play, played, tally_of
from quincunx.lab.pool import WorkerDied
from quincunx.lab.standing import Standing
from quincunx.lab.statistics import SPRT
from quincunx.lab.store import MatchFile, file_name, from_line, to_line
from tests.lab.stand_ins import dies_once, endless, faulty

SMALL = quincunx.game("robble", size=3)
MATCH = Match(SMALL, ("mcts:visits=60", "random"), seed=4, openings=2)


def untimed(games: list[Played]) -> list[Played]:
    games = sorted(games, key=lambda game: game.number)
    return [replace(game, seconds=(0, 0)) for game in games]


def test_pairs_share_seed_and_opening_and_exchange_seats() -> None:
    games = [play(MATCH, number) for number in range(6)]
    assert [game.seats for game in games] == [(0, 1), (1, 0)] * 3
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.record.turns[:2] == other.record.turns[:2]
        assert one.record.players == ("mcts:visits=60", "random")
        assert other.record.players == ("random", "mcts:visits=60")
    assert len({opening(MATCH, pair) for pair in range(3)}) > 1
    same = Match(SMALL, ("mcts:visits=9", "mcts:visits=9"))
    assert opening(same, 0) == SMALL.start()


def test_the_winner_is_the_agent_not_the_seat() -> None:
    for number in range(8):
        game = play(MATCH, number)
        outcome = game.record.state().outcome
        assert outcome is not None
        assert game.reason == outcome.reason
        if outcome.seat is None:
            assert game.winner is None
        else:
            assert game.winner is not None
            assert game.record.players[outcome.seat] == MATCH.agents[game.winner]
        assert sum(game.steps) + 2 == len(game.record.state().steps)


def test_the_games_do_not_depend_on_the_number_of_processes() -> None:
    alone = list(played(MATCH, 7, jobs=1))
    together = list(played(MATCH, 7, jobs=3))
    assert [game.number for game in alone] == list(range(7))
    assert untimed(alone) == untimed(together) == untimed([play(MATCH, n) for n in range(7)])
    other = [play(replace(MATCH, seed=5), n) for n in range(7)]
    assert untimed(other) != untimed(alone)


def test_only_what_is_missing_is_played() -> None:
    done = [play(MATCH, number) for number in (0, 3, 9)]
    assert sorted(game.number for game in played(MATCH, 5, done=done)) == [1, 2, 4]
    assert list(played(MATCH, 4, done=[play(MATCH, n) for n in range(4)])) == []


@pytest.mark.parametrize(
    ("fault", "reason", "words"),
    [
        ("crash", "failed", "the engine has ended"),
        ("start", "failed", "the engine does not start"),
        ("illegal", "failed", "can't be played"),
        ("resign", "resigned", ""),
    ],
)
def test_an_agent_that_fails_loses(fault: str, reason: str, words: str) -> None:
    match = Match(quincunx.game("robble", size=4), ("random", "mcts:visits=1"), seed=1)
    games = list(played(match, 4, jobs=2, make=faulty(fault)))
    assert [game.winner for game in games] == [0] * 4
    assert {game.reason for game in games} == {reason}
    for game in games:
        assert words in game.failure
        assert game.record.resigned
        winner = game.record.state().seats[game.seats.index(0)]
        assert game.record.result == winner
    standing = Standing(match, games)
    assert standing.tally.wins == 4
    assert sum(standing.failures[1].values()) == (0 if fault == "resign" else 4)
    assert not standing.failures[0]
    assert standing.count("resigned") == (4 if fault == "resign" else 0)


def test_a_game_that_is_too_long_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST", 5)
    game = play(Match(quincunx.game("topolo", size=4), ("random", "random")), 0)
    assert (game.winner, game.reason, sum(game.steps)) == (None, "too_long", 5)
    assert game.record.result is None
    assert tally_of([game]).draws == 1


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    make = functools.partial(dies_once, mark=str(tmp_path / "mark"))
    games = list(played(MATCH, 4, jobs=2, make=make))
    assert untimed(games) == untimed([play(MATCH, number) for number in range(4)])


def test_a_game_that_ends_every_worker_ends_the_match() -> None:
    match = Match(quincunx.game("robble", size=4), ("mcts:visits=1", "random"))
    with pytest.raises(WorkerDied, match="exit code -9"):
        list(played(match, 4, jobs=2, make=faulty("die")))


def test_agents_are_closed_when_a_match_is_stopped(tmp_path: Path) -> None:
    match = Match(SMALL, ("random", "mcts:visits=5"))
    make = functools.partial(endless, folder=str(tmp_path))

    def interrupt() -> None:
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    # Ctrl-C may be ignored, as in the background of a shell.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            next(played(match, 2, make=make))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert (tmp_path / "closed").exists()


def test_a_test_ends_the_match_at_the_same_game_for_any_number_of_processes() -> None:
    match = Match(quincunx.game("implo", size=4), ("mcts:visits=50", "random"), seed=1)
    test = SPRT(0, 200)
    alone = list(played(match, 400, jobs=1, test=test))
    assert len(alone) < 60
    referee = Referee(test, alone)
    assert referee.verdict == "elo1"
    assert referee.tally.games == len(alone)
    together = list(played(match, 400, jobs=3, test=test))
    assert Referee(test, together).tally == referee.tally
    assert list(played(match, 400, done=alone, test=test)) == []


def test_the_referee_waits_for_games_that_are_missing() -> None:
    games = [play(MATCH, number) for number in range(3)]
    referee = Referee(SPRT(0, 10), [games[0], games[2]])
    assert referee.tally.games == 1
    referee.see(games[1])
    assert referee.tally == tally_of(games)


def test_nonsense() -> None:
    with pytest.raises(BadOption, match="there is no agent"):
        Match(SMALL, ("wizard", "random"))
    with pytest.raises(BadOption, match="too long"):
        Match(quincunx.game("topolo", size=2), ("random", "random"), openings=9)
    with pytest.raises(BadOption, match="seed is a whole number"):
        Match(SMALL, ("random", "random"), seed=-1)


# -- the file


def test_a_game_and_its_line() -> None:
    game = play(MATCH, 3)
    assert from_line(to_line(game)) == game
    data = json.loads(to_line(game))
    assert (data["number"], data["seed"]) == (3, MATCH.seed)
    assert data["agents"] == ["random", "mcts:visits=60"]
    assert data["record"]["turns"] == list(game.record.turns)


def test_a_file_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, MATCH) as file:
        file.add(play(MATCH, 1))
    with MatchFile(path, MATCH) as file:
        assert [game.number for game in file.games] == [1]
        file.add(play(MATCH, 0))
        file.add(play(MATCH, 0))
    with MatchFile(path, MATCH) as file:
        assert [game.number for game in file.games] == [1, 0]


def test_one_match_at_a_time_uses_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, MATCH) as file:
        with pytest.raises(BadOption, match="in use"):
            MatchFile(path, MATCH)
        file.add(play(MATCH, 0))
    with MatchFile(path, MATCH) as file:
        assert len(file.games) == 1


@pytest.mark.parametrize("left", [1, 40])
def test_a_torn_line_is_dropped(tmp_path: Path, left: int) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, MATCH) as file:
        file.add(play(MATCH, 0))
        whole = path.read_bytes()
        file.add(play(MATCH, 1))
    path.write_bytes(path.read_bytes()[: len(whole) + left])
    with MatchFile(path, MATCH) as file:
        assert [game.number for game in file.games] == [0]
        assert path.read_bytes() == whole
        file.add(play(MATCH, 1))
    with MatchFile(path, MATCH) as file:
        assert len(file.games) == 2


def test_a_torn_header_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b'{"quincunx": 1, "mat')
    with MatchFile(path, MATCH) as file:
        assert file.games == []
    assert json.loads(path.read_text())["match"] == json.loads(json.dumps(MATCH.settings()))


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    for text in ("milk, bread", "milk\nbread\n", '{"quincunx": 1}\n'):
        path.write_text(text)
        with pytest.raises(BadOption, match="is no match"):
            MatchFile(path, MATCH)
        assert path.read_text() == text


@pytest.mark.parametrize(
    ("other", "name"),
    [
        (replace(MATCH, seed=5), "seed"),
        (replace(MATCH, openings=3), "openings"),
        (replace(MATCH, agents=("mcts:visits=61", "random")), "agents"),
        (replace(MATCH, limit=Limit(visits=5)), "visits"),
        (replace(MATCH, game=quincunx.game("robble", size=4)), "options"),
        (replace(MATCH, game=quincunx.game("implo", size=3)), "game"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, other: Match, name: str) -> None:
    path = tmp_path / "match.jsonl"
    MatchFile(path, MATCH).close()
    before = path.read_bytes()
    with pytest.raises(BadOption, match=f"another match: its {name} is"):
        MatchFile(path, other)
    assert path.read_bytes() == before
    assert file_name(other) != file_name(MATCH) == file_name(replace(MATCH))


def test_retuned_levels_are_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    from quincunx.agents import LEVELS, Level

    match = Match(SMALL, ("level:2", "level:1"))
    before = match.settings()
    monkeypatch.setitem(LEVELS, "robble", (Level(1), Level(2)))
    assert match.settings() != before


@pytest.mark.parametrize("text", ["precious\n", '{"quincunx": 1, "game": "robble"}\n', "[]\n"])
def test_a_file_that_is_no_match_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "precious.jsonl"
    path.write_text(text)
    with pytest.raises(BadOption, match="is no match"):
        MatchFile(path, MATCH)
    assert path.read_text() == text


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, MATCH) as file:
        file.add(play(MATCH, 0))
    good = path.read_text()
    path.write_text(good + "{}\n")
    with pytest.raises(BadOption, match="line 3: no game of a match"):
        MatchFile(path, MATCH)
    path.write_text(good.replace('"turns": ["', '"turns": ["z9", "'))
    with pytest.raises(BadOption, match="line 2: bad record"):
        MatchFile(path, MATCH)
