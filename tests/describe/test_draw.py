"""Drawings: everything once, nothing else, and colours that everybody can tell apart."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.describe.draw import (
    Scene,
    layout,
    positions,
    scene_of,
    svg,
    svg_of,
    text,
    text_of,
)
from quincunx.describe.palette import MODES, TONES, Mode, contrast, luminance, rgb
from quincunx.describe.styles import STYLES
from quincunx.describe.text import BOARD, INKS

NS = "{http://www.w3.org/2000/svg}"
SIZES = {"implo": (3, 10), "bargo": (2, 7), "topolo": (2, 8), "robble": (3, 9), "licled": (2, 9)}
RING = ("a1", "a2", "b1", "b3", "c1", "c2")  # around b2 on side 2


def crowded(game: str, size: int, seed: int = 0) -> Scene:
    """A scene with random pieces on two thirds of the cells and every kind of mark on others."""
    chance = random.Random(f"{game}{size}{seed}")
    board, look = layout(game, size), STYLES[game]
    cells = list(board.centres)
    chance.shuffle(cells)
    cut = max(1, 2 * len(cells) // 3)
    taken, free = cells[:cut], cells[cut:]
    codes = list(look.pieces)
    return Scene(
        game,
        size,
        {
            cell: codes[i] if i < len(codes) else chance.choice(codes)
            for i, cell in enumerate(taken)
        },
        last=frozenset(taken[:1]),
        outlined=(tuple(taken[:2]), tuple(free[:1])),
        dimmed=frozenset(free[1:3]),
        shaded=frozenset(free[3:5]),
        hatched={look.colours[0]: tuple(free[5:7]), look.colours[1]: tuple(free[7:9])},
        dots=frozenset(free[9:11]),
        button="free" if look.button else None,
        labels={free[0]: "A", taken[1]: "12"},
    )


SCENES = [crowded(game, size) for game, sizes in SIZES.items() for size in sizes]


def parsed(document: str) -> ElementTree.Element:
    root = ElementTree.fromstring(document)
    assert root.tag == f"{NS}svg"
    return root


# -- SVG


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: f"{s.game}{s.size}")
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_each_piece_is_drawn_exactly_once_and_at_its_place(scene: Scene, mode: str) -> None:
    root = parsed(svg(scene, mode=mode))
    board = layout(scene.game, scene.size)
    drawn = [e for e in root.iter() if "data-piece" in e.attrib]
    assert {e.attrib["data-cell"]: e.attrib["data-piece"] for e in drawn} == scene.cells
    assert len(drawn) == len(scene.cells)
    for e in drawn:
        x, y = board.centres[e.attrib["data-cell"]]
        assert (float(e.attrib["x"]), float(e.attrib["y"])) == pytest.approx((x, y), abs=0.01)
    rows = [float(e.attrib["y"]) for e in drawn]
    assert rows == sorted(rows), "nearer pieces cover farther ones"


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: f"{s.game}{s.size}")
def test_the_document_stands_alone(scene: Scene) -> None:
    document = svg(scene)
    root = parsed(document)
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{NS}title"
    assert root[0].text == f"{STYLES[scene.game].title}, size {scene.size}"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    ratio = float(root.attrib["width"]) / float(root.attrib["height"])
    assert ratio == pytest.approx(width / height, rel=0.01)
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len({name.lower() for name in ids})
    used = set(re.findall(r"url\(#([^)]+)\)", document)) | set(
        re.findall(r'href="#([^"]+)"', document)
    )
    assert used == set(ids), "what is used is defined, and the other way round"
    assert "http" not in document.replace(NS[1:-1], "")


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: f"{s.game}{s.size}")
def test_each_code_has_a_look_of_its_own(scene: Scene) -> None:
    root = parsed(svg(scene))
    bodies = {
        e.attrib["id"]: "".join(ElementTree.tostring(child, "unicode") for child in e)
        for e in root.iter(f"{NS}g")
        if "-piece-" in e.attrib.get("id", "")
    }
    assert len(bodies) == len(set(scene.cells.values())) == len(set(bodies.values()))


def test_drawing_is_deterministic_whatever_the_order_of_the_data() -> None:
    for scene in SCENES:
        turned = replace(
            scene,
            cells=dict(reversed(list(scene.cells.items()))),
            labels=dict(reversed(list(scene.labels.items()))),
        )
        assert svg(scene) == svg(scene) == svg(turned)
        assert text(scene) == text(turned)


def test_drawings_share_no_ids_unless_they_are_the_same() -> None:
    ids: Counter[str] = Counter()
    scenes = [crowded("robble", 5, seed) for seed in range(5)]
    documents = [svg(scene, mode=mode) for scene, mode in product(scenes, MODES)]
    documents += [svg(scenes[0], prefix="one"), svg(scenes[0], prefix="two")]
    for document in documents:
        ids.update(e.attrib["id"] for e in parsed(document).iter() if "id" in e.attrib)
    assert set(ids.values()) == {1}


@pytest.mark.parametrize("prefix", ["", "7up", "a b", 'x"y', "é<", "-a"])
def test_a_prefix_that_is_no_name_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="a prefix is a letter"):
        svg(Scene("robble", 3), prefix=prefix)


def test_words_are_escaped() -> None:
    scene = Scene("robble", 5, {"c3": "B"}, labels={"c3": "<&>", "a1": '"\x00\x1b'})
    root = parsed(svg(scene, title='Black & <White> "x" \x07'))
    assert root[0].text == 'Black & <White> "x" \N{REPLACEMENT CHARACTER}'
    words = {e.attrib["data-label"]: e.text for e in root.iter() if "data-label" in e.attrib}
    assert words == {"a1": '"\N{REPLACEMENT CHARACTER}' + "\N{REPLACEMENT CHARACTER}", "c3": "<&>"}
    assert parsed(svg(scene, title=""))[0].tag == f"{NS}title"


def test_coordinates_can_be_left_out() -> None:
    for game, (size, _) in SIZES.items():
        named = [e.text for e in parsed(svg(Scene(game, size))).iter(f"{NS}text")]
        assert named == [label.text for label in layout(game, size).labels]
        bare = parsed(svg(Scene(game, size), coordinates=False))
        assert not list(bare.iter(f"{NS}text"))
        assert float(bare.attrib["viewBox"].split()[2]) < layout(game, size).width


def test_every_cell_tells_its_name_to_the_pointer() -> None:
    for game, (size, _) in SIZES.items():
        root = parsed(svg(Scene(game, size)))
        names = [e[0].text for e in root.iter(f"{NS}use") if len(e)]
        assert sorted(filter(None, names)) == sorted(layout(game, size).centres)


def test_the_last_turn_is_ringed_in_the_accent() -> None:
    for game, look in STYLES.items():
        for code in look.pieces:
            root = parsed(svg(Scene(game, 4, {"b2": code}, last=frozenset({"b2", "a1"}))))
            rings = {e.attrib["data-last"]: e for e in root.iter() if "data-last" in e.attrib}
            assert set(rings) == {"b2", "a1"}
            for ring in rings.values():
                inks = {e.attrib.get("stroke") for e in ring}
                assert inks & {look.accent.deep, look.accent.bright}


def test_a_loop_is_a_closed_band_in_order() -> None:
    scene = Scene("licled", 2, dict.fromkeys(RING, "B"), loops={"black": (RING,)})
    board = layout("licled", 2)
    bands = [e for e in parsed(svg(scene)).iter() if "data-loop" in e.attrib]
    (band,) = bands
    cells = band.attrib["data-loop"].split()
    assert sorted(cells) == sorted(RING)
    for one, other in zip(cells, cells[1:] + cells[:1], strict=True):
        assert other in board.neighbours[one]
    assert band.attrib["d"].endswith("Z")


def test_marks_are_drawn_only_when_asked_for() -> None:
    bare = svg(Scene("bargo", 3))
    extras: list[dict[str, Any]] = [
        {"hatched": {"black": ("a1",)}},
        {"dots": frozenset({"a1"})},
        {"shaded": frozenset({"a1"})},
        {"dimmed": frozenset({"a1"})},
        {"outlined": (("a1", "a2"),)},
        {"button": "white"},
        {"labels": {"a1": "x"}},
    ]
    for extra in extras:
        assert len(svg(Scene("bargo", 3, **extra))) > len(bare)
    assert 'data-button="black"' in svg(Scene("bargo", 3, button="black"))


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="a drawing is light or dark, not 'sepia'"):
        svg(Scene("robble", 3), mode="sepia")


# -- scenes that cannot be drawn


@pytest.mark.parametrize(
    ("game", "extra", "message"),
    [
        ("chess", {}, "no game is called 'chess'"),
        ("robble", {"cells": {"i1": "B"}}, "robble of size 3 has no cell 'i1' \\(in cells\\)"),
        ("robble", {"cells": {"a1": "b"}}, "no piece 'b' \\(on a1\\); it has B W"),
        ("topolo", {"cells": {"a1": "R4"}}, "no piece 'R4'"),
        ("bargo", {"cells": {"a1": "B"}}, "no piece 'B'"),
        ("bargo", {"cells": {"a4": "B/e"}}, "no cell 'a4'"),
        ("robble", {"last": frozenset({"A1"})}, "no cell 'A1' \\(in last\\)"),
        ("robble", {"dots": frozenset({"a0"})}, "no cell 'a0' \\(in dots\\)"),
        ("topolo", {"dimmed": frozenset({"a9"})}, "\\(in dimmed\\)"),
        ("licled", {"shaded": frozenset({"z1"})}, "\\(in shaded\\)"),
        ("implo", {"outlined": (("a1", "a4"),)}, "no cell 'a4' \\(in outlined\\)"),
        ("implo", {"labels": {"": "x"}}, "no cell '' \\(in labels\\)"),
        ("bargo", {"hatched": {"black": ("x1",)}}, "\\(in hatched\\)"),
        ("bargo", {"hatched": {"red": ()}}, "no colour 'red' \\(in hatched\\)"),
        ("licled", {"loops": {"green": ()}}, "no colour 'green' \\(in loops\\)"),
        ("licled", {"loops": {"black": (("a1", "b1"),)}}, "a1 b1 is no single closed loop"),
        ("licled", {"loops": {"black": ((),)}}, "a loop has no cells"),
        ("robble", {"button": "free"}, "robble has no button 'free'"),
        ("bargo", {"button": "red"}, "bargo has no button 'red'"),
    ],
)
def test_nonsense_is_refused_with_a_reason(game: str, extra: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Scene(game, 3, **extra)


def test_two_loops_given_as_one_are_refused() -> None:
    board = layout("licled", 5)
    rings = board.neighbours["c2"] + board.neighbours["g6"]
    assert len(set(rings)) == 12
    with pytest.raises(ValueError, match="no single closed loop"):
        Scene("licled", 5, loops={"white": (rings,)})


# -- text


def expected(code: str) -> str:
    """What stands in the text for a code, its middle being the cell's middle."""
    plain = {"B": "●", "W": "○", "b": "■", "w": "□"}
    if code in plain:
        return plain[code]
    if "/" in code:
        return plain[code[0]]
    return code + "?▂▅█"[int(code[1])]


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: f"{s.game}{s.size}")
def test_the_text_board_has_each_piece_at_its_coordinate(scene: Scene) -> None:
    bare = Scene(scene.game, scene.size, scene.cells)
    lines = text(bare).split("\n")
    spots = positions(scene.game, scene.size)
    for cell, (line, column) in spots.items():
        row = lines[line].ljust(200)
        if cell in scene.cells:
            piece = expected(scene.cells[cell])
            start = column - len(piece) // 2
            assert row[start : start + len(piece)] == piece
        else:
            assert row[column] in " ·┌┬┐├┼┤└┴┘╋"
    shown = sum(text(bare).count(glyph) for glyph in "●○■□▂▅█")
    assert shown == len(scene.cells)


