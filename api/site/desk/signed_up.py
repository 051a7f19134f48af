"""Requests of players that wait for a director, as the desk shows them."""

from collections.abc import Sequence
from dataclasses import asdict

from api.http.sign_ups import SignUp
from api.site.desk.meant import candidates
from api.site.frame.visit import Json, Visit
from domain.kernel.ids import TournamentId


def signed_up(visit: Visit, tournament: TournamentId) -> Json:
    """The requests that wait, each with who of the register may be meant, and what the tournament asks of them. Nothing
    for those who are not of its staff."""
    if not is_staff(visit, tournament):
        return {"sign_up_list": None, "signed_up": []}
    kept = visit.reader.services.sign_ups
    return {"sign_up_list": kept.taken_by(tournament), "signed_up": _lines(visit, kept.waiting(tournament))}


def waiting_count(visit: Visit, tournament: TournamentId) -> int:
    """How many requests wait for a director."""
    return len(visit.reader.services.sign_ups.waiting(tournament)) if is_staff(visit, tournament) else 0


def _lines(visit: Visit, waiting: Sequence[SignUp]) -> list[Json]:
    meant = candidates(visit, [one.name for one in waiting])
    lines = zip(waiting, meant, strict=True)
    return [{**asdict(one), "made_at": one.made_at.isoformat(), "meant": found} for one, found in lines]


def is_staff(visit: Visit, tournament: TournamentId) -> bool:
    """Whether the visitor is of the staff of that tournament."""
    return visit.reader.caller.is_staff(tournament, visit.reader.services.tournament(tournament).directors)
