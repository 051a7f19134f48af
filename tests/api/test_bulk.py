"""Many commands in one request: each row decided as its own command would be, all recorded together, or none."""

from typing import Any

import pytest

from tests.api.support import Client, Service, score, season

OPENING = {"pool": "normal", "experience": 100, "reason": "From the former club."}
FIRST_COME = {"name": "Evening", "format": {"kind": "nxe", "losses": 2, "lengths": [3, 5]}}
START = {"command": {"kind": "start-tournament"}}


def new_player(name: str, number: int) -> dict[str, Any]:
    return {"name": f"{name} {number}", "opening_ratings": [OPENING | {"rating": f"{1500 + number}.5"}]}


def report(match: int, first: int, second: int, **said: object) -> dict[str, Any]:
    command = {"kind": "report-result", "match": match, "result": score(first, second), **said}
    return {"command": command}


@pytest.fixture
def office(service: Service) -> Client:
    return service.officer()


@pytest.mark.rule("TD-2", "ELO-1")
def test_an_evening_of_24_new_players_takes_five_requests_before_the_draw(service: Service, office: Client) -> None:
    director, _ = service.director()
    registration = {"persons": [new_player("Evening", number) for number in range(1, 25)]}
    tried = office.done("/v1/persons/bulk", registration | {"dry_run": True}, seen=None).json()
    registered = office.done("/v1/persons/bulk", registration).json()
    assert [row["row"] for row in registered["rows"]] == [row["row"] for row in tried["rows"]] == [*range(1, 25)]
    assert (tried["position"], registered["position"] - tried["position"]) == (tried["position"], 48)
    persons = [row["person"] for row in registered["rows"]]

    evening = {"announcement": FIRST_COME, "rows": [*({"entry": {"person": one}} for one in persons), START]}
    tried = director.done("/v1/tournaments/bulk", evening | {"dry_run": True}).json()
    assert all(row["problem"] is None for row in tried["rows"])
    done = director.done("/v1/tournaments/bulk", evening).json()
    tournament = f"/v1/tournaments/{done['rows'][0]['tournament']}"
    drawn = director.done(f"{tournament}/rounds/1/draw").json()
    assert len(drawn["matches"]) == 12
    assert [entry["status"] for entry in director.read(f"{tournament}/entries")["items"]] == ["approved"] * 24
    office.position = director.position
    assert office.read(f"/v1/ratings/normal/{persons[23]}")["rating"] == "1524.500000"

    played = {"rows": [report(match["number"], 3, 1) for match in drawn["matches"]]}
    director.done(f"{tournament}/bulk", played)
    assert {match["status"] for match in director.read(f"{tournament}/matches", limit=500)["items"]} == {"announced"}


def test_a_repetition_gets_the_first_answer(office: Client) -> None:
    body = {"persons": [{"name": "Once"}, {"name": "Once more"}]}
    first, again = (office.post("/v1/persons/bulk", body, key="a bulk") for _ in range(2))
    assert (first.content, again.headers["Idempotent-Replayed"]) == (again.content, "true")


@pytest.mark.rule("REG-4")
def test_person_likely_known_or_in_two_rows_is_not_registered_unasked(office: Client) -> None:
    known = office.done("/v1/persons", {"name": "Liselotte Likely"}).json()["person"]
    office.read(f"/v1/persons/{known}")
    names = ["Likely, Liselotte", "Robert Rowe", "Bob Rowe", "Nobody Else"]
    body = {"persons": [{"name": name} for name in names]}
    refused = office.post("/v1/persons/bulk", body)
    assert [(row["row"], row["type"]) for row in refused.json()["rows"]] == [
        (1, "/v1/problems/person-likely-known"),
        (3, "/v1/problems/person-likely-known"),
    ]
    assert "row 2" in refused.json()["rows"][1]["detail"]
    asked_again = {"persons": [{"name": name, "even_though_known": True} for name in names]}
    office.done("/v1/persons/bulk", asked_again)


