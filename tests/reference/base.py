"""What every game of the reference offers."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self


@dataclass(frozen=True)
class Outcome:
    """How a game ended. A draw has no winner. Scores are in the order of the game's colours."""

    winner: str | None
    seat: int | None
    reason: str
    scores: tuple[float, float] | None = None
    at: int | None = None


@dataclass(frozen=True, eq=False)
class Reference(ABC):
    """A position of one game. It never changes: play gives a new one."""

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]] = ("black", "white")
    sizes: ClassVar[range]
    defaults: ClassVar[dict[str, Any]]

    options: dict[str, Any]
    to_move: str
    first_colour_seat: int = 0
    turns: int = 0

    @classmethod
    def start(cls, **options: object) -> Self:
        """The start of a game; options that are not given have their defaults."""
        for option in options:
            if option not in cls.defaults:
                raise ValueError(f"{cls.name} has no option {option}")
        chosen = {**cls.defaults, **options}
        if type(chosen["size"]) is not int or chosen["size"] not in cls.sizes:
            raise ValueError(f"{cls.name}: size must be one of {list(cls.sizes)}")
        if type(chosen.get("pie", True)) is not bool:
            raise ValueError(f"{cls.name}: pie must be true or false")
        return cls(options=chosen, to_move=cls.colours[0])

    @property
    def size(self) -> int:
        size: int = self.options["size"]
        return size

    def other(self, colour: str) -> str:
        """The other colour."""
        first, second = self.colours
        return second if colour == first else first

    def seat_of(self, colour: str | None) -> int | None:
        """The seat that has this colour now."""
        if colour is None:
            return None
        return self.first_colour_seat if colour == self.colours[0] else 1 - self.first_colour_seat

    @property
    def seat(self) -> int:
        """The seat that chooses next."""
        seat = self.seat_of(self.to_move)
        assert seat is not None
        return seat

    @property
    def at_turn_start(self) -> bool:
        """Whether the next step begins a turn."""
        return True

    @property
    @abstractmethod
    def cells(self) -> dict[str, str]:
        """What stands on the occupied cells."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def all_steps(self) -> list[str]:
        """Every well-formed step text of this game and size, legal now or not."""

    @abstractmethod
    def why_illegal(self, text: str) -> str | None:
        """None if the step is legal now, otherwise the first rule that forbids it."""

    @abstractmethod
    def after(self, text: str) -> Self:
        """The position after a step that is known to be legal."""

    def legal(self) -> list[str]:
        """The steps that are legal now; none exactly when the game is over."""
        return [text for text in self.all_steps() if self.why_illegal(text) is None]

    def play(self, text: str) -> Self:
        """The position after a step."""
        if text not in self.all_steps():
            raise ValueError(f"{text!r} is no step of {self.name}")
        reason = self.why_illegal(text)
        if reason is not None:
            raise ValueError(f"{text} is illegal: {reason}")
        return self.after(text)

    # The swap, for the games that have it.

    @property
    def swap_offered(self) -> bool:
        """Whether this is the start of the second turn of a game with a swap."""
        return bool(self.options["pie"]) and self.turns == 1 and self.at_turn_start

    def swapped(self) -> Self:
        """The seats trade colours; the second colour is still to move."""
        return replace(self, first_colour_seat=1 - self.first_colour_seat, turns=self.turns + 1)

    def won(
        self,
        winner: str | None,
        reason: str,
        scores: tuple[float, float] | None = None,
        at: int | None = None,
    ) -> Outcome:
        """The outcome in which this colour, or nobody, wins."""
        return Outcome(winner, self.seat_of(winner), reason, scores, at)

    def more_of_a_size(
        self, groups: Mapping[str, Iterable[frozenset[str]]], reason: str
    ) -> Outcome | None:
        """From the largest size down: at the first difference, the colour with more groups wins."""
        first, second = self.colours
        counts = {colour: Counter(len(group) for group in groups[colour]) for colour in groups}
        for size in sorted({*counts[first], *counts[second]}, reverse=True):
            scores = (counts[first][size], counts[second][size])
            if scores[0] != scores[1]:
                winner = first if scores[0] > scores[1] else second
                return self.won(winner, reason, scores, size)
        return None


def perft(state: Reference, depth: int) -> int:
    """How many sequences of exactly this many steps there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal())
    return sum(perft(state.play(text), depth - 1) for text in state.legal())
