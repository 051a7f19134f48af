"""Somebody who has entered is neither offered again nor refused with the same sentence twice."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

NAMES = ["Ada Aagaard", "Bo Brix"]


def person_of(desk: Desk, name: str) -> str:
    assert desk.client is not None
    (found,) = desk.client.read("/v1/persons", search=name)["items"]
    return str(found["id"])


@pytest.mark.rule("TD-2")
def test_person_who_has_entered_is_offered_as_such(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, NAMES)
        tournament = desk.at.rpartition("/")[2]
        page = desk.open(f"/desk/persons?search=Aagaard&tournament={tournament}")
        assert "data-entered" in page
        assert "already entered" in page
        assert "data-entered" not in desk.open("/desk/persons?search=Aagaard")
        assert f'data-of="{tournament}"' in desk.open(f"{desk.at}/entries")


@pytest.mark.rule("TD-2")
def test_second_entry_of_a_person_is_refused_once_by_name(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, NAMES)
        desk.open(f"{desk.at}/entries")
        one = next(desk.forms("/list"))
        one.action = f"{desk.at}/enter"
        fields = [*one.fields, ("name-1", "Ada Aagaard")]
        one.fields[:] = [
            (name, person_of(desk, "Ada Aagaard") if name == "person-1" else text) for name, text in fields
        ]
        answer = desk.send(one)
        assert answer.status_code == 409
        assert answer.text.count("The person already has an entry in this tournament") == 1
        assert answer.text.count("Entry 1 is approved.") == 1
        told = answer.text.partition("data-refusal")[2].partition("</div>")[0]
        assert "Ada Aagaard: " in told


@pytest.mark.rule("TD-2")
def test_list_with_somebody_who_has_entered_leaves_them_out_and_says_so(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, NAMES)
        page = desk.done("/list", list="Bo Brix\nCia Carl")
        assert page.count("already entered") == 1
        desk.done("/enter")
        assert desk.client is not None
        entries = desk.client.read(f"{desk.api}/entries")["items"]
        assert [one["status"] for one in entries] == ["approved"] * 3
