"""Conflicts of interest, refused wherever a party who is staff would act in their own case (TD-9, TD-11, TD-12)."""

from datetime import timedelta

import pytest

from domain.kernel.envelope import Actor
from domain.tournament.decisions.rulings.audience import by_dispute
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE, Desk, announced, director, entered, person, player
from tests.domain.test_appeals import DECIDED, MATCH_VOID, vote
from tests.domain.test_rulings import COMMITTEE, LOST, ON_MATCH, ruling

A = director("A")
"""The director who plays."""

LODGED = ruling_commands.LodgeAppeal(ruling=1, entry=1)
FORMED = ruling_commands.FormCommittee(appeal=1, members=COMMITTEE)


def ruled_against_the_director() -> Desk:
    """A has beaten B; Z, who directs too, has ruled that A has lost."""
    desk = entered(announced(by=A), "ABC")
    desk.do(lifecycle_commands.AppointDirector(person=person("Z")))
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B")
    desk.do(ruling(LOST), director("Z"))
    return desk


def in_dispute() -> Desk:
    """A, who directs like Z, has beaten B; they dispute it."""
    desk = entered(announced(by=A), "ABC")
    desk.do(lifecycle_commands.AppointDirector(person=person("Z")))
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B")
    desk.do(ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who won?"}), player("B"))
    return desk


def agreement(letter: str, members: str = "xyz") -> ruling_commands.RecordStatement:
    committee = tuple(map(person, members))
    return ruling_commands.RecordStatement(
        dispute=1, kind="agreement", person=person(letter), statement="They may rule.", committee=committee
    )


def joint(votes: str = "x+ y+", members: str = "xyz", **said: object) -> ruling_commands.GiveRuling:
    """A ruling of these members; `x+` is a vote for it, `x-` one against."""
    signs = {"+": "upheld", "-": "reversed"}
    cast = [{"member": person(one[0]), "verdict": signs[one[1]]} for one in votes.split()]
    return ruling(LOST, committee=tuple(map(person, members)), votes=cast, dispute=1, **said)


def ruled_jointly(by: Actor = OFFICE) -> Desk:
    """Both have agreed that x, y and z may rule, who have."""
    desk = agreed()
    desk.do(joint(), by)
    return desk


def agreed() -> Desk:
    """Both have agreed that x, y and z may rule on their dispute."""
    desk = in_dispute()
    for letter in "AB":
        desk.do(agreement(letter), player(letter))
    return desk


@pytest.mark.rule("TD-9")
@pytest.mark.source("ausbgf 5.1")
def test_those_whom_both_parties_have_chosen_rule_where_nobody_on_the_staff_may() -> None:
    desk = in_dispute()
    desk.do(agreement("A"), player("A"))
    desk.when(joint(), player("x")).refused("not-chosen-jointly", missing=[2])
    desk.do(agreement("B"), player("B"))
    desk.do(joint(), player("x"))
    given = desk.state.directing.rulings[1]
    assert (given.committee, given.agreed_by, len(given.votes)) == (COMMITTEE, (1, 2), 2)
    assert given.judges == COMMITTEE


@pytest.mark.rule("TD-9")
def test_a_party_agrees_for_himself_and_to_those_he_named_last() -> None:
    desk = in_dispute()
    desk.when(agreement("B"), A).refused("conflict-of-interest")
    desk.do(agreement("A"), A)
    desk.do(agreement("B"), director("Z"))
    desk.do(agreement("B", "uvw"), player("B"))
    desk.when(joint(), player("x")).refused("not-chosen-jointly")
    desk.do(agreement("B"), director("Z"))
    desk.when(joint(), player("x")).then()


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize("maker", [None, person("Z")])
def test_anyone_who_brings_the_ruling_does_not_alone_say_that_the_parties_agreed(maker: str | None) -> None:
    """Neither as staff nor by a key made for a party; what another has recorded counts."""
    desk, brings = in_dispute(), director("Z")
    recording = brings if maker is None else Actor(key="made for B", role="player", person=person("B"), key_maker=maker)
    desk.do(agreement("A"), player("A"))
    desk.do(agreement("B"), recording)
    desk.when(joint(), brings).refused("not-chosen-jointly")
    nobody = Actor(key="office", role="administrator")
    desk.when(joint(), nobody).refused("not-chosen-jointly")
    desk.do(agreement("B"), Actor(key="office of o", role="administrator", person=person("o")))
    desk.when(joint(), brings).then()


@pytest.mark.rule("TD-9")
def test_a_party_who_directs_brings_no_ruling_of_a_committee_in_his_own_case() -> None:
    desk = in_dispute()
    for letter in "AB":
        desk.do(agreement(letter))
    desk.when(joint(), A).refused("conflict-of-interest")
    desk.when(joint(), player("B")).refused("not-allowed")
    desk.when(joint(), player("C")).refused("not-allowed")


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("votes", "slug"),
    [
        ("", "no-majority-for-ruling"),
        ("x+", "no-majority-for-ruling"),
        ("x+ y-", "no-majority-for-ruling"),
        ("x+ y- z-", "no-majority-for-ruling"),
        ("x+ x+", "voted-already"),
        ("x+ y+ u+", "not-on-committee"),
    ],
)
def test_a_committee_rules_by_the_majority_of_all_its_members(votes: str, slug: str) -> None:
    desk = agreed()
    desk.when(joint(votes)).refused(slug)
    desk.do(joint("x+ y- z+"))
    assert [vote.verdict for vote in desk.state.directing.rulings[1].votes] == ["upheld", "reversed", "upheld"]


