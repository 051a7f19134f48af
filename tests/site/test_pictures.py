"""Where things stand in pictures: as they were found good, within the picture, and none on top of another."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.site.pictures import bracket, crosstable, curve, ring

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
FIRST, COMING = {"entry": 9, "seed": 1}, {"entry": None, "waits_for": "ladder-1-1"}
Json = Mapping[str, Any]


def bracket_of(rounds: int, *, third: bool = True) -> Json:
    """The chart of a bracket in which nobody stands yet."""

    def slot(round_: int, place: int) -> Json:
        return {"slot": f"{round_}-{place}"}

    drawn = [[slot(one, place) for place in range(1, 2 ** (rounds - one) + 1)] for one in range(1, rounds + 1)]
    return {"rounds": drawn, "third": {"slot": "third"} if third else None}


def ring_of(players: int) -> Json:
    """The chart of a ring in which everybody plays both neighbours."""
    games = [{"match": one, "white": one, "black": one % players + 1, "state": "open"} for one in range(1, players + 1)]
    seats = [{"entry": one, "games": [game for game in games if one in game.values()]} for one in range(1, players + 1)]
    return {"seats": seats}


PICTURES: Mapping[str, bracket.Picture | ring.Picture | curve.Picture] = {
    "bracket-of-8": bracket.drawn(bracket_of(3)),
    "ring-of-5": ring.drawn(ring_of(5)),
    "ring-of-2": ring.drawn(ring_of(2)),
    "curve": curve.drawn([Decimal(one) for one in ("1500", "1512.345678", "1498.1", "1530.25")]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was_found_good(name: str) -> None:
    """After a change that is meant, look at the picture and write the file again with `python -m
    tests.site.test_pictures`."""
    assert written(name) == (GOLDEN / f"{name}.json").read_bytes()


def test_seed_is_told_of_who_joins_in_a_later_round() -> None:
    """In a stepladder the first seed waits in the last round."""
    ladder = {"rounds": [[{"seats": [{"entry": 7, "seed": 2}, {"entry": 8, "seed": 3}]}], [{"seats": [FIRST, COMING]}]]}
    assert bracket.seeds(ladder) == {7: 2, 8: 3, 9: 1}


@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_no_slot_of_a_bracket_stands_on_another(rounds: int) -> None:
    picture = bracket.drawn(bracket_of(rounds))
    for one, other in combinations(picture.boxes, 2):
        assert one.x != other.x or abs(one.y - other.y) >= bracket.HEIGHT
    assert all(0 <= box.y <= picture.height - bracket.HEIGHT for box in picture.boxes)
    assert all(0 <= box.x <= picture.width - bracket.WIDTH for box in picture.boxes)
    assert len(picture.lines) == 2**rounds - 2


def field_of(entrants: int, rounds: int) -> Json:
    """The chart of a bracket whose last slots of the first round have one player and a seat that stays empty."""
    byes = 2**rounds - entrants

    def seats(round_: int, place: int) -> Json:
        is_bye = round_ == 1 and place > 2 ** (rounds - 1) - byes
        feeders = [{"entry": None, "waits_for": f"{round_ - 1}-{2 * place - one}"} for one in (1, 0)]
        first = [{"entry": 2 * place - one, "waits_for": None, "seed": None} for one in (1, 0)]
        told = first if round_ == 1 else feeders
        return {"seats": [told[0], {"entry": None, "waits_for": None}] if is_bye else told, "matches": []}

    chart = bracket_of(rounds, third=False)
    return {
        "third": None,
        "rounds": [
            [slot | seats(number, place) for place, slot in enumerate(slots, 1)]
            for number, slots in enumerate(chart["rounds"], 1)
        ],
    }


@pytest.mark.rule("SEL-3")
@pytest.mark.parametrize(("entrants", "rounds"), [(9, 4), (13, 4), (3, 2), (33, 6)])
def test_bracket_with_byes_has_a_slot_for_each_match_and_no_other(entrants: int, rounds: int) -> None:
    picture = bracket.drawn(field_of(entrants, rounds))
    assert len(picture.boxes) == entrants - 1
    assert len(picture.lines) == entrants - 2
    assert len({(box.x, box.y) for box in picture.boxes}) == entrants - 1
    for one, other in combinations(picture.boxes, 2):
        assert one.x != other.x or abs(one.y - other.y) >= bracket.HEIGHT


@pytest.mark.rule("SWI-9")
def test_crosstable_floats_are_those_who_met_with_other_totals() -> None:
    def cell(round_: int, opponent: int, total: int | None) -> Json:
        return {"round": round_, "opponent": opponent, "match": round_ * 10, "total": total}

    lines = [
        {"entry": 1, "cells": [cell(1, 2, 2), cell(2, 3, None)]},
        {"entry": 2, "cells": [cell(1, 1, 0)]},
        {"entry": 3, "cells": [{"round": 1, "opponent": None, "match": None, "total": 1}, cell(2, 1, None)]},
    ]
    assert crosstable.floats({"lines": lines}) == {(1, 2): "down", (3, 2): "up"}


@pytest.mark.parametrize("players", [2, 3, 16, 40])
def test_each_game_of_a_ring_has_a_way_of_its_own(players: int) -> None:
    picture = ring.drawn(ring_of(players))
    ways = {(one.by_x, one.by_y) for one in picture.chords}
    assert len(ways) == len(picture.chords) == players
    assert all(0 <= node.y <= picture.height and 0 <= node.x <= picture.width for node in picture.nodes)


@pytest.mark.parametrize("ratings", [["1500"], ["0", "4000"], ["1499.999999", "1500.000001"]])
def test_a_curve_stands_between_its_levels(ratings: Sequence[str]) -> None:
    picture = curve.drawn([Decimal(one) for one in ratings])
    heights = [level.y for level in picture.levels]
    assert 2 <= len(heights) <= curve.MOST_LINES + 2
    assert all(min(heights) <= y <= max(heights) for _, y in picture.points)


def written(name: str) -> bytes:
    """The picture as its file has it."""
    return orjson.dumps(asdict(PICTURES[name]), option=orjson.OPT_INDENT_2) + b"\n"


if __name__ == "__main__":
    for each in PICTURES:
        (GOLDEN / f"{each}.json").write_bytes(written(each))
