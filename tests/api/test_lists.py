"""Every list there is, walked page by page while results come in: nobody is lost or doubled, and a reader who has a
page already is told so."""

import json
import re
from base64 import urlsafe_b64decode
from typing import Any

import pytest
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute

from tests.api.lists_to_come import publish_list_to_come
from tests.api.scenes import ON_MATCH, WARNING
from tests.api.support import Client, Season, Service, documents, routes, season

Json = dict[str, Any]
DOCUMENT: Json = json.loads(documents().openapi)
IDENTITY = ("id", "number", "tournament", "match", "person", "persons", "version", "position", "stream", "kind", "at")
"""The fields of which an item of a list has some, and by which it is the same item later."""
OWN = {
    "/v1/tournaments": "/v1/tournaments/{id}",
    "/v1/tournaments/{tournament}/entries": "/v1/tournaments/{tournament}/entries/{number}",
    "/v1/tournaments/{tournament}/matches": "/v1/tournaments/{tournament}/matches/{number}",
    "/v1/tournaments/{tournament}/disputes": "/v1/tournaments/{tournament}/disputes/{number}",
    "/v1/tournaments/{tournament}/rulings": "/v1/tournaments/{tournament}/rulings/{number}",
    "/v1/tournaments/{tournament}/appeals": "/v1/tournaments/{tournament}/appeals/{number}",
    "/v1/persons": "/v1/persons/{id}",
    "/v1/persons/{person}/matches": "/v1/tournaments/{tournament}/matches/{number}",
    "/v1/series": "/v1/series/{id}",
    "/v1/clubs": "/v1/clubs/{id}",
    "/v1/lists": "/v1/lists/{id}",
    "/v1/federation/bans": "/v1/persons/{person}/record",
    "/v1/erasures": "/v1/persons/{person}",
    "/v1/imports": "/v1/tournaments/{tournament}",
}
"""Lists of what commands change, and where each item is read by itself."""
WITHOUT_COMMANDS = {
    "/v1/ratings/{pool}": "Nobody changes a rating; its revision is a position of the log.",
    "/v1/clubs/{club}/ratings/{pool}": "The same list, of the club's members.",
    "/v1/ratings/{pool}/{person}/history": "Nobody changes a line; its revision is a position of the log.",
}
BY_RATING = "/v1/ratings/{pool}"
"""Ordered by rating unless asked otherwise: anyone who keeps a copy reads it by persons."""


def lists() -> dict[str, APIRoute]:
    """The routes that are read page by page, by their addresses."""
    paged = (one for one in routes() if one.path.startswith("/v1/") and "GET" in (one.methods or ()))
    return {one.path: one for one in paged if "cursor" in {field.alias for field in get_flat_params(one.dependant)}}


@pytest.fixture(scope="module")
def shown(service: Service) -> Season:
    """A season of four, with a series, a club, a publication and a webhook around it."""
    played = season(service, 4)
    office = service.administrator()
    for sides in ((1, 2), (3, 4), (1, 3)):
        played.play(*sides)
    played.director.done(f"{played.path}/disputes", {"about": ON_MATCH, "matter": "The score."})
    office.ruled(played.path, WARNING | {"dispute": 1})
    office.change(f"{played.path}/rulings/1", "appeals", {"entry": 1})
    ban = {"until": None, "reason": "For good."}
    office.change(f"/v1/persons/{service.register('Banned')}", "bans", ban)
    played.director.position = office.position
    return played


@pytest.fixture(scope="module")
def named(service: Service, shown: Season) -> dict[str, str]:
    """What stands for the parts of addresses."""
    office = service.officer()
    club = office.done("/v1/clubs", {"name": "A club"}).json()
    series = office.done("/v1/series", {"name": "A series"}).json()
    publication = publish_list_to_come(office).json()
    office.done("/v1/imports", {"kind": "persons", "name": "A list", "text": "name\nImported Person\n"})
    webhook = office.done("/v1/webhooks", {"feed": "ratings", "address": "https://example.com/"}).json()
    return {
        "tournament": shown.id,
        "person": shown.persons[0],
        "pool": "normal",
        "series": series["series"],
        "club": club["club"],
        "publication": str(publication["number"]),
        "webhook": str(webhook["webhook"]),
    }


def identity(item: Json) -> str:
    return repr([item[name] for name in IDENTITY if name in item] or item)


