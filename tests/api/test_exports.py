"""The log exported over HTTP: what an auditor gets is what `scoresheet verify` finds sound."""

import io
import zipfile
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.routes.service import exports
from domain.application.catalogue import REGISTRY
from domain.evidence.exported.manifest import NAME, parse_manifest
from domain.federation.events import FilesPublished
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.api.lists_to_come import LIST
from tests.api.scenes import WARNING
from tests.api.support import Client, Season, Service, season
from tests.api.test_log_tree import key_folder, sign_again
from tests.api.test_publications import publish, tomorrow
from tests.api.test_rating_pools import announced
from tests.evidence.exports.support import Forger, lines_of, trusted
from tests.evidence.exports.test_forged import ENTRIES, after
from tests.patience import PATIENCE_SECONDS
from tests.second_verifier.notes import key_of
from tests.second_verifier.signers import Given
from tests.second_verifier.steps import verified

__all__ = ["key_folder", "tomorrow"]
Json = dict[str, Any]
FIRST = "federation.files-published.v1"


@pytest.fixture
def played(service: Service, tomorrow: None) -> Season:  # noqa: ARG001 -- a fixture
    """A season of which all was published that can be; after it a player's records were merged, another was erased."""
    found = season(service, 4)
    for sides in ((1, 2), (3, 1), (2, 3)):
        found.play(*sides)
    found.director.ruled(found.path, WARNING)
    office = service.administrator()
    tournament = {"tournament": found.id}
    with pytest.MonkeyPatch.context() as before:
        before.setattr(FilesPublished, "TOPIC", FIRST)
        before.setitem(REGISTRY._events, FIRST, FilesPublished)
        publish(office, LIST)  # as a service before announced pools has recorded it
    publish(office, LIST | {"pool": listed_pool(office, service)})
    told: list[Json] = [{"kind": "standings"}, {"kind": "ruling", "ruling": 1}, {"kind": "report"}]
    for one in told:
        publish(office, one | tournament)
    twice = service.register("Twice")
    office.change(f"/v1/persons/{twice}", "merge", {"merged_into": found.persons[0], "reason": "Registered twice."})
    return found


def listed_pool(office: Client, service: Service) -> str:
    """A pool with rules for its lists: of two of its players one has an opening rating of the office, and is listed."""
    pool = announced(office)
    played = season(service, 2, rating={"pool": pool, "policy": "room", "policy_version": 1})
    played.play(1, 2)
    opening = {"pool": pool, "rating": "1600", "experience": 0, "reason": "From the former server."}
    office.change(f"/v1/persons/{played.persons[0]}", "opening-ratings", opening)
    rules = {"minimum_matches": 1, "seen_within_days": 30, "members_only": False, "opening": "office"}
    seen = office.get("/v1/federation").headers["ETag"]
    office.done("/v1/rating-pools/listing", {"pool": pool, **rules, "reason": "As voted."}, seen=seen)
    return pool


def archive(reader: Client, **query: str | int) -> bytes:
    """An export as it is answered."""
    answer = reader.get("/v1/exports", None, **query)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip"), answer.text
    return answer.content


def second_findings(place: Path, folder: KeyFolder) -> list[str]:
    """What the second verifier finds."""
    keys = [key_of(key.text) for key in trusted(folder).keys]
    return [one.kind for one in verified(place, Given(keys, None))]


