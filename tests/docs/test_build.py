"""The site: it builds, its links lead somewhere, and its boards are drawn."""

from __future__ import annotations

import importlib.util
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

import quincunx
from quincunx.describe import pages

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["docs_build"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(builder: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    assert builder.main([str(out)]) == 0
    return out


class Reader(HTMLParser):
    """Collects what a page links to, what it can be linked at, and whether its tags close."""

    EMPTY = frozenset({"meta", "link", "br", "hr", "img"})

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.figures = 0
        self.drawings = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag in ("a", "link") and values.get("href"):
            self.links.append(str(values["href"]))
        self.figures += tag == "figure"
        self.drawings += values.get("class") == "board"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html_pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_all_pages_are_there(site: Path) -> None:
    names = {path.relative_to(site).as_posix() for path in html_pages(site)}
    wanted = {
        "index",
        "python",
        "notation",
        "records",
        "matches",
        "levels",
        "engine",
        "solved",
        "adding-a-game",
    }
    wanted |= {f"rules/{family.name}" for family in quincunx.games()}
    assert names == {f"{name}.html" for name in wanted}


def test_links_lead_somewhere(site: Path) -> None:
    readers = {path: Reader(path) for path in html_pages(site)}
    internal = 0
    for path, reader in readers.items():
        for link in reader.links:
            if "://" in link:
                continue
            target, _, anchor = link.partition("#")
            there = (path.parent / target).resolve() if target else path
            assert there.is_file(), f"{path.name} links to {link}"
            if anchor:
                assert anchor in readers[there].ids, f"{path.name} links to {link}"
            internal += 1
    assert internal > 100


def test_pages_are_well_formed(site: Path) -> None:
    for path in html_pages(site):
        reader = Reader(path)
        assert reader.open == [], path.name
        assert len(reader.ids) == len(set(reader.ids)), path.name
        text = path.read_text(encoding="utf-8")
        # What a drawing refers to is in the page.
        assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= set(reader.ids), path.name
        assert "```" not in text, path.name


@pytest.mark.parametrize("game", [family.name for family in quincunx.games()])
def test_boards_are_drawn(site: Path, game: str) -> None:
    reader = Reader(site / "rules" / f"{game}.html")
    blocks = pages.page(game)
    boards = sum(isinstance(b, pages.Board) for b in blocks)
    examples = sum(isinstance(b, pages.Example) for b in blocks)
    assert reader.figures == boards >= 4
    assert reader.drawings >= boards + examples


def test_guides_with_boards_have_them_drawn(site: Path) -> None:
    assert Reader(site / "index.html").figures == len(quincunx.games())
    assert Reader(site / "notation.html").figures >= 3


def test_nothing_is_set_small() -> None:
    fonts = re.findall(r"font(?:-size)?:[^;}]*?(\d+)px", (DOCS / "style.css").read_text("utf-8"))
    assert fonts
    assert min(map(int, fonts)) >= 14


def test_a_page_that_cannot_be_built_is_named(
    builder: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "style.css").write_text("")
    (tmp_path / "index.md").write_text("# Hm\n\n```board robble size=3\nturns: a1, a1\n```\n")
    monkeypatch.setattr(builder, "HERE", tmp_path)
    assert builder.main([str(tmp_path / "out")]) == 1
    assert "index.md: line 3: a1 can't be played" in capsys.readouterr().err


def test_wrong_usage(builder: ModuleType) -> None:
    assert builder.main(["one", "two"]) == 2
    assert builder.main(["--help"]) == 2