def page(client: Client, address: str, **query: str | int) -> tuple[list[Json], str | None]:
    """The items of a page, and the address of the next; the page is known again by its ETag."""
    answer = client.get(address, None, **query)
    assert answer.status_code == 200, (address, answer.text)
    again = client.get(address, {"If-None-Match": answer.headers["ETag"]}, **query)
    assert again.status_code == 304 or again.content != answer.content, address
    found = re.search('<(.*)>; rel="next"', answer.headers.get("Link", ""))
    return answer.json()["items"], found[1] if found else None


def address_of(path: str, named: dict[str, str]) -> str | None:
    """The address, where all that it names is there."""
    parts = re.findall(r"{(\w+)}", path)
    return path.format(**named) if set(parts) <= set(named) else None


@pytest.mark.rule("ALL-1", "ELO-7")
def test_every_list_is_walked_whole_while_ratings_move(service: Service, shown: Season, named: dict[str, str]) -> None:
    client, walked = service.officer(), set[str]()
    for path in sorted(lists()):
        address = address_of(path, named)
        if address is None or path == "/v1/log/events":
            continue
        client.position = shown.director.position
        query = {"sort": "person"} if path == BY_RATING else {}
        before = [identity(item) for item in client.read(address, limit=500, **query)["items"]]
        found, after = page(client, address, limit=2, **query)
        while after is not None and len(found) < len(before) + 20:
            if len(walked) % 4 == 0:
                shown.play(2, 4)
            items, after = page(client, after)
            found += items
        seen = [identity(item) for item in found]
        assert [one for one in before if seen.count(one) != 1] == [], path
        walked.add(path)
    assert len(walked) > 25, walked


@pytest.mark.rule("REG-2", "ALL-1")
def test_no_cursor_of_any_list_tells_which_place_it_holds(
    service: Service, shown: Season, named: dict[str, str]
) -> None:
    """Many places are the id or the name of a person, who may be erased or withheld by the time that a link is read."""
    client, seen = service.officer(), set[str]()
    client.position = shown.director.position
    for path in sorted(lists()):
        address = address_of(path, named)
        for sort in _sorts(path) if address else ():
            cursor = client.read(address or "", limit=1, **sort)["next"]
            if cursor is not None:
                content = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
                assert not re.search(rb"[ -~]{12}", content), (path, content)
                seen.add(path)
    assert {"/v1/ratings/{pool}", "/v1/persons", "/v1/persons/{person}/matches"} < seen
    assert len(seen) > 15, seen


def _sorts(path: str) -> list[dict[str, str]]:
    """In which orders a list is read: the usual one, and all that may be asked for."""
    told = (one for one in DOCUMENT["paths"][path]["get"].get("parameters", []) if one.get("name") == "sort")
    return [{}, *({"sort": one} for parameter in told for one in parameter["schema"].get("enum", []))]


def test_only_what_was_changed_since_a_position_is_listed(service: Service, shown: Season) -> None:
    client = service.client()
    client.position = shown.director.position
    answer = client.get(f"{shown.path}/matches")
    since = answer.headers["Scoresheet-Position"]
    assert client.read(f"{shown.path}/matches", since=since)["items"] == []
    number = shown.play(1, 4)
    client.position = shown.director.position
    assert [one["number"] for one in client.read(f"{shown.path}/matches", since=since)["items"]] == [number]
    assert client.read(f"{shown.path}/entries", since=since)["items"] == []
    assert len(client.read(f"{shown.path}/entries", since=0)["items"]) == 4
    answer = client.get(f"{shown.path}/matches", None, since=0, limit=1)
    assert 'rel="next"' in answer.headers["Link"]
    assert service.client().get(f"{shown.path}/matches", None, since=-1).status_code == 422


