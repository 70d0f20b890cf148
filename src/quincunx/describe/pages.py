"""The pages of the documentation: prose, boards to draw, and worked examples to replay.

A page is Markdown. Two kinds of fenced blocks are ours; docs/README.md describes them.

>>> page = '''# Robble
... ```board robble size=5 pie=false
... turns: c3, c4
... labels: c4=A
... caption: White has pushed Black.
... ```
... ```example robble size=5
... c3
... why c3: occupied
... cells: c3=B
... ```
... '''
>>> prose, board, example = parse(page)
>>> prose.text, board.state().cells, example.game
('# Robble', {'c2': 'B', 'c4': 'W'}, 'robble')
>>> for line in example.replay():
...     print(line)
c3 (Black)
c3 can't be played: there is a stone on that square already.
c3 holds a black stone; the rest is empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Final

from quincunx.describe import draw
from quincunx.describe.words import WORDS, ending, illegal
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.game import Game, State, game

__all__ = ["Block", "Board", "Example", "Line", "Prose", "load", "page", "parse"]

SHOWS: Final = ("dots", "territory", "plain")
"""What a board can show: dots on legal cells, territory; plain: no ring around the last turn."""

CHECKS: Final = ("why", "cells", "legal", "outcome", "to_move", "seat", "fact")
"""What an example can check."""

GOES_ON: Final = "..."
"""Begins a line of an example that goes on with the turn of the line before."""

Options = Mapping[str, int | bool | str]
"""What a block's first line says beside the game."""

_FENCE = re.compile(r"```(\S*)(.*)")
_BLANK = re.compile(r"\s*(#.*)?")


@dataclass(frozen=True)
class Prose:
    """Markdown between the blocks; ``line`` is where it begins on the page."""

    line: int
    text: str


@dataclass(frozen=True)
class Board:
    """A position to draw: the state after some turns, of which the last may be unfinished."""

    line: int
    game: str
    options: Options
    turns: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    outlined: tuple[tuple[str, ...], ...] = ()
    show: frozenset[str] = frozenset()
    caption: str = ""

    def rules(self) -> Game:
        """Return the game with its options."""
        return _game(self.line, self.game, self.options)

    def state(self) -> State:
        """Return the state to draw; a turn that cannot be played is a ``ValueError``."""
        state = self.rules().start()
        for turn in self.turns:
            state = _played(self.line, state, turn, goes_on=False)
        return state

    def scene(self) -> draw.Scene:
        """Return what the drawing shows."""
        scene = draw.scene_of(
            self.state(), legal="dots" in self.show, territory="territory" in self.show
        )
        try:
            return replace(
                scene,
                labels=self.labels,
                outlined=scene.outlined + self.outlined,
                last=frozenset() if "plain" in self.show else scene.last,
            )
        except ValueError as error:
            raise ValueError(f"line {self.line}: {error}") from error

    def svg(self, *, mode: str = "light", prefix: str | None = None) -> str:
        """Return the drawing as SVG."""
        return draw.svg(self.scene(), mode=mode, prefix=prefix, title=self.caption or None)

    def text(self, *, colour: bool = False) -> str:
        """Return the drawing as text, for a terminal."""
        return draw.text(self.scene(), colour=colour)


@dataclass(frozen=True)
class Line:
    """One line of an example: a turn, or a check of the state that the turns before have led to.

    ``check`` is one of ``CHECKS``, or empty for a turn; ``name`` is the step that ``why`` asks for,
    or the fact that is looked at; ``value`` is the turn, or what the check expects.
    """

    line: int
    value: str
    check: str = ""
    name: str = ""


@dataclass(frozen=True)
class Example:
    """A worked example: turns, and what must hold between them."""

    line: int
    game: str
    options: Options
    lines: tuple[Line, ...] = ()

    def rules(self) -> Game:
        """Return the game with its options."""
        return _game(self.line, self.game, self.options)

    def state(self) -> State:
        """Return the state after the last line."""
        state = self.rules().start()
        for line in self.lines:
            if not line.check:
                state = _turn(state, line)
        return state

    def replay(self) -> Iterator[str]:
        """Play and check every line and say it in words; what does not hold is a ``ValueError``."""
        state = self.rules().start()
        for line in self.lines:
            if not line.check:
                colour = state.to_move.capitalize()
                state = _turn(state, line)
                yield f"{line.value} ({colour})"
                continue
            found, said = _found(state, line)
            wanted = sorted(line.value.split()) if line.check in _UNORDERED else line.value
            if found != wanted:
                shown = " ".join(found) if isinstance(found, list) else found
                raise ValueError(
                    f"line {line.line}: {line.check} {line.name}".rstrip()
                    + f" is {shown!r}, not {line.value!r}"
                )
            yield said


Block = Prose | Board | Example


