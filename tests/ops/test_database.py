"""The connection of the service is restricted; the fixtures' databases are separate and migrated."""

import psycopg
import pytest

from ops.database import connect


def test_the_service_works_in_its_restricted_role(database_url: str) -> None:
    with connect(database_url) as connection:
        row = connection.execute("SELECT current_user").fetchone()
        assert row == ("scoresheet_service",)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE elsewhere (number integer)")
