"""Whether what a ruling orders of matches does anything, and is something that can be there (TD-10)."""

from typing import Any

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import Event
from domain.scoring.result import FinalScore
from domain.tournament.entries.events import EntryResigned
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import RulingGiven
from tests.desk import entered, person
from tests.domain.test_rulings import COMMITTEE, ruling
from tests.rounds import RoundsDesk
from tests.story import evening, given, made, reported

LENGTH = 7


def paired(options: FormatOptions) -> RoundsDesk:
    """A and B meet in match 1."""
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Evening", format=options))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    if options.kind != "knockout":
        desk.pair(1, "A-B")
    return desk


NXE = NxeOptions(kind="nxe", losses=1, lengths=(LENGTH,))
DRAWN = {"kind": "drawn"}
BOTH_TOLD = {"kind": "unplayed", "reported_by": "both"}


@pytest.mark.rule("TD-10", "NXE-6", "SEL-3", "SWI-4")
@pytest.mark.parametrize(
    ("options", "result", "answer"),
    [
        (NXE, DRAWN, "no-draws"),
        (NXE, BOTH_TOLD, "no-draws"),
        (NXE, {"kind": "both-lost"}, None),
        (NXE, {"kind": "score", "first": 7, "second": 7}, "two-winners"),
        (KnockoutOptions(kind="knockout"), BOTH_TOLD, "no-default-result"),
        (KnockoutOptions(kind="knockout"), {"kind": "unplayed", "reported_by": "first"}, None),
        (SwissOptions(kind="swiss", rounds=1), BOTH_TOLD, "last-round-default-draw"),
        (SwissOptions(kind="swiss", rounds=1), {"kind": "winner", "winner": "second"}, None),
    ],
)
def test_a_result_is_awarded_that_the_match_could_have(
    options: FormatOptions, result: dict[str, Any], answer: str | None
) -> None:
    desk = paired(options)
    award = {"kind": "result-award", "result": result}
    if answer:
        desk.when(ruling(award)).refused(answer)
        desk.when(ruling(claimed=(award,))).refused(answer)
    else:
        desk.do(ruling(award))
        assert desk.outcome(1) is not None


def score(first: int, second: int) -> dict[str, Any]:
    return {"kind": "score-correction", "first": first, "second": second}


def lost_game(cube: int) -> dict[str, Any]:
    return {"kind": "game-loss", "loser": "first", "cube": cube, "lost": "backgammon"}


VOID = {"kind": "match-voiding"}
CLOCK = {"kind": "clock-adjustment", "first_seconds": 60}
BOX = {"kind": "equipment-imposition", "equipment": "baffle-box"}
ANNULLED = {"kind": "result-annulment"}
REPLAYED = {"kind": "match-replay"}
RESUMED = {"kind": "match-resumption", "first": 4, "second": 4}
SECOND_WON = {"kind": "result-award", "result": {"kind": "winner", "winner": "second"}}
POINTS = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 1}
LOSS = {"kind": "match-loss", "loser": "first"}


