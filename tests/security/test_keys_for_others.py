"""A key that an administrator makes for somebody is not yet that person's alone: until it is exchanged, the two count
as one wherever a second person's act is needed (TD-9, TD-14).

The attack: an administrator makes keys for others and is their own opponent, director, and second administrator.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.api.support import Client, Season, Service, exchange, score, season


@dataclass
class Office:
    """An administrator who plays, as entry 1, in a season whose only director does too, as entry 3."""

    service: Service
    club: Season
    schemer: str
    administrator: Client

    def makes(self, role: str, person: str) -> tuple[Client, str]:
        """A key that the administrator makes for somebody, and the code it is exchanged by."""
        made = self.administrator.done("/v1/keys", {"role": role, "person": person}).json()
        return self.service.client(made["key"]), made["code"]

    def won(self) -> str:
        """A match that the administrator reports as won against entry 2."""
        player = self.service.player(self.schemer)
        body = {"sides": [1, 2], "length": 7, "result": score(7, 0)}
        number = player.done(f"{self.club.path}/matches", body).json()["matches"][0]["number"]
        return f"{self.club.path}/matches/{number}"

    def status(self, match: str) -> str:
        return str(self.up_to_date(self.club.director).read(match)["status"])

    def up_to_date(self, client: Client) -> Client:
        """A client who reads what all have done."""
        client.position = self.service.services.journal.position()
        return client

    def asked(self, held: Client, resource: str, action: str, body: object = None) -> int:
        """The status that a command is answered with."""
        seen = self.up_to_date(held).get(resource).headers["ETag"]
        return held.post(f"{resource}/{action}", body, seen=seen).status_code


def exchanged(service: Service, held: Client, code: str) -> Client:
    return service.client(held.done("/v1/keys/exchange", exchange(code)).json()["key"])


@pytest.fixture(scope="module")
def office(service: Service) -> Office:
    club = season(service, 3, conditions={"verification": "confirmed"})
    schemer = club.persons[0]
    return Office(service, club, schemer, service.client(service.key("administrator", schemer)))


@pytest.mark.rule("TD-14", "TD-9")
def test_nobody_confirms_their_own_win_by_a_key_they_have_made(office: Office) -> None:
    match, harmed = office.won(), office.club.persons[1]
    held, code = office.makes("player", harmed)
    assert office.asked(held, match, "verification") == 403
    assert office.asked(held, match, "result", {"result": score(7, 0)}) == 409
    assert office.status(match) == "reported"
    assert office.asked(exchanged(office.service, held, code), match, "verification") == 200
    assert office.status(match) == "announced"


@pytest.mark.rule("TD-14", "TD-9")
def test_nobody_loses_to_anyone_who_has_made_their_key(office: Office) -> None:
    held, _ = office.makes("player", office.club.persons[1])
    made = held.done(f"{office.club.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 0)}).json()
    match = f"{office.club.path}/matches/{made['matches'][0]['number']}"
    assert office.status(match) == "reported"
    assert office.asked(held, match, "verification") == 403
    assert office.asked(office.service.player(office.schemer), match, "verification") == 403
    office.up_to_date(office.club.director).change(match, "verification")


@pytest.mark.rule("TD-9")
def test_nobody_verifies_or_resigns_for_anyone_who_has_made_their_key(office: Office) -> None:
    match = office.won()
    director, _ = office.makes("director", office.club.director_id)
    assert office.asked(director, match, "verification") == 403
    player, _ = office.makes("player", office.club.persons[1])
    assert office.asked(player, f"{office.club.path}/entries/2", "resignation") == 403
    office.up_to_date(office.club.director).change(match, "verification")


@pytest.mark.rule("ALL-1", "TD-1")
def test_each_act_names_who_made_the_key(office: Office) -> None:
    third = office.club.persons[2]
    held, code = office.makes("player", third)
    body = {"sides": [2, 3], "length": 7, "result": score(7, 0)}
    held.done(f"{office.club.path}/matches", body)
    own = exchanged(office.service, held, code)
    own.done(f"{office.club.path}/matches", body)
    office.club.director.done(f"{office.club.path}/matches", body)
    history = office.up_to_date(office.club.director).read(f"{office.club.path}/history", limit=200)
    reports = [one["actor"] for one in history["items"] if one["topic"].startswith("tournament.result-reported")][-3:]
    assert [one["key_maker"] for one in reports] == [office.schemer, None, "machine"]
    assert [one["person"] for one in reports] == [third, third, office.club.director_id]
    assert office.schemer in history["names"]


def test_a_code_is_used_once_and_by_its_key_alone(office: Office) -> None:
    (held, code), (other, others) = (office.makes("player", person) for person in office.club.persons[1:])
    assert held.post("/v1/keys/exchange", exchange(others)).json()["type"] == "/v1/problems/code-wrong"
    assert exchanged(office.service, held, code).post("/v1/keys/exchange", exchange(code)).status_code == 403
    assert held.post("/v1/keys/exchange", exchange(code)).status_code == 401
    assert other.done("/v1/keys/exchange", exchange(others)).headers["Cache-Control"] == "no-store"


def test_a_lost_answer_to_an_exchange_loses_no_key(office: Office) -> None:
    """Anyone who sends it has drawn the new key, and finds out by using it; who made the old one learns nothing."""
    held, code = office.makes("player", office.club.persons[1])
    body, theirs = exchange(code), exchange(code)
    own = office.service.client(body["successor"])
    assert own.get("/v1/tournaments").status_code == 401  # as where the request was lost
    held.post("/v1/keys/exchange", body, key="once")  # its answer is lost
    assert own.get("/v1/tournaments").status_code == 200
    for again in (body, theirs):
        answer = held.post("/v1/keys/exchange", again, key="once")
        assert (answer.status_code, answer.json()["type"]) == (401, "/v1/problems/key-invalid")
    assert office.service.client(theirs["successor"]).get("/v1/tournaments").status_code == 401


@pytest.mark.rule("TD-9")
def test_nobody_takes_the_id_of_another_key_in_an_exchange(office: Office) -> None:
    """Nor has what was sent told back where it is malformed."""
    held, code = office.makes("player", office.club.persons[1])
    body = exchange(code)
    secret = body["successor"].rpartition("_")[2]
    known = {**body, "successor": f"scoresheet_{key_id(office.administrator)}_{secret}"}
    assert held.post("/v1/keys/exchange", known).json()["type"] == "/v1/problems/key-known"
    malformed = held.post("/v1/keys/exchange", {**body, "successor": f"{body['successor']}0"})
    weak = held.post("/v1/keys/exchange", {**body, "successor": f"scoresheet_{'0b' * 8}_{'c4' * 32}"})
    assert [(one.status_code, secret in one.text) for one in (malformed, weak)] == [(422, False)] * 2
    assert held.post("/v1/keys/exchange", body).status_code == 200


@pytest.mark.rule("TD-9")
def test_only_an_administrators_own_key_makes_others(office: Office) -> None:
    wanted = {"role": "administrator", "person": office.service.register("An officer")}
    officer, code = office.makes(**wanted)
    for held in (officer, office.service.administrator()):
        assert held.post("/v1/keys", wanted).json()["type"] == "/v1/problems/key-not-its-own"
    own = exchanged(office.service, officer, code)
    assert own.post("/v1/keys", wanted, key="once").status_code == 201
    assert own.post("/v1/keys", wanted, key="once").json()["type"] == "/v1/problems/key-made"


@pytest.mark.rule("ALL-1")
def test_nobody_is_the_second_administrator_of_an_erasure_they_have_asked_for(office: Office) -> None:
    person = f"/v1/persons/{office.service.register('To be erased')}"
    office.administrator.change(person, "erasure")
    officer, code = office.makes("administrator", office.service.register("Another officer"))
    assert office.asked(officer, person, "erasure/confirmation") == 403
    assert office.asked(exchanged(office.service, officer, code), person, "erasure/confirmation") == 200


@pytest.mark.rule("TD-9")
def test_two_last_administrators_do_not_end_each_others_keys(office: Office) -> None:
    """Both at once: one of them stays."""
    service = office.service
    made = [office.makes("administrator", service.register("An officer")) for _ in range(2)]
    first, second = (exchanged(service, held, code) for held, code in made)
    keys = first.read("/v1/keys", role="administrator", valid="true", limit=500)["items"]
    for one in keys:
        if one["id"] not in (key_id(first), key_id(second)):
            first.done(f"/v1/keys/{one['id']}/revocation")
    with ThreadPoolExecutor(2) as threads:
        ends = [(first, key_id(second)), (second, key_id(first))]
        answers = list(threads.map(lambda one: one[0].post(f"/v1/keys/{one[1]}/revocation"), ends))
    assert sorted(one.status_code for one in answers) in ([200, 401], [200, 409])
    assert [held.get("/v1/keys").status_code for held in (first, second)].count(200) == 1


def key_id(held: Client) -> str:
    return str(held.key).split("_")[1]
