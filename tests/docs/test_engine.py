"""The guide to engines: its transcripts are played, its little engine plays a game."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.agents import GtpAgent, RandomAgent
from quincunx.engine import analysis, gtp, query
from quincunx.engine.gtp import GtpEngine
from tests.engine.tools import Program

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
TRANSCRIPTS = re.findall(r"```console\n\$ quincunx (.*?)\n(.*?)```", PAGE, re.DOTALL)


def exchanges(transcript: str) -> list[tuple[str, str]]:
    """What is written, and what is shown after it up to the next line that is written."""
    parts = re.split(r"^> (.*)\n", transcript, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def shape(value: Any) -> Any:
    """The fields and kinds of a JSON value; of a list those of its first element."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    if isinstance(value, list):
        return [shape(one) for one in value[:1]]
    return float if isinstance(value, float) else type(value)


@pytest.mark.parametrize(("command", "transcript"), [t for t in TRANSCRIPTS if t[0][0] == "g"])
def test_gtp(command: str, transcript: str) -> None:
    searched = False
    with Program(*shlex.split(command)) as program:
        for typed, shown in exchanges(transcript):
            program.send(typed)
            if "analyze" in typed:  # it is not finished here
                head, info = shown.splitlines()
                assert program.line() == head
                assert words(program.line()) == words(info)
                searched = True
                continue
            if searched:  # ends the analysis first
                assert shown.startswith("\n")
                program.answer()
                shown, searched = shown[1:], False
            said = program.answer() + "\n\n"
            if "genmove" in typed:  # which turn it is depends on the search
                assert re.fullmatch(r"=\d* \S+\n\n", said)
                assert re.fullmatch(r"=\d* \S+\n\n", shown)
                said = shown
            assert said == shown


def words(info: str) -> list[str]:
    """The names of the fields; steps and numbers aside, and as many moves of a line as there are."""
    return [word for word in info.split() if re.fullmatch("[a-z]{2,}", word) and word != "swap"]


@pytest.mark.parametrize(("command", "transcript"), [t for t in TRANSCRIPTS if t[0][0] == "a"])
def test_analysis(command: str, transcript: str) -> None:
    with Program(*shlex.split(command)) as program:
        for typed, shown in exchanges(transcript):
            program.send(typed)
            said, wanted = json.loads(program.line()), json.loads(shown)
            if wanted.get("moveInfos"):
                assert shape(said) == shape(wanted)
                said = wanted
            if "version" in wanted:
                wanted["version"] = quincunx.__version__
            assert said == wanted


def test_transcripts_of_both_are_there() -> None:
    assert [command.split()[0] for command, _ in TRANSCRIPTS].count("gtp") == 3
    assert [command.split()[0] for command, _ in TRANSCRIPTS].count("analysis") == 1


@pytest.mark.parametrize("name", ["implo", "bargo", "topolo"])
def test_the_little_engine_plays(name: str, tmp_path: Path) -> None:
    (code,) = (c for c in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "sys.stdin" in c)
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    game = quincunx.game(name, size=4 if name != "bargo" else 2)
    agent = GtpAgent(game, [sys.executable, str(tmp_path / "bot.py"), name])
    other = RandomAgent(seed=1)
    try:
        state = game.start()
        while not state.over:
            state = state.play((agent if state.seat == 0 else other).choose(state))
    finally:
        agent.close()


def test_commands_fields_and_limits_are_all_told() -> None:
    engine = GtpEngine(quincunx.game("robble"), quincunx.agents.Searcher)
    for command in engine._commands:
        assert f"`{command}" in PAGE or f" {command}`" in PAGE, command
    for key in query._KEYS:
        assert f"`{key}`" in PAGE, key
    for action in query.ACTIONS:
        assert f'"action": "{action}"' in PAGE, action
    for limit in (gtp.LONGEST, analysis.LONGEST, query.MOST_MOVES, analysis.MOST_POSITIONS):
        assert f"{limit:,}" in PAGE
    assert f"| {analysis.MOST_BEGUN}, or as many" in PAGE
    assert f"{analysis.MEMORY} MiB" in PAGE
