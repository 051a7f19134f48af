"""Strong ETags, one per resource: a match, an entry, a dispute, a ruling, an appeal, a tournament's settings, a person,
a series, the federation.

The value carries the revision that a change is checked against: `"match-3-17"` is match 3, last changed by event 17
of its tournament. A tournament's settings are shown with counts that every event moves, so theirs, `"settings-5.40"`,
carries the version too; a change is compared by the revision alone, since only that is the settings' own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from api.http.problems import IF_MATCH_MALFORMED, IF_MATCH_MISSING, Problem, of_type
from domain.problems.tournament import STALE

Kind = Literal["settings", "entry", "match", "dispute", "ruling", "appeal", "person", "series", "federation"]

LISTED: Mapping[Kind, str] = {
    "entry": "entries",
    "match": "matches",
    "dispute": "disputes",
    "ruling": "rulings",
    "appeal": "appeals",
}
"""The kinds that have numbers within their tournament, with the name of their lists."""

_STRONG = re.compile(r'"(?P<resource>[a-z]+(?:-[0-9]{1,16})?)-(?P<revision>[0-9]{1,16})(?:\.[0-9]{1,16})?"')
_OPAQUE = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')


@dataclass(frozen=True, slots=True)
class Resource:
    """What is changed or read; `number` is that of a listed kind within its tournament."""

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
        """The revision that the sender looked at.

        Raises Problem: 428 without If-Match, 400 where it is not one ETag, 412 where it is another resource's.
        """
        if if_match is None:
            raise Problem(IF_MATCH_MISSING, f"This changes {self.described}: send its ETag in If-Match.")
        if not _OPAQUE.fullmatch(if_match.strip()):
            raise Problem(IF_MATCH_MALFORMED, "If-Match is not one ETag in quotes.")
        found = _STRONG.fullmatch(if_match.strip())
        if found is None or found["resource"] != self.name:
            raise Problem(of_type(STALE), f"If-Match is not an ETag of {self.described}.")
        return int(found["revision"])


SETTINGS = Resource("settings")
PERSON = Resource("person")
SERIES = Resource("series")
FEDERATION = Resource("federation")


def unchanged(if_none_match: str | None, etag: str) -> bool:
    """Whether the reader has this representation already (304). Compares weakly, as If-None-Match does."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    return etag in (found.removeprefix("W/") for found in _OPAQUE.findall(if_none_match))
