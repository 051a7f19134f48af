"""Every list there is, walked page by page while results come in: nobody is lost or doubled, and a reader who has a
page already is told so."""

import re
from typing import Any

import pytest
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute

from tests.api.support import Client, Season, Service, routes, season

Json = dict[str, Any]
IDENTITY = ("id", "number", "tournament", "match", "person", "persons", "version", "position", "stream", "kind", "at")
"""The fields of which an item of a list has some, and by which it is the same item later."""
BY_RATING = "/v1/ratings/{pool}"
"""Ordered by rating unless asked otherwise: whoever keeps a copy reads it by persons."""


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
    office.position = played.director.position
    return played


@pytest.fixture(scope="module")
def named(service: Service, shown: Season) -> dict[str, str]:
    """What stands for the parts of addresses."""
    office = service.officer()
    club = office.done("/v1/clubs", {"name": "A club"}).json()
    series = office.done("/v1/series", {"name": "A series"}).json()
    listed = {"kind": "rating-list", "pool": "normal", "date": "2026-01-01"}
    publication = office.done("/v1/publications", {"subject": listed}).json()
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
        query = {"order": "person"} if path == BY_RATING else {}
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