def test_the_text_board_is_laid_out_like_the_board() -> None:
    for game, sizes in SIZES.items():
        for size in sizes:
            spots, board = positions(game, size), layout(game, size)
            assert list(spots) == list(board.centres)
            assert len(set(spots.values())) == len(spots)
            for one, other in product(spots, repeat=2):
                (line, column), (line_2, column_2) = spots[one], spots[other]
                (x, y), (x_2, y_2) = board.centres[one], board.centres[other]
                assert (line < line_2) == (y < y_2 - 1)
                assert (column < column_2) == (x < x_2 - 1)


def test_text_coordinates_name_rows_and_columns() -> None:
    lines = text(Scene("topolo", 8)).split("\n")
    spots = positions("topolo", 8)
    for cell, (line, column) in spots.items():
        assert lines[line].split()[0] == cell[1]
        assert lines[-1][column] == cell[0]
    for letter, last in zip("abcde", "34543", strict=True):
        row = text(Scene("bargo", 3)).split("\n")[positions("bargo", 3)[f"{letter}1"][0]]
        assert (row.split()[0], row.split()[-1]) == (letter, last)


@pytest.mark.parametrize(
    ("side", "spot", "walls"),
    [
        ("ne", (-1, 1), "▚╲"),
        ("e", (0, 2), "┃║"),
        ("se", (1, 1), "▞╱"),
        ("sw", (1, -1), "▚╲"),
        ("w", (0, -2), "┃║"),
        ("nw", (-1, -1), "▞╱"),
    ],
)
def test_text_walls_stand_on_their_side(side: str, spot: tuple[int, int], walls: str) -> None:
    for letter, wall in zip("BW", walls, strict=True):
        scene = Scene("bargo", 3, {"c3": f"{letter}/{side}"})
        line, column = positions("bargo", 3)["c3"]
        assert text(scene).split("\n")[line + spot[0]][column + spot[1]] == wall
        assert text(scene) != text(Scene("bargo", 3))
    board, other = layout("bargo", 3), positions("bargo", 3)
    (x, y), toward = board.centres["c3"], {"n": -1, "s": 1}.get(side[0], 0)
    behind = [
        cell
        for cell in board.neighbours["c3"]
        if (board.centres[cell][0] > x) == ("e" in side)
        and round((board.centres[cell][1] - y) / 50) == toward
    ]
    (cell,) = behind
    line, column = other["c3"]
    assert (other[cell][1] > column) == (spot[1] > 0)
    assert (other[cell][0] > line) == (spot[0] > 0)


