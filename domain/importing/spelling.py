"""Which spellings of a list are likely one name: apart in blanks, case, accents, the order of words, or in letters that
look alike."""

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
_LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁԛԝ", "abekmhopctyxijsdqw", strict=True)),
        **dict(zip("αβεικνορτυχ", "abeikvoptux", strict=True)),
        **dict(zip("01", "ol", strict=True)),
        **dict(zip("øłđðı", "olddi", strict=True)),
        "æ": "ae",
        "œ": "oe",
        "ß": "ss",
        "þ": "th",
    }
)
"""Letters of other scripts and digits that are read as these."""
_IN_A_ROW = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3}")
_IN_NO_NAME = re.compile("[\u00a1-\u00a9\u00ab-\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7]")
_SPELT_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
"""An umlaut is often written as two letters."""


def spelling_key(name: str) -> tuple[str, ...]:
    """What all spellings of a name have in common that this module tells of."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(c for c in apart if not (unicodedata.combining(c) or unicodedata.category(c) == "Cf"))
    words = _WORD.findall(plain.translate(_LOOKS_LIKE))
    return tuple(sorted(map(_without_umlauts, words)))


def _without_umlauts(word: str) -> str:
    for written, letter in _SPELT_OUT:
        word = word.replace(written, letter)
    return word


def is_garbled(name: str) -> bool:
    """Whether the name looks like one that was read in another encoding than it was written in: several letters on end
    that European names have one by one, or signs that are in none."""
    return _IN_A_ROW.search(name) is not None or _IN_NO_NAME.search(name) is not None


def plain_spelling(name: str) -> str:
    """The name as it would be written in one script."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_LOOKS_LIKE)


def surname_last(name: str) -> str:
    """The name in the order of speech, where it is written with the surname first and a comma after it."""
    surname, comma, first = name.partition(",")
    return f"{first.strip()} {surname.strip()}" if comma and first.strip() and "," not in first else name
