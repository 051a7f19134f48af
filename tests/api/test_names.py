"""The names beside what is read: one order, however the tables were filled (ALL-1)."""

import pytest

from api.http.callers import Caller
from api.http.made_ids import instead
from api.http.read_requests import names_told
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS


@pytest.mark.rule("ALL-1")
def test_names_are_by_id_whatever_was_written_first(service: Service) -> None:
    persons = [service.register(f"Person {number}") for number in range(12)]
    readings = service.services.readings
    readings.wait_for(service.services.journal.position(), PATIENCE_SECONDS, ["tournaments"])
    assert list(readings.names(reversed(persons))) == sorted(persons)


@pytest.mark.rule("ALL-1")
def test_names_that_are_withheld_stand_in_the_same_order(service: Service) -> None:
    """What a process iterates a set by differs from start to start; twelve of them are seldom in order by chance."""
    persons = [service.register(f"Person {number}") for number in range(6)]
    persons += [instead("withheld", (number, 0)) for number in range(1, 7)]
    services = service.services
    services.readings.wait_for(services.journal.position(), PATIENCE_SECONDS, ["tournaments"])
    assert list(names_told(services, Caller(), reversed(persons))) == sorted(persons)
