"""``quincunx replay``: a game that was played."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from quincunx.cli import tell
from quincunx.cli.failures import CommandError, UsageError, sentence
from quincunx.cli.files import path_of, read_record, write_text
from quincunx.cli.options import number
from quincunx.cli.screen import Screen
from quincunx.describe.draw import svg_of
from quincunx.describe.words import WORDS
from quincunx.errors import BadRecord
from quincunx.game import State
from quincunx.record import Record

__all__ = ["add_arguments", "run", "turn_list"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``replay``."""
    parser.add_argument("file", metavar="FILE", help="a record, as play saves it")
    parser.add_argument("--turn", type=number, metavar="N", help="the board after N turns")
    parser.add_argument("--svg", metavar="OUT", help="write that board as an SVG picture")
    parser.add_argument(
        "--abstractplay", metavar="OUT", help="write the game as a record of AbstractPlay"
    )


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show a record; of a bad one the good part, and what is bad."""
    path = path_of(arguments.file)
    outputs = {
        flag: path_of(name)
        for flag in ("svg", "abstractplay")
        if (name := getattr(arguments, flag)) is not None
    }
    for flag, output in outputs.items():
        if _same(path, output):
            raise UsageError(f"--{flag} would replace the record itself")
    record, trouble = read_record(path)
    last = len(record.turns)
    turn = last if arguments.turn is None else arguments.turn
    if not 0 <= turn <= last:
        raise UsageError(f"--turn is from 0 to {last} in {path}, not {turn}")
    state = record.state(turn)
    _show(record, state, turn, screen, broken=bool(trouble))
    if "svg" in outputs:
        write_text(outputs["svg"], svg_of(state))
        screen.say(f"The board is in {outputs['svg']}.")
    if "abstractplay" in outputs:
        try:
            exported = record.to_abstractplay()
        except BadRecord as error:
            raise CommandError(sentence(error)) from error
        write_text(outputs["abstractplay"], exported)
        screen.say(f"AbstractPlay's record is in {outputs['abstractplay']}.")
    if trouble:
        raise CommandError(sentence(Exception(trouble)))
    return 0


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _show(record: Record, state: State, turn: int, screen: Screen, *, broken: bool) -> None:
    accent = screen.accent(record.game)
    options = ", ".join(
        f"{name} {('no', 'yes')[value] if isinstance(value, bool) else value}"
        for name, value in record.options.items()
        if name != "size"
    )
    title = f"[bold {accent}]{WORDS[record.game].title}[/] {tell.board_name(state)}"
    screen.mark(title + (f", {options}" if options else ""))
    first, second = (name or "?" for name in record.players)
    if any(record.players):
        colours = [colour.capitalize() for colour in state.game.colours]
        screen.mark(
            f"{escape(_safe(first))} (began as {colours[0]}) against {escape(_safe(second))}"
        )
    if record.date:
        screen.say(record.date)
    screen.say()
    ended = turn == len(record.turns)
    screen.board(state, territory=ended and state.over)
    for line in tell.standing(state):
        screen.say(line, style="dim")
    where = f"After turn {turn} of {len(record.turns)}" if turn else "Before the first turn"
    screen.say(f"{where}.", style="dim")
    if turn in record.comments:
        screen.mark(f"[italic]{escape(_safe(record.comments[turn]))}[/]")
    screen.say()
    whole = record.state()
    if record.turns:
        screen.show(turn_list(whole, marked=None if ended else turn))
        screen.say()
    others = {n: text for n, text in record.comments.items() if n != turn}
    for place, text in sorted(others.items()):
        screen.mark(f"[dim]Turn {place}:[/] [italic]{escape(_safe(text))}[/]")
    if broken:
        screen.say("So far the record is good.")
    elif record.result is None:
        screen.say("The game is not over.", style="bold")
    else:
        screen.say(_result(record, whole), style="bold")


def _result(record: Record, state: State) -> str:
    resigned = None
    if record.resigned:
        first, second = state.game.colours
        resigned = second if record.result == first else first
    said = tell.ending(state, resigned)
    if record.result in state.seats:
        name = record.players[state.seats.index(record.result)]
        if name:
            said += f" {_safe(name)} has won."
    return said


def _safe(text: str) -> str:
    """Return a text of a record without what could steer a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def turn_list(state: State, marked: int | None = None) -> Columns:
    """Return the turns that led to a state, each with its number and its colour."""
    shown = []
    at = state.game.start()
    for place, turn in enumerate(state.turns, 1):
        colour = at.to_move
        for step in turn.split():
            at = at.play(step)
        style = "bold reverse" if place == marked else ""
        shown.append(Text(f"{place:>3}. {colour[0].upper()} {turn}", style=style))
    return Columns(shown, padding=(0, 2), column_first=False)
