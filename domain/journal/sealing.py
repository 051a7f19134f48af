"""Personal text in the log: sealed when it is recorded, unreadable once a key of those who it is about is destroyed.

A text is encrypted (AES-256-GCM) with a random key of its own. That key is split into shares, one for each person who
the text is about, of which all are needed (their exclusive or is the key); each share is encrypted with its person's
key. The stream, version and field are authenticated with all of it, so that no box can be moved to another place.
AES-GCM alone does not tell with which of two keys a box was closed; so each share names a digest of its person's key.

Whatever hashes the stored bytes keeps its value when a key goes. Text about nobody stands as it is.
"""

import hashlib
import os
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.journal.errors import Corrupt
from domain.kernel import canonical_json
from domain.kernel.envelope import Salt
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import Sealed, Share

Keys = Mapping[PersonId, bytes]

NONCE_BYTES = 12
KEY_BITS = 256
SALT_BYTES = 16
_COMMITS = b"scoresheet/person-key/v1\x00"


def new_key() -> bytes:
    """A fresh key of 32 bytes, from the operating system."""
    return AESGCM.generate_key(KEY_BITS)


def new_salt() -> Salt:
    """16 fresh random bytes for the envelope of an event, from the operating system."""
    return os.urandom(SALT_BYTES).hex()


def commitment(key: bytes) -> str:
    """The commitment to a person's key in a box: 64 hexadecimal digits, which reveal nothing of it."""
    return hashlib.sha256(_COMMITS + key).hexdigest()


def place_of(stream: str, version: int, field: str) -> str:
    """The place that a box is bound to: its event and field."""
    return f"{stream}@{version}.{field}"


def seal(content: canonical_json.JSON, keys: Keys, place: str) -> Sealed:
    """The content in a box that takes the keys of all these persons to open. Raises `ValueError` for none."""
    if not keys:
        raise ValueError(f"nobody is named whom {place} is about")
    own = new_key()
    shares = tuple(
        Share(person=person, key_digest=commitment(keys[person]), share=_encrypt(keys[person], share, place))
        for person, share in zip(sorted(keys), _shares(own, len(keys)), strict=True)
    )
    return Sealed(bound_to=place, ciphertext=_encrypt(own, canonical_json.encode(content), place), shares=shares)


def open_box(box: Sealed, keys: Keys) -> Any:  # noqa: ANN401 -- whatever JSON was sealed
    """The content of the box; None where a key that it takes is not among `keys`. Raises `Corrupt`."""
    if any(share.person not in keys for share in box.shares):
        return None
    for share in box.shares:
        if commitment(keys[share.person]) != share.key_digest:
            raise Corrupt(f"{box.bound_to} was sealed with another key of person {share.person}")
    own = _join_shares(_decrypt(keys[share.person], share.share, box.bound_to) for share in box.shares)
    return canonical_json.decode(_decrypt(own, box.ciphertext, box.bound_to))


def persons(boxes: Iterable[Sealed]) -> Collection[PersonId]:
    """The persons whose keys open the boxes."""
    return {share.person for box in boxes for share in box.shares}


def _shares(key: bytes, number: int) -> list[bytes]:
    """So many random texts whose exclusive or is the key."""
    random = [os.urandom(len(key)) for _ in range(number - 1)]
    return [*random, _join_shares([key, *random])]


def _join_shares(shares: Iterable[bytes]) -> bytes:
    key = reduce(int.__xor__, (int.from_bytes(share) for share in shares))
    return key.to_bytes(KEY_BITS // 8)


def _encrypt(key: bytes, text: bytes, place: str) -> str:
    nonce = os.urandom(NONCE_BYTES)
    return b64encode(nonce + AESGCM(key).encrypt(nonce, text, place.encode())).decode()


def _decrypt(key: bytes, box: str, place: str) -> bytes:
    try:
        content = b64decode(box, validate=True)
        return AESGCM(key).decrypt(content[:NONCE_BYTES], content[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        raise Corrupt(f"{place} does not open with the keys it names") from None
