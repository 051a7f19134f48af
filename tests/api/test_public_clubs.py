"""Clubs of players that are public by their consent: in lists of ratings, in searches, on their pages (REG-5)."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from api.http import read_requests
from api.http.callers import Caller
from api.http.services import Services
from domain.clubs import state
from tests.api.played import Played, announced
from tests.api.support import Client, Service, score
from tests.patience import eventually

Json = dict[str, Any]
NAMES = ("Aase Aagaard", "Bent Bach", "Cilla Clausen", "Dorrit Dam")
DALE, ALP = "Dale Backgammon", "Alpine Backgammon"


@dataclass
class Clubs:
    """Four rated players: the first two are members of Dale, the third of the Alps, the fourth of none."""

    service: Service
    office: Client
    played: Played
    dale: str
    alp: str

    def consents(self, number: int, *, granted: bool = True) -> None:
        """The player says whether their club is public."""
        club, membership = (self.alp, 1) if number == 3 else (self.dale, number)
        own = self.service.player(self.played.persons[number - 1])
        own.position = self.office.position
        own.done(f"{club}/members/{membership}/publication-consent", {"granted": granted})
        self.office.position = own.position

    def listed(self, **query: str) -> Json:
        """What everybody reads of the players of the pool."""
        found: Json = self.service.http.get("/v1/ratings/normal/players", params=query).raise_for_status().json()
        return found

    def clubs_of(self, **query: str) -> dict[str, str | None]:
        """The club of each of these players whom the list names."""
        found = self.listed(limit="500", **query)
        mine = {one["person"]: found["clubs"].get(one["club"]) for one in found["items"]}
        return {found["names"][person]: club for person, club in mine.items() if person in self.played.persons}


@pytest.fixture(scope="module")
def clubs(service: Service) -> Clubs:
    made = announced(service, {"kind": "open"}, rating={"pool": "normal", "policy": "room", "policy_version": 1})
    made.enter_all(service.register_all(list(NAMES)))
    made.do("start")
    for sides in ((1, 2), (3, 4), (1, 3)):
        made.director.done(f"{made.path}/matches", {"sides": sides, "length": 5, "result": score(5, 1)})
    made.read("standings")
    office = service.administrator()
    dale, alp = (office.done("/v1/clubs", {"name": name}).headers["Location"] for name in (DALE, ALP))
    for club, person in ((dale, 0), (dale, 1), (alp, 2)):
        office.done(f"{club}/members", {"person": made.persons[person], "since": "2026-01-01"})
    return Clubs(service, office, made, dale, alp)


@pytest.mark.rule("REG-5")
def test_club_of_a_player_is_private_until_they_consent(clubs: Clubs) -> None:
    persons = clubs.played.persons
    assert set(clubs.clubs_of().values()) == {None}
    assert DALE not in clubs.service.http.get("/ratings").text
    clubs.consents(1)
    clubs.consents(3)
    assert clubs.clubs_of() == {NAMES[0]: DALE, NAMES[1]: None, NAMES[2]: ALP, NAMES[3]: None}
    assert list(clubs.listed()["clubs"].values()) == [ALP, DALE], "by their names"
    http = clubs.service.http
    assert http.get(f"/v1/persons/{persons[0]}/club").json()["name"] == DALE
    assert http.get(f"/v1/persons/{persons[1]}/club").json()["club"] is None
    rated = http.get(f"/v1/ratings/normal/{persons[0]}").json()
    assert f"/v1/clubs/{rated['club']}" == clubs.dale
    items = http.get("/v1/ratings/normal", params={"limit": 500}).json()["items"]
    told = {one["person"]: one["club"] for one in items if one["club"]}
    assert told == {persons[0]: clubs.dale.rpartition("/")[2], persons[2]: clubs.alp.rpartition("/")[2]}
    head, *rows = csv.reader(io.StringIO(http.get("/v1/ratings/normal.csv").text.removeprefix("\ufeff")))
    named = {row[head.index("person")]: row[head.index("club_name")] for row in rows}
    assert {person: named[person] for person in persons} == dict(zip(persons, (DALE, "", ALP, ""), strict=True))


@pytest.mark.rule("REG-5")
def test_players_are_found_and_ordered_by_their_public_clubs(clubs: Clubs) -> None:
    clubs.consents(1)
    clubs.consents(3)
    club = clubs.dale.rpartition("/")[2]
    assert clubs.clubs_of(club=club) == {NAMES[0]: DALE}
    assert clubs.listed(club=club)["count"] == 1
    assert clubs.clubs_of(club=club, search="Clausen") == {}
    found = [club for club in clubs.clubs_of(sort="club").values() if club]
    assert found == [ALP, DALE]
    assert list(clubs.clubs_of(sort="club"))[:2] == [NAMES[2], NAMES[0]], "who has none comes last"
    assert clubs.service.http.get("/v1/ratings/normal/players?club=nonsense").status_code == 422


@pytest.mark.rule("REG-5")
def test_pages_name_the_public_club_and_no_other(clubs: Clubs) -> None:
    clubs.consents(1)
    persons, http = clubs.played.persons, clubs.service.http
    page = http.get("/ratings").text
    assert page.count(f">{DALE}</a>") == 1
    assert re.search(r'<th scope="col" class="clubs"><a [^>]*>Club</a></th>', page)
    assert DALE in http.get(f"/persons/{persons[0]}").text
    assert DALE not in http.get(f"/persons/{persons[1]}").text
    found = http.get("/search?search=Aagaard").text
    assert DALE in found
    assert '<th scope="col" class="clubs">' not in http.get("/search?search=Dorrit").text, "no wider for nothing"
    of_club = http.get("/search?search=Dale").text
    address = f"/ratings?club={clubs.dale.rpartition('/')[2]}"
    assert f'href="{address}"' in of_club
    members = http.get(address).text
    assert NAMES[0] in members
    assert NAMES[1] not in members
    assert "Nothing was found." in http.get(f"{address}&search=Dorrit").text


@pytest.mark.rule("REG-5", "REG-4")
def test_public_club_goes_with_the_consent_the_name_and_the_person(clubs: Clubs) -> None:
    """A withheld name has no club beside it: a small club would tell who it is."""
    clubs.consents(3)
    clubs.consents(3, granted=False)
    assert clubs.clubs_of()[NAMES[2]] is None
    clubs.consents(2)
    person, office = clubs.played.persons[1], clubs.office
    assert clubs.clubs_of()[NAMES[1]] == DALE
    office.change(f"/v1/persons/{person}", "publication-consent", {"granted": False})
    club = clubs.dale.rpartition("/")[2]
    assert eventually(lambda: person not in {one["person"] for one in clubs.listed(club=club)["items"]})
    assert clubs.service.http.get(f"/v1/persons/{person}/club").json()["club"] is None
    told = {one["person"]: one["club"] for one in office.read("/v1/ratings/normal/players", limit=500)["items"]}
    assert told[person] == club, "who has a key is told names, and their clubs"


@pytest.mark.rule("REG-5")
def test_page_asks_for_the_clubs_and_names_of_its_own_players_and_once(
    clubs: Clubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All consents are gone through only where the list is ordered by clubs."""
    clubs.consents(1)
    asked: list[list[str]] = []
    told = read_requests.names_told

    def names(services: Services, caller: Caller, persons: Iterable[str]) -> Mapping[str, str]:
        asked.append(sorted(persons))
        return told(services, caller, asked[-1])

    def every(*_: object) -> NoReturn:
        raise AssertionError("all consents were gone through")

    person = clubs.played.persons[0]
    monkeypatch.setattr(read_requests, "names_told", names)
    monkeypatch.setattr(state.Clubs, "public_at", every)
    assert clubs.clubs_of()[NAMES[0]] == DALE
    assert len(asked) <= 3, "of the players, and of a member of each club, until one is told"
    asked.clear()
    clubs.service.http.get("/v1/ratings/normal", params={"limit": 1}).raise_for_status()
    assert len(asked) == 1
    assert clubs.service.http.get(f"/v1/persons/{person}/club").json()["name"] == DALE


