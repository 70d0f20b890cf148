"""How the tests run the command: as a real process, on pipes or on a real pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Self

COMMAND = [sys.executable, "-m", "quincunx"]
STEERING = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[=>]|\][^\x07]*\x07)|\r")


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "PAGER", "LESS")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"} | dict(extra or {})


def run(
    *arguments: str | Path,
    typed: str = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command on pipes."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=folder,
        env=clean_environment(environment),
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


class Running(ABC):
    """The command while it runs; it is killed where a test leaves it running."""

    process: subprocess.Popen[bytes]

    @abstractmethod
    def close(self) -> None:
        """Close what the process was talked to through."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


class Terminal(Running):
    """The command on a pseudo-terminal, with somebody who types and reads."""

    def __init__(
        self, *arguments: str | Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=clean_environment(
                {"PROMPT_TOOLKIT_NO_CPR": "1", "COLORTERM": "truecolor"} | dict(environment or {})
            ),
        )
        os.close(slave)
        self.raw = ""
        self.seen = 0  # how much of the text was expected already

    def close(self) -> None:
        os.close(self.master)

    @property
    def text(self) -> str:
        """All that was shown, without what steers the terminal."""
        return STEERING.sub("", self.raw)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            part = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += part.decode("utf-8", "replace")
        return bool(part)

    def expect(self, words: str, seconds: float = 20) -> None:
        """Wait until these words have been shown, after what was expected before."""
        end = time.monotonic() + seconds
        while (found := self.text.find(words, self.seen)) < 0:
            left = end - time.monotonic()
            assert left > 0, f"{words!r} was not shown; there was:\n{self.text[self.seen :]}"
            if not self._read(min(left, 0.2)) and self.process.poll() is not None:
                assert words in self.text[self.seen :], f"ended without {words!r}:\n{self.text}"
        self.seen = found + len(words)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def enter(self, line: str) -> None:
        self.type(line + "\r")

    def end(self, seconds: float = 20) -> int:
        """Return the exit code, once the process has ended."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.1)
        while self._read(0):
            pass
        assert self.process.poll() is not None, f"it goes on:\n{self.text[self.seen :]}"
        assert "Traceback" not in self.text, self.text
        return self.process.returncode


def check_refused(line: str, words: str) -> None:
    """Wrong usage is answered with one sentence that has these words in it, and exit code 2."""
    done = run(*line.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert words.lower() in done.stderr.lower()
    assert len(done.stderr.splitlines()) == 1
