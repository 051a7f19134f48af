"""What a reader is to what is read: which part they have in a tournament, a match, an entry, an event (ALL-10, ALL-12).

What each part is shown, the fields say themselves: `domain/kernel/visibility.py`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel

from api.documents.withholding import Shown, shown_to
from api.http.callers import Caller
from api.http.read_requests import Reader
from api.queries.as_of import state_at
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.visibility import FOR_PLAYERS, ONCE_ANNOUNCED, ForSender, Part, told_of_match
from domain.match.record import Match
from domain.tournament.decisions.rulings import audience
from domain.tournament.difference import Beyond, MatchEnding, SettlementChange
from domain.tournament.entries.events import EntryEvent
from domain.tournament.match_record import events as match_record_events
from domain.tournament.matches.events import MatchEvent
from domain.tournament.rulings import events as ruling_events
from domain.tournament.state import Tournament, announced_settings
from domain.tournament.text_about import named_persons
from projections.views.tournaments import OneMatch, part_in, untold

_RULINGS = (ruling_events.DisputeEvent, ruling_events.RulingEvent, ruling_events.AppealEvent)
_NOTHING = Part(0)


def sight_of(reader: Reader, tournament: str) -> "Sight":
    """The reader's sight of the tournament as it is now, whatever is read. Raises Refused where none is there."""
    return Sight.of(reader.caller, state_at(reader.services_now, tournament))


def match_for(caller: Caller, part: Part, match: OneMatch) -> tuple[OneMatch, Part]:
    """The match as far as the caller is shown of it, who is `part` to its tournament, and what they are to it."""
    own = any(map(caller.is_person, (*match.persons, *match.members)))
    mine = part | part_in(match) | (Part.PLAYER if own else _NOTHING)
    return (match if mine & ONCE_ANNOUNCED else untold(match)), mine


def towards(caller: Caller, person: PersonId) -> Part:
    """The caller's part in what is known of a person beyond the tables: directors read it, and they themselves."""
    return caller.part_in_register | (Part.PLAYER if caller.within(None).is_person(person) else Part(0))


@dataclass(frozen=True, slots=True)
class Sight:
    """A caller's part in a tournament and in what is in it, as it is now. `part` is what they are to all of it."""

    caller: Caller
    state: Tournament
    part: Part

    @staticmethod
    def of(caller: Caller, state: Tournament) -> "Sight":
        """`state` is the tournament as it is now, whichever moment is read."""
        within = caller.within(state.id)
        return Sight(within, state, within.part_among(announced_settings(state).directors))

    def whole(self, match: Match) -> bool:
        """Whether the caller sees all of the match: what is reported and not announced, and who has told the
        director."""
        return bool(self.in_match(match) & FOR_PLAYERS)

    def is_of(self, entry: int) -> bool:
        """Whether the caller is the entry's person, or a member of its team."""
        return self._is_one_of(self.state.entries[entry].persons)

    def in_entry(self, entry: int) -> Part:
        """The caller's part in that entry."""
        return self.part | self._player(self.is_of(entry))

    def in_match(self, match: Match) -> Part:
        """The caller's part in that match."""
        seen = self.part | _anybodys_part(match)
        return seen | Part.PLAYER if self._plays_in(match) else seen

    def in_record_of(self, match: Match) -> Part:
        """The caller's part in the record of that match's play: a monitor of it reads what its sides do [1.3.3]."""
        monitors = self.state.match_records.of(match.number).monitors
        watched_by = [one.appointed.person for one in monitors if one.open]
        return self.in_match(match) | self._player(self._is_one_of(watched_by))

    def among(self, persons: Collection[PersonId]) -> Part:
        """The caller's part in what concerns these persons."""
        return self.part | (Part.PARTY if self._is_one_of(persons) else _NOTHING)

    def in_event(self, event: Event) -> Part:
        """The caller's part in what happened there."""
        match event:
            case EntryEvent(entry=entry):
                return self.in_entry(entry)
            case MatchEvent(match=number) | match_record_events.OfMatch(match=number):
                return self.in_match(self.state.matches[number])
            case match_record_events.MatchRecordEvent():
                return self.part | self._player(self._has_asked(event))
            case _ if isinstance(event, _RULINGS):
                return self.part | self._part_in(event)
            case _:
                return self.part

    def previewed(self, view: ForSender, after: Tournament) -> Any:  # noqa: ANN401 -- JSON
        """The preview as the caller is shown it; `after` has the matches and rulings that it would make."""
        known = self.state.directing.rulings
        given = (ruling for number, ruling in after.directing.rulings.items() if number not in known)
        concerned = any(self._is_one_of(audience.by_ruling(after, ruling)) for ruling in given)
        return self.seen(view, after, self.part | (Part.PARTY if concerned else _NOTHING)).content

    def seen(self, view: ForSender, after: Tournament, part: Part) -> Shown:
        """The preview as a caller who is `part` to it is shown it."""
        return shown_to(part, view, inside=partial(self._in_preview, after))

    def _in_preview(self, after: Tournament, value: BaseModel) -> Part:
        match value:
            case MatchEnding(match=number) | SettlementChange(match=number) if number in after.matches:
                return self.in_match(after.matches[number])
            case Beyond(person=person):
                return self._player(self.caller.is_person(person))
            case _:
                return _NOTHING

    def in_facts(self, facts: Mapping[str, object]) -> Part:
        """The caller's part in what a refusal speaks of."""
        state, part = self.state, self.part
        for name, value in facts.items():
            match name, value:
                case "person", str(person):
                    part |= self._player(self.caller.is_person(person))
                case "entry", int(number) if number in state.entries:
                    part |= self.in_entry(number)
                case "match", int(number) if number in state.matches:
                    part |= self.in_match(state.matches[number])
                case "appeal", int(number) if number in state.directing.appeals:
                    concerned = audience.by_appeal(state, state.directing.appeals[number])
                    part |= Part.PARTY if self._is_one_of(concerned) else _NOTHING
        return part

    def _plays_in(self, match: Match) -> bool:
        return self.caller.person is not None and any(map(self.is_of, match.as_played[0]))

    def _player(self, is_one: bool) -> Part:
        return Part.PLAYER if is_one else _NOTHING

    def _has_asked(self, event: match_record_events.MatchRecordEvent) -> bool:
        """Whether the request is the caller's own, or what was taken back is of their match."""
        of_match = getattr(event, "match", None)
        if event.record_kind == "request":
            asker = self.state.match_records.requests[event.number - 1].made.entry
            return asker is not None and self.is_of(asker)
        return of_match is not None and any(map(self.is_of, self.state.matches[of_match].as_played[0]))

    def _part_in(self, event: Event) -> Part:
        """By a dispute, a ruling or an appeal (TD-9), or as whom its text is about."""
        return Part.PARTY if self._is_one_of(audience.by_event(self.state, event) | named_persons(event)) else _NOTHING

    def _is_one_of(self, persons: Iterable[PersonId]) -> bool:
        return any(self.caller.is_person(person) for person in persons)


def _anybodys_part(match: Match) -> Part:
    """Anybody's part in the match (ALL-12)."""
    return told_of_match(announced=match.is_announced, unannounced=match.unannounced)
