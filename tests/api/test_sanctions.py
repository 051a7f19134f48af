"""Bans that rulings order and the register of sanctions, over HTTP (TD-4, TD-13, TD-22, ALL-14)."""

from typing import Any

import pytest

from tests.api.support import Client, Season, Service, at_once, problem, season

REASON = {"reason": "Because."}
RULING = {"clause": "1.2.3", "facts": "Dice were thrown at Bert.", "reasons": "Nobody throws dice."}


class Court:
    """An open tournament of four, and the rulings of its director."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.played: Season = season(service)
        self.director: Client = self.played.director
        self.office: Client = service.administrator()
        self.match: int = self.played.play()

    @property
    def path(self) -> str:
        return self.played.path

    def rule(self, *remedies: object, **wanted: object) -> int:
        """The number of a new ruling with these remedies; on the match, where nothing else is said."""
        body = RULING | {"about": {"kind": "match", "number": self.match}, "remedies": remedies} | wanted
        answer = self.director.ruled(self.path, body)
        return int(answer.json()["rulings"][0]["number"])

    def reverse(self, ruling: int) -> None:
        """By a committee of three, on appeal of entry 1."""
        members = [self.service.register("Judge") for _ in range(3)]
        lodged = self.director.change(f"{self.path}/rulings/{ruling}", "appeals", {"entry": 1} | REASON)
        appeal = f"{self.path}/appeals/{lodged.json()['appeals'][0]['number']}"
        self.service.officer().change(appeal, "committee", {"members": members})
        for member in members:
            self.service.player(member).done(f"{appeal}/votes", {"member": member, "verdict": "reversed"})
        self.director.position = self.service.services.journal.position()
        self.director.change(appeal, "decision", {"reasons": "As voted."})

    def register(self, person: str, by: Client | None = None) -> list[Any]:
        """What stands against the person, the newest first."""
        reader = by or self.director
        reader.position = max(self.director.position, self.office.position)
        items = reader.read(f"/v1/persons/{person}/sanctions")["items"]
        assert isinstance(items, list)
        return items

    def taking_part(self, name: str) -> str:
        """The id of a new person who has asked to enter."""
        person = self.service.register(name)
        self.director.done(f"{self.path}/entries", {"person": person})
        return person

    def announce(self) -> str:
        """The path of another tournament."""
        body = {"name": "Another", "format": {"kind": "open"}}
        return f"/v1/tournaments/{self.office.done('/v1/tournaments', body).json()['tournament']}"


@pytest.fixture
def court(service: Service) -> Court:
    return Court(service)


def ban(person: str, kind: str = "ban", until: str | None = None) -> dict[str, object]:
    return {"kind": kind, "person": person, "until": until}


def words(items: list[Any]) -> list[tuple[str, str, int | None]]:
    return [(one["kind"], one["status"], one["ruling"]) for one in items]


@pytest.mark.rule("TD-4", "TD-5", "TD-13")
def test_the_register_shows_what_stands_against_a_person_and_what_was_reversed(court: Court) -> None:
    ada = court.played.persons[0]
    court.rule({"kind": "warning", "to": {"kind": "entry", "entry": 1}}, clause="4.2.3")
    points = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 2}
    court.rule(points, clause="4.2.3")
    ruling = court.rule(ban(ada, until="2099-01-01T00:00:00Z"), about={"kind": "entry", "number": 1})
    court.office.change(f"/v1/persons/{ada}", "bans", {"kind": "director-ban"} | REASON)
    shown = court.register(ada)
    assert words(shown) == [
        ("director-ban", "in-force", None),
        ("ban", "in-force", 3),
        ("penalty-points", "in-force", 2),
        ("warning", "in-force", 1),
    ]
    assert {one["clause"] for one in shown[2:]} == {"4.2.3"}
    assert (shown[1]["tournament"], shown[1]["ban"], shown[1]["until"]) == (
        court.played.id,
        1,
        "2099-01-01T00:00:00Z",
    )
    assert (shown[2]["entry"], shown[2]["match"], shown[2]["points"]) == (1, court.match, 2)
    court.reverse(ruling)
    assert words(court.register(ada))[1] == ("ban", "reversed", 3)
    assert court.register(court.played.persons[1]) == []


@pytest.mark.rule("TD-4")
def test_the_register_is_for_administrators_directors_and_the_person_himself(court: Court) -> None:
    ada, bert = court.played.persons[:2]
    court.rule({"kind": "warning", "to": {"kind": "entry", "entry": 1}})
    for reader in (court.office, court.service.director()[0], court.service.player(ada)):
        assert words(court.register(ada, reader)) == [("warning", "in-force", 1)]
    assert court.service.player(bert).get(f"/v1/persons/{ada}/sanctions").status_code == 403
    assert court.service.client().get(f"/v1/persons/{ada}/sanctions").status_code == 401
    unknown = court.office.get("/v1/persons/00000000-0000-4000-8000-000000000001/sanctions")
    assert (unknown.status_code, problem(unknown)) == (404, "person-unknown")


@pytest.mark.rule("TD-4", "ALL-1")
def test_an_erased_person_leaves_no_text_in_the_register(court: Court) -> None:
    ada = court.played.persons[0]
    court.rule({"kind": "warning", "to": {"kind": "entry", "entry": 1}})
    court.office.change(f"/v1/persons/{ada}", "bans", {"reason": "Threw dice at Bert."})
    court.office.position = int(court.service.erase(ada).headers["Scoresheet-Position"])
    shown = court.register(ada)
    assert words(shown) == [("ban", "in-force", None), ("warning", "in-force", 1)]
    assert "ice" not in str(shown)


@pytest.mark.rule("TD-4")
def test_the_register_is_read_page_by_page(court: Court) -> None:
    ada = court.played.persons[0]
    for _ in range(3):
        court.rule(
            {"kind": "warning", "to": {"kind": "entry", "entry": 1}},
            {"kind": "warning", "to": {"kind": "person", "person": ada}},
        )
        court.office.change(f"/v1/persons/{ada}", "bans", REASON)
    whole = court.register(ada)
    assert len(whole) == 9
    found: list[Any] = []
    path: str | None = f"/v1/persons/{ada}/sanctions?limit=2"
    while path is not None:
        answer = court.director.http.get(path, headers=court.director.headers())
        found += answer.json()["items"]
        path = answer.links["next"]["url"] if "next" in answer.links else None
    assert found == whole


@pytest.mark.rule("TD-4")
def test_a_ruling_keeps_out_whom_it_bans_until_the_federation_lifts_it(court: Court) -> None:
    dora, other = court.taking_part("Dora"), court.announce()
    court.rule(ban(dora), ban(dora, "director-ban"), about={"kind": "tournament"})
    refused = court.office.post(f"{other}/entries", {"person": dora})
    assert (refused.status_code, problem(refused)) == (409, "person-banned")
    seen = court.office.get(other).headers["ETag"]
    refused = court.office.post(f"{other}/directors", {"person": dora}, seen=seen)
    assert (refused.status_code, problem(refused)) == (409, "director-banned")
    directing = court.service.client(court.service.key("director", dora))
    refused = directing.post("/v1/tournaments", {"name": "Mine", "format": {"kind": "open"}})
    assert (refused.status_code, problem(refused)) == (409, "director-banned")
    for number in (1, 2):
        seen = court.office.get(f"/v1/persons/{dora}").headers["ETag"]
        court.office.done(f"/v1/persons/{dora}/bans/{number}/lift", REASON, seen=seen)
    court.office.done(f"{other}/entries", {"person": dora})
    directing.done("/v1/tournaments", {"name": "Mine", "format": {"kind": "open"}})
    assert {one["status"] for one in court.register(dora)} == {"lifted"}


@pytest.mark.rule("TD-13", "ALL-14")
def test_directors_are_shown_whom_a_reversed_ban_kept_out(court: Court) -> None:
    carl, asked, other = court.taking_part("Carl"), court.announce(), court.announce()
    ruling = court.rule(ban(carl))
    refused = court.office.post(f"{asked}/entries", {"person": carl})
    assert (refused.status_code, problem(refused)) == (409, "person-banned")
    court.reverse(ruling)
    court.office.position = court.director.position
    items = court.office.read(f"{asked}/reviews")["items"]
    assert [(one["kind"], one["entry"], one["person"], one["tournament"], one["ruling"]) for one in items] == [
        ("kept-out", 1, carl, court.played.id, ruling)
    ]
    assert court.office.read(f"{other}/reviews")["items"] == []


@pytest.mark.rule("TD-22")
def test_points_without_a_warning_before_are_flagged_and_it_is_told_why(court: Court) -> None:
    points = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 1}
    first = court.rule(points, clause="4.2.3")
    court.rule({"kind": "warning", "to": {"kind": "person", "person": court.played.persons[0]}}, clause="4.2.3")
    second = court.rule(points, clause="4.2.3")
    third = court.rule({"kind": "match-loss", "loser": "first"}, clause="4.2.3")
    flagged = {n: court.director.read(f"{court.path}/rulings/{n}")["flagged"] for n in (first, second, third)}
    because = {n: [(one["remedy_number"], one["departure"]) for one in told] for n, told in flagged.items()}
    assert because == {first: [(1, "no-warning-before")], second: [], third: [(1, "not-permitted")]}
    assert flagged[first][0]["permitted"] == ["warning", "penalty-points"]


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("attempt", range(6))
def test_no_race_lets_in_somebody_banned_by_a_ruling(court: Court, attempt: int) -> None:  # noqa: ARG001 -- again
    # Whatever comes first, afterwards either the ruling was given before, and the act was refused, or after it.
    racer, evening, other = court.taking_part("Racer"), court.announce(), court.announce()
    first, second = court.service.administrator(), court.service.administrator()
    seen = court.office.get(other).headers["ETag"]
    body = RULING | {"about": {"kind": "tournament"}, "remedies": [ban(racer), ban(racer, "director-ban")]}
    banned, entered, appointed = at_once(
        lambda: court.director.ruled(court.path, body).json()["position"],
        lambda: first.post(f"{evening}/entries", {"person": racer}),
        lambda: second.post(f"{other}/directors", {"person": racer}, seen=seen),
    )
    for answer, refused in ((entered, "person-banned"), (appointed, "director-banned")):
        done = answer.status_code in (200, 201)
        assert done or problem(answer) == refused
        assert done == (int(answer.headers.get("Scoresheet-Position", 2**40)) < banned)


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_successor_of_a_banned_director_waits_to_be_named_until_they_are_released(service: Service) -> None:
    made = season(service, 2)
    office = service.officer()
    other, other_id = service.director()

    def waits(client: Client) -> list[str]:
        client.position = max(client.position, office.position)
        shown = client.read("/v1/waiting", limit=200)["items"]
        return [one["kind"] for one in shown if one["tournament"] == made.id and one["kind"] == "successor-to-name"]

    assert made.director.post(f"{made.path}/entries/1/links").status_code == 201
    office.position = made.director.position
    office.change(f"/v1/persons/{made.director_id}", "bans", {"kind": "director-ban"} | REASON)
    made.director.position = office.position
    refused = made.director.post(f"{made.path}/entries/2/links")
    assert (refused.status_code, problem(refused)) == (409, "director-banned")
    assert (waits(office), waits(made.director)) == (["successor-to-name"], [])
    office.change(made.path, "directors", {"person": other_id})
    assert waits(other) == ["successor-to-name"]
    office.change(made.path, f"directors/{made.director_id}/release")
    assert (waits(office), waits(other)) == ([], [])
