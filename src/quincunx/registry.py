"""The games that there are, as the core's registry has them, and their options, checked."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from quincunx import _core as extension
from quincunx.errors import BadOption

__all__ = ["Family", "colours", "games", "read_options", "shown_options", "whole"]


@dataclass(frozen=True, slots=True)
class Family:
    """A game at all its sizes: what the registry knows of it.

    ``options`` maps the name of each option beside ``size`` to its standard value.
    """

    name: str
    colours: tuple[str, str]
    sizes: tuple[int, ...]
    standard_size: int
    options: Mapping[str, int | bool | str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    standard: int
    most: int | None
    yes_or_no: bool
    word: str | None

    def read(self, value: object, cells: int) -> int:
        """Return the core's number for a value, or raise BadOption."""
        if self.yes_or_no:
            if not isinstance(value, bool):
                raise BadOption(f"{self.name} is True or False, not {value!r}")
            return int(value)
        most = cells if self.most is None else self.most
        if self.word is not None and isinstance(value, str) and value == self.word:
            return -1
        number = whole(value)
        if number is None or not 0 <= number <= most:
            word = f' or "{self.word}"' if self.word else ""
            raise BadOption(f"{self.name} is a whole number from 0 to {most}{word}, not {value!r}")
        return number

    def show(self, number: int) -> int | bool | str:
        if self.yes_or_no:
            return bool(number)
        return self.word if number == -1 and self.word else number


def whole(value: object) -> int | None:
    """Return a whole number as an int; None for anything else, bools included."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


_FAMILIES: Final = {row[0]: row for row in extension.families()}
_OPTIONS: Final = {name: [_Option(*o) for o in row[4]] for name, row in _FAMILIES.items()}


def games() -> tuple[Family, ...]:
    """Return all games of the registry.

    >>> import quincunx
    >>> [family.name for family in quincunx.games()]
    ['implo', 'bargo', 'topolo', 'robble', 'licled']
    """
    return tuple(
        Family(
            name,
            (colours[0], colours[1]),
            tuple(sizes),
            standard,
            MappingProxyType({o.name: o.show(o.standard) for o in _OPTIONS[name]}),
        )
        for name, colours, sizes, standard, _ in _FAMILIES.values()
    )


def colours(name: str) -> tuple[str, str]:
    """Return the colours of a game, the one that moves first first."""
    first, second = _FAMILIES[name][1]
    return (first, second)


def read_options(name: str, options: Mapping[str, object]) -> tuple[str, int, tuple[int, ...]]:
    """Return a game's name, size and the core's numbers for its other options, or raise BadOption."""
    if not isinstance(name, str) or name.lower() not in _FAMILIES:
        raise BadOption(f"there is no game {name!r}; the games are {', '.join(_FAMILIES)}")
    name = name.lower()
    _, _, sizes, standard_size, _ = _FAMILIES[name]
    given = options.get("size", standard_size)
    size = whole(given)
    if size is None or size not in sizes:
        allowed = f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]}"
        raise BadOption(f"{name}'s size is {allowed}, not {given!r}")
    known = _OPTIONS[name]
    for option in options:
        if option not in ("size", *(o.name for o in known)):
            have = ", ".join(["size", *(o.name for o in known)])
            raise BadOption(f"{name} has no option {option!r}; its options are {have}")
    cells = _cell_count(name, size)
    values = [o.read(options.get(o.name, o.show(o.standard)), cells) for o in known]
    return name, size, tuple(values)


def shown_options(name: str, size: int, values: tuple[int, ...]) -> dict[str, int | bool | str]:
    """Return the options as people give them, for the core's numbers."""
    shown = {o.name: o.show(value) for o, value in zip(_OPTIONS[name], values, strict=True)}
    return {"size": size, **shown}


@functools.cache
def _cell_count(name: str, size: int) -> int:
    return len(extension.Game(name, size, [o.standard for o in _OPTIONS[name]]).cells)
