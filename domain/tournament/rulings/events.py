"""Events of disputes, rulings and appeals (TD-9 to TD-13). What is said of persons is sealed.

What was ordered, by which rule, and how anybody voted never is in sealed text. `text_about` is who a text is about
first, who is shown it as the parties are; it is sealed under all who it is about (`domain/tournament/text_about.py`).

The parties and the committee are shown here what elsewhere the staff alone is shown: statements, votes, and orders on
persons. What is ordered of matches, their `layers`, is public.
"""

from typing import Annotated, ClassVar, Literal

from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, MatchNumber, PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Digest, Instant, Number, Value
from domain.kernel.visibility import FOR_PARTIES, PUBLIC, Part
from domain.officiating.committees import CommitteeVerdict, Vote
from domain.officiating.remedies import Remedies
from domain.officiating.sanction_catalogue import Clause, Flag
from domain.scoring.disputes import ScoreSheet
from domain.scoring.games import Outcome
from domain.tournament.rulings.in_game import InGame

StatementKind = Literal["statement", "evidence-asked", "evidence-given", "spectator-asked", "spectator", "agreement"]
"""The kinds of statement in a dispute; an `agreement` is a party's to a committee that the parties choose jointly
(TD-9)."""


PlaceKind = Literal["match", "entry", "tournament"]


class About(Value):
    """The subject: a match or an entry by its number, or the tournament."""

    kind: PlaceKind
    number: Number | None = None


class MatchLayer(Value):
    """The remedies on one match, in order; `outcome` is what a result that it awards, or a score that it sets, comes to
    by the rules then in force; None where it does not end the match."""

    match: MatchNumber
    remedies: Remedies
    outcome: Outcome | None


class DisputeEvent(Event):
    """Something that happened to a dispute."""

    SEEN: ClassVar[Part] = PUBLIC
    dispute: Annotated[Number, PUBLIC]


class DisputeOpened(DisputeEvent):
    """`text_about` is who the matter is about, where it is about anybody; `in_game` is where in its match it is
    (GAM-7)."""

    TOPIC: ClassVar[str] = "tournament.dispute-opened.v2"
    SEEN: ClassVar[Part] = FOR_PARTIES
    about: Annotated[About, PUBLIC]
    in_game: Annotated[InGame | None, FOR_PARTIES] = None
    parties: Annotated[tuple[EntryNumber, ...], PUBLIC]
    text_about: PersonId | None
    matter: PersonalText | None


class StatementRecorded(DisputeEvent):
    """A statement of a person: said, given or asked for; spectators only on request [5.3]. `score_sheet` is that of a
    side, where it was handed in (TD-15); `committee` are those who an `agreement` names."""

    TOPIC: ClassVar[str] = "tournament.statement-recorded.v1"
    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Annotated[StatementKind, PUBLIC]
    person: PersonId
    statement: PersonalText | None
    score_sheet: ScoreSheet | None = None
    committee: tuple[PersonId, ...] = ()


class RulingEvent(Event):
    """Something that happened to a ruling."""

    SEEN: ClassVar[Part] = PUBLIC
    ruling: Annotated[Number, PUBLIC]


class RulingGiven(RulingEvent):
    """`in_game` is where in its match it is (GAM-7). `remedies` in order, none where it dismisses what was `claimed`;
    `layers` are what they mean for matches, and `play_began` whether play had begun there. `committee` has given it in
    a director's place, by these `votes`, and `agreed_by` are the parties that have chosen it (TD-9). `flags` say in
    what remedies depart from the sanctions permitted then (TD-22). It can be appealed until `appeal_deadline`, None:
    without a limit (TD-11). `preview_digest` is that of the preview that its giver went by, where they did."""

    TOPIC: ClassVar[str] = "tournament.ruling-given.v2"
    about: About
    in_game: Annotated[InGame | None, FOR_PARTIES] = None
    dispute: Number | None
    clause: Clause
    text_about: Annotated[PersonId | None, FOR_PARTIES]
    facts: Annotated[PersonalText | None, FOR_PARTIES]
    reasons: Annotated[PersonalText | None, FOR_PARTIES]
    parties: tuple[EntryNumber, ...]
    remedies: Annotated[Remedies, FOR_PARTIES]
    claimed: Annotated[Remedies, FOR_PARTIES]
    layers: tuple[MatchLayer, ...]
    play_began: bool
    committee: tuple[PersonId, ...]
    precedents: tuple[Number, ...]
    agreed_by: tuple[EntryNumber, ...] = ()
    votes: Annotated[tuple[Vote, ...], FOR_PARTIES] = ()
    flags: Annotated[tuple[Flag, ...], FOR_PARTIES] = ()
    appeal_deadline: Instant | None
    preview_digest: Annotated[Digest | None, FOR_PARTIES] = None


class RulingSuspended(RulingEvent):
    """Until its appeal is decided (TD-12)."""

    TOPIC: ClassVar[str] = "tournament.ruling-suspended.v1"


