"""The agent that does not think."""

from __future__ import annotations

import random

from quincunx.agents.base import Limit, Stop
from quincunx.game import State
from quincunx.values import Action

__all__ = ["RandomAgent"]


class RandomAgent:
    """Chooses uniformly among the legal steps.

    >>> import quincunx
    >>> state = quincunx.game("robble").start()
    >>> RandomAgent(seed=1).choose(state) == RandomAgent(seed=1).choose(state)
    True
    """

    def __init__(self, *, seed: int | None = None) -> None:
        self._dice = random.Random(seed)

    def choose(
        self, state: State, limit: Limit | None = None, *, stop: Stop | None = None
    ) -> Action:
        """Return any legal step."""
        return self._dice.choice(state.legal())

    def close(self) -> None:
        """Do nothing."""
