"""The first start on a new machine holds for root, for any number of starts at once, and mends what is half done.

Each scene runs in a mount namespace of its own, where the lists of users and /var/lib are copies.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ops.first_start import SCENES
from tests.patience import PROGRAM_SECONDS

pytestmark = pytest.mark.operations

CHECKOUT = Path(__file__).parents[2]
MACHINE = """
set -e
mount -t tmpfs -o mode=0755 tmpfs "$0"
cp -a /etc "$0/etc"
mkdir "$0/lib"
mount --bind "$0/etc" /etc
mount --bind "$0/lib" /var/lib
exec "$@"
"""
UNSHARED = ("unshare", "--mount", "--propagation", "private", "sh", "-c", MACHINE)


@pytest.fixture(scope="module")
def new_machine(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """What to put before a command so that it runs there."""
    if os.geteuid() != 0:
        pytest.skip("only root makes the system user")
    if shutil.which("unshare") is None or shutil.which("useradd") is None:
        pytest.skip("there is no unshare or no useradd here")
    if Path("/var/lib") in (CHECKOUT.resolve().parents):
        pytest.skip("this checkout lies in /var/lib, which is hidden there")
    command = (*UNSHARED, str(tmp_path_factory.mktemp("machine")))
    tried = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"no mount namespace can be made here: {tried.stderr.strip()}")
    return command


@pytest.mark.longer
@pytest.mark.parametrize("scene", [scene.__name__ for scene in SCENES])
def test_a_first_start_as_root(new_machine: tuple[str, ...], scene: str) -> None:
    command = [*new_machine, sys.executable, "-m", "tests.ops.first_start", scene]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=PROGRAM_SECONDS)
    assert ended.returncode == 0, ended.stdout + ended.stderr
