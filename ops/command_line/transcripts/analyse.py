"""`scoresheet transcript analyse`."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from api.analysis.engines import ENGINES, EngineName, chosen_engine
from api.analysis.program_files import Program, program_of, read_program_file
from api.analysis.running import AnalysisError
from domain.backgammon.gnubg_statistics import Errors, MatchStatistics, read_statistics
from domain.backgammon.mat_reading import TranscriptError, decode_transcript, read_matches
from domain.backgammon.turns import WrittenMatch
from ops.command_line.transcripts.check import UNREADABLE
from ops.command_line.transcripts.sending import attach
from ops.evidence.http_client import NotAnsweredError

_MOST_PLIES = 4
_MOST_BYTES = 5_000_000
"""Of an analysed match that was exported."""


class _Document(NamedTuple):
    """An analysis: its bytes, the program with its level, and what it says."""

    content: bytes
    program: str
    statistics: MatchStatistics


def analyse(
    file: Annotated[
        Path, typer.Argument(help="A transcript, or an analysed match: GNU Backgammon's text, .xg, .bgf or .gvab.")
    ],
    engine: Annotated[EngineName | None, typer.Option(help="The first that is installed, if none is named.")] = None,
    plies: Annotated[int, typer.Option(min=0, max=_MOST_PLIES, help="How far each decision is looked ahead.")] = 2,
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="After so long it is ended.")] = 1_800,
    to: Annotated[Path | None, typer.Option(help="Where the analysis is written.")] = None,
    match: Annotated[str | None, typer.Option(help="The address of the match's page, to attach it there.")] = None,
    key_file: Annotated[Path | None, typer.Option(help="A file with the API key, to attach it.")] = None,
    turned: Annotated[bool, typer.Option("--turned", help="The file has the match's second side first.")] = False,
) -> None:
    """Analyse a transcript, or read an analysed match, and print both sides' error rates (PR).

    GNU Backgammon (`gnubg`) analyses a transcript, or the engine `bgsage` of scoresheet[analysis]; install one first.
    Ctrl-C ends it, and so does `--seconds`. Of a match that `gnubg` has analysed, give the text that it exported.
    Analysed .xg, .bgf and .gvab files are read as they are. With `--match` the rates are attached to the match; they
    change no rating.

    Exit 0 with the rates, 2 with the reason if there are none.

    Example: scoresheet transcript analyse final.mat --plies 2 --to final.txt
    """
    try:
        document = _analysed(file, engine, plies, seconds)
        if to is not None:
            to.write_bytes(document.content)
        typer.echo("\n".join(_lines(file, document)))
        if match is not None:
            _attach(match, key_file, to or file, document, turned=turned)
            typer.echo(f"{to or file}: attached; keep this file, its digest is in the match's record")
    except (OSError, ValueError, AnalysisError, NotAnsweredError) as error:
        typer.echo(f"{file}: not analysed: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error


def _analysed(file: Path, engine: EngineName | None, plies: int, seconds: float) -> _Document:
    """The analysis in the file, or by an engine. Raises OSError, TranscriptError and AnalysisError."""
    with file.open("rb") as opened:
        content = opened.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise TranscriptError(f"The file has more than {_MOST_BYTES} bytes.")
    if program := program_of(content):
        return _of_program(content, program)
    match = _transcript(content)
    if match is None:
        statistics = read_statistics(content.decode("utf-8", "replace"))
        return _Document(content, f"GNU Backgammon, {statistics.level or 'level not said'}", statistics)
    done = ENGINES[chosen_engine(ENGINES, engine)].analyse(match, plies, seconds, _say_progress)
    return _Document(done.printed.encode(), f"{done.program}, {done.level}", done.statistics)


def _of_program(content: bytes, program: Program) -> _Document:
    """The analysis in the file of a program. Raises TranscriptError where it has none."""
    read = read_program_file(content, program)
    if read.found is None:
        raise TranscriptError(f"It holds no analysis: analyse the match in {program.name}, and save it again.")
    (match,) = read_matches(read.mat)
    return _Document(
        content, read.found.program, MatchStatistics(match.names, read.found.first, read.found.second, None)
    )


def _transcript(content: bytes) -> WrittenMatch | None:
    """The match in a transcript; None: it is none. Raises TranscriptError for several."""
    try:
        matches = read_matches(decode_transcript(content))
    except TranscriptError:
        return None
    if len(matches) > 1:
        raise TranscriptError(f"The file holds {len(matches)} matches: give one alone.")
    return matches[0]


def _say_progress(done: int, games: int) -> None:
    typer.echo(f"game {done} of {games} analysed", err=True)


def _lines(file: Path, document: _Document) -> Sequence[str]:
    told = document.statistics
    sides = zip(told.names, (told.first, told.second), strict=True)
    return [f"{file}: {document.program}", *(f"  {name}: {_said(errors)}" for name, errors in sides)]


def _said(errors: Errors) -> str:
    return f"{errors.rate} (lost {errors.lost} in {errors.decisions} decisions)"


def _attach(address: str, key_file: Path | None, kept: Path, document: _Document, *, turned: bool) -> None:
    """Attaches the figures with the digest of the file that is kept. Raises as `attach` does."""
    if key_file is None:
        raise ValueError("give the key file to attach it with")
    content = kept.read_bytes()
    if content != document.content:
        raise ValueError("the analysis is kept nowhere: say with --to where it is to be written")
    rates = [str(one.rate) for one in (document.statistics.first, document.statistics.second)]
    first, second = reversed(rates) if turned else rates
    program = document.program if document.program.endswith("PR") else f"{document.program}, PR"
    told = {"error_rates": {"program": program, "first": first, "second": second}}
    digest = sha256(content).hexdigest()
    body = {"kind": "analysis", "reference": kept.name, "digest": digest, **told}
    attach(address, key_file.read_text("utf-8").strip(), body)
