"""Commands of the registry of persons, and who may send them."""

from typing import Annotated

from pydantic import Field

from domain.kernel.ids import EntryNumber, PersonId, TournamentId
from domain.kernel.values import GivenClosing, GivenName, Pool, Reason, Value
from domain.person.details import Details
from domain.person.erasure_waits import LONGEST_WAIT_HOURS
from domain.person.events import BanKind, BanNumber, Experience, Micropoints


class Command(Value):
    """Anything that can be asked of the registry. `seen` is the person's version its sender looked at."""

    seen: int | None = None


class RegisterPerson(Details, Command):
    """A person who is in no register yet. `distinct_from` are persons with a like name, known to be others."""

    name: GivenName
    distinct_from: tuple[PersonId, ...] = ()


class CorrectDetails(Details, Command):
    """All that is known of the person from now on."""

    name: GivenName


class CorrectName(CorrectDetails):
    """The same by a director who has registered the person: the name alone is another."""


class RequestCorrection(Command):
    """Ask the office to correct what is known of a person (TD-2)

    By the person, or by administrators in their name, with what is wrong. The office answers by a correction, or
    declines. A second request takes the place of the first.
    """

    request: Reason


class RefuseCorrection(Command):
    """Decline the correction that a person has asked for (TD-2)

    By administrators, with the reason.
    """

    reason: Reason


class RecordPublicationConsent(Command):
    """Record whether a person consents to their name being published (TD-2)

    By the person, who may withdraw a consent at any time, and by administrators. Without consent the name is withheld
    from anyone who reads without a key.
    """

    granted: bool


class RecordDistinctPerson(Command):
    """Record that two persons with a like name are two (REG-4)

    By administrators. They are no longer listed as likely duplicates.
    """

    other_person: PersonId


class MergePerson(Command):
    """The record is of the same person as the record that it is merged into (REG-1)."""

    merged_into: PersonId
    reason: Reason


class EntryBelongs(Value):
    """To who an entry belongs that was made after a merge: the id of either record."""

    tournament: TournamentId
    entry: EntryNumber
    person: PersonId


class WithdrawMerge(Command):
    """The two are two persons; `entered_since` says to whom each entry belongs that was made since (REG-3)."""

    entered_since: Annotated[tuple[EntryBelongs, ...], Field(max_length=1000)] = ()
    reason: Reason


class OpeningRating(Value):
    """A rating in millionths of a point and the experience that goes with it, for one pool (ELO-1)."""

    pool: Pool
    rating_millionths: Micropoints
    experience: Experience
    reason: Reason


class SetOpeningRating(OpeningRating, Command):
    """Every later rated match of the person is rated again from it."""


class RequestErasure(Command):
    """Asks to erase a person: an administrator, or the person. Another administrator confirms it, or it takes effect
    after so many hours."""

    wait_hours: Annotated[int, Field(strict=True, ge=0, le=LONGEST_WAIT_HOURS)]


class ConfirmErasure(Command):
    """Confirm that a person is to be erased, at once and for good (ALL-1)

    By another administrator than the one who has asked for it, both with keys of their own: a key for nobody may be
    anybody's.
    """


class StopErasure(Command):
    """Stop an erasure that has not taken effect (ALL-1)

    By administrators, with the reason.
    """

    reason: Reason


class ErasePerson(Command):
    """Destroys the person's key, for good: by the service, once the time to stop it is over, or `again`, since it had
    taken effect before an older backup was put back."""

    again: bool = False


class PlaceBan(Command):
    """Ban a person from entering, directing or watching tournaments, until a moment or for good (TD-4)

    By administrators. The person's entries stay; the directors are shown them for review. Anyone who is banned from
    directing does not act as a director in running tournaments either. The reason is for staff and the person.
    """

    kind: BanKind = "ban"
    until: GivenClosing | None = None
    reason: Reason


class LiftBan(Command):
    """Lift a ban (TD-4)

    By administrators; also one that a ruling has ordered.
    """

    ban: BanNumber
    reason: Reason


class SuspendBan(Command):
    """Suspend a ban, by which it bans nobody (TD-4)

    By administrators; of any ban in the federation's list, ordered by a ruling or placed by an administrator. What the
    ruling orders besides of the person is suspended with it, and what the same person orders or places again.
    """

    ban: BanNumber
    reason: Reason


class ResumeBan(Command):
    """Take the suspension of a ban back (TD-4)

    By another administrator than anyone who has ordered or placed the ban. It waits for review again.
    """

    ban: BanNumber
    reason: Reason


class ConfirmBan(Command):
    """Confirm a ban, which no longer waits for review (TD-4)

    By another administrator than anyone who has ordered or placed the ban, both with keys of their own.
    """

    ban: BanNumber


class ConfirmResignation(Command):
    """Confirm a resignation that staff have recorded, which counts from then on (ALL-8)

    By the person, or by an administrator who has not recorded it, with a key of their own. Until then it counts towards
    no limit.
    """

    resignation: BanNumber


class LiftResignationBan(Command):
    """Let a person enter again who has resigned too often (ALL-8)

    By administrators, and by directors of the federation's tournaments, but not for themselves. The count begins again.
    """

    reason: Reason