@pytest.mark.rule("ALL-1", "ALL-12", "REG-1")
def test_an_auditor_gets_everything_and_verifies_it_with_what_was_published(
    service: Service, played: Season, module_database: DatabaseUrls, key_folder: KeyFolder, tmp_path: Path
) -> None:
    sign_again(service, module_database, key_folder)
    auditor = service.client(service.key("auditor"))
    place = tmp_path / "everything.zip"
    place.write_bytes(archive(auditor))
    assert lines_of(place, trusted(key_folder)) == []
    assert second_findings(place, key_folder) == []
    with zipfile.ZipFile(place) as opened:
        opened.extractall(tmp_path / "forged")
        names = set(opened.namelist())
    [listed] = [
        name for name in names if name.startswith("published/") and "ratings-online-" in name and name[-5:] == ".json"
    ]
    assert len(orjson.loads((tmp_path / "forged" / listed).read_bytes())["players"]) == 1
    [number] = {name.split("/")[1] for name in names if name.endswith("/standings.json")}
    assert {f"published/{number}/standings{end}" for end in (".csv", ".json", ".csv.tlog-proof")} <= names
    forger = Forger(tmp_path / "forged")
    table = forger.place / f"published/{number}/standings.json"
    forger.write(table.relative_to(forger.place).as_posix(), table.read_bytes().replace(b'"rank":1', b'"rank":2'))
    table.with_name("standings.csv.tlog-proof").unlink()
    table.with_name("extra.csv").write_bytes(b"")
    forger.name_files()
    said = lines_of(forger.place, trusted(key_folder))
    found = [line.partition("): ")[2] or line for line in said]
    assert [line.partition(":")[0] for line in said] == second_findings(forger.place, key_folder) == ["file"] * 3
    assert found == [
        f"published/{number}/standings.csv.tlog-proof is not the proof of the event by the checkpoint of the export",
        f"published/{number}/standings.json is not the file whose SHA-256 the event holds",
        f"file: no event of the export has published published/{number}/extra.csv",
    ]
    with zipfile.ZipFile(place) as opened:
        opened.extractall(tmp_path / "disagreeing")
    forger = Forger(tmp_path / "disagreeing")
    forger.change(ENTRIES, after(b'"digest":"'))
    said = [line.partition(":")[0].partition(" ")[0] for line in lines_of(forger.place, trusted(key_folder))]
    assert set(said) == set(second_findings(forger.place, key_folder))
    assert "leaf" in said
    assert "file" not in said, "where entries and tiles disagree, a proof is held against the root that was signed"
    part = parse_manifest(zipfile.ZipFile(io.BytesIO(archive(auditor, tournament=played.id))).read(NAME))
    assert part.scope.model_dump()["stream"] == f"tournament-{played.id}"
    assert parse_manifest(zipfile.ZipFile(io.BytesIO(archive(auditor, **{"from": 2, "to": 3}))).read(NAME)).events == 2


@pytest.mark.rule("ALL-12")
def test_export_is_for_auditors_and_administrators_one_at_a_time_and_of_what_is_there(
    service: Service, played: Season, module_database: DatabaseUrls, key_folder: KeyFolder
) -> None:
    office = service.administrator()
    assert played.director.get("/v1/exports").status_code == 403
    assert service.client().get("/v1/exports").status_code == 401
    sign_again(service, module_database, key_folder)
    for wrong in ({"from": 10**9}, {"tournament": played.id, "to": 3}, {"from": 0}):
        assert office.get("/v1/exports", None, **wrong).json()["type"] == "/v1/problems/input-invalid"
    assert office.get(f"/v1/exports?tournament={played.persons[0]}").status_code == 404
    with exports._turn():
        assert office.get("/v1/exports").json()["type"] == "/v1/problems/too-many-waiting"
    head = office.http.head("/v1/exports", headers=office.headers())
    assert (head.status_code, head.content) == (200, b"")
    assert archive(office)[:2] == b"PK"


def test_one_whose_reader_leaves_makes_room_for_the_next(
    service: Service,
    played: Season,
    module_database: DatabaseUrls,
    key_folder: KeyFolder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    office = service.administrator()
    assert played.director.position
    sign_again(service, module_database, key_folder)
    monkeypatch.setattr("projections.exports.archive.PIECE_BYTES", 1)
    with office.http.stream("GET", "/v1/exports", headers=office.headers()) as answer:
        assert next(answer.iter_raw())[:2] == b"PK"
    assert exports._ONE_AT_A_TIME.acquire(timeout=PATIENCE_SECONDS)
    exports._ONE_AT_A_TIME.release()
    assert zipfile.ZipFile(io.BytesIO(archive(office))).testzip() is None
