"""Whether what an address names is there: of what is not nobody is shown an empty list."""

from api.http.services import Services
from domain.kernel.ids import PersonId, SeriesId
from domain.kernel.refusal import Refused
from domain.person.state import Person
from domain.problems.persons import PERSON_UNKNOWN
from domain.series import decide
from domain.series.state import Series


def require_person(services: Services, person: PersonId) -> Person:
    """The person registered under that id, erased or not, with all their records. Raises Refused (404) where nobody
    was."""
    state = services.person(person)
    if state.status is None:
        raise Refused(PERSON_UNKNOWN, f"There is no person {person}.", person=person)
    return services.with_records(state)


def require_rated(services: Services, rated: PersonId) -> None:
    """Requires that somebody is registered under that id, or that it is a team's which is rated (TEA-8). Raises Refused
    (404)."""
    if not services.readings.teams([rated]):
        require_person(services, rated)


def require_series(services: Services, series: SeriesId) -> Series:
    """That series. Raises Refused (404) where no such series was announced."""
    return decide.require_announced(services.series(series))
