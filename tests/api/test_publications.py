"""Files published for good: rating lists, tables, rulings, reports; their proofs, and what has changed since."""

import csv
import hashlib
import io
import os
import sys
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from api.routes.federation import publications
from ops import checks_beside_the_log
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import UnreadableExportError
from ops.evidence.key_folder import KeyFolder
from tests.api.lists_to_come import LIST, SOON
from tests.api.scenes import WARNING
from tests.api.support import Client, Season, Service, score, season
from tests.api.test_log_tree import key_folder, sign_again

__all__ = ["key_folder"]
Json = dict[str, Any]


def publish(office: Client, subject: Json) -> Json:
    """Publishes something; its publication as everybody reads it."""
    number = office.done("/v1/publications", {"subject": subject}).json()["number"]
    found: Json = office.read(f"/v1/publications/{number}")
    return found


def address(publication: Json, ending: str) -> str:
    return str(next(file["address"] for file in publication["files"] if file["address"].endswith(ending)))


@pytest.fixture
def tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day of the list has begun, and everything so far was known by then."""
    monkeypatch.setattr(publications, "_now", lambda: SOON)


@pytest.fixture
def listed(service: Service, tomorrow: None) -> tuple[Season, Json]:  # noqa: ARG001 -- a fixture
    """A season of three matches, and the list published after it."""
    played = season(service, 4)
    for sides in ((1, 2), (3, 1), (2, 3)):
        played.play(*sides)
    return played, publish(service.administrator(), LIST)


@pytest.mark.rule("ELO-1", "ELO-7", "ELO-9")
def test_a_published_list_is_the_rating_list_of_its_day_and_holds_no_names(
    service: Service, listed: tuple[Season, Json]
) -> None:
    played, publication = listed
    content = service.http.get(address(publication, ".json"))
    players = {one["person"]: one for one in content.json()["players"]}
    for row in service.client().read("/v1/ratings/normal", limit=500)["items"]:
        mine = players[row["person"]]
        assert (mine["rating"], mine["experience"], mine["rating_class"]) == (
            row["rating"],
            row["experience"],
            row["rating_class"],
        )
    assert [players[person]["matches"] for person in played.persons[:3]] == [2, 2, 2]
    assert b"Player" not in content.content
    rows = list(csv.DictReader(io.StringIO(service.http.get(address(publication, ".csv")).text)))
    assert [(row["person"], row["rating"], int(row["rank"])) for row in rows] == [
        (one["person"], one["rating"], one["rank"]) for one in content.json()["players"]
    ]


@pytest.mark.rule("REG-5", "ELO-9")
def test_a_club_has_an_official_list_of_who_was_its_member_when_the_day_began(
    service: Service,
    listed: tuple[Season, Json],
) -> None:
    office, played = service.administrator(), listed[0]
    club = office.done("/v1/clubs", {"name": "Valley"}).json()["club"]
    members, address_of = f"/v1/clubs/{club}/members", f"/v1/publications?club={club}"
    later = f"{SOON + timedelta(days=2):%Y-%m-%d}"
    for person, since in zip(played.persons[:3], ("2026-01-01", "2026-01-01", later), strict=True):
        office.done(members, {"person": person, "since": since})
    publication = publish(office, LIST | {"club": club})
    content = service.http.get(address(publication, f"-{club}.json")).json()
    everybody = service.http.get(address(listed[1], ".json")).json()["players"]
    theirs = [one for one in everybody if one["person"] in played.persons[:2]]
    assert [{**one, "rank": None} for one in content["players"]] == [{**one, "rank": None} for one in theirs]
    assert [one["rank"] for one in content["players"]] == [1, 2]
    assert content["subject"]["club"] == club
    rows = list(csv.DictReader(io.StringIO(service.http.get(address(publication, f"-{club}.csv")).text)))
    assert [row["person"] for row in rows] == [one["person"] for one in theirs]
    found = service.client().read(address_of)["items"]
    assert [one["publication"] for one in found] == [publication["publication"]]
    unknown = office.post("/v1/publications", {"subject": LIST | {"club": played.persons[0]}})
    assert (unknown.status_code, unknown.json()["type"]) == (404, "/v1/problems/club-unknown")

    played.play(3, 4)
    own = played.play(2, 4)
    [change] = service.client().read(f"/v1/publications/{publication['publication']}/changes")["items"]
    assert [line["match"] for line in change["lines"]] == [own]


@pytest.mark.rule("ALL-1")
def test_a_file_is_served_for_good(service: Service, listed: tuple[Season, Json]) -> None:
    for file in listed[1]["files"]:
        answer = service.http.get(file["address"])
        assert hashlib.sha256(answer.content).hexdigest() == file["sha256"]
        assert len(answer.content) == file["size_bytes"]
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Last-Modified"].endswith("GMT")
        again = service.http.get(file["address"], headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert service.http.get(f"{listed[1]['files'][0]['address']}x").json()["type"] == "/v1/problems/publication-unknown"
    assert service.http.get("/v1/publications/9999/changes").status_code == 404


@pytest.mark.rule("ALL-1")
def test_a_file_and_its_proof_are_verified_by_themselves(
    service: Service, listed: tuple[Season, Json], module_database: DatabaseUrls, key_folder: KeyFolder, tmp_path: Path
) -> None:
    number = listed[1]["publication"]
    assert service.http.get(f"{address(listed[1], '.csv')}.tlog-proof").json()["type"] == "/v1/problems/not-signed-yet"
    assert [file["proof"] for file in listed[1]["files"]] == [None, None]
    sign_again(service, module_database, key_folder)
    [file, _] = service.client().read(f"/v1/publications/{number}")["files"]
    place, proof, key = (tmp_path / name for name in ("list.csv", "list.csv.tlog-proof", "key"))
    place.write_bytes(service.http.get(file["address"]).content)
    proof.write_bytes(service.http.get(file["proof"]).content)
    key.write_text(service.http.get("/v1/log/keys").json()["items"][0]["vkey"])
    told = ["verify", "--proof", str(place), str(proof), "--key", str(key)]
    assert said(told) == (0, "Sound.")
    assert said(told[:-2]) == (1, "unauthenticated")
    for harm, found in HARMS.items():
        kept = {path: path.read_bytes() for path in (place, proof, key)}
        path = {"file": place, "proof": proof, "key": key}[harm.split()[0]]
        path.write_bytes(harmed(harm, kept[path]))
        if harm.endswith("huge"):
            os.truncate(path, 10_000_000_000)
        assert said(told) == found, harm
        path.write_bytes(kept[path])
    assert said(told) == (0, "Sound.")


UNREADABLE = (2, "")
HARMS: dict[str, tuple[int, str]] = {
    "file changed": (1, "file"),
    "file cut": (1, "file"),
    "file huge": (1, "file"),
    "proof changed": (1, "signature"),
    "proof cut": UNREADABLE,
    "proof of something else": UNREADABLE,
    "proof huge": UNREADABLE,
    "key cut": UNREADABLE,
    "key of another": (1, "origin"),
    "key huge": UNREADABLE,
}
OTHER_KEY = b"PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"


def harmed(harm: str, content: bytes) -> bytes:
    match harm.split()[1]:
        case "changed":
            return content[:-20] + (b"B" if content[-20:-19] == b"A" else b"A") + content[-19:]
        case "cut":
            return content[: len(content) // 2]
        case "of":
            return OTHER_KEY if harm.startswith("key") else b"c2sp.org/tlog-proof@v1\nindex 0\n\nx\n"
        case _:
            return b""


def said(arguments: list[str]) -> tuple[int, str]:
    """The exit code, and the first finding, or what the last line says."""
    done = CliRunner().invoke(app, arguments)
    if isinstance(done.exception, UnreadableExportError):
        return done.exception.exit_code, ""
    findings = [line.strip().split(":")[0] for line in done.stdout.splitlines() if line.startswith("   ")]
    return done.exit_code, findings[0] if findings else done.stdout.splitlines()[-1]


@pytest.mark.rule("ELO-5", "ELO-6")
def test_corrections_since_are_told_with_the_event(service: Service, listed: tuple[Season, Json]) -> None:
    played, publication = listed
    changes = f"/v1/publications/{publication['publication']}/changes"
    assert service.client().read(changes)["items"] == []
    corrected = played.director.change(
        f"{played.path}/matches/1", "corrections", {"result": score(2, 7), "reason": "A slip."}
    )
    [change] = service.client().read(changes)["items"]
    assert [event["position"] for event in change["events"]] == [corrected.json()["position"]]
    assert [line["match"] for line in change["lines"]] == [1, 2, 3]
    before = service.http.get(address(publication, ".json")).content
    assert hashlib.sha256(before).hexdigest() in {file["sha256"] for file in publication["files"]}


@pytest.mark.rule("ALL-12", "ELO-9")
def test_names_are_joined_as_a_list_is_read_and_never_kept(service: Service, listed: tuple[Season, Json]) -> None:
    played, publication = listed
    named = f"/v1/publications/{publication['publication']}/with-names"
    assert service.client().read(named)["names"][played.persons[0]] == "Player 1"
    sheet = service.http.get(f"{named}.csv?separator=semicolon&bom=true")
    assert (sheet.headers["Content-Type"], sheet.content[:3]) == ("text/csv; charset=utf-8", b"\xef\xbb\xbf")
    assert f"{played.persons[0]};" in sheet.text
    assert (
        sheet.content
        == service.http.get(f"{named}?separator=semicolon&bom=true", headers={"Accept": "text/csv"}).content
    )
    service.erase(played.persons[3])
    assert played.persons[3] not in service.client().read(named)["names"]


@pytest.mark.rule("ALL-12", "TD-19")
def test_a_list_is_read_by_others_as_parquet(
    service: Service, listed: tuple[Season, Json], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Imported here: among the modules of all tests, which are never looked through, it would tell of leaks at the end.
    import duckdb

    address = f"/v1/publications/{listed[1]['publication']}"
    answer = service.http.get(f"{address}/list.parquet")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/vnd.apache.parquet")
    file = tmp_path / "list.parquet"
    file.write_bytes(answer.content)
    found = duckdb.read_parquet(str(file)).project("rank, person, rating, active").fetchall()
    shown = service.http.get(f"{address}/with-names").json()["players"]
    rows = sorted((one["rank"], one["person"], Decimal(one["rating"]), one["active"]) for one in shown)
    assert sorted(found) == rows != []
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert service.http.get(f"{address}/list.parquet").json()["type"].endswith("/parquet-missing")


def test_tables_and_rulings_are_for_all_and_a_report_for_the_staff(service: Service) -> None:
    played = season(service, 3)
    played.play(1, 2)
    ruling = {**WARNING, "about": {"kind": "match", "number": 1}}
    played.director.ruled(played.path, ruling)
    office, of = service.administrator(), {"tournament": played.id}
    table, ruled, report = (
        publish(office, {"kind": kind, **of, **more})
        for kind, more in (("standings", {}), ("ruling", {"ruling": 1}), ("report", {}))
    )
    rows = service.http.get(address(table, ".json")).json()["rows"]
    assert [row["rank"] for row in rows] == [
        row["rank"] for row in service.client().read(f"{played.path}/standings")["rows"]
    ]
    assert service.http.get(address(table, ".csv")).text.startswith("rank,entry,person,")
    told = service.http.get(address(ruled, ".json"))
    assert (told.json()["ruling"]["facts"], b"shuffling" in told.content) == (None, False)
    assert set(told.json()["ruling"]["boxes_sha256"]) == {"facts", "reasons"}
    secret = address(report, ".json")
    assert [client.get(secret).status_code for client in (service.client(), played.director, office)] == [401, 200, 200]
    assert "public" not in office.get(secret).headers["Cache-Control"]
    listed = service.client().read("/v1/publications", tournament=played.id)["items"]
    assert [one["subject"]["kind"] for one in listed] == ["standings", "ruling", "report"]


@pytest.mark.parametrize(
    ("subject", "status", "problem"),
    [
        (LIST, 409, "list-too-early"),
        (LIST | {"date": "2010-01-01"}, 409, "list-before-log"),
        (LIST | {"date": "2026-02-30"}, 422, "input-invalid"),
        (LIST | {"date": 3}, 422, "input-invalid"),
        (LIST | {"rating_class": "strong"}, 422, "input-invalid"),
        ({"kind": "ruling", "tournament": "{id}", "ruling": 7}, 404, "ruling-unknown"),
        ({"kind": "standings", "tournament": "00000000-0000-4000-8000-000000000000"}, 404, "tournament-unknown"),
    ],
)
def test_unfit_publication_is_refused(
    service: Service, played: Season, subject: Json, status: int, problem: str
) -> None:
    wanted = {name: played.id if value == "{id}" else value for name, value in subject.items()}
    answer = service.administrator().post("/v1/publications", {"subject": wanted})
    assert (answer.status_code, answer.json()["type"]) == (status, f"/v1/problems/{problem}")


@pytest.mark.rule("ALL-1")
def test_the_doctor_names_a_file_that_was_changed(service: Service, listed: tuple[Season, Json]) -> None:
    digest = listed[1]["files"][0]["sha256"]
    with psycopg.connect(service.owner_url) as owner:
        assert checks_beside_the_log.published(owner).is_good
        owner.execute("UPDATE published_files SET content = content || '!' WHERE sha256 = %s", (digest,))
        told = checks_beside_the_log.published(owner)
        owner.rollback()
    assert (told.is_good, digest in told.found) == (False, True)
