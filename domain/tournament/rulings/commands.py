"""Commands on disputes, rulings and appeals (TD-9 to TD-13)."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.values import Number, Reason
from domain.officiating.committees import CommitteeVerdict, Vote
from domain.officiating.remedies import Remedies, Remedy
from domain.officiating.sanction_catalogue import Clause
from domain.scoring.disputes import ScoreSheet
from domain.tournament.command import AllSeenCommand, Choosing, Command, SeenCommand
from domain.tournament.rulings.events import About, StatementKind
from domain.tournament.rulings.in_game import InGame

Persons = Annotated[tuple[PersonId, ...], Field(max_length=10)]
Parties = Annotated[tuple[EntryNumber, ...], Field(max_length=100)]


class OpenDispute(Command):
    """Bring a dispute (TD-9, GAM-7)

    By a party or the staff. What it is about tells the first parties: both sides of a match, or the entry. A dispute:
    its subject, in a match also `in_game`, the parties (the two sides of its match by default), and the matter.
    """

    about: About
    in_game: InGame | None = None
    parties: Parties = ()
    matter: Reason


class RecordStatement(Command):
    """Record a statement, or evidence asked for or given (TD-9, TD-15)

    A party speaks for themselves; staff who are no party record whatever else is said. Spectators are heard only on
    request [5.3]. A player of the match in dispute may hand in their score sheet with it; the newest of each side
    counts. An `agreement` names the `committee` that a party wants to rule in a director's place.
    """

    dispute: Number
    kind: StatementKind
    person: PersonId
    statement: Reason
    score_sheet: ScoreSheet | None = None
    committee: Persons = ()

    @model_validator(mode="after")
    def _hands_a_sheet_in(self) -> Self:
        if self.score_sheet is not None and self.kind not in ("statement", "evidence-given"):
            raise ValueError("a score sheet can only come with a statement or as evidence")
        return self

    @model_validator(mode="after")
    def _agrees_to_somebody(self) -> Self:
        if (self.kind == "agreement") != bool(self.committee):
            raise ValueError("only an agreement names the members of a committee")
        return self


class GiveRuling(Choosing, AllSeenCommand):
    """Give a ruling with its remedies (TD-4, TD-5, TD-6, TD-9, TD-10, ALL-3, ALL-9, GAM-7)

    By a director who is no party, or by a committee that the parties have chosen jointly. Then one of its members
    brings it, or staff who are no party record it. A majority of all members has to be for it in the `votes`. Each
    party has agreed by a statement in the dispute, which another than anyone who brings the ruling has recorded. A
    ruling that dismisses a claim has no remedies, and says what was `claimed`. Penalty points and lost games are added
    to what is reported. `choice` is as in corrections, `expected` the digest of a preview. Without it If-Match holds
    the ETags that the giver saw: the ruling's subject, and every open match of an excluded entry. A ruling: the rule it
    names, the facts, the reasons, and its remedies in order; none where it dismisses what was `claimed`. `play_began`
    says whether play had begun in the matches that it decides, which are rated then (ALL-6); None: if anything shows
    that it had. `committee` has given it in a director's place, by these `votes` (TD-9). Without `in_game` it is where
    its dispute is, if both are about the same match.
    """

    about: About
    in_game: InGame | None = None
    dispute: Number | None = None
    parties: Parties = ()
    clause: Clause
    facts: Reason
    reasons: Reason
    remedies: Remedies = ()
    claimed: Remedies = ()
    play_began: bool | None = None
    committee: Persons = ()
    votes: Annotated[tuple[Vote, ...], Field(max_length=10)] = ()
    precedents: Annotated[tuple[Number, ...], Field(max_length=20)] = ()

    @property
    def at_issue(self) -> tuple[Remedy, ...]:
        """The remedies that it orders, and those that it dismisses."""
        return (*self.remedies, *self.claimed)

    @model_validator(mode="after")
    def _orders_or_dismisses(self) -> Self:
        if self.remedies and self.claimed:
            raise ValueError("a ruling orders remedies, or dismisses those claimed")
        return self

    @model_validator(mode="after")
    def _votes_in_a_committee(self) -> Self:
        if self.votes and not self.committee:
            raise ValueError("only a ruling by a committee has votes")
        return self


class Suspension(Choosing):
    """Until its appeal is decided."""


class SuspendRuling(Suspension, SeenCommand):
    """Suspend a ruling while its appeal is open (TD-12)

    By staff who are no party. Unless it is suspended a ruling stays in force meanwhile.
    """

    ruling: Number


class ResumeRuling(Suspension, SeenCommand):
    """Put a suspended ruling in force again (TD-12)

    By staff who are no party, while its appeal is open.
    """

    ruling: Number


class WithdrawRuling(Choosing, SeenCommand):
    """Withdraw a ruling that should not have been given (TD-9, ALL-3, ALL-4)

    By staff who are no party, with the reason, while nobody has appealed it; not one that a committee has given.
    Its layer goes, as if it had been reversed, and its dispute may be ruled on again. `choice` is as in
    corrections. Why a ruling should not have been given.
    """

    ruling: Number
    reason: Reason


class LodgeAppeal(SeenCommand):
    """Appeal a ruling (TD-11)

    By a party, within the appeal window of the conditions; after it a director who is no party admits it with
    `override` and a reason. A ruling is appealed once. An appeal by a party: of an `entry`, or of a `person` who a
    remedy names. After the window only with `override` and the reason (TD-11).
    """

    ruling: Number
    entry: EntryNumber | None = None
    person: PersonId | None = None
    reason: Reason | None = None
    override: bool = False

    @model_validator(mode="after")
    def _by_one_party(self) -> Self:
        if (self.entry is None) == (self.person is None):
            raise ValueError("name the entry or the person that appeals")
        return self

    @model_validator(mode="after")
    def _override_with_a_reason(self) -> Self:
        if self.override and self.reason is None:
            raise ValueError("give the reason for an appeal after its window")
        return self


class OfAppeal(Command):
    """A command on one appeal."""

    appeal: Number


class AppealDecision(Command):
    """Appeal what a director decided without a ruling (TD-11)

    5.2: `decision` is the version of the tournament with which it was recorded. It is a refused entry, a departure that
    others recorded, a correction, a pairing by hand, or an answer. By the entry that it is about, a side of the match,
    or any entry where it is about the tournament; within the appeal window, after it a director who is no party admits
    it with `override` and a reason. It is a ruling from then on, and a committee decides.
    """

    decision: Number
    entry: EntryNumber
    reason: Reason | None = None
    override: bool = False

    @model_validator(mode="after")
    def _override_with_a_reason(self) -> Self:
        if self.override and self.reason is None:
            raise ValueError("give the reason for an appeal after its window")
        return self


class FormCommittee(OfAppeal, SeenCommand):
    """Form the committee of an appeal (TD-11, ALL-10)

    By staff who are no party: three or five persons. None of them is a director here, a party or a member of a party's
    team, or gave the ruling. Nor has any of them directed, assisted, monitored or administered this tournament since.
    An administrator who has not given the ruling may allow those, with a reason, which the report shows. It can be
    formed again until somebody has voted.
    """

    members: Persons
    allowed: Persons = ()
    reason: Reason | None = None

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if bool(self.allowed) != (self.reason is not None):
            raise ValueError("give both the members allowed and the reason, or neither")
        if not set(self.allowed) <= set(self.members):
            raise ValueError("the persons allowed must be members of the committee")
        return self


class ProposeAlternative(OfAppeal):
    """Propose another decision, with remedies of its own (TD-12)

    By a member of the committee, or for it by staff who are no party. Alternatives are numbered from 1. Remedies in
    place of the ruling's.
    """

    remedies: Remedies


class CastVote(OfAppeal):
    """Vote on an appeal: upheld, reversed, or an alternative's number (TD-12)

    By the member, or recorded by staff who are no party. A vote is final. A member's vote: `upheld`, `reversed`, or the
    number of an alternative.
    """

    member: PersonId
    verdict: CommitteeVerdict


class DecideAppeal(Choosing, OfAppeal, SeenCommand):
    """Announce what the committee has decided (TD-12, TD-13, ALL-3, ALL-4)

    By staff who are no party, once a verdict has the majority of all members or all have voted; it is worked out from
    the votes. Reversed, the ruling's layer goes, and what it had dismissed is in force; an alternative takes its place.
    `choice` says what becomes of matches that were made from what changes. The committee's decision is worked out from
    its votes; its reasons are shown.
    """

    reasons: Reason


class WithdrawAppeal(Choosing, OfAppeal, SeenCommand):
    """Withdraw an appeal (TD-11)

    By the party that lodged it, or recorded by staff who are no party. A ruling that was suspended is in force
    again.
    """


class CarryOutAppeal(OfAppeal, SeenCommand):
    """Say what was done about a decision that a committee reversed or replaced (TD-13)

    5.2: by the staff, once they have carried it out by the other commands, such as approving the entry again. Until
    then it waits for them.
    """

    reason: Reason