@pytest.mark.rule("TD-9")
def test_only_an_agreement_names_a_committee_and_only_a_committee_votes() -> None:
    with pytest.raises(ValueError, match="names the members"):
        ruling_commands.RecordStatement(dispute=1, kind="agreement", person=person("A"), statement="Somebody may rule.")
    with pytest.raises(ValueError, match="names the members"):
        ruling_commands.RecordStatement(
            dispute=1, kind="statement", person=person("A"), statement="They may rule.", committee=COMMITTEE
        )
    with pytest.raises(ValueError, match="ruling by a committee"):
        ruling(LOST, votes=[{"member": COMMITTEE[0], "verdict": "upheld"}])


@pytest.mark.rule("TD-9")
def test_the_dispute_concerns_those_whom_all_its_parties_have_chosen() -> None:
    desk = in_dispute()
    desk.do(agreement("A"), player("A"))
    assert not by_dispute(desk.state, desk.state.directing.disputes[1]).intersection(COMMITTEE)
    desk.do(agreement("B"), player("B"))
    assert by_dispute(desk.state, desk.state.directing.disputes[1]).issuperset(COMMITTEE)
    desk.do(agreement("B", "uvw"), player("B"))
    assert not by_dispute(desk.state, desk.state.directing.disputes[1]).intersection(COMMITTEE)


@pytest.mark.rule("TD-9", "TD-11", "TD-12")
def test_a_party_who_directs_leaves_his_own_appeal_to_others_from_its_lodging_to_its_decision() -> None:
    desk = ruled_against_the_director()
    desk.do(LODGED, A)
    put = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID]})
    desk.when(ruling_commands.SuspendRuling(ruling=1), A).refused("conflict-of-interest")
    desk.when(FORMED, A).refused("conflict-of-interest")
    desk.do(FORMED, director("Z"))
    desk.do(ruling_commands.SuspendRuling(ruling=1), director("Z"))
    desk.when(ruling_commands.ResumeRuling(ruling=1), A).refused("conflict-of-interest")
    desk.when(put, A).refused("conflict-of-interest")
    desk.when(vote("x", "reversed"), A).refused("conflict-of-interest")
    desk.do(put, player("x"))
    desk.do(vote("x", "reversed"), player("x"))
    desk.do(vote("y", "reversed"), player("y"))
    desk.when(DECIDED, A).refused("conflict-of-interest")
    desk.do(DECIDED)
    assert desk.state.directing.rulings[1].status == "reversed"


@pytest.mark.rule("TD-9", "TD-11")
def test_a_party_who_directs_admits_no_late_appeal_of_his_own() -> None:
    desk = ruled_against_the_director()
    desk.now += timedelta(hours=2)
    late = ruling_commands.LodgeAppeal(ruling=1, entry=1, override=True, reason="I was busy directing.")
    desk.when(late, A).refused("conflict-of-interest")
    desk.do(late, director("Z"))
    assert desk.state.directing.appeals[1].late


@pytest.mark.rule("TD-9", "TD-11")
def test_a_party_who_directs_lodges_and_withdraws_nothing_for_the_other_side() -> None:
    desk = ruled_against_the_director()
    of_b = ruling_commands.LodgeAppeal(ruling=1, entry=2)
    desk.when(of_b, A).refused("conflict-of-interest")
    desk.do(of_b, player("B"))
    withdrawal = ruling_commands.WithdrawAppeal(appeal=1)
    desk.when(withdrawal, A).refused("conflict-of-interest")
    desk.when(withdrawal, director("Z")).then()


