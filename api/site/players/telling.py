"""Players who have asked for it are told by mail or web push who they play and where: once for each match and opponent.

What is told is what everybody may see: no draw that is held (ALL-2), and no name that is withheld. A match that waits
for its table is told of when it has one (REG-6).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from api.http.mails import Known, Letter, MailReader
from api.http.services import Services
from api.site.frame.called_rounds import line_of
from api.site.frame.languages import LANGUAGES, Language, translations
from api.site.words import players as words
from domain.kernel.ids import PersonId, TournamentId
from domain.match.record import Match
from domain.person.details import WITHHELD
from domain.tournament.derived.bouts import first_of
from domain.tournament.derived.round_names import RoundNames, round_names
from domain.tournament.derived.tables import open_matches
from domain.tournament.state import Tournament

OVER = ("completed", "cancelled")
"""How a tournament stands of which nobody is told any more."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who somebody meets: the number of the opponent's entry, and the match."""

    opponent: int
    match: Match

    @property
    def known_as(self) -> tuple[int, int]:
        """By what it is known whether it was told."""
        return self.match.number, self.opponent


def meetings(state: Tournament, person: PersonId) -> Sequence[Meeting]:
    """Who the person meets now, as far as everybody may know."""
    shown = state.held or state
    own = {entry.number for entry in shown.entries.values() if person in (entry.person, *entry.members)}
    return [one for one in _meetings(shown, own) if not _waits_for_table(shown, one.match)]


def _meetings(state: Tournament, own: set[int]) -> Iterator[Meeting]:
    for match in open_matches(state):
        first, second = match.sides
        if first in own:
            yield Meeting(second, match)
        elif second in own:
            yield Meeting(first, match)


def _waits_for_table(state: Tournament, match: Match) -> bool:
    return match.round is not None and match.table is None and any(state.hall.tables)


def known(found: Sequence[Meeting]) -> Known:
    """Those as it is kept what somebody knows."""
    return [one.known_as for one in found]


def telling(services: Services) -> Callable[[], None]:
    """Tells all who are to be told whenever it is called. Each version of a tournament is looked at once; one in which
    nothing happened of late is left alone, as after a database was restored."""
    seen: dict[TournamentId, int] = {}

    def tell() -> None:
        wanted = services.mails.tournaments()
        for gone in set(seen) - set(wanted):
            del seen[gone]
        for tournament, (version, is_fresh) in wanted.items():
            if seen.get(tournament) != version:
                seen[tournament] = _tell(services, tournament, is_fresh=is_fresh)

    return tell


def _tell(services: Services, tournament: TournamentId, *, is_fresh: bool) -> int:
    """Tells all readers of a tournament; the version that was looked at."""
    state = services.tournament(tournament)
    if state.settings is not None and state.settings.status in OVER:
        services.mails.end(tournament)
    elif is_fresh:
        for reader in services.mails.readers(tournament):
            _tell_reader(services, state, reader)
    return state.version


def _tell_reader(services: Services, state: Tournament, reader: MailReader) -> None:
    new = [one for one in meetings(state, reader.person) if one.known_as not in reader.told]
    if new:
        services.mails.queue(reader, known(new), _letter(services, state, reader, new))


def _letter(services: Services, state: Tournament, reader: MailReader, new: Sequence[Meeting]) -> Letter:
    said, page = _speech(reader.language), f"/tournaments/{state.id}/play"
    names = _names(services, state, [one.opponent for one in new], said)
    rounds = round_names(state)
    lines = [_line(state, one, rounds, names[one.opponent], said) for one in new]
    name = "" if state.settings is None else state.settings.name
    subject = _who(new[0], names[new[0].opponent], said)
    if len(new) > 1:
        subject = said(words.MATCHES_SUBJECT) % {"number": len(new), "tournament": name}
    subject = " ".join(subject.split())
    if reader.way == "push":
        return Letter(subject, "\n".join([name, *lines]), page=page)
    address = f"{services.mails.links()}{page}"
    text = "\n".join([name, "", *lines, "", said(words.YOUR_PAGE) % {"address": address}])
    return Letter(subject, text, said(words.STOP))


def _line(state: Tournament, one: Meeting, names: RoundNames, opponent: str, said: Callable[[str], str]) -> str:
    number, slot = one.match.round, first_of(state, one.match).slot
    rounds = [] if number is None else [line for line in [line_of(said, names, number, slot)] if line]
    length = said(words.MATCH_LINE) % {"length": one.match.length}
    told = ", ".join([*_room(state, one.match.table), *rounds, length])
    return f"{_who(one, opponent, said)} ({told})"


def _who(one: Meeting, opponent: str, said: Callable[[str], str]) -> str:
    if one.match.table is None:
        return said(words.AGAINST) % {"opponent": opponent}
    return said(words.AT_TABLE) % {"table": one.match.table, "opponent": opponent}


def _room(state: Tournament, table: int | None) -> list[str]:
    """The name of the room with that table."""
    rooms = state.hall.rooms if table is not None else ()
    return [one.name for one in rooms if one.first_table <= (table or 0) <= one.last_table]


def _names(
    services: Services, state: Tournament, entries: Sequence[int], said: Callable[[str], str]
) -> Mapping[int, str]:
    """What the opponents are called for everybody; by the number of their entry where that is not for everybody."""
    persons = {number: (state.entries[number].person, *state.entries[number].members) for number in entries}
    names = services.names({one for team in persons.values() for one in team}, to_all=True)
    named = {number: [names.get(one, WITHHELD) for one in team] for number, team in persons.items()}
    return {
        number: said(words.UNNAMED_OPPONENT) % {"number": number} if WITHHELD in team else " / ".join(team)
        for number, team in named.items()
    }


def confirmation(language: Language, player: str, tournament: str) -> Letter:
    """The letter that asks whether an address is theirs, who typed it."""
    said, told = _speech(language), {"player": player, "tournament": tournament}
    subject = " ".join((said(words.CONFIRM_SUBJECT) % told).split())
    return Letter(subject, said(words.CONFIRM_TEXT) % told, said(words.CONFIRM_LAST))


def _speech(language: str) -> Callable[[str], str]:
    return translations(next((one for one in LANGUAGES if one == language), "en")).gettext
