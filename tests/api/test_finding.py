"""Finding tournaments, persons and matches, and what waits for somebody."""

from typing import Any

import pytest

from tests.api.support import Client, Service, score, season
from tests.api.test_reads import walk

COMMITTEE = 3


def found(client: Client, path: str, **query: str | int) -> list[str]:
    """The ids of what is found, the same whole and page by page; the count agrees."""
    answer = client.read(path, count="true", **query)
    assert answer["count"] == len(answer["items"])
    assert walk(client, path, limit=1, **query) == answer["items"]
    return [one["id"] for one in answer["items"]]


def test_tournaments_are_found_by_all_that_people_know_of_them(service: Service) -> None:
    place = {"venue": "Café Zürich", "starts_at": "2031-03-01T23:30:00+01:00"}
    autumn = season(service, 2, name="Herbst-Öffnung 100%", format={"kind": "swiss", "lengths": [5]}, conditions=place)
    spring = season(service, 2, name="Frühling offen", conditions={"starts_at": "2031-04-01T12:00:00Z"})
    client = service.client()
    client.position = service.services.journal.position()

    def ids(**query: str | int) -> list[str]:
        return found(client, "/v1/tournaments", **query)

    assert ids(search="offnung HERBST") == [autumn.id]
    assert ids(search="100%", place="zurich cafe") == [autumn.id]
    assert ids(search="her%st") == []
    assert ids(person=autumn.persons[1]) == [autumn.id]
    assert ids(director=spring.director_id, status="started", format="open") == [spring.id]
    assert ids(director=spring.director_id, format="swiss") == []
    assert ids(**{"from": "2031-03-01", "to": "2031-03-01"}) == [autumn.id]
    assert ids(**{"from": "2031-03-02", "to": "2031-04-01"}) == [spring.id]
    assert ids(**{"from": "2031-03-01T22:30:00Z", "to": "2031-04-01T12:00:00Z"}) == [autumn.id]
    wrong = client.get("/v1/tournaments", None, format="chess", **{"from": "2031-02-30"})
    assert {error["pointer"] for error in wrong.json()["errors"]} == {"/format", "/from"}


def test_tournaments_are_sorted_either_way(service: Service) -> None:
    director = season(service, 2, name="Older").director
    client = service.client()
    client.position = director.position
    newest, oldest = (walk(client, "/v1/tournaments", limit=2, sort=sort) for sort in ("newest", "oldest"))
    assert len(newest) > 0
    assert [one["id"] for one in oldest] == [one["id"] for one in reversed(newest)]


@pytest.mark.rule("TD-2")
def test_entries_are_found_and_sorted_by_name(service: Service) -> None:
    names = ("Wim Ypsilon", "ørsted Ann", "Adam Ypsilon", "Hidden Ypsilon")
    persons = service.register_all(names)
    office = service.administrator()
    office.change(f"/v1/persons/{persons[3]}", "publication-consent", {"granted": False})
    made = season(service, 0)
    for person in persons:
        made.director.done(f"{made.path}/entries", {"person": person})
    client = service.client()
    client.position = made.director.position

    def numbers(who: Client, **query: str | int) -> list[int]:
        whole = who.read(f"{made.path}/entries", **query)
        assert walk(who, f"{made.path}/entries", limit=1, **query) == whole["items"]
        return [one["number"] for one in whole["items"]]

    assert numbers(client, sort="name") == [4, 3, 2, 1], "who is not told has no name to be sorted by"
    assert numbers(made.director, sort="name") == [3, 4, 2, 1]
    assert numbers(client, search="YPSILON") == [1, 3]
    assert numbers(made.director, search="ypsilon", sort="name") == [3, 4, 1]
    assert numbers(client, search="orsted ann") == [2]
    assert client.get(f"{made.path}/entries", None, sort="club").status_code == 422


@pytest.mark.rule("REG-5")
def test_clubs_and_members_are_found_and_sorted_by_name(service: Service) -> None:
    office = service.administrator()
    places = [office.done("/v1/clubs", {"name": name}).headers["Location"] for name in ("Ülm Sorted", "Bonn Sorted")]
    for person in service.register_all(["Walter Last", "Ann First"]):
        office.done(f"{places[0]}/members", {"person": person, "since": "2026-01-01"})

    def paged(path: str, **query: str | int) -> list[Any]:
        whole = list(office.read(path, **query)["items"])
        assert walk(office, path, limit=1, **query) == whole
        return whole

    assert [one["name"] for one in paged("/v1/clubs", search="sorted")] == ["Ülm Sorted", "Bonn Sorted"]
    assert [one["name"] for one in paged("/v1/clubs", search="sorted", sort="name")] == ["Bonn Sorted", "Ülm Sorted"]
    assert [one["number"] for one in paged(f"{places[0]}/members", sort="name")] == [2, 1]
    assert [one["number"] for one in paged(f"{places[0]}/members", search="walter")] == [1]