def test_parameter_since_holds_of_every_list_that_a_mirror_keeps(
    service: Service, shown: Season, named: dict[str, str]
) -> None:
    """Nothing is listed where nothing has happened since, and all where it is asked from the beginning on; then what
    is changed, alone."""
    client = service.administrator()
    told = {path for path in DOCUMENT["paths"] if listed_fields(path) and "since" in asked(path, "get")}
    kept = {path: address for path in told - {BY_RATING} if (address := address_of(path, named))}
    assert {"/v1/tournaments", "/v1/persons", "/v1/series", "/v1/clubs", "/v1/publications"} < set(kept)
    now = client.done("/v1/series", {"name": "Another"}).json()["position"]
    for path, address in kept.items():
        everything = client.read(address, limit=500)["items"]
        assert client.read(address, limit=500, since=0)["items"] == everything != [], path
        assert client.read(address, limit=500, since=now)["items"] == [], path
    someone, another = service.register("Newly come"), service.register("Newly gone")
    club = client.done("/v1/clubs", {"name": "Another club"}).json()["club"]
    client.change(f"{shown.path}/rulings/1", "suspension", {})
    assert {one["id"] for one in client.read("/v1/persons", since=now)["items"]} == {someone, another}
    assert [one["id"] for one in client.read("/v1/clubs", since=now)["items"]] == [club]
    assert [one["id"] for one in client.read("/v1/tournaments", since=now)["items"]] == [shown.id]
    assert [one["number"] for one in client.read(f"{shown.path}/rulings", since=now)["items"]] == [1]
    assert client.read(f"{shown.path}/disputes", since=now)["items"] == []
    assert client.read("/v1/series", since=now)["items"] == []
    count = client.read("/v1/persons", since=now, count=True)["count"]
    assert count == 2


def listed_fields(path: str) -> set[str]:
    """The fields of the items of what is read there, by the document; none where it is no list."""
    answer = DOCUMENT["paths"][path].get("get", {}).get("responses", {}).get("200", {})
    found = _resolved(answer.get("content", {}).get("application/json", {}).get("schema", {}))
    return set(_resolved(found.get("properties", {}).get("items", {}).get("items", {})).get("properties", {}))


def _resolved(schema: Json) -> Json:
    name = schema.get("$ref", "").removeprefix("#/components/schemas/")
    return DOCUMENT["components"]["schemas"][name] if name else schema


def asked(path: str, method: str) -> set[str]:
    """The names of what a request there may say in its query and its headers."""
    parameters = DOCUMENT["paths"][path].get(method, {}).get("parameters", [])
    known = DOCUMENT["components"]["parameters"]
    return {(known[one["$ref"].split("/")[-1]] if "$ref" in one else one)["name"] for one in parameters}


def is_changed_below(path: str) -> bool:
    """Whether a command on something in that list must send its ETag."""
    below = (address for address in DOCUMENT["paths"] if address.startswith(f"{path}/{{"))
    return any("If-Match" in asked(address, method) for address in below for method in ("patch", "post"))


@pytest.mark.rule("ALL-1")
def test_everything_that_commands_change_is_listed_with_its_etag() -> None:
    fields = {path: listed_fields(path) for path in DOCUMENT["paths"]}
    changed = {path for path, found in fields.items() if found and (is_changed_below(path) or "revision" in found)}
    assert changed - set(WITHOUT_COMMANDS) == set(OWN)
    assert {path for path, found in fields.items() if "etag" in found} == {*OWN, "/v1/waiting"}


@pytest.mark.rule("ALL-1")
def test_the_etag_in_a_list_is_the_one_of_the_thing_itself(
    service: Service, shown: Season, named: dict[str, str]
) -> None:
    client, compared = service.administrator(), set[str]()
    client.position = shown.director.position
    for path, own in OWN.items():
        for item in client.read(path.format(**named), limit=500)["items"]:
            itself = client.get(own.format(**(named | item)))
            assert itself.headers["ETag"] == item["etag"], (path, item)
            compared.add(path)
    assert set(OWN) - compared == {"/v1/erasures", "/v1/imports"}


