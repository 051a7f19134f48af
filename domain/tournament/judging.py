"""Who may act in a dispute, in a ruling and in its appeal (TD-9, TD-11, TD-12, ALL-10).

Readings: whoever is a party acts for himself alone, whatever else he is: as staff he neither rules nor suspends, forms
or decides anything in his own case, and records nothing that others have said, voted or taken back. Another director
does, or an administrator of the federation, who counts as a director wherever there is no other; so nobody is stuck
whose only director plays.
"""

from collections.abc import Sequence

from domain.directing.committees import Party, refuse_to_rule
from domain.ids import PersonId
from domain.tournament.authority import is_staff, require, require_staff
from domain.tournament.context import Context
from domain.tournament.model import Tournament


def parties_of(state: Tournament, entries: Sequence[int]) -> list[Party]:
    """The entries with all their members (ALL-10)."""
    return [Party(entry=number, persons=state.entries[number].persons) for number in entries]


def directors_of(state: Tournament) -> tuple[PersonId, ...]:
    """The tournament's directors. Administrators are staff everywhere: as such they are no director here (TD-11)."""
    return state.settings.directors if state.settings else ()


def require_neutral_staff(state: Tournament, parties: Sequence[int], context: Context) -> None:
    """Raises Refused unless whoever asks is staff here, and none of these entries' (TD-9)."""
    require_staff(state, context.actor)
    require_neutral(state, parties, context)


def require_own(own: bool, state: Tournament, parties: Sequence[int], context: Context, detail: str) -> None:
    """Raises Refused unless it is one's `own` to do, or one is staff here and no party; `detail` says whose it is."""
    require(own or is_staff(state, context.actor), detail)
    if not own:
        require_neutral(state, parties, context)


def require_neutral(state: Tournament, parties: Sequence[int], context: Context) -> None:
    """Raises Refused where whoever asks is one of these entries, or in its team (TD-9)."""
    refusal = refuse_to_rule(context.actor.person, parties_of(state, parties))
    if refusal is not None:
        raise refusal
