"""A part that reads files of programs, as the API does, once it has given up root's rights."""

import os
import socket
from importlib import import_module

from api.analysis import program_files, reading
from api.analysis.forked import Readers
from api.analysis.program_files import Program, program_of, read_program_file
from domain.backgammon.mat_reading import TranscriptError
from ops.lifeline import Job
from tests.backgammon.program_files import ENDINGS, program_file

import_module("gvformat")
FILES = [program_file(ending) for ending in ENDINGS]
"""Read as the part is started: its account may not read them."""


def answer(job: Job) -> None:
    """Answers each connection with its account, and with what it reads of each file, a line each."""
    program_files.begin_readers(Readers(reading.answer))
    with socket.socket(fileno=job.socket) as listener:
        listener.listen()
        while True:
            connected, _ = listener.accept()
            with connected:
                connected.sendall("\n".join((str(os.geteuid()), *map(_read, FILES))).encode())


def _read(content: bytes) -> str:
    program = program_of(content)
    assert isinstance(program, Program)
    try:
        found = read_program_file(content, program).found
    except TranscriptError as error:
        return str(error)
    return str(found and found.first.rate)