@pytest.mark.rule("REG-5")
def test_consent_is_read_by_the_member_the_club_and_among_all_that_is_held(clubs: Clubs) -> None:
    clubs.consents(1)
    person = clubs.played.persons[0]
    own = clubs.service.player(person)
    own.position = clubs.office.position
    (membership,) = own.read(f"/v1/persons/{person}/memberships")["memberships"]
    assert membership["publication_consent"] is True
    (held,) = own.read(f"/v1/persons/{person}/held")["clubs"]
    assert held["public"] == [membership["since"]]
    kept = clubs.office.read(f"{clubs.dale}/members")["items"]
    assert {one["person"]: one["publication_consent"] for one in kept}[person] is True
    assert clubs.service.http.get("/v1/persons/00000000-0000-4000-8000-000000000009/club").status_code == 404


@pytest.mark.rule("REG-5", "REG-1")
def test_erased_person_has_no_public_club(service: Service) -> None:
    office, person = service.administrator(), service.register("Erna Ebbesen")
    club = office.done("/v1/clubs", {"name": "Fen Backgammon"}).headers["Location"]
    office.done(f"{club}/members", {"person": person, "since": "2026-01-01"})
    office.done(f"{club}/members/1/publication-consent", {"granted": True})
    assert office.read(f"/v1/persons/{person}/club")["name"] == "Fen Backgammon"
    service.erase(person)
    assert eventually(lambda: office.read(f"/v1/persons/{person}/club")["club"] is None)
