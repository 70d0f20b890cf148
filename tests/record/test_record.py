"""Records: JSON in and out, AbstractPlay out, and what is said of bad ones."""

from __future__ import annotations

import datetime
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx import BadRecord, Record


def random_record(name: str, seed: int, **options: Any) -> Record:
    chance = random.Random(f"{name}{seed}")
    state = quincunx.game(name, **options).start()
    while legal := state.legal():
        state = state.play(chance.choice(legal))
    return Record.of(state, ("Ann", "Bo’b"), "2026-03-01", comments={0: "hello", 2: "?!"})


NAMES = [family.name for family in quincunx.games()]
SMALL = {f.name: f.sizes[1] for f in quincunx.games()}


@pytest.mark.parametrize("name", NAMES)
def test_round_trip(name: str) -> None:
    for seed in range(3):
        record = random_record(name, seed, size=SMALL[name])
        again = Record.from_json(record.to_json())
        assert again == record
        assert hash(again) == hash(record)
        assert again.state() == record.state()
        assert again.result in (*quincunx.game(name).colours, "draw")
        assert again.to_json() == record.to_json()


def test_the_schema() -> None:
    record = Record(
        "robble", {"size": 5}, ("Ann", "Bob"), "2026-03-01", ("C3", "Swap"), None, {1: "hm"}
    )
    assert json.loads(record.to_json()) == {
        "quincunx": 1,
        "game": "robble",
        "options": {"size": 5, "pie": True},
        "players": ["Ann", "Bob"],
        "date": "2026-03-01",
        "turns": ["c3", "swap"],
        "result": None,
        "comments": {"1": "hm"},
    }


def test_only_game_and_version_are_needed() -> None:
    record = Record.from_json('{"quincunx": 1, "game": "Implo"}')
    assert record == Record("implo")
    assert record.options == {"size": 8, "pie": True}


def test_a_bad_turn_is_named_and_the_good_ones_are_kept() -> None:
    text = json.dumps({"quincunx": 1, "game": "robble", "options": {"size": 5}, "players": ["A", "B"],
                       "turns": ["c3", "c4", "c4", "a1"], "comments": {"1": "x", "4": "y"}})  # fmt: skip
    with pytest.raises(BadRecord, match="turn 3, 'c4'.*there is a stone") as caught:
        Record.from_json(text)
    assert caught.value.turn == 3
    good = caught.value.good
    assert isinstance(good, Record)
    assert good.turns == ("c3", "c4")
    assert good.players == ("A", "B")
    assert good.comments == {1: "x"}


