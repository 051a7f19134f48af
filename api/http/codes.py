"""Codes that players choose at check-in on their own phones. By them they confirm on a director's device (TD-9).

The log holds who has chosen one and when, and no code; hashes are beside it. Nobody is shown a code, and of the phone
that chose it only the number of wrong tries is kept.
"""

from enum import Enum, auto
from itertools import pairwise
from typing import Any

from psycopg_pool import ConnectionPool

from api.http.by_address import ByAddress
from api.http.sessions.passwords import fits, hash_of
from api.http.sessions.store import Asking
from domain.kernel.ids import PersonId, TournamentId

FEWEST, MOST = 6, 20
"""So many letters and digits has a code."""
_FEWEST_DIFFERENT = 4
MOST_SOON, MOST_WRONG, MOST_FROM_ONE = 5, 15, 20
"""A code is tried in vain so often in a quarter of an hour, and in all; one device tries so many in a quarter of an
hour, whatever comes of it."""


class Tried(Enum):
    """The fate of a try: refused, it was too often in a quarter of an hour, in all, or on one device."""

    RIGHT = auto()
    WRONG = auto()
    SOON = auto()
    OFTEN = auto()
    DEVICE = auto()


def as_kept(code: str) -> str:
    """A code as it is compared: whatever its case and blanks."""
    return "".join(code.split()).casefold()


def is_fit(code: str) -> bool:
    """Whether nobody guesses it soon: it is long enough, and neither of few different characters nor counted up or
    down."""
    kept = as_kept(code)
    steps = {ord(second) - ord(first) for first, second in pairwise(kept)}
    is_long = FEWEST <= len(kept) <= MOST and kept.isalnum()
    return is_long and len(set(kept)) >= _FEWEST_DIFFERENT and steps not in ({1}, {-1})


class Codes(Asking):
    """Keeps and tries them. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        super().__init__(pool)
        self._by_device = ByAddress(pool, "codes", MOST_FROM_ONE)

    def keep(self, key: str, tournament: TournamentId, person: PersonId, code: str) -> None:
        """Keeps the person's code, which counts once the log has its key."""
        self._rows(
            "SELECT public.scoresheet_keep_code(%s, %s, %s, %s)", key, tournament, person, hash_of(as_kept(code))
        )

    def end_others(self, key: str, tournament: TournamentId, person: PersonId) -> None:
        """Ends the person's codes there but that one."""
        self._rows("SELECT public.scoresheet_end_codes(%s, %s, %s)", tournament, person, key)

    def try_one(self, key: str, tournament: TournamentId, person: PersonId, code: str, device: str) -> Tried:
        """The outcome where that device says this code of the person's. Every try is counted, before it is looked
        at; where no such code is kept each is wrong."""
        if self._by_device.is_too_often(device):
            return Tried.DEVICE
        query = "SELECT refused, hash FROM public.scoresheet_try_code(%s, %s, %s, %s, %s)"
        rows = self._rows(query, key, tournament, person, MOST_SOON, MOST_WRONG)
        refused, known = rows[0] if rows else (None, None)
        if refused is not None:
            return Tried.OFTEN if refused == "often" else Tried.SOON
        if known is None or not fits(as_kept(code), known):
            return Tried.WRONG
        self._rows("SELECT public.scoresheet_code_was_right(%s)", key)
        return Tried.RIGHT

    def wrong_tries(self, key: str) -> int:
        """The number of wrong tries since it was chosen."""
        return int(self._rows("SELECT public.scoresheet_code_tries(%s)", key)[0][0])
