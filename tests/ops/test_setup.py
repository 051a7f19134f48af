"""`scoresheet setup` makes what real use needs; systemd takes its units, and each part runs by itself as they say."""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ops.errors import SetUpError
from ops.setup.making import passwords, require_reachable, write_files
from ops.setup.plan import LOGINS, SETTINGS, UNITS, Plan
from tests import own_server
from tests.faults.service import held_port
from tests.ops.support import COMMAND, called
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

MOST_EXPOSED = 2.0
"""Of the parts, as `systemd-analyze security` counts: 10 is open, 0 closed."""


def plan(host: str = "127.0.0.1") -> Plan:
    return Plan(Path(sys.executable), host, passwords(Path("/nowhere")))


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A folder with all that the command writes; the program that the units name is there."""
    write_files(plan(), tmp_path)
    return tmp_path


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd's own check of the units was left out: there is no systemd-analyze")
    return found


def test_systemd_takes_every_unit(written: Path, analyze: str) -> None:
    units = sorted((written / UNITS.relative_to("/")).iterdir())
    assert len(units) == 10
    done = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("login", LOGINS.values())
def test_parts_are_closed_in(written: Path, analyze: str, login: str) -> None:
    unit = written / UNITS.relative_to("/") / f"{login}.service"
    done = subprocess.run([analyze, "security", "--offline=true", unit], capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= MOST_EXPOSED


def test_logins_are_read_by_their_owner_alone_and_stay(written: Path) -> None:
    place = written / SETTINGS.relative_to("/")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in place.iterdir()}
    assert modes.pop("settings.env") == 0o644
    assert set(modes.values()) == {0o600}
    before = {file.name: file.read_text() for file in place.iterdir()}
    again = write_files(Plan(Path("/opt/program"), "127.0.0.1", passwords(place)), written)
    assert {file.parent for file in again} == {written / UNITS.relative_to("/")}
    assert {file.name: file.read_text() for file in place.iterdir()} == before
    assert all(passwords(place)[login] in before[f"{group}.env"] for group, login in LOGINS.items())


def test_program_in_a_private_home_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    for name in ("scoresheet", "python"):
        (home / name).touch(mode=0o755)
    with pytest.raises(SetUpError, match=r"can't run .*, since .* is private: install in /opt"):
        require_reachable(home / "scoresheet")


def test_command_writes_what_is_to_be_looked_at(tmp_path: Path) -> None:
    done = called(["setup", "--into", str(tmp_path / "looked-at"), "--statements"], {})
    assert done.returncode == 0, done.stderr
    assert "CREATE DATABASE scoresheet" in done.stdout
    assert (tmp_path / "looked-at/etc/systemd/system/scoresheet-api.service").exists()


@pytest.mark.parametrize("version", own_server.versions() or [0])
def test_each_part_runs_by_itself_as_its_unit_says(version: int, folder: Path) -> None:
    """With the statements, the files and the commands of the units, on the server that the machine brings."""
    if not version:
        (pytest.fail if own_server.DEMANDED else pytest.skip)(own_server.LACKING)
    held = held_port()
    with own_server.running(version, fsync=True) as url:
        made = plan(re.search(r"host=(\S+)", url)[1])  # type: ignore[index]  # it names its socket
        for _ in range(2):
            psql = ("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", url)
            subprocess.run(psql, input=made.statements(), text=True, check=True)
        write_files(made, folder)
        settings = own(folder, held.getsockname()[1])
        done = subprocess.run(
            command(folder, "prepare"),
            env=settings | login(folder, "owner"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "open this link within an hour" in done.stdout
        with parts(folder, settings) as running:
            address = f"http://127.0.0.1:{settings['SCORESHEET_PORT']}"
            assert eventually(lambda: answers(f"{address}/ready"))
            assert [one.poll() for one in running] == [None] * len(LOGINS)
            for one in running:
                one.send_signal(signal.SIGTERM)
            assert [one.wait(PATIENCE_SECONDS) for one in running] == [0] * len(LOGINS)
    held.close()


def own(folder: Path, port: int) -> dict[str, str]:
    """The environment of all units, with places of the test's own."""
    home = folder / "home"
    home.mkdir(mode=0o711)
    named = read(folder, "settings")
    assert {"SCORESHEET_LOG_KEY_DIR", "SCORESHEET_WEBHOOK_KEY_FILE", "SCORESHEET_PORT"} <= named.keys()
    own = {
        "LOG_KEY_DIR": home / "log-key",
        "WEBHOOK_KEY_FILE": home / "webhook-key",
        "DATA_DIR": home / "data",
        "PORT": port,
    }
    return os.environ | named | {f"SCORESHEET_{name}": str(value) for name, value in own.items()}


def login(folder: Path, name: str) -> dict[str, str]:
    return read(folder, name)


def read(folder: Path, name: str) -> dict[str, str]:
    """What systemd makes of a file of settings."""
    text = (folder / SETTINGS.relative_to("/") / f"{name}.env").read_text()
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))


def command(folder: Path, name: str) -> list[str]:
    """The words of the unit's command, run by this Python."""
    unit = (folder / UNITS.relative_to("/") / f"scoresheet-{name}.service").read_text()
    [found] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, *words = found.split()
    assert program == sys.executable
    return [sys.executable, "-c", COMMAND, *words]


@contextmanager
def parts(folder: Path, settings: Mapping[str, str]) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """The four parts; none is left at the end."""
    running = [
        subprocess.Popen(command(folder, group), env={**settings, **login(folder, group)}, start_new_session=True)
        for group in LOGINS
    ]
    try:
        yield running
    finally:
        for one in running:
            one.kill()
            one.wait()


def answers(address: str) -> bool:
    """Whether all is followed and signed as far as it is recorded."""
    try:
        found = httpx.get(address, timeout=PATIENCE_SECONDS)
    except httpx.TransportError:
        return False
    return found.status_code == 200
