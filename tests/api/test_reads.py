"""What readers are shown: pages, ETags, moments past, what is withheld, and waiting for what was done."""

import re
import threading
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.api.support import Client, Season, Service, score, season
from tests.patience import PATIENCE_SECONDS

REASON = {"reason": "Because."}


def walk(client: Client, path: str, **query: str | int) -> list[Any]:
    """All items of a list, page by page, as the links lead."""
    answer = client.get(path, None, **query)
    items = list(answer.json()["items"])
    while "next" in answer.links:
        assert answer.json()["items"]
        answer = client.get(answer.links["next"]["url"])
        assert answer.status_code == 200, answer.text
        items += answer.json()["items"]
    return items


def test_lists_are_read_page_by_page(service: Service) -> None:
    played = season(service, 5)
    for second in (2, 3, 4, 5, 2, 3):
        played.play(1, second)
    client, path = played.director, played.path
    for place in ("entries", "matches", "history"):
        whole = client.read(f"{path}/{place}", limit=500)["items"]
        assert len(whole) > 4
        assert walk(client, f"{path}/{place}", limit=1) == walk(client, f"{path}/{place}", limit=4) == whole
    assert [match["number"] for match in walk(client, f"{path}/matches", limit=1, entry=3)] == [2, 6]
    assert [match["number"] for match in walk(client, f"{path}/matches", limit=1, status="announced")] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    past = walk(client, f"{path}/matches", limit=1, entry=2, as_of=client.read(path)["version"])
    assert past == walk(client, f"{path}/matches", limit=5, entry=2)
    history = f"/v1/ratings/normal/{played.persons[0]}/history"
    assert [line["match"] for line in walk(client, history, limit=2)] == [6, 5, 4, 3, 2, 1]


def test_lists_of_everything_are_read_page_by_page(service: Service) -> None:
    for _ in range(2):
        season(service, 3).play()
    client = service.administrator()
    client.position = service.services.journal.position()
    # Ratings have their revisions from the feeds, which no read waits for.
    service.wait_for_feeds()
    for path in ("/v1/tournaments", "/v1/persons", "/v1/ratings/normal"):
        whole = client.read(path, limit=500)["items"]
        assert walk(client, path, limit=2) == whole
        assert len(whole) >= 4 or path == "/v1/tournaments"
    started = client.read("/v1/tournaments", status="started", limit=500)["items"]
    assert {each["status"] for each in started} == {"started"}
    names = [person["name"] for person in walk(client, "/v1/persons", limit=3, search="PLAYER 2")]
    assert len(names) >= 2
    assert set(names) == {"Player 2"}


def test_a_link_keeps_the_query(played: Season) -> None:
    answer = played.director.get(f"{played.path}/entries", None, limit=1, as_of=8)
    assert re.fullmatch(r'</v1/[^>]+\?limit=1&as_of=8&cursor=[\w-]+>; rel="next"', answer.headers["Link"])


