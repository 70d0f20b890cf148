"""The layout of boards: every cell once and in its right place."""

from __future__ import annotations

import math

import pytest

from quincunx.describe.layout import UNIT, Layout, border, layout
from quincunx.describe.styles import STYLES

HEX = [name for name, look in STYLES.items() if look.kind == "hexes"]
SQUARE = [name for name, look in STYLES.items() if look.kind != "hexes"]
BOARDS = [(game, size) for game in SQUARE for size in range(2, 11)] + [
    (game, size) for game in HEX for size in range(2, 10)
]


def test_the_kinds_of_board() -> None:
    kinds = {game: layout(game, 4).kind for game in STYLES}
    assert kinds == {
        "implo": "points",
        "bargo": "hexes",
        "topolo": "squares",
        "robble": "squares",
        "licled": "hexes",
    }


@pytest.mark.parametrize("game", SQUARE)
@pytest.mark.parametrize("size", range(2, 11))
def test_square_boards_have_letters_for_columns_and_numbers_for_rows(game: str, size: int) -> None:
    board = layout(game, size)
    names = [f"{chr(ord('a') + column)}{row + 1}" for row in range(size) for column in range(size)]
    assert list(board.centres) == names
    x, y = board.centres["a1"]
    for cell, (cell_x, cell_y) in board.centres.items():
        assert cell_x - x == pytest.approx((ord(cell[0]) - ord("a")) * UNIT)
        assert y - cell_y == pytest.approx((int(cell[1:]) - 1) * UNIT)


@pytest.mark.parametrize("game", HEX)
@pytest.mark.parametrize("size", range(2, 10))
def test_hexhex_boards_have_letters_for_rows_and_count_from_the_left(game: str, size: int) -> None:
    board = layout(game, size)
    assert len(board.centres) == 3 * size * (size - 1) + 1
    rows: dict[str, list[str]] = {}
    for cell in board.centres:
        rows.setdefault(cell[0], []).append(cell)
    assert list(rows) == [chr(ord("a") + i) for i in range(2 * size - 1)]
    middle = size - 1
    for index, (letter, cells) in enumerate(rows.items()):
        length = 2 * size - 1 - abs(index - middle)
        assert cells == [f"{letter}{i + 1}" for i in range(length)]
        xs = [board.centres[cell][0] for cell in cells]
        assert xs == sorted(xs)
        assert sum(xs) / length == pytest.approx(board.width / 2)
        assert {round(board.centres[cell][1], 6) for cell in cells} == {
            round(board.centres["a1"][1] - index * UNIT * math.sqrt(3) / 2, 6)
        }


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_neighbours_are_exactly_the_cells_one_unit_away(game: str, size: int) -> None:
    board = layout(game, size)
    for cell, centre in board.centres.items():
        near = {
            other
            for other, spot in board.centres.items()
            if other != cell and math.dist(centre, spot) < 1.01 * UNIT
        }
        assert set(board.neighbours[cell]) == near
        assert all(math.dist(centre, board.centres[o]) == pytest.approx(UNIT) for o in near)
    most = max(len(beside) for beside in board.neighbours.values())
    assert most == (6 if board.kind == "hexes" else 4 if size > 2 else 2)


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("coordinates", [True, False])
def test_everything_is_inside_the_picture(game: str, size: int, *, coordinates: bool) -> None:
    board = layout(game, size, coordinates=coordinates)
    spots = [*board.centres.values(), *board.surface, *board.stars]
    spots += [corner for outline in board.outlines.values() for corner in outline]
    spots += [(label.x, label.y) for label in board.labels]
    assert all(0 < x < board.width and 0 < y < board.height for x, y in spots)
    assert bool(board.labels) == coordinates


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_cells_tile_the_board(game: str, size: int) -> None:
    board = layout(game, size)
    assert len(border(board.outlines.values())) == 1
    for cell, outline in board.outlines.items():
        middle = [sum(values) / len(outline) for values in zip(*outline, strict=True)]
        assert middle == pytest.approx(list(board.centres[cell]))


def test_square_coordinates_stand_beside_their_rows_and_columns() -> None:
    board = layout("robble", 5)
    spots = {label.text: (label.x, label.y) for label in board.labels}
    assert sorted(spots) == ["1", "2", "3", "4", "5", "a", "b", "c", "d", "e"]
    for cell, (x, y) in board.centres.items():
        assert spots[cell[0]][0] == x
        assert spots[cell[0]][1] > board.centres["a1"][1] + UNIT / 2
        assert spots[cell[1]][1] == y
        assert spots[cell[1]][0] < board.centres["a1"][0] - UNIT / 2


def test_hex_rows_begin_with_their_letter_and_end_with_their_last_number() -> None:
    board = layout("licled", 3)
    for letter, last in zip("abcde", "34543", strict=True):
        x, y = board.centres[f"{letter}1"]
        names = {label.text: label.x for label in board.labels if label.y == pytest.approx(y)}
        assert list(names) == [letter, last]
        assert names[letter] < x - UNIT / 2
        assert names[last] > board.centres[letter + last][0] + UNIT / 2


@pytest.mark.parametrize("size", range(3, 11))
def test_star_points_are_on_points(size: int) -> None:
    board = layout("implo", size)
    centres = set(board.centres.values())
    assert set(board.stars) <= centres
    assert len(set(board.stars)) == len(board.stars) == {3: 1, 4: 0}.get(size, 4 + size % 2)
    assert layout("robble", size).stars == ()


def test_coordinates_are_legible_at_480_pixels() -> None:
    for game, size in BOARDS:
        board = layout(game, size)
        assert board.label_size * 480 / board.width >= 13.5


def _area(line: list[tuple[float, float]]) -> float:
    pairs = zip(line, line[1:] + line[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def test_border_of_a_ring_has_a_hole() -> None:
    board: Layout = layout("licled", 2)
    ring = [board.outlines[cell] for cell in board.centres if cell != "b2"]
    outer, inner = sorted(border(ring), key=_area, reverse=True)
    assert (len(outer), len(inner)) == (18, 6)
    assert _area(inner) == pytest.approx(UNIT**2 * math.sqrt(3) / 2, rel=1e-3)


def test_border_of_squares_that_touch_at_a_corner() -> None:
    board = layout("implo", 3)
    lines = border(board.outlines[cell] for cell in ("a1", "b2"))
    assert sum(len(line) for line in lines) == 8
    assert sum(_area(line) for line in lines) == pytest.approx(2 * UNIT**2)


@pytest.mark.parametrize(("game", "size"), [("robble", 0), ("robble", 27), ("bargo", 14)])
def test_sizes_without_names_for_cells_are_refused(game: str, size: int) -> None:
    with pytest.raises(ValueError, match=f"size 1 to .* not {size}"):
        layout(game, size)


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no game is called 'chess'; there are implo, bargo"):
        layout("chess", 8)
