"""Announcing, starting, completing, cancelling, reopening; directors and conditions (ALL-11, ALL-13, TD-1, TD-21)."""

from datetime import timedelta
from typing import Any

import pytest

from domain.kernel.envelope import Actor
from domain.rating.policy import POLICIES
from domain.tournament.derived.outcome_digest import outcome_digest
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import PinnedTerms, RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchVoided
from domain.tournament.rounds import commands as round_commands
from tests.desk import NOON, OFFICE, announced, director, entered, person, player
from tests.rounds import RoundsDesk
from tests.story import before_the_start, evening, given, made, reported, scored

START, COMPLETE = lifecycle_commands.StartTournament(), lifecycle_commands.CompleteTournament()
ENTER_A = entry_commands.RequestEntry(person=person("A"))
WON = {"kind": "winner", "winner": "first"}
NOBODY = "00000000-0000-0000-0000-000000000000"
Z = director("Z")


def requested(letter: str, entry: int = 1) -> entry_events.EntryRequested:
    return entry_events.EntryRequested(entry=entry, person=person(letter))


def withdrawn(entry: int) -> entry_events.EntryWithdrawn:
    """Of A and B, the entry of that number."""
    return entry_events.EntryWithdrawn(entry=entry, person=person("AB"[entry - 1]), reason=None)


def announcement(**changes: object) -> lifecycle_commands.AnnounceTournament:
    fields = {"name": "Club evening", "format": {"kind": "open"}, **changes}
    return lifecycle_commands.AnnounceTournament.model_validate(fields)


@pytest.mark.rule("ALL-11")
def test_rules_and_rating_policy_are_pinned_when_announced() -> None:
    rating = RatingTerms(pool="normal", policy="club", policy_version=1)
    settings = given().when(announcement(rating=rating)).then().desk.state.settings
    assert settings is not None
    assert (settings.format.kind, settings.format.rules_version) == ("open", 1)
    assert settings.rating == PinnedTerms.of(rating, POLICIES["club", 1])


@pytest.mark.rule("ALL-11", "ELO-8")
def test_an_unknown_policy_or_time_zone_is_refused() -> None:
    unknown = announcement(rating={"pool": "normal", "policy": "club", "policy_version": 99})
    given().when(unknown).refused("rating-policy-unknown")
    given().when(announcement(time_zone="Mars/Olympus")).refused("time-zone-unknown")


@pytest.mark.rule("SEL-1")
@pytest.mark.parametrize("kind", ["open", "champion"])
def test_field_that_can_never_be_reached_makes_no_later_stage(kind: str) -> None:
    stages = [{"format": {"kind": "knockout"}}, {"format": {"kind": kind}}]
    given().when(announcement(stages=stages)).refused("format-cannot-follow")


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
def test_format_that_could_only_be_cancelled_or_would_be_ignored_is_not_announced(
    fields: dict[str, Any], slug: str
) -> None:
    given().when(announcement(**fields)).refused(slug)


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
def test_nobody_starts_alone_where_players_are_paired(kind: str) -> None:
    for letters in ("", "A"):
        given(*before_the_start(letters, format={"kind": kind})).when(START).refused("too-few-entrants")
    two = given(*before_the_start("AB", format={"kind": kind}))
    two.done(withdrawn(2), by=OFFICE).when(START).refused("too-few-entrants")
    two.when(START).then()
    given(*before_the_start()).when(START).then(lifecycle_events.TournamentStarted())


@pytest.mark.rule("TD-1")
def test_announcer_directs_and_can_name_nobody_else() -> None:
    assert given().when(announcement(), by=Z).then().desk.state.directors == (person("Z"),)
    given().when(announcement(director=person("A")), by=Z).refused("not-allowed")
    given().when(announcement(), by=player("A")).refused("not-allowed")
    given().when(announcement(director=NOBODY)).refused("person-unknown")


def test_a_tournament_is_announced_once() -> None:
    given(*before_the_start()).when(announcement()).refused("tournament-exists")
    given().when(START).refused("tournament-unknown")


@pytest.mark.rule("TD-1")
@pytest.mark.source("ausbgf 1.3.1")
def test_a_director_directs_only_where_they_were_appointed() -> None:
    directed = given(*before_the_start(by=Z))
    directed.when(START, by=director("Y")).refused("not-allowed")
    appointed = directed.done(lifecycle_events.DirectorAppointed(person=person("Y")), by=Z)
    appointed.when(lifecycle_commands.AppointDirector(person=person("Y"))).refused("director-unchanged")
    released = appointed.done(lifecycle_events.DirectorReleased(person=person("Z")), by=director("Y"))
    released.when(START, by=Z).refused("not-allowed")
    released.when(lifecycle_commands.ReleaseDirector(person=person("Y"))).refused("last-director")
    released.when(lifecycle_commands.ReleaseDirector(person=person("Z"))).refused("director-unchanged")
    released.when(START, by=director("Y")).then(lifecycle_events.TournamentStarted())


