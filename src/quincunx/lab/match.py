"""Matches: two agents, many games, both seats in turn.

Game 2k and game 2k + 1 are a pair: the same seed and the same opening, with the seats exchanged.

>>> import quincunx
>>> match = Match(quincunx.game("robble", size=3), ("random", "mcts:visits=50"), seed=1)
>>> first, second = play(match, 0), play(match, 1)
>>> first.seats, second.seats
((0, 1), (1, 0))
>>> play(match, 0).record == first.record
True
"""

from __future__ import annotations

import contextlib
import functools
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from quincunx.agents.base import Agent, Limit
from quincunx.agents.external import EngineResigned
from quincunx.agents.spec import agent, canonical, described
from quincunx.errors import BadOption
from quincunx.game import Game, State
from quincunx.lab import pool
from quincunx.lab.statistics import SPRT, Tally
from quincunx.record import Record
from quincunx.registry import whole
from quincunx.values import Action

__all__ = ["LONGEST", "TOO_LONG", "Match", "Played", "Referee", "play", "played", "tally_of"]

LONGEST: Final = 2_000
"""A game that has so many steps and goes on is given up as a draw."""

TOO_LONG: Final = "too_long"
FAILED: Final = "failed"
RESIGNED: Final = "resigned"

_OPENING_TRIES: Final = 100


class Maker(Protocol):
    """What makes agents of texts: :func:`quincunx.agents.agent`, or what stands in for it."""

    def __call__(self, text: str, game: Game, *, limit: Limit | None, seed: int) -> Agent:
        """Return the agent."""


@dataclass(frozen=True)
class Match:
    """What is played: everything that its games depend on.

    ``agents`` are texts; ``limit`` is for those whose text has none. ``openings`` is the number of
    random steps that each pair of games begins with.
    """

    game: Game
    agents: tuple[str, str]
    limit: Limit | None = None
    seed: int = 0
    openings: int = 0

    def __post_init__(self) -> None:
        first, second = (canonical(text, self.game) for text in self.agents)
        object.__setattr__(self, "agents", (first, second))
        for name, most in (("seed", 2**63 - 1), ("openings", 1000)):
            value = whole(getattr(self, name))
            if value is None or not 0 <= value <= most:
                raise BadOption(
                    f"{name} is a whole number from 0 to {most}, not {getattr(self, name)!r}"
                )
        opening(self, 0)

    def settings(self) -> dict[str, object]:
        """Return all of it as plain data: two matches with the same settings have the same games."""
        limit = self.limit
        return {
            "game": self.game.name,
            "options": self.game.options,
            "agents": [described(text, self.game) for text in self.agents],
            "visits": limit.visits if limit else None,
            "time": limit.seconds if limit else None,
            "seed": self.seed,
            "openings": self.openings,
        }


@dataclass(frozen=True)
class Played:
    """One game of a match. Pairs of figures are in the order of the agents, not of the seats."""

    number: int
    seed: int
    """Of the match: with the number it gives the opening and the seeds of the agents."""
    seats: tuple[int, int]
    """Which agent, 0 or 1, had each seat."""
    winner: int | None
    """The agent that won."""
    reason: str
    """The code of how the game ended; or failed, resigned, too_long."""
    failure: str
    """What went wrong with the agent that lost, if anything."""
    steps: tuple[int, int]
    seconds: tuple[float, float]
    record: Record

    @property
    def points(self) -> Tally:
        """The game, as the first agent sees it."""
        return Tally(self.winner == 0, self.winner is None, self.winner == 1)


def opening(match: Match, pair: int) -> State:
    """Return the state that both games of a pair begin with."""
    dice = _dice(match, pair, "opening")
    for _ in range(_OPENING_TRIES):
        state = match.game.start()
        while len(state.steps) < match.openings and not state.over:
            state = state.play(dice.choice(state.legal()))
        if not state.over:
            return state
    raise BadOption(f"openings of {match.openings} steps are too long: the game is over by then")


def _dice(match: Match, pair: int, use: str) -> random.Random:
    return random.Random(f"{match.seed} {pair} {use}")


class _Lost(Exception):
    """An agent has lost by something else than the rules."""

    def __init__(self, which: int, reason: str, failure: str) -> None:
        super().__init__(failure)
        self.which, self.reason, self.failure = which, reason, failure


