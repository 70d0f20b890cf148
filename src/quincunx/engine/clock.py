"""Time, as GTP has it: main time, then periods in which so many turns are to be made.

>>> clock = Clock(Settings(main=60, period=10, turns=5))
>>> round(clock.share(turns_ahead=20), 2)
4.45
>>> clock.take(61)
>>> round(clock.share(turns_ahead=20), 2)
1.57
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["Clock", "Settings"]

LAG: Final = 0.05
"""Of each turn's time so much is for the way to the controller and back, in seconds."""

LEAST: Final = 0.01
"""What a turn gets even if there is no time left, in seconds."""

FEWEST_TURNS: Final = 10
"""However near the end seems, the time left is kept for so many turns."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``time_settings`` says: seconds of main time, seconds of a period, turns in a period.

    Without a period there is only main time.
    """

    main: float
    period: float
    turns: int


class Clock:
    """The time of one player. It runs by itself, and ``set`` corrects it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._left = settings.main
        self._turns = 0  # to be made in this period; 0 is main time
        self._enter_period()

    def set(self, left: float, turns: int) -> None:
        """Set the seconds left, and the turns to be made in them, 0 in main time."""
        self._left, self._turns = left, turns
        self._enter_period()

    def take(self, seconds: float) -> None:
        """Take the time of a turn."""
        self._left -= seconds
        if self._turns:
            self._turns -= 1
            if self._turns == 0:  # a new period
                self._left, self._turns = self._settings.period, self._settings.turns
        self._enter_period()

    def share(self, turns_ahead: float) -> float:
        """Return the seconds for the next turn, if about so many are to come."""
        if self._turns:
            spare = self._left / self._turns
        else:
            spare = self._left / max(turns_ahead, FEWEST_TURNS)
            if self._settings.turns:  # periods follow
                spare += self._settings.period / self._settings.turns
        # A tenth is kept back: a step takes a little longer than asked for on a busy machine.
        return max(0.9 * spare - LAG, LEAST)

    def _enter_period(self) -> None:
        if self._turns == 0 and self._left <= 0 and self._settings.turns:
            # What was taken of the period beyond main time counts.
            self._left += self._settings.period
            self._turns = self._settings.turns
