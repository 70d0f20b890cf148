"""Lines of input, read on a thread of their own, so that a search can be stopped by the next one."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from dataclasses import dataclass

__all__ = ["LOOK", "Line", "Lines"]

PART = 65_536  # bytes that are read at once
LOOK = 0.2
"""Seconds after which whoever waits looks up: what a signal's handler says wakes nobody."""
MOST_WAITING = 64  # lines; whoever writes more than that waits


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end. A line that is too long has no text."""

    text: str
    too_long: bool = False


class Lines:
    r"""The lines of a file descriptor. ``is_set`` says that one waits: this is what stops a search.

    >>> reading, writing = os.pipe()
    >>> lines = Lines(reading, longest=10)
    >>> os.write(writing, bytes("name\r\n" + "a" * 11 + "\nquit", "ascii"))
    22
    >>> os.close(writing)
    >>> lines.get(), lines.get(), lines.get(), lines.get()
    (Line(text='name', too_long=False), Line(text='', too_long=True), Line(text='quit', too_long=False), None)
    >>> os.close(reading)
    """

    def __init__(self, descriptor: int, *, longest: int) -> None:
        self._descriptor = descriptor
        self._longest = longest
        self._waiting: queue.Queue[Line | None] = queue.Queue(MOST_WAITING)
        self._next: list[Line | None] = []  # what wait() has seen and get() will return
        self._ended = False
        # The thread is a daemon, for nothing wakes it from reading. It reads the bare descriptor:
        # sys.stdin has a lock that would be held when the interpreter ends.
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def get(self) -> Line | None:
        """Return the next line, once there is one; None at the end of input."""
        self.wait()
        return None if self._ended else self._next.pop()

    def wait(self) -> None:
        """Return once a line waits, or the end of input has been reached."""
        while not self._next and not self._ended:
            with contextlib.suppress(queue.Empty):
                self._next.append(self._waiting.get(timeout=LOOK))

    def is_set(self) -> bool:
        """Whether a line waits, or the end of input has been reached."""
        return self._ended or bool(self._next) or not self._waiting.empty()

    def end(self) -> None:
        """Let this be the end of input. A signal's handler may call it: it takes no lock."""
        self._ended = True

    def _read(self) -> None:
        rest = bytearray()
        too_long = False
        while part := self._part():
            *lines, last = part.split(b"\n")
            for line in lines:
                rest += line
                self._put(rest, too_long=too_long)
                rest.clear()
                too_long = False
            rest += last
            if len(rest) > self._longest + 1:  # a carriage return may be the last of them
                rest.clear()
                too_long = True
        if rest or too_long:
            self._put(rest, too_long=too_long)
        self._waiting.put(None)

    def _part(self) -> bytes:
        try:
            return os.read(self._descriptor, PART)
        except OSError:  # the terminal is gone
            return b""

    def _put(self, line: bytearray, *, too_long: bool) -> None:
        text = line.removesuffix(b"\r").decode("utf-8", "replace")
        if too_long or len(text) > self._longest:
            self._waiting.put(Line("", too_long=True))
        else:
            self._waiting.put(Line(text))