def load(name: str) -> str:
    """Return the rules page of a game as Markdown.

    >>> load("implo").splitlines()[0]
    '# Implo'
    >>> load("chess")
    Traceback (most recent call last):
        ...
    ValueError: there are rules pages for implo, bargo, topolo, robble, licled, not for 'chess'
    """
    key = name.lower()
    if key not in WORDS:
        known = ", ".join(WORDS)
        raise ValueError(f"there are rules pages for {known}, not for {name!r}")
    return _folder(key).read_text(encoding="utf-8")


def _folder(key: str) -> Path | resources.abc.Traversable:
    # A checkout's own page comes first: an editable install may hold the page of an older build.
    source = Path(__file__).resolve().parents[2]
    checkout = source.parent / "docs" / "rules" / f"{key}.md"
    if source.name == "src" and checkout.is_file():
        return checkout
    return resources.files("quincunx").joinpath("rules", f"{key}.md")


def page(name: str) -> tuple[Block, ...]:
    """Return the rules page of a game, taken apart.

    >>> any(isinstance(block, Board) for block in page("robble"))
    True
    """
    return parse(load(name))


def parse(text: str) -> tuple[Block, ...]:
    """Take a page apart. A malformed block is a ``ValueError`` that names the line of the page.

    >>> parse("Look:" + chr(10) + "```board go" + chr(10) + "```")
    Traceback (most recent call last):
        ...
    ValueError: line 2: there is no game 'go'; the games are implo, bargo, topolo, robble, licled
    """
    blocks: list[Block] = []
    prose: list[str] = []
    first = 1

    def end_prose() -> None:
        body = "\n".join(prose).strip("\n")
        if body.strip():
            skipped = next(i for i, line in enumerate(prose) if line.strip())
            blocks.append(Prose(first + skipped, body))
        prose.clear()

    lines = text.splitlines()
    number = 0
    while number < len(lines):
        fence = _FENCE.fullmatch(lines[number].rstrip())
        if fence is None:
            prose.append(lines[number])
            number += 1
            continue
        start = number
        number += 1
        while number < len(lines) and lines[number].rstrip() != "```":
            number += 1
        if number == len(lines):
            raise ValueError(f"line {start + 1}: this block has no end")
        read = _READERS.get(fence[1])
        if read is None:
            prose.extend(lines[start : number + 1])
        else:
            end_prose()
            name, options = _head(start + 1, fence[1], fence[2])
            body = [
                (start + 2 + i, line.strip())
                for i, line in enumerate(lines[start + 1 : number])
                if not _BLANK.fullmatch(line)
            ]
            blocks.append(read(start + 1, name, options, body))
            first = number + 2
        number += 1
    end_prose()
    return tuple(blocks)


