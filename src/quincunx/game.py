"""Games and their states, as values.

>>> import quincunx
>>> game = quincunx.game("implo", size=6)
>>> state = game.start()
>>> state = state.play("c4")
>>> state.to_move, state.seat, state.cells
('white', 1, {'c4': 'B'})
>>> state.play("c4")
Traceback (most recent call last):
    ...
quincunx.errors.IllegalMove: c4 can't be played: there is a piece on that point already.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from quincunx import _core as extension
from quincunx.describe import words
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.notation import Notation
from quincunx.registry import colours, read_options, shown_options, whole
from quincunx.values import Action, Effect, Outcome, Playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Game", "State", "game"]

_CHANGES: Final = tuple(extension.changes())


def game(name: str, **options: int | bool | str) -> Game:
    """Return a game by name, with options: ``size``, ``pie`` or ``komi``, as the game has them.

    >>> import quincunx
    >>> quincunx.game("bargo", size=4, komi=7)
    game('bargo', size=4, komi=7)
    >>> quincunx.game("chess")
    Traceback (most recent call last):
        ...
    quincunx.errors.BadOption: there is no game 'chess'; the games are implo, bargo, topolo, robble, licled
    >>> quincunx.game("topolo", size=7)
    Traceback (most recent call last):
        ...
    quincunx.errors.BadOption: topolo's size is 2, 4, 6 or 8, not 7
    """
    return _make(*read_options(name, options))


@functools.lru_cache(maxsize=256)
def _make(name: str, size: int, values: tuple[int, ...]) -> Game:
    return Game(name, size, values, _token=_TOKEN)


_TOKEN: Final = object()


class Game:
    """A game at one size with its options. Made by :func:`game`; a value: hashable, picklable.

    >>> import quincunx
    >>> robble = quincunx.game("robble", size=4)
    >>> robble.name, robble.size, robble.options, robble.colours
    ('robble', 4, {'size': 4, 'pie': True}, ('black', 'white'))
    >>> robble.perft(2)
    256
    """

    __slots__ = (
        "_actions",
        "_core",
        "_notation",
        "_options",
        "_values",
        "cells",
        "colours",
        "name",
        "size",
    )

    name: str
    size: int
    colours: tuple[str, str]
    """The colours, the one that moves first first."""
    cells: tuple[str, ...]
    """The names of all cells in cell order."""

    def __init__(self, name: str, size: int, values: tuple[int, ...], *, _token: object) -> None:
        if _token is not _TOKEN:
            raise TypeError("make games with quincunx.game(name, ...)")
        core = extension.Game(name, size, list(values))
        kinds, cells = core.kinds, tuple(core.cells)
        actions = tuple(
            Action(i, text, kinds[kind], None if cell < 0 else cells[cell], None if x < 0 else x)
            for i, (text, (kind, cell, x)) in enumerate(zip(core.actions, core.steps, strict=True))
        )
        for attribute, value in {
            "name": name,
            "size": size,
            "_options": shown_options(name, size, values),
            "colours": colours(name),
            "cells": cells,
            "_core": core,
            "_values": values,
            "_actions": actions,
            "_notation": Notation(name, [a.text for a in actions], cells),
        }.items():
            object.__setattr__(self, attribute, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Game is a value: it does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Game is a value: it does not change")

    @property
    def options(self) -> dict[str, int | bool | str]:
        """All options with their values, ``size`` first."""
        return dict(self._options)

    def start(self) -> State:
        """Return the state before the first turn."""
        return State(self, self._core.start(), _token=_TOKEN)

    def replay(self, *turns: str) -> State:
        """Return the state after these turns.

        >>> import quincunx
        >>> quincunx.game("robble", size=5).replay("c3", "swap", "c4").cells
        {'c2': 'B', 'c4': 'W'}
        """
        state = self.start()
        for turn in turns:
            state = state.play_turn(turn)
        return state

    @property
    def actions(self) -> tuple[Action, ...]:
        """All steps that can be written, by id."""
        return self._actions

    def action(self, step: Action | str | int) -> Action:
        """Return a step by its text or id; it need not be legal anywhere.

        >>> import quincunx
        >>> quincunx.game("topolo").action("C4L").id
        80
        """
        if isinstance(step, Action):
            if not (0 <= step.id < len(self._actions)) or self._actions[step.id] != step:
                raise BadNotation(f"{step.text!r} is a step of another game or size")
            return step
        if isinstance(step, str):
            return self._actions[self._notation.parse(step)]
        number = whole(step)
        if number is None:
            raise TypeError(f"a step is an Action, its text or its id, not {type(step).__name__}")
        if not 0 <= number < len(self._actions):
            raise BadNotation(f"step ids go from 0 to {len(self._actions) - 1}, not {number}")
        return self._actions[number]

    @property
    def symmetries(self) -> int:
        """How many symmetries of the board the rules have; number 0 changes nothing."""
        return self._core.symmetries

    def cell_image(self, symmetry: int) -> NDArray[np.int32]:
        """Return where a symmetry takes each cell, by cell number.

        >>> import quincunx
        >>> quincunx.game("topolo", size=2).cell_image(1).tolist()
        [1, 0, 3, 2]
        """
        return self._core.cell_image(self._symmetry(symmetry))

    def action_image(self, symmetry: int) -> NDArray[np.uint16]:
        """Return what a symmetry makes of each step, by id.

        Where a step names a patch or a group by its lowest cell, the image may name it by another
        cell of it: ``state.understood`` gives the canonical step.
        """
        return self._core.action_image(self._symmetry(symmetry))

    def _symmetry(self, symmetry: int) -> int:
        number = whole(symmetry)
        if number is None or not 0 <= number < self.symmetries:
            raise BadOption(
                f"{self.name}'s symmetries are 0 to {self.symmetries - 1}, not {symmetry!r}"
            )
        return number

    def perft(self, depth: int) -> int:
        """Return how many sequences of exactly that many steps there are from the start."""
        return self.start().perft(depth)

    def __repr__(self) -> str:
        return f"game({self.name!r}, {', '.join(f'{k}={v!r}' for k, v in self.options.items())})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.size, self._values) == (other.name, other.size, other._values)

    def __hash__(self) -> int:
        return hash((self.name, self.size, self._values))

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (self.name, self.size, self._values)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    # What the C++ core holds; for the other modules of this package.
    _core: extension.Game
    _notation: Notation
    _actions: tuple[Action, ...]
    _values: tuple[int, ...]
    _options: dict[str, int | bool | str]


class State:
    """A position of a game with the history that its rules look at. A value: it never changes.

    Two states are equal if the same game can go on from both in the same way: same options, same
    position, and the same history where repetition looks at it.

    >>> import quincunx
    >>> robble = quincunx.game("robble", size=5, pie=False)
    >>> robble.replay("a1", "e5") == robble.replay("a1", "e5")
    True
    >>> len({robble.start(), robble.start(), robble.replay("a1")})
    2
    """

    __slots__ = ("_core", "game")

    game: Game
    _core: extension.Position

    def __init__(self, game: Game, core: extension.Position, *, _token: object) -> None:
        if _token is not _TOKEN:
            raise TypeError("states come from game.start() and state.play(step)")
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "_core", core)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a State is a value: play() returns a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a State is a value: play() returns a new one")

    def legal(self) -> tuple[Action, ...]:
        """Return the legal steps in ascending order of their ids; none exactly when the game is over.

        >>> import quincunx
        >>> [str(a) for a in quincunx.game("robble", size=3).replay("a1").legal()]
        ['b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3', 'swap']
        """
        actions = self.game._actions
        return tuple([actions[i] for i in self._core.legal()])

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return an array with True at the id of each legal step.

        >>> import quincunx
        >>> quincunx.game("robble", size=3).replay("b1").legal_mask().astype(int).tolist()
        [1, 0, 1, 1, 1, 1, 1, 1, 1, 1]
        """
        return self._core.legal_mask()

    def understood(self, step: Action | str | int) -> Action:
        """Return the step that is meant, in its canonical spelling: any cell of a patch means the patch."""
        return self.game._actions[self._core.understood(self.game.action(step).id)]

    def play(self, step: Action | str | int) -> State:
        """Return the state after a step: an Action, its text or its id.

        >>> import quincunx
        >>> quincunx.game("topolo").start().play("a1l").cells
        {'a1': 'R3'}
        """
        action = self._meant(step)
        try:
            core = self._core.play(action.id)
        except ValueError:
            code = self.game._core.reasons[self._core.why_illegal(action.id)]
            message = words.illegal(self.game.name, action.text, code)
            raise IllegalMove(message, action.text, code) from None
        return State(self.game, core, _token=_TOKEN)

    def play_turn(self, turn: str) -> State:
        """Return the state after a whole turn: its steps, joined by spaces. A part of a turn raises.

        >>> import quincunx
        >>> quincunx.game("implo", size=3).replay("c3", "a1", "b2 *a2 -c3").outcome.winner
        'black'
        """
        if not self.at_turn_start:
            raise IllegalMove(
                "a turn is under way: finish it step by step first", turn, "turn_under_way"
            )
        state = self
        for i, step in enumerate(self.game._notation.split(turn)):
            if i and state.at_turn_start:
                state.game.action(step)
                raise IllegalMove(f"the turn ends before {step}", step, "turn_ended")
            state = state.play(step)
        if not state.at_turn_start:
            allowed = ", ".join(str(a) for a in state.legal()[:8])
            raise IllegalMove(
                f"the turn {turn} is not finished: choose one of {allowed}", turn, "unfinished"
            )
        return state

    def why_illegal(self, step: Action | str | int) -> str | None:
        """Return the code of the rule that forbids a step, or None if it is legal.

        >>> import quincunx
        >>> state = quincunx.game("bargo", size=3, komi=0).replay("a1/ne")
        >>> state.why_illegal("a1/e"), state.why_illegal("a2/se"), state.why_illegal("pass")
        ('occupied', 'wall_on_board_edge', 'button_not_taken')
        """
        reason = self._core.why_illegal(self._meant(step).id)
        return None if reason < 0 else self.game._core.reasons[reason]

    def _meant(self, step: Action | str | int) -> Action:
        """Return the step; a text may name a patch or a group by any of its cells, an id may not."""
        return self.understood(step) if isinstance(step, str) else self.game.action(step)

    @property
    def to_move(self) -> str:
        """The colour that chooses next."""
        return self.game.colours[self._core.to_move]

    @property
    def seat(self) -> int:
        """The seat, 0 or 1, that chooses next."""
        return self._core.seat

    @property
    def seats(self) -> tuple[str, str]:
        """The colours that the seats have now.

        >>> import quincunx
        >>> quincunx.game("robble").replay("d4", "swap").seats
        ('white', 'black')
        """
        first = self._core.seat_of(0)
        return (self.game.colours[first], self.game.colours[1 - first])

    @property
    def at_turn_start(self) -> bool:
        """Whether the next step begins a turn."""
        return self._core.at_turn_start

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._core.over

    @property
    def cells(self) -> dict[str, str]:
        """What stands on the occupied cells, in cell order."""
        pieces = self.game._core.pieces
        return {
            cell: pieces[piece]
            for cell, piece in zip(self.game.cells, self._core.pieces(), strict=True)
            if piece >= 0
        }

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self._core.over:
            return None
        winner, reason, figures, at = self._core.outcome()
        return Outcome(
            None if winner < 0 else self.game.colours[winner],
            None if winner < 0 else self._core.seat_of(winner),
            self.game._core.ends[reason],
            figures if figures is None else (_plain(figures[0]), _plain(figures[1])),
            None if at < 0 else at,
        )

    @property
    def key(self) -> int:
        """A 64-bit hash of the position without its history, the same in every process."""
        return self._core.key

    @property
    def steps(self) -> tuple[Action, ...]:
        """The steps played so far."""
        return tuple(self.game._actions[i] for i, _ in self._core.steps())

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns so far; the last may be unfinished.

        >>> import quincunx
        >>> quincunx.game("implo", size=3).replay("c3", "a1").play("b2").play("*a2").turns
        ('c3', 'a1', 'b2 *a2')
        """
        turns: list[str] = []
        for number, begins in self._core.steps():
            text = self.game._actions[number].text
            if begins:
                turns.append(text)
            else:
                turns[-1] += " " + text
        return tuple(turns)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What the last step changed, in order; forced resolutions and flips included.

        >>> import quincunx
        >>> [(e.change, e.cell, e.to) for e in quincunx.game("robble").replay("d4", "d5").effects]
        [('placed', 'd5', None), ('moved', 'd4', 'd3')]
        """
        cells, pieces = self.game.cells, self.game._core.pieces
        return tuple(
            Effect(
                _CHANGES[change],
                stage,
                None if cell < 0 else cells[cell],
                None if to < 0 else cells[to],
                None if piece < 0 else pieces[piece],
            )
            for change, stage, cell, to, piece in self._core.effects()
        )

    @property
    def facts(self) -> dict[str, tuple[tuple[str, ...], ...] | tuple[int, ...]]:
        """What else the position shows: sets of cells or numbers, by name.

        Implo ``patches`` or ``tied_groups`` to choose from; Bargo ``komi``, ``button``, ``territory_black``,
        ``territory_white``, ``score`` (in half points); Topolo ``stock_red``, ``stock_black``, ``later``
        (cells to be filled later); Licled ``loops_black``, ``loops_white``, ``choices`` (at most 64 of the
        loops that may be claimed), ``placed``.

        >>> import quincunx
        >>> quincunx.game("topolo", size=2).replay("a1s").facts
        {'stock_red': (0, 0, 1), 'stock_black': (1, 0, 1), 'later': (('a2', 'b2'),)}
        """
        cells = self.game.cells
        facts: dict[str, tuple[tuple[str, ...], ...] | tuple[int, ...]] = {}
        for name, sets, numbers in self._core.facts():
            if numbers:
                facts[name] = tuple(numbers)
            else:
                facts[name] = tuple(tuple(cells[i] for i in one) for one in sets)
        return facts

    def transformed(self, symmetry: int) -> State:
        """Return the state as a symmetry of the board makes it, with its history and its turns.

        >>> import quincunx
        >>> quincunx.game("topolo").replay("a1s").transformed(3).cells
        {'h8': 'R1'}
        """
        return State(
            self.game, self._core.transformed(self.game._symmetry(symmetry)), _token=_TOKEN
        )

    def perft(self, depth: int) -> int:
        """Return how many sequences of exactly that many steps there are from here."""
        number = whole(depth)
        if number is None or not 0 <= number <= 64:
            raise BadOption(f"depth is a whole number from 0 to 64, not {depth!r}")
        return self._core.perft(number)

    def playouts(self, games: int, *, seed: int = 0, threads: int = 1) -> Playouts:
        """Play uniformly random games from here to their end, in the core, and count.

        One seed and one number of threads give one result. Other Python threads run meanwhile, and
        Ctrl-C stops it.

        >>> import quincunx
        >>> done = quincunx.game("robble", size=5).start().playouts(1000, seed=1)
        >>> done.games, sum(done.wins.values())
        (1000, 1000)
        """
        for name, value, least, most in (
            ("games", games, 0, 10**12),
            ("seed", seed, 0, 2**64 - 1),
            ("threads", threads, 1, 256),
        ):
            number = whole(value)
            if number is None or not least <= number <= most:
                raise BadOption(f"{name} is a whole number from {least} to {most}, not {value!r}")
        played, steps, first, second, draws = self._core.playouts(games, seed, threads)
        names = (*self.game.colours, "draw")
        return Playouts(played, steps, dict(zip(names, (first, second, draws), strict=True)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._core.equals(other._core)

    def __hash__(self) -> int:
        return hash((self.game, self._core.key))

    def __repr__(self) -> str:
        turns = "".join(f", {turn!r}" for turn in self.turns)[2:]
        return f"{self.game!r}.replay({turns})" if turns else f"{self.game!r}.start()"

    def __str__(self) -> str:
        from quincunx.describe.draw import text_of

        return text_of(self)

    def _repr_svg_(self) -> str:
        from quincunx.describe.draw import svg_of

        return svg_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.game, tuple(i for i, _ in self._core.steps()))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self


def _plain(figure: float) -> float:
    """Return whole figures as ints, so that counts print as counts."""
    return int(figure) if figure == int(figure) else figure


def _replayed(game: Game, steps: tuple[int, ...]) -> State:
    state = game.start()
    for step in steps:
        state = state.play(step)
    return state
