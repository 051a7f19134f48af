"""The audience of a dispute, a ruling or an appeal: the parties with all their members (ALL-10), and the committee. A
committee reads the whole of its case (TD-12): the dispute with its statements, the ruling with its facts, and the
appeal."""

from collections.abc import Iterable

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.tournament.decisions.rulings.joint_committee import agreements_in
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.state import Appeal, Dispute, Ruling
from domain.tournament.state import Tournament

Concerned = frozenset[PersonId]


def by_dispute(state: Tournament, dispute: Dispute) -> Concerned:
    """Its parties, the committee that all of them have agreed to, and those who a ruling on it concerns."""
    committees = agreements_in(state, dispute)
    chosen = set(committees.values()) if len(committees) == len(dispute.parties) else set()
    ruled = [one for _, one in sorted(state.directing.rulings.items()) if one.dispute == dispute.number]
    committee = (_committee(state, ruling) for ruling in ruled)
    return persons_in(state, dispute.parties).union(*committee, *chosen if len(chosen) == 1 else ())


def by_ruling(state: Tournament, ruling: Ruling) -> Concerned:
    """Its parties, who its remedies name, who has given it in a director's place, and the committee of its appeal."""
    return persons_in(state, ruling.parties).union(ruling.named, _committee(state, ruling))


def _committee(state: Tournament, ruling: Ruling) -> Concerned:
    """Members of committees that gave it in a director's place, or decide its appeals."""
    appeals = (one for _, one in sorted(state.directing.appeals.items()) if one.ruling == ruling.number)
    return frozenset(ruling.committee).union(*(appeal.members for appeal in appeals))


def by_appeal(state: Tournament, appeal: Appeal) -> Concerned:
    """The parties to its ruling, and the committee."""
    return by_ruling(state, state.directing.rulings[appeal.ruling])


def by_event(state: Tournament, event: Event) -> Concerned:
    """The persons that such an event concerns, as the state now knows it; nobody by other events."""
    match event:
        case ruling_events.DisputeEvent():
            return by_dispute(state, state.directing.disputes[event.dispute])
        case ruling_events.RulingEvent():
            return by_ruling(state, state.directing.rulings[event.ruling])
        case ruling_events.AppealEvent():
            return by_appeal(state, state.directing.appeals[event.appeal])
        case _:
            return frozenset()


def persons_in(state: Tournament, entries: Iterable[int]) -> Concerned:
    """Everybody in these entries."""
    return frozenset(person for number in entries for person in state.entries[number].persons)
