"""Nobody tests a guess: what is public, and what an import is answered with, tells no name of the erased.

The attack: anyone who knows how ids were once made of names guesses a name, and compares; or has an import try names on
the rows of somebody erased.
"""

from typing import Any, get_args

import pytest

from api.http import paging
from api.http.paging import Cursors, Text
from domain.importing.earlier_ids import earlier_person
from tests.api.support import Client, Service

Json = dict[str, Any]
HEADER = "date,winner,loser,length\n"
LIST = ("Guessed Gerda", "Bo Bystander", "Cy Companion")


def listed(name: str, *players: str, more: str = "") -> Json:
    first, second, third = players
    rows = f"2025-02-08,{first},{second},5\n2025-02-09,{third},{first},7\n2025-02-10,{second},{third},5\n"
    return {"kind": "matches", "name": name, "text": HEADER + rows + more}


@pytest.fixture
def office(service: Service) -> Client:
    return service.client(service.key("administrator", service.register("Olga Office")))


def public_ids(service: Service, tournament: str) -> set[str]:
    """The ids of all players of a tournament, as anybody is told them."""
    entries = service.client().read(f"/v1/tournaments/{tournament}/entries")["items"]
    return {one["person"] for one in entries}


@pytest.mark.rule("REG-2", "ALL-1")
def test_no_public_id_is_made_of_a_name_before_between_and_after_an_erasure(service: Service, office: Client) -> None:
    name = "Guessed season"
    done = office.done("/v1/imports", listed(name, *LIST)).json()
    persons = {one["name"]: one["person"] for one in _tried(office, listed(name, *LIST))["persons"]}
    guesses = {earlier_person("matches", name, one) for one in LIST}
    assert guesses.isdisjoint(public_ids(service, done["tournament"]))
    service.erase(persons[LIST[0]])
    again = office.done("/v1/imports", listed(name, *LIST)).json()
    assert {one: again[one] for one in ("registered", "entered", "results", "corrected", "voided")} == dict.fromkeys(
        ("registered", "entered", "results", "corrected", "voided"), 0
    )
    ids = public_ids(service, done["tournament"])
    assert persons[LIST[0]] in ids
    assert guesses.isdisjoint(ids)
    assert [service.client().get(f"/v1/persons/{one}").status_code for one in sorted(guesses)] == [404, 404, 404]


def _tried(office: Client, body: Json) -> Json:
    found: Json = office.done("/v1/imports", {**body, "dry_run": True}).json()
    return found


@pytest.mark.rule("REG-2", "ALL-1")
@pytest.mark.parametrize("more", ["", "2025-02-11,{0},Bo Bystander,5\n"], ids=["the same rows", "a row more"])
def test_import_answers_any_unknown_name_like_that_of_the_erased(service: Service, office: Client, more: str) -> None:
    name = f"Season of guesses {len(more)}"
    office.done("/v1/imports", listed(name, *LIST))
    persons = {one["name"]: one["person"] for one in _tried(office, listed(name, *LIST))["persons"]}
    service.erase(persons[LIST[0]])
    told = []
    for guess in (LIST[0], "Quite Another"):
        answer = _tried(office, listed(name, guess, *LIST[1:], more=more.format(guess)))
        plain = str({**answer, "position": 0}).replace(guess, "?")
        told.append(plain)
    assert told[0] == told[1]
    assert ("is_asked': True" in told[0]) == bool(more)


def test_no_cursor_of_a_public_list_holds_a_name(service: Service) -> None:
    """Those that hold a text are of persons, bans, imports and reports, which only staff list, of series, and of what
    waits, by its kind."""
    kept = {one.kind: one for one in vars(paging).values() if isinstance(one, Cursors)}
    with_text = {kind for kind, one in kept.items() if Text in get_args(one.adapter._type)}
    assert len(kept) > 15
    of_staff = {"persons", "bans-by-name", "imports-by-name", "reports-by-name"}
    assert with_text == of_staff | {"series", "waiting"}
    for path in ("persons", "federation/bans", "imports", "reports"):
        assert service.client().get(f"/v1/{path}").status_code == 401
