"""`scoresheet keys`: makes, rotates, lists and revokes API keys, for anyone who may work as the database's owner."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Annotated, Any, cast
from uuid import UUID

import psycopg
import typer
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table

from api.http import api_keys
from api.http.sessions.store import LINK_MINUTES, make_link
from domain.access.decide import RevokeKey
from domain.journal.journal import Journal
from domain.kernel.envelope import Role
from domain.kernel.refusal import Refused
from ops import database
from ops.command_line.group import group
from ops.command_line.key_making import made_key, record, rotated_key
from ops.command_line.named import calendar_of, require_person, require_tournament, typed_label
from ops.migrate import require_migrated
from ops.running import running_database
from ops.serving import web_address
from ops.settings import read_settings
from projections.engine.log import open_log

WIDTH = 1000
"""Of the list, in characters: an id that is cut short can't be revoked."""

app = group("keys", "Make, rotate, list and revoke API keys.")

RoleName = Enum("RoleName", {role: role for role in api_keys.ROLES}, type=str)  # type: ignore[misc]  # made from the roles


@app.command()
def make(
    role: Annotated[RoleName, typer.Option(help="What the key may be used as.")],
    person: Annotated[
        UUID | None, typer.Option(help=("The id of the person it is for; required for directors and players."))
    ] = None,
    tournament: Annotated[UUID | None, typer.Option(help="The only tournament it may be used for.")] = None,
    expires: Annotated[
        datetime | None,
        typer.Option(help="The last day on which it is valid, in the federation's time zone.", formats=["%Y-%m-%d"]),
    ] = None,
    days: Annotated[int | None, typer.Option(help="Or: for how many days it is valid.", min=1, max=36500)] = None,
    label: Annotated[str, typer.Option(help="What the key is for, in a few words.", callback=typed_label)] = "",
    personal: Annotated[
        bool, typer.Option("--personal", help=("Let an auditor's key read sealed text about persons too."))
    ] = False,
    code: Annotated[bool, typer.Option("--code", help="Also show a code that exchanges the key once.")] = False,
) -> None:
    """Make a key and show it once. Only its digest is stored.

    With `--code`, a second line shows the code for exchanging it at `/v1/keys/exchange` for a key that nobody else
    has seen. Until then, each act with the key records that the operator made it.

    Example: scoresheet keys make --role director --person $PERSON --days 365
    """
    if expires is not None and days is not None:
        raise typer.BadParameter("give --expires or --days, not both")
    now = datetime.now(UTC)
    wanted = _wanted(
        cast("Role", role.value),
        person=_text(person),
        tournament=_text(tournament),
        label=label,
        expires_at=None if days is None else now + timedelta(days=days),
        personal=personal,
    )
    if code and (wanted.person is None or wanted.tournament is not None):
        raise typer.BadParameter("a key with a code is for a person and for all tournaments: give --person alone")
    origin = api_keys.Origin(code=api_keys.new_code() if code else None)
    with _working() as (connection, log):
        _require_named(log, wanted)
        if expires is not None:
            wanted = replace(wanted, expires_at=calendar_of(log).ends(expires.date()))
        typer.echo(_made(connection, log, wanted, now, origin))
    if origin.code is not None:
        typer.echo(origin.code)


def _wanted(role: Role, **rest: Any) -> api_keys.Wanted:  # noqa: ANN401 -- what else is wanted
    try:
        return api_keys.Wanted(role, **rest)
    except ValueError as error:
        raise typer.BadParameter(f"{error}: use --{'role auditor' if rest['personal'] else 'person'}") from None


def _require_named(log: Journal, wanted: api_keys.Wanted) -> None:
    """Raises NotThereError where the person the key is for, or its tournament, is not in the log."""
    if wanted.person is not None:
        require_person(log, wanted.person)
    if wanted.tournament is not None:
        require_tournament(log, wanted.tournament)


def _made(
    connection: psycopg.Connection[Any], log: Journal, wanted: api_keys.Wanted, now: datetime, origin: api_keys.Origin
) -> str:
    try:
        return made_key(connection, log, wanted, now, origin)
    except ValueError as error:
        raise typer.BadParameter(f"{error}: give a later day, or --days") from None


def _text(given: UUID | None) -> str | None:
    return None if given is None else str(given)


@app.command(name="list")
def list_() -> None:
    """List the keys that were made, without their secrets.

    Example: scoresheet keys list
    """
    with _working() as (connection, _):
        found = api_keys.list_keys(connection)
    now = datetime.now(UTC)
    table = Table("id", "role", "person", "tournament", "label", "made", "made by", "expires", "state", box=None)
    for key in found:
        table.add_row(
            key.id,
            f"{key.role} (personal)" if key.personal else key.role,
            key.person or "",
            key.tournament or "",
            key.label,
            _shown(key.made_at),
            key.maker or key.person or "",
            _shown(key.expires_at),
            key.status_at(now),
        )
    Console(width=WIDTH).print(table)


def _shown(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


@app.command()
def rotate(key: Annotated[str, typer.Argument(help="The key's id, as `keys list` shows it.")]) -> None:
    """Make a key that replaces another, and show it once. The old one stays valid until you revoke it.

    A command sent under the old key and repeated under the new one counts once.

    Example: scoresheet keys rotate $KEY
    """
    with _working() as (connection, log):
        try:
            made = rotated_key(connection, log, key, datetime.now(UTC))
        except ValueError as error:
            raise typer.BadParameter(f"{error}: take one from `keys list`") from None
    typer.echo(made)


@app.command()
def revoke(key: Annotated[str, typer.Argument(help="The key's id, as `keys list` shows it.")]) -> None:
    """Revoke a key for good, even the last administrator's. It stops working within two seconds.

    Example: scoresheet keys revoke $KEY
    """
    with _working() as (_, log):
        try:
            record(log, RevokeKey(key=key))
        except (Refused, ValidationError):
            raise typer.BadParameter(f"there is no key {key!r} that is valid: take one from `keys list`") from None
    typer.echo(f"revoked {key}")


@app.command(name="login-link")
def login_link(
    key: Annotated[str, typer.Argument(help="The key's id, as `keys list` shows it.")],
    address: Annotated[str | None, typer.Option(help="Where the service is reached; unset: its own address.")] = None,
) -> None:
    """Print a link that logs a browser in with that key, once, within ten minutes.

    Example: scoresheet keys login-link $KEY --address https://club.example
    """
    settings = read_settings()
    with _working() as (connection, _):
        try:
            code = make_link(connection, key, timedelta(minutes=LINK_MINUTES))
        except ValueError as error:
            raise typer.BadParameter(f"{error}: take one from `keys list`") from None
    where = address or web_address(settings.host, settings.port)
    typer.echo(f"{where.rstrip('/')}/login/{code}")


@contextmanager
def _working() -> Iterator[tuple[psycopg.Connection[Any], Journal]]:
    """The owner's connection to the migrated database, since the service itself may make no key, and the log."""
    with running_database(read_settings()) as running, database.connect(running.urls.owner) as connection:
        require_migrated(connection)
        with closing(open_log(running.urls.service)) as log:
            yield connection, log
