"""What is erased is gone: after erasures over HTTP and upkeep, no mark of it is in any file, catalogue or read.

The attack: read what was erased from statistics, files, logs, stored answers or tables; or have somebody erased alone,
and unseen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import sql
from typer.testing import CliRunner

from api.asgi.own_work import erase_due
from api.http.api_keys import Wanted, make_key
from domain.journal.connections import Dedicated
from domain.journal.recorder import Append, JournalRecorder
from domain.kernel.ids import StreamName
from ops import checks_beside_the_log, embedded
from ops.command_line import app
from ops.database import PROJECTIONS_ROLE, SERVICE_ROLE, DatabaseUrls, connect
from ops.embedded import EmbeddedServer
from ops.erasures import erasures, finish
from ops.errors import DatabasePrivilegesError, ErasuresWaitError
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.api.support import Client, Service, running_service
from tests.security.told import everything_told, founded

PERSONS = 4
SAMPLED = """
SELECT tablename::text, attname::text FROM pg_stats WHERE (tablename, attname) IN (
    ('person_keys', 'key'), ('chance_secrets', 'secret'), ('api_keys', 'label'), ('api_keys', 'digest'),
    ('events', 'state'), ('commands', 'answer'), ('persons', 'name'), ('persons', 'sorting'))
"""
RELATIONS = """
SELECT n.nspname::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_(toast|temp)'
AND c.relname !~ '^pg_shmem' ORDER BY 1, 2
"""


@dataclass
class Ground:
    """A server of the test's own, its folder, and the service on it."""

    folder: Path
    server: EmbeddedServer
    service: Service

    def superuser(self) -> psycopg.Connection:
        return connect(self.server.superuser_url(embedded.DATABASE), autocommit=True)


@pytest.fixture
def ground(begun: Path) -> Iterator[Ground]:
    with embedded.start(begun, fsync=False) as server, running_service(server.urls(), []) as service:
        yield Ground(begun, server, service)


@dataclass(frozen=True)
class Marked:
    """A person whose texts no other data contain, and what was about them."""

    person: str
    marks: tuple[bytes, ...]


def register(ground: Ground, tournament: str, number: int) -> Marked:
    """A person with a name, a contact and a note, banned and refused as an entrant, each for a reason of its own."""
    office = ground.service.administrator()
    said = {what: f"{what}mark{number:04d}" for what in ("name", "contact", "note", "refusal", "ban", "label")}
    body = {"name": said["name"], "contact": said["contact"], "note": said["note"]}
    person = str(office.done("/v1/persons", body).json()["person"])
    office.done(f"{tournament}/entries", {"person": person})
    office.change(f"{tournament}/entries/{number}", "refusal", {"reason": said["refusal"]})
    office.change(f"/v1/persons/{person}", "bans", {"reason": said["ban"]})
    with connect(ground.server.owner_url()) as owner:
        make_key(owner, Wanted("player", person, label=said["label"]), datetime.now(UTC))
        [(key,)] = owner.execute("SELECT key FROM person_keys WHERE person = %s", (person,)).fetchall()
    return Marked(person, (*(word.encode() for word in said.values()), bytes(key), bytes(key).hex().encode()))


def erased(ground: Ground, person: str) -> int:
    """The log's position once the person is erased."""
    return int(ground.service.erase(person).headers["Scoresheet-Position"])


def states(ground: Ground) -> list[str]:
    """How far the erasures are, as an administrator is shown it, page by page."""
    office = ground.service.administrator()
    shown: list[str] = []
    place: str | None = "/v1/erasures?limit=3"
    while place is not None:
        answer = office.get(place)
        shown += [item["state"] for item in answer.json()["items"]]
        place = answer.links["next"]["url"] if "next" in answer.links else None
    return shown


def sampled(ground: Ground) -> list[tuple[str, str]]:
    """Of which columns with keys or text about persons the server keeps samples."""
    with ground.superuser() as superuser:
        superuser.execute("ANALYZE")
        return superuser.execute(SAMPLED).fetchall()


