"""Lists that were imported: shown with what they said, and handed on from one owner to another (REG-4)."""

from typing import Any

import pytest

from tests.api.support import Client, Service

HEADER = "date,winner,loser,length\n"


@pytest.fixture(scope="module")
def office(service: Service) -> Client:
    return service.client(service.key("administrator", service.register("Olga Office")))


def imported(office: Client, kind: str, name: str, text: str) -> dict[str, Any]:
    """The list, once it was imported."""
    office.done("/v1/imports", {"kind": kind, "name": name, "text": text})
    (found,) = office.read("/v1/lists", search=name)["items"]
    return dict(found)


@pytest.mark.rule("REG-4", "TD-9")
def test_lists_are_shown_with_what_they_said_last(service: Service, office: Client) -> None:
    text = "2025-02-08,Lise Listed,Lars Listed,5\n2025-02-09,Lise Listed,Lars Listed,7\n"
    found = imported(office, "matches", "Winter of lists", HEADER + text)
    told = {name: found[name] for name in ("kind", "club", "named", "lines", "waiting")}
    assert told == {"kind": "matches", "club": None, "named": 2, "lines": 2, "waiting": 0}
    assert found["rating"] == {"pool": "normal", "policy": "room", "policy_version": 1}
    itself = office.get(f"/v1/lists/{found['id']}")
    assert {**itself.json(), "etag": itself.headers["ETag"]} == found
    before = office.position
    other = service.client(service.key("administrator", service.register("Otto Office")))
    other.position = office.position
    again = imported(other, "matches", "Winter of lists", HEADER + text.splitlines()[0] + "\n")
    assert (again["id"], again["lines"], again["tournament"]) == (found["id"], 1, found["tournament"])
    assert again["imported_by"] != found["imported_by"]
    assert office.read(f"/v1/lists/{found['id']}", as_of=before)["lines"] == 2
    kinds = {one["kind"] for one in office.read("/v1/lists", kind="persons")["items"]}
    assert kinds <= {"persons"}


@pytest.mark.rule("REG-4", "REG-5")
def test_list_is_handed_on_to_a_club_whose_officers_read_it(service: Service, office: Client) -> None:
    person = service.register("Odin Officer")
    officer, found = service.player(person), imported(office, "persons", "Members of the hill", "name\nHilda Hill\n")
    club = office.done("/v1/clubs", {"name": "Hill of lists"}).json()["club"]
    office.done(f"/v1/clubs/{club}/officers", {"person": person})
    address = f"/v1/lists/{found['id']}"
    officer.position = office.position
    assert officer.get(address).status_code == 403
    changed = office.done(f"{address}/owner", {"club": club}).json()["changed"]
    officer.position = office.position
    assert officer.read(address)["club"] == changed["club"] == club
    assert officer.get("/v1/lists").status_code == 403
    repeated = office.post(f"{address}/owner", {"club": club})
    assert (repeated.status_code, repeated.json()["type"].rpartition("/")[2]) == (409, "list-owned")
    unknown = office.post(f"{address}/owner", {"club": person})
    assert unknown.json()["type"].rpartition("/")[2] == "club-unknown"
    office.done(f"{address}/owner", {"club": None})
    officer.position = office.position
    assert officer.get(address).status_code == 403
    assert changed["imported_at"] == found["imported_at"]
