"""Persons of logs from before ids were drawn: the public is told no id that was made of the name of somebody erased or
withheld, and finds nobody by it.

The attack: anyone who guesses a name makes the id that an import of then gave, and looks for it in all that is public.
"""

import hashlib
import re
import uuid
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import httpx
import pytest

from domain.importing.clerk import Clerk
from domain.importing.earlier_ids import earlier_person
from domain.person.commands import RegisterPerson
from tests.api.access import ACCESS
from tests.api.support import Client, Service, pages
from tests.api.test_lists import lists
from tests.patience import eventually

LIST = "Season of then"
ERASED, WITHHELD, TOLD, OTHER = "Gone Guessable", "Shy Guessable", "Plain Guessable", "Other Guessable"
FEEDS = ("/v1/feeds", "/v1/log")
"""A feed tells the removal under the id that it gave."""
_RUNS = count()


@dataclass(frozen=True)
class Then:
    """A log of then: its tournament, and its persons by name."""

    service: Service
    tournament: str
    persons: dict[str, str]

    def addresses(self, person: str) -> Iterator[str]:
        """All that anybody may read of the tournament and of the person, and all pages."""
        told = {"tournament": self.tournament, "person": person, "other": self.persons[TOLD], "pool": "normal"}
        numbers = dict.fromkeys(("entry", "match", "stage", "round", "game", "version", "attachment"), 1)
        open_to_all = [one.removeprefix("GET ") for one, who in ACCESS.items() if "anonymous" in who]
        paged = lists().keys()
        for path in [*open_to_all, *(one.path for one in pages() if one.methods and "GET" in one.methods)]:
            try:
                address = path.format(**told, **numbers)
            except KeyError:
                continue
            if not address.startswith(FEEDS) and not address.endswith(("/stream", "/live")):
                yield address
                yield from (f"{address}?limit={limit}" for limit in (1, 2, 3) if path in paged)


@pytest.fixture(scope="module")
def then(service: Service) -> Then:
    names = (ERASED, WITHHELD, TOLD, OTHER)
    persons = {one: earlier_person("matches", LIST, one) for one in names}
    clerk = Clerk(service.services.journal, f"then {next(_RUNS)}")
    for name, person in persons.items():
        clerk.person(person, name, RegisterPerson(name=name))
    office = service.client(service.key("administrator", service.register("Olga Office")))
    rows = [f"2025-02-0{day},{persons[one]},{persons[two]},5\n" for day, (one, two) in enumerate(_pairs(names), 1)]
    text = "date,winner,loser,length\n" + "".join(rows)
    assert eventually(lambda: office.get(f"/v1/persons/{persons[OTHER]}").json().get("name") == OTHER)
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    done = office.done("/v1/imports", {"kind": "matches", "name": LIST, "text": text, "rating": rating}).json()
    office.change(f"/v1/persons/{persons[WITHHELD]}", "publication-consent", {"granted": False})
    service.erase(persons[ERASED])
    return Then(service, done["tournament"], persons)


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((one, two) for place, one in enumerate(names) for two in names[place + 1 :])


def everything(answer: httpx.Response) -> str:
    told = f"{answer.text}\n{answer.headers}"
    return "\n".join([told, *map(decoded, re.findall(r"[\w-]{24,}", told))])


