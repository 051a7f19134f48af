"""Rulings and appeals on the desk: what they change, what may be ordered where, what layers they lay (TD-9, ALL-3)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.match.layer_history import layers_of
from domain.officiating import sanction_catalogue
from domain.officiating.remedies import MatchLoss
from domain.scoring.clock import OutOfTime
from domain.scoring.result import FinalScore
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.decisions.rulings.play_started import play_began
from domain.tournament.decisions.rulings.remedy_effect import with_remedies
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import RulingGiven
from domain.tournament.state import initial
from projections.views.rulings import ruling_view
from tests.desk import OFFICE, Desk, entered, person, player, started
from tests.rounds import RoundsDesk, announced_nxe, started_nxe

WORDS = {"clause": "4.2", "facts": "As seen.", "reasons": "As written."}
ON_MATCH = {"kind": "match", "number": 1}
TWO_POINTS = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 2}
LOST = {"kind": "match-loss", "loser": "first"}
WARNING = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}
COMMITTEE = tuple(map(person, "xyz"))


def ruling(*remedies: dict[str, Any], **said: object) -> ruling_commands.GiveRuling:
    return ruling_commands.GiveRuling.model_validate({"about": ON_MATCH, "remedies": remedies, **WORDS, **said})


def reversed_by(desk: Desk, number: int, choice: str | None = None) -> None:
    """The ruling is appealed by its first party, and reversed."""
    by = desk.state.directing.rulings[number].parties[0]
    desk.do(ruling_commands.LodgeAppeal(ruling=number, entry=by))
    appeal = len(desk.state.directing.appeals)
    desk.do(ruling_commands.FormCommittee(appeal=appeal, members=COMMITTEE))
    for member in COMMITTEE[:2]:
        desk.do(ruling_commands.CastVote(appeal=appeal, member=member, verdict="reversed"))
    desk.do(ruling_commands.DecideAppeal.model_validate({"appeal": appeal, "reasons": "As voted.", "choice": choice}))


def everything(desk: RoundsDesk) -> None:
    """A dispute with a statement, a ruling that loses a match and puts somebody out, its appeal, suspended and resumed,
    withdrawn, and lodged by the other party and reversed."""
    desk.do(ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who won?"}))
    desk.do(ruling_commands.RecordStatement(dispute=1, kind="statement", person=person("A"), statement="I."))
    desk.do(ruling(LOST, {"kind": "disqualification", "entry": 2}, dispute=1))
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.do(ruling_commands.SuspendRuling(ruling=1))
    desk.do(ruling_commands.ResumeRuling(ruling=1))
    desk.do(ruling_commands.WithdrawAppeal(appeal=1))
    reversed_by(desk, 1)


@pytest.mark.rule("TD-4", "TD-9", "TD-10")
@pytest.mark.parametrize(
    ("about", "remedy", "slug"),
    [
        ({"kind": "tournament", "number": 1}, WARNING, "remedy-misplaced"),
        ({"kind": "match"}, WARNING, "remedy-misplaced"),
        ({"kind": "entry"}, WARNING, "remedy-misplaced"),
        ({"kind": "tournament"}, LOST, "remedy-misplaced"),
        ({"kind": "entry", "number": 1}, TWO_POINTS, "remedy-misplaced"),
        ({"kind": "match", "number": 9}, LOST, "match-unknown"),
        ({"kind": "entry", "number": 9}, WARNING, "entry-unknown"),
        ({"kind": "entry", "number": 1}, {"kind": "disqualification", "entry": 9}, "entry-unknown"),
        ({"kind": "tournament"}, {"kind": "warning", "to": {"kind": "entry", "entry": 9}}, "entry-unknown"),
    ],
)
def test_a_remedy_acts_on_what_the_ruling_is_about(about: object, remedy: dict[str, Any], slug: str) -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.when(ruling(remedy, about=about)).refused(slug)
    desk.when(ruling(claimed=(remedy,), about=about)).refused(slug)


@pytest.mark.rule("ALL-3", "TD-5")
def test_points_that_completed_a_score_leave_it_undecided_when_they_go() -> None:
    desk = started_with(7, "A-B C-D")
    desk.do(ruling(TWO_POINTS))
    desk.do(
        match_commands.ReportResult.model_validate({"match": 1, "result": {"kind": "score", "first": 5, "second": 3}})
    )
    before = desk.outcome(1)
    assert before is not None
    assert (before.winner, before.points) == ("first", (7, 3))
    reversed_by(desk, 1)
    assert desk.outcome(1) is None
    assert 1 in desk.facts.awaited
    desk.do(ruling({"kind": "match-resumption", "first": 5, "second": 3}))
    desk.do(
        match_commands.ReportResult.model_validate({"match": 1, "result": {"kind": "score", "first": 5, "second": 7}})
    )
    after = desk.outcome(1)
    assert after is not None
    assert (after.winner, after.points) == ("second", (5, 7))


def started_with(length: int, pairings: str) -> RoundsDesk:
    """Matches to that length, paired so."""
    desk = announced_nxe(NxeOptions(kind="nxe", losses=2, lengths=(length,)))
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, pairings)
    return desk


@pytest.mark.rule("ALL-3")
def test_the_layers_of_a_match_are_opened_up_in_their_order() -> None:
    desk = started("AB")
    desk.report("A 7-3 B")
    assert list(layers_of(desk.state.matches[1])) == []
    turned = {"match": 1, "result": {"kind": "score", "first": 7, "second": 5}, "reason": "Slip"}
    desk.do(match_commands.CorrectResult.model_validate(turned))
    desk.do(ruling({"kind": "match-voiding"}))
    desk.do(ruling({"kind": "match-resumption", "first": 4, "second": 5}))
    layers = list(layers_of(desk.state.matches[1]))
    points = [one.effective.outcome.points if one.effective else None for one in layers]
    assert [one.layer for one in layers] == ["reported", "corrected", "ruled", "ruled"]
    assert points == [(7, 3), (7, 5), None, None]
    assert [(one.ruling, one.void) for one in layers] == [(None, False), (None, False), (1, True), (2, False)]


@pytest.mark.rule("TD-9")
def test_parties_and_staff_bring_a_dispute_and_speak_in_it() -> None:
    desk = started("ABC")
    desk.report("A 5-3 B")
    matter = ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "The score."})
    desk.when(matter, player("C")).refused("not-allowed")
    desk.do(matter, player("B"))
    assert desk.state.directing.disputes[1].parties == (1, 2)
    for_another = ruling_commands.RecordStatement(dispute=1, kind="statement", person=person("A"), statement="I won.")
    desk.when(for_another, player("B")).refused("not-allowed")
    heard = ruling_commands.RecordStatement(dispute=1, kind="spectator", person=person("B"), statement="I saw it.")
    desk.when(heard, player("B")).refused("not-allowed")
    desk.do(for_another, player("A"))
    desk.do(heard.model_copy(update={"kind": "spectator-asked"}))
    desk.do(heard)
    said = [one.kind for one in desk.state.directing.disputes[1].statements]
    assert said == ["statement", "spectator-asked", "spectator"]


@pytest.mark.rule("TD-9", "ALL-13")
def test_rulings_are_given_while_the_tournament_goes_on() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    desk.do(lifecycle_commands.CompleteTournament())
    desk.when(ruling(WARNING)).refused("tournament-status")
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    for member in COMMITTEE[:2]:
        desk.do(ruling_commands.CastVote(appeal=1, member=member, verdict="upheld"))
    decision = ruling_commands.DecideAppeal(appeal=1, reasons="As voted.")
    desk.when(decision).refused("tournament-status")
    desk.do(lifecycle_commands.ReopenTournament(reason="An appeal."))
    desk.do(decision)
    desk.when(ruling_commands.LodgeAppeal(ruling=1, entry=1)).refused("appeal-status", "final")


@pytest.mark.rule("TD-5", "GAM-4", "ALL-3")
def test_a_score_that_goes_on_after_penalty_points_have_won_is_refused() -> None:
    # To 5, B has two points of A's: B has won with 3 by play, so that 5-3 and 5-4 can't have come about; 5-2 can.
    desk = announced_nxe(NxeOptions(kind="nxe", losses=1, lengths=(5,)))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B")
    points = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 2}
    desk.do(ruling(points))
    for second in (3, 4):
        beyond = match_commands.ReportResult(match=1, result=FinalScore(first=5, second=second))
        desk.when(beyond).refused("two-winners")
    desk.when(ruling({**points, "points": 6})).refused("remedy-without-effect")
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=5, second=2)))
    outcome = desk.outcome(1)
    assert outcome is not None
    assert (outcome.winner, outcome.points) == ("first", (5, 4))


@pytest.mark.rule("TD-11", "TD-4")
def test_anyone_who_a_ruling_puts_out_is_a_party_to_it_and_may_appeal() -> None:
    desk = started_nxe("ABC")
    out = {"kind": "disqualification", "entry": 2}
    desk.do(ruling(out, about={"kind": "tournament"}))
    assert desk.state.directing.rulings[1].parties == (2,)
    desk.when(ruling_commands.LodgeAppeal(ruling=1, entry=2), player("B")).then()


@pytest.mark.rule("TD-10")
def test_no_match_is_resumed_at_a_score_that_ends_it() -> None:
    desk = announced_nxe(NxeOptions(kind="nxe", losses=1, lengths=(5,)))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B")
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=5, second=3)))
    for first, second in ((5, 3), (5, 5), (99_999, 99_999)):
        resumed = {"kind": "match-resumption", "first": first, "second": second}
        desk.when(ruling(resumed)).refused("remedy-without-effect")


OUT = {"kind": "disqualification", "entry": 2}
BANNED = {"kind": "ban", "person": person("C"), "until": None}
LOOKED_ON = {"kind": "spectator-expulsion", "spectator": {"kind": "person", "person": person("V")}}
SOMEBODY = {"kind": "spectator-expulsion", "spectator": {"kind": "described", "description": "A man in a hat"}}


@pytest.mark.rule("TD-9", "ALL-12")
@pytest.mark.parametrize(
    ("about", "ordered", "letter"),
    [
        (ON_MATCH, LOST, "A"),
        (ON_MATCH, OUT, "B"),
        ({"kind": "entry", "number": 3}, WARNING, "A"),
        ({"kind": "tournament"}, BANNED, "C"),
        ({"kind": "tournament"}, LOOKED_ON, "V"),
        ({"kind": "tournament"}, SOMEBODY, None),
    ],
)
@pytest.mark.parametrize("how", ["remedies", "claimed"])
def test_findings_are_sealed_under_the_persons_whom_the_ruling_names(
    about: dict[str, Any], ordered: dict[str, Any], letter: str | None, how: str
) -> None:
    desk = started("ABC")
    desk.report("A 5-3 B")
    desk.do(ruling_commands.GiveRuling.model_validate({"about": about, how: [ordered], **WORDS}))
    (given,) = (one.event for one in desk.history if isinstance(one.event, RulingGiven))
    assert given.text_about == (None if letter is None else person(letter))


@pytest.mark.rule("TD-22", "TD-20", "ALL-11")
def test_flags_stay_as_they_were_under_another_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(TWO_POINTS, {"kind": "match-loss", "loser": "second"}))
    before, digest = ruling_view(desk.state, desk.state.directing.rulings[1]).flagged, report_of(desk.state).digest
    assert [(one.remedy_number, one.departure) for one in before] == [(1, "no-warning-before"), (2, "not-permitted")]
    monkeypatch.setattr(sanction_catalogue, "CATALOGUE", {})
    again = initial(desk.state.stream)
    for recorded in desk.history:
        again = evolve(again, recorded)
    assert ruling_view(again, again.directing.rulings[1]).flagged == before
    assert report_of(again).digest == digest


@pytest.mark.rule("TD-22")
def test_a_remedy_is_flagged_in_what_it_departs_and_no_more() -> None:
    # Warned before, B's two points lack no warning; but 2.4 permits no points.
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling({"kind": "warning", "to": {"kind": "entry", "entry": 2}}))
    desk.do(ruling(TWO_POINTS))
    assert desk.state.directing.rulings[2].flags == ()
    desk.do(ruling(TWO_POINTS, clause="2.4"))
    assert [(one.remedy_number, one.departure) for one in desk.state.directing.rulings[3].flags] == [
        (1, "not-permitted")
    ]


@pytest.mark.rule("TD-22")
@pytest.mark.source("ausbgf 4.2.1", "ausbgf 4.2.2", "ausbgf 4.2.3", "ausbgf 4.2.5")
@pytest.mark.parametrize(("warned_by", "departs"), [("4.2.3", []), ("4.2.1", ["no-warning-before"])])
def test_4_2_a_warning_counts_for_repeated_breaches_of_the_same_provision(warned_by: str, departs: list[str]) -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling({"kind": "warning", "to": {"kind": "entry", "entry": 2}}, clause=warned_by))
    desk.do(ruling(TWO_POINTS, clause="4.2.3"))
    assert [one.departure for one in desk.state.directing.rulings[2].flags] == departs


@pytest.mark.rule("TD-22")
@pytest.mark.source("ausbgf 1.5")
@pytest.mark.parametrize(("warned", "departs"), [(2, []), (1, ["no-warning-before"])])
def test_1_5_exclusion_comes_after_a_warning_to_the_same_player(warned: int, departs: list[str]) -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    about = {"kind": "tournament"}
    desk.do(ruling({"kind": "warning", "to": {"kind": "entry", "entry": warned}}, clause="1.5", about=about))
    desk.do(ruling({"kind": "expulsion", "entry": 2}, clause="1.5", about=about))
    assert [one.departure for one in desk.state.directing.rulings[2].flags] == departs


@pytest.mark.rule("TD-22")
@pytest.mark.source("ausbgf 1.5")
def test_1_5_a_spectator_is_warned_before_being_sent_away() -> None:
    desk = started("AB")
    hat = {"kind": "described", "description": "Somebody in a hat"}
    out = {"kind": "spectator-expulsion", "spectator": hat}
    about = {"kind": "tournament"}
    desk.do(ruling(out, clause="1.5", about=about))
    desk.do(ruling({"kind": "warning", "to": hat}, clause="1.5", about=about))
    desk.do(ruling({**out, "spectator": {**hat}}, clause="1.5", about=about))
    rulings = desk.state.directing.rulings
    assert [[one.departure for one in rulings[n].flags] for n in (1, 3)] == [["no-warning-before"], []]


@pytest.mark.rule("TD-9", "ALL-3")
def test_a_director_takes_his_own_misretract_and_rules_anew() -> None:
    desk = started_with(7, "A-B C-D")
    desk.do(ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who came late?"}))
    before = desk.state.matches[1]
    desk.do(ruling(TWO_POINTS, dispute=1))
    assert list(desk.state.directing.undecided) == []
    desk.do(ruling_commands.WithdrawRuling(ruling=1, reason="It was A who came late."))
    given = desk.state.directing.rulings[1]
    assert (given.status, given.in_force, given.withdrawn_because) == ("withdrawn", None, "It was A who came late.")
    assert replace(desk.state.matches[1], revision=before.revision) == before
    assert list(desk.state.directing.undecided) == [1]
    desk.when(ruling_commands.WithdrawRuling(ruling=1, reason="Again.")).refused("ruling-status")
    desk.do(ruling(TWO_POINTS, dispute=1))
    assert list(desk.state.directing.undecided) == []


@pytest.mark.rule("TD-9", "TD-12")
def test_ruling_appealed_or_decided_by_a_committee_is_not_retracted() -> None:
    desk = started_with(7, "A-B C-D")
    desk.do(ruling(TWO_POINTS))
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.when(ruling_commands.WithdrawRuling(ruling=1, reason="Not so.")).refused("ruling-status")
    desk.do(ruling_commands.WithdrawAppeal(appeal=1))
    desk.do(ruling_commands.WithdrawRuling(ruling=1, reason="Not so."))
    desk.do(ruling(TWO_POINTS))
    reversed_by(desk, 2)
    desk.when(ruling_commands.WithdrawRuling(ruling=2, reason="Not so.")).refused("ruling-status")


READ = match_record_commands.RecordClock.model_validate(
    {"match": 1, "action": "read", "readings": {"first_seconds": 1, "second_seconds": 1}}
)
SET = READ.model_copy(update={"action": "set"})
LEFT = match_record_commands.BeginBreak(match=1, side="first")
TIME_OUT = match_record_commands.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="first"))
BACK = match_record_commands.WithdrawRecord(kind="break", match=1, number=1, reason="It was another match.")
REPLAYED = ruling({"kind": "match-replay"})


@pytest.mark.rule("ALL-6", "TD-5", "TD-10")
@pytest.mark.parametrize(
    ("before", "said", "began"),
    [
        ((), None, False),
        ((), True, True),
        ((LEFT,), None, True),
        ((LEFT,), False, False),
        ((LEFT, BACK), None, False),
        ((TIME_OUT,), None, True),
        ((SET,), None, False),
        ((SET, READ), None, True),
        ((LEFT, REPLAYED), None, False),
        ((LEFT, REPLAYED, LEFT), None, True),
        ((ruling(TWO_POINTS, play_began=True),), None, True),
        ((match_commands.ReportResult(match=1, result=FinalScore(first=7, second=5)),), None, True),
    ],
    ids=str,
)
def test_play_had_begun_where_the_ruling_says_so_or_else_where_anything_shows_it(
    before: tuple[Command, ...], said: bool | None, began: bool
) -> None:
    desk = started_with(7, "A-B C-D")
    for command in before:
        desk.now += timedelta(minutes=5)
        if isinstance(command, match_record_commands.BeginBreak) and desk.state.match_records.of(1).breaks:
            desk.do(match_record_commands.EndBreak(match=1, number=1))
        desk.do(command)
    desk.do(ruling(LOST, play_began=said))
    number = max(desk.state.directing.rulings)
    assert desk.state.directing.rulings[number].play_began is began


@pytest.mark.rule("ALL-6", "TD-10")
def test_a_ruling_on_several_matches_knows_that_play_had_begun_where_it_had_in_each() -> None:
    desk = started("ABC")
    for opponent in (2, 3):
        desk.do(match_commands.MakeMatch(sides=(1, opponent), length=7))
    known = []
    for left in (1, 2):
        desk.do(LEFT.model_copy(update={"match": left}))
        matches = (desk.state.matches[number] for number in (1, 2))
        lost = [with_remedies(desk.state, one, (MatchLoss(loser="first"),), 1, desk.context(OFFICE)) for one in matches]
        known.append(play_began(desk.state, None, lost))
    assert known == [False, True]
    assert not play_began(desk.state, None, ())


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("directors", "announced", "refused"),
    [("A", False, "committee-needed"), ("A", True, None), ("AD", False, None), ("AB", False, "committee-needed")],
)
def test_5_1_where_every_director_is_a_party_an_administrator_rules_only_if_announced(
    directors: str, announced: bool, refused: str | None
) -> None:
    desk = started("ABC", Conditions(administrators_give_rulings=announced))
    desk.report("A 5-3 B")
    for letter in directors:
        desk.do(lifecycle_commands.AppointDirector(person=person(letter)))
    if refused is None:
        desk.do(ruling(LOST))
    else:
        desk.when(ruling(LOST)).refused(refused)
    other = {"kind": "warning", "to": {"kind": "entry", "entry": 3}}
    desk.when(ruling(other, about={"kind": "entry", "number": 3})).then()


@pytest.mark.rule("TD-9", "TD-11")
def test_retracted_ruling_is_not_appealed() -> None:
    desk = started_with(7, "A-B C-D")
    desk.do(ruling(TWO_POINTS))
    desk.do(ruling_commands.WithdrawRuling(ruling=1, reason="Not so."))
    desk.when(ruling_commands.LodgeAppeal(ruling=1, entry=2)).refused("ruling-status")
