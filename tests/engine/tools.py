"""A program on pipes, with somebody who writes and reads lines, and does not wait for ever."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time

from tests.cli.tools import COMMAND, Running, clean_environment


class Program(Running):
    """The command on pipes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=clean_environment() | {"PYTHONFAULTHANDLER": "1"},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self.read = b""
        self.ended = False

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def send(self, *lines: str) -> None:
        self.input.write("".join(f"{line}\n" for line in lines).encode())

    def line(self, seconds: float = 30) -> str:
        """Return the next line; fail where there is none in time, or the output has ended."""
        end = time.monotonic() + seconds
        while b"\n" not in self.read:
            assert not self.ended, f"the output ended after {self.read!r}: {self.log()}"
            left = end - time.monotonic()
            ready, _, _ = select.select([self.output], [], [], max(0, left))
            assert ready, f"no line within {seconds} seconds"
            part = os.read(self.output.fileno(), 65_536)
            self.read += part
            self.ended = not part
        line, _, self.read = self.read.partition(b"\n")
        return line.decode()

    def answer(self, seconds: float = 30) -> str:
        """Return the lines up to an empty one."""
        lines = []
        while line := self.line(seconds):
            lines.append(line)
        return "\n".join(lines)

    def ask(self, line: str) -> str:
        self.send(line)
        return self.answer()

    def log(self) -> str:
        """Return what was written of trouble, once the program has ended; or where it hangs."""
        assert self.process.stderr is not None
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
        return self.process.stderr.read().decode()

    def end(self) -> str:
        """Close the input; return what is still written, once the program has ended well."""
        self.input.close()
        while not self.ended:
            ready, _, _ = select.select([self.output], [], [], 30)
            assert ready, "it goes on"
            part = os.read(self.output.fileno(), 65_536)
            self.read += part
            self.ended = not part
        assert self.log() == ""
        assert self.process.returncode == 0
        return self.read.decode()
