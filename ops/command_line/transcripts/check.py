"""`scoresheet transcript check`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from api.analysis.program_files import transcript_in
from domain.backgammon.checkers import StartName
from domain.backgammon.checking import CheckedMatch, check_match, said_score, terms_written
from domain.backgammon.mat_reading import MOST_BYTES, TranscriptError, read_matches
from domain.backgammon.turns import WrittenMatch

SOUND, FOUND, UNREADABLE = range(3)
"""What the command ends with: no finding; some; a file of which no match can be read."""


class Checked(NamedTuple):
    """The result of a file, and the lines that say it."""

    code: int
    lines: Sequence[str]


def read_file(path: Path) -> tuple[WrittenMatch, ...]:
    """The matches of a file. Raises TranscriptError."""
    try:
        with path.open("rb") as file:
            return read_matches(transcript_in(file.read(MOST_BYTES + 1)))
    except OSError as error:
        raise TranscriptError(f"The file can't be opened: {error.strerror}.") from error


def check(
    files: Annotated[list[Path], typer.Argument(help="Transcripts as .mat or .txt, or files .xg, .bgf or .gvab.")],
    start: Annotated[
        StartName | None, typer.Option(help=("The announced starting position; by default the file's own."))
    ] = None,
) -> None:
    """Check transcripts against the rules of play.

    Exit 0 if nothing is found, 1 with the findings by game, move and rule, 2 if a file can't be read.

    Example: scoresheet transcript check final.mat
    """
    results = [_checked(path, start) for path in files]
    for result in results:
        typer.echo("\n".join(result.lines))
    if code := max(result.code for result in results):
        raise typer.Exit(code)


def _checked(path: Path, start: StartName | None) -> Checked:
    try:
        found = [_check(match, start) for match in read_file(path)]
    except TranscriptError as error:
        return Checked(UNREADABLE, [f"{path}: unreadable: {error}"])
    lines = [line for number, match in enumerate(found, 1) for line in _lines(path, number, len(found), match)]
    return Checked(FOUND if any(match.findings for match in found) else SOUND, lines)


def _check(match: WrittenMatch, start: StartName | None) -> CheckedMatch:
    terms = terms_written(match)
    return check_match(match, terms if start is None else terms.from_start(start))


def _lines(path: Path, number: int, matches: int, match: CheckedMatch) -> list[str]:
    which = f"{path}, match {number} of {matches}" if matches > 1 else str(path)
    length = f"to {match.terms.length} points" if match.terms.length else "without a length"
    said = f"{which}: {match.names[0]} {said_score(match.score)} {match.names[1]}, {length}"
    looked = (
        f"{match.checked} of {match.plays} plays in {len(match.games)} games checked, {len(match.findings)} findings"
    )
    lines = _lines_in_file(match)
    return [f"{said}; {looked}", *(f"  {finding}{lines.get(id(finding), '')}" for finding in match.findings)]


def _lines_in_file(match: CheckedMatch) -> Mapping[int, str]:
    """By the identity of a finding the line of its turn, where the file has lines."""
    turns = ((turn, found) for game in match.games for turn, found in zip(game.turns, game.by_turn, strict=True))
    return {id(one): f" (line {turn.line})" for turn, found in turns for one in found if turn.line}
