"""A program that answers commands over pipes, with a time limit on everything. For POSIX systems."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Final

from quincunx.agents.base import Stop

__all__ = ["LONGEST", "EngineFailed", "EngineProcess"]

LONGEST: Final = 2**20
"""The longest answer that is read, in bytes."""

GRACE: Final = 1.0
"""Seconds that a program has to end, once it was told to, before it is told more firmly."""

_KEPT: Final = 4096  # bytes of the standard error, from its end
_PART: Final = 65_536  # bytes that are read at once
_LOOK: Final = 0.05  # seconds between two looks whether to go on waiting
_SHOWN: Final = 200  # characters of a line of the log


class EngineFailed(RuntimeError):
    """An external engine that does not do what it should. The message says what, and what it logged last."""


class EngineProcess:
    """A program in a process group of its own, so that its children end with it.

    There are no threads: its output and its log are read while an answer is waited for.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise EngineFailed(f"{command!r} is no command: {error}") from None
        if not words:
            raise EngineFailed("an engine needs a command")
        self.name = shlex.join(words)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{self.name} can't be started: {error}") from error
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (stream.fileno() for stream in streams if stream)
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        self._read = bytearray()  # output that belongs to no answer yet
        self._log = bytearray()  # the end of the standard error
        self._ended = False  # the output
        self._closed = False

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    def exchange(self, line: str, timeout: float, stop: Stop | None = None) -> str:
        """Send a line and return the answer: all up to an empty line. Whatever goes wrong raises EngineFailed."""
        to_write = line.encode() + b"\n"
        end = time.monotonic() + timeout
        idle = False
        while True:
            answer = self._answer()
            if answer is not None and not to_write:
                return answer
            # A child may hold the output open when the program itself has ended.
            if self._ended or (idle and self._process.poll() is not None):
                raise self.failed(f"ended{self._code()} instead of answering {line!r}")
            left = end - time.monotonic()
            if left <= 0:
                raise self.failed(f"did not answer {line!r} within {timeout:g} seconds")
            if stop is not None and stop.is_set():
                raise self.failed(f"was stopped before it answered {line!r}")
            before = len(self._read)
            to_write = self._wait(to_write, min(left, _LOOK))
            idle = len(self._read) == before

    def failed(self, what: str) -> EngineFailed:
        """Return an error about the program, with the end of what it logged."""
        log = self._log.decode("utf-8", "replace").strip().splitlines()[-3:]
        said = f"; it logged: {' / '.join(one[:_SHOWN] for one in log)}" if log else ""
        return EngineFailed(f"{self.name} {what}{said}")

    def close(self) -> None:
        """Say quit, then end the whole group, firmly if need be. Takes a few times GRACE at most."""
        if self._closed:
            return
        self._closed = True
        try:
            if not self._ended:
                self.exchange("quit", GRACE)
            if self._process.stdin is not None:  # who does not know the word knows the end of input
                self._process.stdin.close()
            end = time.monotonic() + GRACE
            while not self._ended and (left := end - time.monotonic()) > 0:
                self._wait(b"", left)
                self._read.clear()
        except EngineFailed:
            pass
        finally:
            self._kill()

    def _kill(self) -> None:
        for ending in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.pid, ending)
            except (ProcessLookupError, PermissionError):  # nobody is left (macOS: but zombies)
                break
            try:
                self._process.wait(GRACE)
            except subprocess.TimeoutExpired:
                continue
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _answer(self) -> str | None:
        """Return the next whole answer of what was read."""
        text = bytes(self._read).replace(b"\r", b"").lstrip(b"\n")
        found, end, rest = text.partition(b"\n\n")
        if not end:
            if len(self._read) > LONGEST:
                raise self.failed(f"wrote more than {LONGEST} bytes without ending its answer")
            return None
        self._read = bytearray(rest)
        return found.decode("utf-8", "replace")

    def _wait(self, to_write: bytes, seconds: float) -> bytes:
        """Wait until something can be read or written, and do it. Return what is still to be written."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            if self._errors >= 0:
                selector.register(self._errors, selectors.EVENT_READ)
            if to_write:
                selector.register(self._input, selectors.EVENT_WRITE)
            for key, _ in selector.select(seconds):
                if key.fd == self._input:
                    to_write = self._write(to_write)
                elif key.fd == self._output:
                    part = _part(self._output)
                    self._read += part or b""
                    self._ended = part == b""
                else:
                    self._drain()
        return to_write

    def _write(self, text: bytes) -> bytes:
        try:
            return text[os.write(self._input, text) :]
        except BlockingIOError:
            return text
        except BrokenPipeError:  # the end of the output will follow, or the time limit
            return b""

    def _drain(self) -> bool:
        """Read a part of the log; return whether there was one."""
        part = _part(self._errors)
        self._log = (self._log + (part or b""))[-_KEPT:]
        if part == b"":
            self._errors = -1
        return bool(part)

    def _code(self) -> str:
        """Return how the program ended, if it has."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return ""
        while self._errors >= 0 and self._drain():  # its last words
            pass
        return f" by signal {-code}" if code < 0 else f" with exit code {code}"


def _part(descriptor: int) -> bytes | None:
    """Return what can be read now: nothing at the end, None where there is nothing yet."""
    try:
        return os.read(descriptor, _PART)
    except BlockingIOError:
        return None
