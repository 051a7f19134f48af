"""Appeals on the desk: who votes, what is counted, and what becomes of the ruling (TD-11 to TD-13)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from domain.kernel.envelope import Actor
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.match_accounts import account_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record.commands import AppointMonitor, ReleaseMonitor
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE, Desk, director, entered, person, player, started
from tests.domain.test_rulings import COMMITTEE, LOST, WARNING, reversed_by, ruling

MATCH_VOID = {"kind": "match-voiding"}


def appealed(*remedies: dict[str, Any], claimed: tuple[dict[str, Any], ...] = ()) -> Desk:
    """A has beaten B; the director ruled, B appeals, and there is a committee."""
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(*remedies, claimed=claimed))
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    return desk


def vote(letter: str, verdict: str) -> ruling_commands.CastVote:
    return ruling_commands.CastVote.model_validate({"appeal": 1, "member": person(letter), "verdict": verdict})


def winner(desk: Desk) -> str | None:
    outcome = desk.outcome(1)
    return outcome.winner if outcome else None


DECIDED = ruling_commands.DecideAppeal(appeal=1, reasons="As voted.")
X_ADMINISTERS = Actor(key="office of x", role="administrator", person=person("x"))
W_ADMINISTERS = Actor(key="office of w", role="administrator", person=person("w"))


def to_be_heard(*before: tuple[Command, Actor], ruled_by: Actor = W_ADMINISTERS) -> Desk:
    """After the start these commands were sent; A has beaten B, and B appeals a ruling on that."""
    desk = started("AB")
    desk.report("A 5-3 B")
    for command, by in before:
        desk.do(command, by)
    desk.do(ruling(LOST), ruled_by)
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    return desk


DIRECTED = (
    (lifecycle_commands.AppointDirector(person=person("d")), OFFICE),
    (lifecycle_commands.AppointDirector(person=person("x")), OFFICE),
    (lifecycle_commands.ReleaseDirector(person=person("x")), OFFICE),
)
MONITORED = (
    (AppointMonitor.model_validate({"match": 1, "person": person("x"), "fee": None, "paid_by": None}), OFFICE),
    (ReleaseMonitor.model_validate({"match": 1, "number": 1}), OFFICE),
)
ADMINISTERED = (
    (lifecycle_commands.ChangeConditions(conditions=Conditions(venue="Hall 2"), reason="Rain"), X_ADMINISTERS),
)
FORMED = ruling_commands.FormCommittee(appeal=1, members=COMMITTEE)
ALLOWED = FORMED.model_copy(update={"allowed": (person("x"),), "reason": "Nobody else is here"})


@pytest.mark.rule("TD-11")
@pytest.mark.parametrize("served", [DIRECTED, MONITORED, ADMINISTERED], ids=["directed", "monitored", "administered"])
def test_committee_has_nobody_who_served_at_the_tournament(
    served: Sequence[tuple[Command, Actor]],
) -> None:
    desk = to_be_heard(*served)
    desk.when(FORMED).refused(
        "conflict-of-interest", conflicts=[{"person": person("x"), "because": "has-served", "entry": None}]
    )
    others = FORMED.model_copy(update={"members": (person("v"), person("y"), person("z"))})
    assert len(desk.do(others)) == 1


@pytest.mark.rule("TD-11")
def test_committee_has_whom_an_administrator_allowed_who_gave_no_ruling() -> None:
    desk = to_be_heard(*DIRECTED)
    for by, slug in ((W_ADMINISTERS, "not-allowed"), (OFFICE, "not-allowed"), (X_ADMINISTERS, "not-allowed")):
        desk.when(ALLOWED, by).refused(slug)
    other = Actor(key="office of v", role="administrator", person=person("v"))
    desk.do(ALLOWED, other)
    appeal = desk.state.directing.appeals[1]
    assert (appeal.members, appeal.allowed, appeal.allowed_because) == (
        COMMITTEE,
        (person("x"),),
        "Nobody else is here",
    )
    assert [(one.appeal, one.members) for one in account_of(desk.state).allowed] == [(1, (person("x"),))]
    desk.do(FORMED.model_copy(update={"members": (person("u"), person("y"), person("z"))}), other)
    assert account_of(desk.state).allowed == ()


@pytest.mark.rule("TD-11")
def test_director_of_the_tournament_is_allowed_by_nobody() -> None:
    desk = to_be_heard(*DIRECTED[:2])
    other = Actor(key="office of v", role="administrator", person=person("v"))
    desk.when(ALLOWED, other).refused("conflict-of-interest")


@pytest.mark.rule("TD-11")
def test_director_released_before_the_start_sits_on_a_committee() -> None:
    desk = Desk()
    desk.do(lifecycle_commands.AnnounceTournament.model_validate({"name": "Evening", "format": {"kind": "open"}}))
    entered(desk, "AB")
    for command, by in DIRECTED:
        desk.do(command, by)
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B")
    desk.do(ruling(LOST), W_ADMINISTERS)
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    assert len(desk.do(FORMED)) == 1


@pytest.mark.rule("TD-12")
def test_members_vote_by_keys_that_may_act_and_the_staff_records() -> None:
    desk = appealed(LOST)
    auditor = Actor(key="audit", role="auditor", person=person("x"))
    desk.when(vote("x", "upheld"), auditor).refused("not-allowed")
    desk.when(vote("x", "upheld"), player("y")).refused("not-allowed")
    proposal = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID]})
    desk.when(proposal, auditor).refused("not-allowed")
    desk.when(proposal, player("B")).refused("not-allowed")
    desk.do(vote("x", "upheld"), player("x"))
    desk.do(vote("y", "upheld"), director("y"))
    desk.do(vote("z", "reversed"))
    assert [one.verdict for one in desk.state.directing.appeals[1].votes] == ["upheld", "upheld", "reversed"]


@pytest.mark.rule("TD-12", "TD-13")
@pytest.mark.parametrize(
    ("verdicts", "decision", "status", "won"),
    [
        (("upheld", "upheld"), "upheld", "upheld", "second"),
        (("upheld", "reversed", "reversed"), "reversed", "reversed", "first"),
        (("alternative-1", "alternative-1"), "alternative-1", "replaced", None),
        (("upheld", "reversed", "alternative-1"), "no-majority", "upheld", "second"),
    ],
)
def test_the_majority_of_all_members_decides(
    verdicts: Sequence[str], decision: str, status: str, won: str | None
) -> None:
    desk = appealed(LOST)
    desk.do(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID]}))
    for letter, verdict in zip("xyz", verdicts, strict=False):
        desk.do(vote(letter, verdict))
    desk.do(DECIDED)
    appeal, given = desk.state.directing.appeals[1], desk.state.directing.rulings[1]
    assert (appeal.decision, appeal.decided_because, given.status) == (decision, "As voted.", status)
    assert winner(desk) == won


@pytest.mark.rule("TD-13")
@pytest.mark.source("ausbgf 5.2")
def test_reversed_a_dismissal_puts_the_claim_in_force_at_the_ruling_s_place() -> None:
    desk = appealed(claimed=(LOST,))
    award = {"kind": "result-award", "result": {"kind": "winner", "winner": "first"}}
    desk.do(ruling(award))
    assert winner(desk) == "first"
    for letter in "xy":
        desk.do(vote(letter, "reversed"))
    desk.do(DECIDED)
    assert [layer.ruling for layer in desk.state.matches[1].layers] == [1, 2]
    assert winner(desk) == "first"
    reversed_by(desk, 2)
    assert winner(desk) == "second"


def lodges(desk: Desk, in_time: bool) -> None:
    """B appeals, in time or too late."""
    lodged = desk.when(ruling_commands.LodgeAppeal(ruling=1, entry=2), player("B"))
    lodged.then() if in_time else lodged.refused("appeal-too-late")


@pytest.mark.rule("TD-11")
@pytest.mark.parametrize(("minutes", "in_time"), [(60, True), (61, False)])
def test_the_window_closes_when_its_minutes_have_passed(minutes: int, in_time: bool) -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    desk.now += timedelta(minutes=minutes - 1)  # the appeal itself takes another one
    lodges(desk, in_time)


@pytest.mark.rule("TD-11", "TD-21")
@pytest.mark.parametrize(
    ("conditions", "minutes", "in_time"),
    [
        ({}, 60, True),
        ({}, 61, False),
        ({"played": "online"}, 7 * 24 * 60, True),
        ({"played": "online"}, 7 * 24 * 60 + 1, False),
        ({"played": "online", "appeal_window_minutes": 60}, 61, False),
        ({"played": "online", "appeal_window_minutes": None}, 10**6, True),
    ],
)
def test_the_window_is_an_hour_over_the_board_and_a_week_online(
    conditions: dict[str, Any], minutes: int, in_time: bool
) -> None:
    desk = started("AB", Conditions.model_validate(conditions))
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    desk.now += timedelta(minutes=minutes - 1)  # the appeal itself takes another one
    lodges(desk, in_time)


@pytest.mark.rule("TD-11", "TD-21")
@pytest.mark.parametrize(("before", "after", "in_time"), [(60, 0, True), (0, 60, False), (None, 0, True)])
def test_the_window_is_the_one_of_when_the_ruling_was_given(before: int | None, after: int, in_time: bool) -> None:
    desk = started("AB", Conditions(appeal_window_minutes=before))
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    conditions = Conditions(appeal_window_minutes=after)
    desk.do(lifecycle_commands.ChangeConditions(conditions=conditions, reason="We are late."))
    lodges(desk, in_time)


@pytest.mark.rule("TD-11", "TD-12")
def test_a_withdrawn_appeal_puts_a_suspended_ruling_in_force_and_only_another_party_can_appeal_then() -> None:
    desk = appealed(LOST)
    desk.do(ruling_commands.SuspendRuling(ruling=1))
    assert winner(desk) == "first"
    desk.when(ruling_commands.WithdrawAppeal(appeal=1), player("A")).refused("not-allowed")
    desk.do(ruling_commands.WithdrawAppeal(appeal=1), player("B"))
    assert winner(desk) == "second"
    desk.when(DECIDED).refused("appeal-status")
    desk.when(ruling_commands.LodgeAppeal(ruling=1, entry=2), player("B")).refused("appeal-status")
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=1))
    assert desk.state.directing.appeals[2].entry == 1


@pytest.mark.rule("TD-12")
def test_an_appeal_is_withdrawn_until_most_of_its_committee_have_voted() -> None:
    desk = appealed(LOST)
    desk.do(vote("x", "upheld"))
    withdrawn = ruling_commands.WithdrawAppeal(appeal=1)
    before = desk.fork()
    before.do(withdrawn, player("B"))
    desk.do(vote("y", "reversed"))
    desk.when(withdrawn, player("B")).refused("appeal-status")
    desk.when(withdrawn).refused("appeal-status")


@pytest.mark.rule("TD-12")
def test_a_committee_formed_anew_begins_without_what_the_former_one_propose_alternative() -> None:
    desk = appealed(LOST)
    desk.do(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID]}))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=tuple(map(person, "uvw"))))
    desk.when(vote("u", "alternative-1")).refused("alternative-unknown")
    desk.do(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [LOST]}))
    (alternative,) = desk.state.directing.appeals[1].alternatives
    assert (alternative.number, alternative.remedies[0].kind) == (1, "match-loss")


@pytest.mark.rule("TD-12")
def test_an_alternative_is_a_ruling_s_remedies() -> None:
    desk = appealed(LOST)
    idle = {"kind": "score-correction", "first": 8, "second": 7}
    desk.when(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [idle]})).refused(
        "remedy-without-effect"
    )
    assert desk.state.directing.appeals[1].alternatives == ()


@pytest.mark.rule("TD-13", "TD-4")
def test_a_reversal_lets_in_only_whom_its_own_ruling_has_put_out() -> None:
    desk = started("AB")
    about, out = {"kind": "entry", "number": 2}, {"kind": "disqualification", "entry": 2}
    desk.do(ruling(out, about=about))
    for _ in range(8):
        desk.do(ruling(WARNING, about=about))
    desk.do(ruling({**out, "kind": "expulsion"}, about=about))
    reversed_by(desk, 1)
    assert [(one.ruling, one.by, one.kind) for one in desk.state.entries[2].excluded_by] == [(10, "ruling", "expelled")]
    reversed_by(desk, 10)
    assert desk.state.entries[2].excluded_by == ()


@pytest.mark.rule("TD-4", "TD-12")
def test_an_alternative_warns_nobody_who_has_not_entered() -> None:
    desk = appealed(LOST)
    nobody = {"kind": "warning", "to": {"kind": "entry", "entry": 99}}
    desk.when(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [nobody]})).refused(
        "entry-unknown"
    )


@pytest.mark.rule("TD-11", "TD-12")
@pytest.mark.parametrize(
    "against",
    [
        {"kind": "disqualification", "entry": 3},
        {"kind": "expulsion", "entry": 3},
        {"kind": "warning", "to": {"kind": "entry", "entry": 3}},
        {"kind": "warning", "to": {"kind": "person", "person": person("C")}},
        {"kind": "ban", "person": person("C"), "until": None},
    ],
)
def test_an_alternative_is_against_nobody_who_is_no_party_for_he_could_not_appeal(against: dict[str, Any]) -> None:
    desk = started("ABC")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=2))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    proposal = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [against]})
    desk.when(proposal).refused("remedy-misplaced")
    desk.do(ruling(against))
    assert desk.state.directing.rulings[2].parties == (1, 2, 3)
    desk.when(ruling_commands.LodgeAppeal(ruling=2, entry=3), player("C")).then()


@pytest.mark.rule("TD-12", "TD-4")
@pytest.mark.parametrize("kind", ["ban", "spectator-ban"])
def test_an_alternative_is_against_nobody_who_plays_elsewhere(kind: str) -> None:
    desk = appealed(LOST)

    def against(letter: str) -> ruling_commands.ProposeAlternative:
        named = {"person": person(letter)}
        whom = {"spectator": {"kind": "person", **named}} if kind == "spectator-ban" else named
        remedy = {"kind": kind, **whom, "until": None}
        return ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [remedy]})

    desk.when(against("V")).refused("remedy-misplaced")
    desk.do(against("A"))
    assert len(desk.state.directing.appeals[1].alternatives) == 1


@pytest.mark.rule("TD-12")
@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("upheld", "Appeal 1 is decided: the ruling is upheld."),
        ("reversed", "Appeal 1 is decided: the ruling is reversed."),
        ("alternative-1", "Appeal 1 is decided: alternative 1 takes the ruling's place."),
    ],
)
def test_ending_of_an_appeal_is_told_in_words(verdict: str, said: str) -> None:
    desk = appealed(LOST)
    desk.do(ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID]}))
    for letter in "xy":
        desk.do(vote(letter, verdict))
    desk.do(DECIDED)
    desk.when(DECIDED).refused("appeal-status", said)


@pytest.mark.rule("TD-12")
def test_missing_voters_are_named() -> None:
    desk = appealed(LOST)
    desk.do(vote("y", "upheld"))
    said = f"Members who have not voted: person {person('x')}, person {person('z')}."
    desk.when(DECIDED).refused("votes-missing", said, appeal=1, not_voted=[person("x"), person("z")])
