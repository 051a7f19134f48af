"""Root serves nothing itself: it refuses where the machine is not set up, and to try it out makes one account."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from ops import late_imports
from ops.command_line import app
from ops.embedded import system_account
from ops.embedded.system_account import NAME, PART_ACCOUNTS, part_account, server_account
from ops.errors import ExitCode, SetUpError
from tests.ops.support import NOT_SET_UP
from tests.ops.test_serving import ANSWER, SERVE, asked
from tests.patience import eventually

pytestmark = pytest.mark.operations

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has accounts for parts")


@pytest.fixture
def root_without_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("ops.command_line.serve.is_set_up", lambda: False)


@pytest.mark.usefixtures("root_without_set_up")
def test_serve_as_root_refuses_and_names_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ops.serving.serve", lambda *_, **__: pytest.fail("it served"))
    done = CliRunner().invoke(app, ["serve"])
    assert isinstance(done.exception, SetUpError)
    assert done.exception.exit_code == ExitCode.NOT_SET_UP
    assert "run scoresheet setup" in str(done.exception)


@pytest.mark.usefixtures("root_without_set_up")
@pytest.mark.parametrize("is_there", [True, False])
def test_demonstration_as_root_says_that_it_makes_an_account(monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    served = list[bool]()
    monkeypatch.setattr("ops.serving.serve", lambda *_, **__: served.append(True))
    monkeypatch.setattr("ops.command_line.serve.lacks_account", lambda: not is_there)
    done = CliRunner().invoke(app, ["serve", "--demo"])
    assert served == [True]
    assert (f"making the system account {NAME}" in done.output) is not is_there


@as_root
def test_parts_work_in_the_one_account_until_all_have_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = system_account._found
    assert {part_account(name) for name in PART_ACCOUNTS}.isdisjoint({server_account()})
    lacking = next(iter(PART_ACCOUNTS))
    monkeypatch.setattr(system_account, "_found", lambda name: None if name == lacking else found(name))
    assert {part_account(name) for name in PART_ACCOUNTS} == {server_account()}


@as_root
@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("late", ["told", "refused"])
def test_part_without_rights_of_root_reads_files_of_programs(folder: Path, late: str) -> None:
    """The figures are those of tests/backgammon/test_program_files.py."""
    environment = os.environ | {
        "SCORESHEET_DATA_DIR": str(folder),
        "SCORESHEET_PORT": "0",
        late_imports.REFUSED: late,
    }
    command = [sys.executable, "-c", SERVE, "API=tests.ops.reading_part:answer"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("serving on"))
            port = int(re.findall(r"http://127.0.0.1:(\d+) ", line)[0])
            with socket.create_connection(("127.0.0.1", port)) as connection:
                account, *figures = connection.makefile().read().split("\n")
            assert (account != "0", figures) == (True, ["5.937", "5.940", "5.571"])
        finally:
            process.terminate()


@as_root
def test_service_to_try_out_runs_in_the_one_account(folder: Path) -> None:
    environment = os.environ | {"SCORESHEET_DATA_DIR": str(folder), "SCORESHEET_PORT": "0"}
    command = [sys.executable, "-c", NOT_SET_UP + SERVE, ANSWER]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("serving on"))
            part, role = asked(int(re.findall(r"http://127.0.0.1:(\d+) ", line)[0]))
            assert role == "('scoresheet_service',)"
            assert psutil.Process(part).uids().real == server_account().user_id
        finally:
            process.terminate()
    assert eventually(lambda: not psutil.pid_exists(part))
