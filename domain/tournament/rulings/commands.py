"""What can be asked around disputes, rulings and appeals (TD-9 to TD-13)."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.values import Reason, Value
from domain.officiating.committees import Verdict, Vote
from domain.officiating.remedies import Remedies, Remedy
from domain.officiating.sanction_catalogue import Clause
from domain.scoring.disputes import ScoreSheet
from domain.tournament.lifecycle.commands import Choice, Command, Expecting, SeenCommand
from domain.tournament.rulings.events import About, Number, StatementKind

Persons = Annotated[tuple[PersonId, ...], Field(max_length=10)]
Parties = Annotated[tuple[EntryNumber, ...], Field(max_length=100)]


class Following(Expecting):
    """What becomes of what was made from results that change with this (ALL-4), and what its sender expects of it."""

    choice: Choice | None = None


class Matter(Value):
    """A dispute: what it is about, who the parties are (the two sides of its match by default), and the matter."""

    about: About
    parties: Parties = ()
    matter: Reason


class OpenDispute(Matter, Command):
    """TD-9: by a party or the staff."""


class Said(Value):
    """A statement or a piece of evidence, by or of that person; a party may hand in his score sheet with it (TD-15). An
    `agreement` names the `committee` that a party wants to rule in a director's place."""

    kind: StatementKind
    person: PersonId
    text: Reason
    sheet: ScoreSheet | None = None
    committee: Persons = ()

    @model_validator(mode="after")
    def _hands_a_sheet_in(self) -> Self:
        if self.sheet is not None and self.kind not in ("statement", "evidence-given"):
            raise ValueError("a score sheet comes with a statement, or as evidence given")
        return self

    @model_validator(mode="after")
    def _agrees_to_somebody(self) -> Self:
        if (self.kind == "agreement") != bool(self.committee):
            raise ValueError("an agreement, and nothing else, names the members of a committee")
        return self


class RecordStatement(Said, Command):
    """TD-9: parties speak for themselves; the staff record whatever is said."""

    dispute: Number


class Judgement(Following):
    """A ruling: the rule it names, the facts, the reasons, and its remedies in order; none where it dismisses what was
    `claimed`. `play_began` says whether play had begun in the matches that it decides, which are rated then (ALL-6);
    None: if anything shows that it had. `committee` has given it in a director's place, by these `votes`; `agreed` are
    parties that have told the staff so, beside those whose agreement is in the dispute (TD-9)."""

    about: About
    dispute: Number | None = None
    parties: Parties = ()
    clause: Clause
    facts: Reason
    reasons: Reason
    remedies: Remedies = ()
    claimed: Remedies = ()
    play_began: bool | None = None
    committee: Persons = ()
    agreed: Parties = ()
    votes: Annotated[tuple[Vote, ...], Field(max_length=10)] = ()
    precedents: Annotated[tuple[Number, ...], Field(max_length=20)] = ()

    @property
    def at_issue(self) -> tuple[Remedy, ...]:
        """What it orders, and what it dismisses."""
        return (*self.remedies, *self.claimed)

    @model_validator(mode="after")
    def _orders_or_dismisses(self) -> Self:
        if self.remedies and self.claimed:
            raise ValueError("a ruling orders remedies, or dismisses those claimed")
        return self

    @model_validator(mode="after")
    def _votes_in_a_committee(self) -> Self:
        if (self.votes or self.agreed) and not self.committee:
            raise ValueError("votes and agreement are for a ruling that a committee gives")
        return self


class GiveRuling(Judgement, Command):
    """TD-9."""


class Suspension(Following):
    """Until its appeal is decided."""


class SuspendRuling(Suspension, SeenCommand):
    """TD-12."""

    ruling: Number


class ResumeRuling(Suspension, SeenCommand):
    """TD-12."""

    ruling: Number


class RulingWithdrawal(Following):
    """Why a ruling should not have been given."""

    reason: Reason


class WithdrawRuling(RulingWithdrawal, SeenCommand):
    """TD-9: a director's own mistake, taken back before anybody appeals."""

    ruling: Number


class Lodging(Value):
    """An appeal by a party. After the window only with `override` and the reason (TD-11)."""

    by: EntryNumber
    reason: Reason | None = None
    override: bool = False

    @model_validator(mode="after")
    def _override_with_a_reason(self) -> Self:
        if self.override and self.reason is None:
            raise ValueError("give the reason for an appeal after its window")
        return self


class LodgeAppeal(Lodging, SeenCommand):
    """TD-11."""

    ruling: Number


class OfAppeal(Command):
    """A command on one appeal."""

    appeal: Number


class Members(Value):
    """Three or five persons."""

    members: Persons


class FormCommittee(Members, OfAppeal, SeenCommand):
    """TD-11."""


class Proposal(Value):
    """Remedies in place of the ruling's."""

    remedies: Remedies


class PutForward(Proposal, OfAppeal):
    """TD-12: by a member or the staff for the committee."""


class Ballot(Value):
    """A member's vote: `upheld`, `reversed`, or the number of an alternative."""

    member: PersonId
    verdict: Verdict


class CastVote(Ballot, OfAppeal):
    """TD-12: by the member, or recorded by the staff."""


class CommitteeDecision(Following):
    """The committee's decision is worked out from its votes; its reasons are told."""

    reasons: Reason


class DecideAppeal(CommitteeDecision, OfAppeal, SeenCommand):
    """TD-12, TD-13."""


class WithdrawAppeal(OfAppeal, SeenCommand):
    """By the party that lodged it."""