@pytest.mark.rule("TD-10", "TD-6", "TD-7", "GAM-3", "GAM-4")
@pytest.mark.parametrize(
    ("before", "remedies", "idle"),
    [
        ("7-4", [score(7, 4)], "score-correction"),
        ("7-4", [score(7, 5)], None),
        ("7-4", [SECOND_WON], None),
        ("second won", [SECOND_WON], "result-award"),
        ("second won", [LOSS], None),
        ("7-4", [CLOCK], "clock-adjustment"),
        ("7-4", [{"kind": "delay-forfeit", "offender": "first"}], "delay-forfeit"),
        ("7-4", [BOX], "equipment-imposition"),
        ("7-4", [RESUMED, CLOCK, BOX], None),
        ("7-4", [lost_game(2)], "game-loss"),
        ("7-4", [ANNULLED], None),
        ("7-4", [POINTS], None),
        ("open", [ANNULLED], "result-annulment"),
        ("open", [CLOCK, BOX], None),
        ("open", [lost_game(8)], None),
        ("open", [lost_game(16)], "game-loss"),
        ("void", [VOID], "match-voiding"),
        ("void", [POINTS], "penalty-points"),
        ("void", [SECOND_WON], "result-award"),
        ("void", [ANNULLED], "result-annulment"),
        ("void", [RESUMED], None),
        ("void", [REPLAYED], None),
        ("voided", [RESUMED], "match-resumption"),
        ("voided", [POINTS], "penalty-points"),
    ],
)
def test_nothing_is_ordered_that_leaves_a_match_as_it_is(
    before: str, remedies: list[dict[str, Any]], idle: str | None
) -> None:
    desk = standing_at(before)
    if idle is None:
        desk.do(ruling(*remedies))
        return
    desk.when(ruling(*remedies)).refused("remedy-without-effect", remedies=[idle])


def standing_at(before: str) -> RoundsDesk:
    """Match 1, as its case begins: open, 7-4, won by the second by a ruling, ruled void, or voided."""
    desk = paired(NXE)
    if before in ("7-4", "void", "voided"):
        desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=4)))
    if before == "void":
        desk.do(ruling(VOID))
    if before == "voided":
        desk.do(match_commands.VoidMatch(match=1, reason="It was the wrong table."))
    if before == "second won":
        desk.do(ruling(SECOND_WON))
    return desk


@pytest.mark.rule("TD-10", "TD-12")
def test_an_alternative_is_judged_as_if_its_ruling_had_not_been_given() -> None:
    desk = standing_at("7-4")
    desk.do(ruling(SECOND_WON))
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=1))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    idle = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [score(7, 4)]})
    desk.when(idle).refused("remedy-without-effect")
    desk.when(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [SECOND_WON]})).then()


EXPULSION = ruling({"kind": "expulsion", "entry": 2}, about={"kind": "entry", "number": 2}, play_began=False)
ORDERED = {"ruling": 1, "parties": (2,), "text_about": person("B"), "layers": (), "flags": (), "agreed_by": ()}
GONE: dict[str, Event] = {
    "resigned": EntryResigned(entry=2, person=person("B"), reason=None),
    "expelled": RulingGiven.from_attributes(EXPULSION, **ORDERED, appeal_deadline=None, preview_digest=None),
}


@pytest.mark.rule("TD-4", "TD-10", "TD-12", "NXE-8")
@pytest.mark.parametrize("how", GONE)
@pytest.mark.parametrize("remedy", [REPLAYED, RESUMED, ANNULLED, score(1, 2)], ids=lambda one: str(one["kind"]))
def test_no_match_is_opened_again_of_who_is_out(how: str, remedy: dict[str, Any]) -> None:
    gone = given(*evening("AB"), made(1, 2), reported("first"), GONE[how])
    gone.when(ruling(remedy)).refused("side-out", match=1, entries=[2])
    gone.when(ruling(claimed=(remedy,))).then()
    desk = gone.when(ruling(SECOND_WON)).then().desk
    desk.do(ruling_commands.LodgeAppeal(ruling=len(desk.state.directing.rulings), entry=1))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    instead = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [remedy]})
    desk.when(instead).refused("side-out")


@pytest.mark.rule("TD-4", "TD-10")
def test_an_alternative_to_an_expulsion_opens_a_match_of_who_is_in_by_it() -> None:
    expelled = ruling(SECOND_WON, {"kind": "expulsion", "entry": 2})
    desk = given(*evening("AB"), made(1, 2), reported("first")).when(expelled).then().desk
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    desk.when(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [REPLAYED]})).then()


@pytest.mark.rule("TD-5", "NXE-8")
def test_open_matches_of_a_player_who_is_out_are_ruled_on_as_ever() -> None:
    given(*evening("AB"), made(1, 2), GONE["resigned"]).when(ruling(POINTS)).then()
