"""Readers of files that are forked: each is bounded, and none outlives the process that began them (GAM-7)."""

import os
import time

import psutil
import pytest

from api.analysis import program_files, reading
from api.analysis.forked import Readers
from api.analysis.program_files import MOST_MEGABYTES, program_of, read_program_file
from domain.backgammon.mat_reading import TranscriptError
from tests.backgammon.program_files import program_file
from tests.patience import PATIENCE_SECONDS


def behave(content: bytes, kind: str) -> bytes:
    """As the file says."""
    reading._set_limits()
    match content:
        case b"size":
            return b"%d" % len(bytearray(2 * MOST_MEGABYTES * 1_000_000))
        case b"sleep":
            time.sleep(PATIENCE_SECONDS)
        case b"ends":
            os._exit(3)
        case b"settings":
            return repr(dict(os.environ)).encode()
    return kind.encode() + content


@pytest.mark.rule("GAM-7")
def test_forked_readers_answer_each_file_and_are_bounded() -> None:
    readers = Readers(behave)
    assert readers.answer(b"ends", "xg", PATIENCE_SECONDS) == b""
    assert readers.answer(b"size", "xg", PATIENCE_SECONDS) == b""
    assert readers.answer(b"sleep", "xg", 0.1) == b""
    assert readers.answer(b"settings", "xg", PATIENCE_SECONDS) == b"{}"
    large = bytes(5_000_000)
    assert readers.answer(large, "bgf", PATIENCE_SECONDS) == b"bgf" + large
    readers.end()


@pytest.mark.rule("GAM-7")
def test_forked_readers_end_with_the_process_that_began_them() -> None:
    readers = Readers(behave)
    assert readers.answer(b" here", "xg", PATIENCE_SECONDS) == b"xg here"
    readers.end()
    assert not psutil.pid_exists(readers.process)
    with pytest.raises(OSError, match=r"closed|descriptor"):
        readers.answer(b" here", "xg", PATIENCE_SECONDS)


@pytest.mark.rule("GAM-7", "TD-20")
def test_forked_reader_reads_files_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    readers = Readers(reading.answer)
    monkeypatch.setattr(program_files, "_READERS", readers)
    content = program_file("xg")
    program = program_of(content)
    assert program is not None
    found = read_program_file(content, program).found
    assert (found is not None and str(found.first.rate), found and found.program) == (
        "5.937",
        "eXtreme Gammon, 3ply, counted by gammonview 3.1.0, PR",
    )
    with pytest.raises(TranscriptError, match="Export the match from eXtreme Gammon"):
        read_program_file(content[:9_000], program)
    readers.end()
