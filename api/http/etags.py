"""Strong ETags, one per resource: a match, an entry, a dispute, a ruling, an appeal, a tournament's settings, its hall,
a person, a series, a club, the federation, a list.

The value carries the revision that a change is checked against: `"match-3-17"` is match 3, last changed by event 17
of its tournament. A tournament's settings are shown with counts that every event moves, and its hall with the matches
that are played there. So theirs, `"settings-5.40"` and `"hall-7.40"`, carry the version too; a change is compared by
the revision alone, since only that is their own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from api.http.problems import HEADER_MALFORMED, IF_MATCH_MALFORMED, IF_MATCH_MISSING, Problem, of_type
from domain.problems.tournament import STALE

Kind = Literal[
    "settings",
    "hall",
    "entry",
    "match",
    "dispute",
    "ruling",
    "appeal",
    "person",
    "series",
    "club",
    "federation",
    "list",
]

LISTED: Mapping[Kind, str] = {
    "entry": "entries",
    "match": "matches",
    "dispute": "disputes",
    "ruling": "rulings",
    "appeal": "appeals",
}
"""The kinds that have numbers within their tournament, with the name of their lists."""

WITH_VERSION: tuple[Kind, ...] = ("settings", "hall")
"""The kinds that are shown with what changes without them."""

_DIGITS = "(?:0|[1-9][0-9]{0,15})"
_STRONG = re.compile(rf'"(?P<kind>[a-z]+)(?:-(?P<number>{_DIGITS}))?-(?P<revision>{_DIGITS})(?P<version>\.{_DIGITS})?"')
_OPAQUE = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_ONE = re.compile(_OPAQUE)
_SEVERAL = rf"[ \t,]*{_OPAQUE}(?:[ \t]*,[ \t,]*{_OPAQUE})*[ \t,]*"
_LIST = re.compile(_SEVERAL)
ETAGS = f"^{_SEVERAL}$"
ETAGS_OR_ANY = rf"^(?:[ \t]*\*[ \t]*|{_SEVERAL})$"


@dataclass(frozen=True, slots=True)
class Resource:
    """A thing that is changed or read; `number` is that of a listed kind within its tournament."""

    kind: Kind
    number: int | None = None

    @property
    def name(self) -> str:
        return self.kind if self.number is None else f"{self.kind}-{self.number}"

    @property
    def described(self) -> str:
        """As a sentence has it: "match 3", "the federation", "the tournament's settings"."""
        if self.number is not None:
            return f"{self.kind} {self.number}"
        return "the tournament's settings" if self.kind == "settings" else f"the {self.kind}"

    def etag(self, revision: int, version: int | None = None) -> str:
        """The ETag at this revision, with its quotes."""
        return f'"{self.name}-{revision}"' if version is None else f'"{self.name}-{revision}.{version}"'

    def seen(self, if_match: str | None) -> int:
        """The revision that the sender looked at; of several the newest, since an older one is not the current one.

        Raises Problem: 428 without If-Match, 400 where it is no list of ETags, 412 where none of them is this one's.
        """
        if if_match is None:
            raise Problem(IF_MATCH_MISSING, f"This changes {self.described}: send its ETag in If-Match.")
        seen = [tag.revision for tag in strong_tags(if_match) if tag is not None and tag.resource == self]
        if not seen:
            raise Problem(of_type(STALE), f"If-Match is not an ETag of {self.described}.")
        return max(seen)


@dataclass(frozen=True, slots=True)
class StrongTag:
    """The content of an ETag of this service: the resource, and its revision."""

    resource: Resource
    revision: int


def strong_tags(if_match: str) -> list[StrongTag | None]:
    """Each of the list that is strong and this service's, and None for the others: a weak one never matches (RFC 9110,
    13.1.1), nor does one that is written otherwise than it was given. Raises Problem (400) where it is no list."""
    if not _LIST.fullmatch(if_match):
        raise Problem(IF_MATCH_MALFORMED, "If-Match is not a list of ETags in quotes.")
    found = [_STRONG.fullmatch(tag) for tag in _ONE.findall(if_match)]
    return [StrongTag(_resource(tag), int(tag["revision"])) if tag and _is_given(tag) else None for tag in found]


def _resource(tag: "re.Match[str]") -> Resource:
    return Resource(cast("Kind", tag["kind"]), None if tag["number"] is None else int(tag["number"]))


def _is_given(tag: "re.Match[str]") -> bool:
    """Only the ETags of settings and hall have a version, and a sender may name the revision alone."""
    numbered = tag["number"] is not None
    return numbered == (tag["kind"] in LISTED) and (tag["version"] is None or tag["kind"] in WITH_VERSION)


def etag_of(kind: Kind, document: Mapping[str, Any]) -> str | None:
    """The ETag of something of this kind, as it is read by itself, by the numbers in its document; None where it has no
    revision."""
    if document["revision"] is None:
        return None
    resource = Resource(kind, document["number"] if kind in LISTED else None)
    return resource.etag(document["revision"], document.get("version") if kind in WITH_VERSION else None)


SETTINGS = Resource("settings")
HALL = Resource("hall")
PERSON = Resource("person")
SERIES = Resource("series")
CLUB = Resource("club")
LIST = Resource("list")
FEDERATION = Resource("federation")


def unchanged(if_none_match: str | None, etag: str) -> bool:
    """Whether the reader has this representation already (304). Compares weakly, as If-None-Match does. Raises Problem
    (400) where it is no list of ETags."""
    if if_none_match is None:
        return False
    if if_none_match.strip(" \t") == "*":
        return True
    if not _LIST.fullmatch(if_none_match):
        detail = "If-None-Match is neither a list of ETags in quotes nor *."
        raise Problem(HEADER_MALFORMED, detail, header="If-None-Match")
    return etag in (found.removeprefix("W/") for found in _ONE.findall(if_none_match))
