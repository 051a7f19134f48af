"""The service sends its checkpoints to witnesses, and publishes without those that are down, slow or lying."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from domain.evidence import notes
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey, VerifierKey, verifier_key
from domain.evidence.policy import QuorumError, open_witnessed, parse_policy
from domain.evidence.witness import NotCosignedError, OtherSizeError
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.errors import SettingsError
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing, ask_again, sign
from ops.evidence.witnesses import Witnesses, in_words, read_policy
from ops.witness.cosigning import Witness
from ops.witness.folder import WitnessFolder
from ops.witness.http import STATUS
from projections.queries.queries import Readings
from tests.evidence.support import ORIGIN, key_folder
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import Club, follow, opened

LOG = SigningKey(ORIGIN, bytes(range(32)))
Behaviour = Callable[[bytes], tuple[int, bytes]]
"""How a witness answers a request: with a status and a body."""


@contextmanager
def answering(behaviour: Behaviour) -> Iterator[str]:
    """A witness that behaves so, at its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, content = behaviour(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- likewise
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class Attended:
    """A true witness of the log, by its name; `behaviour` answers as `scoresheet witness` does."""

    def __init__(self, path: Path, name: str) -> None:
        folder = WitnessFolder(path / name)
        folder.prepare(name)
        (folder.path / "logs").write_text(f"{LOG.verifier.text}\n")
        self.name = name
        self.witness = Witness(folder.prepare(None), folder.logs(), folder.heads, lambda: 1_700_000_000)

    def behaviour(self, content: bytes) -> tuple[int, bytes]:
        try:
            return 200, self.witness.add_checkpoint(content).encode()
        except OtherSizeError as other:
            return 409, f"{other.size}\n".encode()
        except NotCosignedError as refused:
            return STATUS[type(refused)], str(refused).encode()


@pytest.fixture
def journal(database: DatabaseUrls) -> Iterator[Journal]:
    with opened(database.service) as found:
        Club(found).register(1, 2, 3)
        yield found


@pytest.fixture
def folder(tmp_path: Path) -> KeyFolder:
    """With a key that the witnesses know."""
    made = key_folder(tmp_path)
    made.prepare(None)
    (made.path / "key").write_text(f"{LOG.text}\n")
    return made


def signed(urls: DatabaseUrls, journal: Journal, folder: KeyFolder, witnesses: Witnesses) -> Checkpoint | None:
    follow(urls.signer, journal, "evidence")
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        return sign(connection, Signing(folder, ORIGIN, witnesses=witnesses))


def asked_again(urls: DatabaseUrls, witnesses: Witnesses) -> None:
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        ask_again(connection, witnesses)


def policy_of(urls_of: dict[str, tuple[VerifierKey, str]], quorum: str) -> str:
    lines = [f"witness {name} {key.text} {url}" for name, (key, url) in urls_of.items()]
    group = f"group all {quorum} {' '.join(urls_of)}"
    return "\n".join([f"log {LOG.verifier.text}", *lines, group, "quorum all", ""])


def published(urls: DatabaseUrls) -> bytes:
    """The newest checkpoint as it is served."""
    with ConnectionPool(urls.service, kwargs={"autocommit": True}, open=True) as pool:
        found = Readings(pool).newest_checkpoint()
    assert found is not None
    return found.note


def test_a_checkpoint_is_published_with_what_the_quorum_has_cosigned(
    database: DatabaseUrls, journal: Journal, folder: KeyFolder, tmp_path: Path
) -> None:
    known = [Attended(tmp_path, name) for name in ("a.example", "b.example")]
    with answering(known[0].behaviour) as first, answering(known[1].behaviour) as second:
        urls = {one.name: (one.witness.key.cosigner, url) for one, url in zip(known, (first, second), strict=True)}
        policy = parse_policy(policy_of(urls, "all").encode())
        witnesses = Witnesses(policy, PATIENCE_SECONDS)
        for size in (3, 5):
            found = signed(database, journal, folder, witnesses)
            assert found is not None
            assert (found.size, witnesses.faults) == (size, {})
            assert open_witnessed(published(database), policy) == found
            Club(journal, f"more-{size}").register(size * 10, size * 10 + 1)
        # Another process knows nothing of what the witnesses have signed; they tell it.
        again = Witnesses(policy, PATIENCE_SECONDS)
        assert signed(database, journal, folder, again) == open_witnessed(published(database), policy)
        assert again.faults == {}


def slow(_: bytes) -> tuple[int, bytes]:
    time.sleep(PATIENCE_SECONDS)
    return 200, b""


def of_another_key(content: bytes) -> tuple[int, bytes]:
    return 200, f"{cosigned(content, SigningKey('w.example', bytes(32)))}\n".encode()


def of_another_text(content: bytes) -> tuple[int, bytes]:
    return 200, f"{cosigned(content.replace(b'/log', b'/gol'), WITNESS)}\n".encode()


def cosigned(content: bytes, key: SigningKey) -> str:
    """The line of a cosignature, whatever the request says."""
    note = notes.parse(content.partition(b"\n\n")[2])
    return notes.Signature(key.name, key.cosigner.id, key.cosign(note.text, 1_700_000_000)).line


WITNESS = SigningKey("w.example", bytes(range(32, 64)))
NOBODY = "http://127.0.0.1:9"
LIES: dict[str, tuple[Behaviour, str]] = {
    "down": (slow, "can't be reached"),
    "slow": (slow, "has not answered in time"),
    "of another key": (of_another_key, "no cosignature of its own"),
    "of another text": (of_another_text, "no cosignature of its own: The signature of w.example is wrong"),
    "nothing": (lambda _: (200, b""), "no cosignature of its own"),
    "without end": (lambda _: (200, b"x" * 200_000), "more than 100000 bytes"),
    "a larger log": (lambda _: (409, b"900\n"), "says that 900 events of this log were signed before, and there are 3"),
    "no size": (lambda _: (409, b"many\n"), "wants a proof from a size that is none"),
    "the same size": (lambda _: (409, b"0\n"), "wants the proof from 0 events, and refuses it"),
    "ever other sizes": (lambda content: (409, b"1\n" if content.startswith(b"old 0") else b"2\n"), "ever other sizes"),
    "refusing": (lambda _: (422, b"The log is\nforked.\n"), "answers 422: The log is forked."),
}


def test_a_witness_that_is_down_slow_or_lying_holds_nothing_up_and_is_named(
    database: DatabaseUrls, journal: Journal, folder: KeyFolder, tmp_path: Path
) -> None:
    honest = Attended(tmp_path, "a.example")
    for number, (name, (behaviour, told)) in enumerate(LIES.items()):
        with answering(honest.behaviour) as true, answering(behaviour) as false:
            urls = {
                "a.example": (honest.witness.key.cosigner, true),
                "w.example": (WITNESS.cosigner, NOBODY if name == "down" else false),
            }
            policy = parse_policy(policy_of(urls, "all").encode())
            witnesses = Witnesses(policy, patience_seconds=5.0 if behaviour is slow else PATIENCE_SECONDS)
            began = time.monotonic()
            found = signed(database, journal, folder, witnesses)
            assert found is not None, name
            # On a busy machine the honest one may be too late for a haste that is meant for the slow one.
            while "a.example" in witnesses.faults and time.monotonic() - began < PATIENCE_SECONDS:
                asked_again(database, witnesses)
            assert time.monotonic() - began < PATIENCE_SECONDS, name
            note = published(database)
            assert notes.verify(notes.parse(note), [LOG.verifier, honest.witness.key.cosigner, WITNESS.cosigner]) == (
                LOG.verifier,
                honest.witness.key.cosigner,
            ), name
            with pytest.raises(QuorumError):
                open_witnessed(note, policy)
            assert told.replace("are 3", f"are {found.size}") in in_words(witnesses.faults), name
        Club(journal, f"more-{number}").register(100 + number)


def test_one_that_comes_late_is_asked_again_and_shown(
    database: DatabaseUrls, journal: Journal, folder: KeyFolder, tmp_path: Path
) -> None:
    late, here = Attended(tmp_path, "w.example"), threading.Event()

    def behaviour(content: bytes) -> tuple[int, bytes]:
        return late.behaviour(content) if here.is_set() else (503, b"Later.\n")

    with answering(behaviour) as url:
        policy = parse_policy(policy_of({"w.example": (late.witness.key.cosigner, url)}, "all").encode())
        witnesses = Witnesses(policy, PATIENCE_SECONDS)
        found = signed(database, journal, folder, witnesses)
        assert witnesses.faults == {"w.example": "answers 503: Later."}
        here.set()
        asked_again(database, witnesses)
        assert witnesses.faults == {}
        assert open_witnessed(published(database), policy) == found
        asked_again(database, replace(witnesses, policy=policy))
        assert published(database).count(b"w.example") == 1


def test_a_log_can_be_signed_by_ml_dsa_as_well(database: DatabaseUrls, journal: Journal, folder: KeyFolder) -> None:
    follow(database.signer, journal, "evidence")
    with psycopg.connect(database.signer, autocommit=True) as connection:
        found = sign(connection, Signing(folder, ORIGIN, by_ml_dsa=True))
        rows = connection.execute("SELECT vkey FROM public.log_keys ORDER BY number").fetchall()
    keys = [verifier_key(vkey) for (vkey,) in rows]
    assert keys == [LOG.verifier, LOG.ml_dsa_verifier]
    note = notes.parse(published(database))
    assert notes.verify(note, keys) == tuple(keys)
    assert found is not None
    for changed in (note.text.replace("\n3\n", "\n4\n"), note.text.replace("club", "clab"), "something\n"):
        with pytest.raises(notes.WrongSignatureError):
            notes.verify(replace(note, text=changed), keys[1:])


def test_a_policy_that_can_not_be_used_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "policy"
    with pytest.raises(SettingsError, match="SCORESHEET_WITNESS_POLICY"):
        read_policy(file)
    for text in ("quorum w\n", f"witness w {WITNESS.cosigner.text} ftp://w.example\nquorum w\n"):
        file.write_text(text)
        with pytest.raises(SettingsError, match="can't be used"):
            read_policy(file)
    file.write_text(f"witness w {WITNESS.cosigner.text} https://w.example/\nquorum w\n")
    assert read_policy(file) == file.read_text()
