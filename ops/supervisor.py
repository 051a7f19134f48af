"""Runs the parts of the service side by side, and ends them all when one ends or somebody asks."""

import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.process import BaseProcess
from pathlib import Path

from ops import late_imports
from ops.database import DatabaseUrls, rests_on_account
from ops.embedded.system_account import API, SIGNER, WEBHOOKS, part_account, server_account
from ops.errors import AddressTakenError, ServiceEndedError
from ops.evidence.key_folder import KeyFolder
from ops.evidence.witnesses import read_policy
from ops.lifeline import GRACE_SECONDS, Identity, Job, start_part, stop_part
from ops.parts import Part
from ops.settings import Settings
from ops.webhooks.key_file import read_key

POLL_SECONDS = 0.2
HASTE_SECONDS = 1.0
"""For parts to end when one is gone: what they still wait for is likely to be just that."""


@dataclass(frozen=True, slots=True)
class Children(Mapping[str, BaseProcess]):
    """The processes of the parts, and what each was started with: its entry point, job and socket."""

    jobs: Mapping[str, tuple[str, Job, socket.socket | None]]
    started: dict[str, BaseProcess] = field(default_factory=dict)

    def __getitem__(self, name: str) -> BaseProcess:
        return self.started[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.started)

    def __len__(self) -> int:
        return len(self.started)

    def start(self, *names: str) -> None:
        """Starts these parts, in the place of the processes that were theirs."""
        for name in names:
            if name in self.started:
                stop_part(self.started[name])
            self.started[name] = start_part(*self.jobs[name])


def bound_socket(host: str, port: int, otherwise: str) -> socket.socket:
    """A socket bound to the address, not listening yet. Raises AddressTakenError where that isn't possible, which says
    how another is named, `otherwise`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        raise AddressTakenError(f"can't serve on {host} port {port}: {error.strerror}; {otherwise}") from error
    return found


@contextmanager
def private_socket(identity: Identity | None) -> Iterator[socket.socket]:
    """A bound Unix socket that only this identity and root reach, or where there is none anyone who starts this."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-") as folder, socket.socket(socket.AF_UNIX) as found:
        path = Path(folder) / "heavy-reads"
        found.bind(str(path))
        path.chmod(0o600)
        if identity is not None:
            os.chown(path, identity.user_id, identity.group_id)
            path.parent.chmod(0o711)
        yield found


@contextmanager
def running_parts(
    parts: Mapping[str, Part], urls: DatabaseUrls, listener: socket.socket | None, settings: Settings
) -> Iterator[Children]:
    """Starts each part with its address of the database, the bound socket and what it needs of the settings; the signer
    with how the log is signed. Stops all of them at the end. Raises SettingsError."""
    api = None if rests_on_account(urls.service) else _identity(API)
    with private_socket(api) as heavy:
        path = heavy.getsockname() if any(part.is_heavy for part in parts.values()) else None
        jobs = {
            name: (part.entry_point, _job(part, urls, settings, path), heavy if part.is_heavy else listener)
            for name, part in parts.items()
        }
        with _running(jobs) as children:
            yield children


@contextmanager
def _running(jobs: Mapping[str, tuple[str, Job, socket.socket | None]]) -> Iterator[Children]:
    """The process of each entry point, job and socket."""
    children = Children(jobs)
    grace_seconds = GRACE_SECONDS
    try:
        children.start(*jobs)
        yield children
    except ServiceEndedError:
        grace_seconds = HASTE_SECONDS
        raise
    finally:
        for child in children.values():
            child.terminate()
        for child in children.values():
            stop_part(child, grace_seconds)


def _job(part: Part, urls: DatabaseUrls, settings: Settings, heavy_socket: str | None) -> Job:
    url = urls.of(part.role)
    job = Job(
        url,
        heavy_socket=heavy_socket,
        limits=asdict(settings.limits),
        logins=settings.logins,
        erasure_wait_hours=settings.erasure_wait_hours,
        identity=None if rests_on_account(url) else _identity(part.account),
        gives_way=part.gives_way,
        refuses_late_imports=late_imports.are_refused(),
        logs_json=settings.log_format == "json",
    )
    if part.account == API:
        job = replace(job, traces_endpoint=settings.traces_endpoint, replica_url=urls.replica)
    if part.account == WEBHOOKS or part.is_told_all:
        key = read_key(settings.webhook_key_file).hex()
        job = replace(job, webhook_key=key, mail=settings.mail, push_contact=settings.push_contact)
    if part.is_told_all:
        job = replace(job, urls=asdict(urls))
    return _for_signing(replace(job, standby_url=urls.standby), settings) if part.account == SIGNER else job


def _for_signing(job: Job, settings: Settings) -> Job:
    """The job with the folder of the log's key, which is made for the signer's account alone, and the policy as it was
    read now: that account may not reach the file."""
    folder = settings.log_key_dir.expanduser().absolute()
    KeyFolder(folder).prepare(part_account(SIGNER) if job.identity is not None else None)
    return replace(
        job,
        log_key_dir=str(folder),
        log_origin=settings.log_origin,
        log_ml_dsa=settings.log_ml_dsa,
        examination_days=settings.examination_days,
        witness_policy="" if settings.witness_policy is None else read_policy(settings.witness_policy),
    )


def _identity(name: str) -> Identity | None:
    """In which account a part works: its own, or where the machine is not set up the server's. None where it is started
    as an ordinary user, in that user's own."""
    account = part_account(name)
    if account is None:
        return None
    return Identity(account.user_id, account.group_id, server_account().group_id)


def wait_until_listening(address: tuple[str, int], check: Callable[[], None]) -> None:
    """Returns when the address takes connections; `check` raises when that is not to be hoped for any more."""
    while True:
        check()
        try:
            socket.create_connection(address, timeout=POLL_SECONDS).close()
        except OSError:
            time.sleep(POLL_SECONDS)
        else:
            return


def check_parts(children: Children, server_is_running: Callable[[], bool]) -> None:
    """Raises ServiceEndedError where a part or the embedded server is no longer there."""
    for name, child in children.items():
        code = child.exitcode
        if code is not None:
            raise ServiceEndedError(f"the {name} ended by itself ({_ending(code)}); everything was stopped")
    if not server_is_running():
        raise ServiceEndedError("the embedded PostgreSQL ended by itself; everything was stopped")


def watch(check: Callable[[], None], until: Callable[[], bool] = lambda: False) -> None:
    """Checks until that is so, or the check raises, or an interrupt does."""
    while not until():
        check()
        time.sleep(POLL_SECONDS)


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
