"""Spellings of names in lists: in an encoding that may have been read wrongly, or with the surname first."""

import re

_IN_A_ROW = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3}")
_IN_NO_NAME = re.compile("[\u00a1-\u00a9\u00ab-\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7]")


def is_garbled(name: str) -> bool:
    """Whether the name looks like one that was read in another encoding than it was written in: several letters on end
    that European names have one by one, or signs that are in none."""
    return _IN_A_ROW.search(name) is not None or _IN_NO_NAME.search(name) is not None


def surname_last(name: str) -> str:
    """The name in the order of speech, where it is written with the surname first and a comma after it."""
    surname, comma, first = name.partition(",")
    return f"{first.strip()} {surname.strip()}" if comma and first.strip() and "," not in first else name
