"""What happened and how things stand, in words. Rules are not known here: effects and facts are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from quincunx.describe import words
from quincunx.describe.words import WORDS
from quincunx.game import State
from quincunx.values import Action, Effect

__all__ = [
    "board_name",
    "changes",
    "choices",
    "ending",
    "figures",
    "moves",
    "noun",
    "on_cell",
    "ranges",
    "standing",
    "trades_colours",
]

MOST_CELLS = 8
"""The most cells that are named one by one."""


# -- what a step did


def changes(states: Iterable[State]) -> str:
    """Return what the last steps of these states changed beside the piece that was placed.

    >>> import quincunx
    >>> changes([quincunx.game("robble").replay("d4", "d5")])
    'pushed d4 to d3'
    """
    parts: list[str] = []
    for state in states:
        parts += _changes(state)
    return ", ".join(parts)


def _changes(state: State) -> list[str]:
    said = []
    effects = state.effects
    for (change, _, piece), group in groupby(effects, lambda e: (e.change, e.stage, e.piece)):
        tell = _TELLERS.get(change)
        if tell is not None:
            said += tell(state, list(group), noun(state.game.name, piece) if piece else "")
    return said


def _moved(_: State, effects: list[Effect], __: str) -> list[str]:
    return [f"pushed {effect.cell} to {effect.to}" for effect in effects]


def _flipped(_: State, effects: list[Effect], __: str) -> list[str]:
    return [f"flipped {_cells(effects)}"]


def _removed(_: State, effects: list[Effect], piece: str) -> list[str]:
    return [f"removed {_counted(piece, effects)}"]


def _marked(_: State, effects: list[Effect], piece: str) -> list[str]:
    return [
        f"put {'a ' if len(effects) == 1 else ''}{_plural(piece, effects)} on {_cells(effects)}"
    ]


def _claimed(_: State, effects: list[Effect], __: str) -> list[str]:
    return [f"claimed a loop of {len(effects)} stones"]


# What the text of the step says itself (placed, offered, chosen, taken, passed) is not told.
_TELLERS: Mapping[str, Callable[[State, list[Effect], str], list[str]]] = {
    "moved": _moved,
    "flipped": _flipped,
    "removed": _removed,
    "marked": _marked,
    "claimed": _claimed,
}


def trades_colours(states: Iterable[State]) -> bool:
    """Whether sides were swapped or chosen by these steps."""
    return any(e.change in ("swapped", "chosen") for s in states for e in s.effects)


def noun(game: str, piece: str) -> str:
    """Return what a piece is called, without particulars.

    >>> noun("bargo", "B/ne"), noun("topolo", "R1")
    ('black piece', 'small red piece')
    """
    return WORDS[game].pieces[piece].partition(",")[0]


def _plural(piece: str, effects: Sequence[object]) -> str:
    return piece if len(effects) == 1 else piece + "s"


def _counted(piece: str, effects: list[Effect]) -> str:
    if len(effects) == 1:
        return f"a {piece} from {effects[0].cell}"
    return f"{len(effects)} {piece}s from {_cells(effects)}"


def _cells(effects: list[Effect]) -> str:
    cells = [effect.cell or "" for effect in effects]
    more = " …" if len(cells) > MOST_CELLS else ""
    return " ".join(cells[:MOST_CELLS]) + more


# -- how things stand


def standing(state: State) -> list[str]:
    """Return what beside the board matters now: komi, score, pieces left.

    >>> import quincunx
    >>> standing(quincunx.game("topolo", size=2).replay("a1s"))
    ['Left: Red 1 large; Black 1 small, 1 large.']
    """
    facts, colours = state.facts, state.game.colours
    lines = []
    stocks = [
        f"{colour.capitalize()} {_stock(state, colour, numbers)}"
        for colour in colours
        if (numbers := _numbers(state, f"stock_{colour}"))
    ]
    if stocks and not state.over:
        lines.append(f"Left: {'; '.join(stocks)}.")
    score = _numbers(state, "score")
    if komi := _numbers(state, "komi"):
        included = ", komi included" if score and komi[0] else ""
        lines.append(f"Komi {komi[0]}.")
        if score and not state.over and state.cells:
            points = ", ".join(
                f"{c.capitalize()} {s}" for c, s in zip(colours, _halves(score), strict=True)
            )
            lines[-1] += f" Score as it stands{included}: {points}."
    loops = {c: facts[f"loops_{c}"] for c in colours if facts.get(f"loops_{c}")}
    if loops and not state.over:
        counts = ", ".join(f"{c.capitalize()} {len(found)}" for c, found in loops.items())
        lines.append(f"Claimed loops: {counts}.")
    return lines


def _numbers(state: State, name: str) -> tuple[int, ...]:
    return tuple(n for n in state.facts.get(name, ()) if isinstance(n, int))


def _halves(score: Sequence[int]) -> list[str]:
    """Return half points as points.

    >>> _halves((22, 39))
    ['11', '19.5']
    """
    return [str(n // 2) + (".5" if n % 2 else "") for n in score]


def _stock(state: State, colour: str, numbers: Sequence[int]) -> str:
    names = [
        noun(state.game.name, piece).split()[0]
        for piece in WORDS[state.game.name].pieces
        if colour in noun(state.game.name, piece).split()
    ]
    left = [f"{n} {name}" for n, name in zip(numbers, names, strict=True) if n]
    return ", ".join(left) or "none"


def choices(state: State) -> dict[str, int]:
    """Return the legal steps that each mean a set of cells, and the size of that set."""
    sets = [
        one
        for name in ("patches", "tied_groups")
        for one in state.facts.get(name, ())
        if isinstance(one, tuple)
    ]
    sizes = {one[0]: len(one) for one in sets}
    return {a.text: sizes[a.cell] for a in state.legal() if a.cell in sizes}


def board_name(state: State) -> str:
    """Return the size of a board in words.

    >>> import quincunx
    >>> board_name(quincunx.game("robble").start()), board_name(quincunx.game("licled").start())
    ('7×7', 'side 7')
    """
    size = state.game.size
    return f"{size}×{size}" if len(state.game.cells) == size * size else f"side {size}"


# -- how it ended


def ending(state: State, resigned: str | None = None) -> str:
    """Return the sentence that says how a game ended."""
    first, second = state.game.colours
    if resigned is not None:
        winner = second if resigned == first else first
        return f"{resigned.capitalize()} resigns: {winner.capitalize()} wins."
    outcome = state.outcome
    if outcome is None:
        return "The game goes on."
    return words.ending(state.game.name, state.game.colours, outcome)


def figures(state: State) -> list[tuple[str, str, str]]:
    """Return what each colour has in the end: what is counted, the first's, the second's."""
    colours = state.game.colours
    rows: dict[str, list[int]] = {}
    for piece in WORDS[state.game.name].pieces:
        rows.setdefault(_kind(state, piece), [0, 0])
    for piece in state.cells.values():
        colour = next(c for c in colours if c in noun(state.game.name, piece).split())
        rows[_kind(state, piece)][colours.index(colour)] += 1
    figures = [(kind, str(counts[0]), str(counts[1])) for kind, counts in rows.items()]
    if any(f"loops_{c}" in state.facts for c in colours):
        loops = [str(len(state.facts.get(f"loops_{c}", ()))) for c in colours]
        figures.append(("Claimed loops", loops[0], loops[1]))
    territory = [f"territory_{c}" for c in colours]
    if all(name in state.facts for name in territory):
        cells = [
            str(sum(len(one) for one in state.facts[name] if isinstance(one, tuple)))
            for name in territory
        ]
        figures.append(("Territory", cells[0], cells[1]))
    komi = _numbers(state, "komi")
    if komi and komi[0]:
        figures.append(("Komi", "", str(komi[0])))
    button = _numbers(state, "button")
    if button:
        figures.append(("Button", *(("½", "") if button[0] == 0 else ("", "½"))))
    if score := _numbers(state, "score"):
        points = _halves(score)
        figures.append(("Score", points[0], points[1]))
    return figures


def _kind(state: State, piece: str) -> str:
    """Return the kind of a piece without its colour: Stones, Markers, Small pieces."""
    kept = [w for w in noun(state.game.name, piece).split() if w not in state.game.colours]
    return f"{' '.join(kept).capitalize()}s"


# -- what can be played


def moves(state: State) -> list[tuple[str, str]]:
    """Return the legal steps, grouped: how a step is written, and on which cells.

    >>> import quincunx
    >>> moves(quincunx.game("robble", size=4).replay("b1"))
    [('a square', 'a1 c1 d1 a2–d2 a3–d3 a4–d4'), ('swap', '')]
    >>> moves(quincunx.game("topolo", size=2).replay("a1s"))
    [('a square with s, l', 'b1')]
    """
    forms: dict[str, list[str]] = {}  # cell -> how steps on it are written
    others: dict[str, list[Action]] = {}
    for action in state.legal():
        if action.cell is None:
            others.setdefault(action.kind, []).append(action)
        else:
            forms.setdefault(action.cell, []).append(action.text.replace(action.cell, "…", 1))
    groups: dict[tuple[str, ...], list[str]] = {}
    for cell, written in forms.items():
        groups.setdefault(tuple(written), []).append(cell)
    name = f"a {WORDS[state.game.name].cell}"
    lines = [
        (_form(name, written), ranges(state.game.cells, cells)) for written, cells in groups.items()
    ]
    for actions in others.values():
        if len(actions) > MOST_CELLS:
            lines.append((f"{actions[0].text} to {actions[-1].text}", ""))
        else:
            lines.append((", ".join(action.text for action in actions), ""))
    return lines


def on_cell(state: State, cell: str) -> list[str]:
    """Return the legal steps that the cell can stand for when it is not the whole step.

    >>> import quincunx
    >>> on_cell(quincunx.game("topolo").start(), "c4")
    ['c4s', 'c4m', 'c4l']
    """
    texts = [a.text for a in state.game.actions if a.cell == cell and a.text != cell]
    return [text for text in texts if state.why_illegal(text) is None]


def _form(name: str, written: tuple[str, ...]) -> str:
    """Say how steps on a cell are written: ``…`` stands for the cell."""
    if written == ("…",):
        return name
    before = {form.partition("…")[0] for form in written}
    if before == {""}:
        return f"{name} with {', '.join(form.removeprefix('…') for form in written)}"
    return f"{', '.join(sorted(before))} and {name}"


def ranges(cells: Sequence[str], chosen: Iterable[str]) -> str:
    """Return some of the cells of a board, with those in a row drawn together.

    >>> ranges(["a1", "b1", "c1", "a2", "b2", "c2"], ["a1", "b1", "c1", "a2", "c2"])
    'a1–c1 a2 c2'
    """
    wanted = set(chosen)
    runs: list[list[str]] = []
    last: str | None = None
    for cell in cells:
        if cell not in wanted:
            last = None
            continue
        together = last is not None and (last[0] == cell[0] or last[1:] == cell[1:])
        if together:
            runs[-1].append(cell)
        else:
            runs.append([cell])
        last = cell
    return " ".join(f"{r[0]}–{r[-1]}" if len(r) > 2 else " ".join(r) for r in runs)
