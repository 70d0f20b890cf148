"""A table at which a game is played: who sits there, what was chosen, undo, the record. No I/O.

>>> import quincunx
>>> table = Table(quincunx.game("robble", size=5), ("human", "level:1"), seed=1)
>>> [str(state.steps[-1]) for state in table.enter("c3")]
['c3']
>>> table.player, len(table.choose().steps)
('level:1', 2)
>>> table.undo(), table.state.turns
(2, ())
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from quincunx.agents import Agent, Stop, agent
from quincunx.errors import IllegalMove
from quincunx.game import Game, State
from quincunx.record import Record

__all__ = ["HUMAN", "Table", "spoken"]

HUMAN: Final = "human"
RANDOM: Final = "random"


def spoken(player: str) -> str:
    """Return what a player is called: agents are known by their texts.

    >>> spoken("level:5"), spoken("mcts:visits=100")
    ('level 5', 'mcts:visits=100')
    """
    return player.replace(":", " ", 1) if player.startswith("level:") else player


@dataclass(frozen=True)
class _Before:
    """How things stood before a step."""

    state: State
    player: str


class Table:
    """A game between two seats: each has a person or the text of an agent.

    What levels and random players choose depends on the seed and the state alone, so that after an
    undo the same steps meet the same replies.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[str, str],
        seed: int | None = None,
        record: Record | None = None,
    ) -> None:
        self.players = players
        self.state = game.start()
        self.resigned: str | None = None
        """The colour that resigned, if one has."""
        self._seed = random.getrandbits(62) if seed is None else seed
        self._agents: dict[int, Agent] = {}
        self._before: list[_Before] = []
        self._record = record
        if record is not None:
            for step in record.state().steps:
                self._play(self.state.play(step))
            if record.resigned:
                first, second = game.colours
                self.resigned = second if record.result == first else first

    @property
    def player(self) -> str:
        """Who chooses next: the player in the seat whose choice it is."""
        return self.players[self.state.seat]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by resignation."""
        return self.resigned is not None or self.state.over

    @property
    def winner(self) -> str | None:
        """The colour that has won."""
        if self.resigned is not None:
            first, second = self.state.game.colours
            return second if self.resigned == first else first
        outcome = self.state.outcome
        return outcome.winner if outcome else None

    def again(self) -> Table:
        """Return a table for another game of the same players."""
        self.close()
        return Table(self.state.game, self.players, self._seed + 1)

    def sit(self, seat: int, player: str) -> None:
        """Give a seat to another player."""
        if seat in self._agents:
            self._agents.pop(seat).close()
        self.players = (player, self.players[1]) if seat == 0 else (self.players[0], player)

    def close(self) -> None:
        """Let the agents go."""
        while self._agents:
            self._agents.popitem()[1].close()

    def enter(self, text: str) -> list[State]:
        """Play a step, some steps of a turn, or a whole turn; return the state after each.

        All of it is played or, when BadNotation or IllegalMove is raised, nothing.
        """
        played: list[State] = []
        state = self.state
        for step in text.split():
            if played and state.at_turn_start:
                state.game.action(step)  # nonsense is told first
                raise IllegalMove(f"the turn ends before {step}", step, "turn_ended")
            state = state.play(step)
            played.append(state)
        for state in played:
            self._play(state)
        return played

    def choose(self, stop: Stop | None = None) -> State:
        """Let the agent whose choice it is make one step. What it raises leaves the game as it is."""
        chooser = self._chooser(self.state.seat)
        self._play(self.state.play(chooser.choose(self.state, stop=stop)))
        return self.state

    def _chooser(self, seat: int) -> Agent:
        game, text = self.state.game, self.players[seat]
        if (
            text == RANDOM
        ):  # thrown anew for each step, which is what makes it the same after an undo
            return agent(text, game, seed=_mixed(self._seed, "step", len(self.state.steps)))
        if seat not in self._agents:
            self._agents[seat] = agent(text, game, seed=_mixed(self._seed, "seat", seat))
        return self._agents[seat]

    def undo(self) -> int:
        """Go back to the last choice that a person made; return how many steps were taken back.

        What was played without a person since then is taken back too.
        """
        if self.resigned is not None:
            self.resigned = None
            return 0
        if not self.can_undo:
            raise IllegalMove("there is nothing to take back yet", "", "no_choice_before")
        steps = 0
        while True:
            before = self._before.pop()
            steps += 1
            if before.player == HUMAN:
                self.state = before.state
                return steps

    @property
    def can_undo(self) -> bool:
        """Whether a person has chosen anything yet."""
        return self.resigned is not None or any(b.player == HUMAN for b in self._before)

    def resign(self) -> None:
        """Give the game up for the colour that chooses next."""
        self.resigned = self.state.to_move

    def record(self, date: str) -> Record:
        """Return the record of the game; a turn that is under way is no part of it."""
        if self._record is None:
            return Record.of(self.state, self.players, date, self.winner)
        names = tuple(
            name if name and player == HUMAN else player
            for name, player in zip(self._record.players, self.players, strict=True)
        )
        date = self._record.date or date
        return Record.of(self.state, (names[0], names[1]), date, self.winner, self._comments())

    def _comments(self) -> Mapping[int, str]:
        """Return the comments on those turns of the record that still stand."""
        if self._record is None:
            return {}
        turns = self.state.turns if self.state.at_turn_start else self.state.turns[:-1]
        same = 0
        while same < min(len(turns), len(self._record.turns)):
            if turns[same] != self._record.turns[same]:
                break
            same += 1
        return {n: text for n, text in self._record.comments.items() if n <= same}

    def _play(self, state: State) -> None:
        self._before.append(_Before(self.state, self.player))
        self.state = state


def _mixed(seed: int, use: str, number: int) -> int:
    return random.Random(f"{seed} {use} {number}").getrandbits(63)
