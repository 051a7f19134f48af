"""What the tests of running processes share."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from ops.command_line import main

COMMAND = "from ops.command_line import main; main()"
"""Runs `scoresheet` with any Python that has the program."""
NOT_SET_UP = "from ops.embedded import system_account\nsystem_account.is_set_up = lambda: False\n"
"""Before that, for root whose parts have no accounts of their own."""


def called(arguments: Sequence[str], settings: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """What the command line does with these arguments and settings, in this process: where one of its own would show
    nothing more."""
    code, out, err = 0, StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in settings.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["scoresheet", *arguments])
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def is_alive(process_id: int) -> bool:
    """Whether the process runs; one that has ended and only waits to be noticed doesn't."""
    if Path("/proc/self/stat").exists():
        try:
            return Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True
