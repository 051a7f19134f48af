"""`scoresheet transcript upload`."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer

from api.analysis.program_files import transcript_in
from domain.backgammon.mat_reading import MOST_BYTES
from ops.command_line.transcripts.check import FOUND, UNREADABLE
from ops.command_line.transcripts.sending import attach, attachments_of, read
from ops.evidence.http_client import NotAnsweredError


def upload(
    file: Annotated[Path, typer.Argument(help="A transcript as .mat or .txt, or a file .xg, .bgf or .gvab.")],
    match: Annotated[str, typer.Argument(help="The address of the match's page.")],
    key_file: Annotated[Path, typer.Option(help="A file with the API key: of the staff, or of a player of the match.")],
    turned: Annotated[bool, typer.Option("--turned", help="The file has the match's second side first.")] = False,
) -> None:
    """Upload a transcript to its match, and print what its check finds.

    Exit 0 if nothing is found, 1 with the findings, 2 with the reason if it was refused.

    Example: scoresheet transcript upload final.mat https://scores.example/tournaments/…/matches/3 --key-file key.txt
    """
    try:
        told = _uploaded(file, match, key_file.read_text("utf-8").strip(), turned=turned)
    except (OSError, ValueError, NotAnsweredError) as error:
        typer.echo(f"{file}: not uploaded: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    findings = told["findings"]
    typer.echo(f"{file}: kept as transcript {told['attachment']} of match {told['match']}, {len(findings)} findings")
    for one in findings:
        typer.echo(f"  {_said(one)}")
    if findings:
        raise typer.Exit(FOUND)


def _uploaded(file: Path, match: str, key: str, *, turned: bool) -> Any:  # noqa: ANN401 -- JSON
    """The findings of its check. Raises OSError, TranscriptError, ValueError and NotAnsweredError."""
    with file.open("rb") as opened:
        text = transcript_in(opened.read(MOST_BYTES + 1))
    digest = sha256(text.encode()).hexdigest()
    body = {"kind": "transcript", "reference": file.name, "digest": digest, "transcript": text, "turned": turned}
    kept = attach(match, key, body)
    number = json.loads(kept.content)["recorded"][0]["number"]
    return read(f"{attachments_of(match)}/{number}/transcript", key, kept.headers["scoresheet-position"])


def _said(finding: Any) -> str:  # noqa: ANN401 -- JSON
    parts = [("game", finding["game"]), ("move", finding["move"]), ("", finding["side"])]
    place = ", ".join(f"{word} {value}".strip() for word, value in parts if value is not None) or "match"
    clause = f" [{finding['clause']}]" if finding["clause"] else ""
    return f"{place}: {finding['rule']}{clause}: {finding['text']}"
