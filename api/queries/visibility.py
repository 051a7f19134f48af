"""What a reader sees of matches that are not announced: the staff all, a player their own (ALL-12, ALL-10)."""

from dataclasses import dataclass

from api.http.callers import Caller
from api.http.problems import ROLE_INSUFFICIENT, Problem
from domain.match.record import Match
from domain.tournament.state import Tournament, announced_settings


def require_knows(caller: Caller, person: str) -> None:
    """Raises Problem unless the caller may see what is known of a person beyond the tables: as an administrator, a
    director, or the person themselves."""
    caller.actor()
    caller.require_scope(None)
    if caller.role not in ("administrator", "director") and not caller.is_person(person):
        raise Problem(ROLE_INSUFFICIENT, "Only administrators, directors and the person themselves may read this.")


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight that a caller has in a tournament, by their part in it now."""

    caller: Caller
    state: Tournament
    staff: bool

    @staticmethod
    def of(caller: Caller, state: Tournament) -> "Sight":
        """`state` is the tournament as it is now, whichever moment is read."""
        return Sight(caller.within(state.id), state, caller.is_staff(state.id, announced_settings(state).directors))

    def whole(self, match: Match) -> bool:
        """Whether the caller sees all of the match: what is reported and not announced, and who has told the
        director."""
        return self.staff or any(map(self.is_of, match.as_played[0]))

    def is_of(self, entry: int) -> bool:
        """Whether the caller is the entry's person, or a member of its team."""
        return any(self.caller.is_person(person) for person in self.state.entries[entry].persons)
