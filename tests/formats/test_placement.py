"""Knockouts in which places are played out, worked by hand (SE-5, ALL-4)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.placement import PlacementOptions
from domain.formats.contract.steps import Done
from domain.tournament.entries.commands import WithdrawEntry
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached


def places(entrants: int, **told: object) -> KnockoutDesk:
    options = {"kind": "placement", "seeding": "entry-order", "lengths": (1,), **told}
    return started(entrants, PlacementOptions.model_validate(options))


@pytest.mark.rule("SE-5")
def test_eight_play_all_places_out() -> None:
    """A-H, D-E, B-G, C-F, and the better wins. H meets E and G meets F for places 5 to 8; E meets F for 5, H meets G
    for 7; A-D and B-C, then D-C for 3 and A-B for 1. The better wins all: A B C D E F G H."""
    desk = places(8)
    for said in ("A beats H", "D beats E"):
        desk.act(said)
    assert placed(desk)["places-5-1-1"] == "H-E", "as soon as both have lost"
    for said in ("B beats G", "C beats F", "E beats H", "F beats G", "A beats D", "B beats C"):
        desk.act(said)
    now = placed(desk)
    assert [now[one] for one in ("main-3-1", "places-3-1-1", "places-5-2-1", "places-7-1-1")] == [
        *("A-B", "D-C", "E-F", "H-G"),
    ]
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, C out, D out, E out, F out, G out, H out"
    assert len(desk.matches()) == 12, "three rounds of four matches"


@pytest.mark.rule("SE-5", "SE-8")
def test_places_beyond_those_played_out_are_shared() -> None:
    """Eight, four places: the losers of the quarter-finals share place 5. With ten, two share 9."""
    four = places(8, played_out=4)
    play_on(four)
    assert ranks(four) == "A champion, B finalist, C out, D out, E=F=G=H out"
    ten = places(10)
    play_on(ten)
    assert ranks(ten) == "A champion, B finalist, C out, D out, E out, F out, G out, H out, I=J out"


@pytest.mark.rule("SE-5", "SE-13")
def test_player_who_plays_for_places_has_no_rank_yet() -> None:
    desk = places(8)
    for said in ("A beats H", "D beats E", "B beats G", "C beats F", "E beats H"):
        desk.act(said)
    assert ranks(desk) == "-A in, -D in, -B in, -C in, -E in, -G in, -F in, -H in"


@pytest.mark.rule("SE-5")
def test_walkovers_leave_the_better_place_to_the_only_one() -> None:
    """Five: A, B and C have no opponent, D beats E. E is alone in the bracket for places 5 to 8, and has place 5."""
    desk = places(5)
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, C out, D out, E out"
    assert not [name for name in placed(desk) if name.startswith("places-7")]


@pytest.mark.rule("SE-5")
def test_sixteen_places_are_played_out_by_sixteen() -> None:
    desk = places(16, played_out=16)
    play_on(desk, better=False)
    assert len(desk.matches()) == 32
    assert [row.rank for row in desk.standings().rows] == list(range(1, 17))


@pytest.mark.rule("SE-5", "SE-7")
def test_matches_for_places_have_a_length_of_their_own() -> None:
    desk = places(8, lengths=(7, 9), places_lengths=(3, 1))
    play_on(desk)
    lengths = {match.slot: match.length for match in desk.matches()}
    assert [lengths[one] for one in ("main-1-1", "main-3-1", "places-5-1-1", "places-5-2-1", "places-3-1-1")] == [
        *(7, 9, 3, 1, 3),
    ]


@pytest.mark.rule("SE-5", "DE-9")
def test_leaving_player_has_the_worst_of_the_places_still_open() -> None:
    desk = places(8)
    for said in ("A beats H", "D beats E", "B beats G", "C beats F"):
        desk.act(said)
    desk.resign("E")
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, C out, D out, F out, H out, G out, E resigned"
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("SE-5", "ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        ("rewind", {"places-5-1-1": "A-E", "main-2-1": "H-D"}),
        ("stand", {"places-5-1-1": "H-E", "main-2-1": "A-D"}),
    ],
)
def test_quarter_final_is_corrected_after_places_were_played(choice: str, then: Mapping[str, str]) -> None:
    desk = places(8)
    for said in ("A beats H", "D beats E", "E beats H", "A beats D", f"H beat A, {choice}"):
        desk.act(said)
    assert {name: placed(desk)[name] for name in then} == then
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-5", "SE-12")
def test_withdrawn_before_play_leaves_an_empty_place_below() -> None:
    desk = places(8)
    desk.do(WithdrawEntry(entry=8, reason="Ill."))
    desk.act("D beats E")
    assert placed(desk)["places-5-1-1"] == "E alone"


@pytest.mark.rule("SE-5")
@pytest.mark.parametrize("entrants", [2, 3, 4])
def test_few_play_out_the_places_that_there_are(entrants: int) -> None:
    desk = places(entrants, played_out=16)
    play_on(desk)
    assert [row.rank for row in desk.standings().rows] == list(range(1, entrants + 1))
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-5")
@pytest.mark.parametrize("played_out", [2, 6, 12, 32])
def test_places_are_played_out_to_4_8_or_16(played_out: int) -> None:
    with pytest.raises(ValueError, match="played_out"):
        PlacementOptions.model_validate({"kind": "placement", "played_out": played_out})


@pytest.mark.rule("SE-5")
@given(st.integers(5, 20), st.booleans())
def test_first_eight_have_each_a_place_of_their_own(entrants: int, better: bool) -> None:
    desk = places(entrants)
    play_on(desk, better)
    reached()
    rows = desk.standings().rows
    assert [row.rank for row in rows[: min(entrants, 8)]] == list(range(1, min(entrants, 8) + 1))
    assert isinstance(desk.step(), Done)


class TestPlacement(Conformance):
    """Four places."""

    options = PlacementOptions(kind="placement", seeding="entry-order", played_out=4, lengths=(3,))


TestRandomDirector = director_of([PlacementOptions(kind="placement", played_out=4)], tried=3)
