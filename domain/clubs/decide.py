"""Clubs: commands and their decisions (REG-5).

Readings: administrators found clubs and say who their officers are. Officers and administrators keep the members, each
from a day to a day. An officer is no staff of any tournament: they enter members for their club, and who they have
entered confirms a result of theirs against the officer like anybody who an opponent has entered.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.clubs import events as club_events
from domain.clubs.branding import ClubColour, Logo, require_logo
from domain.clubs.events import MembershipNumber
from domain.clubs.state import Club, Clubs, Membership
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import GivenClosing, GivenName, GivenOpening, Value
from domain.problems import clubs as problems
from domain.problems.tournament import NOT_ALLOWED, STALE

RequirePerson = Callable[[PersonId], object]
"""Raises Refused where there is no such person, or no longer."""


class Command(Value):
    """Anything that can be asked of a club."""


class FoundClub(Command):
    """Found a club (REG-5)

    By administrators.
    """

    name: GivenName


class RenameClub(Command):
    """Give a club another name (REG-5)

    By administrators and the club's officers.
    """

    name: GivenName
    seen: int | None = None


class SetBranding(Command):
    """Give a club a colour and a logo (REG-5)

    By administrators and the club's officers. Public pages of the club's tournaments show them. What is left out is
    taken away.
    """

    colour: ClubColour | None = None
    logo: Logo | None = None
    seen: int | None = None


class AppointOfficer(Command):
    """Appoint an officer of a club (REG-5)

    By administrators. Officers keep the club's members, and enter them for the club.
    """

    person: PersonId


class ReleaseOfficer(Command):
    """Release an officer of a club (REG-5)

    By administrators.
    """

    person: PersonId


class AdmitMember(Command):
    """Admit a member to a club (REG-5)

    By administrators and the club's officers. With a day the person is a member from its beginning. A person may belong
    to several clubs.
    """

    person: PersonId
    since: GivenOpening


class EndMembership(Command):
    """Say until when a membership holds (REG-5)

    By administrators and the club's officers. With a day the person is a member until its end. An end that was given
    before is replaced; a membership that ends at the moment at which it begins was a mistake, and never held.
    """

    membership: MembershipNumber
    until: GivenClosing


FOR_ADMINISTRATORS = (FoundClub, AppointOfficer, ReleaseOfficer)


def decide(state: Clubs, club_id: ClubId, command: Command, actor: Actor, person: RequirePerson) -> Event:
    """The event that carries the command out. Raises Refused, and then nothing of it happens."""
    is_administrator = actor.role == "administrator"
    if isinstance(command, FoundClub):
        _require(is_administrator)
        return club_events.ClubFounded(club=club_id, name=command.name)
    club = require_founded(state, club_id)
    _require(is_administrator if isinstance(command, FOR_ADMINISTRATORS) else club.answers_to(actor))
    return _DECIDE[type(command)](club, command, person)


def _require(allowed: bool) -> None:
    if not allowed:
        raise Refused(NOT_ALLOWED, "Only administrators can do this. The club's officers can also change its members.")


def require_founded(state: Clubs, club: ClubId) -> Club:
    """The club. Raises Refused where there is none."""
    if club not in state.by_id:
        raise Refused(problems.CLUB_UNKNOWN, f"There is no club {club}.", club=club)
    return state.by_id[club]


def _require_seen(club: Club, seen: int | None) -> None:
    if seen is not None and seen != club.revision:
        raise Refused(STALE, f"The club is at revision {club.revision} now.", revision=club.revision)


def _brand(club: Club, command: SetBranding, __: RequirePerson) -> Event:
    _require_seen(club, command.seen)
    if command.logo is not None:
        require_logo(command.logo)
    return club_events.BrandingSet.read_from(command, club=club.id)


def _rename(club: Club, command: RenameClub, __: RequirePerson) -> Event:
    _require_seen(club, command.seen)
    return club_events.ClubRenamed.read_from(command, club=club.id)


def _appoint(club: Club, command: AppointOfficer, person: RequirePerson) -> Event:
    person(command.person)
    if command.person in club.officers:
        raise Refused(problems.OFFICER_APPOINTED, f"{command.person} is an officer already.", person=command.person)
    return club_events.OfficerAppointed.read_from(command, club=club.id)


def _release(club: Club, command: ReleaseOfficer, _: RequirePerson) -> Event:
    if command.person not in club.officers:
        raise Refused(problems.OFFICER_UNKNOWN, f"{command.person} is not an officer.", person=command.person)
    return club_events.OfficerReleased.read_from(command, club=club.id)


def _admit(club: Club, command: AdmitMember, person: RequirePerson) -> Event:
    person(command.person)
    number = len(club.memberships) + 1
    _require_apart(club, Membership(number, command.person, command.since))
    return club_events.MemberAdmitted.read_from(command, club=club.id, membership=number)


def _require_apart(club: Club, wanted: Membership) -> None:
    """Raises Refused where the person would have two memberships at one time."""
    others = (one for one in club.memberships if one.person == wanted.person and one.number != wanted.number)
    if any(one.overlaps(wanted) for one in others):
        raise Refused(
            problems.MEMBER_ALREADY, f"{wanted.person} is already a member at that time.", person=wanted.person
        )


def _end(club: Club, command: EndMembership, _: RequirePerson) -> Event:
    if command.membership > len(club.memberships):
        raise Refused(problems.MEMBERSHIP_UNKNOWN, f"{club.name} has no membership {command.membership}.")
    ended = replace(club.memberships[command.membership - 1], until=command.until)
    if command.until < ended.since:
        since = ended.since.isoformat()
        raise Refused(problems.MEMBERSHIP_BACKWARDS, f"The membership begins at {since}.", person=ended.person)
    _require_apart(club, ended)
    return club_events.MembershipEnded.read_from(command, club=club.id)


_DECIDE: Mapping[type[Command], Callable[[Club, Any, RequirePerson], Event]] = {
    RenameClub: _rename,
    SetBranding: _brand,
    AppointOfficer: _appoint,
    ReleaseOfficer: _release,
    AdmitMember: _admit,
    EndMembership: _end,
}
