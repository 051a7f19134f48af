"""Whether what an address names is there: of what is not nobody is shown an empty list."""

from typing import cast

from api.http.services import Services
from domain.kernel.ids import PersonId, SeriesId, person_stream, series_stream
from domain.kernel.refusal import Refused
from domain.person.state import Person
from domain.problems.persons import PERSON_UNKNOWN
from domain.series import decide
from domain.series.state import Series


def require_person(services: Services, person: PersonId) -> None:
    """Raises Refused (404) where nobody was registered under that id."""
    if cast("Person", services.journal.state(person_stream(person))).status is None:
        raise Refused(PERSON_UNKNOWN, f"There is no person {person}.", person=person)


def require_series(services: Services, series: SeriesId) -> None:
    """Raises Refused (404) where no such series was announced."""
    decide.require_announced(cast("Series", services.journal.state(series_stream(series))))
