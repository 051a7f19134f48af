"""Ids and digests of commands."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from domain.ports.command_handling import command_id, request_digest


@given(st.text(), st.text(), st.text(), st.text())
def test_different_pairs_have_different_ids(owner: str, key: str, other_owner: str, other_key: str) -> None:
    same = (owner, key) == (other_owner, other_key)
    assert (command_id(owner, key) == command_id(other_owner, other_key)) == same


def test_the_border_between_owner_and_key_counts() -> None:
    assert command_id("ab", "c") != command_id("a", "bc")


def test_an_id_worked_by_hand() -> None:
    expected = hashlib.sha256(b"\x00\x00\x00\x00\x00\x00\x00\x02" + b"ab" + b"c").hexdigest()
    assert command_id("ab", "c") == expected


def test_a_digest_needs_the_idempotency_key() -> None:
    digest = request_digest("key", b"body")
    assert digest == hmac.new(b"key", b"body", hashlib.sha256).digest()
    assert digest != request_digest("other", b"body")
    assert digest != request_digest("key", b"other body")
