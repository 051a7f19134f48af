"""The service refuses a person who asks to enter while banned (TD-4, ALL-8).

The request is recorded: the entry is refused and reported to the federation (TD-2, TD-19). If the ban is reversed, the
directors are shown who it has kept out (TD-13). The answer is the refusal, however often the person asks; asking again
while the same bans are in force records nothing new.
"""

from collections.abc import Sequence

from domain.kernel.refusal import Refused
from domain.person.state import Person
from domain.tournament.decisions.entries.eligibility import ban_refusal
from domain.tournament.entries.events import EntryRefused, EntryRequested
from domain.tournament.guards.context import Context, Events
from domain.tournament.person_effects.snapshots import TurnedAway
from domain.tournament.state import Entry


def refusal_of_banned(
    before: Entry | None, requested: EntryRequested, persons: Sequence[Person], context: Context
) -> Events:
    """The refusal that follows on the request, where a member may not enter; nothing where all of them may. `before`
    is the entry as it was. Raises Refused, and nothing is recorded, where it was turned away for just this already."""
    for person in persons:
        refusal = ban_refusal(person, context)
        if refusal is not None:
            bans = tuple(ban.number for ban in person.bans if ban.kind == "ban" and ban.in_force(context.now))
            away = TurnedAway.model_validate({"member": person.id, "because": refusal.problem.slug, "bans": bans})
            if before is not None and before.turned_away == away:
                raise refusal
            return (EntryRefused(entry=requested.entry, person=requested.person, reason=None, turned_away=away),)
    return ()


def refusal_of(events: Events, context: Context) -> Refused | None:
    """The refusal of a command whose events turn somebody away."""
    for event in events:
        if isinstance(event, EntryRefused) and event.turned_away is not None:
            return ban_refusal(context.person(event.turned_away.member), context)
    return None
