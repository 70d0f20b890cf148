"""Licled: loops of stones are claimed, and friendly loops never touch.

The loops that a player may choose to claim are all listed, and there can be thousands of them late
in a game on side 9: such a placement takes seconds, or half a minute. All else is fast.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from .base import Outcome, Reference
from .boards import around, components, hexhex_cells, hexhex_neighbours

Loop = frozenset[str]
SHORTEST_LOOP = 6


@cache
def licled_steps(side: int) -> list[str]:
    """Every step of Licled on a board of this side."""
    cells = hexhex_cells(side)
    return [*cells, "swap", "leave", "claim", *(f"+{cell}" for cell in cells)]


@dataclass(frozen=True)
class Growth:
    """The search for the controlled loops through a placed stone.

    A path grows from the placed stone, one stone at a time, so that each stone of it is adjacent
    only to the ones before and after it. It is a loop when it comes back to the placed stone. Of
    the two neighbours of the placed stone in a loop, the first in cell order begins the path, so
    that each loop is found once. A closed path of more than three stones without such short cuts
    has six stones at least.

    A path is given up for these reasons alone:
    - its end cannot reach a neighbour of the placed stone that may close the loop;
    - the own stones that it can still reach cannot make up for the enemy stones on it;
    - where loops that meet enemy claimed loops are wanted, and only those of a clean claim: it
      cannot reach an enemy claimed loop, it cannot become longer than one that it meets, or there
      is already another loop of own stones beside it (see spoiled).
    """

    side: int
    placed: str
    # The stones that may be part of the loop, and the player's own stones.
    stones: frozenset[str]
    own: frozenset[str]
    # If there are any, only loops that meet one of these enemy claimed loops are wanted.
    enemy_loops: tuple[Loop, ...] = ()

    @property
    def neighbours(self) -> dict[str, frozenset[str]]:
        return hexhex_neighbours(self.side)

    def loops(self) -> Iterator[Loop]:
        """All the controlled loops through the placed stone (see above for enemy loops)."""
        order = list(hexhex_cells(self.side))
        beside = sorted(self.neighbours[self.placed] & self.stones, key=order.index)
        for number, first in enumerate(beside):
            closers = frozenset(beside[number + 1 :]) - self.neighbours[first]
            barred = frozenset(beside) - closers | {self.placed}
            yield from self.grow([self.placed, first], barred, closers)

    def grow(
        self, path: list[str], barred: frozenset[str], closers: frozenset[str]
    ) -> Iterator[Loop]:
        """The loops that go on from this path.

        The barred stones can no longer join the path: they are on it, or beside a stone of it that
        is not its end. A closer can be the last stone only.
        """
        end = path[-1]
        reached = self.reach(end, barred, closers)
        if not reached & closers:
            return
        if not self.can_control(path, reached, closers):
            return
        if self.enemy_loops:
            if not self.can_outgrow(path, reached, closers):
                return
            if self.spoiled(frozenset(path), reached):
                return
        onward = (self.neighbours[end] & self.stones) - barred
        now_barred = barred | onward | {end}
        # Friendly stones come first.
        for cell in sorted(onward, key=lambda cell: (cell not in self.own, cell)):
            if cell in closers:
                loop = frozenset([*path, cell])
                if self.controlled(loop):
                    yield loop
            else:
                yield from self.grow([*path, cell], now_barred, closers - onward)

    def reach(self, end: str, barred: frozenset[str], closers: frozenset[str]) -> set[str]:
        """The stones that the path can still come to."""
        reached: set[str] = set()
        unvisited = [end]
        while unvisited:
            for cell in self.neighbours[unvisited.pop()] & self.stones:
                if cell not in barred and cell not in reached:
                    reached.add(cell)
                    if cell not in closers:
                        unvisited.append(cell)
        return reached

    def can_control(self, path: list[str], reached: set[str], closers: frozenset[str]) -> bool:
        """Whether there are own stones enough, with one closer, for half of a loop."""
        own = sum(cell in self.own for cell in path)
        enemy = len(path) - own
        own += len((reached - closers) & self.own)
        own += bool(reached & closers & self.own)
        return own >= enemy

    def controlled(self, loop: Loop) -> bool:
        """More than half, or half: it is the turn of who places."""
        return 2 * len(loop & self.own) >= len(loop)

    def can_outgrow(self, path: list[str], reached: set[str], closers: frozenset[str]) -> bool:
        """Whether the path meets, or can meet, enemy loops, and can be longer than those it meets.

        One closer at most becomes part of it.
        """
        met = [len(loop) for loop in self.enemy_loops if not loop.isdisjoint(path)]
        if not met:
            return any(loop & reached for loop in self.enemy_loops)
        return len(path) + len(reached - closers) + 1 > max(met)

    def spoiled(self, path: frozenset[str], reached: set[str]) -> bool:
        """Whether own stones that can never join the path make another own loop with it.

        A connected set of own stones outside a loop that hangs on it at more than one stone or one
        pair of neighbouring stones makes another loop: from one of these stones along the loop to
        the next one that is not adjacent to it, and back through the set. A single stone inside a
        loop of six alone does not.
        """
        outside = self.own - path - reached
        for hanging in components(outside, self.neighbours):
            on = around(hanging, self.neighbours) & path
            if len(hanging) == 1 and on == path:
                continue
            if len(on) > 2 or (len(on) == 2 and not self.neighbours[min(on)] & on):
                return True
        return False


def on_loop(cell: str, own: frozenset[str], side: int) -> bool:
    """Whether a cell lies on a loop of these stones alone.

    It does exactly if two non-adjacent ones of its neighbours are connected through stones outside
    its own neighbourhood: the shortest way between them makes the loop.
    """
    neighbours = hexhex_neighbours(side)
    beside = neighbours[cell] & own
    for first in beside:
        targets = beside - neighbours[first] - {first}
        if not targets:
            continue
        seen = {first}
        unvisited = [first]
        while unvisited:
            for next_cell in neighbours[unvisited.pop()] & own:
                if next_cell in targets:
                    return True
                if next_cell != cell and next_cell not in beside and next_cell not in seen:
                    seen.add(next_cell)
                    unvisited.append(next_cell)
    return False


@dataclass(frozen=True, eq=False)
class Licled(Reference):
    """The stones, and the claimed loops with their colours."""

    name = "licled"
    sizes = range(2, 10)
    defaults: ClassVar[dict[str, Any]] = {"size": 7, "pie": True}

    stones: dict[str, str] = field(default_factory=dict)
    claimed: tuple[tuple[str, Loop], ...] = ()
    # While a claim choice is open: the loops that may still be meant.
    candidates: tuple[Loop, ...] = ()
    narrowing: bool = False

    @property
    def at_turn_start(self) -> bool:
        return not self.candidates

    @property
    def cells(self) -> dict[str, str]:
        return {cell: {"black": "B", "white": "W"}[colour] for cell, colour in self.stones.items()}

    def loops_of(self, colour: str) -> list[Loop]:
        """The claimed loops of this colour."""
        return [loop for owner, loop in self.claimed if owner == colour]

    @property
    def friendly_loops(self) -> list[Loop]:
        return self.loops_of(self.to_move)

    @property
    def enemy_loops(self) -> list[Loop]:
        return self.loops_of(self.other(self.to_move))

    @property
    def enemy_claimed(self) -> frozenset[str]:
        """The stones of the enemy claimed loops."""
        return frozenset().union(*self.enemy_loops)

    @property
    def own(self) -> frozenset[str]:
        """The stones of the player whose turn it is."""
        return frozenset(cell for cell, colour in self.stones.items() if colour == self.to_move)

    def with_stone(self, cell: str) -> Self:
        """The board with a stone placed here, and nothing else done yet."""
        return replace(self, stones={**self.stones, cell: self.to_move})

    # The words of the rules. In all of these the placed stone is on the board already, and the
    # claimed loops are those that stood before the placement.

    def free_loops(self, placed: str, own: frozenset[str]) -> Iterator[Loop]:
        """The controlled loops through the placed stone without stones of enemy claimed loops."""
        stones = frozenset(self.stones) - self.enemy_claimed
        return Growth(self.size, placed, stones, own).loops()

    def why_not_clean(self, placed: str, loop: Loop) -> str | None:
        """Which condition of a clean claim fails once this loop is flipped."""
        own = self.own | loop
        if any(other != loop for other in self.free_loops(placed, own)):
            return "forces_second_loop"
        # Another loop of own stones that touches or overlaps this one has a stone beside it.
        for cell in around(loop, hexhex_neighbours(self.size)) & own:
            if on_loop(cell, own, self.size):
                return "touches_own_loop"
        return None

    def optional_loops(self, placed: str) -> list[Loop]:
        """The loops with stones of enemy claimed loops that may be claimed."""
        if not self.enemy_loops:
            return []
        # A claim beside a friendly loop, or over it, is not clean.
        friendly = frozenset().union(*self.friendly_loops)
        beside_friendly = around(friendly, hexhex_neighbours(self.size))
        stones = frozenset(self.stones) - friendly - beside_friendly
        growth = Growth(self.size, placed, stones, self.own, tuple(self.enemy_loops))
        return [
            loop
            for loop in growth.loops()
            if loop & self.enemy_claimed
            and all(len(loop) > len(met) for met in self.enemy_loops if met & loop)
            and self.why_not_clean(placed, loop) is None
        ]

    def why_not_placed(self, cell: str) -> str | None:
        """Why this empty cell is no legal placement."""
        if any(cell in around(loop, hexhex_neighbours(self.size)) for loop in self.friendly_loops):
            return "beside_own_loop"
        placed = self.with_stone(cell)
        forced = placed.free_loops(cell, placed.own)
        loop = next(forced, None)
        if loop is None:
            return None
        if next(forced, None) is not None:
            return "two_loops"
        return placed.why_not_clean(cell, loop)

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.at_turn_start:
            return None
        for cell in hexhex_cells(self.size):
            if cell not in self.stones and self.why_not_placed(cell) is None:
                return None
        return self.won(self.to_move, "no_placement")

    def all_steps(self) -> list[str]:
        return licled_steps(self.size)

    def why_illegal(self, text: str) -> str | None:
        if self.outcome is not None:
            return "over"
        if text == "swap":
            return None if self.swap_offered else "swap_not_offered"
        if text in ("leave", "claim") or text.startswith("+"):
            return self.why_no_such_choice(text)
        if self.candidates:
            return "choose_claim_first"
        return "occupied" if text in self.stones else self.why_not_placed(text)

    def why_no_such_choice(self, text: str) -> str | None:
        if not self.candidates:
            return "nothing_to_claim"
        if text == "leave":
            return "narrowing" if self.narrowing else None
        if text == "claim":
            return "several_loops" if len(self.candidates) > 1 else None
        if len(self.candidates) == 1:
            return "only_one_loop"
        through = [loop for loop in self.candidates if text[1:] in loop]
        if not through:
            return "on_no_loop"
        return "on_every_loop" if len(through) == len(self.candidates) else None

    def after(self, text: str) -> Self:
        if text == "swap":
            return self.swapped()
        if text == "leave":
            return self.turn_ended()
        if text == "claim":
            return self.claim(self.candidates[0]).turn_ended()
        if text.startswith("+"):
            through = tuple(loop for loop in self.candidates if text[1:] in loop)
            if len(through) == 1:
                return self.claim(through[0]).turn_ended()
            return replace(self, candidates=through, narrowing=True)
        placed = self.with_stone(text)
        forced = next(placed.free_loops(text, placed.own), None)
        if forced is not None:
            return placed.claim(forced).turn_ended()
        optional = placed.optional_loops(text)
        if optional:
            return replace(placed, candidates=tuple(optional))
        return placed.turn_ended()

    def claim(self, loop: Loop) -> Self:
        """Flip the loop, forget enemy loops that it cuts, remove own stones beside it."""
        stones = {**self.stones, **dict.fromkeys(loop, self.to_move)}
        claimed = [(owner, other) for owner, other in self.claimed if not other & loop]
        claimed.append((self.to_move, loop))
        kept = frozenset().union(*(other for _, other in claimed))
        for cell in around(loop, hexhex_neighbours(self.size)):
            if stones.get(cell) == self.to_move and cell not in kept:
                del stones[cell]
        return replace(self, stones=stones, claimed=tuple(claimed))

    def turn_ended(self) -> Self:
        return replace(
            self,
            candidates=(),
            narrowing=False,
            to_move=self.other(self.to_move),
            turns=self.turns + 1,
        )
