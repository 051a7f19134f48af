"""Anyone who waits for an export to be verified sees how far it is, and what is found is printed as ever."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from tests.evidence.exports.conftest import Sound
from tests.ops.support import COMMAND

VERIFY = [sys.executable, "-c", COMMAND, "verify"]
WIDE = {"COLUMNS": "200", "TERM": "xterm"}


def seen(place: Path, *, all_on_it: bool) -> tuple[str, str]:
    """What a terminal shows on which errors, or all, are printed, without colours; and what else is printed."""
    terminal, end = pty.openpty()
    stdout = end if all_on_it else subprocess.PIPE
    with subprocess.Popen([*VERIFY, str(place)], stdout=stdout, stderr=end, env=os.environ | WIDE) as verifying:
        os.close(end)
        shown = b""
        while piece := _read(terminal):
            shown += piece
        printed, _ = verifying.communicate()
    os.close(terminal)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()), (printed or b"").decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # so it says that nobody writes to it any more
        return b""


def test_a_bar_says_how_many_events_were_gone_through(sound: Sound) -> None:
    shown, printed = seen(sound.place, all_on_it=False)
    number = 2 * len((sound.place / "events/000000000.jsonl").read_bytes().splitlines())
    assert re.search(rf"\b{number}/{number}\b", shown)
    assert "1. The files are those of the manifest" in printed
    assert "unauthenticated" in printed
    assert "unauthenticated" not in shown


def test_lines_stand_above_the_bar(sound: Sound) -> None:
    shown, _ = seen(sound.place, all_on_it=True)
    lines = [line.rstrip("\r").rpartition("\r")[2].rstrip() for line in shown.split("\n")]
    assert any(line.startswith("1. The files are those of the manifest") for line in lines)
    assert "1 finding." in lines
