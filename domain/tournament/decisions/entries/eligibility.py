"""Whether somebody may enter: bans, the limit of resignations, credits, seasons to sit out (ALL-8, CHM-1, SWI-5, TD-4).

What was looked up is in the event that takes the entry (ALL-14). A team is let in where every member is (ALL-10).
"""

from collections.abc import Iterable

from domain.kernel.ids import ClubId, PersonId
from domain.kernel.refusal import Refused
from domain.person.banned import ban_to_entering
from domain.person.state import Person
from domain.problems.clubs import NO_MEMBER_OF_CLUB
from domain.tournament.guards.context import Context
from domain.tournament.person_effects.snapshots import Admission, CheckedMember, SeriesPlace


def admission_of(persons: Iterable[Person], place: SeriesPlace | None, context: Context) -> Admission:
    """The facts that were used for it. Raises Refused where a member is banned from entering; `place` is the
    tournament's."""
    members = tuple(persons)
    for person in members:
        refusal = ban_refusal(person, context)
        if refusal is not None:
            raise refusal
    return look_at_members(members, place, context)


def require_members(persons: Iterable[PersonId], club_id: ClubId, context: Context) -> None:
    """REG-5. Raises Refused where an entry would play for a club of which one of them is no member now."""
    club = context.club(club_id)
    for person in persons:
        if not club.has_member(person, context.now):
            raise Refused(
                NO_MEMBER_OF_CLUB, f"{person} is not a member of {club.name} now.", club=club.id, person=person
            )


def ban_refusal(person: Person, context: Context) -> Refused | None:
    """Why the person may not enter now, or None."""
    return ban_to_entering(person, context.federation().resignation_limit, context.now)


def look_at_members(persons: Iterable[Person], place: SeriesPlace | None, context: Context) -> Admission:
    """The facts that are used before persons are let in, or turned away."""
    federation = context.federation()
    looked = tuple(_checked_member(person, place) for person in persons)
    return Admission(
        members=looked, resignation_limit=federation.resignation_limit, federation_version=federation.version
    )


def _checked_member(person: Person, place: SeriesPlace | None) -> CheckedMember:
    return CheckedMember(
        person=person.id,
        person_version=person.version,
        resignations=person.resignations_counted,
        asked_to_sit_out_by=asked_to_sit_out_by(person, place),
    )


def asked_to_sit_out_by(person: Person, place: SeriesPlace | None) -> str | None:
    """The tournament that asked the person to sit out the season which that place is in."""
    if place is None:
        return None
    asked = (one for one in person.sitting_out if (one.series, one.season) == (place.series, place.season))
    return next((one.tournament for one in asked), None)
