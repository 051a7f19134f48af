"""Changes beside the log by the hands of anyone who owns the database: of every table there is, the guide says what
shows it, and that does."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from api.http.api_keys import Wanted
from domain.tournament.entries.commands import RefuseEntry, RequestEntry
from ops import doctor
from ops.command_line import app
from ops.command_line.key_making import made_key
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.settings import Settings
from tests.evidence.exports.support import exported, follow_and_sign, kinds, trusted
from tests.evidence.support import owner
from tests.projections.support import Club, opened, person_id
from tests.second_verifier.__main__ import main

GUIDE = Path(__file__).parents[2] / "api/guides/SPECIFICATION.md"
TABLES = """
SELECT DISTINCT tablename FROM pg_tables
WHERE schemaname NOT LIKE 'pg!_%' ESCAPE '!' AND schemaname <> 'information_schema'
"""
KEYS = "keys of persons"
CHANGES: dict[str, tuple[str, str]] = {
    "person_keys: another key": ("UPDATE person_keys SET key = sha256(key) WHERE person = '{anna}'", KEYS),
    "person_keys: somebody else's": (
        "UPDATE person_keys SET key = (SELECT key FROM person_keys WHERE person = '{bert}') WHERE person = '{anna}'",
        KEYS,
    ),
    "person_keys: destroyed": ("UPDATE person_keys SET key = NULL WHERE person = '{anna}'", KEYS),
    "person_keys: row gone": ("DELETE FROM person_keys WHERE person = '{anna}'", KEYS),
    "api_keys: role": ("UPDATE api_keys SET role = 'administrator' WHERE role = 'director'", "API keys"),
    "api_keys: person": ("UPDATE api_keys SET person = '{bert}' WHERE role = 'director'", "API keys"),
    "api_keys: tournament": ("UPDATE api_keys SET tournament = NULL WHERE role = 'player'", "API keys"),
    "api_keys: personal": ("UPDATE api_keys SET personal = true WHERE role = 'auditor'", "API keys"),
    "api_keys: maker": ("UPDATE api_keys SET maker = NULL WHERE role = 'director'", "API keys"),
    "api_keys: another maker": ("UPDATE api_keys SET maker = '{bert}' WHERE role = 'player'", "API keys"),
    "api_keys: line": (
        "UPDATE api_keys SET line = (SELECT min(id) FROM api_keys WHERE role = 'auditor') WHERE role = 'administrator'",
        "API keys",
    ),
    "api_keys: expires_at": ("UPDATE api_keys SET expires_at = NULL WHERE role = 'director'", "API keys"),
    "api_keys: is_proposed": ("UPDATE api_keys SET is_proposed = false", "API keys"),
    "api_keys: another row": (
        ("INSERT INTO api_keys (id, digest, role, label, made_at)"
        " VALUES ('0123456789abcdef', sha256('mine'), 'administrator', '', now())"),
        "API keys",
    ),
    "api_keys: a time that can't be read": ("UPDATE api_keys SET made_at = 'infinity'", "administrators' keys"),
    "events: of keys, bytes": ("UPDATE events SET state = '[]' WHERE topic = 'access.key-made.v1'", "API keys"),
    "events: of keys, topic": ("UPDATE events SET topic = '[/x]' WHERE topic = 'access.key-made.v1'", "API keys"),
    "events: bytes": ("UPDATE events SET state = state || ' ' WHERE position = 1", "signed log"),
    "log_tiles: hashes": ("UPDATE evidence_a.log_tiles SET hashes = set_byte(hashes, 0, 1)", "signed log"),
    "checkpoints: root": ("UPDATE checkpoints SET root = sha256(root)", "signed log"),
    "log_keys: row gone": ("DELETE FROM log_keys", "signed log"),
    "projections: position": ("UPDATE projections SET position = 99 WHERE name = 'ratings'", "ratings projection"),
    "projections_parked: row": (
        "INSERT INTO projections_parked VALUES ('ratings', 'a', 'person-x', 1, 'wrong')", "parked streams",
    ),
}  # fmt: skip
"""What is changed, and the line of the doctor that says so. Those of `published_files`, `erasures` and `kept` stand in
tests of their own, and so do those of `events` and its tree, column by column."""


@pytest.fixture
def club(database: DatabaseUrls, folder: KeyFolder) -> Iterator[Club]:
    """Three persons, one of them erased, with API keys of every kind; all of it followed and signed."""
    with opened(database.service) as journal:
        made = Club(journal)
        made.register(1, 2, 3)
        made.erase(3)
        made.announce(1)
        anna, now = person_id(1), datetime.now(UTC)
        with psycopg.connect(database.owner) as connection:
            for wanted in (
                Wanted("administrator"),
                Wanted("director", person=anna, expires_at=now.replace(year=now.year + 1, day=1)),
                Wanted("player", person=anna, tournament=made.state(1).id),
                Wanted("auditor"),
            ):
                made_key(connection, journal, wanted, now)
            connection.execute(
                "INSERT INTO api_keys (id, digest, role, label, made_at, is_proposed)"
                " VALUES ('00000000000000aa', sha256('proposed'), 'administrator', '', now(), true)"
            )
        follow_and_sign(database, journal, folder)
        yield made


def wrong(database: DatabaseUrls, folder: KeyFolder) -> list[str]:
    """What the doctor finds to be wrong."""
    settings = Settings(database_url=SecretStr(database.owner), log_key_dir=folder.path)
    return [found.what for found in doctor.examine(settings, whole_log=True) if not found.is_good]


def change(database: DatabaseUrls, statement: str) -> None:
    said = statement.format(anna=person_id(1), bert=person_id(2))
    with owner(database) as connection:
        assert connection.execute(said.encode()).rowcount >= 1


@pytest.mark.usefixtures("club")
def test_every_table_there_is_stands_in_the_guide(database: DatabaseUrls) -> None:
    _, _, section = GUIDE.read_text("utf-8").partition("### What lies beside the log")
    rows = re.findall(r"^\| (`.+?) \| .+ \| .+ \|$", section.partition("\n## ")[0], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    with owner(database) as connection:
        there = {name for (name,) in connection.execute(TABLES)}
    assert sorted(named) == sorted(there)


SHOWN = ("person_keys: another key", "api_keys: a time that can't be read", "events: of keys, topic")
PROVED = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in CHANGES]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", PROVED)
@pytest.mark.usefixtures("club")
def test_the_doctor_names_a_change_beside_the_log(database: DatabaseUrls, folder: KeyFolder, name: str) -> None:
    statement, line = CHANGES[name]
    assert line not in wrong(database, folder)
    change(database, statement)
    assert line in wrong(database, folder)


@pytest.mark.rule("ALL-1")
@pytest.mark.usefixtures("club")
def test_the_doctor_shows_as_text_what_somebody_has_written(
    database: DatabaseUrls, folder: KeyFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(database, "UPDATE events SET stream = E'\\x1b[2J[/x]' WHERE position = 1")
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    monkeypatch.setenv("SCORESHEET_LOG_KEY_DIR", str(folder.path))
    done = CliRunner().invoke(app, ["doctor", "--whole-log"])
    assert done.exit_code == 14
    assert "\\x1b[2J[/x]" in done.stdout


@pytest.mark.rule("ALL-1")
def test_seal_with_a_replaced_key_shows_in_an_export(
    club: Club, database: DatabaseUrls, folder: KeyFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key alone is in no export; what the service seals with it is."""
    statement, _ = CHANGES["person_keys: another key"]
    change(database, statement)
    trust, place = trusted(folder), tmp_path / "export"
    exported(database.service, tmp_path / "before")
    assert kinds(tmp_path / "before", trust) == []
    club.tell(1, RequestEntry(person=person_id(1)))
    club.tell(1, RefuseEntry(entry=1, reason="late"))
    follow_and_sign(database, club.journal, folder)
    exported(database.service, place)
    assert kinds(place, trust)[0] == "seal"
    (tmp_path / "key").write_text(trust.keys[0].text)
    capsys.readouterr()
    assert main([str(place), "--key", str(tmp_path / "key")]) == 1
    assert capsys.readouterr().out.startswith("seal")


@pytest.mark.rule("ALL-1")
@pytest.mark.usefixtures("club")
def test_a_changed_table_shows_in_an_export(database: DatabaseUrls, folder: KeyFolder, tmp_path: Path) -> None:
    change(database, "UPDATE tournaments_a.tournaments SET status = 'cancelled'")
    exported(database.service, tmp_path / "export")
    assert kinds(tmp_path / "export", trusted(folder)) == ["table"]
