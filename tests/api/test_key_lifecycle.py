"""Keys made, listed, labelled, ended and exchanged over HTTP, each of it in the log, and nothing secret with it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from ops.evidence.beside_the_log import wrong_api_keys
from tests.api.support import Client, Service, end_key, exchange, refusal
from tests.patience import patiently


@pytest.fixture(scope="module")
def office(service: Service) -> Client:
    """An administrator with a key of their own, beside one made on the machine that nobody uses."""
    return service.officer()


def made(office: Client, **wanted: object) -> dict[str, str]:
    answer: dict[str, str] = office.done("/v1/keys", wanted).json()
    return answer


def listed(office: Client, **query: str) -> list[dict[str, object]]:
    items: list[dict[str, object]] = office.read("/v1/keys", **query)["items"]
    return items


@pytest.mark.rule("TD-9", "ALL-1")
def test_a_key_from_its_making_to_its_end(service: Service, office: Client) -> None:
    person = service.register("A player")
    wanted = {"role": "player", "person": person, "label": "Telephone", "expires_at": "2099-12-31"}
    answer = office.done("/v1/keys", wanted)
    assert answer.headers["Cache-Control"] == "no-store"
    given, held = answer.json(), service.client(answer.json()["key"])
    assert held.get(f"/v1/persons/{person}/record").status_code == 200
    [shown] = listed(office, person=person)
    assert (shown["id"], shown["status"], shown["label"]) == (given["id"], "valid", "Telephone")
    assert shown["last_used"] == datetime.now(UTC).date().isoformat()
    office.done(f"/v1/keys/{given['id']}/label", {"label": "Tablet"})
    office.done(f"/v1/keys/{given['id']}/expiry", {"expires_at": "2098-12-31"})
    [shown] = listed(office, person=person, valid="true")
    assert (shown["label"], shown["expires_at"]) == ("Tablet", "2099-01-01T00:00:00Z")
    office.done(f"/v1/keys/{given['id']}/revocation")
    assert refusal(held.get(f"/v1/persons/{person}/record")) == (401, "key-invalid")
    assert [one["status"] for one in listed(office, person=person)] == ["revoked"]
    assert refusal(office.post(f"/v1/keys/{given['id']}/revocation")) == (409, "key-over")
    told = office.get("/v1/log/events", stream="access", limit=500)
    of_this = [one["topic"] for one in told.json()["items"] if one["data"]["key"] == given["id"]]
    assert of_this == ["access.key-made.v1", "access.key-expiry-set.v1", "access.key-revoked.v1"]
    secrets = (given["key"].rsplit("_", 1)[1], given["code"], "Telephone", "Tablet")
    assert not [secret for secret in secrets if secret in told.text]


@pytest.mark.parametrize(
    ("wanted", "status", "slug"),
    [
        ({"role": "player"}, 422, "key-for-nobody"),
        ({"role": "administrator"}, 422, "key-for-nobody"),
        ({"role": "feed-reader", "personal": True}, 422, "key-right-unfit"),
        ({"role": "auditor", "expires_at": "2020-01-01"}, 422, "key-expired"),
        ({"role": "auditor", "person": "00000000-0000-4000-8000-000000000000"}, 404, "person-unknown"),
        ({"role": "auditor", "tournament": "00000000-0000-4000-8000-000000000000"}, 404, "tournament-unknown"),
        ({"role": "king"}, 422, "input-invalid"),
    ],
)
def test_nonsense_makes_no_key(office: Client, wanted: dict[str, object], status: int, slug: str) -> None:
    before = len(listed(office))
    answer = office.post("/v1/keys", wanted)
    assert refusal(answer) == (status, slug)
    assert answer.json()["advice"]
    assert len(listed(office)) == before


@pytest.mark.rule("TD-9")
def test_keys_tell_their_holder_what_they_are(service: Service, office: Client) -> None:
    tournament = office.done("/v1/tournaments", {"name": "Cup", "format": {"kind": "open"}}).json()["tournament"]
    person = service.register("Ada Example")
    given = made(office, role="director", person=person, tournament=tournament, expires_at="2099-12-31")
    holder = service.client(given["key"])
    assert patiently(lambda: holder.read("/v1/me"), lambda told: told["name"] is not None) == {
        "id": given["id"],
        "role": "director",
        "person": person,
        "name": "Ada Example",
        "tournament": tournament,
        "personal": False,
        "key_maker": office.read("/v1/me")["person"],
        "expires_at": "2100-01-01T00:00:00Z",
        "incomplete": False,
    }
    display = made(office, role="feed-reader")
    own = service.client(display["key"]).read("/v1/me")
    assert (own["role"], own["person"], own["name"], own["expires_at"]) == ("feed-reader", None, None, None)
    assert refusal(service.client().get("/v1/me")) == (401, "key-missing")


@pytest.mark.rule("TD-9")
def test_a_request_repeated_makes_no_second_key(office: Client) -> None:
    wanted = {"role": "feed-reader"}
    first = office.post("/v1/keys", wanted, key="a display")
    again = office.post("/v1/keys", wanted, key="a display")
    assert (first.status_code, refusal(again)) == (201, (409, "key-made"))
    assert again.json()["key"] == first.json()["id"]
    assert "link" not in first.json() or first.json()["link"] is None


@pytest.mark.rule("TD-9")
def test_a_link_leads_to_a_key_of_ones_own_and_works_once(service: Service, office: Client) -> None:
    tournament = office.done("/v1/tournaments", {"name": "Cup", "format": {"kind": "open"}}).json()["tournament"]
    given = made(office, role="director", person=service.register("A director"), tournament=tournament)
    path, _, behind = given["link"].partition("#")
    page = service.http.get(path)
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    key, code = behind.split(".")
    own = service.client(key).done("/v1/keys/exchange", exchange(code)).json()
    assert refusal(service.client(key).post("/v1/keys/exchange", exchange(code))) == (401, "key-invalid")
    [shown] = [one for one in listed(office) if one["id"] == own["id"]]
    assert (shown["key_maker"], shown["line"], shown["tournament"]) == (None, given["id"], tournament)


@pytest.mark.rule("TD-9")
def test_a_rotated_key_is_one_of_the_makers_until_it_is_exchanged(service: Service, office: Client) -> None:
    given = made(office, role="player", person=service.register("A player"), label="Telephone")
    rotated = office.done(f"/v1/keys/{given['id']}/rotation").json()
    shown = {one["id"]: one for one in listed(office)}
    assert [shown[one["id"]]["status"] for one in (given, rotated)] == ["valid", "valid"]
    assert (shown[rotated["id"]]["line"], shown[rotated["id"]]["label"]) == (given["id"], "Telephone")
    own = service.client(rotated["key"]).done("/v1/keys/exchange", exchange(rotated["code"])).json()
    valid = {one["id"] for one in listed(office, valid="true")}
    assert valid & {given["id"], rotated["id"], own["id"]} == {own["id"]}
    assert service.client(given["key"]).get("/v1/persons").status_code == 401


@pytest.mark.rule("TD-9", "ALL-1")
def test_key_made_in_any_way_is_beside_the_log_as_the_log_tells(service: Service, office: Client) -> None:
    """For another, rotated, exchanged, and by a director's link for a player and a screen."""
    person = service.register("A director")
    given = made(office, role="director", person=person)
    rotated = office.done(f"/v1/keys/{given['id']}/rotation").json()
    exchanged = service.client(rotated["key"]).done("/v1/keys/exchange", exchange(rotated["code"])).json()
    director = service.client(exchanged["key"])
    evening = director.done("/v1/tournaments", {"name": "Cup", "format": {"kind": "open"}}).json()["tournament"]
    for path, body in (("bulk", {"rows": [{"entry": {"person": person}}]}), ("entries/1/links", {}), ("screens", None)):
        director.done(f"/v1/tournaments/{evening}/{path}", body)
    another = made(office, role="player", person=service.register("A player"))
    follows = office.done(f"/v1/keys/{another['id']}/rotation").json()
    of_links = service.owner.execute("SELECT id FROM api_keys WHERE tournament = %s", (evening,)).fetchall()
    wrong = wrong_api_keys(service.owner, service.services.journal)
    assert len(of_links) == 2
    assert not set(wrong) & {exchanged["id"], another["id"], follows["id"], *(one for (one,) in of_links)}


