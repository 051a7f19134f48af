"""All that is held about a person, as they read it themselves (ALL-1, REG-1)."""

from typing import Any

import pytest

from tests.api.support import Client, Service, season


def held(reader: Client, person: str) -> dict[str, Any]:
    told: dict[str, Any] = reader.read(f"/v1/persons/{person}/held")
    return told


@pytest.mark.rule("ALL-1", "REG-1", "REG-5")
def test_a_person_reads_all_that_is_held_about_them_and_who_has_read_it(service: Service) -> None:
    played, office = season(service, 2), service.administrator()
    person = played.persons[0]
    own = service.player(person)
    club = office.done("/v1/clubs", {"name": "Dale"}).headers["Location"]
    office.done(f"{club}/members", {"person": person, "since": "2026-01-01"})
    office.change(f"/v1/persons/{person}", "details", {"contact": "here@example.org", "birth_year": 1990})
    own.change(f"/v1/persons/{person}", "correction-request", {"request": "I was born in 1991."})
    service.officer().done("/v1/keys", {"role": "player", "person": person})
    assert own.post("/v1/persons", {"name": "Not mine to do"}).status_code == 403
    auditor = service.client(service.key("auditor"))
    auditor.read(f"/v1/persons/{person}")
    service.services.refused_attempts.write()
    own.position = max(office.position, played.director.position)
    told = held(own, person)
    assert (told["known"]["contact"], told["known"]["birth_year"]) == ("here@example.org", 1990)
    assert told["known"]["correction_requested"] == "I was born in 1991."
    assert told["entries"] == [{"tournament": played.id, "entry": 1}]
    assert [(one["name"], one["is_officer"], len(one["times"])) for one in told["clubs"]] == [("Dale", False, 1)]
    assert [(key["role"], key["revoked"]) for key in told["keys"]] == [("player", False)]
    assert "person.details-corrected.v1" in [event["topic"] for event in told["history"]]
    assert f"/v1/persons/{person}" in [one["address"] for one in told["notes"]["read_by_auditors"]]
    assert "register-person" in [one["command"] for one in told["notes"]["refused_attempts"]]
    assert service.player(played.persons[1]).get(f"/v1/persons/{person}/held").status_code == 403
    assert auditor.get(f"/v1/persons/{person}/held").status_code == 403
    assert told["addresses"] == []
    assert {"what": "delivery-attempts", "days": 30} in told["kept_for"]
    assert held(office, person)["known"] == told["known"]
