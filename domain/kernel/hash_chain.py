"""A chain of hashes, specified step by step in `chance.md` (ALL-2): whoever knows a link works out those before it, and
none that come after.

Links are counted from 0, the anchor, which is published first, to the last, which is the seed. They are used from 1 on.
"""

import hmac

LINKS = 1000
"""How many links a chain has besides its anchor."""


def link_of(seed: bytes, number: int, links: int) -> bytes:
    """The link of that number, from 0 to `links`, in the chain from this seed; all have 32 bytes."""
    if not 0 <= number <= links:
        raise ValueError(f"a link is numbered 0 to {links}, not {number}")
    link = seed
    for _ in range(links - number):
        link = link_before(link)
    return link


def link_before(link: bytes) -> bytes:
    """The link before it."""
    return hmac.digest(link, b"link", "sha256")


def secret_of(link: bytes) -> bytes:
    """The secret of draws that belongs to a link. The link can't be worked out from it."""
    return hmac.digest(link, b"secret", "sha256")
