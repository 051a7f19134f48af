"""`scoresheet verify`."""

from pathlib import Path
from typing import Annotated

import typer

from ops.errors import ExitCode
from ops.export.given import read_trust
from ops.export.reading import opened
from ops.export.verification import MOST_NAMED, Verification


def verify(
    place: Annotated[Path, typer.Argument(help="The export: a folder or an archive.")],
    key: Annotated[
        Path | None, typer.Option(help="A file with the log's key, as the federation gave it to you.")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="A file with a checkpoint that you have kept.")] = None,
    policy: Annotated[
        Path | None, typer.Option(help="A file that names logs and witnesses (C2SP tlog-policy).")
    ] = None,
    log_only: Annotated[
        bool, typer.Option("--log-only", help="Leave draws and tables unchecked, which take most of the time.")
    ] = False,
) -> None:
    """Verify an export, step by step; neither database nor network is needed. What is wrong is named.

    Exit 1 if something was found, 2 if this is no export that can be read. Without a key or a checkpoint from
    elsewhere there is always a finding, for then anybody may have made it.

    Example: scoresheet verify everything --key log-key.txt
    """
    with opened(place) as source:
        found = Verification(source, read_trust(key, checkpoint, policy), typer.echo).run(log_only=log_only)
    if found.number > MOST_NAMED:
        typer.echo(f"   {found.number - MOST_NAMED} findings more are not named.")
    typer.echo("Sound." if found.number == 0 else f"{found.number} findings.")
    if found.number:
        raise typer.Exit(ExitCode.UNEXPECTED)
