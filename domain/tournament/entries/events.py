"""Events of an entry of a tournament. Topics and fields are for ever."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.access.events import KeyId
from domain.kernel.envelope import Event
from domain.kernel.ids import ClubId, EntryNumber, MatchNumber, PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Colour, Number, Value
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, PUBLIC, Part
from domain.tournament.person_effects.snapshots import Admission, Credits, Flight, TurnedAway

Members = Annotated[tuple[PersonId, ...], Field(max_length=50)]
"""The members of a team besides the one it is entered under (ALL-10)."""


class EntryEvent(Event):
    """Something that happened to an entry."""

    SEEN: ClassVar[Part] = PUBLIC
    entry: EntryNumber


class EntryRequested(EntryEvent):
    """`members` and `team_name` are those of a team (ALL-10), the name as in the first request. `club` is the one that
    the entry plays for, of which all its persons were members (REG-5). `admission` and `credits` are what it was taken
    on (ALL-14); `reason` says why the staff took it outside the times for entries (TD-21)."""

    TOPIC: ClassVar[str] = "tournament.entry-requested.v1"
    person: PersonId
    members: Members = ()
    team_name: Annotated[PersonalText | None, PUBLIC] = None
    club: ClubId | None = None
    credits: Credits | None = None
    admission: Annotated[Admission | None, FOR_STAFF] = None
    reason: Annotated[PersonalText | None, FOR_STAFF] = None


class EntryProposed(EntryRequested):
    """An officer of the club that it is to play for proposes the entry. It binds nobody, until each of its persons has
    asked for it too (REG-5)."""

    TOPIC: ClassVar[str] = "tournament.entry-proposed.v1"


class EntryApproved(EntryEvent):
    """`colour` tells who owns which sets, where the format asks (SWI-2). `moved_up` from the waiting list: a place
    became free, that of entry `in_place_of`, or there are more places now."""

    TOPIC: ClassVar[str] = "tournament.entry-approved.v1"
    colour: Colour | None = None
    admission: Annotated[Admission | None, FOR_STAFF] = None
    moved_up: bool = False
    in_place_of: EntryNumber | None = None


class ColourGiven(EntryEvent):
    """SWI-2: in place of the colour it had."""

    TOPIC: ClassVar[str] = "tournament.colour-given.v1"
    colour: Colour


class EntryChanged(EntryEvent):
    """From now on the team has that name, and the entry plays for that club (ALL-10, REG-5); where one is left out, it
    stays as it was."""

    TOPIC: ClassVar[str] = "tournament.entry-changed.v1"
    team_name: Annotated[PersonalText | None, PUBLIC] = None
    club: ClubId | None = None


class EntryPutOnWaitingList(EntryEvent):
    """Approved, but all places are taken: the entry waits for one, behind those who wait already."""

    TOPIC: ClassVar[str] = "tournament.entry-put-on-waiting-list.v1"
    colour: Colour | None
    admission: Annotated[Admission, FOR_STAFF]


class EntryRefused(EntryEvent):
    """The reason is given to the player (TD-2); it is text about a person, and sealed. `turned_away` says why the
    service itself has refused the entry, as it was asked for (TD-4, ALL-8)."""

    TOPIC: ClassVar[str] = "tournament.entry-refused.v1"
    person: PersonId
    reason: Annotated[PersonalText | None, FOR_PLAYERS]
    turned_away: Annotated[TurnedAway | None, FOR_STAFF] = None


class FlightOffered(EntryEvent):
    """The entry is banned from this flight and refused here; a higher one is offered (TD-2)."""

    TOPIC: ClassVar[str] = "tournament.flight-offered.v1"
    person: PersonId
    flight: Flight
    reason: Annotated[PersonalText | None, FOR_PLAYERS]


class FlightOfferAnswered(EntryEvent):
    """The player's answer to the flight offered; a player who accepts enters there themselves."""

    TOPIC: ClassVar[str] = "tournament.flight-offer-answered.v1"
    accepted: bool


class EntryWithdrawn(EntryEvent):
    """The entry was taken back before the start (TD-2), or before its first match (SE-12)."""

    TOPIC: ClassVar[str] = "tournament.entry-withdrawn.v1"
    person: PersonId
    reason: Annotated[PersonalText | None, FOR_PLAYERS]


class PlaceGivenUp(EntryEvent):
    """SE-12: it was withdrawn after the start, before its first match. What it would have played is void for good:
    these matches and byes. Its place is empty, or somebody who waits takes it."""

    TOPIC: ClassVar[str] = "tournament.place-given-up.v1"
    matches: tuple[MatchNumber, ...]
    byes: tuple[Number, ...]


class PlaceAskedFor(EntryEvent):
    """SE-12: who has given up a place asks for entry again. The seat in the bracket stays theirs until somebody else
    has it. Where there is no such event, as in older histories, a request has left it for good."""

    TOPIC: ClassVar[str] = "tournament.place-asked-for.v1"


