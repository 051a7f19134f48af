"""What the workers run is shown as if one process had run it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    "conftest.py": """
import os, pytest
@pytest.fixture(scope="session")
def shared(pytestconfig):
    with open("begun", "a") as file:
        file.write(f"{os.getpid()}\\n")
    yield os.getpid()
    with open("ended", "a") as file:
        file.write(f"{os.getpid()}\\n")
""",
    "test_first.py": """
import warnings
def test_passes(shared, tmp_path): assert list(tmp_path.iterdir()) == []
def test_fails(shared):
    print("what it printed")
    assert 1 == 2
""",
    "test_second.py": """
import pytest, warnings
def test_warns(shared): warnings.warn("beware")
@pytest.mark.skip(reason="not today")
def test_skipped(): raise AssertionError
""",
    "test_third.py": "def test_also_passes(shared): pass",
}
CRASH = "import os\ndef test_crash(): os._exit({})"


DEAF = """
import signal, time
def test_deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of tests of its own."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def _run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "tests.workers", "--rootdir", str(folder), "-rfEs", *options]
    alone = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("number", ["0", "1", "2"])
def test_workers_report_what_one_process_reports(folder: Path, number: str) -> None:
    ended = _run(folder, "--workers", number)

    assert ended.returncode == 1
    assert "1 failed, 3 passed, 1 skipped, 1 warning" in ended.stdout
    assert "what it printed" in ended.stdout
    assert "FAILED test_first.py::test_fails - assert 1 == 2" in ended.stdout
    assert "SKIPPED [1] test_second.py:4: not today" in ended.stdout
    assert "UserWarning: beware" in ended.stdout


def test_worker_keeps_what_its_files_share_and_ends_it(folder: Path) -> None:
    _run(folder, "--workers", "2")

    begun = (folder / "begun").read_text().split()
    assert 1 <= len(begun) <= 2
    assert sorted(begun) == sorted(set(begun)) == sorted((folder / "ended").read_text().split())


@pytest.mark.parametrize("status", [0, 3])
def test_worker_that_ends_early_is_named_with_its_test(folder: Path, status: int) -> None:
    """Also where it says that all is well."""
    (folder / "test_first.py").write_text(CRASH.format(status))

    ended = _run(folder, "--workers", "2")

    assert ended.returncode != 0
    assert "a worker ended at test_first.py::test_crash" in ended.stdout


def test_fault_of_a_worker_itself_is_shown(folder: Path) -> None:
    hook = "def pytest_runtest_protocol(item): raise RuntimeError('a broken hook')"
    (folder / "conftest.py").write_text(FILES["conftest.py"] + hook)

    ended = _run(folder, "--workers", "2")

    assert ended.returncode != 0
    assert "RuntimeError: a broken hook" in ended.stderr


def test_first_failure_ends_the_run_where_that_is_asked_for(folder: Path) -> None:
    (folder / "test_third.py").write_text("import time\ndef test_takes_long(): time.sleep(3600)")

    ended = _run(folder, "--workers", "2", "-x")

    assert ended.returncode == 1
    assert "stopping after 1 failures" in ended.stdout


def test_worker_that_does_not_end_is_ended(folder: Path) -> None:
    (folder / "test_first.py").write_text(DEAF)
    (folder / "test_third.py").write_text("import time\ndef test_fails():\n    time.sleep(1)\n    assert False")
    with (folder / "conftest.py").open("a") as conftest:
        conftest.write("from tests import workers\nworkers.GRACE_SECONDS = 0.2\n")

    assert _run(folder, "--workers", "2", "-x").returncode == 1


def test_run_without_a_test_is_no_success(folder: Path) -> None:
    assert _run(folder, "--workers", "2", "-k", "nothing").returncode == pytest.ExitCode.NO_TESTS_COLLECTED


def test_preparation_is_done_once_for_all_workers(folder: Path) -> None:
    with (folder / "conftest.py").open("a") as conftest:
        conftest.write('from tests.workers import PREPARATIONS\nFILE = open("prepared", "a", buffering=1)\n')
        conftest.write('PREPARATIONS.append(lambda: print("once", file=FILE))\n')

    _run(folder, "--workers", "2")

    assert (folder / "prepared").read_text() == "once\n"


def test_folder_whose_files_read_the_same_is_run_by_one_worker(folder: Path) -> None:
    (folder / "house").mkdir()
    for name in ("test_fourth.py", "test_fifth.py"):
        (folder / "house" / name).write_text("import time\ndef test_waits(shared): time.sleep(0.5)")
    for file in folder.glob("test_*.py"):
        file.unlink()

    assert _run(folder, "--workers", "2").returncode == 0
    assert len((folder / "begun").read_text().split()) == 1
