"""Where webhooks deliver to, when they try again, and how they sign."""

import base64
import re
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from standardwebhooks import Webhook as Receiving

from domain.kernel.refusal import Refused
from domain.webhooks.receivers import is_public, receiver_of
from domain.webhooks.retries import GIVEN_UP_AFTER, is_given_up, next_attempt
from domain.webhooks.sealing import open_secret, public_key_of, seal_secret
from domain.webhooks.signatures import headers_of, secret_text

NOW = datetime(2026, 3, 1, tzinfo=UTC)
_INSIDE = """
127.0.0.1 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.8 192.88.99.1 198.18.0.1 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 fec0::1 ff02::1 ::ffff:10.0.0.1
::ffff:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::a00:1 64:ff9b::c058:6301 2002:7f00:1:: 2002:a00:1:: ::7f00:1
2001:db8::1 2001:0:4136:e378:8000:63bf:80ff:fffe
"""
INSIDE = re.split(r"\s+", _INSIDE.strip())
OUTSIDE = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e", "2002:5db8:d70e::"]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("address", INSIDE)
def test_addresses_that_lead_inside_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_that_lead_outside_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(
    "address",
    [
        *(f"https://{'[' + each + ']' if ':' in each else each}/" for each in INSIDE),
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://localhost/",
        "https://localhost./",
        "http://example.org/",
        "https://example.org:8443/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://user@example.org/",
        "https://example.org/#fragment",
        "https://example.org\\@inside.example/",
        "https://exämple.org/",
        "https://example.org/ space",
        "https://example.org/\nheader",
        "https:///path",
        "https://[::1",
        "ftp://example.org/",
        "file:///etc/passwd",
        "example.org",
        "",
        f"https://example.org/{'a' * 1000}",
    ],
)
def test_nothing_is_delivered_there(address: str) -> None:
    with pytest.raises(Refused) as refused:
        receiver_of(address, ())
    assert refused.value.problem.slug == "receiver-refused"


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://ranking.example.org/hook?token=1", "https://ranking.example.org"),
        ("https://Ranking.Example.org:443", "https://ranking.example.org"),
        ("https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]"),
    ],
)
def test_a_public_receiver_has_an_origin(address: str, origin: str) -> None:
    assert (receiver_of(address, ()).origin, receiver_of(address, ()).is_named) == (origin, False)


def test_anyone_who_runs_the_service_may_name_a_receiver_of_any_kind() -> None:
    named = ["http://127.0.0.1:8080"]
    assert receiver_of("http://127.0.0.1:8080/hook", named).is_named
    with pytest.raises(Refused):
        receiver_of("http://127.0.0.1:8081/hook", named)


def test_the_signature_of_the_specification() -> None:
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    headers = headers_of([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_with_either_secret_verifies_what_both_have_signed() -> None:
    now, body = int(datetime.now(UTC).timestamp()), b'[{"id":"1"}]'
    headers = dict(headers_of([b"n" * 32, b"f" * 32], "msg_1", now, body))
    for secret in (b"n" * 32, b"f" * 32):
        assert Receiving(secret_text(secret)).verify(body, headers) == [{"id": "1"}]
    assert secret_text(b"n" * 32) == "whsec_" + base64.b64encode(b"n" * 32).decode()


def test_delivery_is_tried_again_ever_more_rarely_and_then_daily() -> None:
    pauses = [next_attempt(failed, NOW, None) - NOW for failed in range(1, 12)]
    seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400, 86_400]
    assert pauses == [timedelta(seconds=each) for each in seconds]


def test_a_longer_pause_is_kept_that_the_receiver_asks_for_up_to_a_day() -> None:
    for asked, pause in ((0, 5), (3, 5), (120, 120), (10**9, 86_400)):
        assert next_attempt(1, NOW, timedelta(seconds=asked)) - NOW == timedelta(seconds=pause)


def test_delivery_is_given_up_after_fourteen_days() -> None:
    assert not is_given_up(NOW, NOW + GIVEN_UP_AFTER - timedelta(seconds=1))
    assert is_given_up(NOW, NOW + timedelta(days=14))


def test_a_sealed_secret_is_opened_by_one_key_under_one_name() -> None:
    mine, other = bytes(range(32)), bytes(range(1, 33))
    content = seal_secret(b"secret", "a", public_key_of(mine))
    assert b"secret" not in content
    assert open_secret(content, "a", mine) == b"secret"
    assert open_secret(content, "a", other) is None
    assert open_secret(content, "b", mine) is None
