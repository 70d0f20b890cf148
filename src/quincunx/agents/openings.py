"""The choices that come before play: a first stone that may be swapped, a komi, a side.

They are about what a position is worth, not about the next step, so they are answered by searches of the
game without them: a stone to be swapped should be near balance, a swap takes the better side, and a komi
makes a game even. What long matches have shown is kept in ``openings.json``.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from quincunx.game import Game, game
from quincunx.values import Action

if TYPE_CHECKING:
    import random

    from quincunx.agents.base import Report
    from quincunx.game import State

__all__ = ["Study", "first_steps", "opening", "without_opening"]

TOLERANCE: Final = 0.02
"""First steps that are so much further from balance than the best are as good as it."""

LOOKS: Final = 4
"""So many searches, each with its part of the limit, settle a komi."""

Study = Callable[["State", float], "Report"]
"""Searches a state with a part of the limit, and reports. The state may be of a game with other options."""


def without_opening(rules: Game, komi: int | None = None) -> Game:
    """Return the same game without swap, or with that komi instead of an offer.

    >>> import quincunx
    >>> without_opening(quincunx.game("robble", size=5))
    game('robble', size=5, pie=False)
    >>> without_opening(quincunx.game("bargo", size=4), komi=3)
    game('bargo', size=4, komi=3)
    """
    options = dict(rules.options)
    if "pie" in options:
        options["pie"] = False
    if komi is not None:
        options["komi"] = komi
    return game(rules.name, **options)


def first_steps(rules: Game) -> dict[Action, frozenset[Action]]:
    """Return the first steps that differ by more than a symmetry, each with all its images.

    >>> import quincunx
    >>> [str(a) for a in first_steps(quincunx.game("robble", size=5))]
    ['a1', 'b1', 'c1', 'b2', 'c2', 'c3']
    """
    classes: dict[Action, frozenset[Action]] = {}
    seen: set[Action] = set()
    images = [rules.action_image(i) for i in range(rules.symmetries)]
    for step in rules.start().legal():
        if step not in seen:
            classes[step] = frozenset(rules.actions[int(image[step.id])] for image in images)
            seen |= classes[step]
    return classes


def opening(state: State, study: Study, dice: random.Random) -> Action | None:
    """Return the step to take where one of these choices is open; None in any other position."""
    kinds = {step.kind for step in state.legal()}
    if "komi" in kinds:
        return state.game.action(f"komi:{_fair_komi(state.game, study)}")
    if "side" in kinds:
        return _side(state, study)
    if "swap" in kinds:
        return _swap_or_not(state, study)
    if state.game.options.get("pie") and not state.steps:
        return _first_step(state.game, study, dice)
    return None


def _first_step(rules: Game, study: Study, dice: random.Random) -> Action:
    known = _known(rules)
    classes = first_steps(rules)
    if known:
        rates = {rules.action(text): rate for text, rate in known.items()}
    else:
        plain = without_opening(rules).start()
        share = 1 / len(classes)
        rates = {a: study(plain.play(a.text), share).values[0] for a in classes}
    least = min(abs(rate - 0.5) for rate in rates.values())
    even = [a for a, rate in rates.items() if abs(rate - 0.5) <= least + TOLERANCE]
    return dice.choice(sorted(classes[dice.choice(even)], key=lambda a: a.id))


def _swap_or_not(state: State, study: Study) -> Action:
    plain = without_opening(state.game).start().play(state.steps[0].text)
    report = study(plain, 1.0)
    rate = report.values[0]
    for step, images in first_steps(state.game).items():
        if state.steps[0] in images:
            rate = _known(state.game).get(step.text, rate)
    # Stopped before it began, a search has no best step.
    best = report.best.text if report.candidates else state.legal()[0].text
    return state.game.action("swap" if rate > 0.5 else best)


def _fair_komi(rules: Game, study: Study) -> int:
    """Return the komi at which the median of the playouts is about even, found in a few looks."""
    most = len(rules.cells)
    komi = _known(rules).get("komi", most / 8)
    for _ in range(LOOKS):
        median = study(without_opening(rules, round(komi)).start(), 1 / LOOKS).median or 0.0
        # Half of it at a time: who is behind plays for more, so a look at one komi overstates the next.
        komi = min(max(komi + median / 2, 0), most)
    return round(komi)


def _side(state: State, study: Study) -> Action:
    komi = int(state.steps[0].text.partition(":")[2])
    black, _ = study(without_opening(state.game, komi).start(), 1.0).values
    return state.game.action("black" if black > 0.5 else "white")


def _known(rules: Game) -> dict[str, float]:
    """Return what is known of the openings of a game at its size: win rates of the first colour."""
    found: dict[str, float] = _book().get(rules.name, {}).get(str(rules.size), {})
    return found


@functools.cache
def _book() -> dict[str, dict[str, dict[str, float]]]:
    text = importlib.resources.files("quincunx.agents").joinpath("openings.json").read_text()
    book: dict[str, dict[str, dict[str, float]]] = json.loads(text)
    return book
