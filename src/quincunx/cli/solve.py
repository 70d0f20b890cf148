"""``quincunx solve``: who wins with best play, and how."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rich.status import Status

from quincunx.agents.solver import MEMORY, Progress, Solution, solve
from quincunx.cli.failures import CommandError, UsageError
from quincunx.cli.options import add_game_options, family_of, game_of, given_options, number
from quincunx.cli.screen import Screen
from quincunx.errors import BadNotation, IllegalMove
from quincunx.game import Game, State, game

__all__ = ["ABOUT", "add_arguments", "run"]

ABOUT = (
    "Finds out who wins with best play, from the start or after some turns. Small boards take seconds, "
    "larger ones more than a lifetime: Ctrl-C stops it."
)
SEATS = ("first seat", "second seat")
MOST_MEMORY = 2**20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``solve``."""
    parser.description = ABOUT
    parser.add_argument("game", metavar="GAME", help="which game")
    add_game_options(parser)
    parser.add_argument("--turns", metavar="TURNS", help="begin after these turns: 'c3, a1, b2'")
    parser.add_argument(
        "--memory", type=number, default=MEMORY, metavar="MIB", help=f"for its table ({MEMORY})"
    )
    parser.add_argument("--nodes", type=number, metavar="N", help="give up after so many positions")
    parser.add_argument("--json", action="store_true", help="print an object")


@dataclass(frozen=True)
class _Answer:
    """What was found out; with the fair komi where one is to be offered."""

    solution: Solution
    black_up_to: int | None = None
    """The highest komi with which Black wins; -1 if there is none."""


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Solve and say what was found. Ctrl-C ends it with what is known so far."""
    rules = game_of(family_of(arguments.game), given_options(arguments))
    for flag, value, most in (
        ("--memory", arguments.memory, MOST_MEMORY),
        ("--nodes", arguments.nodes, 2**63),
    ):
        if value is not None and not 1 <= value <= most:
            raise UsageError(f"{flag} is from 1 to {most}, not {value}")
    state = _after(rules, arguments.turns)
    seen = Progress(0, 0.0, 0.0)
    doing = ""

    try:
        with screen.busy("solving") as status:

            def look(progress: Progress) -> None:
                nonlocal seen
                seen = progress
                if isinstance(status, Status):
                    status.update(f"{doing}{_words(progress)}")

            def ask(state: State) -> Solution:
                nonlocal doing
                komi = state.game.options.get("komi")
                doing = f"komi {komi}: " if isinstance(komi, int) else ""
                return solve(state, nodes=arguments.nodes, memory=arguments.memory, progress=look)

            offered = rules.options.get("komi") == "offer" and not state.steps
            answer = _by_komi(rules, ask) if offered else _Answer(ask(state))
    except KeyboardInterrupt:
        screen.errors.print(f"Stopped: not solved after {_words(seen)}.")
        return 0
    if arguments.json:
        print(json.dumps(_plain(state, answer), indent=1))
    else:
        _show(state, answer, screen)
    if not answer.solution.known:
        raise CommandError(f"it is not solved after {answer.solution.positions:,} positions")
    return 0


def _after(rules: Game, turns: str | None) -> State:
    state = rules.start()
    for turn in (turns or "").split(","):
        if turn.strip():
            try:
                state = state.play_turn(turn.strip())
            except (BadNotation, IllegalMove) as error:
                raise UsageError(f"--turns: {error}") from error
    return state


def _by_komi(rules: Game, ask: Callable[[State], Solution]) -> _Answer:
    """Find the highest komi with which Black still wins, by halves: more komi never helps Black.

    The second seat picks the side that wins with the komi offered, so it wins the whole game.
    """
    low, high = -1, len(rules.cells) + 1  # Black wins with low, not with high
    positions, seconds = 0, 0.0
    asked: dict[int, Solution] = {}
    while high - low > 1:
        komi = (low + high) // 2
        found = ask(game(rules.name, size=rules.size, komi=komi).start())
        positions, seconds = positions + found.positions, seconds + found.seconds
        if not found.known:
            return _Answer(replace(found, positions=positions, seconds=seconds))
        asked[komi] = found
        low, high = (komi, high) if found.seat == 0 else (low, komi)
    komi = max(low, 0)
    side = "black" if low >= 0 else "white"
    before = (rules.action(f"komi:{komi}"), rules.action(side))
    line = before + tuple(rules.action(step.text) for step in asked[komi].line)
    whole = Solution(
        known=True, seat=1, winner=side, line=line, positions=positions, seconds=seconds
    )
    return _Answer(whole, low)


def _words(progress: Progress) -> str:
    rate = progress.positions / progress.seconds if progress.seconds else 0
    return (
        f"{progress.positions:,} positions in {progress.seconds:.0f} s ({rate:,.0f} a second), "
        f"table {progress.fill:.0%} full"
    )


def _show(state: State, answer: _Answer, screen: Screen) -> None:
    solution, rules = answer.solution, state.game
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items())
    screen.say(f"{rules.name} {options}")
    if not solution.known:
        return
    screen.say(_value(state, answer), style="bold")
    if state.turns:
        screen.say(f"After: {', '.join(state.turns)}")
    screen.say(f"Best play: {', '.join(_turns(state, solution))}")
    screen.say(f"{solution.positions:,} positions, {solution.seconds:.1f} s")


def _value(state: State, answer: _Answer) -> str:
    solution, rules = answer.solution, state.game
    if answer.black_up_to is not None:
        up_to, most = answer.black_up_to, len(rules.cells)
        black = f"Black wins with a komi up to {up_to}" if up_to >= 0 else "White wins at any komi"
        white = f", White from {up_to + 1} on" if 0 <= up_to < most else ""
        return f"{black}{white}: the second seat, which picks the side, wins."
    if solution.seat is None:
        return "A draw."
    with_swap = {True: ", with the swap", False: ", without a swap"}
    swap = with_swap.get(bool(rules.options["pie"]), "") if "pie" in rules.options else ""
    return f"The {SEATS[solution.seat]} wins{swap if not state.steps else ''}."


def _turns(state: State, solution: Solution) -> list[str]:
    done = len(state.turns)
    for step in solution.line:
        state = state.play(step)
    return list(state.turns[done:])


def _plain(state: State, answer: _Answer) -> dict[str, Any]:
    solution = answer.solution
    value = None
    if solution.known:
        value = "draw" if solution.seat is None else ("first", "second")[solution.seat]
    found: dict[str, Any] = {
        "game": state.game.name,
        "options": state.game.options,
        "turns": list(state.turns),
        "value": value,
        "line": _turns(state, solution),
        "positions": solution.positions,
        "seconds": round(solution.seconds, 3),
    }
    if answer.black_up_to is not None:
        found["black_up_to"] = answer.black_up_to
    return found
