"""What the database itself asks of anyone who makes keys, links, webhooks and sessions: a key that may, shown whole.

The attack: anyone who has taken the API over makes keys that outlive the break-in, by a key that it has seen or made
up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from api.http.api_keys import BY_THE_MACHINE, Origin, Wanted, make_key, parts_of
from domain.kernel.envelope import Role
from ops.database import SERVICE_ROLE, DatabaseUrls
from tests.security.logins import logins

ADA, BEN, HERE, THERE, WEBHOOK = (f"00000000-0000-0000-0000-00000000000{number}" for number in range(5))
NOW = datetime.now(UTC)
CODE = "c0de" * 16
NEW = "5e" * 8, bytes(range(32))
"""The id of what is to be made, and its secret."""
BY_BEN = Origin(maker=BEN, code=CODE)
KEYS: Mapping[str, tuple[Wanted, Origin]] = {
    f"{role} {which}": (Wanted(role, person, tournament, expires_at=ends), origin)
    for role in ("administrator", "director", "player")
    for which, person, tournament, ends, origin in (
        ("own", ADA, None, None, BY_THE_MACHINE),
        ("made by another", ADA, None, None, BY_BEN),
        ("for here", ADA, HERE, None, BY_THE_MACHINE),
        ("for elsewhere", ADA, THERE, None, BY_THE_MACHINE),
        ("expired", ADA, None, NOW - timedelta(hours=1), BY_THE_MACHINE),
        ("made by another, expired", ADA, None, NOW - timedelta(hours=1), BY_BEN),
        ("ended", ADA, None, None, BY_THE_MACHINE),
        ("made by another, ended", ADA, None, None, BY_BEN),
        ("proposed", ADA, None, None, BY_THE_MACHINE),
        ("made by another, proposed", ADA, None, None, BY_BEN),
    )
} | {"administrator for nobody": (Wanted("administrator"), BY_THE_MACHINE)}
MADE: tuple[Role, ...] = ("administrator", "director", "player")


@dataclass(frozen=True)
class Database:
    """The keys that were made, by name, and the login of the API."""

    url: str
    keys: Mapping[str, str]

    def those_that_may(self, query: str, *values: object, shown: str | None = None) -> set[str]:
        """The names of the keys for which the function that is shown each (`%(id)s`, `%(secret)s`) answers true;
        `shown` is the secret that is shown in the place of each key's own. Nothing of it stays."""
        return {name for name, key in self.keys.items() if self._may(query, key, values, shown)}

    def _may(self, query: str, key: str, values: tuple[object, ...], shown: str | None) -> bool:
        id_, secret = parts_of(key)
        with psycopg.connect(self.url) as connection:
            told = bytes.fromhex(shown) if shown else secret
            row: Any = connection.execute(query.encode(), (id_, told, *values)).fetchone()
            connection.rollback()
        return bool(row[0])


@pytest.fixture(scope="module")
def made(server_url: str, module_database: DatabaseUrls) -> Iterator[Database]:
    keys = {}
    with psycopg.connect(module_database.owner) as owner:
        for name, (wanted, origin) in KEYS.items():
            is_proposed = name.endswith("proposed")
            keys[name] = make_key(owner, wanted, NOW - timedelta(hours=2), origin, proposed=is_proposed)
            if name.endswith("ended"):
                owner.execute("UPDATE api_keys SET revoked_at = now() WHERE id = %s", (parts_of(keys[name])[0],))
    with logins(server_url, module_database) as urls:
        yield Database(urls[SERVICE_ROLE], keys)


OF_FEDERATION = {"administrator own", "administrator made by another", "administrator for nobody"}
"""Valid keys of administrators that are for all tournaments."""


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize("role", MADE)
def test_only_an_administrators_own_key_makes_keys(made: Database, role: Role) -> None:
    query = "SELECT public.scoresheet_propose_key(%s, %s, %s, %s, %s, %s, %s, NULL, '', NULL, false, NULL)"
    told = *NEW, bytes(32), role, BEN
    assert made.those_that_may(query, *told) == {"administrator own"}
    assert made.those_that_may(query, *told, shown=CODE) == set()


@pytest.mark.rule("TD-9")
def test_only_an_officials_own_key_or_session_makes_links(made: Database) -> None:
    """Of administrators, the service lets those alone who are a director of the tournament (decision 0057)."""
    may = {f"{role} {which}" for role in ("administrator", "director") for which in ("own", "for here")}
    query = "SELECT public.scoresheet_propose_link(%s, %s, %s, %s, %s, %s, %s, now(), now())"
    told = *NEW, BEN, HERE
    assert made.those_that_may(query, b"", *told) == may
    assert made.those_that_may(query, b"", *NEW, None, HERE) == may
    assert made.those_that_may(query, b"", *told, shown=CODE) == set()
    by_session = f"""
        WITH begun AS MATERIALIZED (SELECT public.scoresheet_begin_session(%s, %s, %s, sha256(%s)) AS done)
        SELECT done AND {query.removeprefix("SELECT").replace("%s, %s", "'', ''", 1)} FROM begun
    """
    assert made.those_that_may(by_session, *NEW, NEW[1], *told) == may


@pytest.mark.rule("TD-9")
def test_only_anyone_who_has_the_code_takes_the_place_of_a_key(made: Database) -> None:
    """Its id is no secret: events carry it."""
    exchange = "SELECT public.scoresheet_propose_exchange(%s, CASE WHEN %s <> '' THEN %s END, %s, %s)"
    code, (successor, secret) = bytes.fromhex(CODE), NEW
    exchanged = {f"{role} made by another" for role in MADE}
    assert made.those_that_may(exchange, code, successor, secret) == exchanged
    assert made.those_that_may(exchange, secret, successor, secret) == set()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("scoresheet_label_key(%s, %s, %s, 'mine')", "known"),
        ("scoresheet_propose_webhook(%s, %s, %s, 'results', 'https://receiver.example')", "new"),
    ],
)
def test_only_a_key_of_the_federations_administrators_labels_keys_and_makes_webhooks(
    made: Database, query: str, told: str
) -> None:
    value = parts_of(made.keys["player own"])[0] if told == "known" else WEBHOOK
    assert made.those_that_may(f"SELECT public.{query}", value) == OF_FEDERATION
    assert made.those_that_may(f"SELECT public.{query}", value, shown=CODE) == set()


def test_only_a_valid_key_begins_a_session(made: Database) -> None:
    query = "SELECT public.scoresheet_begin_session(%s, %s, %s, %s)"
    over = ("expired", "ended", "proposed")
    assert made.those_that_may(query, *NEW) == {name for name in KEYS if not name.endswith(over)}
    assert made.those_that_may(query, *NEW, shown=CODE) == set()
