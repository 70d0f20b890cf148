"""The pages: every example is replayed, every board is drawn, and malformed blocks say where."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.describe import pages

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES = [family.name for family in quincunx.games()]
SECTIONS = [
    "What you need",
    "The aim",
    "Words",
    "Your turn",
    "The end",
    "Sizes and options",
    "Writing it down",
    "Worked examples",
    "Rulings",
    "First hints",
]


def sources() -> list[Path]:
    """All pages that may hold our blocks. The README shows their form without being one."""
    return sorted(p for p in DOCS.rglob("*.md") if p.name != "README.md")


def found(kind: type[pages.Block]) -> list[object]:
    """Every block of a kind on every page, with a name that a failure can be found by."""
    return [
        pytest.param(block, id=f"{path.relative_to(DOCS)}:{block.line}")
        for path in sources()
        for block in pages.parse(path.read_text(encoding="utf-8"))
        if isinstance(block, kind)
    ]


@pytest.mark.parametrize("example", found(pages.Example))
def test_examples_hold(example: pages.Example) -> None:
    said = list(example.replay())
    assert len(said) == len(example.lines)
    assert any(line.check for line in example.lines), "an example that checks nothing"
    assert all(sentence.strip() for sentence in said)


@pytest.mark.parametrize("board", found(pages.Board))
def test_boards_draw(board: pages.Board) -> None:
    for mode in ("light", "dark"):
        assert ElementTree.fromstring(board.svg(mode=mode)).tag.endswith("svg")
    assert len(board.text().splitlines()) > board.state().game.size
    assert board.caption.endswith((".", "..."))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_full_page(game: str) -> None:
    blocks = pages.page(game)
    own = [b for b in blocks if not isinstance(b, pages.Prose) and b.game == game]
    prose = [b for b in blocks if isinstance(b, pages.Prose)]
    assert sum(isinstance(b, pages.Board) for b in own) >= 4
    assert sum(isinstance(b, pages.Example) for b in own) >= 3
    text = "\n".join(block.text for block in prose)
    for section in SECTIONS:
        assert f"\n## {section}\n" in text, section
    rulings = text.split("## Rulings")[1].split("## First hints")[0]
    numbered = [line for line in rulings.splitlines() if line[:1].isdigit()]
    assert [line.split(".")[0] for line in numbered] == [str(i + 1) for i in range(len(numbered))]
    assert rulings.count("*Why") + rulings.count("because") >= len(numbered)


@pytest.mark.parametrize("game", GAMES)
def test_page_names_sizes_and_options(game: str) -> None:
    family = next(f for f in quincunx.games() if f.name == game)
    options = pages.load(game).split("## Sizes and options")[1].split("\n## ")[0]
    rows = {
        cells[1].strip("` "): [cell.strip(" `") for cell in cells[2:]]
        for line in options.splitlines()
        if line.startswith("| `") and (cells := line.split("|"))
    }
    assert set(rows) == {"size", *family.options}
    assert rows["size"][1] == str(family.standard_size)
    for bound in (family.sizes[0], family.sizes[-1]):
        assert str(bound) in rows["size"][0].replace(",", " ").split()
    for name, standard in family.options.items():
        assert rows[name][1] == str(standard).lower()


def test_every_reason_is_shown_somewhere() -> None:
    """Each code that a player meets at the board is in a worked example of its game."""
    # Only a step given by its number can be this one: a text is understood.
    unshown = {("implo", "not_lowest_cell")}
    shown = set()
    for game in GAMES:
        for block in pages.page(game):
            if isinstance(block, pages.Example):
                shown |= {(game, line.value) for line in block.lines if line.check == "why"}
    everything = {(game, reason) for game in GAMES for reason in quincunx.game(game)._core.reasons}
    assert everything - shown <= unshown
    assert not unshown & shown, "shown by now: take it off the list"


def test_every_end_is_shown() -> None:
    for game in GAMES:
        outcomes = {
            line.value.split()[1]
            for block in pages.page(game)
            if isinstance(block, pages.Example)
            for line in block.lines
            if line.check == "outcome" and line.value != "none"
        }
        expected = set(quincunx.game(game)._core.ends)
        if game == "topolo":
            expected -= {"size"}  # the common case needs no example
        assert outcomes == expected, game


EXAMPLE = """Look here.