def play(match: Match, number: int, make: Maker = agent) -> Played:
    """Play one game of a match. An agent that fails, resigns or breaks the rules loses the game."""
    pair, exchanged = divmod(number, 2)
    seats = (1, 0) if exchanged else (0, 1)
    state = opening(match, pair)
    steps, seconds = [0, 0], [0.0, 0.0]
    winner: int | None = None
    reason, failure = TOO_LONG, ""
    with contextlib.ExitStack() as stack:
        try:
            players = [_made(match, pair, which, make, stack) for which in (0, 1)]
            while not state.over and len(state.steps) < LONGEST:
                which = seats[state.seat]
                begun = time.perf_counter()
                step = _chosen(players[which], state, which)
                seconds[which] += time.perf_counter() - begun
                steps[which] += 1
                state = _after(state, step, which)
        except _Lost as lost:
            winner, reason, failure = 1 - lost.which, lost.reason, lost.failure
    result: str | None = None
    if state.outcome is not None:
        reason, result = state.outcome.reason, state.outcome.winner or "draw"
        winner = None if state.outcome.seat is None else seats[state.outcome.seat]
    elif winner is not None:
        result = state.seats[seats.index(winner)]
    names = (match.agents[seats[0]], match.agents[seats[1]])
    return Played(
        number,
        match.seed,
        seats,
        winner,
        reason,
        failure,
        (steps[0], steps[1]),
        (round(seconds[0], 3), round(seconds[1], 3)),
        Record.of(state, names, result=result),
    )


def _made(match: Match, pair: int, which: int, make: Maker, stack: contextlib.ExitStack) -> Agent:
    seed = _dice(match, pair, f"agent {which}").getrandbits(63)
    try:
        made = make(match.agents[which], match.game, limit=match.limit, seed=seed)
    except Exception as error:
        raise _lost(which, error) from error
    stack.callback(_closed, made)
    return made


def _closed(made: Agent) -> None:
    # The game has been played: an engine that does not want to leave changes nothing.
    with contextlib.suppress(Exception):
        made.close()


def _chosen(player: Agent, state: State, which: int) -> Action:
    try:
        return player.choose(state)
    except Exception as error:
        raise _lost(which, error) from error


def _after(state: State, step: Action, which: int) -> State:
    try:
        return state.play(step)
    except (ValueError, TypeError) as error:
        raise _lost(which, error) from error


def _lost(which: int, error: Exception) -> _Lost:
    if isinstance(error, EngineResigned):
        return _Lost(which, RESIGNED, "")
    return _Lost(which, FAILED, str(error) or type(error).__name__)


def tally_of(games: Iterable[Played]) -> Tally:
    """Return what the first agent has made of these games."""
    return sum((game.points for game in games), Tally())


class Referee:
    """Watches a match and says when a test is decided.

    It looks at the games in the order of their numbers: so the test ends at the same game whatever the
    number of processes, and short games, which are finished first, weigh no more than others.
    """

    def __init__(self, test: SPRT | None, games: Iterable[Played] = ()) -> None:
        self.test = test
        self.tally = Tally()
        """The games that were looked at: all before the first that is missing."""
        self.verdict: str | None = None
        self._waiting: dict[int, Played] = {}
        for game in games:
            self.see(game)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio so far."""
        return self.test.ratio(self.tally) if self.test else 0.0

    def see(self, game: Played) -> None:
        """Take a game into account, once those before it are known."""
        self._waiting[game.number] = game
        while self.test and not self.verdict and self.tally.games in self._waiting:
            self.tally += self._waiting.pop(self.tally.games).points
            self.verdict = self.test.verdict(self.tally)


def played(
    match: Match,
    games: int,
    *,
    jobs: int = 1,
    done: Iterable[Played] = (),
    test: SPRT | None = None,
    make: Maker = agent,
) -> Iterator[Played]:
    """Play what is missing of so many games, on so many processes; yield each game when it is over.

    ``done`` are games that were played before. A test ends the match when it is decided.
    """
    known = {game.number: game for game in done if game.number < games}
    referee = Referee(test, known.values())
    missing = [number for number in range(games) if number not in known]
    if referee.verdict or not missing:
        return
    work: Callable[[int], Played] = functools.partial(play, match, make=make)
    with contextlib.closing(pool.results(work, missing, min(jobs, len(missing)))) as finished:
        for _, game in finished:
            referee.see(game)
            yield game
            if referee.verdict:
                return
