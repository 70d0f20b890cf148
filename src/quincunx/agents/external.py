"""The agent that is another program: it speaks GTP, as docs/engine.md has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from quincunx.agents.base import Limit, Stop
from quincunx.agents.process import EngineFailed, EngineProcess
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.game import Game, State
from quincunx.moves import play_word, word_of
from quincunx.values import Action

__all__ = ["EngineFailed", "EngineResigned", "GtpAgent"]

TIMEOUT: Final = 30.0
"""Seconds that an engine has for an answer, if nothing else is said; thinking time comes on top."""

_Move = tuple[str, str]  # a colour and a turn as a word


class EngineResigned(Exception):
    """An engine that gives the game up: ``colour`` has lost."""

    def __init__(self, colour: str) -> None:
        super().__init__(f"{colour} resigns")
        self.colour = colour


class GtpAgent:
    """Chooses what an external engine chooses.

    ``limit`` is told to the engine as time for each turn; visits can't be told. After an EngineFailed
    the engine has ended, and every further choice raises the same again.

    >>> import sys, quincunx
    >>> game = quincunx.game("robble", size=3)
    >>> agent = GtpAgent(game, [sys.executable, "-m", "quincunx", "gtp", "robble", "--visits", "20"])
    >>> agent.choose(game.start()) in game.start().legal()
    True
    >>> agent.close()
    """

    def __init__(
        self,
        game: Game,
        command: str | Sequence[str],
        *,
        limit: Limit | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.game = game
        self.limit = limit
        self.timeout = timeout
        self._numbers = count(1)
        self._sent: list[_Move] = []  # what stands on the engine's board
        self._plan: dict[
            tuple[Action, ...], Action
        ] = {}  # by the steps before: a turn's further steps
        self._told: float | None = None  # seconds that the engine was told to think
        self._failure: EngineFailed | None = None
        self._process = EngineProcess(command)
        try:
            self._known = set(self._ask("list_commands").split())
            self._set_up()
        except BaseException:
            self._process.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return the engine's step. ``stop`` ends the engine: nothing in GTP makes it hurry."""
        if state.game != self.game:
            raise BadOption(f"this agent plays {self.game!r}, not {state.game!r}")
        if state.over:
            raise BadOption("the game is over: there is nothing to choose")
        planned = self._plan.get(state.steps)
        if planned is not None:
            return planned
        if self._failure is not None:
            raise self._failure
        try:
            return self._chosen(state, limit or self.limit, stop)
        except EngineFailed as error:
            self._failure = error
            self._process.close()
            raise
        except EngineResigned:
            raise
        except BaseException:  # Ctrl-C: nobody knows what the engine has been told
            self._failure = self._process.failed("was interrupted")
            self._process.close()
            raise

    def close(self) -> None:
        """End the engine and all that it has started."""
        self._failure = self._failure or EngineFailed(f"{self._process.name} was closed")
        self._process.close()

    # -- what is said

    def _chosen(self, state: State, limit: Limit | None, stop: Stop | None) -> Action:
        self._go_to(state)
        seconds = limit.seconds if limit is not None else None
        if seconds is not None and seconds != self._told and "time_settings" in self._known:
            self._ask(f"time_settings 0 {seconds:g} 1")  # a period of one turn
            self._told = seconds
        asked = f"genmove {state.to_move}"
        answer = self._ask(asked, self.timeout + (seconds or 0), stop)
        if answer.lower() == "resign":
            self._sent, self._plan = [], {}
            self._ask("clear_board")
            raise EngineResigned(state.to_move)
        try:
            after = play_word(state, answer)
        except (BadNotation, IllegalMove) as error:
            raise self._process.failed(
                f"answered {asked!r} with {_shown(answer)}: {error}"
            ) from None
        if not (after.over or after.at_turn_start):
            allowed = ", ".join(step.text for step in after.legal()[:8])
            raise self._process.failed(
                f"answered {asked!r} with {_shown(answer)}, which is no whole turn: "
                f"one of {allowed} is to follow"
            )
        done = len(state.steps)
        steps = after.steps
        self._plan = {steps[:place]: steps[place] for place in range(done, len(steps))}
        self._sent.append((state.to_move, word_of(" ".join(s.text for s in steps[done:]))))
        return steps[done]

    def _set_up(self) -> None:
        self._ask(f"boardsize {self.game.size}")
        self._ask("clear_board")
        for name, value in self.game.options.items():
            if name == "size":
                continue
            if "quincunx-option" in self._known:
                shown = ("no", "yes")[value] if isinstance(value, bool) else value
                self._ask(f"quincunx-option {name} {shown}")
            elif name == "komi" and isinstance(value, int):
                self._ask(f"komi {value}")

    def _go_to(self, state: State) -> None:
        """Have the engine's board show a state, with as little as possible."""
        moves = _moves(state)
        same = 0
        while same < min(len(moves), len(self._sent)) and moves[same] == self._sent[same]:
            same += 1
        surplus = len(self._sent) - same
        if surplus and "undo" in self._known and surplus <= len(moves):
            for _ in range(surplus):
                self._ask("undo")
                self._sent.pop()
        elif surplus:
            self._ask("clear_board")
            self._sent = []
        for colour, move in moves[len(self._sent) :]:
            self._ask(f"play {colour} {move}")
            self._sent.append((colour, move))

    def _ask(self, command: str, timeout: float | None = None, stop: Stop | None = None) -> str:
        """Send a command and return what the engine answers; a failure raises EngineFailed."""
        number = next(self._numbers)
        text = self._process.exchange(f"{number} {command}", timeout or self.timeout, stop)
        found = re.match(r"([=?])(\d*)[ \t]*(.*)", text, re.DOTALL)
        if found is None or found[2] not in ("", str(number)):
            raise self._process.failed(f"answered {command!r} with {_shown(text)}")
        if found[1] == "?":
            raise self._process.failed(f"refused {command!r}: {_shown(found[3])}")
        return found[3].strip()


def _moves(state: State) -> list[_Move]:
    """Return the turns that led to a state, each with its colour; the last may be unfinished."""
    moves = []
    at = state.game.start()
    for turn in state.turns:
        moves.append((at.to_move, word_of(turn)))
        at = play_word(at, turn)
    return moves


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
