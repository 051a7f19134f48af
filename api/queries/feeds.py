"""Where a follower goes on: cursors of feeds, and what is wrong with one."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from api.http.paging import Cursors, Number
from api.http.problems import CURSOR_MALFORMED, FEED_RESTARTED, Problem
from api.http.services import Services
from domain.journal.errors import POSITION_UNKNOWN
from domain.kernel.refusal import Refused
from projections.feeds.documents import VERSION
from projections.feeds.entries import Place

CURSORS = Cursors(f"feed-{VERSION}", TypeAdapter(tuple[Number, Number, Number]))
"""Number of the log, position, number: one kind for all feeds, for it names a place in the log."""
_LAST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Start:
    """Where a read begins: after which place of which log. `is_named` where the address names the log, too, so that
    what is read there never changes."""

    epoch: int
    place: Place
    is_named: bool

    def cursor(self, place: Place) -> str:
        """The cursor of what comes after that place of the same log."""
        return cursor_of(self.epoch, place)


def cursor_of(epoch: int, place: Place) -> str:
    """The cursor of what comes after that place of that log."""
    return CURSORS.write((epoch, place.position, place.number)) or ""


def start_of(services: Services, after: str | None, since: int | None = None) -> Start:
    """Where to begin: after the cursor `after`, else after the position `since`, else at the beginning.

    Raises Problem: 400 for what is no cursor, 410 for one of a former log. Raises Refused (404) for a place that is not
    there yet.
    """
    if after is not None and since is not None:
        raise Problem(CURSOR_MALFORMED, "Only one of `after` and `since` may be given.")
    restarts = services.readings.restarts()
    found = CURSORS.read(after)
    epoch, position, number = map(int, found) if found else (restarts.epoch, since or 0, _LAST if since else 0)
    newest = services.journal.position()
    if epoch < restarts.epoch:
        raise _restarted(restarts.epoch, restarts.kept_to(epoch), position)
    if epoch > restarts.epoch or position > newest or number > _LAST:
        raise Refused(POSITION_UNKNOWN, f"The newest position is {newest}.", position=position)
    return Start(restarts.epoch, Place(position, number), is_named=after is not None)


def from_here_on(services: Services) -> Start:
    """The end of all that was recorded until now."""
    return Start(services.readings.restarts().epoch, Place(services.journal.position(), _LAST), is_named=True)


def _restarted(epoch: int, kept_to: int, position: int) -> Problem:
    kept = min(kept_to, position)
    cursor = cursor_of(epoch, Place(kept, _LAST))
    return Problem(
        FEED_RESTARTED,
        f"The log was begun anew; up to position {kept_to} it is the one that was read.",
        kept_to=kept_to,
        cursor=cursor,
    )
