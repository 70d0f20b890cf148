"""External engines: our own as one, and small programs that misbehave in every way we could think of."""

from __future__ import annotations

import os
import random
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx.agents import EngineFailed, EngineResigned, GtpAgent, Limit, RandomAgent
from quincunx.agents.process import GRACE
from tests.cli.tools import COMMAND

SMALL = {"implo": 4, "bargo": 2, "topolo": 4, "robble": 4, "licled": 3}
NAMES = [family.name for family in quincunx.games()]
OURS = [*COMMAND, "gtp"]

ENGINE = """
import os, signal, subprocess, sys, time
genmoves = 0
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
{start}
for line in sys.stdin:
    number, name, *arguments = line.split() if line[0].isdigit() else ("", *line.split())
    answer = "="
    if name == "list_commands":
        answer = "= boardsize\\nclear_board\\nplay\\ngenmove\\nquit"
    if name == "genmove":
        genmoves += 1
        answer = "= a" + str(genmoves)
        {genmove}
    say(answer.replace("=", "=" + number, 1) + "\\n\\n")
    if name == "quit":
        {quit}
        break
"""

Make = Callable[..., GtpAgent]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make agents from pieces of a program; in the end nothing of them may be left."""
    before = threading.active_count(), len(os.listdir("/dev/fd"))
    agents: list[GtpAgent] = []

    def made(
        start: str = "",
        genmove: str = "pass",
        quit: str = "pass",  # noqa: A002
        timeout: float = 20,
        game: quincunx.Game | None = None,
    ) -> GtpAgent:
        path = tmp_path / "engine.py"
        path.write_text(ENGINE.format(start=start, genmove=genmove, quit=quit))
        rules = game or quincunx.game("robble", size=7, pie=False)
        agent = GtpAgent(rules, [sys.executable, str(path)], timeout=timeout)
        agents.append(agent)
        return agent

    yield made
    for agent in agents:
        agent.close()
        assert gone(agent.pid)
    assert (threading.active_count(), len(os.listdir("/dev/fd"))) == before


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether there is no such process, or soon will be none; one that has ended and waits for init counts."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return os.getpgid(pid) != os.getpid() and pid not in children()
        time.sleep(0.02)
    return False


def children() -> set[int]:
    """Our own children, which would be zombies of ours."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(status.parent.name))
    return found


# -- engines that behave


@pytest.mark.parametrize("name", NAMES)
def test_our_own_engine_plays_whole_games(name: str) -> None:
    options: dict[str, int | bool] = {"size": SMALL[name]}
    if "pie" in quincunx.game(name).options:
        options["pie"] = False  # the engine has to be told
    game = quincunx.game(name, **options)
    agent = GtpAgent(game, [*OURS, name, "--visits", "20"])
    other = RandomAgent(seed=1)
    try:
        for seat in (0, 1):
            state = game.start()
            while not state.over:
                player = agent if state.seat == seat else other
                step = player.choose(state)
                assert step in state.legal()
                state = state.play(step)
    finally:
        agent.close()
    assert gone(agent.pid)


