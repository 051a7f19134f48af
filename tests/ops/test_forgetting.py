"""What is promised to go goes, whoever made the function that takes it away, or the command says what is in the way."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.database import SERVICE_ROLE, DatabaseUrls, connect

CALLS = {
    "scoresheet_forget_extra()": "SELECT scoresheet_forget()",
    "scoresheet_erase_extra(text)": "SELECT scoresheet_erase('x')",
}

BODY = "'INSERT INTO public.extra VALUES (1)'"


@pytest.fixture
def administer(database: DatabaseUrls, server_url: str) -> Callable[[str], None]:
    """Does something as a superuser in that database."""
    url = make_conninfo(server_url, dbname=conninfo_to_dict(database.owner)["dbname"])

    def run(statement: str) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(statement.encode())

    return run


@pytest.mark.rule("ALL-10")
@pytest.mark.parametrize("function", CALLS)
def test_function_of_an_administrator_is_called_and_one_of_others_is_an_error(
    database: DatabaseUrls, administer: Callable[[str], None], function: str
) -> None:
    administer("CREATE TABLE public.extra (called text); GRANT ALL ON public.extra TO PUBLIC")
    administer(f"CREATE FUNCTION public.{function} RETURNS void LANGUAGE sql AS {BODY}")
    with connect(database.owner, autocommit=True) as connection:
        connection.execute(CALLS[function].encode())
        assert connection.execute("SELECT count(*) FROM extra").fetchone() == (1,)
        administer(f"ALTER FUNCTION public.{function} OWNER TO {SERVICE_ROLE}")
        with pytest.raises(errors.InsufficientPrivilege, match=f"belongs to {SERVICE_ROLE}: let an administrator run"):
            connection.execute(CALLS[function].encode())
        assert connection.execute("SELECT count(*) FROM extra").fetchone() == (1,)