def decoded(text: str) -> str:
    """What a text in it says that may be base64, as a cursor is."""
    return urlsafe_b64decode(text[: len(text) // 4 * 4]).decode("latin-1")


def hidden_now(then: Then) -> bool:
    """Whether the tables show that one was erased and the other is withheld."""
    ids = {then.persons[ERASED], then.persons[WITHHELD]}
    return set(then.service.services.hidden(ids)) == ids


def guessed(name: str) -> str:
    """The id that an attacker makes of a guess, by a program of their own."""
    namespace = uuid.UUID("6d9a4c9e-37a5-5a53-9d5e-6a0d6f1f8a10")

    def made(owner: str, key: str) -> str:
        length = len(owner.encode()).to_bytes(8, "big")
        return str(uuid.uuid5(namespace, hashlib.sha256(length + owner.encode() + key.encode()).hexdigest()))

    return made(f"import {made('import', LIST)}", f"import {LIST}/person {name}")


@pytest.mark.rule("REG-2", "ALL-1")
def test_program_that_guesses_names_finds_nobody_among_entrants_without_one(then: Then) -> None:
    assert eventually(lambda: hidden_now(then))
    anybody = then.service.client()
    ids = {one["person"] for one in anybody.read(f"/v1/tournaments/{then.tournament}/entries")["items"]}
    nameless = {one for one in ids if anybody.get(f"/v1/persons/{one}").json().get("name") in (None, "", "withheld")}
    assert len(nameless) == 2
    assert {one for one in (ERASED, WITHHELD) if guessed(one) in nameless} == set()
    assert guessed(TOLD) in ids, "the program makes ids as an import of then did"


@pytest.mark.rule("REG-2", "ALL-1")
def test_nothing_public_holds_the_old_id_of_somebody_hidden(then: Then) -> None:
    assert eventually(lambda: hidden_now(then))
    anybody, guesses = then.service.client(), {whose: then.persons[whose] for whose in (ERASED, WITHHELD)}
    read, found = 0, list[tuple[str, str]]()
    for address in then.addresses(then.persons[TOLD]):
        answer = anybody.http.get(address, headers={"Accept": "*/*"})
        assert answer.status_code < 500, (address, answer.text)
        read += answer.status_code == 200
        told = everything(answer)
        found += [(whose, address) for whose, guess in guesses.items() if guess in told]
    assert found == []
    assert read > 40


@pytest.mark.rule("REG-2")
def test_person_without_anything_to_hide_is_told_as_before(then: Then) -> None:
    entries = then.service.client().read(f"/v1/tournaments/{then.tournament}/entries")
    by_number = {one["number"]: one["person"] for one in entries["items"]}
    told = then.persons[TOLD]
    assert entries["names"][told] == TOLD
    (number,) = (number for number, person in by_number.items() if person == told)
    assert sorted(by_number.values())[:2] == [
        "00000000-0000-8000-8000-000000000001",
        "00000000-0000-8000-9000-000000000002",
    ]
    assert number == 3
    assert entries["names"]["00000000-0000-8000-9000-000000000002"] == "withheld"


@pytest.mark.rule("REG-2")
@pytest.mark.parametrize("whose", [ERASED, WITHHELD])
def test_guessed_id_is_answered_like_one_of_nobody(then: Then, whose: str) -> None:
    assert eventually(lambda: hidden_now(then))
    anybody, guess, nobody = then.service.client(), then.persons[whose], earlier_person("matches", LIST, "Nobody")
    compared = 0
    for found, missing in zip(then.addresses(guess), then.addresses(nobody), strict=True):
        if guess not in found:
            continue
        answers = [anybody.http.get(one, headers={"Accept": "*/*"}) for one in (found, missing)]
        statuses = {one.status_code for one in answers}
        assert len(statuses) == 1, (found, statuses)
        compared += 1
    for filtered in ("person", "director"):
        assert anybody.read("/v1/tournaments", **{filtered: guess})["items"] == []
    assert anybody.read("/v1/tournaments", person=then.persons[TOLD])["items"]
    assert compared >= 5


@pytest.mark.rule("REG-2")
@pytest.mark.parametrize("whose", [ERASED, WITHHELD])
def test_old_id_resolves_for_the_office(then: Then, whose: str) -> None:
    office: Client = then.service.administrator()
    person = then.persons[whose]
    assert office.read(f"/v1/persons/{person}")["id"] == person
    entries = office.read(f"/v1/tournaments/{then.tournament}/entries")["items"]
    assert person in {one["person"] for one in entries}


@pytest.mark.rule("REG-2")
def test_pages_tell_an_erased_person_by_their_entry(then: Then) -> None:
    assert eventually(lambda: hidden_now(then))
    anybody = then.service.client()
    for place in ("", "/entries/1", "/entries/2", "/entrants", "/standings", "/matches/1"):
        answer = anybody.http.get(f"/tournaments/{then.tournament}{place}")
        assert answer.status_code == 200, place
        assert "/persons/00000000" not in answer.text, place
    entrants = anybody.http.get(f"/tournaments/{then.tournament}/entrants").text
    assert "#1" in entrants
    assert "name withheld" in entrants
