"""Serving: everything is ended together, by a signal, by a part that ends, or by killing any process of it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from ops import embedded
from ops.embedded.system_account import API, part_account
from ops.errors import ExitCode
from ops.lifeline import Job, start_part, stop_part
from ops.parts import FEW_PARTS, PARTS
from tests.ops.support import NOT_SET_UP, is_alive
from tests.patience import PATIENCE_SECONDS, eventually
from tests.projections.support import Club, ticking

pytestmark = pytest.mark.operations

SERVE = """
import sys
from ops import forking, serving
from ops.embedded.system_account import API
from ops.errors import OperationError
from ops.parts import FEW_PARTS, PARTS, Part
from ops.settings import read_settings
all_parts = FEW_PARTS if "few" in sys.argv[1:] else PARTS
named = dict(part.split("=") for part in sys.argv[1:] if part != "few")
demonstration = named.pop("demonstration", None)
parts = {name: Part(entry_point, API) for name, entry_point in named.items()}
if parts:
    forking.PRELOADED[:] = ["tests.ops.parts"]
try:
    announce = lambda line: print(line, flush=True)
    serving.serve(read_settings(), announce, demonstration=demonstration, parts=parts or all_parts)
except OperationError as error:
    print(error, flush=True)
    sys.exit(error.exit_code)
