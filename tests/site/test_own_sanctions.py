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
        assert "A fine of 50 euros." in own.page
        assert "Shouting in three halls." in own.page
        own.done(f"/sanctions/{number}/appeal", account="It was somebody else.")
        assert "You have appealed it." in own.open("/play")
        second.position = max(first.position, second.position)
        with at_the_office(service) as office:
            assert "It was somebody else." in office.open("/office/bans")
        decision = {"verdict": "upheld", "reasons": "Three directors heard it."}
        second.done(f"/v1/federation/sanctions/{number}/appeal/decision", decision)
        assert "Three directors heard it." in own.open("/play")
