"""A request is held against few routes, and is for the same one as if it were held against all."""

import re

from fastapi import APIRouter
from starlette.routing import Match

from api.http.addresses import Addresses
from tests.api.support import routes_and_pages, unserved_app

_PARAMETER = re.compile(r"\{[^}]*\}")
ID = "00000000-0000-4000-8000-000000000000"
ELSE = ("0/000.p/1", "rank")
"""What is in an address in place of an id: some addresses go on behind words that others have parameters for."""


def addresses() -> Addresses:
    found: Addresses = unserved_app().state.addresses
    return found


def scope(path: str, method: str = "GET", **further: object) -> dict[str, object]:
    return {"type": "http", "path": path, "method": method, "headers": [], **further}


def filled(path: str) -> set[str]:
    """Addresses that the route may be for, and one beside it."""
    usual = _PARAMETER.sub(ID, path)
    return {usual, f"{usual}.csv", f"{usual}/more", *(_PARAMETER.sub(one, path) for one in ELSE)}


def test_each_address_leads_to_the_route_that_it_leads_to_among_all() -> None:
    asked = {path for route in routes_and_pages() for path in filled(route.path)}
    found = addresses()
    for path in sorted(asked):
        told = scope(path)
        among_all = [one for one in unserved_app().routes if one.matches(told)[0] is not Match.NONE]
        assert [one for one in found.routes_at(told) if one.matches(told)[0] is not Match.NONE] == among_all, path


def test_few_routes_are_asked_for_each_address() -> None:
    found = addresses()
    asked = [len(found.routes_at(scope(_PARAMETER.sub(ID, one.path)))) for one in routes_and_pages()]
    assert min(asked) >= 1
    assert max(asked) < 12
    assert found.routes_at(scope("/nowhere/at/all")) == []


def test_all_routes_are_asked_behind_a_prefix() -> None:
    """What is before the address there is none of the routes'."""
    assert len(addresses().routes_at(scope("/below/health", root_path="/below"))) == len(unserved_app().routes)


def test_words_and_parameters_of_one_place_are_asked_in_their_order() -> None:
    router = APIRouter()
    for one in ("/a/{b}/c", "/a/{b}/d", "/a/b/{rest:path}", "/a/b/c"):
        router.add_api_route(one, lambda: None)
    found = Addresses(router).routes_at(scope("/a/b/c"))
    assert found == [router.routes[0], router.routes[2], router.routes[3]]