"""
ANSWER = "API=tests.ops.parts:answer"
IDLE = "projections runner=tests.ops.parts:idle"
END_WELL = "tests.ops.parts:end_well"
END_AT_ONCE = "projections runner=tests.ops.parts:end_at_once"


@dataclass(frozen=True)
class Service:
    """A serving process, and the processes it started that can be known from outside."""

    process: "subprocess.Popen[str]"
    part: int
    server: int

    def all_have_ended(self) -> bool:
        return not any(is_alive(process) for process in (self.process.pid, self.part, self.server))


def launched(folder: Path, *parts: str, program: str = SERVE) -> "subprocess.Popen[str]":
    environment = os.environ | {"SCORESHEET_DATA_DIR": str(folder), "SCORESHEET_PORT": "0"}
    return subprocess.Popen([sys.executable, "-c", program, *parts], env=environment, stdout=subprocess.PIPE, text=True)


@contextmanager
def serving(folder: Path) -> Iterator[Service]:
    """A service of two parts that has said where it serves, and works in the restricted role; all of it has ended
    afterwards."""
    process = launched(folder, ANSWER, IDLE)
    assert process.stdout is not None
    line = next(line for line in process.stdout if line.startswith("serving on"))
    part, role = asked(int(re.findall(r"http://127.0.0.1:(\d+) ", line)[0]))
    assert role == "('scoresheet_service',)"
    account = part_account(API)
    assert psutil.Process(part).uids().real == (account.user_id if account else os.geteuid())
    server = int((folder / "postgresql" / "postmaster.pid").read_text().split("\n", 1)[0])
    service = Service(process, part, server)
    try:
        yield service
    finally:
        process.kill()
        process.communicate()
        assert eventually(service.all_have_ended)


def asked(port: int) -> tuple[int, str]:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        process_id, role = connection.makefile().read().split(" ", 1)
    return int(process_id), role


def test_a_part_gives_way_whichever_way_the_machine_shares_its_processors_out() -> None:
    part = start_part("tests.ops.parts:idle", Job("", gives_way=7))
    try:
        session = Path(f"/proc/{part.pid}/autogroup")
        assert eventually(lambda: psutil.Process(part.pid).nice() == os.nice(0) + 7)
        assert not session.exists() or eventually(lambda: session.read_text().endswith("nice 7\n"))
    finally:
        stop_part(part)
    assert PARTS["reads that take long"].gives_way > 0


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, marks=pytest.mark.proof),
        signal.SIGTERM,
        pytest.param(signal.SIGHUP, marks=pytest.mark.proof),
    ],
)
def test_a_signal_ends_everything_and_is_no_error(folder: Path, number: signal.Signals) -> None:
    with serving(folder) as service:
        service.process.send_signal(number)
        assert service.process.wait(PATIENCE_SECONDS) == ExitCode.DONE
        assert service.all_have_ended()


@pytest.mark.proof
def test_a_signal_that_comes_twice_is_still_no_error(begun: Path) -> None:
    with serving(begun) as service:
        for _ in range(20):
            service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(PATIENCE_SECONDS) == ExitCode.DONE
        assert service.all_have_ended()


@pytest.mark.proof
def test_killing_the_supervisor_ends_everything(begun: Path) -> None:
    with serving(begun) as service:
        service.process.kill()
        service.process.wait()
        assert eventually(service.all_have_ended)


def test_killing_a_part_ends_everything(begun: Path) -> None:
    with serving(begun) as service:
        os.kill(service.part, signal.SIGKILL)
        assert service.process.wait(PATIENCE_SECONDS) == ExitCode.SERVICE_ENDED
        assert service.all_have_ended()


@pytest.mark.proof
def test_killing_the_database_ends_everything(begun: Path) -> None:
    with serving(begun) as service:
        os.kill(service.server, signal.SIGKILL)
        assert service.process.wait(PATIENCE_SECONDS) == ExitCode.SERVICE_ENDED
        assert service.all_have_ended()


def test_a_part_that_ends_is_named(begun: Path) -> None:
    process = launched(begun, END_AT_ONCE, ANSWER)
    output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == ExitCode.SERVICE_ENDED
    assert "the projections runner ended by itself (exit code 7); everything was stopped" in output


@pytest.mark.proof
def test_the_service_answers_while_the_demonstration_is_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    revisions = 200
    path = folder / "list.jsonl"
    rows = [json.dumps(["2025-2-8", f"Player {number}", "Somebody", 5]) for number in range(revisions)]
    path.write_text(
        "".join(
            f'{{"revision": {number}, "at": "2025-02-10T21:00:45+07:00", "keep": {number}, "append": [{row}]}}\n'
            for number, row in enumerate(rows)
        )
    )
    path.chmod(0o644)
    monkeypatch.setenv("DEMONSTRATION", str(path))
    process = launched(folder, "demonstration=tests.ops.parts:load")
    assert process.stdout is not None
    line = next(line for line in process.stdout if line.startswith("serving on"))
    url = re.findall(r"http://[\d.:]+", line)[0]
    try:
        assert loading(url), "what is to come is told from the first answer on"
        shown = []
        while found := loading(url):
            shown += found
        assert {(each["what"], each["total"]) for each in shown} <= {("demonstration", 1), ("demonstration", revisions)}
        assert shown[0]["done"] < shown[-1]["done"]
        assert [each["done"] for each in shown] == sorted(each["done"] for each in shown)
        assert next(line for line in process.stdout if "a key to try it with" in line)
        assert f"curl {url}/v1/tournaments" in next(process.stdout)
    finally:
        process.terminate()
        process.communicate()
    assert process.returncode == ExitCode.DONE


def test_a_second_service_on_one_data_folder_is_told_where_the_first_is(begun: Path) -> None:
    first = launched(begun, ANSWER)
    assert first.stdout is not None
    address = next(line for line in first.stdout if line.startswith("serving on")).split()[2]
    second = launched(begun, ANSWER)
    told, _ = second.communicate()
    assert second.returncode == ExitCode.DATA_FOLDER
    assert f"is served already, at {address}: use that one" in told
    assert first.poll() is None
    first.terminate()
    first.communicate()


def test_few_parts_follow_the_log_as_all_do(begun: Path) -> None:
    process = launched(begun, "few", program=NOT_SET_UP + SERVE)
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if line.startswith("serving on"))
        url = re.findall(r"http://[\d.:]+", line)[0]
        with embedded.start(begun) as server, closing(Journal(server.service_url(), ticking(), REGISTRY, FOLDS)) as log:
            Club(log).register(1, 2)
            position = log.position()
        shown = eventually(lambda: has_followed(ready(url), position))
        assert shown, ready(url)
        children = psutil.Process(process.pid).children(recursive=True)
        assert sum(map(is_part, children)) == len(FEW_PARTS)
    finally:
        process.terminate()
        process.communicate()
    assert process.returncode == ExitCode.DONE


def test_followers_of_the_log_begin_again_after_a_demonstration(begun: Path) -> None:
    """What loading left in its memory goes with its process."""
    loads = "from ops import serving\nserving.MUCH = 2\n"
    process = launched(begun, "few", "demonstration=tests.ops.parts:register", program=NOT_SET_UP + loads + SERVE)
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if line.startswith("serving on"))
        served_at, url = time.time(), re.findall(r"http://[\d.:]+", line)[0]
        shown = eventually(lambda: ready(url)["loading"] == [] and ready(url)["position"] == 2)
        assert shown, ready(url)
        parts = [one for one in psutil.Process(process.pid).children(recursive=True) if is_part(one)]
        again = {one.cmdline()[0] for one in parts if one.create_time() > served_at}
        assert again == {f"scoresheet {part.entry_point}" for part in FEW_PARTS.values() if part.follows}
        assert eventually(lambda: has_followed(ready(url), 2)), ready(url)
    finally:
        process.terminate()
        process.communicate()
    assert process.returncode == ExitCode.DONE


def is_part(process: psutil.Process) -> bool:
    return re.match(r"scoresheet [a-z_.]+:run", " ".join(process.cmdline())) is not None


def has_followed(shown: Mapping[str, Any], position: int) -> bool:
    """Whether every read model has come so far, and the log is signed so far."""
    return set(shown["lag"].values()) == {0} and shown["position"] == shown["signed"] == position


def ready(url: str) -> Any:  # noqa: ANN401 -- JSON
    return httpx.get(f"{url}/ready", timeout=PATIENCE_SECONDS, trust_env=False).json()


def test_thread_that_fails_ends_the_few_parts() -> None:
    program = (
        "import threading, ops.together as t; threading.Thread(target=t._all_or_none, args=(lambda: 1 / 0,)).start()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", f"{program}; threading.Event().wait()"], capture_output=True, text=True
    )
    assert (ended.returncode, "ZeroDivisionError" in ended.stderr) == (1, True)


def loading(url: str) -> Any:  # noqa: ANN401 -- JSON
    """What `/ready` says is being loaded."""
    return httpx.get(f"{url}/ready", timeout=PATIENCE_SECONDS, trust_env=False).raise_for_status().json()["loading"]


def test_a_demonstration_that_ends_badly_is_told_and_the_service_goes_on(begun: Path) -> None:
    process = launched(begun, ANSWER, "demonstration=tests.ops.parts:end_at_once")
    assert process.stdout is not None
    line = next(line for line in process.stdout if "demonstration" in line)
    assert line == "the demonstration was not loaded to its end; `scoresheet demo` loads what is missing\n"
    assert process.poll() is None
    process.terminate()
    process.communicate()
    assert process.returncode == ExitCode.DONE
