"""The prompt: a line editor with completion for a person at a terminal, plain lines otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from quincunx.cli.screen import Screen
from quincunx.errors import BadNotation, IllegalMove
from quincunx.game import State

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings

__all__ = ["Asker", "asker", "next_words"]


class Asker(Protocol):
    """Asks for a line. End of input is EOFError, Ctrl-C is KeyboardInterrupt."""

    def ask(
        self,
        label: str,
        *,
        accent: str = "",
        state: State | None = None,
        commands: Sequence[str] = (),
        hint: str = "",
    ) -> str:
        """Return the line that was typed, without the space around it."""


def asker(screen: Screen) -> Asker:
    """Return what asks: an editor if a person sits at both ends."""
    return _Editor(screen) if screen.interactive else _Lines()


class _Lines:
    """Reads plain lines; where nobody types them they are echoed, so that a log makes sense."""

    def ask(
        self,
        label: str,
        *,
        accent: str = "",
        state: State | None = None,
        commands: Sequence[str] = (),
        hint: str = "",
    ) -> str:
        print(label, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return line.strip()


class _Editor:
    """prompt_toolkit: history with the arrow keys, completion with Tab."""

    def __init__(self, screen: Screen) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        self.screen = screen
        depth = None if screen.console.color_system else ColorDepth.DEPTH_1_BIT
        self.session: PromptSession[str] = PromptSession(
            complete_while_typing=False, key_bindings=_keys(), color_depth=depth
        )

    def ask(
        self,
        label: str,
        *,
        accent: str = "",
        state: State | None = None,
        commands: Sequence[str] = (),
        hint: str = "",
    ) -> str:
        from prompt_toolkit.formatted_text import FormattedText
        from prompt_toolkit.styles import Style

        coloured = bool(self.screen.console.color_system)
        style = {"bottom-toolbar": "noreverse"}
        if coloured:
            style |= {"label": f"bold {accent}".strip(), "bottom-toolbar.text": "ansigray"}
        line = self.session.prompt(
            FormattedText([("class:label", label)]),
            completer=_completer(lambda before: next_words(before, state, commands)),
            style=Style.from_dict(style),
            bottom_toolbar=hint or None,
        )
        return line.strip()


def next_words(before: str, state: State | None, commands: Sequence[str]) -> list[str]:
    """Return the words that can come next on a line: commands, then steps of the turn.

    >>> import quincunx
    >>> state = quincunx.game("implo", size=3).replay("c3", "a1")
    >>> next_words("", state, ["undo"])[:3]
    ['undo', 'b1', 'c1']
    >>> next_words("b2 ", state, ["undo"])
    ['*b1', '*a2']
    """
    typed = before.split()
    if before and not before[-1].isspace():
        typed = typed[:-1]
    if state is None:
        return [] if typed else list(commands)
    for number, step in enumerate(typed):
        if number and state.at_turn_start:
            return []
        try:
            state = state.play(step)
        except (BadNotation, IllegalMove):
            return []
    if typed and state.at_turn_start:
        return []
    return [*([] if typed else commands), *(action.text for action in state.legal())]


def _completer(words: Callable[[str], Iterable[str]]) -> Completer:
    from prompt_toolkit.completion import Completer, Completion, PathCompleter
    from prompt_toolkit.document import Document

    files = PathCompleter(expanduser=True)

    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            before = document.text_before_cursor.lstrip()
            head, space, rest = before.partition(" ")
            if space and head.rstrip("!") == "save":
                yield from files.get_completions(Document(rest, len(rest)), complete_event)
                return
            part = "" if not before or before[-1].isspace() else before.split()[-1]
            for word in words(before):
                if word.startswith(part.lower()):
                    yield Completion(word, start_position=-len(part))

    return Words()


def _keys() -> KeyBindings:
    """Ctrl-C clears a line that has something on it; on an empty one it leaves."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    return keys