class RulingResumed(RulingEvent):
    """In force again, although its appeal is still open. `layers` are what anyone who it puts out concedes of matches
    made meanwhile."""

    TOPIC: ClassVar[str] = "tournament.ruling-resumed.v1"
    layers: tuple[MatchLayer, ...] = ()


class RulingWithdrawn(RulingEvent):
    """Taken back by who directs: it should not have been given. What it had dismissed is not in force by that."""

    TOPIC: ClassVar[str] = "tournament.ruling-withdrawn.v1"
    text_about: Annotated[PersonId | None, FOR_PARTIES]
    reason: Annotated[PersonalText | None, FOR_PARTIES]


class AppealEvent(Event):
    """Something that happened to an appeal."""

    SEEN: ClassVar[Part] = PUBLIC
    appeal: Annotated[Number, PUBLIC]


class AppealLodged(AppealEvent):
    """By an entry, or where `entry` is None by the person who a remedy names. `late` says that the window was
    overridden, with the reason given."""

    TOPIC: ClassVar[str] = "tournament.appeal-lodged.v1"
    ruling: Number
    entry: EntryNumber | None
    lodged_by: Annotated[PersonId, FOR_PARTIES]
    late: bool
    reason: Annotated[PersonalText | None, FOR_PARTIES]


class DecisionAppealed(AppealEvent):
    """An entry appeals a decision without a ruling, by the event of version `decision`. From then on it is a ruling of
    that number, by the `clause`, which could be appealed until `appeal_deadline` (5.2, TD-11). `late` says that the
    window was overridden, with the reason given."""

    TOPIC: ClassVar[str] = "tournament.decision-appealed.v1"
    decision: Number
    ruling: Number
    about: About
    clause: Clause
    entry: EntryNumber
    lodged_by: Annotated[PersonId, FOR_PARTIES]
    late: bool
    reason: Annotated[PersonalText | None, FOR_PARTIES]
    appeal_deadline: Instant | None


class CommitteeFormed(AppealEvent):
    """Three or five, none of them staff here, none a party (TD-11)."""

    TOPIC: ClassVar[str] = "tournament.committee-formed.v1"
    members: tuple[PersonId, ...]


class MembersAllowed(AppealEvent):
    """An administrator allows these on the committee that is formed with it, although they have directed, assisted,
    monitored or administered the tournament (TD-11) [1.3.1]."""

    TOPIC: ClassVar[str] = "tournament.committee-members-allowed.v1"
    members: tuple[PersonId, ...]
    reason: Annotated[PersonalText, FOR_PARTIES]


class AlternativeProposed(AppealEvent):
    """A decision that the committee may take in place of the ruling, by its number from 1."""

    TOPIC: ClassVar[str] = "tournament.alternative-proposed.v1"
    SEEN: ClassVar[Part] = FOR_PARTIES
    alternative: Annotated[Number, PUBLIC]
    remedies: Remedies


class VoteCast(AppealEvent):
    """A member's vote; it can't be changed."""

    TOPIC: ClassVar[str] = "tournament.vote-cast.v1"
    SEEN: ClassVar[Part] = FOR_PARTIES
    member: PersonId
    verdict: CommitteeVerdict


class AppealDecided(AppealEvent):
    """By majority; without one the ruling is upheld (TD-12). Reversed, what it had dismissed is in force; an
    alternative puts its own `remedies` in its place, with their `layers`. Where a ruling that was suspended is upheld,
    `layers` are the concessions of matches made meanwhile by anyone that it puts out."""

    TOPIC: ClassVar[str] = "tournament.appeal-decided.v1"
    decision: CommitteeVerdict | Literal["no-majority"]
    text_about: Annotated[PersonId | None, FOR_PARTIES]
    reasons: Annotated[PersonalText | None, FOR_PARTIES]
    remedies: Annotated[Remedies, FOR_PARTIES]
    layers: tuple[MatchLayer, ...]

    @property
    def keeps_ruling(self) -> bool:
        """Whether nothing takes the ruling's place."""
        return self.decision in ("upheld", "no-majority")


class AppealWithdrawn(AppealEvent):
    """Anyone who appealed takes the appeal back; the ruling is in force, with `layers` as where it is resumed."""

    TOPIC: ClassVar[str] = "tournament.appeal-withdrawn.v1"
    layers: tuple[MatchLayer, ...] = ()


class AppealCarriedOut(AppealEvent):
    """The staff have done what it takes that a decision is no more, and say what (TD-13, 5.2)."""

    TOPIC: ClassVar[str] = "tournament.appeal-carried-out.v1"
    text_about: Annotated[PersonId, FOR_PARTIES]
    reason: Annotated[PersonalText, FOR_PARTIES]


RULING_EVENTS: tuple[type[Event], ...] = (
    DisputeOpened,
    StatementRecorded,
    RulingGiven,
    RulingSuspended,
    RulingResumed,
    RulingWithdrawn,
    AppealLodged,
    DecisionAppealed,
    AppealCarriedOut,
    CommitteeFormed,
    MembersAllowed,
    AlternativeProposed,
    VoteCast,
    AppealDecided,
    AppealWithdrawn,
)
