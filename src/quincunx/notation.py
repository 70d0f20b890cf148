"""The texts of steps and turns.

A step has one canonical text, which the core spells; here texts are read back, in any letter case.

>>> implo = Notation("implo", ["a1", "b1", "swap", "*a1", "*b1"], ["a1", "b1"])
>>> implo.parse("A1"), implo.parse("*b1"), implo.parse("SWAP")
(0, 4, 2)
>>> implo.parse("z9")
Traceback (most recent call last):
    ...
quincunx.errors.BadNotation: 'z9' is no step of Implo here: there is no cell z9 on this board, cells go from a1 to b1
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quincunx.errors import BadNotation

LONGEST = 4000
"""The longest text of a turn that is read at all, in characters."""

_CELL = re.compile(r"[a-z]\d+")


class Notation:
    """The spelling of the steps of one game at one size."""

    def __init__(self, name: str, texts: Sequence[str], cells: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._title = name.capitalize()
        self._cells = tuple(cells)
        self._ids = {text: i for i, text in enumerate(texts)}

    def parse(self, text: str) -> int:
        """Return the id of the step that the text spells, legal or not."""
        if not isinstance(text, str):
            raise TypeError(f"a step's text is a str, not {type(text).__name__}")
        found = self._ids.get(text.strip().lower()) if len(text) <= LONGEST else None
        if found is None:
            raise BadNotation(
                f"{_shown(text)} is no step of {self._title} here: {self._hint(text)}"
            )
        return found

    def split(self, text: str) -> list[str]:
        """Return the texts of the steps of a turn.

        >>> Notation("implo", ["a1"], ["a1"]).split("c4 *a1  -b3")
        ['c4', '*a1', '-b3']
        """
        if not isinstance(text, str):
            raise TypeError(f"a turn's text is a str, not {type(text).__name__}")
        if len(text) > LONGEST:
            raise BadNotation(f"a turn has at most {LONGEST} characters, this one {len(text)}")
        steps = text.split()
        if not steps:
            raise BadNotation("a turn has at least one step")
        return steps

    def forms(self) -> str:
        """Return what can be written, for people.

        >>> Notation("implo", ["a1", "b1", "swap", "*a1", "*b1"], ["a1", "b1"]).forms()
        'CELL, swap, *CELL'
        """
        seen: dict[str, None] = {}
        numbers: dict[str, list[int]] = {}
        for text in self.texts:
            form = _CELL.sub("CELL", text, count=1)
            prefix, _, number = form.rpartition(":")
            if prefix and number.isdigit():
                numbers.setdefault(prefix, []).append(int(number))
            else:
                seen[form] = None
        ranges = [f"{p}:{min(n)} to {p}:{max(n)}" for p, n in numbers.items()]
        return ", ".join([*seen, *ranges])

    def _hint(self, text: str) -> str:
        range_ = f"cells go from {self._cells[0]} to {self._cells[-1]}"
        cell = _CELL.search(text.lower()[:40])
        if cell and cell.group() not in self._cells:
            row = [c for c in self._cells if c[0] == cell.group()[0]]
            if row:
                range_ = f"{row[0][0]} goes from {row[0]} to {row[-1]}"
            return f"there is no cell {cell.group()} on this board, {range_}"
        return f"write one of {self.forms()}, where {range_}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