class PlayerSubstituted(EntryEvent):
    """SE-12: the place of `instead_of` is that of `person` now, before its first match; number and seed stay.
    `admission` and `credits` are what the substitute was taken on (ALL-14)."""

    TOPIC: ClassVar[str] = "tournament.player-substituted.v1"
    person: PersonId
    instead_of: PersonId
    credits: Credits | None = None
    admission: Annotated[Admission, FOR_STAFF]
    reason: Annotated[PersonalText | None, FOR_PLAYERS]


class EntrantLeft(EntryEvent):
    """An entrant has left after the start (NXE-8); the entry stays in every table (ALL-7). `given_up` are matches that
    it concedes should they come back. Those were void, conceded by their other side, or decided or abandoned by rulings
    (TD-13); `play_began` says whether play had begun in them (ALL-6). `finishes` are those that it finishes first."""

    person: PersonId
    given_up: tuple[MatchNumber, ...] = ()
    finishes: tuple[MatchNumber, ...] = ()
    play_began: bool = False
    reason: Annotated[PersonalText | None, FOR_PLAYERS]


class EntryResigned(EntrantLeft):
    """An entrant has resigned, which counts for its persons in all tournaments (ALL-8)."""

    TOPIC: ClassVar[str] = "tournament.entry-resigned.v1"


class EntryLeftForToday(EntrantLeft):
    """An entrant has left for today, as who has a train to catch: it counts in no other tournament (ALL-8)."""

    TOPIC: ClassVar[str] = "tournament.entry-left-for-today.v1"


class EntryReentered(EntryEvent):
    """SE-10: its persons, who have lost that match, enter again with entry `again`. The places that it had after that
    are void for good: these matches and byes. It stays in the table (ALL-7)."""

    TOPIC: ClassVar[str] = "tournament.entry-reentered.v1"
    person: PersonId
    again: EntryNumber
    match: MatchNumber
    matches: tuple[MatchNumber, ...]
    byes: tuple[Number, ...]


class ReentryTakenBack(EntryEvent):
    """SE-10: the entry is out, and its persons play on with the one that they had given up for it: `former`. What it
    had still to play is void for good: these matches and byes. `played` says whether it had played before; else it
    was none, and its place is empty again. Without a reason the service has done so: the loss is none."""

    TOPIC: ClassVar[str] = "tournament.reentry-taken-back.v1"
    person: PersonId
    former: EntryNumber
    matches: tuple[MatchNumber, ...]
    byes: tuple[Number, ...]
    played: bool
    reason: Annotated[PersonalText | None, FOR_PLAYERS]

    @property
    def void_with_loss(self) -> bool:
        """Whether it was none, since the loss before it is none."""
        return self.reason is None and not self.played


class ResignationTakenBack(EntryEvent):
    """The entrant is in again as if they had not left. Their concessions of these `matches` by leaving are no longer
    reported (NXE-8, ALL-8)."""

    TOPIC: ClassVar[str] = "tournament.resignation-taken-back.v1"
    person: PersonId
    matches: tuple[MatchNumber, ...] = ()
    reason: Annotated[PersonalText | None, FOR_PLAYERS]


class ConcededMatch(Value):
    """A match, and the entry of its sides that has conceded it; `play_began` says whether play had begun in it
    (ALL-6)."""

    match: MatchNumber
    entry: EntryNumber
    play_began: bool


class MatchesConceded(Event):
    """A decision has opened matches again of entries that are out, or an entry has resigned with matches that were left
    undecided. These are conceded, as long as it is out and nothing else decides them (NXE-8, TD-4). What was reported
    of them stays."""

    TOPIC: ClassVar[str] = "tournament.matches-conceded.v2"
    SEEN: ClassVar[Part] = PUBLIC
    conceded: tuple[ConcededMatch, ...]


class EntryCheckedIn(EntryEvent):
    """The player has come to the check-in, since when the event was recorded; or, after all, has not come."""

    TOPIC: ClassVar[str] = "tournament.entry-checked-in.v1"
    here: bool


class EntryFeeNoted(EntryEvent):
    """Whether the player has paid what the tournament asks for."""

    TOPIC: ClassVar[str] = "tournament.entry-fee-noted.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    paid: bool


class CodeChosen(EntryEvent):
    """Its player, who has done it, has chosen a code, which no event holds. What they say by it has this key, and is
    their own word (TD-9)."""

    TOPIC: ClassVar[str] = "tournament.code-chosen.v1"
    key: KeyId


ENTRY_EVENTS: tuple[type[Event], ...] = (
    EntryRequested,
    EntryProposed,
    EntryApproved,
    ColourGiven,
    EntryChanged,
    EntryPutOnWaitingList,
    EntryRefused,
    FlightOffered,
    FlightOfferAnswered,
    EntryWithdrawn,
    PlaceGivenUp,
    PlaceAskedFor,
    PlayerSubstituted,
    EntryResigned,
    EntryLeftForToday,
    EntryReentered,
    ReentryTakenBack,
    ResignationTakenBack,
    MatchesConceded,
    EntryCheckedIn,
    EntryFeeNoted,
    CodeChosen,
)
