"""Two records of one person are merged, and the merge is taken back (REG-1 to REG-3)."""

from typing import Any

import pytest

from tests.api.support import Client, Season, Service, season

OPENING = {"pool": "normal", "rating": "1623.5", "experience": 250, "reason": "From the former club."}


@pytest.fixture
def played(service: Service) -> tuple[Season, Season, str, str]:
    """Two seasons with one player who was registered twice: the first record is kept, the second ends."""
    first, second = season(service, 3), season(service, 3)
    for one in (first, second):
        one.play(1, 2)
        one.play(3, 1)
        one.play(1, 3)
    return first, second, first.persons[0], second.persons[0]


def merged(service: Service, record: str, kept: str, position: int) -> Client:
    office = service.officer()
    office.position = max(office.position, position)
    office.change(f"/v1/persons/{record}", "merge", {"merged_into": kept, "reason": "Registered twice."})
    return office


def shown(client: Client, played: tuple[Season, Season, str, str]) -> dict[str, Any]:
    """What is read of both tournaments, and of both records."""
    first, second, kept, record = played
    addresses = [f"{one.path}/{part}" for one in (first, second) for part in ("standings", "entries?limit=500")]
    addresses += [
        f"/v1/ratings/normal/{person}{part}"
        for person in (*first.persons, *second.persons)
        for part in ("", "/history")
    ]
    addresses += [f"/v1/persons/{person}/{part}" for person in (kept, record) for part in ("record", "wins")]
    return {address: _bare(client.read(address)) for address in addresses}


def _bare(document: Any) -> Any:  # noqa: ANN401 -- JSON
    """Without the revisions, and the ETags with them, which go on."""
    match document:
        case dict():
            return {name: _bare(one) for name, one in document.items() if name not in ("revision", "version", "etag")}
        case list():
            return [_bare(one) for one in document]
        case _:
            return document


@pytest.mark.rule("REG-1", "REG-2", "ELO-6")
def test_results_and_ratings_are_one_persons_and_the_old_id_leads_there(
    service: Service, played: tuple[Season, Season, str, str]
) -> None:
    first, second, kept, record = played
    former = service.player(record)
    office = service.administrator()
    office.change(f"/v1/persons/{record}", "opening-ratings", OPENING)
    office = merged(service, record, kept, max(first.director.position, office.position, second.director.position))
    answer = office.get(f"/v1/persons/{record}")
    assert (answer.json()["id"], answer.json()["records"]) == (kept, [record])
    assert answer.headers["Content-Location"] == f"/v1/persons/{kept}"
    history = office.read(f"/v1/ratings/normal/{record}/history")["items"]
    assert sorted(one["tournament"] for one in history) == sorted([first.id] * 3 + [second.id] * 3)
    oldest = history[-1]
    assert (oldest["tournament"], oldest["rating_before"]) == (first.id, "1623.500000")
    entry = office.read(f"{second.path}/entries/1")
    assert entry["person"] == kept
    assert former.get("/v1/persons").status_code == 401
    entering = office.post(f"{second.path}/entries", {"person": record})
    assert (entering.status_code, entering.json()["type"]) == (409, "/v1/problems/person-merged")
    assert entering.json()["person"] == kept


@pytest.mark.rule("REG-3")
def test_a_merge_that_is_taken_back_leaves_everything_as_it_was(
    service: Service, played: tuple[Season, Season, str, str]
) -> None:
    first, second, kept, record = played
    office = service.administrator()
    office.change(f"/v1/persons/{record}", "opening-ratings", OPENING)
    office.position = max(office.position, first.director.position, second.director.position)
    before = shown(office, played)
    office = merged(service, record, kept, office.position)
    assert shown(office, played) != before
    back = {"reason": "Father and daughter."}
    office.done(f"/v1/persons/{record}/merge/withdrawal", back, seen=office.get(_merge(record)).headers["ETag"])
    assert shown(office, played) == before


def _merge(record: str) -> str:
    return f"/v1/persons/{record}/merge"


@pytest.mark.rule("REG-3")
def test_entries_made_since_are_asked_row_by_row(service: Service, played: tuple[Season, Season, str, str]) -> None:
    first, second, kept, record = played
    office = merged(service, record, kept, max(first.director.position, second.director.position))
    third = season(service, 2)
    entered = third.director.done(f"{third.path}/entries", {"person": kept})
    third.director.done(f"{third.path}/entries/3/approval", seen=entered.headers["ETag"])
    third.play(3, 1)
    office.position = third.director.position
    asked = office.get(_merge(record))
    rows = asked.json()["entered_since"]
    assert rows == [{"tournament": third.id, "entry": 3}]
    refused = office.post(f"{_merge(record)}/withdrawal", {"reason": "Two."}, seen=asked.headers["ETag"])
    assert (refused.status_code, refused.json()["entries"]) == (409, rows)
    answers = [{**row, "person": record} for row in rows]
    office.done(
        f"{_merge(record)}/withdrawal", {"reason": "Two.", "entered_since": answers}, seen=asked.headers["ETag"]
    )
    assert office.read(f"{third.path}/entries/3")["person"] == record
    rated = {person: office.read(f"/v1/ratings/normal/{person}/history")["items"] for person in (kept, record)}
    assert {one["tournament"] for one in rated[record]} == {second.id, third.id}
    assert {one["tournament"] for one in rated[kept]} == {first.id}


@pytest.mark.rule("REG-1", "REG-2")
def test_two_who_play_in_one_tournament_wait_and_their_match_is_not_rated(service: Service) -> None:
    played = season(service, 3)
    played.play(1, 2)
    played.play(1, 3)
    kept, record = played.persons[:2]
    office = service.officer()
    office.position = played.director.position
    asked = {"merged_into": kept, "reason": "Registered twice."}
    seen = office.get(f"/v1/persons/{record}").headers["ETag"]
    refused = office.post(f"/v1/persons/{record}/merge", asked, seen=seen)
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/play-in-one-tournament")
    assert refused.json()["tournament"] == played.id
    played.director.change(played.path, "completion")
    office.position = played.director.position
    office.change(f"/v1/persons/{record}", "merge", asked)
    history = office.read(f"/v1/ratings/normal/{kept}/history")["items"]
    assert [one["match"] for one in history] == [2]
    reviews = office.read(f"{played.path}/reviews")["items"]
    assert [one["match"] for one in reviews if one["kind"] == "match-of-one-person"] == [1]


@pytest.mark.rule("REG-1", "REG-2", "REG-3")
def test_a_record_that_holds_another_is_merged_with_it_and_each_is_split_off_by_itself(service: Service) -> None:
    office = service.administrator()
    kept, record, held = (office.done("/v1/persons", {"name": name}).json()["person"] for name in ("Ida", "Eva", "Ada"))
    for one, into in ((held, record), (record, kept)):
        office.change(f"/v1/persons/{one}", "merge", {"merged_into": into, "reason": "Registered twice."})
    assert {office.get(f"/v1/persons/{one}").json()["id"] for one in (kept, record, held)} == {kept}
    assert set(office.read(f"/v1/persons/{kept}")["records"]) == {record, held}
    back = office.get(_merge(record)).headers["ETag"]
    office.done(f"{_merge(record)}/withdrawal", {"reason": "Two."}, seen=back)
    assert office.read(f"/v1/persons/{kept}")["records"] == []
    assert office.read(f"/v1/persons/{held}")["id"] == record
