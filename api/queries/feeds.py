"""Where a follower goes on: cursors of feeds, and what is wrong with one."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import StringConstraints, TypeAdapter

from api.http.paging import Cursors, Number
from api.http.problems import CURSOR_MALFORMED, FEED_RESTARTED, LOG_HELD, Problem
from api.http.services import Services
from domain.journal.errors import POSITION_UNKNOWN
from domain.kernel.refusal import Refused
from projections.feeds.documents import VERSION
from projections.feeds.entries import Place
from projections.queries.log.feeds import DIGEST_DIGITS
from projections.queries.queries import Readings

Digest = Annotated[str, StringConstraints(pattern=f"^([0-9a-f]{{{DIGEST_DIGITS}}})?$")]
_Place = tuple[Number, Number, Number] | tuple[Number, Number, Number, Digest]
CURSORS: Cursors = Cursors(f"feed-{VERSION}", TypeAdapter(_Place))
"""Number of the log, position, number, and by what the event there is known: one kind for all feeds, for it names a
place in one history. Earlier cursors lack the last, and are taken until the log is begun again."""
_LAST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Start:
    """Where a read begins: after which place of which log. `is_named` where the address names the log, too, so that
    what is read there never changes."""

    readings: Readings
    epoch: int
    place: Place
    is_named: bool

    def cursor(self, place: Place) -> str:
        """The cursor of what comes after that place of the same log."""
        return cursor_of(self.readings, self.epoch, place)


def cursor_of(readings: Readings, epoch: int, place: Place) -> str:
    """The cursor of what comes after that place of that log."""
    return CURSORS.write((epoch, place.position, place.number, readings.digest_at(place.position))) or ""


def require_not_held(readings: Readings) -> None:
    """Raises Problem (503) while the log's operator has to decide which history it is."""
    held = readings.hold_reason()
    if held is not None:
        raise Problem(LOG_HELD, held.detail)


def start_of(services: Services, after: str | None, since: int | None = None) -> Start:
    """Where to begin: after the cursor `after`, else after the position `since`, else at the beginning.

    Raises Problem: 400 for what is no cursor, 410 for one of a former log or of another history, 503 while the log is
    held. Raises Refused (404) for a place that is not there yet.
    """
    if after is not None and since is not None:
        raise Problem(CURSOR_MALFORMED, "Only one of `after` and `since` may be given.")
    readings = services.readings
    require_not_held(readings)
    restarts, newest = readings.restarts(), services.journal.position()
    found = CURSORS.read(after)
    epoch, position, number = map(int, found[:3]) if found else (restarts.epoch, since or 0, _LAST if since else 0)
    if epoch < restarts.epoch:
        raise _restart_problem(readings, restarts.epoch, restarts.common_position(epoch), position)
    if found and found[3:] not in ((), (readings.digest_at(position),)):
        raise _restart_problem(readings, restarts.epoch, readings.signed_position(newest), position)
    if epoch > restarts.epoch or position > newest or number > _LAST:
        raise Refused(POSITION_UNKNOWN, f"The newest position is {newest}.", position=position)
    return Start(readings, restarts.epoch, Place(position, number), is_named=after is not None)


def from_here_on(services: Services) -> Start:
    """The end of all that was recorded until now."""
    return Start(
        services.readings, services.readings.restarts().epoch, Place(services.journal.position(), _LAST), is_named=True
    )


def _restart_problem(readings: Readings, epoch: int, kept_to: int, position: int) -> Problem:
    kept = min(kept_to, position)
    cursor = cursor_of(readings, epoch, Place(kept, _LAST))
    return Problem(
        FEED_RESTARTED,
        f"The log was begun again. It is unchanged up to position {kept_to}.",
        kept_to=kept_to,
        cursor=cursor,
    )
