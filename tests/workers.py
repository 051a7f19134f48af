"""`--workers 3`: the tests are collected once, and their files are run by so many copies of the process.

pytest-xdist starts workers that each import and collect everything, which takes longer than a tenth of all the tests.
Each worker takes the next file as soon as it comes to the last test of the one before. What the tests report is shown
by the process that leads.
"""

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import Any, cast
from warnings import WarningMessage

import pytest
from _pytest.capture import CaptureManager

PREPARATIONS: list[Callable[[], object]] = []
"""What modules of tests have done once before the process is copied, for each worker would do it again."""

TOGETHER = frozenset({"house"})
"""Folders that one worker runs whole, for its files have all of the program read once, which takes longest."""

NUMBER_SIZE = 4
GRACE_SECONDS = 5.0
"""For so long a worker has time to end by itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the files of tests in so many processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Runs the tests in the workers, where some are asked for. Raises what pytest raises where it stops early."""
    number = cast(int, session.config.getoption("--workers"))
    if not number or session.config.option.collectonly or session.testsfailed:
        return None
    for prepare in PREPARATIONS:
        prepare()
    assert threading.active_count() == 1, "a copy of a process has none of its threads"
    files = [list(items) for _, items in groupby(session.items, _taken_at_once)]
    turns = _turns(len(files))
    workers = [_Worker(session, files, turns, at) for at in range(number)]
    os.close(turns)
    try:
        _show(session, workers)
    finally:
        for worker in workers:
            worker.end()
    return True


def _taken_at_once(item: pytest.Item) -> Path:
    """A file, or a folder whose files read the same."""
    return item.path.parent if item.path.parent.name in TOGETHER else item.path


def _turns(number: int) -> int:
    """What the workers read the number of their next file from, until there is none."""
    read, write = os.pipe()
    os.write(write, b"".join(at.to_bytes(NUMBER_SIZE) for at in range(number)))
    os.close(write)
    return read


_DONE: tuple[str, dict[str, Any]] = ("done", {})
"""What a worker says last, of itself."""


class _Worker:
    """A copy of this process, and what it says."""

    def __init__(self, session: pytest.Session, files: Sequence[list[pytest.Item]], turns: int, at: int) -> None:
        self.heard, said = Pipe(duplex=False)
        self.running, self.done = "no test", False
        self.process = os.fork()
        if self.process == 0:
            status = 1
            try:
                self.heard.close()
                _work(session, files, turns, said, at)
                status = 0
            finally:
                if status:
                    _capture(session.config).stop_global_capturing()
                    traceback.print_exc()
                    sys.stderr.flush()
                os._exit(status)
        said.close()

    def end(self) -> None:
        """Ends it, if it hasn't ended; by force, if it doesn't end by itself."""
        if self.process:
            own = os.pidfd_open(self.process)
            os.kill(self.process, SIGTERM)
            if not wait([own], GRACE_SECONDS):
                os.kill(self.process, SIGKILL)
            os.close(own)
            self.ended()

    def ended(self) -> int:
        """Its exit status, once it has ended."""
        _, status = os.waitpid(self.process, 0)
        self.process = 0
        return os.waitstatus_to_exitcode(status)


class _Said:
    """What a worker reports goes to the process that leads, and not to the terminal."""

    def __init__(self, config: pytest.Config, said: Connection) -> None:
        self.config, self.said = config, said

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self.said.send(("pytest_runtest_logstart", {"nodeid": nodeid, "location": location}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        shown = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.said.send(("pytest_runtest_logreport", {"report": shown}))

    def pytest_warning_recorded(
        self, warning_message: WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        recorded = {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location}
        self.said.send(("pytest_warning_recorded", recorded))


def _work(session: pytest.Session, files: Sequence[list[pytest.Item]], turns: int, said: Connection, at: int) -> None:
    """Runs the tests of one file after the other. Each knows the next, so that what they share stays."""
    config = session.config
    _begin(config, at)
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(_Said(config, said))
    for item, following in pairwise(chain(_taken(files, turns), [None])):
        assert item is not None
        config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail or session.shouldstop:
            break
    said.send(_DONE)
    said.close()


def _taken(files: Sequence[list[pytest.Item]], turns: int) -> Iterator[pytest.Item]:
    while turn := os.read(turns, NUMBER_SIZE):
        yield from files[int.from_bytes(turn)]


def _begin(config: pytest.Config, at: int) -> None:
    """What is captured and the folders of tests are the worker's own."""
    capture = _capture(config)
    capture.stop_global_capturing()
    capture.start_global_capturing()
    factory = cast(Any, config)._tmp_path_factory
    folder = cast(Path, factory.getbasetemp()) / f"worker-{at}"
    folder.mkdir(mode=0o700)
    factory._basetemp = folder


def _capture(config: pytest.Config) -> CaptureManager:
    return cast(CaptureManager, config.pluginmanager.getplugin("capturemanager"))


def _show(session: pytest.Session, workers: Sequence[_Worker]) -> None:
    """Shows what the workers say until all have ended."""
    saying = {worker.heard: worker for worker in workers}
    while saying:
        for heard in wait(list(saying)):
            worker = saying[cast(Connection, heard)]
            try:
                hook, said = worker.heard.recv()
            except EOFError:
                del saying[worker.heard]
                if worker.ended() or not worker.done:
                    session.shouldfail = f"a worker ended at {worker.running}"
                continue
            _repeat(session.config, worker, hook, said)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)


def _repeat(config: pytest.Config, worker: _Worker, hook: str, said: dict[str, Any]) -> None:
    """Calls the hook that was called in the worker."""
    if (hook, said) == _DONE:
        worker.done = True
        return
    worker.running = said.get("nodeid", worker.running)
    if hook == "pytest_warning_recorded":
        config.hook.pytest_warning_recorded.call_historic(kwargs=said)
        return
    if hook == "pytest_runtest_logreport":
        said["report"] = config.hook.pytest_report_from_serializable(config=config, data=said["report"])
    getattr(config.hook, hook)(**said)