_WORD = b"mark"
"""Every word that marks a person's texts holds it."""


def left_in_files(ground: Ground, marked: list[Marked]) -> dict[str, list[bytes]]:
    """Which files below the server's folder hold which marks."""
    found: dict[str, list[bytes]] = {}
    for file in sorted(path for path in ground.folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        words = _WORD in content  # nearly all marks are words, and there are many
        held = [mark for one in marked for mark in one.marks if (words or _WORD not in mark) and mark in content]
        if held:
            found[str(file.relative_to(ground.folder))] = held
    return found


def left_in_catalogues_and_tables(ground: Ground, marked: list[Marked]) -> dict[str, list[bytes]]:
    """Which relations, of the server's catalogues and ours, show which marks to a superuser."""
    found: dict[str, list[bytes]] = {}
    with ground.superuser() as superuser:
        for schema, name in superuser.execute(RELATIONS).fetchall():
            place = sql.Identifier(schema, name)
            shown = superuser.execute(sql.SQL("SELECT string_agg(one::text, ' ') FROM {} AS one").format(place))
            [[text]] = shown.fetchall()
            held = [mark for one in marked for mark in one.marks if mark in (text or "").encode()]
            if held:
                found[f"{schema}.{name}"] = held
    return found


def left_in_reads(ground: Ground, tournament: str, marked: list[Marked]) -> list[bytes]:
    """Which marks an administrator is still shown."""
    office = ground.service.administrator()
    office.position = ground.service.services.journal.position()
    places = [f"{tournament}/history?limit=500", f"{tournament}/entries", "/v1/persons", f"{tournament}/reviews"]
    for one in marked:
        places += [
            f"/v1/persons/{one.person}",
            f"/v1/persons/{one.person}/record",
            f"/v1/persons/{one.person}/sanctions",
        ]
    shown = b"".join(office.get(place).content for place in places)
    return [mark for one in marked for mark in one.marks if mark in shown]


def in_feeds(reader: Client) -> bytes:
    """All that followers read, and webhooks are sent however late: no delivery keeps a body."""
    feeds = reader.read("/v1/feeds")["items"]
    return b"".join(reader.get(f"/v1/feeds/{one['feed']}/lines").content for one in feeds)


@pytest.mark.rule("ALL-1")
def test_erased_values_are_gone_from_files_catalogues_tables_and_reads(ground: Ground) -> None:
    office = ground.service.administrator()
    announced = office.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}})
    tournament = f"/v1/tournaments/{announced.json()['tournament']}"
    marked = [register(ground, tournament, number) for number in range(1, PERSONS + 1)]
    kept = register(ground, tournament, PERSONS + 1)
    assert left_in_reads(ground, tournament, marked)
    assert sampled(ground) == []
    rebuild(ground.server.urls().projections, ground.service.services.journal, PROJECTIONS["tournaments"])
    for one in marked:
        erased(ground, one.person)
    office.position = ground.service.services.journal.position()
    office.get("/v1/persons")  # Waits until the tables have followed.
    assert left_in_reads(ground, tournament, marked) == []
    assert left_in_files(ground, marked)
    with ground.superuser() as superuser:
        assert {one.gone_at for one in erasures(superuser)} == {None}
        assert states(ground) == ["effective"] * PERSONS
        assert {one.person for one in finish(superuser)} == {one.person for one in marked}
        assert None not in {one.gone_at for one in erasures(superuser)}
        assert finish(superuser) == []
    assert states(ground) == ["gone"] * PERSONS
    assert left_in_files(ground, marked) == {}
    assert left_in_catalogues_and_tables(ground, marked) == {}
    assert left_in_reads(ground, tournament, marked) == []
    assert left_in_files(ground, [kept])
    assert kept.marks[0] in left_in_reads(ground, tournament, [kept])