@pytest.mark.rule("ALL-1")
def test_persons_are_found_in_any_order_of_words_and_never_once_erased(service: Service) -> None:
    office = service.officer()
    names = ("Xaver Łukasz Søren-Björk", "Björk Xaver", "O'Xa_ver Zoë")
    first, second, third = map(service.register, names)
    office.position = service.services.journal.position()

    def ids(search: str) -> list[str]:
        return found(office, "/v1/persons", search=search)

    assert ids("bjork XAVER") == [second, first]
    assert ids("soren lukasz") == [first]
    assert ids("xa_v zo") == [third]
    assert ids("zö") == [third]
    assert ids("bjorn xaver") == []
    office.position = int(service.erase(second).headers["Scoresheet-Position"])
    assert ids("bjork xaver") == [first]
    assert ids("bj") == [first]


@pytest.mark.rule("ALL-12")
def test_a_persons_matches_are_found_across_tournaments_and_withheld_as_there(service: Service) -> None:
    one, other = season(service, 3), season(service, 2)
    person = one.persons[0]
    entered = other.director.done(f"{other.path}/entries", {"person": person})
    other.director.done(f"{other.path}/entries/3/approval", seen=entered.headers["ETag"])
    one.play(1, 2)
    for director, path, sides in ((one.director, one.path, [1, 3]), (other.director, other.path, [2, 3])):
        director.done(f"{path}/matches", {"sides": sides, "length": 5})
    player = service.player(person)
    player.position = one.director.position
    player.change(f"{one.path}/matches/2", "result", {"result": score(5, 1)})
    path = f"/v1/persons/{person}/matches"
    stranger, position = service.client(), service.services.journal.position()
    stranger.position = player.position = one.director.position = other.director.position = position

    def listed(client: Client, **query: str | int) -> list[tuple[str, int, str]]:
        return [
            (match["tournament"], match["number"], match["status"]) for match in walk(client, path, limit=1, **query)
        ]

    open_there = (other.id, 1, "open")
    assert listed(player) == [open_there, (one.id, 1, "announced"), (one.id, 2, "reported")]
    assert listed(one.director, status="reported") == [(one.id, 2, "reported")]
    assert stranger.read(path, status="reported")["items"] == []
    assert stranger.read(path, status="open")["items"][1]["winner"] is None
    assert [match["number"] for match in player.read(path, status="open")["items"]] == [1]


@pytest.mark.rule("TD-2", "TD-9", "TD-12", "TD-14", "ALL-14")
def test_waiting_matters_are_one_read_and_each_item_can_be_acted_on(service: Service) -> None:
    held = season(service, 4)
    members = [service.register(f"Judge {number}") for number in range(COMMITTEE)]
    players = [service.player(person) for person in held.persons]
    late = service.register("A late one")
    service.player(late).done(f"{held.path}/entries", {"person": late})
    players[0].done(f"{held.path}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 1)})
    players[2].done(f"{held.path}/disputes", {"about": {"kind": "entry", "number": 3}, "matter": "The clock."})
    ruling = {"about": {"kind": "entry", "number": 4}, "clause": "1.2.3", "facts": "Dice.", "reasons": "No."}
    held.director.ruled(held.path, {**ruling, "remedies": [{"kind": "warning", "to": {"kind": "entry", "entry": 4}}]})
    players[3].change(f"{held.path}/rulings/1", "appeals", {"entry": 4, "reason": "Not so."})

    def waiting(client: Client) -> list[Any]:
        client.position = service.services.journal.position()
        items = walk(client, "/v1/waiting", limit=2)
        return [item for item in items if item["tournament"] == held.id]

    def kinds(client: Client) -> list[tuple[str, int]]:
        return [(item["kind"], item["number"]) for item in waiting(client)]

    director = held.director
    for_staff = [("committee-to-form", 1), ("dispute-to-rule-on", 1), ("entry-to-approve", 5), ("result-to-verify", 1)]
    assert kinds(director) == for_staff == kinds(service.administrator())
    assert kinds(service.player(members[0])) == []
    assert service.client().get("/v1/waiting").status_code == 401
    etags = {item["kind"]: item["etag"] for item in waiting(director)}
    director.done(f"{held.path}/entries/5/approval", seen=etags["entry-to-approve"])
    director.done(f"{held.path}/matches/1/verification", seen=etags["result-to-verify"])
    director.done(f"{held.path}/appeals/1/committee", {"members": members}, seen=etags["committee-to-form"])
    assert kinds(director) == [("dispute-to-rule-on", 1)]
    for number, member in enumerate(members):
        judge = service.player(member)
        assert kinds(judge) == ([("vote-to-cast", 1)] if number < 2 else [])
        if number < 2:
            judge.done(f"{held.path}/appeals/1/votes", {"member": member, "verdict": "upheld"})
    assert kinds(director) == [("appeal-to-decide", 1), ("dispute-to-rule-on", 1)]