@pytest.mark.rule("TD-1")
def test_a_players_key_does_not_direct_even_in_a_directors_hand() -> None:
    given(*before_the_start(by=Z)).when(START, by=player("Z")).refused("not-allowed")


@pytest.mark.rule("TD-21")
def test_conditions_change_freely_before_the_start_and_with_a_reason_after_it() -> None:
    changed = Conditions(verification="at-once")
    change = lifecycle_commands.ChangeConditions(conditions=changed)
    given(*before_the_start()).when(change).then(lifecycle_events.ConditionsChanged(conditions=changed, reason=None))
    given(*evening("")).when(change).refused("reason-missing")
    why = {"reason": "Two wrong reports"}
    explained = lifecycle_events.ConditionsChanged(conditions=changed, **why)
    given(*evening("")).when(change.model_copy(update=why)).then(explained)


@pytest.mark.rule("TD-20", "TD-21")
@pytest.mark.parametrize("shown", [True, False])
def test_error_rates_are_published_from_a_change_of_conditions_on(shown: bool) -> None:
    was, now = Conditions(publish_error_rates=not shown), Conditions(publish_error_rates=shown)
    before = lifecycle_events.ConditionsChanged(conditions=was, reason="As announced")
    said = {"conditions": {"publish_error_rates": shown}, "reason": "The players wish so"}
    change = lifecycle_commands.ChangeConditions.model_validate(said)
    after = lifecycle_events.ConditionsChanged(conditions=now, reason="The players wish so")
    given(*evening(""), before).when(change).then(after)
    unexplained = change.model_copy(update={"reason": None})
    given(*evening(""), before).when(unexplained).refused("reason-missing")


@pytest.mark.rule("TD-14")
def test_completion_waits_for_results_and_their_verification() -> None:
    playing = given(*evening("AB"), made(1, 2))
    playing.when(COMPLETE).refused("matches-awaited")
    playing.done(reported("first", verified=False), by=player("A")).when(COMPLETE).refused("matches-awaited")
    over = playing.done(reported("first"), by=player("A")).when(COMPLETE)
    due_at, digest = over.desk.now + timedelta(days=14), outcome_digest(over.desk.state)
    over.then(lifecycle_events.TournamentCompleted(report_due_at=due_at, outcome_digest=digest))


def test_a_void_match_is_not_waited_for() -> None:
    given(*evening("AB"), made(1, 2), MatchVoided(match=1, reason="Called off")).when(COMPLETE).then()


@pytest.mark.rule("ALL-13")
def test_ended_tournament_takes_nothing_until_reopened_with_a_reason() -> None:
    played = given(*evening("AB"), made(1, 2), reported("first"))
    completed = played.done(lifecycle_events.TournamentCompleted(report_due_at=NOON), by=OFFICE)
    late = match_commands.EnterResults.model_validate({"results": [{"sides": (2, 1), "length": 1, "result": WON}]})
    for command in (late, match_commands.VoidMatch(match=1, reason="Wrong"), COMPLETE, START):
        completed.when(command).refused("tournament-status")
    reopened = completed.done(lifecycle_events.TournamentReopened(reason="A wrong score"), by=OFFICE)
    reopened.when(late).then()
    cancelled = lifecycle_events.TournamentCancelled(reason="The hall burned down", report_due_at=NOON)
    gone = reopened.done(cancelled, by=OFFICE)
    gone.when(late).refused("tournament-status")
    gone.when(lifecycle_commands.ReopenTournament(reason="It did not")).then(
        lifecycle_events.TournamentReopened(reason="It did not")
    )
    gone.done(lifecycle_events.TournamentReopened(reason="It did not"), by=OFFICE).when(late).then()


