"""The room's modes, by the page worked by hand (GAM-6, STK-4)."""

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.kernel.refusal import Refused
from domain.scoring.games import GamesPlayed, Outcome
from domain.scoring.modes import LeftTable, Mode, Normal, RoomResult
from domain.scoring.outcome import room_outcome
from tests.directing.words import games, side
from tests.golden.tables import Row, table

MODES: TypeAdapter[Mode] = TypeAdapter(Mode)
RESULTS: TypeAdapter[RoomResult] = TypeAdapter(RoomResult)


def mode(kind: str, at: str = "2.50") -> Mode:
    """A mode, and what it is played at: the stake, or a point's value `to` the limit, by default ten points' worth."""
    match kind:
        case "normal":
            return Normal()
        case "single":
            value, _, limit = at.partition(" to ")
            return MODES.validate_python(
                {"kind": kind, "point_value": int(value), "limit": limit or f"{10 * int(value)}.00"}
            )
        case _:
            return MODES.validate_python({"kind": kind, "stake": at})


@pytest.mark.rule("GAM-6")
@pytest.mark.source("room 10", "room 12", "room 13", "room 14", "room 15")
@pytest.mark.parametrize("case", table("stakes/modes"), ids=lambda case: f"{case['mode']}: {case['games']}")
def test_games_come_to_what_the_mode_says(case: Row) -> None:
    played = GamesPlayed(games=games(case["games"]))
    played_in = mode(case["mode"], "1" if case["mode"] == "single" else "2.50")
    if not case["A"]:
        with pytest.raises(Refused) as refusal:
            room_outcome(played_in.kind, played)
        assert refusal.value.problem.slug == case["comes to"]
        return
    points = int(case["A"]), int(case["B"])
    tie = case["comes to"] == "tie"
    expected = Outcome(None, points, ended="drawn") if tie else Outcome(side(case["comes to"]), points)
    assert room_outcome(played_in.kind, played) == expected


@pytest.mark.rule("STK-4")
@pytest.mark.parametrize("kind", ["normal", "three-games", "five-points"])
def test_player_who_leaves_the_table_in_a_match_mode_loses_the_match(kind: str) -> None:
    assert room_outcome(mode(kind).kind, LeftTable(leaver="first", potential_points=3)) == Outcome("second", None)


@pytest.mark.rule("STK-1", "STK-3")
@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "three-games", "stake": "3.00"}',
        '{"kind": "five-points", "stake": 2.5}',
        '{"kind": "five-points", "stake": "2.500"}',
        '{"kind": "single", "point_value": 3, "limit": "10.00"}',
        '{"kind": "single", "point_value": 1, "limit": "15.00"}',
        '{"kind": "single"}',
    ],
)
def test_other_stakes_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        MODES.validate_json(text)


@pytest.mark.rule("GAM-6")
def test_a_mode_and_what_came_of_it_are_written_as_they_were_read() -> None:
    single = '{"kind":"single","point_value":2,"limit":"10.00"}'
    for text in ('{"kind":"five-points","stake":"5.00","crawford":true}', single):
        assert MODES.dump_json(MODES.validate_json(text, strict=True)).decode() == text
    left = '{"kind":"left-table","leaver":"first","potential_points":null,"cube":2,"borne_off":false}'
    assert RESULTS.dump_json(RESULTS.validate_json(left, strict=True)).decode() == left
