"""Whatever is in the registry has all that belongs to a game: a new one fails here until it has."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import quincunx
from quincunx.describe.styles import STYLES
from quincunx.describe.words import WORDS, ending, prompt
from tests import reference
from tests.games.test_perft import rows
from tests.golden import FILE

ROOT = Path(__file__).parent.parent.parent
NAMES = [family.name for family in quincunx.games()]


def test_nothing_belongs_to_an_unknown_game() -> None:
    golden = {json.loads(line)["game"] for line in FILE.read_text().splitlines()}
    pages = {page.stem for page in (ROOT / "docs" / "rules").glob("*.md")}
    headers = {n for n in NAMES if (ROOT / "core" / "games" / f"{n}.hpp").is_file()}
    perft = {row[0] for row in rows()}
    for known in (WORDS, STYLES, reference.GAMES, golden, pages, headers, perft):
        assert set(known) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_code_has_words(name: str) -> None:
    words, core = WORDS[name], quincunx.game(name)._core
    assert set(words.reasons) == set(core.reasons)
    assert set(words.ends) == set(core.ends)
    assert set(words.pieces) == set(core.pieces) == set(STYLES[name].pieces)
    assert {kind for kinds in words.prompts for kind in kinds} == set(core.kinds)
    family = next(f for f in quincunx.games() if f.name == name)
    assert set(words.recommended) <= set(family.sizes)
    assert words.recommended[0] <= family.standard_size <= words.recommended[1]


@pytest.mark.parametrize("name", NAMES)
def test_every_position_has_a_prompt_and_every_end_a_sentence(name: str) -> None:
    family = next(f for f in quincunx.games() if f.name == name)
    seen: set[frozenset[str]] = set()
    for size in family.sizes[:4]:
        for seed in range(12):
            chance = random.Random(seed)
            state = quincunx.game(name, size=size).start()
            while legal := state.legal():
                kinds = frozenset(action.kind for action in legal)
                seen.add(kinds)
                assert prompt(name, state.to_move, kinds).startswith(state.to_move.capitalize())
                claims = [a for a in legal if a.kind in ("claim", "narrow")]
                state = state.play(chance.choice(claims or legal))
            o = state.outcome
            assert o
            said = ending(name, state.game.colours, o)
            assert said.startswith(o.winner.capitalize() if o.winner else "A draw")
            assert "{" not in said
            assert "None" not in said
    rare = {frozenset({"button"}), frozenset({"pass"})}  # no placement left: seldom in random games
    assert set(WORDS[name].prompts) - rare <= seen
