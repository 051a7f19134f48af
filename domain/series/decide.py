"""Series of tournaments: commands and their decisions.

Reading: what is won in a series counts elsewhere (CHM-1), so a tournament of it is announced by administrators and by
the directors who the series names. Who announces a series with a director's key is the first of them.
"""

from collections.abc import Callable

from domain.clubs.state import Club
from domain.kernel.chance import Secrets
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenName, Value
from domain.problems.persons import SERIES_EXISTS, SERIES_UNKNOWN
from domain.problems.tournament import NOT_ALLOWED, STALE
from domain.series.draw_chain import new_chain
from domain.series.events import Directors, SeriesAnnounced, SeriesChanged
from domain.series.state import Series

FindClub = Callable[[ClubId], Club]
"""Raises Refused where there is no such club."""
RequirePerson = Callable[[PersonId], object]
"""Raises Refused where there is no such person, or no longer."""


class AnnounceSeries(Value):
    """Announce a series of tournaments (CHM-1)

    By administrators and directors. Its tournaments are announced by administrators and by the directors named here, of
    who a director who announces the series is the first. The series of a `club` is announced by one of its officers,
    or by an administrator.
    """

    name: GivenName
    directors: Directors = ()
    club: ClubId | None = None


class ChangeSeries(Value):
    """Change a series' name and directors

    By administrators and the series' directors. All of it is given again.
    """

    name: GivenName
    directors: Directors = ()
    club: ClubId | None = None
    seen: int | None = None


def decide(
    state: Series,
    command: AnnounceSeries | ChangeSeries,
    actor: Actor,
    person: RequirePerson,
    club: FindClub,
    secrets: Secrets,
) -> tuple[Event, ...]:
    """The events that carry the command out: the description, and of a new series the chain of links for its draws
    (ALL-2). Raises Refused, and then nothing of it happens."""
    if isinstance(command, AnnounceSeries):
        event: SeriesAnnounced | SeriesChanged = _announce(state, command, actor)
    else:
        event = _change(state, command, actor)
    for director in event.directors:
        person(director)
    if event.club is not None and event.club != state.club:
        _require(club(event.club).answers_to(actor))
    return (event, new_chain(secrets)) if isinstance(event, SeriesAnnounced) else (event,)


def _announce(state: Series, command: AnnounceSeries, actor: Actor) -> SeriesAnnounced:
    _require(actor.role in ("administrator", "director"))
    if state.name is not None:
        raise Refused(SERIES_EXISTS, f"Series {state.id} is already announced.", series=state.id)
    own = (actor.person,) if actor.role == "director" and actor.person is not None else ()
    return SeriesAnnounced(
        name=command.name, directors=tuple(dict.fromkeys((*own, *command.directors))), club=command.club
    )


def _change(state: Series, command: ChangeSeries, actor: Actor) -> SeriesChanged:
    require_kept(require_announced(state), actor)
    if command.seen is not None and command.seen != state.revision:
        raise Refused(STALE, f"The series is at revision {state.revision} now.", revision=state.revision)
    return SeriesChanged(name=command.name, directors=tuple(dict.fromkeys(command.directors)), club=command.club)


def _require(allowed: bool) -> None:
    if not allowed:
        raise Refused(NOT_ALLOWED, "Only administrators, directors of the series and officers of its club can do this.")


def require_kept(state: Series, actor: Actor) -> None:
    """Raises Refused unless the actor may change the series."""
    _require(state.is_kept_by(actor))


def require_announced(state: Series) -> Series:
    """The series, if it was announced; else raises Refused."""
    if state.name is None:
        raise Refused(SERIES_UNKNOWN, f"There is no series {state.id}.", series=state.id)
    return state