def test_the_button_is_told_in_words() -> None:
    assert "The button is free." in text(Scene("bargo", 2, button="free"))
    assert "White has the button." in text(Scene("bargo", 2, button="white"))
    assert "button" not in text(Scene("bargo", 2))


def test_text_loops_differ_from_loose_stones() -> None:
    stones = {**dict.fromkeys(RING, "W"), "b2": "B"}
    loose = text(Scene("licled", 2, stones))
    claimed = text(Scene("licled", 2, stones, loops={"white": (RING,)}))
    assert (loose.count("○"), loose.count("●"), loose.count("◎")) == (6, 1, 0)
    assert (claimed.count("○"), claimed.count("●"), claimed.count("◎")) == (0, 1, 6)
    assert claimed.count("━━━") == 2
    assert claimed.count("╱") == claimed.count("╲") == 2


def test_text_marks() -> None:
    scene = Scene(
        "robble",
        3,
        {"a1": "B", "c3": "W"},
        last=frozenset({"a1"}),
        outlined=(("c3",),),
        dots=frozenset({"b2"}),
        shaded=frozenset({"b3"}),
        dimmed=frozenset({"c1"}),
        labels={"a3": "xyz", "a2": "\x1b["},
    )
    assert text(scene).split("\n") == [
        "   ┌───┬───┬───┐",
        " 3 │xyz│ × │{○}│",
        "   ├───┼───┼───┤",
        " 2 │?[ │ · │   │",
        "   ├───┼───┼───┤",
        " 1 │[●]│   │░░░│",
        "   └───┴───┴───┘",
        "     a   b   c",
    ]


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: f"{s.game}{s.size}")
def test_colour_changes_inks_and_not_places(scene: Scene) -> None:
    coloured = text(scene, colour=True).split("\n")
    assert all(line.endswith("\x1b[0m") for line in coloured)
    bare = [re.sub("\x1b\\[[0-9;]*m", "", line).rstrip() for line in coloured]
    plain = text(scene).split("\n")
    solid = str.maketrans("○□▫◎║╲╱", "●■▪◉┃▚▞")
    assert [line.translate(solid) for line in bare] == [line.translate(solid) for line in plain]
    assert "\x1b" not in text(scene)


