"""The Champion tournament's draw, made again from the text of `chance.md` alone (ALL-2)."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Contender, Due, Terms
from domain.formats.elimination.champion import Champion, ChampionOptions
from domain.kernel.chance import Chance
from tests.domain.test_chance import SECRET, TOURNAMENT, below, vector, words
from tests.formats.champion_desk import champion

PLACES = (4, 2, 2, 1, 2)

Drawn = tuple[list[tuple[int, int]], list[int]]
"""The pairs, match by match, and the byes."""


def made_again(state: Sequence[dict[str, Any]], stream: Iterator[int]) -> Drawn:
    """The page's four steps, written again."""
    places = {one["entry"]: one.get("places", 1) for one in state}
    byes = byes_of(places, {one["entry"]: one["counts"]["byes"] for one in state}, stream)
    for entry in byes:
        places[entry] -= 1
    players = [entry for entry in places if places[entry] > 0]
    tables: list[list[int]] = [[] for _ in range(sum(places.values()) // 2)]
    half_full: list[int] = []
    order = in_order(players, places, stream)
    for at, player in enumerate(order):
        wanted, following = places[player], places[order[at + 1]] if at + 1 < len(order) else 0
        empty = [number for number, sides in enumerate(tables) if not sides]
        must = wanted + following - len(empty) - len(half_full)
        opened: list[int] = []
        while wanted:
            all_empty = must - len(opened) >= wanted
            number = below(stream, 2 * len(empty) + (0 if all_empty else len(half_full)))
            if number < 2 * len(empty):
                opened.append(empty.pop(number // 2))
                tables[opened[-1]].append(player)
            else:
                tables[half_full.pop(number - 2 * len(empty))].append(player)
            wanted -= 1
        half_full = half_full + opened
    return [(first, second) for first, second in tables], byes


def byes_of(places: dict[int, int], before: dict[int, int], stream: Iterator[int]) -> list[int]:
    first = next(entry for entry in places if places[entry] == max(places.values()))
    excess = 2 * places[first] - sum(places.values())
    if excess > 0:
        return [first] * excess
    fewest = [entry for entry in places if before[entry] == min(before.values())]
    return [fewest[below(stream, len(fewest))]] if excess % 2 else []


def in_order(players: list[int], places: dict[int, int], stream: Iterator[int]) -> list[int]:
    shuffled = list(players)
    for i in reversed(range(1, len(shuffled))):
        j = below(stream, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return sorted(shuffled, key=lambda player: places[player], reverse=True)  # stable, reversed or not


def stated(places: Sequence[int], byes: Sequence[int]) -> list[dict[str, Any]]:
    """The contenders as the page writes them."""
    return [
        {"counts": {"byes": before}, "entry": entry} | ({"places": lacking} if lacking != 1 else {})
        for entry, (lacking, before) in enumerate(zip(places, byes, strict=True), 1)
    ]


def key_of(state: Sequence[dict[str, Any]]) -> bytes:
    said = {"attempt": 1, "purpose": "round", "round": 1, "stage": "main", "state": state, "tournament": TOURNAMENT}
    return hmac.new(SECRET, json.dumps(said, sort_keys=True, separators=(",", ":")).encode(), hashlib.sha256).digest()


def drawn(places: Sequence[int], byes: Sequence[int], key: bytes) -> Drawn:
    contenders = tuple(
        Contender(entry=entry, counts={"byes": before}, places=lacking)
        for entry, (lacking, before) in enumerate(zip(places, byes, strict=True), 1)
    )
    drawing = Champion().draw(ChampionOptions(kind="champion"), Due(1, contenders, Terms(5)), Chance(key))
    return [pair.sides for pair in drawing.pairs], [bye.entry for bye in drawing.byes]


@pytest.mark.rule("ALL-2", "CHM-3", "CHM-4")
def test_the_page_s_vector() -> None:
    key = key_of(stated(PLACES, [0] * 5))
    assert key.hex() == vector("the Champion key")
    pairs, byes = made_again(stated(PLACES, [0] * 5), words(key))
    said = ", ".join(f"{first} meets {second}" for first, second in pairs)
    assert f"bye {byes[0]}; {said}" == vector("the Champion draw")
    assert drawn(PLACES, [0] * 5, key) == (pairs, byes)


@pytest.mark.rule("ALL-2", "CHM-3", "CHM-4")
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 2)), min_size=2, max_size=9),
    st.binary(min_size=32, max_size=32),
)
def test_any_draw_can_be_made_again(players: Sequence[tuple[int, int]], key: bytes) -> None:
    places, byes = [lacking for lacking, _ in players], [before for _, before in players]
    assert drawn(places, byes, key) == made_again(stated(places, byes), words(key))


@pytest.mark.rule("ALL-2")
def test_a_tournament_s_draw_is_keyed_as_the_page_says() -> None:
    desk = champion(dict(zip("ABCDE", PLACES, strict=True)))
    desk.draw(1)
    assert desk.state.commitment is not None
    secret = desk.secrets.secret(desk.state.commitment.commitment)
    state = stated(PLACES, [0] * 5)
    said = {"attempt": 1, "purpose": "round", "round": 1, "stage": "main", "state": state, "tournament": TOURNAMENT}
    text = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    pairs, _ = made_again(state, words(hmac.new(secret, text, hashlib.sha256).digest()))
    assert [match.sides for match in desk.matches()] == pairs
