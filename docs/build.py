"""Build the documentation: the pages in this folder as HTML, with the boards drawn.

``python docs/build.py [OUT]`` writes to OUT, or to ``site/`` beside this folder.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from quincunx.describe import draw, pages
from quincunx.describe.palette import MODES
from quincunx.describe.styles import STYLES
from quincunx.describe.words import WORDS
from quincunx.game import State

HERE = Path(__file__).resolve().parent

GUIDES = {
    "python.md": "Five minutes in Python",
    "notation.md": "Notation",
    "records.md": "Records",
    "matches.md": "Matches",
    "levels.md": "Levels",
    "engine.md": "Engines and bots",
    "solved.md": "Solved boards",
    "adding-a-game.md": "A sixth game",
}
"""The guides, in the order of the menu, with their short titles."""

LEGIBLE = 15.0
"""How large coordinates are to be, in CSS pixels, where the screen is wide enough."""


@dataclass
class Page:
    """A page of the site, as far as it has been read."""

    source: Path
    target: str
    title: str = ""
    body: list[str] = field(default_factory=list)
    headings: list[tuple[str, str]] = field(default_factory=list)
    drawings: int = 0

    @property
    def root(self) -> str:
        """The way from the page to the top of the site."""
        return "../" * self.target.count("/")


def build(out: Path) -> list[Path]:
    """Build the site into a folder and return the pages that were written."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "style.css").write_text(_style(), encoding="utf-8")
    (out / "mark.svg").write_text(_mark("light"), encoding="utf-8")
    written = []
    for page in map(_read, _sources()):
        target = out / page.target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_whole(page), encoding="utf-8")
        written.append(target)
    return written


def _sources() -> list[Path]:
    return [
        HERE / "index.md",
        *(HERE / "rules" / f"{game}.md" for game in WORDS),
        *(HERE / guide for guide in GUIDES),
    ]


def _read(source: Path) -> Page:
    name = source.relative_to(HERE).with_suffix(".html").as_posix()
    page = Page(source, name)
    try:
        blocks = pages.parse(source.read_text(encoding="utf-8"))
        for kind, group in groupby(blocks, type):
            rendered = "".join(_block(page, block) for block in group)
            if kind is pages.Board:
                rendered = f'<div class="boards">{rendered}</div>\n'
            page.body.append(rendered)
    except ValueError as error:
        raise ValueError(f"{source.relative_to(HERE)}: {error}") from error
    return page


def _block(page: Page, block: pages.Block) -> str:
    if isinstance(block, pages.Prose):
        return _prose(page, block.text)
    if isinstance(block, pages.Board):
        return _board(page, block)
    return _example(page, block)


# -- prose


def _prose(page: Page, text: str) -> str:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            title = _plain(inline)
            if token.tag == "h1":
                page.title = page.title or title
            else:
                slug = _slug(title, {known for known, _ in page.headings})
                token.attrSet("id", slug)
                if token.tag == "h2":
                    page.headings.append((slug, title))
    for token in tokens:
        if token.type in ("fence", "code_block"):
            token.content = token.content.rstrip() + "\n"
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _target(str(child.attrGet("href"))))
    rendered = str(markdown.renderer.render(tokens, markdown.options, {}))
    # Wide tables scroll by themselves, so that the page does not.
    rendered = rendered.replace("<table>", '<div class="wide"><table>')
    return rendered.replace("</table>", "</table></div>")


