"""Who else has to say that a report is right before it counts (TD-14, TD-9).

Readings: whoever has entered their opponent, or made the key that entered them, has that opponent confirm results, also
where these count at once. Where no director is there who does not play the match, its opponent takes their place: so
the usual club evening goes on whose only director plays. Whoever reports that they have lost needs nobody to confirm
it. A director who plays neither side may have issued the links of both: such a director could settle the match anyway,
and gains nothing by it. A change of the conditions holds for matches that are made afterwards.
"""

from domain.kernel.ids import PersonId
from domain.match.record import Match, Verification
from domain.scoring.games import Outcome
from domain.tournament.guards.conflicts_of_interest import reported_by
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import side_of, sides_played
from domain.tournament.guards.permissions import is_staff, speaks_for
from domain.tournament.state import Tournament


def verification_of(state: Tournament, match: Match) -> Verification:
    """How a report of the match comes to count."""
    if match.verification == "at-once" and _entered_the_other(state, match):
        return "confirmed"
    if match.verification != "by-director":
        return match.verification
    neutral = any(side_of(state, match, director) is None for director in state.directors)
    return "by-director" if neutral else "confirmed"


def _entered_the_other(state: Tournament, match: Match) -> bool:
    first, second = (state.entries[side] for side in match.as_played[0])
    return any(not set(one.entered_by).isdisjoint(other.persons) for one, other in ((first, second), (second, first)))


def counts_at_once(state: Tournament, match: Match, ended: Outcome, context: Context) -> bool:
    """Whether a report with that outcome needs nobody else's word: of staff who do not play the match, where it was
    announced so, and where its opponent is to confirm it and the reporter has lost."""
    own = sides_told(state, match, context)
    if not own:
        return is_staff(state, context.actor) or match.verification == "at-once"
    how = verification_of(state, match)
    sides, _ = match.as_played
    lost = ended.winner is not None and own == (sides[1 if ended.winner == "first" else 0],)
    return how == "at-once" or (how == "confirmed" and lost)


def sides_told(state: Tournament, match: Match, context: Context) -> tuple[int, ...]:
    """The sides that the actor is, or in whose name they speak."""
    spoken_for = speaks_for(state, match.as_played[0], context)
    return sides_played(state, match, context.actor.persons) or (() if spoken_for is None else (spoken_for,))


def may_confirm(state: Tournament, match: Match, context: Context) -> bool:
    """Whether the actor plays the match against whoever has reported it, and is to confirm it."""
    report = match.sitting.report
    own, told = sides_played(state, match, context.actor.persons), reported_by(state, match)
    another = report is not None and all(
        _neither_plays_nor_gains(state, match, person) for person in report.by if person in context.actor.persons
    )
    opposed = bool(own and told) and set(own).isdisjoint(told)
    return another and opposed and verification_of(state, match) == "confirmed"


def _neither_plays_nor_gains(state: Tournament, match: Match, person: PersonId) -> bool:
    """Whether that is a director on neither side, who has issued the links of both."""
    return person in state.directors and side_of(state, match, person) is None
