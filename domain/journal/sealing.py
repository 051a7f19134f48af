"""Personal text in the log: encrypted with a key of the person it is about, unreadable once that key is destroyed.

A sealed field is stored as {"sealed": base64(nonce, then ciphertext)} (AES-256-GCM); the stream and the version
are authenticated with it, so that it can't be moved to another event. Whatever hashes the stored bytes keeps
its value when a key goes. Where an event says that its text is about nobody, the text stands as it is.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.journal.errors import Corrupt
from domain.journal.registry import Fields
from domain.kernel import canonical_json
from domain.kernel.ids import PersonId

Keys = Mapping[PersonId, bytes]

NONCE_BYTES = 12
_UNSAID = object()
KEY_BITS = 256


def new_key() -> bytes:
    """A fresh key of 32 bytes, from the operating system."""
    return AESGCM.generate_key(KEY_BITS)


def persons(fields: Fields, sealed: Mapping[str, str]) -> Iterable[PersonId]:
    """Whose keys the event's fields need. Raises `ValueError` where it is not said whom text is about."""
    for field, naming in sealed.items():
        if fields.get(field) is None:
            continue
        person = fields.get(naming, _UNSAID)
        if person is None:
            continue
        if not isinstance(person, str):
            raise ValueError(f"it is not said whom the sealed field {field!r} is about: {naming!r} is {person!r}")
        yield person


def seal(fields: Fields, sealed: Mapping[str, str], keys: Keys, context: bytes) -> Fields:
    """The fields with the personal ones encrypted. `context` names the event: see `context_of`."""
    changed = dict(fields)
    for field, naming in sealed.items():
        if fields[field] is not None and fields[naming] is not None:
            nonce = os.urandom(NONCE_BYTES)
            text = canonical_json.encode(fields[field])
            ciphertext = AESGCM(keys[fields[naming]]).encrypt(nonce, text, context)
            changed[field] = {"sealed": b64encode(nonce + ciphertext).decode()}
    return changed


def unseal(fields: Fields, sealed: Mapping[str, str], keys: Keys, context: bytes) -> Fields:
    """The fields with the personal ones readable, or None where the key is destroyed. Raises `Corrupt`."""
    changed = dict(fields)
    for field, naming in sealed.items():
        if fields.get(field) is not None and fields.get(naming) is not None:
            key = keys.get(fields[naming])
            changed[field] = None if key is None else _open(fields[field], key, context)
    return changed


def context_of(stream: str, version: int) -> bytes:
    """What a sealed field is bound to: the event it stands in."""
    return f"{stream}@{version}".encode()


def _open(box: object, key: bytes, context: bytes) -> object:
    if not isinstance(box, dict) or set(box) != {"sealed"}:
        raise Corrupt("a personal field is not sealed")
    try:
        content = b64decode(box["sealed"], validate=True)
        text = AESGCM(key).decrypt(content[:NONCE_BYTES], content[NONCE_BYTES:], context)
    except (InvalidTag, ValueError, TypeError):
        raise Corrupt("a sealed field was not sealed with this person's key for this event") from None
    return canonical_json.decode(text)
