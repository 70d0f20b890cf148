"""Agents as text: what is understood, how it is written, what is refused."""

from __future__ import annotations

import pytest

import quincunx
import quincunx.agents
from quincunx import BadOption
from quincunx.agents import LevelAgent, Limit, PlainUct, RandomAgent, Searcher, settings
from quincunx.agents.spec import agent, canonical, described

GAME = quincunx.game("robble", size=4)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("random", "random"),
        (" Random ", "random"),
        ("level:5", "level:5"),
        ("level: 08", "level:8"),
        ("3", "level:3"),
        ("mcts", "mcts"),
        ("mcts:", "mcts"),
        ("mcts:visits=1000", "mcts:visits=1000"),
        ("mcts:explore=.30,memory=64,threads=2,time=0.50", "mcts:time=0.5,threads=2,memory=64,explore=0.3"),
        ("MCTS: rave=1e3 , visits=5", "mcts:visits=5,rave=1000"),
        ("uct:time=0.1", "uct:time=0.1"),
        ("uct:visits=7,time=2", "uct:visits=7,time=2"),
    ],
)  # fmt: skip
def test_texts_and_their_one_spelling(text: str, written: str) -> None:
    assert canonical(text, GAME) == written
    assert canonical(written, GAME) == written


def test_the_right_agent_is_made() -> None:
    assert isinstance(agent("random", GAME), RandomAgent)
    level = agent("level:2", GAME)
    assert isinstance(level, LevelAgent)
    assert level.number == 2
    uct = agent("uct:visits=7", GAME)
    assert isinstance(uct, PlainUct)
    assert uct.limit == Limit(visits=7)
    mcts = agent("mcts:time=0.5,visits=9", GAME, limit=Limit(visits=3))
    assert isinstance(mcts, Searcher)
    assert mcts.limit == Limit(visits=9, seconds=0.5)
    assert agent("mcts", GAME, limit=Limit(visits=3)).limit == Limit(visits=3)  # type: ignore[attr-defined]


def test_every_setting_of_the_search_can_be_given() -> None:
    for name in settings(GAME):
        assert canonical(f"mcts:{name}=1", GAME) == f"mcts:{name}=1"


@pytest.mark.parametrize("text", ["random", "level:1", "mcts:visits=50", "uct:visits=50"])
def test_a_seed_makes_it_repeatable(text: str) -> None:
    state = quincunx.game("bargo", size=3, komi=3).start()
    chosen = [agent(text, state.game, seed=seed).choose(state) for seed in (*range(12), *range(12))]
    assert chosen[:12] == chosen[12:]
    assert len(set(chosen)) > 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no agent ''; an agent is random, level:N (1 to 8)"),
        ("wizard", "there is no agent 'wizard'"),
        ("random:5", "there is no agent"),
        ("level", "there is no agent"),
        ("level:", "from 1 to 8, not ''"),
        ("level:0", "from 1 to 8, not '0'"),
        ("9", "from 1 to 8, not '9'"),
        ("level:five", "not 'five'"),
        ("mcts:vists=5", "mcts has no 'vists'; it has visits, time, threads, memory, batch"),
        ("mcts:5", "mcts has no '5'"),
        ("mcts:visits=5,", "mcts has no ''"),
        ("mcts:visits=5,visits=6", "visits twice"),
        ("mcts:visits=many", "visits is a whole number"),
        ("mcts:visits=1.5", "visits is a whole number"),
        ("mcts:visits=0", "visits are a whole number from 1"),
        ("mcts:time=nan", "time is a number"),
        ("mcts:time=0", "seconds are a number above 0"),
        ("mcts:threads=0", "threads are from 1 to 256"),
        ("mcts:memory=0", "memory is from 1"),
        ("mcts:explore=-1", "out of range"),
        ("uct:explore=1", "uct has no 'explore'; it has visits, time"),
        ("gtp:", "gtp needs the command"),
        ("gtp:'half", "no command line"),
        ("gtp:no-such-program-anywhere --flag", "no program 'no-such-program-anywhere'"),
    ],
)
def test_nonsense_says_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(BadOption) as caught:
        canonical(text, GAME)
    assert words in str(caught.value)


def test_a_command_line_is_kept_as_it_is() -> None:
    assert canonical("gtp:sh -c 'exec Engine: 5'", GAME) == "gtp:sh -c 'exec Engine: 5'"


def test_what_a_text_stands_for() -> None:
    assert described("random", GAME) == {"agent": "random"}
    level = described("2", GAME)
    assert level["agent"] == "level:2"
    assert level["visits"] == quincunx.agents.LEVELS["robble"][1].visits
    assert level["search"] == settings(GAME)