@pytest.mark.rule("ALL-1")
def test_words_told_of_an_erased_person_are_gone_whatever_took_them(
    ground: Ground, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every text about the player goes with them, those about others as well among them."""
    club, office = founded(ground.service), ground.service.administrator()
    everything_told(club)
    others = club.announce("open", 0)
    office.done(f"{others}/entries", {"person": club.persons[1]})
    office.change(f"{others}/entries/1", "refusal", {"reason": "Keptmark"})

    def shown() -> bytes:
        office.position = ground.service.services.journal.position()
        return b"".join(office.get(place).content for place in club.reads())

    read = shown()
    assert [what for what, mark in club.marks.items() if mark.encode() not in read] == []
    erased(ground, club.player)
    read = shown()
    assert [what for what, mark in club.marks.items() if mark.encode() in read] == []
    assert b"Keptmark" in read
    ground.service.wait_for_feeds()
    sent = in_feeds(office)
    assert b'"change":"erased"' in sent
    assert [what for what, mark in club.marks.items() if mark.encode() in sent] == []
    with ground.superuser() as superuser:
        finish(superuser)
    marked = [Marked(club.player, tuple(mark.encode() for mark in club.marks.values()))]
    assert left_in_files(ground, marked) == {}
    assert left_in_catalogues_and_tables(ground, marked) == {}
    logged = "".join(capfd.readouterr())
    assert [what for what, mark in club.marks.items() if mark in logged] == []


def test_an_erasure_is_effective_at_once(service: Service, module_database: DatabaseUrls) -> None:
    """No login is given the key from the moment that the erasing is answered, upkeep or not."""
    office = service.administrator()
    person = str(office.done("/v1/persons", {"name": "Ada"}).json()["person"])
    query = "SELECT public.scoresheet_person_key(%s)"
    logins = [module_database.of(role) for role in (SERVICE_ROLE, PROJECTIONS_ROLE)]
    for url in logins:
        with connect(url) as login:
            assert login.execute(query, (person,)).fetchone() != (None,)
    assert service.erase(person).is_success
    for url in logins:
        with connect(url) as login:
            assert login.execute(query, (person,)).fetchone() == (None,)


@pytest.mark.rule("ALL-1")
def test_nobody_erases_alone_and_unseen(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one has asked for another confirms, or it waits and can be stopped; `erasures` shows all of it."""
    ada, bert, cleo = (service.client(service.key("administrator", service.register(name))) for name in "ABC")
    person, other, kept = (service.register(name) for name in "XYZ")

    def state(of: str) -> tuple[str, str | None] | None:
        found = [one for one in ada.read("/v1/erasures")["items"] if one["person"] == of]
        return (found[0]["state"], found[0]["due_at"]) if found else None

    asked = ada.change(f"/v1/persons/{person}", "erasure")
    assert ada.get(f"/v1/persons/{person}").json()["name"] == "X"
    again = ada.post(f"/v1/persons/{person}/erasure/confirmation", seen=asked.headers["ETag"])
    assert (again.status_code, again.json()["type"]) == (403, "/v1/problems/erasure-unconfirmed")
    requested = state(person)
    assert requested is not None
    assert requested[0] == "requested"
    waits = datetime.fromisoformat(str(requested[1])) - datetime.now(UTC)
    assert timedelta(hours=71) < waits <= timedelta(hours=72)
    bert.done(f"/v1/persons/{person}/erasure/confirmation", seen=asked.headers["ETag"])
    assert state(person) == ("effective", requested[1])

    asked = ada.change(f"/v1/persons/{kept}", "erasure")
    cleo.done(f"/v1/persons/{kept}/erasure/stop", {"reason": "Another Z."}, seen=asked.headers["ETag"])
    ada.change(f"/v1/persons/{other}", "erasure")
    erase_due(service.services, datetime.now(UTC) + timedelta(hours=71))
    assert [one and one[0] for one in (state(other), state(kept))] == ["requested", None]

    soon = replace(service.services, erasure_wait_hours=0)
    last = service.register("W")
    monkeypatch.setattr(service.app.state, "services", soon)
    ada.change(f"/v1/persons/{last}", "erasure")
    erase_due(soon, datetime.now(UTC))
    assert ada.get(f"/v1/persons/{last}").json()["name"] is None
    assert [ada.get(f"/v1/persons/{one}").json()["name"] for one in (person, other, kept)] == [None, "Y", "Z"]


def test_values_that_the_tables_still_show_are_not_called_gone(database: DatabaseUrls) -> None:
    connection = Dedicated(database.service)
    event = StoredEvent("person-1", 1, "person.erased.v1", b"{}")
    JournalRecorder(connection).append([Append("a", b"d", b"{}", {StreamName("person-1"): 0}, [event])])
    connection.close()
    with connect(database.owner, autocommit=True) as owner, pytest.raises((ErasuresWaitError, DatabasePrivilegesError)):
        finish(owner)
    with connect(database.owner) as owner:
        assert [one.gone_at for one in erasures(owner)] == [None]


def test_a_transaction_that_still_sees_it_is_waited_for(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ops.erasures.PATIENCE_SECONDS", 0.5)
    office = ground.service.administrator()
    person = str(office.done("/v1/persons", {"name": "Ada"}).json()["person"])
    with connect(ground.server.owner_url()) as older:
        older.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        older.execute("SELECT count(*) FROM events")
        office.position = erased(ground, person)
        office.get("/v1/persons")
        with ground.superuser() as superuser, pytest.raises(ErasuresWaitError, match="began before"):
            finish(superuser)
    with ground.superuser() as superuser:
        assert len(finish(superuser)) == 1


@pytest.mark.proof
@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("statement", ["VACUUM (FULL)", "pg_switch_wal", "CHECKPOINT", "UPDATE public.erasures"])
def test_upkeep_that_is_killed_before_any_of_its_steps_is_done_again(ground: Ground, statement: str) -> None:
    """Nothing is called gone before it is, and the next upkeep takes all of it."""
    office = ground.service.administrator()
    tournament = office.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}}).json()["tournament"]
    marked = register(ground, f"/v1/tournaments/{tournament}", 1)
    office.position = erased(ground, marked.person)
    office.get("/v1/persons")
    with ground.superuser() as superuser, pytest.raises(psycopg.OperationalError):
        finish(cast("psycopg.Connection", Killed(superuser, statement)))
    assert states(ground) == ["effective"]
    with ground.superuser() as superuser:
        assert [one.person for one in finish(superuser)] == [marked.person]
    assert states(ground) == ["gone"]
    assert left_in_files(ground, [marked]) == {}


