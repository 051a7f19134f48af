"""`scoresheet transcript upload`."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer

from domain.backgammon.mat_reading import MOST_BYTES, decoded
from ops.command_line.transcripts.check import FOUND, UNREADABLE
from ops.evidence.http_client import Answer, NotAnsweredError, ask

_PLACE = re.compile(
    r"(?P<service>https?://[^/?#]+)(?:/v1)?/tournaments/(?P<tournament>[0-9a-f-]{36})/matches/(?P<match>[0-9]{1,9})/?"
)
_SECONDS, _MOST_ANSWERED = 60.0, 5_000_000


def upload(
    file: Annotated[Path, typer.Argument(help="A transcript as .mat or .txt.")],
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
    """What its check finds. Raises OSError, TranscriptError, ValueError and NotAnsweredError."""
    place = _PLACE.fullmatch(match)
    if place is None:
        raise ValueError(f"{match!r} is no address of a match, such as https://scores.example/tournaments/…/matches/3")
    with file.open("rb") as opened:
        text = decoded(opened.read(MOST_BYTES + 1))
    digest = sha256(text.encode()).hexdigest()
    body = {"kind": "transcript", "reference": file.name, "digest": digest, "transcript": text, "turned": turned}
    attachments = f"{place['service']}/v1/tournaments/{place['tournament']}/matches/{place['match']}/attachments"
    own = {"Authorization": f"Bearer {key}"}
    sent = {**own, "Content-Type": "application/json", "Idempotency-Key": f"transcript-{place['match']}-{digest[:32]}"}
    kept = _taken(ask(attachments, _SECONDS, _MOST_ANSWERED, json.dumps(body).encode(), sent))
    number = json.loads(kept.content)["recorded"][0]["number"]
    waiting = {"Scoresheet-Position": kept.headers["scoresheet-position"], "Prefer": "wait=30"}
    checked = _taken(ask(f"{attachments}/{number}/transcript", _SECONDS, _MOST_ANSWERED, None, {**own, **waiting}))
    return json.loads(checked.content)


def _taken(answer: Answer) -> Answer:
    """The answer, where the service has done what it was asked. Raises ValueError with what it says."""
    if answer.status < 300:
        return answer
    try:
        problem = json.loads(answer.content)
        said = f"{problem['title']}. {problem['detail']} {problem.get('advice', '')}".strip()
    except (ValueError, KeyError, TypeError):
        said = f"the service answered {answer.status}"
    raise ValueError(said)


def _said(finding: Any) -> str:  # noqa: ANN401 -- JSON
    parts = [("game", finding["game"]), ("move", finding["move"]), ("", finding["side"])]
    place = ", ".join(f"{word} {value}".strip() for word, value in parts if value is not None) or "match"
    clause = f" [{finding['clause']}]" if finding["clause"] else ""
    return f"{place}: {finding['rule']}{clause}: {finding['text']}"