@pytest.mark.parametrize(
    "path",
    ["presets", "rating-classes", "sanctions-catalogue", "problems", "schemas", "log/keys"],
)
def test_a_list_of_what_the_program_knows_has_an_etag_too(service: Service, path: str) -> None:
    client = service.client()
    answer = client.get(f"/v1/{path}")
    again = client.get(f"/v1/{path}", {"If-None-Match": answer.headers["ETag"]})
    assert (answer.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.fixture(scope="module")
def sought(service: Service, request: pytest.FixtureRequest) -> Client:
    """The office, beside three keys, bans and ended tournaments that it looks for by name."""
    request.getfixturevalue("named")
    office = service.officer()
    for place, name in enumerate(("Zoë Ångström", "Anders Bjørn", "Mia Zoëga")):
        person = service.register(name)
        office.change(f"/v1/persons/{person}", "bans", {"until": None, "reason": "For good."})
        office.done("/v1/keys", {"role": "player", "person": person, "label": f"Phone {3 - place}"})
    return office


def found(client: Client, address: str, field: str, **query: str | int) -> list[Any]:
    """That field of every item, page by page of one."""
    items, after = page(client, address, limit=1, **query)
    while after is not None:
        further, after = page(client, after)
        items += further
    return [one[field] for one in items]


def test_bans_are_found_and_sorted_by_the_name_of_the_person(sought: Client) -> None:
    whole = sought.read("/v1/federation/bans", limit=500)
    names = whole["names"]
    by_name = [names[one] for one in found(sought, "/v1/federation/bans", "person", sort="name")]
    assert by_name == ["Anders Bjørn", "Banned", "Mia Zoëga", "Zoë Ångström"]
    newest = [one["person"] for one in whole["items"] if "Zo" in names[one["person"]]]
    assert [names[one] for one in newest] == ["Mia Zoëga", "Zoë Ångström"]
    assert found(sought, "/v1/federation/bans", "person", search="zoe") == newest
    assert found(sought, "/v1/federation/bans", "person", search="angstrom zoe") == newest[1:]
    assert found(sought, "/v1/federation/bans", "person", search="zoe", sort="name") == newest
    cursor = sought.read("/v1/federation/bans", limit=1)["next"]
    assert sought.get("/v1/federation/bans", None, cursor=cursor, sort="name").status_code == 422


def test_keys_are_found_by_label_and_person_and_sorted_by_label(sought: Client) -> None:
    assert found(sought, "/v1/keys", "label", search="phone") == ["Phone 1", "Phone 2", "Phone 3"]
    assert found(sought, "/v1/keys", "label", search="bjorn") == ["Phone 2"]
    assert found(sought, "/v1/keys", "label", search="zoe", sort="label") == ["Phone 1", "Phone 3"]
    assert found(sought, "/v1/keys", "label", search="phone", role="director") == []
    labels = found(sought, "/v1/keys", "label", sort="label")
    assert len(labels) == len(sought.read("/v1/keys", limit=500)["items"])
    assert labels == sorted(labels, key=str.casefold)


def test_publications_are_found_by_what_they_are_of(sought: Client, named: dict[str, str]) -> None:
    second = publish_list_to_come(sought, "price")
    first, last = int(named["publication"]), second.json()["number"]
    assert found(sought, "/v1/publications", "publication", search="rating") == [first, last]
    assert found(sought, "/v1/publications", "publication", search="rating", sort="newest") == [last, first]
    assert found(sought, "/v1/publications", "publication", search="Price") == [last]
    assert found(sought, "/v1/publications", "publication", search="nothing") == []


@pytest.mark.parametrize("address", ["/v1/reports", "/v1/imports"])
def test_tournaments_in_lists_of_the_office_are_found_and_sorted_by_name(service: Service, address: str) -> None:
    office = service.officer()
    header = "date,winner,loser,length,winner_points,loser_points\n"
    for name in ("Østerbro spring", "Aarhus autumn", "Aarhus spring"):
        lines = f"2025-02-08,Of {name},Against {name},5,5,3"
        body = {"kind": "matches", "name": f"{name} {address}", "text": header + lines}
        made = office.done("/v1/imports", body).json()["tournament"]
        office.change(f"/v1/tournaments/{made}", "completion")
    here, field = address.rpartition("/")[2], "tournament"
    first = found(office, address, field, search=f"spring {here}")
    assert len(first) == 2
    assert sorted(found(office, address, field, search=f"spring {here}", sort="name")) == sorted(first)
    by_name = [one["name"] for one in office.read(address, search=here, sort="name", limit=500)["items"]]
    assert [one.split(" /")[0] for one in by_name] == ["Aarhus autumn", "Aarhus spring", "Østerbro spring"]
    assert found(office, address, field, search=f"osterbro {here}") == [
        one for one in first if one in found(office, address, field, search="osterbro")
    ]
    assert found(office, address, field, search="nowhere at all") == []
    then = office.read(address, search=f"spring {here}", as_of=office.position)["items"]
    assert [one[field] for one in then] == first