def _plain(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


def _slug(title: str, taken: Iterable[str]) -> str:
    slug = re.sub(r"[^\w-]+", "", title.lower().replace(" ", "-"))
    number = 2
    known, first = set(taken), slug
    while slug in known:
        slug = f"{first}-{number}"
        number += 1
    return slug


def _target(href: str) -> str:
    """Where a link to a page of this folder leads on the site."""
    path, hash_, anchor = href.partition("#")
    if "://" not in path and path.endswith(".md"):
        path = path.removesuffix(".md") + ".html"
    return path + hash_ + anchor


# -- boards and examples


def _drawing(page: Page, scene: draw.Scene, title: str) -> str:
    """One board in both modes; the style sheet shows the one that fits."""
    page.drawings += 1
    board = scene.layout()
    width = round(board.width * max(LEGIBLE / board.label_size, 0.9))
    both = "".join(
        f'<div class="{mode}">'
        + draw.svg(scene, mode=mode, title=title, prefix=f"d{page.drawings}{mode[0]}", width=width)
        + "</div>"
        for mode in MODES
    )
    return f'<div class="board" style="width:{width}px">{both}</div>'


def _board(page: Page, block: pages.Board) -> str:
    title = block.caption or f"{WORDS[block.game].title}, a position"
    caption = f"<figcaption>{html.escape(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{_drawing(page, block.scene(), title)}{caption}</figure>\n"


def _example(page: Page, block: pages.Example) -> str:
    """Return a worked example as stages: what is played, what holds then, the board after it."""
    stages: list[str] = []
    words: list[str] = []
    turns: list[str] = []
    number = 0
    shown = False  # the drawing at the end of this stage is one that the page asks for
    said = block.replay()
    state = block.rules().start()

    def end_turns() -> None:
        if turns:
            words.append(f'<p class="turns">{" ".join(turns)}</p>')
            turns.clear()

    def end_stage() -> None:
        end_turns()
        if words:
            picture = _drawing(page, draw.scene_of(state), _after(state))
            text = "".join(words).replace("</ul><ul>", "")
            stages.append(f'<div class="stage"><div>{text}</div>{picture}</div>')
            words.clear()

    for line, sentence in zip(block.lines, said, strict=True):
        if not line.check:
            if shown:
                end_stage()
            shown = False
            goes_on = line.value.startswith(pages.GOES_ON)
            steps = line.value.removeprefix(pages.GOES_ON).split()
            number += not goes_on
            turns.append(_turn(None if goes_on else number, state.to_move, steps))
            for step in steps:
                state = state.play(step)
        elif line.check == "cells":
            shown = True  # instead of words
        else:
            end_turns()
            words.append(f"<ul><li>{html.escape(sentence)}</li></ul>")
    end_stage()
    options = ", ".join(f"{k} {str(v).lower()}" for k, v in block.options.items())
    head = html.escape(f"{WORDS[block.game].title}, {options}" if options else block.game)
    return f'<div class="example"><p class="options">{head}</p>{"".join(stages)}</div>\n'


def _turn(number: int | None, colour: str, steps: Sequence[str]) -> str:
    shown = "" if number is None else f"<b>{number}</b>"
    text = html.escape(" ".join(steps))
    return f'<span class="turn">{shown}<i class="{colour}" title="{colour}"></i>{text}</span>'


def _after(state: State) -> str:
    turns = state.turns
    title = WORDS[state.game.name].title
    return f"{title} after {turns[-1]}" if turns else f"{title}, the start"


# -- the page around it


def _whole(page: Page) -> str:
    game = page.source.stem if page.source.parent.name == "rules" else ""
    title = page.title if page.target == "index.html" else f"{page.title} · Quincunx"
    contents = "".join(
        f'<li><a href="#{slug}">{html.escape(heading)}</a></li>' for slug, heading in page.headings
    )
    beside = f'<nav class="contents"><p>On this page</p><ul>{contents}</ul></nav>'
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<link rel="icon" href="{page.root}mark.svg">
<link rel="stylesheet" href="{page.root}style.css">
</head>
<body{f' class="{game}"' if game else ""}>
<header>
<a class="home" href="{page.root}index.html">{_both_marks()}Quincunx</a>
<nav>{_menu(page)}</nav>
</header>
<div class="sheet">
{beside if page.headings else ""}
<main>
{"".join(page.body)}</main>
</div>
</body>
</html>
"""


def _menu(page: Page) -> str:
    entries = [(f"rules/{game}.html", WORDS[game].title) for game in WORDS]
    guides = [(Path(name).with_suffix(".html").name, title) for name, title in GUIDES.items()]

    def links(some: list[tuple[str, str]]) -> str:
        return "".join(
            f'<a href="{page.root}{target}"'
            + (' aria-current="page"' if target == page.target else "")
            + f">{html.escape(title)}</a>"
            for target, title in some
        )

    return f"<span>{links(entries)}</span><span>{links(guides)}</span>"


def _both_marks() -> str:
    return "".join(f'<span class="{mode}">{_mark(mode)}</span>' for mode in MODES)


def _mark(mode: str) -> str:
    """Five dots, as on a die, each in one game's accent."""
    accents = [_accent(game, mode) for game in STYLES]
    spots = ((9, 9), (31, 9), (20, 20), (9, 31), (31, 31))
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="6.2" fill="{accent}"/>'
        for (x, y), accent in zip(spots, accents, strict=True)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="30" height="30" '
        f'aria-hidden="true">{dots}</svg>'
    )


def _accent(game: str, mode: str) -> str:
    accent = STYLES[game].accent
    return accent.deep if mode == "light" else accent.bright


def _style() -> str:
    """Return the style sheet, with the project's colours put in."""

    def variables(mode: str) -> str:
        colours = MODES[mode]
        return f"--paper:{colours.paper};--ink:{colours.ink};--line:{colours.line};"

    def accents(mode: str) -> str:
        return "".join(f"body.{game}{{--accent:{_accent(game, mode)}}}" for game in STYLES)

    css = (HERE / "style.css").read_text(encoding="utf-8")
    light = f":root{{{variables('light')}}}{accents('light')}"
    dark = f":root{{{variables('dark')}}}{accents('dark')}"
    return f"{light}\n@media (prefers-color-scheme: dark){{{dark}}}\n{css}"


def main(arguments: Sequence[str]) -> int:
    """Build into the folder that the arguments name."""
    if len(arguments) > 1 or any(word.startswith("-") for word in arguments):
        print("usage: python docs/build.py [OUT]", file=sys.stderr)
        return 2
    out = Path(arguments[0]) if arguments else HERE.parent / "site"
    try:
        written = build(out)
    except (OSError, ValueError) as error:
        print(f"The documentation can't be built: {error}", file=sys.stderr)
        return 1
    print(f"{len(written)} pages in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