@pytest.mark.rule("TD-2")
def test_one_refused_row_keeps_all_from_being_recorded(service: Service) -> None:
    director, _ = service.director()
    opened = director.done("/v1/tournaments", FIRST_COME).json()["tournament"]
    somebody, before = service.register("Somebody"), service.services.journal.position()
    nobody = {"entry": {"person": "0" * 8 + "-0000-0000-0000-" + "0" * 12}}
    rows = [{"entry": {"new_person": {"name": "Fresh"}}}, nobody, {"entry": {"person": somebody, "colour": "red"}}]
    again = {"entry": {"person": somebody}}
    rated = {"entry": {"new_person": new_player("Rated", 1)}}
    body = {"rows": [*rows, again, rated, START]}
    answer = director.post(f"/v1/tournaments/{opened}/bulk", body)
    told = answer.json()
    assert (answer.status_code, told["type"], told["row"]) == (404, "/v1/problems/person-unknown", 2)
    refused = [(row["row"], row["type"].removeprefix("/v1/problems/"), row["rule"]) for row in told["rows"]]
    assert refused == [(2, "person-unknown", None), (4, "entry-exists", "TD-2"), (5, "not-allowed", "TD-1")]
    assert service.services.journal.position() == before
    tried = director.done(f"/v1/tournaments/{opened}/bulk", body | {"dry_run": True}).json()
    problems = [row["problem"] and row["problem"]["type"] for row in tried["rows"]]
    assert problems[1::2] == [f"/v1/problems/{slug}" for slug in ("person-unknown", "entry-exists")] + [None]
    assert [[one["number"] for one in row["entries"]] for row in tried["rows"]] == [[1], [], [2], [], [], []]
    assert service.services.journal.position() == before


@pytest.mark.rule("TD-9", "TD-14")
def test_nobody_may_more_in_bulk_than_by_single_commands(service: Service) -> None:
    played = season(service, 2, conditions={"verification": "by-director"})
    match = {"sides": [1, 2], "length": 7}
    played.director.done(f"{played.path}/matches", match)
    player = played.service.player(played.persons[0])
    verified = {"command": {"kind": "verify-result", "match": 1}}
    refused = player.post(f"{played.path}/bulk", {"rows": [report(1, 7, 4), verified]})
    assert (refused.status_code, refused.json()["row"]) == (403, 2)
    player.done(f"{played.path}/bulk", {"rows": [report(1, 7, 4)]})
    played.director.position = player.position
    stale = played.director.post(
        f"{played.path}/bulk", {"rows": [verified | {"command": verified["command"] | {"seen": 1}}]}
    )
    assert (stale.status_code, stale.json()["type"]) == (412, "/v1/problems/stale")


@pytest.mark.rule("ALL-2")
def test_no_row_draws(service: Service) -> None:
    director, _ = service.director()
    entries = [{"entry": {"new_person": {"name": f"Drawn {number}"}}} for number in range(4)]
    rows = [*entries, START, {"command": {"kind": "draw-round", "round": 1}}]
    answer = director.post("/v1/tournaments/bulk", {"announcement": FIRST_COME, "rows": rows})
    assert (answer.status_code, answer.json()["type"]) == (409, "/v1/problems/draw-not-shown")
    assert answer.json()["row"] == 7


