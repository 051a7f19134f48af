"""Matches that an entry has played, plays and still has to play in rounds and brackets (SE-10, SE-12)."""

from domain.match import validity
from domain.match.record import Match
from domain.tournament.state import Entry, Tournament


def matches_of(state: Tournament, entry: Entry) -> list[Match]:
    """Its matches of rounds and brackets that are live, by number."""
    numbers = state.rounds.matches_of.get(entry.number, ())
    return [match for match in map(state.matches.__getitem__, numbers) if match.live]


def has_begun(state: Tournament, entry: Entry) -> bool:
    """Whether any match of it has begun, whatever became of that match."""
    return any(match.started and entry.number in match.as_played[0] for match in state.matches.values())


def being_played(state: Tournament, entry: Entry) -> list[int]:
    """The matches that it plays now."""
    return [match.number for match in matches_of(state, entry) if match.started and not _is_decided(match)]


def last_decided(state: Tournament, entry: Entry) -> Match | None:
    """Of the matches that it has played to an end, the one that is furthest on."""
    decided = (match for match in matches_of(state, entry) if _is_decided(match))
    return max(decided, key=lambda match: (match.round or 0, match.number), default=None)


def left_to_play(state: Tournament, entry: Entry, last: Match | None = None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The matches and byes that the entry has after that match, or at all."""
    since = 0 if last is None else last.round or 0
    matches = [match.number for match in matches_of(state, entry) if not _is_decided(match)]
    byes = [bye.number for _, bye in sorted(state.rounds.byes.items()) if bye.entry == entry.number and bye.live]
    return tuple(matches), tuple(number for number in byes if state.rounds.byes[number].round > since)


def _is_decided(match: Match) -> bool:
    return validity.end_of_match(match) is not None
