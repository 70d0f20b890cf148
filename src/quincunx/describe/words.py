"""The games in words: names, prompts, reasons, ends. Pure data, one entry a game, and how it is said.

>>> illegal("licled", "c4", "beside_own_loop")
"c4 can't be played: it is beside your own loop."
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx.values import Outcome


@dataclass(frozen=True)
class Words:
    """All that is said of one game."""

    title: str
    designer: str
    year: int
    summary: str
    cell: str
    """What players call a place on the board."""
    recommended: tuple[int, int]
    """The smallest and the largest size that are recommended; the others are for study."""
    prompts: Mapping[frozenset[str], str]
    """What is to be chosen, by the kinds of the legal steps."""
    reasons: Mapping[str, str]
    """Why a step is not allowed, by code; ends a sentence that begins with the step."""
    ends: Mapping[str, str]
    """How the game was decided, by code. Fields: winner, loser, more, less, at, groups."""
    pieces: Mapping[str, str]
    """What each piece code of State.cells stands for."""


def _kinds(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


_OVER = "the game is over"
_SWAP = "swap is offered once, to the second player on the second turn of the game"
_LAST_MOVE = "{winner} wins: everything else is equal, and {loser} made the last move."

WORDS: Mapping[str, Words] = {
    "implo": Words(
        title="Implo",
        designer="Luis Bolaños Mures",
        year=2020,
        summary="Enclose small patches: their owner gets markers there and loses the biggest group beside them.",
        cell="point",
        recommended=(6, 10),
        prompts={
            _kinds("place"): "place a stone on an empty point",
            _kinds("place", "swap"): "place a stone on an empty point, or swap sides",
            _kinds("resolve"): "pick the patch to resolve next",
            _kinds("remove"): "pick which of the tied groups is removed",
        },
        reasons={
            "over": _OVER,
            "resolve_first": "a patch is to be picked first",
            "remove_first": "one of the tied groups is to be picked first",
            "occupied": "there is a piece on that point already",
            "swap_not_offered": _SWAP,
            "nothing_to_resolve": "there is no choice of patches now",
            "no_patch": "that point is in none of the patches",
            "not_lowest_cell": "a patch or a group is named by its lowest point",
            "nothing_to_remove": "no groups are tied now",
            "not_tied": "that point is in none of the tied groups",
        },
        ends={
            "marker_groups": "{winner} wins: {more} marker {groups} of size {at} against {less}.",
            "stones": "{winner} wins: the markers are equal, and {winner} has more stones, {more} against {less}.",
            "last_move": _LAST_MOVE,
        },
        pieces={"B": "black stone", "W": "white stone", "b": "black marker", "w": "white marker"},
    ),
    "bargo": Words(
        title="Bargo",
        designer="Luis Bolaños Mures",
        year=2020,
        summary="Surround territory as in Go, with pieces that carry a wall on one of their six sides.",
        cell="cell",
        recommended=(4, 7),
        prompts={
            _kinds("komi"): "name a komi for White; your opponent then chooses a side",
            _kinds("side"): "choose the side you want with this komi, black or white",
            _kinds("place", "button"): "place a piece and its wall, or take the button",
            _kinds("place", "pass"): "place a piece and its wall, or pass",
            _kinds("button"): "take the button: no placement is possible",
            _kinds("pass"): "pass: no placement is possible",
        },
        reasons={
            "over": _OVER,
            "offer_komi_first": "a komi is to be named first",
            "choose_side_first": "a side is to be chosen first",
            "occupied": "there is a piece on that cell already",
            "wall_on_board_edge": "the edge of the board is a wall already",
            "wall_on_wall": "there is a wall on that edge already",
            "no_liberty": "the piece's group would have no liberty",
            "enemy_behind_wall": "there would be an enemy piece behind the wall",
            "repeats_position": "it would repeat the position after one of your earlier turns",
            "button_taken": "the button has been taken",
            "button_not_taken": "nobody can pass before the button has been taken",
            "komi_settled": "the komi is settled",
            "side_settled": "the sides are settled",
        },
        ends={"score": "{winner} wins by {more} points to {less}."},
        pieces={
            f"{letter}/{side}": f"{colour} piece, wall to the {towards}"
            for letter, colour in (("B", "black"), ("W", "white"))
            for side, towards in (
                ("ne", "north-east"),
                ("e", "east"),
                ("se", "south-east"),
                ("sw", "south-west"),
                ("w", "west"),
                ("nw", "north-west"),
            )
        },
    ),
    "topolo": Words(
        title="Topolo",
        designer="Rey Alicea",
        year=2013,
        summary="Fill the board row by row of one parity, then the other: the larger largest group wins.",
        cell="square",
        recommended=(8, 8),
        prompts={_kinds("place"): "place one of your pieces: small, medium or large"},
        reasons={
            "over": _OVER,
            "occupied": "there is a piece on that square already",
            "wrong_rows": "that row is filled later: the rows begun with come first",
            "none_left": "you have no piece of that size left",
        },
        ends={
            "size": "{winner} wins: {nth} group has {more} pieces against {less}.",
            "value": "{winner} wins: {nth} groups are equal in size, and {winner}'s is worth {more} against {less}.",
            "equal": "A draw: all groups are equal in size and value.",
        },
        pieces={
            f"{letter}{height}": f"{size} {colour} piece"
            for letter, colour in (("R", "red"), ("B", "black"))
            for height, size in ((1, "small"), (2, "medium"), (3, "large"))
        },
    ),
    "robble": Words(
        title="Robble",
        designer="Luis Bolaños Mures",
        year=2020,
        summary="Every stone you place shoves its neighbours: they slide, fall off the board, or turn over.",
        cell="square",
        recommended=(5, 9),
        prompts={
            _kinds("place"): "place a stone on an empty square",
            _kinds("place", "swap"): "place a stone on an empty square, or swap sides",
        },
        reasons={
            "over": _OVER,
            "occupied": "there is a stone on that square already",
            "swap_not_offered": _SWAP,
        },
        ends={
            "groups": "{winner} wins: {more} {groups} of size {at} against {less}.",
            "last_move": _LAST_MOVE,
            "repetition": "A draw: the same position has appeared for the third time.",
        },
        pieces={"B": "black stone", "W": "white stone"},
    ),
    "licled": Words(
        title="Licled",
        designer="Saïd Galdseid",
        year=2024,
        summary="Close loops to claim them; they bar your own stones. Who cannot place a stone any more wins.",
        cell="cell",
        recommended=(5, 9),
        prompts={
            _kinds("place"): "place a stone on an empty cell",
            _kinds("place", "swap"): "place a stone on an empty cell, or swap sides",
            _kinds("leave", "claim"): "claim the loop, or leave it as it is",
            _kinds(
                "leave", "narrow"
            ): "name a cell of the loop to claim, or leave everything as it is",
            _kinds("narrow"): "name another cell of the loop to claim",
        },
        reasons={
            "over": _OVER,
            "choose_claim_first": "there is a loop to claim or to leave first",
            "occupied": "there is a stone on that cell already",
            "beside_own_loop": "it is beside your own loop",
            "two_loops": "it would flip two loops at once, and a placement claims one at most",
            "forces_second_loop": "once its loop is claimed, a second one would have to flip too",
            "touches_own_loop": "the claimed loop would touch another loop of yours",
            "swap_not_offered": _SWAP,
            "nothing_to_claim": "there is no loop to choose now",
            "narrowing": "you have begun to choose a loop: go on until one is meant",
            "several_loops": "there are several loops: name a cell of the one you mean",
            "only_one_loop": "there is only one loop: write claim",
            "on_no_loop": "that cell is on none of the loops that can be claimed",
            "on_every_loop": "that cell is on every loop that can be claimed, and tells none of them apart",
        },
        ends={
            "no_placement": "{winner} wins: {winner} is to place a stone and has no legal placement."
        },
        pieces={"B": "black stone", "W": "white stone"},
    ),
}


def illegal(game: str, step: str, reason: str) -> str:
    """Return the sentence that says why a step is not allowed."""
    return f"{step} can't be played: {WORDS[game].reasons[reason]}."


def prompt(game: str, colour: str, kinds: frozenset[str]) -> str:
    """Return what the colour is to choose, by the kinds of the legal steps.

    >>> prompt("robble", "black", frozenset({"place"}))
    'Black: place a stone on an empty square.'
    """
    return f"{colour.capitalize()}: {WORDS[game].prompts[kinds]}."


def ending(game: str, colours: tuple[str, str], outcome: Outcome) -> str:
    """Return the sentence that says how a game ended, with the figures that decided.

    >>> ending("implo", ("black", "white"), Outcome("white", 1, "marker_groups", (2, 3), 9))
    'White wins: 3 marker groups of size 9 against 2.'
    """
    won = colours.index(outcome.winner) if outcome.winner else 0
    more, less = (outcome.scores[won], outcome.scores[1 - won]) if outcome.scores else (0, 0)
    rank = outcome.at or 1
    return (
        WORDS[game]
        .ends[outcome.reason]
        .format(
            winner=colours[won].capitalize(),
            loser=colours[1 - won].capitalize(),
            more=more,
            less=less,
            at=outcome.at,
            groups="group" if more == 1 else "groups",
            nth="the largest" if rank == 1 else f"the {_ordinal(rank)} largest",
        )
    )


def _ordinal(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"
