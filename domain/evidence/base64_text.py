"""Base64 as the evidence uses it (RFC 4648, section 4): one spelling for each sequence of bytes."""

from base64 import b64decode, b64encode


def to_base64(content: bytes) -> str:
    """The bytes as text."""
    return b64encode(content).decode()


def from_base64(text: str) -> bytes:
    """The bytes that the text says. Raises `ValueError` where it is no base64, or not in its one spelling."""
    try:
        content = b64decode(text, validate=True)
    except ValueError as problem:
        raise ValueError(f"not base64: {text[:80]!r}") from problem
    if to_base64(content) != text:
        raise ValueError(f"not base64 in its one spelling: {text[:80]!r}")
    return content
