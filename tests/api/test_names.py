"""The names beside what is read: one order, however the tables were filled (ALL-1)."""

import pytest

from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS


@pytest.mark.rule("ALL-1")
def test_names_are_by_id_whatever_was_written_first(service: Service) -> None:
    persons = [service.register(f"Person {number}") for number in range(12)]
    readings = service.services.readings
    readings.wait_for(service.services.journal.position(), PATIENCE_SECONDS, ["tournaments"])
    assert list(readings.names(reversed(persons))) == sorted(persons)
