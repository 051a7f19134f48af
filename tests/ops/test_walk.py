"""A new machine goes all the way by what the guides print: start, play, backup, loss, restore, drill, upgrade."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT
from tests.ops.test_first_start import new_machine as new_machine

pytestmark = [pytest.mark.operations, pytest.mark.proof, pytest.mark.rule("ALL-1")]

ALONE = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Before a command that has the machine's addresses for itself, and so the port that the guides name."""


def test_new_machine_walks_from_the_first_start_to_an_upgrade_by_the_guides(
    new_machine: tuple[str, ...], tmp_path: Path
) -> None:
    if shutil.which("ip") is None or shutil.which("curl") is None:
        pytest.skip("there is no ip or no curl here")
    command = [*new_machine, *ALONE, sys.executable, "-m", "tests.ops.walk", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "table after it: done" in ended.stdout
