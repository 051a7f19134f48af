"""A person reads the federation's own sanctions at their page, and appeals them there (TD-25) [5.4]."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
def test_person_reads_a_sanction_appeals_it_and_reads_what_came_of_it(service: Service) -> None:
    first, second, person = service.officer(), service.officer(), service.register("Loud Lea")
    told = {"kind": "other", "measure": "A fine of 50 euros.", "until": None, "reason": "Shouting in three halls."}
    number = first.done("/v1/federation/sanctions", {"person": person, **told}).json()["number"]
    with at_the_desk(service, person) as own:
        own.open("/play")
        assert "Sanction of the federation: A fine of 50 euros.</h2>" in own.page
        assert "Shouting in three halls." in own.page
        own.done(f"/sanctions/{number}/appeal", account="It was somebody else.")
        assert "You have appealed it." in own.open("/play")
        second.position = max(first.position, second.position)
        with at_the_office(service) as office:
            assert "It was somebody else." in office.open("/office/bans")
        decision = {"verdict": "upheld", "reasons": "Three directors heard it."}
        second.done(f"/v1/federation/sanctions/{number}/appeal/decision", decision)
        assert "Three directors heard it." in own.open("/play")


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
@pytest.mark.parametrize(
    ("then", "body", "told"),
    [
        ("appeal/decision", {"verdict": "reversed", "reasons": "There is a twin."}, "reversed it: There is a twin."),
        ("lift", {"reason": "Long ago."}, "lifted it: Long ago."),
    ],
)
def test_person_reads_why_a_sanction_holds_no_more(
    service: Service, then: str, body: dict[str, str], told: str
) -> None:
    first, second, person = service.officer(), service.officer(), service.register("Loud Lea")
    imposed = {"person": person, "until": None, "reason": "Shouting."}
    number = first.done("/v1/federation/sanctions", imposed).json()["number"]
    with at_the_desk(service, person) as own:
        own.open("/play")
        own.done(f"/sanctions/{number}/appeal", account="It was my twin.")
        second.position = first.position
        second.done(f"/v1/federation/sanctions/{number}/{then}", body)
        page = own.open("/play")
        assert told in page
        assert "You have appealed it." not in page
        assert f"/sanctions/{number}/appeal" not in page


@pytest.mark.rule("TD-4", "TD-25")
def test_person_reads_of_a_lifted_ban_that_it_holds_no_more(service: Service) -> None:
    office, person = service.officer(), service.register("Loud Lea")
    office.done("/v1/federation/sanctions", {"person": person, "until": None, "reason": "Shouting."})
    office.change(f"/v1/persons/{person}", "bans/1/lift", {"reason": "Long ago."})
    with at_the_desk(service, person) as own:
        page = own.open("/play")
        assert "It holds no more." in page
        assert "/appeal" not in page
