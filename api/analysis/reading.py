"""The process that reads one file of a program: `python -m api.analysis.reading xg`, with the file on standard input;
or a fork of the service's (`forked.py`).

It says what it has read as JSON. It may use little memory and time, and writes no file; what goes wrong ends it.
"""

import gzip
import io
import json
import resource
import struct
import sys
import zlib
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from api.analysis.gammonview_documents import Document, written_match
from api.analysis.program_files import IS_INSTALLED, MOST_MEGABYTES, SECONDS
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.mat_writing import written_mat

_MOST_UNPACKED = 64_000_000
"""Of what a file has in packed form: a long match that was analysed has a tenth."""
_ENGINES: Mapping[str, str] = {"xg": "eXtreme Gammon", "bgblitz": "BGBlitz", "gnubg": "GNU Backgammon"}
_SIDES = ("white", "black")
COUNTED_BY = f"gammonview {version('gammonview')}" if IS_INSTALLED else ""
"""Looked up as the program is loaded, for the same reason as `IS_INSTALLED`."""


def main() -> None:
    """Reads, and says what it has read."""
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read(), sys.argv[1]))


def answer(content: bytes, ending: str) -> bytes:
    """The content of the file, read within bounds that hold for the whole process from now on."""
    _set_limits()
    try:
        told = _document_of(content, ending)
    except TranscriptError as error:
        told = {"refused": str(error)}
    return json.dumps(told).encode()


def _set_limits() -> None:
    """A child is ended by these, and not only by who waits for it. What it was forked with is not counted."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    size = MOST_MEGABYTES * 1_000_000 + pages * resource.getpagesize()
    limits = ((resource.RLIMIT_AS, size), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_FSIZE, 0))
    for which, most in limits:
        resource.setrlimit(which, (most, most))


def _document_of(content: bytes, ending: str) -> dict[str, object]:
    from gvformat import compute_aggregates, convert_bgf, convert_xg, read_gvab

    readers: Mapping[str, Callable[[bytes], Document]] = {
        "xg": lambda raw: convert_xg(_small_xg(raw)),
        "bgf": lambda raw: convert_bgf(_small_bgf(raw)),
        "gvab": read_gvab,
    }
    try:
        document = readers[ending](content)
        mat = written_mat(written_match(document))
    except TranscriptError:
        raise
    except Exception as error:
        raise TranscriptError(f"The file can't be read ({type(error).__name__}).") from error
    return {"mat": mat, **_analysis(document, compute_aggregates)}


def _analysis(document: Document, counted: Callable[[Document], Document]) -> dict[str, object]:
    """The engine and both sides' figures; nothing where it holds no analysis."""
    info = document.get("analysis_info")
    if not info or not info.get("model_id"):
        return {}
    both = counted(document)["match"]
    return {
        "engine": _ENGINES.get(info["model_id"], str(info["model_id"]))[:100],
        "level": str(info.get("preset") or info.get("eval_level") or "")[:40] or None,
        "counted_by": COUNTED_BY,
        "sides": [{"decisions": both[s]["total_decisions"], "lost": both[s]["total_error"]} for s in _SIDES],
    }


def _small_xg(raw: bytes) -> bytes:
    """The same with its records unpacked, which the library takes as well. Raises TranscriptError where they are too
    many; struct.error where it is cut off."""
    header, thumbnail = struct.unpack_from("<II", raw, 8)[0], struct.unpack_from("<I", raw, 20)[0]
    begins = min(header + thumbnail, len(raw))
    return raw[:begins] + _unpack(raw[begins:])


def _unpack(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(packed, _MOST_UNPACKED)
    if unpacking.unconsumed_tail:
        raise TranscriptError(f"It unpacks to more than {_MOST_UNPACKED} bytes, which no match has.")
    return unpacked


def _small_bgf(raw: bytes) -> bytes:
    """The same with its payload unpacked."""
    head, line_end, payload = raw.partition(b"\n")
    if payload.startswith(b"\x1f\x8b"):
        payload = gzip.GzipFile(fileobj=io.BytesIO(payload)).read(_MOST_UNPACKED + 1)
    elif payload.startswith(b"\x78"):
        payload = _unpack(payload)
    if len(payload) > _MOST_UNPACKED:
        raise TranscriptError(f"It unpacks to more than {_MOST_UNPACKED} bytes, which no match has.")
    return head + line_end + payload


if __name__ == "__main__":
    main()
