"""Connections: restricted for the service, refused in one line where they can't be had."""

import psycopg
import pytest

from ops.database import SERVICE_ROLE, DatabaseUrls, connect, external, in_role, shown
from ops.errors import DatabaseTooOldError, DatabaseUnreachableError


def test_the_service_works_in_its_restricted_role(database_url: str) -> None:
    with connect(database_url) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("scoresheet_service",)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE elsewhere (number integer)")


def test_options_that_an_address_has_are_kept(admin_url: str) -> None:
    url = in_role(psycopg.conninfo.make_conninfo(admin_url, options="-c timezone=Asia/Tokyo"), SERVICE_ROLE)
    with connect(url) as connection:
        row = connection.execute("SELECT current_user, current_setting('timezone')").fetchone()
    assert row == ("scoresheet_service", "Asia/Tokyo")


def test_every_test_has_a_database_of_its_own(database_url: str, admin_url: str, server_url: str) -> None:
    with connect(database_url) as service, connect(admin_url) as owner, connect(server_url) as server:
        assert service.info.dbname == owner.info.dbname != server.info.dbname


@pytest.mark.parametrize("place", ["host=/nonexistent", "host=127.0.0.1 port=1"])
def test_no_server(place: str) -> None:
    with pytest.raises(DatabaseUnreachableError, match="no connection to database 'club' at ") as raised:
        connect(f"{place} dbname=club")
    assert "\n" not in str(raised.value)


def test_no_such_database(server_url: str) -> None:
    with pytest.raises(DatabaseUnreachableError, match="does not exist"):
        connect(psycopg.conninfo.make_conninfo(server_url, dbname="nowhere"))


def test_a_server_that_is_too_old(server_url: str) -> None:
    with connect(server_url) as connection:
        version = connection.info.server_version // 10_000
    with pytest.raises(DatabaseTooOldError, match=f"is PostgreSQL {version}; {version + 1} or newer is needed"):
        connect(server_url, oldest=version + 1)
    connect(server_url, oldest=version).close()


def test_a_malformed_address() -> None:
    with pytest.raises(DatabaseUnreachableError, match="address is malformed"):
        external("postgresql:/half")


def test_a_password_is_never_shown() -> None:
    assert "secret" not in shown("postgresql://club:secret@db.example:5433/club")
    assert shown("postgresql://club:secret@db.example:5433/club") == "database 'club' at db.example:5433"


def test_a_login_for_migrating_leaves_the_other_as_it_is() -> None:
    urls = external("host=db.example user=limited", "host=db.example user=owner")
    limited = "host=db.example user=limited"
    assert urls == DatabaseUrls("host=db.example user=owner", limited, limited, limited, limited)


def test_projections_signer_and_webhooks_may_have_logins_of_their_own() -> None:
    names = ("owner", "api", "follower", "signer", "sender")
    owner, api, follower, signer, sender = (f"host=db.example user={name}" for name in names)
    assert external(api, owner, follower, signer, sender) == DatabaseUrls(owner, api, follower, signer, sender)
    assert external(api, owner, None, signer) == DatabaseUrls(owner, api, api, signer, api)