@pytest.mark.rule("TD-9")
def test_a_party_who_directs_speaks_for_himself_alone() -> None:
    desk = ruled_against_the_director()
    desk.do(ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who won?"}), A)
    desk.do(ruling_commands.RecordStatement(dispute=1, kind="statement", person=person("A"), statement="I did."), A)
    of_b = ruling_commands.RecordStatement(dispute=1, kind="statement", person=person("B"), statement="I saw it.")
    of_c = ruling_commands.RecordStatement(dispute=1, kind="spectator", person=person("C"), statement="I saw it.")
    asks = ruling_commands.RecordStatement(
        dispute=1, kind="evidence-asked", person=person("A"), statement="Your sheet."
    )
    desk.do(of_c.model_copy(update={"kind": "spectator-asked", "statement": "What did you see?"}), director("Z"))
    for recorded in (of_b, of_c, asks):
        desk.when(recorded, A).refused("conflict-of-interest")
        desk.do(recorded, director("Z"))


@pytest.mark.rule("TD-9")
def test_an_administrator_rules_where_the_only_director_is_a_party_if_that_was_announced() -> None:
    desk = entered(announced(Conditions(administrators_give_rulings=True), by=A), "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B")
    desk.when(ruling(LOST), A).refused("conflict-of-interest")
    desk.do(ruling(LOST))
    desk.do(LODGED, A)
    desk.do(FORMED)
    assert desk.state.directing.appeals[1].members == COMMITTEE


@pytest.mark.rule("TD-11")
def test_anyone_who_gave_the_ruling_does_not_sit_on_its_appeal_though_he_was_released_since() -> None:
    desk = ruled_against_the_director()
    desk.do(lifecycle_commands.ReleaseDirector(person=person("Z")))
    desk.do(LODGED, A)
    desk.when(ruling_commands.FormCommittee(appeal=1, members=tuple(map(person, "xyZ")))).refused(
        "conflict-of-interest"
    )
    desk.when(FORMED).then()


@pytest.mark.rule("TD-9", "TD-11")
def test_those_who_gave_the_ruling_jointly_do_not_sit_on_its_appeal() -> None:
    desk = ruled_jointly()
    desk.do(LODGED, A)
    desk.when(ruling_commands.FormCommittee(appeal=1, members=tuple(map(person, "uvz")))).refused(
        "conflict-of-interest"
    )
    desk.when(ruling_commands.FormCommittee(appeal=1, members=tuple(map(person, "uvw")))).then()


@pytest.mark.rule("TD-11")
def test_recorder_of_a_committees_ruling_has_not_given_it() -> None:
    desk = ruled_jointly(director("Z"))
    desk.do(lifecycle_commands.ReleaseDirector(person=person("Z")))
    desk.do(LODGED, A)
    formed = ruling_commands.FormCommittee(appeal=1, members=tuple(map(person, "uvZ")))
    served = [{"person": person("Z"), "because": "has-served", "entry": None}]
    desk.when(formed).refused("conflict-of-interest", conflicts=served)
    allowing = Actor(key="office of w", role="administrator", person=person("w"))
    desk.when(formed.model_copy(update={"allowed": (person("Z"),), "reason": "Nobody else"}), allowing).then()


@pytest.mark.rule("TD-9", "TD-4")
def test_nobody_rules_on_a_sanction_against_himself() -> None:
    desk = in_dispute()
    warned = {"kind": "warning", "to": {"kind": "person", "person": person("A")}}
    desk.when(ruling(warned, about={"kind": "tournament"}), A).refused("conflict-of-interest")
    desk.when(ruling(warned, about={"kind": "tournament"}), director("Z")).then()


@pytest.mark.rule("TD-11")
def test_member_of_an_open_appeals_committee_is_not_made_a_director_until_it_is_decided() -> None:
    desk = ruled_against_the_director()
    desk.do(LODGED)
    desk.do(FORMED)
    appointed = lifecycle_commands.AppointDirector(person=person("x"))
    desk.when(appointed).refused("conflict-of-interest")
    for member in "xy":
        desk.do(vote(member, "upheld"))
    desk.do(DECIDED)
    desk.when(appointed).then()
