"""Agents that misbehave, made where a match makes its own. Workers import this by name."""

from __future__ import annotations

import functools
import os
import signal
from pathlib import Path

from quincunx import Action, Game, State
from quincunx.agents import Agent, EngineResigned, Limit, RandomAgent, Stop, agent


class Fickle(RandomAgent):
    """Plays at random until its turn comes: then it does what it is made for."""

    def __init__(self, fault: str, after: int, seed: int) -> None:
        super().__init__(seed=seed)
        self.fault, self.after = fault, after

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        if len(state.steps) < self.after:
            return super().choose(state)
        if self.fault == "crash":
            raise RuntimeError("the engine has ended")
        if self.fault == "resign":
            raise EngineResigned(state.to_move)
        if self.fault == "illegal":
            return state.steps[-1]
        if self.fault == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state)

    def close(self) -> None:
        raise RuntimeError("it does not want to close")


def make(
    text: str,
    game: Game,
    *,
    limit: Limit | None = None,
    seed: int = 0,
    fault: str = "",
) -> Agent:
    """Return the agent; mcts with one visit stands for the one that is at fault."""
    if text != "mcts:visits=1":
        return agent(text, game, limit=limit, seed=seed)
    if fault == "start":
        raise RuntimeError("the engine does not start")
    return Fickle(fault, 4, seed)


def faulty(fault: str) -> functools.partial[Agent]:
    """Return what makes agents of that fault."""
    return functools.partial(make, fault=fault)


def dies_once(
    text: str,
    game: Game,
    *,
    limit: Limit | None = None,
    seed: int = 0,
    mark: str = "",
) -> Agent:
    """End the process that asks first; serve all others."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return agent(text, game, limit=limit, seed=seed)


class Endless(RandomAgent):
    """Thinks for ever, and tells by two files that it has begun and that it was closed."""

    def __init__(self, folder: str) -> None:
        super().__init__(seed=0)
        self.folder = Path(folder)

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        (self.folder / "begun").touch()
        while True:
            signal.pause()

    def close(self) -> None:
        (self.folder / "closed").touch()


def endless(
    text: str, game: Game, *, limit: Limit | None = None, seed: int = 0, folder: str = ""
) -> Agent:
    """Return an agent that never comes to an end, where random is asked for."""
    return Endless(folder) if text == "random" else agent(text, game, limit=limit, seed=seed)