# -- states


def test_a_state_shows_its_last_placement() -> None:
    robble = quincunx.game("robble", size=3)
    assert scene_of(robble.start()) == Scene(
        "robble", 3, loops=dict.fromkeys(("black", "white"), ())
    )
    assert scene_of(robble.replay("a1", "c3")).last == {"c3"}
    assert scene_of(robble.replay("a1", "swap")).last == frozenset()
    assert scene_of(robble.replay("a1"), legal=True).dots == set(robble.cells) - {"a1"}


def test_a_state_shows_what_is_to_be_chosen() -> None:
    state = quincunx.game("implo", size=3).replay("c3", "a1").play("b2")
    assert sorted(scene_of(state).outlined) == [("a2", "a3", "b3"), ("b1", "c1", "c2")]
    state = state.play("*a2")
    assert sorted(scene_of(state).outlined) == [("b2",), ("c3",)]
    assert scene_of(state).last == {"b2"}
    assert scene_of(state, legal=True).dots == frozenset()


def test_a_state_shows_bargos_button_and_territory() -> None:
    bargo = quincunx.game("bargo", size=2, komi=0)
    state = bargo.replay("b2/e")
    assert scene_of(state).button == "free"
    assert scene_of(state).hatched == {}
    assert len(scene_of(state, territory=True).hatched["black"]) == 6
    assert scene_of(bargo.replay("b2/e", "button")).button == "white"
    assert scene_of(quincunx.game("robble").start()).button is None


