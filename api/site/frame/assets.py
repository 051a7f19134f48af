"""The files that pages load: each at an address that names its content, so that a browser keeps it for ever."""

import gzip
import hashlib
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "static"
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

VENDORED = {
    "htmx.min.js": "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
    "hx-sse.min.js": "sha384-v8HvucQ+ohQhMg0arboXc5049yNR46QKMjphs7YDch+Wm7zpfK5XVS01f26mQDJV",
}
"""htmx 4.0.1 (Zero-Clause BSD), as the package `htmx.org` on npm has it in `dist`; its own digests are as here."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file: its content, plain and packed, the media type that it is sent as, and what its address names the content
    by. `integrity` is what a browser checks it by."""

    name: str
    content: bytes
    packed: bytes
    media_type: str
    digest: str
    integrity: str

    @property
    def address(self) -> str:
        """Where it is read."""
        return f"/static/{self.digest}/{self.name}"


@cache
def assets() -> Mapping[str, Asset]:
    """All files, by name; each read once."""
    return {path.name: _asset(path) for path in sorted(_FOLDER.iterdir()) if path.suffix in _MEDIA_TYPES}


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()[:16]
    integrity = f"sha384-{b64encode(hashlib.sha384(content).digest()).decode()}"
    return Asset(path.name, content, gzip.compress(content, mtime=0), _MEDIA_TYPES[path.suffix], digest, integrity)
