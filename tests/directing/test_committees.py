"""Who may rule and sit on a committee, and what its votes come to (TD-9, TD-11, TD-12, ALL-10)."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.officiating.committees import (
    Committee,
    CommitteeVerdict,
    Conflict,
    Party,
    Vote,
    committee_of_appeal,
    count,
    joint_committee,
    refuse_to_rule,
)
from tests.directing.words import name, person
from tests.golden.tables import Row, table

STAFF = tuple(map(person, "STE"))
JUDGES = tuple(map(person, "XT"))

VERDICTS: Mapping[str, CommitteeVerdict] = {"u": "upheld", "r": "reversed"}


def dispute(text: str) -> Sequence[Party]:
    """`C and D against E`: the first party is a team."""
    return [
        Party(entry=entry, persons=tuple(map(person, members.split(" and "))))
        for entry, members in enumerate(text.split(" against "), 1)
    ]


def persons(names: str) -> Sequence[PersonId]:
    return [person(one) for one in names.split()]


def written(form: Callable[[], Committee]) -> str:
    """`formed`, or why not, as the pages write it."""
    try:
        form()
    except Refused as refusal:
        return _refusal(refusal)
    return "formed"


def _refusal(refusal: Refused) -> str:
    match refusal.facts:
        case {"conflicts": [*conflicts]}:
            return ", ".join(_conflict(Conflict.model_validate(one)) for one in conflicts)
        case {"missing": [*missing]}:
            return " ".join([refusal.problem.slug, *map(str, missing)])
        case {"members": members}:
            return f"{refusal.problem.slug} {members}"
        case _:
            return refusal.problem.slug


def _conflict(conflict: Conflict) -> str:
    return f"{name(conflict.person)} {conflict.because} {conflict.entry or ''}".strip()


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize("case", table("directing/committees", 1), ids=lambda case: case["who rules"])
def test_a_party_does_not_rule(case: Row) -> None:
    director = None if case["who rules"] == "nobody known" else person(case["who rules"])
    refusal = refuse_to_rule(director, dispute(case["the dispute"]))
    assert ("may rule" if refusal is None else _refusal(refusal)) == case["comes to"]


@pytest.mark.rule("TD-11", "ALL-10")
@pytest.mark.source("ausbgf 1.3.2")
@pytest.mark.parametrize("case", table("directing/committees", 2), ids=lambda case: case["members"])
def test_a_committee_has_no_conflict_of_interest(case: Row) -> None:
    members, parties = persons(case["members"]), dispute(case["the dispute"])
    assert written(lambda: committee_of_appeal(members, STAFF, parties, JUDGES)) == case["comes to"]


@pytest.mark.rule("TD-9")
@pytest.mark.source("ausbgf 1.3.2", "ausbgf 5.1")
@pytest.mark.parametrize("case", table("directing/committees", 3), ids=lambda case: case["comes to"])
def test_all_parties_choose_a_joint_committee(case: Row) -> None:
    members, parties = persons(case["members"]), dispute(case["the dispute"])
    agreed = [int(party) for party in case["agreed"].split()]
    assert written(lambda: joint_committee(members, STAFF, parties, agreed)) == case["comes to"]


def vote(text: str) -> Vote:
    """`Fu`: F votes for upheld."""
    verdict = VERDICTS[text[1]] if text[1] in VERDICTS else f"alternative-{text[1]}"
    return Vote(member=person(text[0]), verdict=verdict)


@pytest.mark.rule("TD-12")
@pytest.mark.source("ausbgf 5.2")
@pytest.mark.parametrize("case", table("directing/committees", 4), ids=lambda case: case["votes"] or "no vote")
def test_the_majority_of_the_members_decides(case: Row) -> None:
    committee = Committee(members=tuple(persons(case["members"])))
    votes = [vote(text) for text in case["votes"].split()]
    if case["comes to"] in ("not-on-committee", "voted-already", "alternative-unknown"):
        with pytest.raises(Refused) as refusal:
            count(committee, votes, alternatives=2)
        assert refusal.value.problem.slug == case["comes to"]
        return
    decision = count(committee, votes, alternatives=2)
    assert (decision.verdict or "nothing") == case["comes to"]
    assert " ".join(map(name, decision.silent)) == case["silent"]


@pytest.mark.rule("TD-12")
@given(
    st.sampled_from([3, 5]),
    st.lists(st.sampled_from(["upheld", "reversed", "alternative-1", "alternative-2", None]), min_size=5, max_size=5),
)
def test_the_order_of_votes_changes_nothing_and_all_are_accounted_for(
    size: int, chosen: Sequence[CommitteeVerdict]
) -> None:
    committee = committee_of_appeal(persons("F G H I J")[:size], (), ())
    votes = [
        Vote(member=member, verdict=verdict)
        for member, verdict in zip(committee.members, chosen, strict=False)
        if verdict is not None
    ]
    decision = count(committee, votes, alternatives=2)
    assert decision.verdict == count(committee, votes[::-1], alternatives=2).verdict
    assert sum(number for _, number in decision.votes) + len(decision.silent) == size
    if decision.verdict is not None:
        assert 2 * sum(one.verdict == decision.verdict for one in votes) > size
