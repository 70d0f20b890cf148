"""Matches on the disk: a line of JSON for the settings, then one for each game, as it is finished.

A match that was broken off goes on where it stopped. A last line that is torn, because the machine
or the program was stopped in the middle of it, is dropped.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from quincunx.errors import BadOption, BadRecord
from quincunx.lab.match import Match, Played
from quincunx.record import Record

__all__ = ["MatchFile", "file_name", "from_line", "to_line"]

VERSION: Final = 1


def file_name(match: Match) -> str:
    """Return a name for the file of a match; matches with other settings have other names."""
    words = "-".join((match.game.name, *match.agents))
    digest = hashlib.sha256(_dumped(match.settings()).encode()).hexdigest()[:8]
    return f"{re.sub(r'[^a-z0-9.]+', '-', words.lower())[:80]}-{digest}.jsonl"


class MatchFile:
    """The file of a match, open for more games, and for nobody else's."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or make the file; BadOption says so if it is another match's or none at all."""
        self.path = path
        self.games: list[Played] = []
        """The games that the file has."""
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise BadOption(f"can't use {path}: {error.strerror}") from error
        try:
            self._begin({"quincunx": VERSION, "match": match.settings()})
        except BlockingIOError as error:
            self.close()
            raise BadOption(f"{path} is in use by a match that is going on") from error
        except OSError as error:
            self.close()
            raise BadOption(f"can't use {path}: {error.strerror}") from error
        except BadOption:
            self.close()
            raise

    def _begin(self, header: Mapping[str, Any]) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        old = self.path.read_bytes()
        whole = old[: old.rfind(b"\n") + 1]
        if whole:
            self._read(whole, header)
        elif not _dumped(header).encode().startswith(old):
            raise BadOption(f"{self.path} is there already and is no match")
        if len(whole) < len(old):
            os.ftruncate(self._file, len(whole))
        if not whole:
            self._append(_dumped(header))

    def add(self, game: Played) -> None:
        """Write a game to the disk, whole, before anything else happens."""
        self._append(to_line(game))
        self.games.append(game)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self._file, data) :]
        os.fsync(self._file)

    def _read(self, data: bytes, header: Mapping[str, Any]) -> None:
        lines = data.decode("utf-8", "replace").splitlines()
        found = _object(lines[0])
        if found is None or found.get("quincunx") != VERSION or "match" not in found:
            raise BadOption(f"{self.path} is there already and is no match")
        theirs, ours = found["match"], header["match"]
        for name in ours:
            if theirs.get(name) != ours[name]:
                raise BadOption(
                    f"{self.path} has another match: its {name} is {_dumped(theirs.get(name))}, "
                    f"not {_dumped(ours[name])}"
                )
        seen = set()
        for number, line in enumerate(lines[1:], 2):
            try:
                game = from_line(line)
            except ValueError as error:
                raise BadOption(f"{self.path}, line {number}: {error}") from error
            if game.number not in seen:
                self.games.append(game)
            seen.add(game.number)


def to_line(game: Played) -> str:
    """Return a game of a match as a line of JSON."""
    record = game.record
    return _dumped(
        {
            "number": game.number,
            "seed": game.seed,
            "seats": game.seats,
            "agents": record.players,
            "winner": game.winner,
            "result": record.result or "draw",
            "reason": game.reason,
            "failure": game.failure,
            "steps": game.steps,
            "seconds": game.seconds,
            "record": json.loads(record.to_json()),
        }
    )


def from_line(line: str) -> Played:
    """Return the game that a line of JSON holds, or raise ValueError."""
    data = _object(line)
    if data is None:
        raise ValueError("no JSON object")
    try:
        return Played(
            int(data["number"]),
            int(data["seed"]),
            _pair(data["seats"]),
            data["winner"],
            str(data["reason"]),
            str(data["failure"]),
            _pair(data["steps"]),
            _pair(data["seconds"]),
            Record.from_json(json.dumps(data["record"])),
        )
    except BadRecord:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no game of a match: {error!r}") from error


def _pair(values: Any) -> tuple[Any, Any]:  # noqa: ANN401
    first, second = values
    return first, second


def _object(line: str) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