def test_only_what_is_new_is_sent(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = f"tee {shlex.quote(str(heard))} | {shlex.join(OURS)} robble --visits 20"
    game = quincunx.game("robble", size=5)
    agent = GtpAgent(game, ["sh", "-c", command])
    seen = 0

    def new(last: str = "genmove") -> list[str]:
        """What was said since the last look, up to a line that begins like this: tee writes the file last."""
        nonlocal seen
        lines: list[str] = []
        give_up = time.monotonic() + 10
        while not (lines and lines[-1].startswith(last)) and time.monotonic() < give_up:
            lines = [line.split(" ", 1)[1] for line in heard.read_text().splitlines()[seen:]]
        seen += len(lines)
        return lines

    try:
        assert new("quincunx-option") == [
            "list_commands",
            "boardsize 5",
            "clear_board",
            "quincunx-option pie yes",
        ]
        state = game.replay("c3", "swap", "d4")
        first = agent.choose(state)
        assert new() == ["play black c3", "play white swap", "play white d4", "genmove black"]
        assert agent.choose(state) == first, "it is known already"
        further = state.play(first)
        reply = further.legal()[0]
        agent.choose(further.play(reply))
        assert new() == [f"play white {reply}", "genmove black"]
        agent.choose(game.replay("c3", "swap", "d4", "a1" if first.text != "a1" else "b1"))
        assert new()[:3] == ["undo", "undo", "undo"]
        agent.choose(game.replay("b2"))
        assert new() == ["clear_board", "play black b2", "genmove white"]
        agent.choose(game.replay("b2", "c4"), Limit(seconds=0.1))
        assert "time_settings 0 0.1 1" in new()
    finally:
        agent.close()
    assert gone(agent.pid)


def test_a_turn_is_handed_out_step_by_step() -> None:
    game = quincunx.game("implo", size=3, pie=False)
    agent = GtpAgent(game, [*OURS, "implo", "--visits", "200"])
    dice = random.Random(2)
    longest = 0
    try:
        for _ in range(10):
            state = game.start()
            while not state.over:
                engine = state.to_move == "black"
                state = state.play(agent.choose(state) if engine else dice.choice(state.legal()))
            longest = max(longest, *(len(turn.split()) for turn in state.turns[::2]))
        # A turn that somebody else has begun is finished by the engine.
        state = game.replay("c3", "a1").play("b2")
        assert not state.at_turn_start
        assert agent.choose(state) in state.legal()
    finally:
        agent.close()
    assert longest > 1, "no turn of several steps was seen"


def test_options_are_told() -> None:
    game = quincunx.game("bargo", size=2, komi=3)
    agent = GtpAgent(game, shlex.join([*OURS, "bargo", "--visits", "10", "--size", "5"]))
    try:
        assert agent.choose(game.start()).kind == "place", "there is no komi to be offered"
    finally:
        agent.close()
    with pytest.raises(quincunx.BadOption, match="this agent plays"):
        agent.choose(quincunx.game("robble").start())


def test_a_simple_engine_needs_five_commands(make: Make) -> None:
    agent = make()
    state = agent.game.start()
    for place in range(1, 5):
        assert agent.choose(state).text == f"a{place}"
        state = state.play(f"a{place}").play(f"g{place}")


def test_numbers_may_be_left_out(make: Make) -> None:
    agent = make(genmove="say('= d4\\n\\n'); continue")
    assert agent.choose(agent.game.start()).text == "d4"


def test_an_engine_may_resign(make: Make) -> None:
    agent = make(genmove="answer = '= Resign' if genmoves == 1 else '= d4'")
    with pytest.raises(EngineResigned, match="black resigns") as caught:
        agent.choose(agent.game.start())
    assert caught.value.colour == "black"
    assert agent.choose(agent.game.start()).text == "d4", "another game can follow"


# -- engines that do not


def fails(agent: GtpAgent, *words: str, within: float = 15) -> None:
    """Play until the engine fails; it has to say these words, soon, and nothing may be left of it."""
    state, began = agent.game.start(), 0.0

    def play_on() -> None:
        nonlocal state, began
        while True:
            began = time.monotonic()
            step = agent.choose(state)
            state = state.play(step).play(next(s for s in state.legal()[::-1] if s != step))

    with pytest.raises(EngineFailed) as caught:
        play_on()
    assert time.monotonic() - began < within
    for word in words:
        assert word in str(caught.value)
    assert gone(agent.pid)
    with pytest.raises(EngineFailed) as again:
        agent.choose(state)
    assert str(again.value) == str(caught.value), "it stays failed"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/nonexistent/engine --fast", "/nonexistent/engine --fast can't be started"),
        ("/", "can't be started"),
        ("", "an engine needs a command"),
        ("'engine", "is no command: No closing quotation"),
        (["engine\0"], "can't be started"),
    ],
)
def test_an_engine_that_is_not_there(command: str | list[str], words: str) -> None:
    with pytest.raises(EngineFailed, match=words):
        GtpAgent(quincunx.game("robble"), command)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("sys.exit('no weights found')", "ended with exit code 1 .* it logged: no weights found"),
        ("time.sleep(600)", "did not answer '1 list_commands' within 1 seconds"),
        ("os.close(1); time.sleep(600)", "ended instead of answering"),
        ("os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("say('Welcome!\\n\\n')", "answered 'list_commands' with 'Welcome!'"),
        ("say('=99\\n\\n')", "answered 'list_commands' with '=99'"),
        ("say('? what\\n\\n')", "refused 'list_commands': 'what'"),
        ("say('x' * 3_000_000)", "wrote more than 1048576 bytes without ending"),
        ("while True: say('x' * 99999)", "wrote more than 1048576 bytes without ending"),
        ("while True: say('x\\n')", "wrote more than 1048576 bytes without ending"),
        (
            "while True: sys.stderr.write('log ' * 999 + chr(10))",
            "within 1 seconds; it logged: .*log log",
        ),
    ],
)
def test_an_engine_that_does_not_start_well(make: Make, start: str, words: str) -> None:
    slow = "600" in start or "stderr" in start
    begun = time.monotonic()
    before = children()
    with pytest.raises(EngineFailed, match=words):
        make(start=start, timeout=1 if slow else 20)
    assert time.monotonic() - begun < 10
    assert children() <= before


