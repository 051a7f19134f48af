"""Where it is looked up what is so now of what a tournament was run on."""

from datetime import datetime

from api.http.services import Services
from domain.kernel.ids import PersonId
from domain.person.state import Person
from domain.tournament.decisions.reviews.review_items import Sources


def sources(services: Services, now: datetime) -> Sources:
    """For what is to be reviewed at that moment."""

    def person(id_: PersonId) -> Person:
        return services.with_records(services.person(id_))

    readings = services.readings
    return Sources(person, services.federation(), readings.rating_before, readings.error_rates_before, now)
