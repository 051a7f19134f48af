"""Ctrl-C and SIGTERM in the middle of writing leave no process behind, and the next start goes on where that ended."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from ops import embedded
from ops.errors import ExitCode
from tests.faults.evidence import assert_kept, assert_settled, await_projections
from tests.faults.service import Service, owner_of, service
from tests.faults.writers import writing
from tests.properties import PROFILE

SEED = 20_261_122
TIMES = {"test": 1, "proof": 3}[PROFILE]


def control_c(served: Service) -> None:
    """What a terminal does: every process of the group in front gets it, twice by an impatient hand."""
    os.killpg(served.main.pid, signal.SIGINT)
    os.killpg(served.main.pid, signal.SIGINT)


def terminate(served: Service) -> None:
    """What a process manager does."""
    served.main.send_signal(signal.SIGTERM)


@pytest.mark.longer
@pytest.mark.parametrize("ask", [control_c, pytest.param(terminate, marks=pytest.mark.proof)])
def test_stopped_and_started_again_in_writing(folder: Path, ask: Callable[[Service], None]) -> None:
    with service(data_dir=folder) as served:
        served.start()
        key = served.office_key()
        with writing(served.url, key, SEED) as writers:
            for _ in range(TIMES):
                writers.await_answers(3)
                served.look()
                ask(served)
                assert served.ended() == ExitCode.DONE, served.said()
                assert served.nothing_is_left()
                served.start()
                assert "migrating" not in served.said()
                writers.await_answers()
                assert_kept(owner_of(folder), writers.answers(), key)
        await_projections(served.url)
        assert served.stop() == ExitCode.DONE
        assert served.nothing_is_left()
        with embedded.start(folder) as server:
            assert_settled(server.owner_url(), served, writers)