@pytest.mark.parametrize(
    ("genmove", "words"),
    [
        ("if genmoves == 3: sys.exit(3)", "ended with exit code 3 instead of answering"),
        ("answer = '= a1'", "with 'a1': a1 can't be played: there is a stone"),
        ("answer = '= z99'", "with 'z99': 'z99' is no step of Robble"),
        ("answer = '='", "with '': a turn has at least one step"),
        ("answer = '= a1,a2'", "with 'a1,a2': the turn ends before a2"),
        ("answer = '= ' + 'a1 ' * 9999", "a turn has at most 4000 characters"),
        ("answer = '? no idea'", "refused 'genmove black': 'no idea'"),
        ("say('lalala\\n\\n'); continue", "answered 'genmove black' with 'lalala'"),
        (
            "os.write(1, b'\\xff\\xfe\\n\\n'); continue",
            "answered 'genmove black' with '\ufffd\ufffd'",
        ),
        ("say('= d' * 2_000_000)", "wrote more than 1048576 bytes without ending its answer"),
    ],
)
def test_an_engine_that_moves_badly(make: Make, genmove: str, words: str) -> None:
    fails(make(genmove=genmove), words)


def test_an_engine_that_is_slow(make: Make) -> None:
    agent = make(genmove="time.sleep(600)")
    agent.timeout = 0.5
    begun = time.monotonic()
    fails(agent, "did not answer", "within 0.5 seconds", within=0.5 + 4 * GRACE)
    assert time.monotonic() - begun >= 0.5


def test_thinking_time_comes_on_top(make: Make) -> None:
    agent = make(genmove="time.sleep(0.6)")
    agent.timeout = 0.4
    assert agent.choose(agent.game.start(), Limit(seconds=5)).text == "a1"


def test_an_engine_that_is_deaf(make: Make) -> None:
    """Its input is full at some time, and nothing may wait for it to read."""
    agent = make(genmove="time.sleep(600)")
    agent.timeout = 0.5
    agent._known.add("undo")
    with pytest.raises(EngineFailed, match="within 0.5 seconds"):
        agent._ask("genmove " + "x" * 1_000_000)


def test_an_engine_with_half_a_turn(make: Make) -> None:
    agent = make(genmove="answer = '= b2'", game=quincunx.game("implo", size=3, pie=False))
    with pytest.raises(EngineFailed, match="no whole turn: one of \\*b1, \\*a2 is to follow"):
        agent.choose(agent.game.replay("c3", "a1"))


def test_an_engine_that_will_not_go(make: Make) -> None:
    ignoring = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    agent = make(start=ignoring, quit="time.sleep(600)")
    assert agent.choose(agent.game.start()).text == "a1"
    begun = time.monotonic()
    agent.close()
    assert GRACE <= time.monotonic() - begun < 10 * GRACE
    assert gone(agent.pid)


@pytest.mark.parametrize("patient", [True, False])
def test_the_children_of_an_engine_go_with_it(make: Make, tmp_path: Path, patient: bool) -> None:
    """Also if the engine itself ends at once and leaves a child with its pipes."""
    note = tmp_path / "child"
    child = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    start = (
        f"one = subprocess.Popen([sys.executable, '-c', 'import signal, time; {child}'])\n"
        f"open({str(note)!r}, 'w').write(str(one.pid))"
    )
    agent = make(start=start, genmove="pass" if patient else "os._exit(5)")
    pid = int(note.read_text())
    os.kill(pid, 0)
    agent.timeout = 2
    if patient:
        agent.close()
    else:
        fails(agent, "ended with exit code 5")  # though the child holds the end of the pipe
    assert gone(pid)


def test_whoever_is_stopped_is_ended(make: Make) -> None:
    agent = make(genmove="time.sleep(600)")
    stop = threading.Event()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    begun = time.monotonic()
    with pytest.raises(EngineFailed, match="was stopped before it answered"):
        agent.choose(agent.game.start(), stop=stop)
    assert time.monotonic() - begun < 10
    timer.join()
    assert gone(agent.pid)


def test_a_closed_agent_says_so(make: Make) -> None:
    agent = make()
    agent.close()
    agent.close()
    with pytest.raises(EngineFailed, match="was closed"):
        agent.choose(agent.game.start())