@pytest.mark.rule("TD-2")
@pytest.mark.source("ausbgf 1.4.1")
def test_entries_are_approved_or_refused_with_a_reason() -> None:
    asked = given(*before_the_start()).done(requested("A"), by=player("A"))
    refused = entry_events.EntryRefused(entry=1, person=person("A"), reason="Banned by the club")
    asked.when(entry_commands.RefuseEntry(entry=1, reason="Banned by the club")).then(refused)
    turned_away = asked.done(refused, by=OFFICE)
    turned_away.when(entry_commands.WithdrawEntry(entry=1), by=player("A")).refused("entry-status")
    again = turned_away.when(ENTER_A, by=player("A")).then().desk
    assert again.state.entries[1].reason is None
    approved = turned_away.done(requested("A"), by=player("A")).when(entry_commands.ApproveEntry(entry=1)).then()
    assert [entrant.number for entrant in approved.desk.facts.entrants] == [1]


@pytest.mark.rule("TD-2", "OPN-1")
def test_a_person_has_one_entry_however_often_he_asks() -> None:
    desk = entered(announced(), "A")
    for _ in range(2):
        desk.do(entry_commands.RequestEntry(person=person("B")))
        desk.do(entry_commands.RefuseEntry(entry=2, reason="Too late"))
    desk.do(entry_commands.RequestEntry(person=person("B")))
    desk.do(entry_commands.ApproveEntry(entry=2))
    desk.do(entry_commands.WithdrawEntry(entry=2, reason="Told the desk."))
    desk.do(entry_commands.RequestEntry(person=person("B")))
    assert len(desk.state.entries) == 2
    assert [e.number for e in desk.facts.entrants] == [1, 2]


@pytest.mark.rule("TD-2")
def test_a_refusal_can_be_turned_into_an_approval() -> None:
    late = entry_events.EntryRefused(entry=1, person=person("A"), reason="Too late")
    refused = given(*before_the_start(), requested("A"), late)
    refused.when(entry_commands.ApproveEntry(entry=1)).then()
    approved = refused.done(entry_events.EntryApproved(entry=1), by=OFFICE)
    approved.when(entry_commands.ApproveEntry(entry=1)).refused("entry-status", status="approved")


@pytest.mark.rule("TD-2")
def test_players_enter_and_withdraw_themselves_only() -> None:
    given(*before_the_start()).when(ENTER_A, by=player("B")).refused("not-allowed")
    asked = given(*before_the_start()).done(requested("A"), by=player("A"))
    asked.when(ENTER_A).refused("entry-exists")
    asked.when(entry_commands.ApproveEntry(entry=1), by=player("A")).refused("not-allowed")
    asked.when(entry_commands.WithdrawEntry(entry=1), by=player("B")).refused("not-allowed")
    asked.when(entry_commands.WithdrawEntry(entry=1), by=player("A")).then(withdrawn(1))


def test_nobody_unknown_enters() -> None:
    given(*before_the_start()).when(entry_commands.RequestEntry(person=NOBODY)).refused("person-unknown")
    given(*before_the_start()).when(entry_commands.ApproveEntry(entry=5)).refused("entry-unknown")


@pytest.mark.rule("ALL-7")
def test_withdrawn_player_stays_in_the_table_marked_so() -> None:
    gone = (
        given(*evening("AB"), made(1, 2), scored(5, 3))
        .when(entry_commands.WithdrawEntry(entry=1, reason="Told the desk."))
        .then(withdrawn(1).model_copy(update={"reason": "Told the desk."}))
    )
    assert [(row.entry, row.withdrawn) for row in gone.desk.standings().rows] == [(1, True), (2, False)]


@pytest.mark.rule("OPN-1")
def test_newcomers_enter_after_the_start() -> None:
    asked = given(*evening("AB"), requested("C", 3))
    asked.when(entry_commands.ApproveEntry(entry=3)).then().changes("1 A 0-0 0:0", "1 B 0-0 0:0", "1 C 0-0 0:0")


def test_sight_from_before_a_change_of_settings_is_stale() -> None:
    changed = lifecycle_events.ConditionsChanged(conditions=Conditions(), reason=None)
    given(*before_the_start(), changed).when(lifecycle_commands.StartTournament(seen=2)).then()
    given(*before_the_start(), changed).when(lifecycle_commands.StartTournament(seen=1)).refused("stale")


@pytest.mark.parametrize("by", [player("A"), Actor(key="feed", role="feed-reader"), Actor(key="audit", role="auditor")])
def test_readers_and_players_run_nothing(by: Actor) -> None:
    for command in (
        START,
        lifecycle_commands.CancelTournament(reason="Why not"),
        lifecycle_commands.ChangeConditions(conditions=Conditions()),
        lifecycle_commands.AppointDirector(person=person("A")),
    ):
        given(*before_the_start()).when(command, by=by).refused("not-allowed")
        given(*before_the_start()).when(command).then()
