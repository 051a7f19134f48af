"""Whose names the visitor may mend, of those who have entered."""

from api.http.etags import PERSON
from api.site.frame.visit import Visit
from domain.kernel.ids import PersonId, TournamentId
from domain.person.decide import may_correct_name


def mendable(visit: Visit, tournament: TournamentId) -> dict[PersonId, str]:
    """The persons who have entered and whose names the visitor may mend, each with the ETag of what is known."""
    caller, services = visit.reader.caller, visit.reader.services
    if caller.role not in ("administrator", "director"):
        return {}
    entered = sorted({one.person for one in services.tournament(tournament).entries.values() if not one.members})
    found = {one: services.person(one) for one in entered}
    return {
        one: PERSON.etag(person.revision)
        for one, person in found.items()
        if caller.role == "administrator" or may_correct_name(person, caller.actor(), visit.reader.now())
    }