@pytest.mark.rule("REG-6", "TD-14")
def test_the_results_of_a_round_are_entered_by_table(service: Service, anonymous: Client) -> None:
    director, _ = service.director()
    entries = [{"entry": {"new_person": {"name": f"Seated {number}"}}} for number in range(6)]
    arranged = {"kind": "arrange-hall", "rooms": [{"name": "Hall", "first_table": 5, "last_table": 7}]}
    evening = {"announcement": FIRST_COME, "rows": [*entries, {"command": arranged}, START]}
    opened = director.done("/v1/tournaments/bulk", evening).json()["rows"][0]["tournament"]
    tournament = f"/v1/tournaments/{opened}"
    director.done(f"{tournament}/rounds/1/draw")
    director.change(f"{tournament}/entries/1", "fixed-table", {"table": 7})
    anonymous.position = director.position
    pairings = anonymous.read(f"{tournament}/rounds")["rounds"][0]["pairings"]
    assert [pairing["table"] for pairing in pairings] == [5, 6, 7]

    result = {"result": score(3, 1)}
    taken = director.post(f"{tournament}/rounds/1/results", {"results": [result | {"table": 5}, result | {"table": 8}]})
    assert [(row["row"], row["type"]) for row in taken.json()["rows"]] == [(2, "/v1/problems/table-unknown")]
    rows = {"results": [result | {"table": 6}, result | {"match": 1}]}
    assert all(row["problem"] is None for row in _tried(director, f"{tournament}/rounds/1/results", rows))
    director.done(f"{tournament}/rounds/1/results", rows)
    director.change(f"{tournament}/matches/3", "table", {"table": 5})
    anonymous.position = director.position
    assert anonymous.read(f"{tournament}/matches/3")["table"] == 5
    hall = anonymous.read(f"{tournament}/hall")
    tables = [(one["table"], one["match"], one["round"], one["fixed_for"]) for one in hall["rooms"][0]["tables"]]
    assert tables == [(5, 3, 1, []), (6, None, None, []), (7, None, None, [1])]
    over = director.post(f"{tournament}/rounds/1/results", {"results": [result | {"table": 6}]})
    assert (over.status_code, over.json()["type"]) == (409, "/v1/problems/table-without-match")
    twice = director.post(f"{tournament}/rounds/1/results", {"results": [result | {"table": 5}] * 2})
    assert twice.json()["errors"][0]["message"] == "name each match and each table once"


def _tried(client: Client, path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.done(path, body | {"dry_run": True}).json()["rows"]
    return rows


@pytest.mark.rule("ELO-1")
def test_seeds_by_rating_wait_for_opening_ratings_of_the_same_request(office: Client) -> None:
    announcement = {
        "name": "Seeded",
        "format": {"kind": "knockout", "lengths": [5], "seeding": "rating"},
        "rating": {"pool": "normal", "policy": "room", "policy_version": 1},
    }
    rows = [{"entry": {"new_person": new_player("By rating", number)}} for number in (1, 2)]
    answer = office.post("/v1/tournaments/bulk", {"announcement": announcement, "rows": [*rows, START]})
    assert answer.json()["type"] == "/v1/problems/ratings-to-come"
    done = office.done("/v1/tournaments/bulk", {"announcement": announcement, "rows": rows}).json()
    office.change(f"/v1/tournaments/{done['rows'][0]['tournament']}", "start")


def test_a_row_that_is_neither_is_told_where_it_is_wrong(office: Client) -> None:
    rows = [{"entry": {}}, {"command": {"kind": "start-tournament", "sen": 1}}]
    for place, row in (("/rows/0/entry", rows[0]), ("/rows/0/command/sen", rows[1])):
        answer = office.post("/v1/tournaments/bulk", {"announcement": FIRST_COME, "rows": [row]})
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, place)
    many = {"persons": [{"name": "Many"}] * 501}
    assert office.post("/v1/persons/bulk", many).json()["errors"][0]["pointer"] == "/persons"


@pytest.mark.rule("ALL-10")
@pytest.mark.parametrize(
    "said", [{"team_name": "Foxes"}, {"members": ["{anna}"]}, {"members": ["{anna}"], "team_name": ""}]
)
def test_a_team_in_a_row_that_can_be_none_is_told_where_it_is_wrong(service: Service, said: dict[str, Any]) -> None:
    director, _ = service.director()
    anna = service.register("Anna of a team")
    members = {"members": [anna]} if "members" in said else {}
    rows = [{"entry": {"person": anna} | said | members}]
    evening = {"announcement": {"name": "Teams", "format": {"kind": "open"}}, "rows": rows}
    refused = director.post("/v1/tournaments/bulk", evening)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"].startswith("/rows/0/entry")
