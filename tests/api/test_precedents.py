"""Reported decisions, principle rulings and the federation's own sanctions over HTTP (TD-25)."""

import pytest

from api.http.paging import SERIES
from tests.api.support import Client, Season, Service

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
def test_precedent_is_made_from_a_reported_ruling_and_cited_until_it_is_withdrawn(
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


def appealed(office: Client, service: Service, **told: object) -> tuple[str, int, Client]:
    """A person, the number of the sanction that they bear, and their client."""
    person = service.register("Loud Lea")
    body = {"person": person, "until": None, "reason": "Shouting in three halls."} | told
    number = office.done("/v1/federation/sanctions", body).json()["number"]
    player = service.player(person)
    player.position = office.position
    return person, number, player


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
@pytest.mark.parametrize(
    "told",
    [{"kind": "warning", "clause": "1.2.1"}, {"kind": "other", "measure": "A fine of 50 euros."}],
    ids=["by the rules", "otherwise"],
)
def test_federation_warns_by_its_rules_or_imposes_otherwise_and_the_person_appeals(
    service: Service, told: dict[str, str]
) -> None:
    office, second = service.officer(), service.officer()
    person, number, player = appealed(office, service, **told)
    (seen,) = player.read(f"/v1/persons/{person}/record")["sanctions"]
    expected = {"clause": None, "measure": None, "ban": None, "status": "in-force"}
    assert seen["reason"] == "Shouting in three halls."
    assert {name: seen[name] for name in expected} == expected | {k: v for k, v in told.items() if k != "kind"}
    assert player.read(f"/v1/persons/{person}/record")["bans"] == []
    assert player.read(f"/v1/persons/{person}/record")["may_enter"]
    address = f"/v1/federation/sanctions/{number}"
    assert player.get(address.rpartition("/")[0]).status_code == 403
    player.done(f"{address}/appeal", {"account": "It was my twin."})
    again = player.post(f"{address}/appeal", {"account": "Again."})
    assert (again.status_code, again.json()["type"]) == (409, "/v1/problems/already-settled")
    waits = [one["kind"] for one in second_reads(second, player)]
    assert "sanction-appeal-to-decide" in waits
    office.position = second.position
    assert number not in [
        one["number"] for one in office.read("/v1/waiting", limit=500)["items"] if one["kind"].startswith("sanction")
    ]
    own = office.post(f"{address}/appeal/decision", {"verdict": "upheld", "reasons": "I am right."})
    assert (own.status_code, own.json()["type"]) == (403, "/v1/problems/not-allowed")
    decided = second.done(f"{address}/appeal/decision", {"verdict": "reversed", "reasons": "There is a twin."}).json()
    assert (decided["changed"]["status"], decided["changed"]["appeal"]) == ("reversed", "It was my twin.")
    late = second.post(f"{address}/lift", {"reason": "Too late."})
    assert (late.status_code, late.json()["type"]) == (409, "/v1/problems/already-settled")
    player.position = second.position
    assert player.read(f"/v1/persons/{person}/record")["sanctions"][0]["decided_because"] == "There is a twin."


def second_reads(second: Client, after: Client) -> list[dict[str, object]]:
    second.position = after.position
    found: list[dict[str, object]] = second.read("/v1/waiting", limit=500)["items"]
    return found


@pytest.mark.rule("TD-4", "TD-25")
def test_ban_is_lifted_with_the_sanction_that_imposed_it(service: Service) -> None:
    office, second = service.officer(), service.officer()
    person, number, player = appealed(office, service)
    assert not player.read(f"/v1/persons/{person}/record")["may_enter"]
    player.done(f"/v1/federation/sanctions/{number}/appeal", {"account": "It was my twin."})
    second.position = player.position
    told = {"verdict": "reversed", "reasons": "There is a twin."}
    second.done(f"/v1/federation/sanctions/{number}/appeal/decision", told)
    player.position = second.position
    record = player.read(f"/v1/persons/{person}/record")
    assert (record["may_enter"], record["bans"][0]["status"]) == (True, "lifted")
    person, number, player = appealed(office, service)
    office.done(f"/v1/federation/sanctions/{number}/lift", {"reason": "A slip."})
    player.position = office.position
    assert player.read(f"/v1/persons/{person}/record")["may_enter"]


@pytest.mark.rule("TD-25")
def test_sanction_is_appealed_by_nobody_else_and_by_no_guess(service: Service, played: Season) -> None:
    office = service.officer()
    _, number, _ = appealed(office, service, kind="warning")
    for stranger in (service.player(service.register("Stranger")), played.director, office):
        for guessed in (number, 10**6):
            refused = stranger.post(f"/v1/federation/sanctions/{guessed}/appeal", {"account": "Mine."})
            assert (refused.status_code, refused.json()["type"]) == (403, "/v1/problems/not-allowed")
    unknown = office.post(f"/v1/federation/sanctions/{10**6}/lift", {"reason": "Which?"})
    assert (unknown.status_code, unknown.json()["type"]) == (404, "/v1/problems/sanction-unknown")
    none = office.post(f"/v1/federation/sanctions/{number}/appeal/decision", {"verdict": "upheld", "reasons": "So."})
    assert (none.status_code, none.json()["type"]) == (409, "/v1/problems/already-settled")


@pytest.mark.rule("TD-25")
@pytest.mark.parametrize(
    "told",
    [
        {"kind": "other"},
        {"kind": "warning", "measure": "A word."},
        {"kind": "warning", "until": "2099-01-01T00:00:00Z"},
        {"kind": "fine"},
    ],
)
def test_sanction_that_says_too_little_or_too_much_is_refused(service: Service, told: dict[str, str]) -> None:
    body = {"person": service.register("Loud Lea"), "until": None, "reason": "Shouting."} | told
    assert service.officer().post("/v1/federation/sanctions", body).status_code == 422


@pytest.mark.rule("TD-25")
@pytest.mark.parametrize("then", ["appeal/decision", "lift"])
def test_sanction_of_someone_erased_waits_for_nobody(service: Service, then: str) -> None:
    office, second = service.officer(), service.officer()
    person, number, player = appealed(office, service)
    player.done(f"/v1/federation/sanctions/{number}/appeal", {"account": "It was my twin."})
    second.position = int(service.erase(person).headers["Scoresheet-Position"])
    body = {"reason": "They are gone."} if then == "lift" else {"verdict": "reversed", "reasons": "They are gone."}
    second.done(f"/v1/federation/sanctions/{number}/{then}", body)
    waits = [one["number"] for one in second.read("/v1/waiting", limit=500)["items"] if "sanction" in one["kind"]]
    assert number not in waits


@pytest.mark.rule("TD-25")
def test_directors_read_no_sanction_of_the_federations_own(service: Service, played: Season) -> None:
    """Nor what the person said of it: the list is for the federation, and bans are told apart."""
    office = service.officer()
    person, number, player = appealed(office, service, kind="other", measure="A fine of 50 euros.")
    player.done(f"/v1/federation/sanctions/{number}/appeal", {"account": "It was my twin."})
    own = player.read(f"/v1/persons/{person}/record")
    assert [one["appeal"] for one in own["sanctions"]] == ["It was my twin."]
    played.director.position = office.position = player.position
    assert played.director.read(f"/v1/persons/{person}/record")["sanctions"] == []
    assert len(office.read(f"/v1/persons/{person}/record")["sanctions"]) == 1