@pytest.mark.parametrize("place", ["", "/entries/1", "/matches/1"])
def test_a_reader_who_has_it_is_told_so(played: Season, place: str) -> None:
    played.play()
    first = played.director.get(played.path + place)
    same = played.director.get(played.path + place, {"If-None-Match": f'"x", W/{first.headers["ETag"]}'})
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert int(same.headers["Scoresheet-Position"]) >= played.director.position
    other = played.director.get(played.path + place, {"If-None-Match": '"match-1-1"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_the_etag_of_a_tournament_moves_with_all_it_shows(played: Season) -> None:
    first = played.director.get(played.path)
    played.play()
    second = played.director.get(played.path, {"If-None-Match": first.headers["ETag"]})
    assert (second.status_code, second.json()["matches"]) == (200, 1)


@pytest.mark.rule("ALL-1", "ALL-3")
def test_every_version_can_still_be_read(played: Season) -> None:
    director, path = played.director, played.path
    shown, moments = {}, {}
    for step in ("play", "play", "corrections", "voiding"):
        if step == "play":
            played.play()
        else:
            body = REASON | ({"result": score(0, 7)} if step == "corrections" else {})
            director.change(f"{path}/matches/1", step, body)
        version = director.read(path)["version"]
        shown[version] = {place: director.read(path + place) for place in ("", "/entries", "/matches", "/standings")}
        moments[version] = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    for version, then in shown.items():
        for place, page in then.items():
            assert director.read(path + place, as_of=version) == page
            assert director.read(path + place, as_of=moments[version]) == page
    assert director.read(f"{path}/matches/1", as_of=min(shown))["points"] == [7, 4]
    events = director.read(f"{path}/history", as_of=min(shown), limit=500)["items"]
    assert [event["version"] for event in events] == list(range(1, min(shown) + 1))
    timed = director.read(f"{path}/history", as_of=moments[min(shown)], limit=500)["items"]
    assert timed == events


@pytest.mark.rule("ALL-12")
def test_a_result_not_announced_is_shown_to_the_staff_and_the_two_sides(service: Service) -> None:
    played = season(service, 3)
    side = service.player(played.persons[0])
    side.done(f"{played.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    readers = {
        "staff": played.director,
        "administrator": service.administrator(),
        "side": side,
        "other side": service.player(played.persons[1]),
        "entrant": service.player(played.persons[2]),
        "auditor": service.client(service.key("auditor")),
        "anonymous": service.client(),
        "narrowed elsewhere": service.client(service.key("director", played.director_id, season(service, 2).id)),
    }
    seeing = {"staff", "administrator", "side", "other side", "auditor"}
    version = side.read(played.path)["version"]
    for name, reader in readers.items():
        reader.position = side.position
        for query in ({}, {"as_of": version}):
            match = reader.read(f"{played.path}/matches/1", **query)
            listed = reader.read(f"{played.path}/matches", **query)["items"]
            open_ones = reader.read(f"{played.path}/matches", status="open", **query)["items"]
            assert (match["points"], match["status"]) == (([7, 4], "reported") if name in seeing else (None, "open"))
            etag = f'"match-1-{match["revision"]}"'
            assert listed == [{key: one for key, one in match.items() if key != "incomplete"} | {"etag": etag}]
            assert open_ones == ([] if name in seeing else listed)
        [reported] = [
            each for each in reader.read(f"{played.path}/history", limit=500)["items"] if "reported" in each["topic"]
        ]
        told = name in seeing
        assert (reported["data"]["result"] is not None, "data.result" not in reported["withheld"]) == (told, told)
        assert [row["values"]["wins"] for row in reader.read(f"{played.path}/standings")["rows"]] == [0, 0, 0]
    for name in ("entrant", "anonymous"):
        answer = readers[name].get(f"{played.path}/matches", None, status="reported")
        assert (answer.status_code, answer.json()["type"]) == (403, "/v1/problems/role-insufficient")


@pytest.mark.rule("TD-2")
def test_reasons_are_for_the_staff_and_the_person(service: Service) -> None:
    played = season(service, 2)
    person = service.register("Refused")
    entered = played.director.done(f"{played.path}/entries", {"person": person})
    played.director.done(f"{played.path}/entries/3/refusal", {"reason": "Banned."}, seen=entered.headers["ETag"])
    readers = {
        "staff": (played.director, "Banned."),
        "person": (service.player(person), "Banned."),
        "another": (service.player(played.persons[0]), None),
        "auditor": (service.client(service.key("auditor")), None),
        "anonymous": (service.client(), None),
    }
    for reader, seen in readers.values():
        reader.position = played.director.position
        assert reader.read(f"{played.path}/entries/3")["reason"] == seen
        assert reader.read(f"{played.path}/entries")["items"][2]["reason"] == seen
        refused = reader.read(f"{played.path}/history", limit=500)["items"][-1]
        assert (refused["topic"], refused["data"]["reason"]) == ("tournament.entry-refused.v1", seen)
        assert ("data.reason" in refused["withheld"]) == (seen is None)


@pytest.mark.rule("ALL-1", "TD-1")
def test_history_names_who_did_what_when_and_as_what(played: Season) -> None:
    played.play(played_at="2026-05-01T18:00:00Z")
    events = played.director.read(f"{played.path}/history", limit=500)
    made, reported = events["items"][-2:]
    assert (made["topic"], reported["topic"]) == ("tournament.match-made.v1", "tournament.result-reported.v1")
    assert (reported["actor"]["role"], reported["actor"]["person"]) == ("director", played.director_id)
    assert reported["actor"]["staff_of"] == played.id
    assert reported["data"]["played_at"] == "2026-05-01T18:00:00Z"
    assert made["command"] == reported["command"]
    assert reported["position"] == made["position"] + 1
    assert reported["withheld"] == []
    public = played.service.client().read(f"{played.path}/history", limit=500)["items"][-1]
    assert (public["actor"]["key"], public["command"]) == (None, None)
    assert set(public["withheld"]) == {"actor.key", "command"}


def test_contact_and_note_are_for_the_staff_and_the_person(service: Service) -> None:
    administrator = service.administrator()
    details = {"name": "Ada Byron", "contact": "ada@example.org", "note": "Plays on Mondays."}
    person = administrator.done("/v1/persons", details).json()["person"]
    director, _ = service.director()
    for reader in (administrator, director, service.player(person)):
        assert reader.read(f"/v1/persons/{person}")["contact"] == "ada@example.org"
    narrowed = service.client(service.key("administrator", tournament=season(service, 1).id))
    for reader in (service.client(), service.player(service.register("Other")), narrowed):
        shown = reader.read(f"/v1/persons/{person}")
        assert (shown["name"], shown["contact"], shown["note"]) == ("Ada Byron", None, None)


def test_a_read_can_wait_for_what_was_done(played: Season) -> None:
    for _ in range(20):
        number = played.play()
        shown = played.director.get(f"{played.path}/matches/{number}")
        assert shown.status_code == 200
        assert int(shown.headers["Scoresheet-Position"]) >= played.director.position


def test_a_read_that_can_not_be_made_yet_says_so(service: Service, played: Season) -> None:
    far = str(service.services.journal.position() + 1000)
    answer = service.http.get(played.path, headers={"Scoresheet-Position": far, "Prefer": "wait=0"})
    assert (answer.status_code, answer.json()["type"]) == (503, "/v1/problems/not-yet")
    assert int(answer.headers["Retry-After"]) >= 1
    soon = str(service.services.journal.position() + 2)
    waiting: list[httpx.Response] = []

    def read() -> None:
        headers = {"Scoresheet-Position": soon, "Prefer": "respond-async, wait=30"}
        with httpx.Client(base_url=service.url, timeout=PATIENCE_SECONDS) as http:
            waiting.append(http.get(played.path, headers=headers))

    thread = threading.Thread(target=read)
    thread.start()
    played.play()
    thread.join()
    assert waiting[0].status_code == 200


def test_readiness_tells_how_far_the_readings_are_behind(service: Service) -> None:
    ready = service.http.get("/ready").json()
    assert set(ready["lag"]) == {"evidence", "feeds", "ratings", "tournaments"}
    assert ready["parked"] == 0


@pytest.mark.rule("ELO-8", "ELO-9")
def test_policies_and_classes_are_listed(service: Service) -> None:
    policies = service.client().read("/v1/rating-policies")["items"]
    assert {(each["name"], each["version"]) for each in policies} >= {("room", 1), ("club", 1)}
    lowest = [each["lowest"] for each in service.client().read("/v1/rating-classes")["items"]]
    assert lowest == ["1800.000000", "1700.000000", "1600.000000", "1500.000000", None]
    classes = service.client().read("/v1/ratings/price/classes")["items"]
    assert [each["lowest"] for each in classes] == lowest


@pytest.mark.rule("TD-22")
def test_the_permitted_sanctions_are_listed_clause_by_clause(service: Service) -> None:
    items = service.client().read("/v1/sanctions-catalogue")["items"]
    listed = {one["clause"]: (one["permitted"], one["after_warning"]) for one in items}
    assert listed["4.2.1"] == (["warning", "penalty-points"], ["penalty-points"])
    assert listed["4.3.3"] == (["match-loss"], [])
    earlier = service.client().read("/v1/sanctions-catalogue?edition=ausbgf-2021-05")["items"]
    assert set(listed) - {one["clause"] for one in earlier} == {"3.8"}
    assert service.client().get("/v1/sanctions-catalogue?edition=2024").status_code == 422


def test_the_type_of_every_problem_leads_to_its_description(service: Service) -> None:
    kinds = service.client().read("/v1/problems")["items"]
    assert len(kinds) > 50
    for kind in kinds:
        assert service.client().read(kind["type"]) == kind
    assert service.client().get("/v1/problems/none-such").status_code == 404


def test_the_pages_load_nothing_from_elsewhere(service: Service) -> None:
    page = service.http.get("/docs")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert not re.search(r"<link|<img|src=|@import|url\(", page.text)
    leads_to = set(re.findall(r'href="([^"#]+)', page.text))
    assert all(service.http.get(f"/{address}").status_code == 200 for address in leads_to if "/guides/" in address)
    assert not any(re.match(r"[a-z]+:|//", address) for address in leads_to)
    assert service.http.get("/openapi.json").json()["openapi"].startswith("3.1")
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert "server" not in service.http.get("/health").headers
