"""Commands on entries: entering, approval, flights, leaving (TD-2, ALL-8)."""

from typing import Literal, Self

from pydantic import model_validator

from domain.access.events import KeyId
from domain.kernel.ids import ClubId, EntryNumber, PersonId, TournamentId
from domain.kernel.values import Colour, GivenName
from domain.tournament.command import Choosing, Command, OptionalReason, SeenCommand, WithReason
from domain.tournament.entries.events import Members


class EntryTerms(OptionalReason):
    """Terms of an entry: of a team its other `members`, and its name (ALL-10). Outside the times for entries the staff
    says why. `club` is the one that the entry plays for (REG-5)."""

    members: Members = ()
    team_name: GivenName | None = None
    club: ClubId | None = None

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        named = [one for one in (getattr(self, "person", None), *self.members) if one is not None]
        if len(set(named)) < len(named):
            raise ValueError("name each person once")
        if self.team_name is not None and not self.members:
            raise ValueError("a team has several members")
        return self


class Entering(EntryTerms):
    """The person who enters, and what is said of the entry."""

    person: PersonId


class RequestEntry(Entering, Command):
    """Request an entry (TD-2, TD-4, TD-21, ALL-8, ALL-10, CHM-1)

    By the player, for a team by each of its members, or by the staff for anybody; it awaits approval in either case. An
    officer of a club proposes members of it, who are to play for it (REG-5); each of them asks for it too, with the
    same club, or withdraws it. Also after the start, where the format takes late entries. Who is banned is refused, and
    who has no credits where the format asks for some. Outside the times for entries only the staff enters somebody,
    with a reason. Where it is announced, who has lost enters again (SE-10).
    """


class ApproveEntry(SeenCommand):
    """Approve an entry (TD-2, TD-4, TD-21, ALL-8, SWI-2)

    By the staff. A refused or withdrawn entry may be approved after all, which is how somebody comes back. Where
    all places are taken it is put on the waiting list. Who is banned is not approved. `colour` tells who owns which
    sets (SWI-2).
    """

    entry: EntryNumber
    colour: Colour | None = None


class GiveColour(SeenCommand):
    """Give an entry a colour, or another one (SWI-2)

    By the staff, before the start. A Swiss starts with a colour for everybody, or for nobody. Who owns which sets
    (SWI-2).
    """

    entry: EntryNumber
    colour: Colour


class ChangeEntry(SeenCommand):
    """Give a team another name, or let an entry play for another club (TD-2, ALL-10, REG-5)

    By the staff, before the start. What is left out stays. All persons of the entry are members of the club. A member
    of a team is replaced by a substitute.
    """

    entry: EntryNumber
    team_name: GivenName | None = None
    club: ClubId | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.team_name is None and self.club is None:
            raise ValueError("give a team name or a club")
        return self


class RefuseEntry(WithReason, SeenCommand):
    """Refuse an entry, with the reason the player is given (TD-2)

    By the staff.
    """

    entry: EntryNumber


class OfferFlight(OptionalReason, SeenCommand):
    """Ban an entry from this flight, and offer a higher one (TD-2)

    By the staff, before the start. The entry is refused here; the flight offered is another tournament. Another
    tournament, of a higher flight (TD-2).
    """

    entry: EntryNumber
    flight: TournamentId


class AnswerFlightOffer(SeenCommand):
    """Answer the offer of another flight (TD-2)

    By the player, or by the staff. A player who accepts the flight then requests an entry there.
    """

    entry: EntryNumber
    accepted: bool


class WithdrawEntry(OptionalReason, SeenCommand):
    """Withdraw an entry (TD-2, ALL-7)

    By the player, or by the staff and officers of its club, who give a reason. The player sees it and can appeal, and
    the federation's report shows it (1.4.1, 1.4.3). A request that others have withdrawn once is approved or refused
    from then on. An entrant stays in every table. Before the start the next on the waiting list takes the place. After
    the start an open tournament lets everybody withdraw, and a bracket those whose first match has not begun. The place
    is empty then, or the next on the waiting list has it (SE-12).
    """

    entry: EntryNumber


class Leaving(Choosing, SeenCommand):
    """NXE-8: open matches are conceded (whether play had begun, ALL-6), or finished first."""

    entry: EntryNumber
    open_matches: Literal["concede", "finish"] = "concede"
    play_began: bool = False


class Resign(OptionalReason, Leaving):
    """Resign after the start (NXE-8, ALL-7, ALL-8)

    By the player, or by the staff and officers of its club, who give a reason: the player sees it and can appeal. Open
    matches are conceded, unless they are finished first. It counts for the person in all tournaments: at the
    federation's limit the person is banned from new entries.
    """


class LeaveForToday(WithReason, Leaving):
    """Leave for today (NXE-8, ALL-7)

    By the player, or by the staff and officers of its club, always with a reason. It is as a resignation in this
    tournament, and counts in no other: nobody comes nearer to a ban by it (ALL-8).
    """


class WithdrawResignation(OptionalReason, Choosing, SeenCommand):
    """Take a resignation back, or that somebody has left for today (NXE-8, ALL-4, ALL-8)

    By the player, where somebody else has recorded it; or by staff who have not recorded it, and who give a reason
    where it was the player's own. Staff who recorded it in the player's name take it back until the next match or bye
    is made. It counts nowhere any more, and the player is in again; what was conceded by it is open, unless it was
    corrected since. `choice` says what becomes of what was made from that.
    """

    entry: EntryNumber


class WithdrawReentry(WithReason, Choosing, SeenCommand):
    """Take back that somebody has entered again (SE-10, ALL-4)

    By the staff. The entry is out, and its player is in again with the one that they gave up for it. What it has played
    stays. Refused while it plays a match. `choice` says what becomes of what was made since the other was given up.
    """

    entry: EntryNumber


class SubstitutePlayer(WithReason, SeenCommand):
    """Give the place of an entry to another person, before its first match has begun (SE-12, TD-4, ALL-8)

    By the staff. Number and seed stay. The substitute holds no place here and held none, is not banned, and is a member
    of the entry's club. `instead_of` names the member of a team whose place it is, else the person under which it was
    entered. A person who had the place before can have it back so.
    """

    entry: EntryNumber
    person: PersonId
    instead_of: PersonId | None = None


class CheckIn(Command):
    """Note that a player has come to the check-in, or that they have not come after all (TD-2)

    By the staff. It decides nothing: who has not come takes part until somebody withdraws the entry.
    """

    entry: EntryNumber
    here: bool = True


class NoteFee(Command):
    """Note that a player has paid, or that they have not (TD-2)

    By the staff. It decides nothing.
    """

    entry: EntryNumber
    paid: bool = True


class ChooseCode(Command):
    """Record that a player has chosen a code, by which they confirm results on a director's device (TD-9, TD-14)

    By the player, on their own phone. The page for players keeps the code, hashed and beside the log; `key` is the key
    that what is said by it has. It counts in matches made from then on. A later one takes its place, chosen by the same
    key, by a key of the player's own, or after eight days.
    """

    entry: EntryNumber
    key: KeyId
