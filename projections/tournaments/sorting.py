"""Text as it is searched and ordered by, so that no collation of the host's has a say."""

import re
import unicodedata

_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "\u0131": "i", "ħ": "h", "æ": "ae", "œ": "oe"})
"""Letters that are read as others with a stroke, and are not taken apart by their code."""

_SPECIAL, _ESCAPED = re.compile(r"[%_\\]"), r"\\\g<0>"
LONGEST_SORTING = 200
"""In characters, as names are; some characters stand for many, and pages go on from this text."""


def sorting(text: str) -> str:
    """The text without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(_LETTERS)


def words_of(text: str) -> tuple[str, ...]:
    """The words that somebody searches for, each once, in the form in which they are searched."""
    return tuple(dict.fromkeys(sorting(text).split()))


def patterns(words: tuple[str, ...]) -> list[str]:
    """The LIKE patterns of a text that holds all of these, in any order."""
    return [f"%{_SPECIAL.sub(_ESCAPED, word)}%" for word in words]


def trigrams(words: tuple[str, ...]) -> tuple[str, ...]:
    """Every three letters that stand together in a word: what holds a word holds these."""
    return tuple(sorted({word[at : at + 3] for word in words for at in range(len(word) - 2)}))
