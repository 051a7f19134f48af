"""`scoresheet verify`."""

from pathlib import Path
from typing import Annotated

import typer

from domain.evidence.exported.manifest import Manifest, Span
from domain.evidence.exported.trust import Trust
from ops.command_line.bars import saying_and_bar
from ops.errors import ExitCode
from ops.export.card import verify_card
from ops.export.given import read_trust
from ops.export.published import verify_published
from ops.export.reading import opened, read_manifest
from ops.export.verification import MOST_NAMED, Found, Verification


def verify(
    place: Annotated[Path | None, typer.Argument(help="The export: a folder or an archive.")] = None,
    proof: Annotated[
        tuple[Path, Path] | None,
        typer.Option(help="Verify a published file instead, by its proof.", metavar="FILE PROOF"),
    ] = None,
    card: Annotated[
        Path | None, typer.Option(help="Verify a card of a result, a rating or a place instead.", metavar="FILE")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="A file with the log's key, as the federation gave it to you.")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="A file with a checkpoint that you have kept.")] = None,
    policy: Annotated[
        Path | None, typer.Option(help="A file that names logs and witnesses (C2SP tlog-policy).")
    ] = None,
    log_only: Annotated[
        bool, typer.Option("--log-only", help="Skip the check of draws and tables, which takes most of the time.")
    ] = False,
) -> None:
    """Verify an export, a published file or a card, step by step, without database or network.

    It names what is wrong. Exit 1 if it finds something, 2 if the file can't be read. Without a key or a checkpoint
    from elsewhere there is always a finding, because anybody could have made the file.

    Example: scoresheet verify everything --key log-key.txt

    Example: scoresheet verify --proof list.csv list.csv.tlog-proof --key log-key.txt

    Example: scoresheet verify --card card-match-3.json --key log-key.txt
    """
    if sum(one is not None for one in (place, proof, card)) != 1:
        raise typer.BadParameter("name an export, or a file and its proof with --proof, or a card with --card")
    if place is None and (checkpoint is not None or log_only):
        raise typer.BadParameter("--checkpoint and --log-only are for exports; give --key or --policy")
    trust = read_trust(key, checkpoint, policy)
    found = _found(place, proof, trust, log_only=log_only) if card is None else verify_card(card, trust, typer.echo)
    if found.number > MOST_NAMED:
        typer.echo(f"   {found.number - MOST_NAMED} findings more are not named.")
    counted = "1 finding." if found.number == 1 else f"{found.number} findings."
    typer.echo(counted if found.number else "Sound.")
    if found.number:
        raise typer.Exit(ExitCode.UNEXPECTED)


def _found(place: Path | None, proof: tuple[Path, Path] | None, trust: Trust, *, log_only: bool) -> Found:
    if place is None:
        file, beside = proof or (Path(), Path())
        return verify_published(file, beside, trust, typer.echo)
    with (
        opened(place) as source,
        saying_and_bar("events", _to_be_read(read_manifest(source), log_only=log_only)) as (say, advance),
    ):
        return Verification(source, trust, say, advance).run(log_only=log_only)


def _to_be_read(manifest: Manifest, *, log_only: bool) -> int:
    """The number of events that are gone through: those that are replayed, twice."""
    return manifest.events * (1 if log_only or isinstance(manifest.scope, Span) else 2)