def test_a_state_shows_topolos_later_rows() -> None:
    topolo = quincunx.game("topolo", size=4)
    assert scene_of(topolo.replay("b3s")).dimmed == {f"{c}{r}" for c in "abcd" for r in (2, 4)}


def test_a_state_shows_licleds_loops_and_forbidden_cells() -> None:
    licled, board = quincunx.game("licled", size=5), layout("licled", 5)
    ring = board.neighbours["c4"]
    state = licled.start()
    for black, white in zip(ring, ("i1", "i2", "i3", "i4", "i5", "h1"), strict=True):
        state = state.play(black).play(white)
    scene = scene_of(state)
    assert [set(loop) for loop in scene.loops["black"]] == [set(ring)]
    assert scene.loops["white"] == ()
    assert state.to_move == "black"
    beside = {other for cell in ring for other in board.neighbours[cell]} - set(ring)
    assert scene.shaded == beside, "the inside of the loop as well"
    assert scene_of(state.play("f1")).shaded == frozenset(), "White may place there"


@pytest.mark.parametrize("game", STYLES)
def test_every_state_of_a_game_can_be_drawn(game: str) -> None:
    chance = random.Random(game)
    state = quincunx.game(game, size=4).start()
    while not state.over:
        root = parsed(svg_of(state, legal=True, territory=True))
        drawn = [e.attrib["data-cell"] for e in root.iter() if "data-piece" in e.attrib]
        assert sorted(drawn) == sorted(state.cells)
        assert text_of(state, legal=True, territory=True)
        state = state.play(chance.choice(state.legal()))
    assert str(state) == text_of(state)
    assert state._repr_svg_() == svg_of(state)


