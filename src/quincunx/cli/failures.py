"""What ends a command early: a sentence for the user and an exit code."""

from __future__ import annotations

__all__ = ["CommandError", "UsageError", "sentence"]


class CommandError(Exception):
    """The command could not do its job: exit 1."""

    code = 1


class UsageError(CommandError):
    """The command was asked for something that there is not: exit 2."""

    code = 2


def sentence(error: Exception) -> str:
    """Return what is wrong as a sentence.

    >>> sentence(ValueError("there is no game 'go'"))
    "There is no game 'go'."
    """
    text = str(error)
    # A step or a file's name keeps its spelling: only words of ours begin with a capital.
    if text.split(" ", 1)[0].isalpha() and len(text.split(" ", 1)[0]) > 1:
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
