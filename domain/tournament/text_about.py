"""Persons that the texts of a tournament's events are about: such a text is sealed under all of them, and goes with
any.

An act's subject tells who its reason is about: the entry, both sides, the parties, persons in remedies, and anyone
named. A text about the whole tournament, such as a cancellation, may speak of anybody in it, and so counts as about
all.
"""

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.officiating.remedies import persons_named
from domain.tournament.decisions.rulings.audience import persons_in
from domain.tournament.entries.events import EntryEvent
from domain.tournament.match_record.events import MatchRecordEvent
from domain.tournament.matches.events import MatchEvent
from domain.tournament.reviews.events import ReviewResolved
from domain.tournament.rounds.events import QuestionDecided
from domain.tournament.rulings.events import AppealEvent, DisputeEvent, RulingEvent
from domain.tournament.state import Tournament, announced_settings

Persons = frozenset[PersonId]
NOBODY: Persons = frozenset()
_NAMING = ("person", "instead_of", "text_about", "requested_by", "lodged_by", "applies_to")
"""The fields of events that name a person a text may speak of."""


def about(state: Tournament, event: Event) -> Persons:
    """The persons that the event's texts are about; `state` is the one after the event."""
    return _concerned_persons(state, event) | named_persons(event) or everybody(state)


def everybody(state: Tournament) -> Persons:
    """All who have entered the tournament or direct it."""
    return persons_in(state, state.entries) | frozenset(announced_settings(state).directors)


def of_ruling(state: Tournament, number: int) -> Persons:
    """The parties to a ruling, and all who its remedies name."""
    ruling = state.directing.rulings[number]
    remedies = (*ruling.orders.remedies, *ruling.claimed)
    return persons_in(state, ruling.parties) | frozenset(persons_named(remedies))


def _concerned_persons(state: Tournament, event: Event) -> Persons:
    match event:
        case EntryEvent(entry=entry) | QuestionDecided(entry=int(entry)):
            return persons_in(state, (entry,))
        case ReviewResolved(item=item):
            return persons_in(state, (item.entry,))
        case MatchEvent(match=number):
            return _playing(state, number)
        case MatchRecordEvent():
            match = getattr(event, "match", None)
            return NOBODY if match is None else _playing(state, match)
        case DisputeEvent(dispute=number):
            return persons_in(state, state.directing.disputes[number].parties)
        case RulingEvent(ruling=number):
            return of_ruling(state, number)
        case AppealEvent(appeal=number):
            return of_ruling(state, state.directing.appeals[number].ruling)
        case _:
            return NOBODY


def named_persons(event: Event) -> Persons:
    """Persons that the event names: who asked, spoke, consented, was addressed, or watches."""
    return frozenset(person for name in _NAMING if (person := getattr(event, name, None)) is not None)


def _playing(state: Tournament, number: int) -> Persons:
    """The sides of a match, before and after a correction of them."""
    match = state.matches[number]
    return persons_in(state, (*match.sides, *match.as_played[0]))
