"""The process that keeps the tree over the log and signs it: the only one that reads the key."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg

from domain.evidence.policy import parse_policy
from ops.errors import OperationError
from ops.evidence.examining import keep_examining
from ops.evidence.fork_guard import note
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing, ask_again, sign
from ops.evidence.witnesses import Witnesses, in_words
from ops.lifeline import Job
from projections.workers import processes

logger = logging.getLogger(__name__)

NOTING_SECONDS = 1.0
"""So much of the newest may be gone unnoticed where the end of the log is lost."""
PAUSE_SECONDS = 10.0
"""So much lies at least between two checkpoints; while nothing is recorded there are none."""


def run(job: Job) -> None:
    """Entry point: keeps the tree and signs it, until SIGTERM."""
    begin_signing(job)
    processes.run(job.database_url, "evidence", job.examination_days)


def begin_signing(job: Job) -> None:
    """Signs, notes and examines in threads of its own from now on; nothing where the job names no key."""
    if job.log_key_dir is not None:
        policy = job.witness_policy
        witnesses = Witnesses(parse_policy(policy.encode(errors="surrogateescape"))) if policy else None
        signing = Signing(KeyFolder(Path(job.log_key_dir)), job.log_origin, job.log_ml_dsa, witnesses, job.standby_url)
        threading.Thread(target=keep_signing, args=(job.database_url, signing), daemon=True).start()
        threading.Thread(target=keep_noting, args=(job.database_url, signing.folder), daemon=True).start()
        examined = (job.database_url, signing.folder, job.examination_days, _say_wrong)
        threading.Thread(target=keep_examining, args=examined, daemon=True).start()


def keep_signing(
    conninfo: str,
    signing: Signing,
    stop: threading.Event | None = None,
    report: Callable[[str], None] | None = None,
    pause_seconds: float = PAUSE_SECONDS,
) -> None:
    """Signs what has come, again and again, until `stop` is set. `report` is told in a line what keeps it or a witness
    from that, once as long as it is the same."""
    said, stop, report = "", stop or threading.Event(), report or _say
    while True:
        told = _signed(conninfo, signing)
        if told and told != said:
            report(told)
        said = told
        if stop.wait(pause_seconds):
            return


def keep_noting(
    conninfo: str, folder: KeyFolder, stop: threading.Event | None = None, pause_seconds: float = NOTING_SECONDS
) -> None:
    """Notes beside the key how far the log is, again and again, until `stop` is set, and holds a log that is another
    one. What keeps it from that keeps it from signing too, which tells it."""
    stop = stop or threading.Event()
    while True:
        with suppress(OperationError, LookupError, psycopg.Error), _connected(conninfo) as connection:
            while not stop.is_set():
                note(connection, folder)
                stop.wait(pause_seconds)
        if stop.wait(pause_seconds):
            return


def _connected(conninfo: str) -> psycopg.Connection:
    return psycopg.connect(conninfo, autocommit=True, connect_timeout=10)


def _signed(conninfo: str, signing: Signing) -> str:
    """The causes that kept this program, or a witness, from signing; nothing where all did."""
    try:
        with _connected(conninfo) as connection:
            signed = sign(connection, signing)
            if signing.witnesses is None:
                return ""
            if signed is None:
                ask_again(connection, signing.witnesses)
            return in_words(signing.witnesses.faults)
    except (OperationError, LookupError, psycopg.Error) as fault:
        return " ".join(str(fault).split()) or type(fault).__name__


def _say(line: str) -> None:
    logger.warning("signing the log: %s", line)


def _say_wrong(line: str) -> None:
    logger.error("examining the log: %s", line)
