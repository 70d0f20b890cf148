"""Random games on every size and option, the core against the reference, step by step."""

import pytest

import quincunx
from tests.differential import Case, compare, option_sets

# How many games a size and option gets: small boards many, large ones few.
GAMES = {"implo": 12, "bargo": 4, "topolo": 10, "robble": 12, "licled": 6}

CASES = [
    Case(family.name, options, seed, every=1 if size <= 5 else 7, eager=seed % 2 == 1)
    for family in quincunx.games()
    for options in option_sets(family.name)
    for size in [dict(options)["size"]]
    for seed in range(GAMES[family.name] if size <= 7 else 1)
    if not (family.name == "licled" and size == 9)  # a long one: the soak plays it
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_core_and_reference_agree(case: Case) -> None:
    assert compare(case) > 0


@pytest.mark.parametrize("size", [4, 5])
def test_licled_claims_agree(size: int) -> None:
    """Games that look for claims, many of them on small boards, where claims are dense."""
    for seed in range(100, 130):
        options = (("size", size), ("pie", False))
        compare(Case("licled", options, seed, every=3, reasons=8, eager=True))


def test_licled_on_the_largest_board() -> None:
    compare(Case("licled", (("size", 9), ("pie", False)), 2, every=60, reasons=5, eager=True))


def test_every_size_and_option_is_compared() -> None:
    compared = {(c.game, c.options[0]) for c in CASES} | {("licled", ("size", 9))}
    assert compared == {(f.name, ("size", s)) for f in quincunx.games() for s in f.sizes}
