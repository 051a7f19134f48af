"""Versions that the sender of a command has seen: decisions are made on the present state, and not on an earlier one
(TD-9)."""

from collections.abc import Sequence

from domain.kernel.refusal import Refused, name_list
from domain.problems.rulings import RULING_UNSEEN
from domain.tournament.command import Seen
from domain.tournament.guards.context import require_seen, settings_of
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.state import Tournament

_FOLDERS = {"match": "/matches/", "entry": "/entries/"}


def current_version(state: Tournament, kind: str, number: int | None) -> Seen:
    """That match, that entry, or else the tournament's settings, as it is. Raises Refused where there is none."""
    if kind == "match":
        return Seen("match", find_match(state, number or 0).revision, number)
    if kind == "entry":
        return Seen("entry", find_entry(state, number or 0).revision, number)
    return Seen("settings", settings_of(state).revision)


def require_all_seen(state: Tournament, needed: Sequence[Seen], seen: Sequence[Seen], *, previewed: bool) -> None:
    """Raises Refused where something has changed since it was seen (412), or where a needed version is missing (428).
    None is needed where it was `previewed`, for the digest of the preview holds them all."""
    for one in seen:
        require_seen(current_version(state, one.kind, one.number).revision, one.revision, resource=_address(state, one))
    told = {(one.kind, one.number) for one in seen}
    unseen = [one for one in needed if (one.kind, one.number) not in told]
    if unseen and not previewed:
        detail = f"The command does not give the revision at which you saw {name_list([_name(one) for one in unseen])}."
        raise Refused(RULING_UNSEEN, detail, needed=[_address(state, one) for one in unseen[:100]])


def _name(seen: Seen) -> str:
    return "the tournament" if seen.number is None else f"{seen.kind} {seen.number}"


def _address(state: Tournament, seen: Seen) -> str:
    place = "" if seen.number is None else f"{_FOLDERS.get(seen.kind, '/')}{seen.number}"
    return f"/v1/tournaments/{state.id}{place}"
