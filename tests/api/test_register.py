"""What is known of persons: registering, likely duplicates, corrections, and whose names are withheld (REG-4, TD-2)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.api.support import Client, Service, season
from tests.house.source import files, name

KNOWN = {
    "name": "Zyta Quandt",
    "legal_name": "Zyta Maria Quandt",
    "other_names": ["Zyta Ross"],
    "contact": "zyta@example.org",
    "birth_year": 1995,
    "country": "PL",
    "federation": "POL",
    "membership": {"number": "1217", "kind": "full", "since": "2021-03-01", "until": None},
    "external_ids": [{"federation": "WBGF", "id": "40871"}],
}


@pytest.fixture
def office(service: Service) -> Client:
    return service.administrator()


def registered(office: Client, body: dict[str, Any]) -> str:
    return str(office.done("/v1/persons", body).json()["person"])


@pytest.mark.rule("REG-4")
def test_a_likely_duplicate_is_refused_with_its_id_until_the_office_knows_better(office: Client) -> None:
    first = registered(office, KNOWN)
    office.read("/v1/persons")
    again = {"name": "Rosz, Zyta"}
    refused = office.post("/v1/persons", again, key="again")
    assert (refused.status_code, refused.json()["persons"]) == (409, [first])
    assert refused.json()["type"] == "/v1/problems/person-likely-known"
    assert "Zyta Quandt" in refused.json()["detail"]
    assert office.post("/v1/persons", again | {"birth_year": 1962}).status_code == 201
    second = registered(office, again | {"even_though_known": True})
    recorded = office.read(f"/v1/persons/{second}/history")["items"][0]["data"]
    assert first in recorded["distinct_from"]
    assert {first, second} not in pairs(office)


@pytest.mark.rule("TD-2", "REG-4")
@pytest.mark.parametrize("path", ["/v1/persons", "/v1/persons/bulk"])
def test_caller_who_may_not_register_learns_of_nobody_with_a_like_name(
    service: Service, office: Client, path: str
) -> None:
    known = service.register("Quirin Likewise")
    office.read(f"/v1/persons/{known}")
    player = service.player(service.register("A curious player"))
    body: dict[str, Any] = {"name": "Likewise, Quirin"}
    refused = player.post(path, {"persons": [body]} if path.endswith("bulk") else body)
    assert (refused.status_code, refused.json()["type"]) == (403, "/v1/problems/not-allowed")
    assert known not in refused.text


@pytest.mark.rule("REG-4")
def test_likely_duplicates_are_listed_until_they_are_known_to_be_two(office: Client) -> None:
    one, other = (registered(office, {"name": name}) for name in ("Xaver Ybl", "Wenzel Volk"))
    assert {one, other} not in pairs(office)
    office.change(f"/v1/persons/{other}", "details", {"other_names": ["Ybl Xavér"]})
    assert {one, other} in pairs(office)
    office.change(f"/v1/persons/{one}", "distinct-persons", {"other_person": other})
    assert {one, other} not in pairs(office)


def pairs(office: Client) -> list[set[str]]:
    return [set(one["persons"]) for one in office.read("/v1/persons/duplicates", limit=500)["items"]]


def test_a_correction_changes_what_it_names_and_answers_the_person(service: Service, office: Client) -> None:
    body = KNOWN | {"name": "Ulla Tann", "other_names": [], "legal_name": None}
    person = registered(office, body | {"even_though_known": True})
    player = service.player(person)
    player.position = office.position
    path = f"/v1/persons/{person}"
    player.change(path, "correction-request", {"request": "I have moved."})
    assert player.post(f"{path}/details", {"country": "DE"}, seen=player.get(path).headers["ETag"]).status_code == 403
    office.position = player.position
    assert office.read(path)["correction_requested"] == "I have moved."
    office.change(path, "details", {"country": "DE", "membership": None})
    known = office.read(path)
    assert {name: known[name] for name in body} == body | {"country": "DE", "membership": None}
    assert known["correction_requested"] is None
    public = service.client().read(path)
    assert {name for name, value in public.items() if value not in (None, [])} == {"id", "name", "status", "revision"}


@pytest.fixture
def rules(office: Client) -> Iterator[None]:
    """Minors are not named in public, while a test runs."""
    everybody = {"minors_below": None, "consent_required": False, "reason": "Because."}
    office.change("/v1/federation", "naming-rules", everybody | {"minors_below": 18})
    yield
    office.change("/v1/federation", "naming-rules", everybody)


@pytest.mark.rule("TD-2")
@pytest.mark.usefixtures("rules")
def test_minors_and_anyone_who_refuses_are_withheld_from_the_public_and_named_to_the_players(service: Service) -> None:
    played, office, year = season(service, 3), service.administrator(), datetime.now(UTC).year
    born = dict(zip(played.persons, (year - 18, year - 19, year - 40), strict=True))
    for person, in_year in born.items():
        office.change(f"/v1/persons/{person}", "details", {"birth_year": in_year})
    office.change(f"/v1/persons/{played.persons[2]}", "publication-consent", {"granted": False})
    public, player = service.client(), service.player(played.persons[1])
    public.position = player.position = office.position
    assert named(public, played.path) == ["Player 2", "withheld", "withheld"]
    assert named(player, played.path) == ["Player 1", "Player 2", "Player 3"]
    assert public.read(f"/v1/persons/{played.persons[0]}")["name"] == "withheld"
    assert set(public.read(f"{played.path}/entries")["names"].values()) == {"Player 2", "withheld"}


def test_every_name_in_an_answer_comes_from_where_it_may_be_withheld() -> None:
    asking = [name(path) for path in files("api") if "readings.names(" in path.read_text()]
    assert asking == ["api/http/services.py"]


def named(client: Client, path: str) -> list[str]:
    return sorted(row["name"] for row in client.read(f"{path}/standings")["rows"])


@pytest.mark.rule("REG-4", "REG-5")
def test_facts_that_tell_persons_apart_are_read_of_all_of_them_together(service: Service, office: Client) -> None:
    told = {"name": "Twin Tess", "birth_year": 1971, "country": "DK", "even_though_known": True}
    first, second = registered(office, told), registered(office, {"name": "Twin Tess", "even_though_known": True})
    erased = service.register("Twin Gone")
    service.erase(erased)
    club = office.done("/v1/clubs", {"name": "Twin Valley"}).json()["club"]
    office.done(f"/v1/clubs/{club}/members", {"person": first, "since": "2026-01-01"})
    for called in ("Older cup", "Newer cup"):
        made = office.done("/v1/tournaments", {"name": called, "format": {"kind": "open"}}).json()
        office.done(f"/v1/tournaments/{made['tournament']}/entries", {"person": first})
        office.change(f"/v1/tournaments/{made['tournament']}/entries/1", "approval")
    rating = {"pool": "normal", "rating": "1623.5", "experience": 250, "reason": "From the former club."}
    office.change(f"/v1/persons/{first}", "opening-ratings", rating)
    unknown = "00000000-0000-4000-8000-000000000000"
    office.position = service.services.journal.position()
    asked = ",".join((second, first, erased, first, unknown))
    items = office.read("/v1/persons/particulars", persons=asked)["items"]
    nothing = dict.fromkeys(("birth_year", "country", "last_tournament", "last_tournament_name"))
    assert items == [
        {"person": second, "name": "Twin Tess", "clubs": [], "ratings": {}, **nothing},
        {
            **told_of(items[1], "person", "last_tournament"),
            "name": "Twin Tess",
            "birth_year": 1971,
            "country": "DK",
            "clubs": ["Twin Valley"],
            "last_tournament_name": "Newer cup",
            "ratings": {"normal": "1623.500000"},
        },
        {"person": erased, "name": None, "clubs": [], "ratings": {}, **nothing},
    ]
    assert (items[1]["person"], items[1]["last_tournament"]) == (first, made["tournament"])
    assert service.player(first).get("/v1/persons/particulars", None, persons=second).status_code == 403
    assert office.get("/v1/persons/particulars", None, persons="nobody").status_code == 422


def told_of(item: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: item[name] for name in names}
