"""Bouts in groups that fill a bracket, and in it: drawn where a table ranks, else decided."""

from typing import Any

import pytest

from domain.formats.contract.steps import Done
from domain.formats.registry import SETTINGS
from domain.formats.round_robin.options import RollingGroupsOptions
from domain.scoring.result import WinnerOnly
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.matches import commands as match_commands
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.formats.test_rolling_groups import bracket, chart_of, options, started, waiting
from tests.formats.test_teams import teams

BOUTS: dict[str, Any] = {
    "groups": 2,
    "pace": "at-once",
    "bouts": "all",
    "bout_matches": (2,),
    "bracket_bout_matches": (1, 2),
}


def is_won(desk: KnockoutDesk, first: str, second: str, times: int = 2) -> None:
    """The first of the two wins so many matches of their bout."""
    for _ in range(times):
        desk.act(f"{first} beats {second}")


def with_groups(*names: str) -> KnockoutDesk:
    """Six in two groups, A D E and B C F; in those named the better wins every match."""
    desk = started(6, **BOUTS)
    for name in names:
        for better, other in ((0, 1), (0, 2), (1, 2)):
            is_won(desk, name[better], name[other])
    return desk


@pytest.mark.rule("SER-1", "SER-2", "GRP-5")
def test_group_of_bouts_fills_its_places_once_the_last_match_of_a_bout_is_played() -> None:
    """A has won, and D beats E in the first of two matches: nobody goes on before the second."""
    desk = started(6, **BOUTS)
    is_won(desk, "A", "D")
    is_won(desk, "A", "E")
    is_won(desk, "D", "E", 1)
    for better, other in ("BC", "BF"):
        is_won(desk, better, other)
    assert bracket(desk) == {}
    is_won(desk, "D", "E", 1)
    assert bracket(desk) == {}
    is_won(desk, "C", "F")
    assert {frozenset(sides) for sides in bracket(desk).values()} == {frozenset("A-C"), frozenset("B-D")}


@pytest.mark.rule("SER-4", "GRP-5")
def test_level_bout_is_drawn_in_a_group_and_goes_on_in_the_bracket() -> None:
    """D and E share theirs: a point each. The semifinals are single matches, the final is two; level, it goes on."""
    desk = with_groups("BCF")
    is_won(desk, "A", "D")
    is_won(desk, "A", "E")
    is_won(desk, "D", "E", 1)
    is_won(desk, "E", "D", 1)
    points = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert (points["D"], points["E"]) == (1, 1)
    second = next(sides for sides in bracket(desk).values() if "B" in sides).replace("B", "").strip("-")
    is_won(desk, "A", "C", 1)
    is_won(desk, "B", second, 1)
    is_won(desk, "A", "B", 1)
    is_won(desk, "B", "A", 1)
    assert [{*pair} for pair in waiting(desk)] == [{"A", "B"}]
    is_won(desk, "A", "B", 1)
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("SER-6", "ALL-4", "GRP-5")
@pytest.mark.parametrize(("choice", "who"), [("rewind", "E"), ("stand", "D")])
def test_bout_of_a_group_turned_after_the_bracket_began_is_rewound_or_stands(choice: str, who: str) -> None:
    """Both matches of D and E were E's. The first corrected alone makes it level, so D stays ahead by wins over A or
    by the lots; with the second E goes on instead of D, once the semifinal of B and D was played."""
    desk = with_groups("ADE", "BCF")
    is_won(desk, "B", "D", 1)
    for match in desk.live("DE"):
        change = {"match": match.number, "result": desk.winner_only(match, "E"), "reason": "Slip"}
        turned = match_commands.CorrectResult.model_validate(change)
        desk.do(turned.model_copy(update={"choice": choice}))
    told = "".join(desk.letter(line.entry) for line in chart_of(desk).groups[0].lines)
    assert told.index("E") < told.index("D")
    assert {sides.replace("B", "").strip("-") for sides in bracket(desk).values() if "B" in sides} >= {who}


@pytest.mark.rule("TEA-1", "TEA-5", "GRP-5")
def test_level_match_of_teams_is_drawn_in_a_group_and_decided_in_the_bracket() -> None:
    """Two groups of two, of whom one goes on: A and B, C and D of two boards. In the final a third board follows."""
    about = {"kind": "rolling-groups", "seeding": "entry-order", "lengths": (3,), "groups": 2, "go_on": 1}
    desk = teams(about, 2, "AE", "BF", "CG", "DH")
    for match in [one for one in desk.matches() if one.slot is None or not one.slot.startswith("main")]:
        desk.do(match_commands.ReportResult(match=match.number, result=WinnerOnly(winner="first")))
    points = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert points == dict.fromkeys("ABCD", 1)
    final = [match for match in desk.matches() if match.live and match.effective is None]
    assert len(final) == 2
    for match in final:
        desk.do(match_commands.ReportResult(match=match.number, result=WinnerOnly(winner="first")))
    [third] = [match for match in desk.matches() if match.live and match.effective is None]
    desk.do(match_commands.ReportResult(match=third.number, result=WinnerOnly(winner="first")))
    assert desk.step() == Done(champion=third.sides[0])


@pytest.mark.rule("GRP-5", "SER-2", "RR-11")
@pytest.mark.parametrize(
    ("told", "rules"),
    [
        ({}, 1),
        ({"tie_breaks": {"criteria": ("PTS", "SB", "LOT")}}, 1),
        ({"tie_breaks": {"criteria": ("PTS", "TIED", "LOT")}}, 2),
        ({"bout_matches": (3,)}, 2),
        ({"bouts": "all", "bracket_bout_matches": (2,)}, 2),
    ],
)
def test_rules_of_rolling_groups_follow_from_what_is_asked(told: dict[str, Any], rules: int) -> None:
    made = options(**told)
    assert (made.rules_version, SETTINGS.store(made)["version"]) == (rules, rules)
    assert SETTINGS.read(SETTINGS.store(made)) == made


@pytest.mark.rule("SER-2")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"bouts": "all"}, "how many matches a bout has"),
        ({"bracket_bout_matches": (2,)}, "an odd number"),
        ({"bracket_bout_matches": (3,), "rules_version": 1}, "leave rules_version out"),
        ({"bouts": "points", "bout_matches": (2,)}, "best-of"),
    ],
)
def test_bouts_of_rolling_groups_that_make_no_sense_are_refused(told: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        options(**told)


def test_error_rates_order_no_rolling_group() -> None:
    desk = KnockoutDesk()
    told = options(tie_breaks={"criteria": ("PTS", "PR", "LOT")})
    desk.when(AnnounceTournament(name="Rolling", format=told)).refused("criterion-without-facts")


OF_BOUTS = RollingGroupsOptions.model_validate(
    {"kind": "rolling-groups", "lengths": (3,), "group_size": 3, "bout_matches": (3,), "bracket_bout_matches": (1, 3)}
)


class TestRollingGroupsOfBouts(Conformance):
    """Best of three in the groups, and in the bracket from its second round."""

    options = OF_BOUTS


TestRandomDirector = director_of([OF_BOUTS, OF_BOUTS.model_copy(update={"bouts": "all"})], tried=3)
