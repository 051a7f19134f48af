"""Announcing, starting, completing, cancelling, reopening; directors and conditions (ALL-11, ALL-13, TD-1, TD-21)."""

from datetime import timedelta
from typing import Any

import pytest

from domain.kernel.envelope import Actor
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import OFFICE, TOURNAMENT, Desk, announced, director, entered, person, player, started
from tests.rounds import RoundsDesk


def announcement(**changes: object) -> lifecycle_commands.AnnounceTournament:
    fields = {"name": "Club evening", "format": {"kind": "open"}, **changes}
    return lifecycle_commands.AnnounceTournament.model_validate(fields)


@pytest.mark.rule("ALL-11")
def test_rules_and_rating_policy_are_pinned_when_announced() -> None:
    desk = announced(rating=RatingTerms(pool="normal", policy="club", policy_version=1))
    event = desk.history[0].event
    assert (event.format.kind, event.format.rules_version) == ("open", 1)
    assert event.rating == RatingTerms(pool="normal", policy="club", policy_version=1)


@pytest.mark.rule("ALL-11", "ELO-8")
def test_an_unknown_policy_or_time_zone_is_refused() -> None:
    unknown = announcement(rating={"pool": "normal", "policy": "club", "policy_version": 99})
    assert Desk().refused(unknown) == "rating-policy-unknown"
    assert Desk().refused(announcement(time_zone="Mars/Olympus")) == "time-zone-unknown"


@pytest.mark.rule("SEL-1")
@pytest.mark.parametrize("kind", ["open", "champion"])
def test_what_no_field_can_come_up_to_is_no_later_stage(kind: str) -> None:
    asked = announcement(stages=[{"format": {"kind": "knockout"}}, {"format": {"kind": kind}}])
    assert Desk().refused(asked) == "format-cannot-follow"


@pytest.mark.rule("SEL-1", "CHM-1")
@pytest.mark.parametrize(
    ("fields", "slug"),
    [
        ({"format": {"kind": "champion"}}, "format-requirement-missing"),
        ({"format": {"kind": "knockout", "seeding": "rating"}}, "format-requirement-missing"),
        ({"stages": [{"format": {"kind": "knockout", "seeding": "lot"}}]}, "option-without-effect"),
        ({"stages": [{"format": {"kind": "knockout", "seeding": "by-hand"}}]}, "option-without-effect"),
        ({"stages": [{"format": {"kind": "swiss", "late_entries": True}}]}, "option-without-effect"),
    ],
)
def test_what_could_only_be_cancelled_or_would_be_ignored_is_not_announced(fields: dict[str, Any], slug: str) -> None:
    assert Desk().refused(announcement(**fields)) == slug


@pytest.mark.rule("SEL-3")
def test_a_later_bracket_of_three_plays_with_a_bye_for_the_first() -> None:
    desk = RoundsDesk()
    final = {"format": {"kind": "knockout"}, "qualifiers": 3}
    desk.do(announcement(format={"kind": "swiss", "rounds": 1}, stages=[final]))
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.do(round_commands.OpenStage(stage=2, seeds=(1, 3, 2), reason="As drawn from a hat"))
    assert [desk.name(match) for match in desk.matches() if match.slot] == ["C-B"]
    desk.won("B-C")
    assert [desk.name(match) for match in desk.matches() if match.slot] == ["C-B", "A-B"]
    desk.won("B-A")
    assert [(desk.letter(row.entry), row.mark) for row in desk.standings().rows][:2] == [
        ("B", "champion"),
        ("A", "finalist"),
    ]


@pytest.mark.rule("ALL-2", "SEL-1")
def test_a_later_stage_that_draws_commits_as_it_is_opened() -> None:
    desk = RoundsDesk()
    desk.do(announcement(stages=[{"format": {"kind": "nxe"}, "qualifiers": 2}]))
    entered(desk, "ABC")
    desk.do(lifecycle_commands.StartTournament())
    assert desk.state.commitment is None
    desk.report("A 1-0 B", "A 1-0 C", "B 1-0 C")
    topics = [event.TOPIC for event in desk.do(round_commands.OpenStage(stage=2))]
    assert topics == ["tournament.stage-opened.v1", "tournament.commitment-published.v1"]
    assert desk.draw(1) == ["A-B"]


@pytest.mark.rule("OPN-1", "NXE-9")
@pytest.mark.parametrize("kind", ["nxe", "swiss", "knockout", "dual-ring"])
def test_where_players_are_paired_nobody_starts_alone(kind: str) -> None:
    desk = Desk()
    desk.do(announcement(format={"kind": kind}))
    for letter in "AB":
        assert desk.refused(lifecycle_commands.StartTournament()) == "too-few-entrants"
        entered(desk, letter)
    desk.do(entry_commands.WithdrawEntry(entry=2))
    assert desk.refused(lifecycle_commands.StartTournament()) == "too-few-entrants"
    entered(desk, "C")
    desk.do(lifecycle_commands.StartTournament())
    assert started("").state.started