def _head(line: int, kind: str, text: str) -> tuple[str, dict[str, int | bool | str]]:
    """Return the game and the options that a block's first line names."""
    words = text.split()
    if not words:
        raise ValueError(f"line {line}: a block begins with ```{kind} GAME OPTION=VALUE ...")
    options: dict[str, int | bool | str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not (name and equals and value) or name in options:
            raise ValueError(
                f"line {line}: {word!r} is no option: write size=5 pie=false, each once"
            )
        options[name] = _option(value)
    _game(line, words[0], options)
    return words[0], options


def _option(value: str) -> int | bool | str:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() else value


def _game(line: int, name: str, options: Options) -> Game:
    try:
        return game(name, **options)
    except BadOption as error:
        raise ValueError(f"line {line}: {error}") from error


def _board(
    line: int,
    name: str,
    options: Options,
    body: list[tuple[int, str]],
) -> Board:
    turns: list[str] = []
    labels: dict[str, str] = {}
    outlined: list[tuple[str, ...]] = []
    show: set[str] = set()
    caption: list[str] = []
    for number, text in body:
        key, colon, rest = text.partition(":")
        value = rest.strip()
        if not colon or not value:
            raise ValueError(f"line {number}: {text!r} is no line of a board: write KEY: VALUE")
        if key == "turns":
            turns += [" ".join(turn.split()) for turn in value.split(",") if turn.strip()]
        elif key == "labels":
            labels |= _pairs(number, value)
        elif key == "outline":
            outlined += [tuple(part.split()) for part in value.split(",")]
        elif key == "show":
            for word in value.split():
                if word not in SHOWS:
                    raise ValueError(
                        f"line {number}: a board can show {', '.join(SHOWS)}, not {word!r}"
                    )
                show.add(word)
        elif key == "caption":
            caption.append(value)
        else:
            raise ValueError(
                f"line {number}: {key!r} is nothing that a board has: "
                "it has turns, labels, outline, show and caption"
            )
    return Board(
        line,
        name,
        options,
        tuple(turns),
        labels,
        tuple(outlined),
        frozenset(show),
        " ".join(caption),
    )


def _pairs(line: int, text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in text.split():
        cell, equals, value = word.partition("=")
        if not (cell and equals and value) or cell in pairs:
            raise ValueError(f"line {line}: {word!r} is no pair: write a1=A b2=B, each cell once")
        pairs[cell] = value
    return pairs


def _example(
    line: int,
    name: str,
    options: Options,
    body: list[tuple[int, str]],
) -> Example:
    lines = []
    for number, text in body:
        head, colon, rest = text.partition(": ")
        if not colon and text.endswith(":"):
            head, colon = text[:-1], ":"
        check, _, about = head.partition(" ")
        if not colon:
            lines.append(Line(number, " ".join(text.split())))
        elif check not in CHECKS:
            raise ValueError(
                f"line {number}: {head!r} is nothing to check: checks are {', '.join(CHECKS)}"
            )
        elif (check in ("why", "fact")) != bool(about.strip()):
            wanted = "why STEP: ..., fact NAME: ..., and the other checks bare"
            raise ValueError(f"line {number}: {head!r} is no check: write {wanted}")
        else:
            if check == "cells":
                _pairs(number, rest)
            lines.append(Line(number, " ".join(rest.split()), check, about.strip()))
    return Example(line, name, options, tuple(lines))


_READERS: Final[
    Mapping[str, Callable[[int, str, Options, list[tuple[int, str]]], Board | Example]]
] = {"board": _board, "example": _example}


def _turn(state: State, line: Line) -> State:
    text, goes_on = line.value, line.value.startswith(GOES_ON)
    return _played(line.line, state, text.removeprefix(GOES_ON), goes_on=goes_on)


def _played(line: int, state: State, turn: str, *, goes_on: bool) -> State:
    """Play the steps of one turn, or a part of it, one by one."""
    if state.over:
        raise ValueError(f"line {line}: {turn.strip()!r} cannot be played: the game is over")
    if goes_on == state.at_turn_start:
        what = "no turn is under way" if goes_on else "the turn before it is not finished"
        raise ValueError(f"line {line}: {turn.strip()!r} cannot be played: {what}")
    steps = turn.split()
    if not steps:
        raise ValueError(f"line {line}: there is no step in the turn")
    for number, step in enumerate(steps):
        if number and state.at_turn_start:
            raise ValueError(f"line {line}: the turn ends before {step}")
        try:
            state = state.play(step)
        except (BadNotation, IllegalMove) as error:
            raise ValueError(f"line {line}: {error}") from error
    return state


_UNORDERED: Final = ("cells", "legal")


def _found(state: State, line: Line) -> tuple[str | list[str], str]:
    """Return what a check finds, in the form in which the page writes it, and that in words."""
    name = state.game.name
    if line.check == "why":
        try:
            reason = state.why_illegal(line.name)
        except BadNotation as error:
            raise ValueError(f"line {line.line}: {error}") from error
        if reason is None:
            return "legal", f"{line.name} can be played."
        return reason, illegal(name, line.name, reason)
    if line.check == "cells":
        return sorted(f"{cell}={piece}" for cell, piece in state.cells.items()), _holds(state)
    if line.check == "legal":
        steps = [step.text for step in state.legal()]
        return sorted(steps), f"Legal now: {', '.join(steps)}."
    if line.check == "outcome":
        return _outcome(state, figures=len(line.value.split()) > 2)
    if line.check == "to_move":
        return state.to_move, f"{state.to_move.capitalize()} is to move."
    if line.check == "seat":
        return str(state.seat), f"The {('first', 'second')[state.seat]} seat is to move."
    if line.name not in state.facts:
        raise ValueError(f"line {line.line}: there is no fact {line.name!r} here")
    shown = ", ".join(
        " ".join(one) if isinstance(one, tuple) else str(one) for one in state.facts[line.name]
    )
    what, _, colour = line.name.rpartition("_")
    if what and colour in state.game.colours:
        return shown, f"{colour.capitalize()}'s {what}: {shown or 'none'}."
    return shown, f"The {line.name.replace('_', ' ')}: {shown or 'none'}."


def _outcome(state: State, *, figures: bool) -> tuple[str, str]:
    outcome = state.outcome
    if outcome is None:
        return "none", "The game goes on."
    found = f"{outcome.winner or 'draw'} {outcome.reason}"
    if figures and outcome.scores is not None:
        found += f" {outcome.scores[0]} {outcome.scores[1]}"
    return found, ending(state.game.name, state.game.colours, outcome)


def _holds(state: State) -> str:
    """Say what stands where, kind by kind."""
    if not state.cells:
        return "The board is empty."
    by_piece: dict[str, list[str]] = {}
    for cell, piece in state.cells.items():
        by_piece.setdefault(piece, []).append(cell)
    kinds = WORDS[state.game.name].pieces
    parts = []
    for piece, cells in by_piece.items():
        if len(cells) == 1:
            parts.append(f"{cells[0]} holds a {kinds[piece]}")
        else:
            noun, comma, rest = kinds[piece].partition(",")
            parts.append(f"{', '.join(cells[:-1])} and {cells[-1]} hold {noun}s{comma}{rest}")
    full = len(state.cells) == len(state.game.cells)
    return "; ".join(parts) + ("." if full else "; the rest is empty.")
