"""Matches in files of eXtreme Gammon, BGBlitz and GammonView (GAM-7, TD-20), read by the library `gammonview`.

It is an extra that an operator installs. Files come from anybody: each is read in a process of its own, which gets no
more memory and time than a match needs, and from which only text and numbers come back. What it reads becomes a
transcript like any other, and is checked by our own rules.
"""

import importlib.util
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from pydantic import BaseModel, Field, ValidationError

from api.analysis.forked import Readers
from domain.backgammon.gnubg_statistics import Errors
from domain.backgammon.mat_reading import MOST_BYTES, TranscriptError, decode_transcript

IS_INSTALLED = importlib.util.find_spec("gvformat") is not None
"""Looked at as the program is loaded: later a part may not read it."""
SECONDS, MOST_MEGABYTES = 20, 512
_MOST_ANSWERED = 1_000_000
_READERS: Readers | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A program of the field: what its files are called and how they begin, and how it says a match as text."""

    name: str
    ending: str
    magic: bytes
    exports: str

    @property
    def exported(self) -> str:
        """Where in the program a match is exported as text."""
        return f"{self.name}: {self.exports}"


PROGRAMS = (
    Program("eXtreme Gammon", "xg", b"RGMH", "File, Export match, Text file (.txt) or .mat"),
    Program("BGBlitz", "bgf", b'{"format":"BGF"', "File, Export, .mat"),
    Program("GammonView", "gvab", b"OGXM", "Download, .mat"),
)


class _Figures(BaseModel):
    """A side's losses in so many decisions."""

    decisions: int = Field(ge=0, le=100_000)
    lost: Decimal = Field(ge=0, le=1_000_000)


class _Told(BaseModel):
    """The process's answer: the match as a transcript, or why there is none; and what an analysis in it says."""

    mat: str | None = None
    refused: str | None = None
    engine: str | None = Field(default=None, max_length=100)
    level: str | None = Field(default=None, max_length=40)
    counted_by: str = Field(default="", max_length=40)
    sides: tuple[_Figures, _Figures] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An analysis in a file: the program with its level and who counted, and both sides' figures."""

    program: str
    first: Errors
    second: Errors


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """A match in a file of a program: as a transcript, and what an analysis in it found; None: it has none."""

    mat: str
    found: Found | None


def program_of(content: bytes) -> Program | None:
    """The program that a file is of; None: of none whose files are read here."""
    return next((one for one in PROGRAMS if content.startswith(one.magic)), None)


def transcript_in(content: bytes) -> str:
    """The transcript in a file: its text, or what is read of a file of a program. Raises TranscriptError."""
    program = program_of(content)
    if program is None or len(content) > MOST_BYTES:
        return decode_transcript(content)
    return read_program_file(content, program).mat


def read_program_file(content: bytes, program: Program) -> ProgramFile:
    """The match in a file of that program. Raises TranscriptError, which says what to export where the library is not
    installed or the file can't be read."""
    told = _content_of(content, program)
    if told.mat is None:
        why = told.refused or "It can't be read."
        raise TranscriptError(f"{why} {_advice(program)}")
    return ProgramFile(told.mat, _analysis_in(told))


def _advice(program: Program) -> str:
    return f"Export the match from {program.name} as text: {program.exports}."


def _content_of(content: bytes, program: Program) -> _Told:
    if not IS_INSTALLED:
        said = "install scoresheet[analysis] on the server to read them"
        raise TranscriptError(f"Files of {program.name} are not read here; {said}. {_advice(program)}")
    answer = _ask_reader(content, program)
    try:
        return _Told.model_validate_json(answer)
    except ValidationError:
        raise TranscriptError(f"This file of {program.name} can't be read. {_advice(program)}") from None


def begin_readers(readers: Readers) -> None:
    """From now on files are read by these: in a part of the service, which starts no program of its own."""
    global _READERS
    _READERS = readers


def _ask_reader(content: bytes, program: Program) -> bytes:
    """The process's answer about the file; nothing where it was ended, or ended by itself."""
    if _READERS is not None:
        said = _READERS.answer(content, program.ending, SECONDS)
        return said if len(said) <= _MOST_ANSWERED else b""
    command = [sys.executable, "-I", "-m", "api.analysis.reading", program.ending]
    try:
        done = subprocess.run(
            command, input=content, capture_output=True, timeout=SECONDS, check=False, env=_ENVIRONMENT
        )
    except (subprocess.TimeoutExpired, OSError):
        return b""
    return done.stdout if done.returncode == 0 and len(done.stdout) <= _MOST_ANSWERED else b""


_ENVIRONMENT: Mapping[str, str] = {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
"""Settings of the service are no business of it."""


def _analysis_in(told: _Told) -> Found | None:
    if told.engine is None or told.sides is None or not any(one.decisions for one in told.sides):
        return None
    first, second = (Errors(one.decisions, one.lost) for one in told.sides)
    level = told.level or "level not said"
    return Found(f"{told.engine}, {level}, counted by {told.counted_by}, PR", first, second)