@pytest.mark.rule("TD-1")
def test_who_announces_directs_and_can_name_nobody_else() -> None:
    desk = announced(by=director("Z"))
    assert desk.state.settings is not None
    assert desk.state.settings.directors == (person("Z"),)
    assert Desk().refused(announcement(director=person("A")), by=director("Z")) == "not-allowed"
    assert Desk().refused(announcement(), by=player("A")) == "not-allowed"
    assert Desk().refused(announcement(director="00000000-0000-0000-0000-000000000000")) == "person-unknown"


def test_a_tournament_is_announced_once() -> None:
    assert announced().refused(announcement()) == "tournament-exists"
    assert Desk().refused(lifecycle_commands.StartTournament()) == "tournament-unknown"


@pytest.mark.rule("TD-1")
@pytest.mark.source("ausbgf 1.3.1")
def test_a_director_directs_only_where_they_were_appointed() -> None:
    desk = announced(by=director("Z"))
    assert desk.refused(lifecycle_commands.StartTournament(), by=director("Y")) == "not-allowed"
    desk.do(lifecycle_commands.AppointDirector(person=person("Y")), by=director("Z"))
    assert desk.refused(lifecycle_commands.AppointDirector(person=person("Y"))) == "director-unchanged"
    desk.do(lifecycle_commands.ReleaseDirector(person=person("Z")), by=director("Y"))
    assert desk.refused(lifecycle_commands.StartTournament(), by=director("Z")) == "not-allowed"
    assert desk.refused(lifecycle_commands.ReleaseDirector(person=person("Y"))) == "last-director"
    assert desk.refused(lifecycle_commands.ReleaseDirector(person=person("Z"))) == "director-unchanged"
    desk.do(lifecycle_commands.StartTournament(), by=director("Y"))


@pytest.mark.rule("TD-1")
def test_a_players_key_does_not_direct_even_in_a_directors_hand() -> None:
    desk = announced(by=director("Z"))
    assert desk.refused(lifecycle_commands.StartTournament(), by=player("Z")) == "not-allowed"


@pytest.mark.rule("TD-21")
def test_conditions_change_freely_before_the_start_and_with_a_reason_after_it() -> None:
    desk = announced()
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(verification="at-once")))
    desk.do(lifecycle_commands.StartTournament())
    changed = Conditions(verification="by-director")
    assert desk.refused(lifecycle_commands.ChangeConditions(conditions=changed)) == "reason-missing"
    (event,) = desk.do(lifecycle_commands.ChangeConditions(conditions=changed, reason="Two wrong reports"))
    assert event == lifecycle_events.ConditionsChanged(conditions=changed, reason="Two wrong reports")


@pytest.mark.rule("TD-14")
def test_completion_waits_for_results_and_their_verification() -> None:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=1))
    assert desk.refused(lifecycle_commands.CompleteTournament()) == "matches-awaited"
    desk.do(
        match_commands.ReportResult.model_validate({"match": 1, "result": {"kind": "winner", "winner": "first"}}),
        by=player("A"),
    )
    assert desk.refused(lifecycle_commands.CompleteTournament()) == "matches-awaited"
    desk.do(match_commands.VerifyResult(match=1))
    completed = desk.do(lifecycle_commands.CompleteTournament())
    assert completed == (lifecycle_events.TournamentCompleted(report_due_at=desk.now + timedelta(days=14)),)


def test_a_void_match_is_not_waited_for() -> None:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=1))
    desk.do(match_commands.VoidMatch(match=1, reason="Called off"))
    desk.do(lifecycle_commands.CompleteTournament())


@pytest.mark.rule("ALL-13")
def test_what_is_over_takes_nothing_until_reopened_with_a_reason() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(lifecycle_commands.CompleteTournament())
    late = match_commands.EnterResults(results=(desk.played("A 5-3 B"),))
    void = match_commands.VoidMatch(match=1, reason="Wrong")
    for command in (late, void, lifecycle_commands.CompleteTournament(), lifecycle_commands.StartTournament()):
        assert desk.refused(command) == "tournament-status"
    desk.do(lifecycle_commands.ReopenTournament(reason="A wrong score"))
    desk.do(late)
    desk.do(lifecycle_commands.CancelTournament(reason="The hall burned down"))
    assert desk.refused(late) == "tournament-status"
    desk.do(lifecycle_commands.ReopenTournament(reason="It did not"))
    assert desk.state.settings is not None
    assert desk.state.settings.status == "started"


