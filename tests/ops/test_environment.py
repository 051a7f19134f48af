"""The environment in `.venv`: made once, anyone who starts at the same time, and made again where a start was killed.

A small project of its own is in for this one; its build backend, which needs nothing from the network, keeps count.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ops import environment
from tests.patience import PROGRAM_SECONDS, eventually

CHECKOUT = Path(__file__).parents[2]
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """
import pathlib, time, zipfile

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with open("builds", "a") as builds:
        builds.write("once\\n")
    while pathlib.Path("wait").exists():
        time.sleep(0.05)
    name = "small-1-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w") as wheel:
        wheel.writestr("small.py", "")
        wheel.writestr("small-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: small\\nVersion: 1\\n")
        wheel.writestr("small-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("small-1.dist-info/RECORD", "")
    return name
"""
MADE = ("make", ".venv/ready-to-run")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A fresh clone of the small project."""
    (tmp_path / "ops").mkdir()
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    shutil.copy(CHECKOUT / "ops" / "environment.py", tmp_path / "ops")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "backend.py").write_text(BACKEND)
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text("# nothing\n")
    return tmp_path


def begun(project: Path, *command: str) -> "subprocess.Popen[str]":
    """A start in the project, which goes on by itself."""
    return subprocess.Popen(
        command or MADE, cwd=project, stderr=subprocess.PIPE, text=True, env=_environment(), start_new_session=True
    )


def _environment() -> dict[str, str]:
    """Without what the make that runs the tests tells those it starts."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def builds(project: Path) -> int:
    """How often the project was installed."""
    counted = project / "builds"
    return len(counted.read_text().splitlines()) if counted.exists() else 0


def works(project: Path) -> bool:
    """Whether the environment can be used."""
    return subprocess.run([project / ".venv/bin/python", "-c", "import small"], check=False).returncode == 0


@pytest.mark.proof
def test_two_starts_at_once_make_it_once_and_a_change_installs_again(project: Path) -> None:
    starts = [begun(project), begun(project, "make", ".venv/ready-to-test")]
    ended = [start.communicate(timeout=PROGRAM_SECONDS)[1] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], ended
    assert any("waiting for another start" in said for said in ended)
    assert (builds(project), works(project)) == (1, True)
    (project / "requirements.lock").touch()
    assert begun(project).wait(PROGRAM_SECONDS) == 0
    assert builds(project) == 1
    (project / "requirements.lock").write_text("# nothing else\n")
    assert begun(project).wait(PROGRAM_SECONDS) == 0
    assert builds(project) == 2
    assert not (project / ".venv" / "under-way").exists()


@pytest.mark.proof
def test_leftovers_of_a_killed_start_are_made_again_by_the_next(project: Path) -> None:
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").symlink_to("/nowhere")
    (project / "wait").touch()
    killed = begun(project)
    assert eventually(lambda: builds(project) == 1)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    (project / "wait").unlink()
    assert not (project / ".venv/ready-to-run").exists()
    next((project / ".venv").rglob("pip/__init__.py")).unlink()  # as if it had been killed while it wrote that
    again = begun(project)
    said = again.communicate(timeout=PROGRAM_SECONDS)[1].splitlines()
    assert (again.returncode, works(project)) == (0, True)
    assert said[0] == "making what Scoresheet needs ready, in the folder .venv: once, for a minute or so"
    python, itself, modules = said[1:-1]
    assert python == "- making a Python of its own"
    assert (itself, modules) == ("- installing Scoresheet itself", "- compiling Python modules")
    assert said[-1].startswith("ready after ")


def test_installing_names_its_packages_and_no_warning_of_pip(capsys: pytest.CaptureFixture[str], locked: Path) -> None:
    environment._install_packages(str(locked))
    assert capsys.readouterr().err == "- installing 2 packages\n"


def test_installing_says_on_a_terminal_whose_turn_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locked: Path
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    environment._install_packages(str(locked))
    said = capsys.readouterr().err.replace("\r\033[K", "\n").splitlines()
    assert said == ["- installing 2 packages", "", "  1 of 2: one-more", "  2 of 2: two_more"]


def test_failed_installation_shows_what_pip_said_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locked: Path
) -> None:
    monkeypatch.setattr(environment, "PYTHON", pip_that_says(locked.parent, 1, "ERROR: no space is left"))
    with pytest.raises(SystemExit) as ended:
        environment._install_packages(str(locked))
    said = str(ended.value)
    assert "ERROR: no space is left\nthe environment in .venv could not be made" in said
    assert "WARNING" not in said
    assert capsys.readouterr().err == "- installing 2 packages\n"


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock of three packages, of which this machine needs two; pip installs them."""
    lock = tmp_path / "requirements.lock"
    lock.write_text("one==1 \\\n    --hash=sha256:00\ntwo==2\nthree==3 ; sys_platform == 'win32'\n")
    monkeypatch.setattr(environment, "PYTHON", pip_that_says(tmp_path, 0, "Installing collected packages: one, two"))
    return lock


TWO = "Processing /kept/two_more-2-py3-none-any.whl (from x)"


def pip_that_says(folder: Path, code: int, last: str) -> Path:
    """In place of the Python that runs pip: says what pip does, and ends with that code."""
    program = folder / f"python-{code}"
    lines = ("Ignoring three: markers", "WARNING: Location 'x'", "Collecting one-more==1 (from x)", TWO, last)
    program.write_text("#!/bin/sh\n" + "".join(f'echo "{line}"\n' for line in lines) + f"exit {code}\n")
    program.chmod(0o755)
    return program
