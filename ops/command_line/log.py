"""`scoresheet log`: the key that the log is signed with, and beginning anew after a backup was restored."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import psycopg
import typer

from domain.evidence.keys import SigningKey
from domain.journal.journal import Journal
from ops import database
from ops.embedded.system_account import SIGNER, part_account
from ops.errors import LogKeyError
from ops.evidence import renewal
from ops.evidence.key_folder import KeyFolder
from ops.running import migrated_database
from ops.settings import Settings, read_settings
from projections.engine.log import open_log

app = typer.Typer(name="log", help="See, copy and renew the key that the log is signed with.", no_args_is_help=True)


@app.command()
def key() -> None:
    """Print the log's public key in the form that tools for signed notes read: `name+id+key`.

    Give it to whoever is to check the log, by a way on which nobody can exchange it.

    Example: scoresheet log key
    """
    typer.echo(_known_key(_folder(read_settings())).verifier.text)


@app.command()
def copy(file: Annotated[Path, typer.Argument(help="Where to: a file that is not there yet.")]) -> None:
    """Copy the private key to a safe place, such as a medium that lies in a safe. Whoever has it can sign another log.

    Example: scoresheet log copy copy-of-log-key
    """
    folder = _folder(read_settings())
    with folder.locked():
        text = _known_key(folder).text
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as copied:
                copied.write(f"{text}\n")
                copied.flush()
                os.fsync(copied.fileno())
        except OSError as error:
            raise LogKeyError(f"{file} can't be written: {error.strerror}") from error
        folder.note_copy()
    typer.echo(f"copied to {file}")


@app.command()
def rotate() -> None:
    """Make a new key for the log. The old one signs that, which is recorded as an event.

    Example: scoresheet log rotate
    """
    settings = read_settings()
    with _working(settings) as (journal, _):
        new = renewal.rotate(journal, _folder(settings))
    typer.echo(new.text)


@app.command()
def restart() -> None:
    """Begin a new log after an older backup was restored, or the key was lost; what was signed last is its next event.

    Whoever checks the log sees that it began anew, and from where; give them the new key.

    Example: scoresheet log restart
    """
    settings = read_settings()
    folder = _folder(settings)
    folder.prepare(part_account(SIGNER))
    with _working(settings) as (journal, connection):
        former = renewal.restart(journal, connection, folder)
    typer.echo(f"{former.origin} ended with {former.size} events signed; the new key is")
    typer.echo(_known_key(folder).verifier.text)


def _folder(settings: Settings) -> KeyFolder:
    return KeyFolder(settings.log_key_dir.expanduser().absolute())


def _known_key(folder: KeyFolder) -> SigningKey:
    found = folder.key()
    if found is None:
        raise LogKeyError(f"there is no key in {folder.path} yet; the first checkpoint makes it")
    return found


@contextmanager
def _working(settings: Settings) -> Iterator[tuple[Journal, psycopg.Connection]]:
    with (
        migrated_database(settings) as urls,
        closing(open_log(urls.service)) as journal,
        database.connect(urls.owner) as connection,
    ):
        yield journal, connection