@pytest.mark.rule("TD-2")
@pytest.mark.source("ausbgf 1.4.1")
def test_entries_are_approved_or_refused_with_a_reason() -> None:
    desk = announced()
    (requested,) = desk.do(entry_commands.RequestEntry(person=person("A")), by=player("A"))
    assert isinstance(requested, entry_events.EntryRequested)
    assert (requested.entry, requested.person) == (1, person("A"))
    desk.do(entry_commands.RefuseEntry(entry=1, reason="Banned by the club"))
    assert desk.state.entries[1].reason == "Banned by the club"
    assert desk.refused(entry_commands.WithdrawEntry(entry=1), by=player("A")) == "entry-status"
    desk.do(entry_commands.RequestEntry(person=person("A")), by=player("A"))
    assert desk.state.entries[1].reason is None
    desk.do(entry_commands.ApproveEntry(entry=1))
    assert [e.number for e in desk.facts.entrants] == [1]


@pytest.mark.rule("TD-2", "OPN-1")
def test_a_person_has_one_entry_however_often_he_asks() -> None:
    desk = entered(announced(), "A")
    for _ in range(2):
        desk.do(entry_commands.RequestEntry(person=person("B")))
        desk.do(entry_commands.RefuseEntry(entry=2, reason="Too late"))
    desk.do(entry_commands.RequestEntry(person=person("B")))
    desk.do(entry_commands.ApproveEntry(entry=2))
    desk.do(entry_commands.WithdrawEntry(entry=2))
    desk.do(entry_commands.RequestEntry(person=person("B")))
    assert len(desk.state.entries) == 2
    assert [e.number for e in desk.facts.entrants] == [1, 2]


@pytest.mark.rule("TD-2")
def test_a_refusal_can_be_turned_into_an_approval() -> None:
    desk = entered(announced(), "A")
    desk.do(entry_commands.RequestEntry(person=person("B")))
    desk.do(entry_commands.RefuseEntry(entry=2, reason="Too late"))
    desk.do(entry_commands.ApproveEntry(entry=2))
    assert desk.refused(entry_commands.ApproveEntry(entry=2)) == "entry-status"


@pytest.mark.rule("TD-2")
def test_players_enter_and_withdraw_themselves_only() -> None:
    desk = announced()
    assert desk.refused(entry_commands.RequestEntry(person=person("B")), by=player("A")) == "not-allowed"
    desk.do(entry_commands.RequestEntry(person=person("A")), by=player("A"))
    assert desk.refused(entry_commands.RequestEntry(person=person("A"))) == "entry-exists"
    assert desk.refused(entry_commands.ApproveEntry(entry=1), by=player("A")) == "not-allowed"
    assert desk.refused(entry_commands.WithdrawEntry(entry=1), by=player("B")) == "not-allowed"
    desk.do(entry_commands.WithdrawEntry(entry=1), by=player("A"))


def test_nobody_unknown_enters() -> None:
    nobody = "00000000-0000-0000-0000-000000000000"
    assert announced().refused(entry_commands.RequestEntry(person=nobody)) == "person-unknown"
    assert announced().refused(entry_commands.ApproveEntry(entry=5)) == "entry-unknown"


@pytest.mark.rule("ALL-7")
def test_who_withdraws_stays_in_the_table_marked_so() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(entry_commands.WithdrawEntry(entry=1, reason="Moved away"))
    assert [(row.entry, row.withdrawn) for row in desk.standings().rows] == [(1, True), (2, False)]


@pytest.mark.rule("OPN-1")
def test_newcomers_enter_after_the_start() -> None:
    desk = entered(started("AB"), "C")
    desk.report("C 5-0 A")
    assert desk.table()[0] == "1 C 1-0 5:0"


def test_what_was_seen_before_a_change_of_settings_is_stale() -> None:
    desk = announced()
    assert desk.state.settings is not None
    seen = desk.state.settings.revision
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(), seen=seen))
    assert desk.refused(lifecycle_commands.StartTournament(seen=seen)) == "stale"


@pytest.mark.parametrize("by", [player("A"), Actor(key="feed", role="feed-reader"), Actor(key="audit", role="auditor")])
def test_readers_and_players_run_nothing(by: Actor) -> None:
    desk = announced()
    for command in (
        lifecycle_commands.StartTournament(),
        lifecycle_commands.CancelTournament(reason="Why not"),
        lifecycle_commands.ChangeConditions(conditions=Conditions()),
        lifecycle_commands.AppointDirector(person=person("A")),
    ):
        assert desk.refused(command, by=by) == "not-allowed"
    assert desk.state.id == TOURNAMENT
    assert desk.do(lifecycle_commands.StartTournament(), by=OFFICE)
