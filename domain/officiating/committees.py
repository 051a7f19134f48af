"""Committees: who may decide, and the outcome of their votes (TD-9, TD-11, TD-12) [5.1, 5.2].

Readings: a person who can't sit on a committee of appeal can't sit on one that the parties choose jointly either, but
for those who have served before: all parties have agreed to them. Nobody sits on the appeal of a ruling that they gave,
alone or on a committee. Without a majority of all members, the silent ones counted, the original ruling stands; votes
for different alternatives are not added up. A director who acts without being a person of the registry is party to
nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.problems.rulings import (
    ALTERNATIVE_UNKNOWN,
    COMMITTEE_SIZE,
    CONFLICT_OF_INTEREST,
    NOT_CHOSEN_JOINTLY,
    NOT_ON_COMMITTEE,
    VOTED_ALREADY,
)

_SIZES = (3, 5)


class Party(Value):
    """An entrant who is a party to the dispute, with every member of the team (ALL-10)."""

    entry: EntryNumber
    persons: Annotated[tuple[PersonId, ...], Field(min_length=1)]


class Conflict(Value):
    """Why a person can't decide: `entry` is the party they belong to, if any."""

    person: PersonId
    because: Literal["staff", "party", "named-twice", "gave-it", "named-in-it", "has-served"]
    entry: EntryNumber | None = None


class Committee(Value):
    """Three or five persons without a conflict of interest."""

    members: tuple[PersonId, ...]

    @property
    def majority(self) -> int:
        """The number of votes that decide."""
        return len(self.members) // 2 + 1


_ALTERNATIVE = "alternative-"

CommitteeVerdict = (
    Literal["upheld", "reversed"] | Annotated[str, StringConstraints(pattern=r"^alternative-[1-9][0-9]*$")]
)
"""What of the ruling: or `alternative-1`, the first of the alternatives put forward, with remedies of its own."""


class Vote(Value):
    """A member's vote: `upheld`, `reversed`, or an alternative such as `alternative-1`."""

    member: PersonId
    verdict: CommitteeVerdict


class VoteCount(Value):
    """The count of the votes: the verdict that has the majority, None where none has. `votes` are in the order in which
    each verdict was first voted for; `silent` are the members who have not voted."""

    verdict: CommitteeVerdict | None
    votes: tuple[tuple[CommitteeVerdict, int], ...]
    silent: tuple[PersonId, ...]


def alternative_of(verdict: str | None) -> int | None:
    """The number of the alternative, from 1, if the verdict is for one."""
    return int(verdict.removeprefix(_ALTERNATIVE)) if verdict and verdict.startswith(_ALTERNATIVE) else None


def refuse_to_rule(director: PersonId | None, parties: Sequence[Party]) -> Refused | None:
    """Why the director can't rule or act in a dispute: the director is a party to it (TD-9)."""
    conflicts = [] if director is None else _as_party(director, parties)
    if not conflicts:
        return None
    detail = "The command decides a matter of one of its senders."
    return _refusal(detail, conflicts)


def refuse_named(judges: Sequence[PersonId | None], named: Collection[PersonId]) -> Refused | None:
    """Why these can't rule: a remedy that was ordered or claimed names one of them, whether or not they play here, as a
    ban from directing does (TD-9)."""
    found = [judge for judge in dict.fromkeys(judges) if judge is not None and judge in named]
    if not found:
        return None
    detail = "A remedy names one of those who decide on it."
    return _refusal(detail, [Conflict(person=one, because="named-in-it") for one in found])


def committee_of_appeal(
    members: Sequence[PersonId],
    staff: Collection[PersonId],
    parties: Sequence[Party],
    judges: Collection[PersonId] = (),
    served: Collection[PersonId] = (),
) -> Committee:
    """The committee that a director forms (TD-11). `judges` are those who gave the ruling, `served` those who have been
    staff of the tournament or a monitor. Raises Refused where there are not three or five members, or where one of them
    is staff of the tournament, a party, named twice, gave the ruling or has served; all such conflicts are named at
    once."""
    if len(members) not in _SIZES:
        detail = f"The committee would have {len(members)} members, not three or five."
        raise Refused(COMMITTEE_SIZE, detail, members=len(members))
    conflicts = [*_conflicts(members, staff, parties), *_as_judges(members, judges)]
    known = {one.person for one in conflicts}
    conflicts += [Conflict(person=one, because="has-served") for one in served if one in members and one not in known]
    if conflicts:
        raise _refusal(f"{len({one.person for one in conflicts})} of those named can't decide here.", conflicts)
    return Committee(members=tuple(members))


def joint_committee(
    members: Sequence[PersonId],
    staff: Collection[PersonId],
    parties: Sequence[Party],
    agreed: Collection[EntryNumber],
) -> Committee:
    """The committee that the parties choose jointly instead of a director (TD-9); `agreed` are those who have agreed to
    it. Raises Refused as for one of appeal, and where a party has not agreed."""
    committee = committee_of_appeal(members, staff, parties)
    missing = [party.entry for party in parties if party.entry not in agreed]
    if missing:
        raise Refused(NOT_CHOSEN_JOINTLY, "Not every party has agreed to these members.", missing=missing)
    return committee


def count(committee: Committee, votes: Sequence[Vote], alternatives: int = 0) -> VoteCount:
    """The outcome of the votes (TD-12); so many of those put forward are `alternatives`. Raises Refused for a vote by
    somebody else, a second vote, and a vote for what was not put forward."""
    _require_valid(committee, votes, alternatives)
    counted = Counter(vote.verdict for vote in votes)
    decided = [verdict for verdict, number in counted.items() if number >= committee.majority]
    voters = {vote.member for vote in votes}
    return VoteCount(
        verdict=decided[0] if decided else None,
        votes=tuple(counted.items()),
        silent=tuple(member for member in committee.members if member not in voters),
    )


def _conflicts(
    members: Sequence[PersonId], staff: Collection[PersonId], parties: Sequence[Party]
) -> Sequence[Conflict]:
    found = [Conflict(person=member, because="staff") for member in dict.fromkeys(members) if member in staff]
    found += [conflict for member in dict.fromkeys(members) for conflict in _as_party(member, parties)]
    named = Counter(members)
    return [*found, *(Conflict(person=one, because="named-twice") for one, times in named.items() if times > 1)]


def _as_judges(members: Sequence[PersonId], judges: Collection[PersonId]) -> Sequence[Conflict]:
    return [Conflict(person=member, because="gave-it") for member in dict.fromkeys(members) if member in judges]


def _as_party(person: PersonId, parties: Sequence[Party]) -> Sequence[Conflict]:
    return [Conflict(person=person, because="party", entry=party.entry) for party in parties if person in party.persons]


def _refusal(detail: str, conflicts: Sequence[Conflict]) -> Refused:
    return Refused(CONFLICT_OF_INTEREST, detail, conflicts=[one.model_dump(mode="json") for one in conflicts])


def _require_valid(committee: Committee, votes: Sequence[Vote], alternatives: int) -> None:
    voted: set[PersonId] = set()
    for vote in votes:
        if vote.member not in committee.members:
            raise Refused(NOT_ON_COMMITTEE, "The voter is not a member of the committee.", person=vote.member)
        if vote.member in voted:
            raise Refused(VOTED_ALREADY, "The member has voted already.", person=vote.member)
        alternative = alternative_of(vote.verdict)
        if alternative is not None and alternative > alternatives:
            detail = f"There is no alternative {alternative} among the {alternatives} put forward."
            raise Refused(ALTERNATIVE_UNKNOWN, detail, alternative=alternative)
        voted.add(vote.member)