def test_keys_are_listed_by_the_page_for_administrators_alone(service: Service, office: Client) -> None:
    ids = [made(office, role="feed-reader")["id"] for _ in range(3)]
    page = office.get("/v1/keys", role="feed-reader", limit=2)
    assert [one["id"] for one in page.json()["items"]] == ids[:0:-1]
    further = office.http.get(page.links["next"]["url"], headers=office.headers()).json()["items"]
    assert further[0]["id"] == ids[0]
    assert service.client(service.key("auditor")).get("/v1/keys").status_code == 403


@pytest.mark.proof
@pytest.mark.rule("TD-9")
def test_keys_made_rotated_and_revoked_by_many_at_once(service: Service, office: Client) -> None:
    """From the answer to its revocation on a key is refused everywhere; all others work, and nobody is locked out."""
    persons = [service.register(f"Player {number}") for number in range(8)]
    faults: list[str] = []

    def life(number: int) -> list[str]:
        """Keys of one person, one after the other; those that are valid at the end."""
        person, own = persons[number % len(persons)], Client(service.http, office.key)
        kept = []
        for round_number in range(12):
            given = made(own, role="player", person=person)
            held = service.client(given["key"])
            _must(faults, held, person, 200)
            if round_number % 3 == 0:
                given = own.done(f"/v1/keys/{given['id']}/rotation").json()
                held = service.client(given["key"])
            if round_number % 4 == 1:
                held = service.client(held.done("/v1/keys/exchange", exchange(given["code"])).json()["key"])
                _must(faults, service.client(given["key"]), person, 401)
            assert held.key is not None
            if round_number % 2:
                own.done(f"/v1/keys/{held.key.split('_')[1]}/revocation")
                _must(faults, held, person, 401)
            else:
                kept.append(held.key)
        return kept

    with ThreadPoolExecutor(16) as threads:
        kept = [(number, key) for number, keys in enumerate(threads.map(life, range(24))) for key in keys]
    for number, key in kept:
        _must(faults, service.client(key), persons[number % len(persons)], 200)
    assert faults == []
    assert office.get("/v1/keys").status_code == 200
    assert {one["id"] for one in _all_valid(office, persons)} >= {key.split("_")[1] for _, key in kept}


def _must(faults: list[str], held: Client, person: str, status: int) -> None:
    """Three reads are all answered alike."""
    found = [held.http.get(f"/v1/persons/{person}/record", headers=held.headers()).status_code for _ in range(3)]
    if found != [status] * 3:
        faults.append(f"{held.key and held.key.split('_')[1]}: {found}, not {status}")


def _all_valid(office: Client, persons: list[str]) -> list[dict[str, object]]:
    return [one for person in persons for one in listed(office, person=person, valid="true", limit="500")]


def test_use_of_a_key_is_noted_by_the_day_and_read_without_writing(service: Service, office: Client) -> None:
    given = made(office, role="feed-reader")
    held = service.client(given["key"])
    assert listed(office, role="feed-reader")[0]["last_used"] is None
    for _ in range(3):
        assert held.get("/v1/presets").status_code == 200
        assert held.get("/v1/tournaments").status_code == 200
    assert listed(office, role="feed-reader")[0]["last_used"] in {
        (datetime.now(UTC) - timedelta(days=days)).date().isoformat() for days in (0, 1)
    }
    end_key(service.owner_url, given["key"])