class Killed:
    """A connection whose session is ended as it is about to send a statement that contains these words."""

    def __init__(self, connection: psycopg.Connection, before: str) -> None:
        self.connection = connection
        self.before = before

    def execute(self, query: Any, *values: object) -> Any:  # noqa: ANN401 -- as psycopg has it
        said = query if isinstance(query, str) else query.as_string(self.connection)
        if self.before in said:
            self.connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return self.connection.execute(query, *values)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- likewise
        return getattr(self.connection, name)


def test_the_doctor_says_which_copies_may_hold_what_was_erased(database: DatabaseUrls) -> None:
    gone_at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with connect(database.owner) as owner:
        assert checks_beside_the_log.erased(owner).found == "none"
        owner.execute("INSERT INTO erasures (person, position, erased_at) VALUES ('1', 1, %s)", (gone_at,))
        waiting = checks_beside_the_log.erased(owner)
        assert (waiting.found, waiting.is_good) == ("1 of 1 not finished; run scoresheet erasures finish", False)
        owner.execute("UPDATE erasures SET gone_at = %s", (gone_at,))
        told = "1 gone; copies and archives from before 2026-03-01 12:00 UTC may hold what was erased"
        assert checks_beside_the_log.erased(owner).found.startswith(told)


def test_the_command_line_lists_and_finishes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_DATA_DIR", str(folder / "data"))
    assert CliRunner().invoke(app, ["migrate"]).exit_code == 0
    done = CliRunner().invoke(app, ["erasures", "finish"])
    assert (done.exit_code, done.stdout) == (0, "0 erasures finished\n")
    assert "person" in CliRunner().invoke(app, ["erasures", "list"]).stdout
