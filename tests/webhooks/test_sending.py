"""Deliveries one after the other to the same receiver: on one connection, as long as it holds and is not too old."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ops.webhooks import dialling
from ops.webhooks import sending as sending_module
from ops.webhooks.sending import MOST_READ, Sender
from tests.patience import PATIENCE_SECONDS, eventually
from tests.webhooks.receiver import Receiver, hangs_up, in_haste, receiving, status, waits

HERE = IPv4Address("127.0.0.1")


@contextmanager
def sending(receiver: Receiver) -> Iterator[Sender]:
    with closing(Sender([receiver.origin], longest_seconds=PATIENCE_SECONDS)) as sender:
        yield sender


def outcomes(sender: Sender, receiver: Receiver, *bodies: bytes) -> list[str]:
    return [sender.send(f"{receiver.origin}/", {}, body).outcome for body in bodies]


def came(receiver: Receiver) -> list[bytes]:
    return [got.body for got in receiver.got]


def connections(receiver: Receiver) -> int:
    return len({got.port for got in receiver.got})


def _certificate(folder: Path) -> Path:
    """A key and a certificate of this machine, which nobody else has signed."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(1), now + timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(HERE)]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / "receiver.pem"
    file.write_bytes(secret + made.public_bytes(encoding))
    return file


@pytest.mark.rule("ALL-1")
def test_one_connection_and_one_agreement_on_tls_serve_many_deliveries(tmp_path: Path) -> None:
    certificate = _certificate(tmp_path)
    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(certificate)
    trusting = ssl.create_default_context(cafile=str(certificate))
    with receiving(own, keeps=True) as receiver, closing(Sender([receiver.origin], tls=trusting)) as sender:
        assert outcomes(sender, receiver, b"1", b"2", b"3") == ["accepted"] * 3
    assert (came(receiver), connections(receiver)) == ([b"1", b"2", b"3"], 1)


@pytest.mark.rule("ALL-1")
def test_a_receiver_that_closes_what_was_open_gets_everything_once_more_at_most() -> None:
    """At once, after an answer, and instead of one; on a new connection the second of these is a fault of its own."""
    with receiving(keeps=True) as receiver, sending(receiver) as sender:
        receiver.answer(status(204), hangs_up, status(204), hangs_up, hangs_up)
        assert outcomes(sender, receiver, b"1", b"2", b"3", b"4") == ["accepted", "accepted", "broken-off", "accepted"]
    assert came(receiver) == [b"1", b"2", b"2", b"3", b"3", b"4"]
    with receiving() as receiver, sending(receiver) as sender:
        assert outcomes(sender, receiver, b"1", b"2") == ["accepted"] * 2
    assert (came(receiver), connections(receiver)) == ([b"1", b"2"], 2)


def test_each_delivery_has_a_time_of_its_own_on_the_same_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes when the time of the one before is over, and one whose time is over first."""
    release, clock = threading.Event(), time.monotonic
    monkeypatch.setattr(sending_module, "KEPT_SECONDS", 10 * PATIENCE_SECONDS)
    with receiving(keeps=True) as receiver, sending(receiver) as sender:
        receiver.answer(status(204), status(204), waits(release))
        assert outcomes(sender, receiver, b"1") == ["accepted"]
        monkeypatch.setattr(time, "monotonic", lambda: clock() + PATIENCE_SECONDS)
        assert outcomes(sender, receiver, b"2") == ["accepted"]
        with in_haste(sender):
            assert outcomes(sender, receiver, b"3") == ["timed-out"]
        assert outcomes(sender, receiver, b"4") == ["accepted"]
        release.set()
    assert [got.port == receiver.got[0].port for got in receiver.got] == [True, True, True, False]


def test_nothing_is_left_on_a_connection_of_an_answer_that_goes_on() -> None:
    with receiving(keeps=True) as receiver, sending(receiver) as sender:
        receiver.answer(status(200, b"x" * (MOST_READ + 1_000_000)))
        assert outcomes(sender, receiver, b"1", b"2") == ["accepted"] * 2
    assert connections(receiver) == 2


@pytest.mark.rule("ALL-1")
def test_a_name_that_changes_its_answer_is_checked_for_each_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["127.0.0.1", "10.0.0.1"])
    monkeypatch.setattr(dialling, "is_public", lambda address: address == HERE)
    with (
        receiving(keeps=True) as receiver,
        closing(Sender([], lambda _, __: [next(answers)])) as sender,
    ):
        assert outcomes(sender, receiver, b"1", b"2") == ["accepted"] * 2
        monkeypatch.setattr(sending_module, "KEPT_SECONDS", 0.0)
        sent = sender.send(f"{receiver.origin}/", {}, b"3")
    assert (sent.outcome, sent.dialled) == ("address-not-public", "10.0.0.1")
    assert came(receiver) == [b"1", b"2"]


def test_receivers_at_the_same_time_have_a_connection_each() -> None:
    release = threading.Event()
    with receiving(keeps=True) as receiver, sending(receiver) as sender:
        receiver.answer(waits(release))
        slow = threading.Thread(target=outcomes, args=(sender, receiver, b"1"))
        slow.start()
        assert eventually(lambda: bool(receiver.got))
        assert outcomes(sender, receiver, b"2", b"3") == ["accepted"] * 2
        release.set()
        slow.join()
    assert [got.port == receiver.got[0].port for got in receiver.got] == [True, False, False]
