"""Records and drawings on the disk: what can go wrong, said in a sentence."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from quincunx.cli.failures import CommandError
from quincunx.errors import BadRecord
from quincunx.record import LONGEST, Record

__all__ = ["exists", "is_record", "path_of", "read_record", "read_text", "write_text"]


def path_of(name: str) -> Path:
    """Return the path that a name means; ``~`` is the user's home."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise CommandError(f"{name!r} is no file's name: {error}") from error


def read_text(path: Path) -> str:
    """Return the text of a file, or fail with a sentence."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LONGEST + 1)
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no record: it is not text in UTF-8") from error
    except (OSError, ValueError) as error:
        raise CommandError(f"can't read {path}: {_said(error)}") from error


def read_record(path: Path) -> tuple[Record, str]:
    """Return the record of a file and what is wrong with it, if only a part of it is good."""
    try:
        return Record.from_json(read_text(path)), ""
    except BadRecord as error:
        if isinstance(error.good, Record):
            return error.good, f"{path}: {error}"
        raise CommandError(f"{path}: {error}") from error


def exists(path: Path) -> bool:
    """Whether there is anything of that name."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def is_record(path: Path) -> bool:
    """Whether the file holds a record, all of it good."""
    try:
        return path.is_file() and not read_record(path)[1]
    except (CommandError, OSError, ValueError):
        return False


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, or fail with a sentence."""
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as device:  # a folder says so itself
                device.write(text)
            return
        # Through a link to the file that it names, and never half a file.
        target = Path(os.path.realpath(path))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, draft = tempfile.mkstemp(prefix=".quincunx-", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(draft, mode)
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise CommandError(f"can't write {path}: {_said(error)}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _said(error: Exception) -> str:
    """Return what the system says, in plain words."""
    known = {
        FileNotFoundError: "there is no such file or folder",
        IsADirectoryError: "it is a folder",
        NotADirectoryError: "a part of the path is no folder",
        PermissionError: "it is not allowed",
    }
    for kind, words in known.items():
        if isinstance(error, kind):
            return words
    return getattr(error, "strerror", None) or str(error)