```example robble size=5 pie=false
c3
{line}
```
"""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("why c3: legal", "line 5: why c3 is 'occupied', not 'legal'"),
        ("why k9: occupied", "line 5: 'k9' is no step of Robble here"),
        ("cells: c3=W", "line 5: cells is 'c3=B', not 'c3=W'"),
        ("cells: c3=B a1=W", "line 5: cells is 'c3=B', not"),
        ("legal: a1", "line 5: legal is 'a1 a2"),
        ("outcome: black groups", "line 5: outcome is 'none', not"),
        ("to_move: black", "line 5: to_move is 'white'"),
        ("seat: 0", "line 5: seat is '1'"),
        ("fact loops: c3", "line 5: there is no fact 'loops' here"),
        ("c3", "line 5: c3 can't be played: there is a stone"),
        ("z3", "line 5: 'z3' is no step"),
        ("c4 c5", "line 5: the turn ends before c5"),
        ("... c4", "line 5: 'c4' cannot be played: no turn is under way"),
    ],
)
def test_a_wrong_line_is_found(line: str, message: str) -> None:
    (example,) = (b for b in pages.parse(EXAMPLE.format(line=line)) if isinstance(b, pages.Example))
    with pytest.raises(ValueError, match="line 5") as caught:
        list(example.replay())
    assert str(caught.value).startswith(message)


def test_a_turn_under_way_must_be_finished() -> None:
    text = "```example implo size=3 pie=false\nc3\na1\nb2\nc1\n```"
    (example,) = pages.parse(text)
    assert isinstance(example, pages.Example)
    with pytest.raises(ValueError, match="line 5: 'c1' cannot be played: the turn before it"):
        list(example.replay())


def test_nothing_is_played_after_the_end() -> None:
    text = "```board topolo size=2\nturns: a1s, b1l, a2l, b2s, a1s\n```"
    (board,) = pages.parse(text)
    assert isinstance(board, pages.Board)
    with pytest.raises(ValueError, match="line 1: 'a1s' cannot be played: the game is over"):
        board.state()


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("```board\n```", "line 3: a block begins with ```board GAME"),
        ("```board chess\n```", "line 3: there is no game 'chess'"),
        ("```board robble size=99\n```", "line 3: robble's size is"),
        ("```board robble komi=3\n```", "line 3: robble has no option 'komi'"),
        ("```board robble size\n```", "line 3: 'size' is no option"),
        ("```board robble size=5 size=5\n```", "line 3: 'size=5' is no option"),
        ("```board robble\nturns: a1\n", "line 3: this block has no end"),
        ("```board robble\nturns\n```", "line 4: 'turns' is no line of a board"),
        ("```board robble\nturn: a1\n```", "line 4: 'turn' is nothing that a board has"),
        ("```board robble\nshow: magic\n```", "line 4: a board can show dots, territory, plain"),
        ("```board robble\nlabels: a1\n```", "line 4: 'a1' is no pair"),
        (
            "```example robble\na1\nwhether a1: legal\n```",
            "line 5: 'whether a1' is nothing to check",
        ),
        ("```example robble\nwhy: occupied\n```", "line 4: 'why' is no check"),
        ("```example robble\ncells x: a1=B\n```", "line 4: 'cells x' is no check"),
        ("```example robble\ncells: a1\n```", "line 4: 'a1' is no pair"),
    ],
)
def test_malformed_blocks_say_where(block: str, message: str) -> None:
    with pytest.raises(ValueError, match="line") as caught:
        pages.parse("# Title\n\n" + block)
    assert str(caught.value).startswith(message)


def test_a_label_off_the_board_says_where() -> None:
    (board,) = pages.parse("```board robble size=3\nlabels: z9=A\n```")
    assert isinstance(board, pages.Board)
    with pytest.raises(ValueError, match="line 1: robble of size 3 has no cell 'z9'"):
        board.svg()


def test_other_code_stays_in_the_prose() -> None:
    text = "Before.\n\n```python\n# not ours\n```\n\nAfter."
    (prose,) = pages.parse(text)
    assert isinstance(prose, pages.Prose)
    assert (prose.line, prose.text) == (1, text)


def test_prose_knows_its_line() -> None:
    blocks = pages.parse("One.\n\n```board robble size=3\n# a comment\n```\n\n\nTwo.\n")
    assert [block.line for block in blocks] == [1, 3, 8]


def test_an_unfinished_turn_is_drawn_as_it_stands() -> None:
    (board,) = pages.parse("```board implo size=3 pie=false\nturns: c2, a2, b2\n```")
    assert isinstance(board, pages.Board)
    assert not board.state().at_turn_start
    assert board.scene().outlined == (("a1", "b1", "c1"), ("a3", "b3", "c3"))


def test_what_a_board_shows() -> None:
    text = "```board robble size=3 pie=false\nturns: b2\nshow: {}\noutline: a1 b1, c3\n```"
    (dots,) = pages.parse(text.format("dots"))
    (plain,) = pages.parse(text.format("plain"))
    assert isinstance(dots, pages.Board)
    assert isinstance(plain, pages.Board)
    assert dots.scene().dots == frozenset(dots.state().game.cells) - {"b2"}
    assert dots.scene().last == {"b2"}
    assert plain.scene().dots == frozenset()
    assert plain.scene().last == frozenset()
    assert plain.scene().outlined == (("a1", "b1"), ("c3",))


def test_an_installed_package_has_its_pages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Outside a checkout the pages come from the package folder."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "robble.md").write_text("# Installed\n", encoding="utf-8")
    monkeypatch.setattr(pages, "__file__", str(tmp_path / "quincunx" / "describe" / "pages.py"))
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    assert pages.load("robble") == "# Installed\n"