@pytest.mark.parametrize("turn", ["z9", "", "c3 c4", 7, None, ["c3"], "x" * 5000])
def test_bad_turns(turn: Any) -> None:
    with pytest.raises(BadRecord, match="turn 1") as caught:
        Record("robble", turns=(turn,))
    assert caught.value.turn == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"quincunx": 2}, "version"),
        ({"quincunx": True}, "version"),
        ({"game": "chess"}, "the games are"),
        ({"game": None}, "no game"),
        ({"options": []}, "options"),
        ({"options": {"size": 99}}, "size is"),
        ({"options": {"colour": 1}}, "no option"),
        ({"players": ["A"]}, "two names"),
        ({"players": ["A", 3]}, "two names"),
        ({"date": "yesterday"}, "2026-01-31"),
        ({"date": 3}, "date"),
        ({"turns": "c3"}, "list"),
        ({"turns": {}}, "list"),
        ({"turns": ["a1"] * 20_001}, "at most 20000"),
        ({"result": "red"}, "black, white, draw"),
        ({"result": "draw"}, "goes on"),
        ({"comments": {"x": "y"}}, "number from 0"),
        ({"comments": {"-1": "y"}}, "number from 0"),
        ({"comments": {"1": 3}}, "no text"),
        ({"comments": {"5": "late"}}, "after the last"),
        ({"extra": 1}, "unknown key 'extra'"),
    ],
)
def test_bad_headers(change: dict[str, Any], said: str) -> None:
    data = {"quincunx": 1, "game": "robble", "turns": ["c3"], **change}
    with pytest.raises(BadRecord) as caught:
        Record.from_json(json.dumps(data))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", "[" * 100_000, "NaN", '{"a":' * 50_000]
)
def test_no_record_at_all(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(text)


def test_too_long_a_text() -> None:
    with pytest.raises(BadRecord, match="at most 4000000"):
        Record.from_json(" " * 4_000_001)
    with pytest.raises(TypeError):
        Record.from_json(b"{}")  # type: ignore[arg-type]


def test_a_wrong_result_is_refused_and_the_right_one_kept() -> None:
    turns = ("c3", "a1", "b2 *a2 -c3")
    assert Record("implo", {"size": 3}, turns=turns).result == "black"
    with pytest.raises(BadRecord, match="the result is black, not white") as caught:
        Record("implo", {"size": 3}, turns=turns, result="white")
    assert isinstance(caught.value.good, Record)
    assert caught.value.good.result == "black"


def test_a_resigned_game_has_a_winner() -> None:
    record = Record("robble", turns=("c3",), result="white")
    assert record.resigned
    assert Record.from_json(record.to_json()) == record
    assert not Record("implo", {"size": 3}, turns=("c3", "a1", "b2 *a2 -c3")).resigned


def test_an_unfinished_turn_is_left_out() -> None:
    state = quincunx.game("implo", size=3).replay("c3", "a1").play("b2")
    assert Record.of(state).turns == ("c3", "a1")


def test_state_at_a_turn() -> None:
    record = Record("robble", {"size": 5}, turns=("c3", "c4"))
    assert record.state(0).cells == {}
    assert record.state(1).cells == {"c3": "B"}
    for turn in (3, -1, True, "1"):
        with pytest.raises(quincunx.BadOption, match="from 0 to 2"):
            record.state(turn)  # type: ignore[arg-type]


def test_abstractplay() -> None:
    """Rounds of two moves; players in the order of the colours that they had at the end."""
    turns = ("c3", "swap", "c4")
    record = Record("robble", {"size": 5}, ("Ann", "Bob"), "2026-03-01", turns, "white")
    now = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    data = json.loads(record.to_abstractplay(now))
    assert data == {
        "header": {
            "game": {"name": "Robble", "variants": ["size-5"]},
            "site": {"name": "Quincunx"},
            "date-start": "2026-03-01T00:00:00Z",
            "date-end": "2026-03-01T00:00:00Z",
            "date-generated": "2026-03-02T11:00:00Z",
            "players": [{"name": "Bob", "result": 0}, {"name": "Ann", "result": 1}],
        },
        "moves": [["c3", "swap"], ["c4"]],
    }


def test_abstractplay_of_a_draw_and_of_an_undated_game() -> None:
    drawn = Record("topolo", {"size": 2}, turns=("a2s", "b2l", "a1l", "b1s"))
    assert drawn.result == "draw"
    header = json.loads(drawn.to_abstractplay())["header"]
    assert [(p["name"], p["result"]) for p in header["players"]] == [
        ("Player 1", 0),
        ("Player 2", 0),
    ]
    assert header["date-end"] == header["date-generated"]


def test_abstractplay_takes_finished_games_only() -> None:
    with pytest.raises(BadRecord, match="finished games"):
        Record("robble", turns=("c3",)).to_abstractplay()


@pytest.mark.parametrize("name", NAMES)
def test_abstractplay_has_every_turn(name: str) -> None:
    record = random_record(name, 5, size=SMALL[name])
    moves = json.loads(record.to_abstractplay())["moves"]
    assert [move for both in moves for move in both] == list(record.turns)
    assert all(len(both) == 2 for both in moves[:-1])


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = ["quincunx", "game", "options", "players", "date", "turns", "result", "comments"]


@given(st.dictionaries(st.sampled_from(KEYS), anything), st.booleans())
def test_nonsense_never_crashes_nor_passes_silently(data: dict[str, Any], versioned: bool) -> None:
    if versioned:
        data = {**data, "quincunx": 1, "game": "robble"}
    try:
        record = Record.from_json(json.dumps(data))
    except BadRecord:
        return
    # What passes is a record in earnest: it says what it was given.
    assert Record.from_json(record.to_json()) == record
    assert data["quincunx"] == 1
    assert list(record.turns) == [str(t).strip().lower() for t in data.get("turns", [])]


@given(st.text(max_size=200))
def test_texts_are_records_or_bad(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(text)


@given(st.sampled_from(NAMES), st.text(max_size=30))
def test_notation_of_nonsense(name: str, text: str) -> None:
    game = quincunx.game(name)
    try:
        action = game.action(text)
    except quincunx.BadNotation as error:
        assert len(str(error)) < 500
    else:
        assert action.text == text.strip().lower()


@given(st.sampled_from(NAMES), st.lists(st.text(max_size=8) | st.integers(0, 400), max_size=6))
def test_playing_nonsense(name: str, steps: list[Any]) -> None:
    state = quincunx.game(name).start()
    for step in steps:
        before = (state.key, state.turns)
        try:
            after = state.play(step)
        except (quincunx.BadNotation, quincunx.IllegalMove):
            assert (state.key, state.turns) == before
        else:
            assert len(after.steps) == len(state.steps) + 1
            state = after
