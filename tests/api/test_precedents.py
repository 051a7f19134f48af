"""Reported decisions, principle rulings and the federation's own sanctions over HTTP (TD-25)."""

import pytest

from api.http.paging import SERIES
from tests.api.support import Season, Service

PRINCIPLE: dict[str, object] = {
    "clause": "4.3.3",
    "principle": "Time out counts when declared.",
    "reasons": "So it says.",
}
CURSOR_OF_SERIES = SERIES.write(("A", "00000000-0000-0000-0000-000000000001")) or ""


def ruling(*precedents: int) -> dict[str, object]:
    about = {"kind": "tournament", "number": None}
    words = {"clause": "4.3.3", "facts": "The flag fell.", "reasons": "Nobody declared it."}
    claimed = [{"kind": "warning", "to": {"kind": "entry", "entry": 1}}]
    return {"about": about, **words, "claimed": claimed, "precedents": precedents}


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
def test_from_a_reported_ruling_to_a_precedent_that_is_cited_until_it_is_withdrawn(
    service: Service, played: Season
) -> None:
    office, anybody = service.administrator(), service.player(service.register("Spectator"))
    played.director.ruled(played.path, ruling())
    told = {"account": "The flag fell, and nobody saw.", "tournament": played.id, "ruling": 1}
    report = anybody.done("/v1/federation/decisions", told).json()["number"]
    listed = office.read("/v1/federation/decisions", limit=500)["items"][report - 1]
    assert (listed["account"], listed["ruling"], listed["reported_by"]) == (told["account"], 1, listed["reported_by"])
    precedent = office.done("/v1/federation/precedents", PRINCIPLE | {"decision": report}).json()["number"]
    cited = played.director.ruled(played.path, ruling(precedent)).headers["Location"]
    assert played.director.read(cited)["precedents"] == [precedent]
    shown = service.client().read("/v1/federation/precedents", limit=500)["items"][precedent - 1]
    assert (shown["principle"], shown["withdrawn"]) == (PRINCIPLE["principle"], None)
    office.done(f"/v1/federation/precedents/{precedent}/withdrawal", {"reason": "The new edition."})
    refused = played.director.rule(played.path, ruling(precedent))
    assert (refused.status_code, refused.json()["type"]) == (422, "/v1/problems/precedent-unknown")


@pytest.mark.rule("TD-25")
@pytest.mark.parametrize("what", ["decisions", "precedents", "sanctions"])
def test_each_list_of_the_federation_is_read_page_by_page(service: Service, played: Season, what: str) -> None:
    office = service.administrator()
    body: dict[str, dict[str, object]] = {
        "decisions": {"account": "Dice fell off the board, and were played."},
        "precedents": PRINCIPLE,
        "sanctions": {"person": played.persons[0], "until": None, "reason": "Loaded dice."},
    }
    for _ in range(3):
        office.done(f"/v1/federation/{what}", body[what])
    path = f"/v1/federation/{what}"
    whole = office.read(path, limit=500)["items"]
    found, address = [], f"{path}?limit=2"
    while address:
        page = office.get(address)
        assert len(page.json()["items"]) <= 2
        found += page.json()["items"]
        address = page.links["next"]["url"] if "next" in page.links else ""
    assert found == whole
    assert len(whole) >= 3
    other = office.get(path, None, cursor=CURSOR_OF_SERIES)
    assert (other.status_code, other.json()["type"]) == (422, "/v1/problems/cursor-malformed")


@pytest.mark.rule("TD-4", "TD-25")
def test_a_sanction_of_the_federation_stands_in_the_persons_record(service: Service, played: Season) -> None:
    office, person = service.administrator(), service.register("Loaded Lou")
    body = {"person": person, "until": None, "reason": "Loaded dice."}
    number = office.done("/v1/federation/sanctions", body).json()["number"]
    imposed = office.read("/v1/federation/sanctions", limit=500)["items"][number - 1]
    assert (imposed["person"], imposed["ban"], imposed["reason"]) == (person, 1, "Loaded dice.")
    (ban,) = office.read(f"/v1/persons/{person}/record")["bans"]
    assert (ban["number"], ban["in_force"], ban["reason"]) == (1, True, "Loaded dice.")
    past = office.post("/v1/federation/sanctions", body | {"until": "2001-01-01T00:00:00Z"})
    assert (past.status_code, past.json()["type"]) == (422, "/v1/problems/ban-over")
    unknown = office.post("/v1/federation/sanctions", body | {"person": played.id})
    assert unknown.status_code == 404
    office.position = int(service.erase(person).headers["Scoresheet-Position"])
    assert office.read("/v1/federation/sanctions", limit=500)["items"][number - 1]["reason"] is None