def test_every_game_and_every_piece_has_a_look() -> None:
    assert list(STYLES) == [family.name for family in quincunx.games()]
    for name, look in STYLES.items():
        assert look.colours == quincunx.game(name).colours


# -- colours


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda m: m.name)
def test_text_has_a_contrast_of_4_5(mode: Mode) -> None:
    assert contrast(mode.ink, mode.paper) >= 4.5
    for ground in (mode.board_high, mode.board_low, mode.cell, mode.cell_other):
        assert contrast(mode.board_ink, ground) >= 4.5
    for look in STYLES.values():
        accent = look.accent.deep if mode.name == "light" else look.accent.bright
        assert contrast(accent, mode.paper) >= 4.5
    for tone in TONES.values():
        assert contrast(tone.mark, tone.face) >= 4.5


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda m: m.name)
def test_pieces_and_accents_have_a_contrast_of_3_to_the_board(mode: Mode) -> None:
    for name, look in STYLES.items():
        fields = (mode.cell, mode.cell_other)
        for ground in (mode.board_high, mode.board_low) if look.kind == "points" else fields:
            assert contrast(look.accent.deep, ground) >= 3, name
            for colour in look.colours:
                tone = TONES[colour]
                # A pale piece stands out by its rim, a dark one by itself.
                assert contrast(tone.face if tone.dark else tone.rim, ground) >= 3, (name, colour)


def test_rings_and_walls_stand_out_from_pieces() -> None:
    for look in STYLES.values():
        assert contrast(look.accent.bright, TONES["black"].face) >= 3
        assert contrast(look.accent.deep, TONES["white"].face) >= 3


def test_terminal_colours_have_contrast() -> None:
    assert contrast(INKS["ink"], BOARD) >= 4.3
    assert contrast(INKS["black"], BOARD) >= 3
    assert contrast(INKS["white"], BOARD) >= 3
    for block in ("red", "black"):
        assert contrast(INKS["ink"], INKS[block]) >= 4.5


# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
COLOUR_BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, kind: str) -> tuple[float, float, float]:
    """A colour as CIE Lab, as somebody with that kind of colour blindness sees it."""
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in rgb(colour))
    ]
    r, g, b = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True))))
        for row in COLOUR_BLINDNESS[kind]
    )
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("kind", COLOUR_BLINDNESS)
@pytest.mark.parametrize("game", STYLES)
def test_the_two_colours_of_a_game_stay_apart(game: str, kind: str) -> None:
    one, other = (TONES[colour] for colour in STYLES[game].colours)
    for part in ("high", "face"):
        pair = [seen(getattr(tone, part), kind) for tone in (one, other)]
        assert sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 >= 20, part


def test_topolos_colours_differ_in_shape_as_well() -> None:
    root = parsed(svg(Scene("topolo", 2, {"a1": "R2", "b1": "B2"})))
    groups = {e.attrib["id"][-2:]: e for e in root.iter(f"{NS}g") if "id" in e.attrib}
    circles = {code: len(list(group.iter(f"{NS}circle"))) for code, group in groups.items()}
    assert circles == {"R2": 2, "B2": 0}


def test_luminance_and_contrast_follow_wcag() -> None:
    assert luminance("#ffffff") == pytest.approx(1)
    assert luminance("#000000") == 0
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")
    for nonsense in ("red", "#fff", "#12345g"):
        with pytest.raises(ValueError, match="a colour looks like"):
            luminance(nonsense)
