"""What the database is made of, changed by the hands of anyone who owns it: the doctor names what is not as the
migrations make it."""

import psycopg
import pytest
from pydantic import SecretStr

from ops import definitions, doctor
from ops.database import DatabaseUrls
from ops.definitions import differing
from ops.evidence.key_folder import KeyFolder
from ops.migrate import make_anew
from ops.settings import Settings
from tests.evidence.support import owner
from tests.projections.support import Club, follow, opened

TURN = "CREATE FUNCTION public.turn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
IMPATIENT = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 100', current_database()); END $$"
CHANGES: dict[str, tuple[str, str]] = {
    "events turned before they are signed": (
        f"{TURN}; CREATE TRIGGER turn BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION turn()",
        "trigger turn of public.events",
    ),
    "an erasure that erases nothing": (
        "CREATE OR REPLACE FUNCTION public.scoresheet_erase(erased text) RETURNS void LANGUAGE sql AS $$ SELECT $$",
        "function public.scoresheet_erase(text)",
    ),
    "a function that erasures call": (
        "CREATE FUNCTION public.scoresheet_erase_more(erased text) RETURNS void LANGUAGE sql AS $$ SELECT $$",
        "function public.scoresheet_erase_more(text)",
    ),
    "a trigger switched off": (
        "ALTER TABLE events DISABLE TRIGGER erase_with_event",
        "trigger erase_with_event of public.events",
    ),
    "a trigger with another condition": (
        (
            "DROP TRIGGER erase_with_event ON events; CREATE TRIGGER erase_with_event AFTER INSERT ON public.events"
            " FOR EACH ROW WHEN (NEW.topic = 'none') EXECUTE FUNCTION public.scoresheet_erase_with_event()"
        ),
        "trigger erase_with_event of public.events",
    ),
    "a rule": ("CREATE RULE away AS ON INSERT TO commands DO ALSO NOTHING", "rule away of public.commands"),
    "rows hidden from the service": (
        "ALTER TABLE events ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON events USING (position < 4)",
        "policy few of public.events",
    ),
    "a view that shows exports the truth alone": (
        (
            "CREATE OR REPLACE VIEW projected.standings AS SELECT * FROM tournaments_a.standings"
            " WHERE current_setting('transaction_read_only') = 'on'"
        ),
        "rule _RETURN of projected.standings",
    ),
    "a view in place of a table": (
        "ALTER TABLE events RENAME TO all_events; CREATE VIEW events AS SELECT * FROM all_events",
        "table public.all_events",
    ),
    "a table before another on the search path": (
        "CREATE SCHEMA scoresheet_service; CREATE TABLE scoresheet_service.projections AS TABLE projections",
        "table scoresheet_service.projections",
    ),
    "another search path": (
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil', current_database()); END $$",
        "setting search_path=evil of everybody",
    ),
    "keys of persons for the service to read": (
        "GRANT SELECT ON person_keys TO scoresheet_service",
        "table public.person_keys",
    ),
    "secrets for everybody to read": ("GRANT SELECT (secret) ON chance_secrets TO PUBLIC", "column secret of public."),
    "a copy of the keys": ("CREATE TABLE public.copied AS TABLE person_keys", "table public.copied"),
    "a default": ("ALTER TABLE api_keys ALTER personal SET DEFAULT true", "column personal of public.api_keys"),
    "a constraint gone": (
        "ALTER TABLE events DROP CONSTRAINT events_position_key",
        "constraint events_position_key of",
    ),
}
SHOWN = ("events turned before they are signed", "a view that shows exports the truth alone")
MATRIX = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in CHANGES]


def compared(database: DatabaseUrls) -> list[str]:
    with owner(database) as connection:
        return list(differing(connection))


def change(database: DatabaseUrls, statements: str) -> None:
    with owner(database) as connection:
        connection.execute(statements.encode())


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", MATRIX)
def test_different_definition_is_named(database: DatabaseUrls, name: str) -> None:
    statements, named = CHANGES[name]
    assert compared(database) == []
    change(database, statements)
    assert any(one.startswith(named) for one in compared(database))


def test_the_doctor_says_so(database: DatabaseUrls, folder: KeyFolder) -> None:
    settings = Settings(database_url=SecretStr(database.owner), log_key_dir=folder.path)
    change(database, CHANGES["a copy of the keys"][0])
    [found] = [one for one in doctor.examine(settings) if one.what == "definitions"]
    assert not found.is_good
    assert "first column key of public.copied" in found.found


def test_comparing_leaves_everything_as_it_was_and_waits_for_nobody(database: DatabaseUrls) -> None:
    with psycopg.connect(database.service) as reading:
        reading.execute("SELECT FROM public.events")
        assert compared(database) == []
        reading.execute("SELECT FROM projected.standings")
    assert compared(database) == []


def test_comparison_lets_events_be_recorded_followed_and_read(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is made again, and not taken back yet, as others begin and end their work: nobody waits for a lock."""
    change(database, IMPATIENT)
    worked: list[int] = []

    def meanwhile(connection: psycopg.Connection) -> None:
        make_anew(connection)
        with opened(database.service) as journal:
            Club(journal).register(1, 2)
            follow(database.projections, journal)
            worked.append(journal.position())

    monkeypatch.setattr(definitions, "make_anew", meanwhile)
    assert compared(database) == []
    assert worked == [2]
    monkeypatch.undo()
    assert compared(database) == []
