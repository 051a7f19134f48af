"""`scoresheet log`: the key that the log is signed with, and beginning again after a backup was restored."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from domain.evidence.exported.trust import Trust
from domain.evidence.keys import SigningKey
from domain.journal.journal import Journal
from ops import database
from ops.command_line.group import group
from ops.embedded.system_account import SIGNER, part_account
from ops.erased_again import erase_listed
from ops.errors import LogKeyError
from ops.evidence import renewal
from ops.evidence.http_client import require_address
from ops.evidence.key_folder import KeyFolder
from ops.export.given import read_trust
from ops.follower.folder import FollowedFolder
from ops.follower.rounds import Follower, over_http
from ops.follower.watching import watch
from ops.running import migrated_database
from ops.serving import stopped_by_signals
from ops.settings import Settings, read_settings
from projections.engine.log import open_log

LOST_WITH_A_BACKUP = """\
If a backup was put back: persons who were banned since it was made are so no longer, and keys that were revoked since
are valid. The database can't know of it. Ban and revoke again before anybody else comes to it."""
app = group("log", "See, copy and renew the key that the log is signed with.")


@app.command()
def key() -> None:
    """Print the log's public key in the form that tools for signed notes read: `name+id+key`.

    Give it to everybody who checks the log, in a way that nobody can tamper with.

    Example: scoresheet log key
    """
    typer.echo(_known_key(_folder(read_settings())).verifier.text)


@app.command()
def copy(file: Annotated[Path, typer.Argument(help="The new file.")]) -> None:
    """Copy the private key to a safe place, such as a medium in a safe. Anyone who has it can sign another log.

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
    """Make a new key for the log. The old key signs it, and an event records it.

    Example: scoresheet log rotate
    """
    settings = read_settings()
    with _working(settings) as journal:
        new = renewal.rotate(journal, _folder(settings))
    typer.echo(new.text)


@app.command()
def restart() -> None:
    """Begin a new log after you restored an older backup, or lost the key. Its first new event holds the last
    signed state.

    Everybody who checks the log sees the restart and its position. Give them the new key.

    Example: scoresheet log restart
    """
    settings = read_settings()
    folder = _folder(settings)
    folder.prepare(part_account(SIGNER))
    with migrated_database(settings) as urls:
        with closing(open_log(urls.service)) as journal, database.connect(urls.owner) as connection:
            former = renewal.restart(journal, connection, folder)
        again = erase_listed(urls, folder.erased())
    typer.echo(f"{former.origin} ended with {former.size} events signed; the new key is")
    typer.echo(_known_key(folder).verifier.text)
    if again:
        typer.echo(f"erased again: {', '.join(again)}")
    typer.echo(LOST_WITH_A_BACKUP)


@app.command()
def follow(
    url: Annotated[str, typer.Argument(help="The address of the log, such as https://club.example/v1/log.")],
    folder: Annotated[Path, typer.Argument(help="The folder for what was seen.")],
    key: Annotated[Path | None, typer.Option(help="A file with keys of the log, one a line.")] = None,
    policy: Annotated[Path | None, typer.Option(help="A policy that names the witnesses you ask for.")] = None,
    *,
    once: Annotated[bool, typer.Option("--once", help="Check once, then stop.")] = False,
    every: Annotated[float, typer.Option(help="Seconds between two checks.", min=0.1)] = 10.0,
) -> None:
    """Follow a log from outside: check signature, growth, every entry and every root against what you saw before.
    Exit 14 and name the fault if something is wrong.

    Example: scoresheet log follow http://127.0.0.1:8000/v1/log followed --key log-key --once
    """
    try:
        prefix = require_address(url)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    kept, given = FollowedFolder(folder), read_trust(key, None, policy)
    trust = Trust(tuple(kept.believe(given.keys)), policy=given.policy)
    follower = Follower(prefix, kept, trust, over_http)
    with stopped_by_signals():
        code = watch(follower, typer.echo, None if once else every)
        raise typer.Exit(code)


def _folder(settings: Settings) -> KeyFolder:
    return KeyFolder.of(settings.log_key_dir)


def _known_key(folder: KeyFolder) -> SigningKey:
    found = folder.key()
    if found is None:
        raise LogKeyError(f"there is no key in {folder.path} yet; the first checkpoint makes it")
    return found


@contextmanager
def _working(settings: Settings) -> Iterator[Journal]:
    with migrated_database(settings) as urls, closing(open_log(urls.service)) as journal:
        yield journal
