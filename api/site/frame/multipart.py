"""Forms that files can be put into, as browsers send them and no other way.

What reads mail reads these too, but takes all that mail may have: a megabyte of parameters keeps it busy for minutes,
and comments within comments go deeper than it can follow. Nobody has to log in to send either.
"""

import re
from collections.abc import Callable

_BOUNDARY = re.compile(r"""multipart/form-data *; *boundary=("?)([0-9A-Za-z'()+_,./:=?-]{1,70})\1""", re.IGNORECASE)
_NAME = re.compile(
    rb'content-disposition: *form-data; *name="(?P<name>[^"\r\n]{1,200})"(?P<file>; *filename="[^"\r\n]*")?',
    re.IGNORECASE,
)
_BETWEEN, _END = b"\r\n", b"--"
_LONGEST_HEADERS = 4_000


def in_utf_8(raw: bytes) -> str:
    """The text, whose lines end as forms are read. Raises UnicodeDecodeError."""
    return raw.decode("utf-8-sig").replace("\r\n", "\n")


def parts(told: str, raw: bytes, most: int, of_file: Callable[[bytes], str] = in_utf_8) -> list[tuple[str, str]]:
    """Each name, and the text that is there, be it a file's, which `of_file` reads; `told` is the content type.
    Raises UnicodeDecodeError where a text is no UTF-8, else ValueError for what no browser sends, or more parts than
    `most`."""
    boundary = _BOUNDARY.fullmatch(told.strip())
    if boundary is None:
        raise ValueError("there is no boundary")
    _, *found = (_BETWEEN + raw).split(_BETWEEN + _END + boundary[2].encode(), most + 2)
    if not 1 < len(found) <= most + 1 or found.pop().strip() != _END:
        raise ValueError("it does not end, or is too much")
    return [_part(one, of_file) for one in found]


def begun(told: str, raw: bytes) -> bytes:
    """A form that was cut off, as if it ended with the last part that is whole."""
    boundary = _BOUNDARY.fullmatch(told.strip())
    if boundary is None:
        return raw
    mark = _END + boundary[2].encode()
    return raw[: max(raw.rfind(_BETWEEN + mark), 0)] + _BETWEEN + mark + _END


def _part(raw: bytes, of_file: Callable[[bytes], str]) -> tuple[str, str]:
    headers, blank, text = raw.partition(_BETWEEN * 2)
    found = [named for line in headers[:_LONGEST_HEADERS].split(_BETWEEN) if (named := _NAME.fullmatch(line))]
    if not blank or len(headers) > _LONGEST_HEADERS or len(found) != 1:
        raise ValueError("a part has no name, or no text")
    return found[0]["name"].decode(), (of_file if found[0]["file"] is not None else in_utf_8)(text)
