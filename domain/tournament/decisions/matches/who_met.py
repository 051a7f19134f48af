"""Corrections of who met in a round, after play has begun, whichever round it is (TD-14, ALL-4).

Anyone named had a place in the round, or has one now; nobody has more places than the format gives them. What was
made from these matches is then asked about as with a corrected result.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.formats.contract.acts import CorrectSides, MetInPlace
from domain.formats.contract.protocol import RoundPlace
from domain.kernel.refusal import Refused, name_list
from domain.match import layering
from domain.match.record import Bye, Match
from domain.match.verdict import DerivedKey
from domain.problems.matches import NOTHING_CORRECTED
from domain.problems.rounds import MET_TWICE, NOT_IN_ROUND, SIDES_CONCEDED, SIDES_DRAWN
from domain.tournament.decisions.matches.results import require_entrants, require_in_time, require_two, require_unruled
from domain.tournament.derived import bouts
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import find_match, require_not_void
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament

Met = Mapping[DerivedKey, tuple[int, ...]]
"""The entries that had each place of a round."""


def correct(state: Tournament, command: round_commands.CorrectPairings, context: Context) -> Events:
    """TD-14: as it was, and not as it had been paired. Raises Refused where nothing differs, a match has records that
    name its sides, or somebody would have too many places. So it does where the format's rules say who meets."""
    matches = [find_match(state, one.match) for one in command.matches]
    byes = [_find_bye(state, command.round, one.given_to) for one in command.byes]
    made: list[Match | Bye] = [*matches, *byes]
    stage = _stage_of(state, made)
    met = _corrected_sides(command, byes)
    were = {one.key: _entries(one) for one in made}
    stage.require(CorrectSides(tuple(MetInPlace(one.slot, were[one.key], met[one.key]) for one in made), bool(byes)))
    _require_of_round(command.round, made)
    late = [match.number for match in matches if _require_correctable(state, match, command, context)]
    for one in command.matches:
        require_two(one.sides)
        require_entrants(state, state.matches[one.match], one.sides)
    if met == were:
        raise Refused(NOTHING_CORRECTED, f"Round {command.round} is already recorded like this.", round=command.round)
    _require_places(stage, command.round, met)
    _require_whole_bouts(state, matches, met)
    corrected = round_events.PairingsCorrected(
        round=command.round,
        matches=tuple(round_events.CorrectedPairing(match=one.match, sides=one.sides) for one in command.matches),
        byes=tuple(round_events.CorrectedBye(bye=bye.number, entry=met[bye.key][0]) for bye in byes),
        late=bool(late),
        reason=command.reason,
    )
    return (corrected,)


def _find_bye(state: Tournament, round_: int, entry: int) -> Bye:
    for _, bye in sorted(state.rounds.byes.items()):
        if bye.live and (bye.round, bye.entry) == (round_, entry):
            return bye
    raise Refused(NOT_IN_ROUND, f"Entry {entry} has no bye in round {round_}.", entry=entry, round=round_)


def _stage_of(state: Tournament, made: Sequence[Match | Bye]) -> Stage:
    """The one they all belong to."""
    openings = {one.opening for one in made}
    found = [one for one in stages_of(state) if _number_of(one) in openings]
    if len(openings) > 1 or not found:
        raise Refused(NOT_IN_ROUND, "These matches do not all belong to one open stage.")
    return found[0]


def _number_of(stage: Stage) -> int:
    return 0 if stage.facts.opening is None else stage.facts.opening.number


def _require_of_round(round_: int, made: Sequence[Match | Bye]) -> None:
    for one in made:
        if one.round != round_:
            raise Refused(NOT_IN_ROUND, f"Match {one.number} belongs to another round.", match=one.number, round=round_)


def _corrected_sides(command: round_commands.CorrectPairings, byes: Sequence[Bye]) -> Met:
    matches: dict[DerivedKey, tuple[int, ...]] = {("match", one.match): one.sides for one in command.matches}
    return matches | {bye.key: (one.had_by,) for bye, one in zip(byes, command.byes, strict=True)}


def _entries(made: Match | Bye) -> tuple[int, ...]:
    return (made.entry,) if isinstance(made, Bye) else made.sides


def _count_places(places: Sequence[RoundPlace], met: Met) -> Counter[int]:
    """The number of places that each has, with those who met; a match of a bracket and its replay are one place."""
    taken = {(entry, one.slot or one.key) for one in places for entry in met.get(one.key, one.entries)}
    return Counter(entry for entry, _ in taken)


def _require_correctable(
    state: Tournament, match: Match, command: round_commands.CorrectPairings, context: Context
) -> bool:
    """Whether the window for corrections had closed. Who has conceded a match, or was ruled on in it, is in it."""
    require_not_void(match)
    require_unruled(state, match)
    conceded = sorted(layering.conceding(match))
    if conceded:
        detail = f"Match {match.number} was conceded by entry {conceded[0]}, who has left."
        raise Refused(SIDES_CONCEDED, detail, match=match.number, entry=conceded[0])
    return require_in_time(state, match, override=command.override, now=context.now)


def _require_places(stage: Stage, round_: int, met: Met) -> None:
    """Nobody has more places in the round than the format gives them; in a later stage only its field plays; and a
    match that was played again has the same two."""
    before = [place for place in stage.facts.places if place.round + stage.facts.rounds_before == round_]
    after = {place.key: met.get(place.key, place.entries) for place in before}
    had = _count_places(before, {})
    for entry, places in sorted(_count_places(before, met).items()):
        if entry not in stage.facts.numbers:
            raise Refused(NOT_IN_ROUND, f"Entry {entry} does not play in this stage.", entry=entry, round=round_)
        if places > 1 and places > max(stage.seats(entry), had[entry]):
            matches = [key[1] for key, entries in after.items() if entry in entries and key[0] == "match"]
            detail = f"Entry {entry} would have {places} places in round {round_}: matches {name_list(matches)}."
            raise Refused(MET_TWICE, detail, entry=entry, round=round_, matches=matches)
    for one, other in _replays(before):
        if set(after[one.key]) != set(after[other.key]):
            detail = f"Match {other.match} is match {one.match}, replayed: correct both."
            raise Refused(SIDES_DRAWN, detail, match=other.match)


def _require_whole_bouts(state: Tournament, matches: Sequence[Match], met: Met) -> None:
    """SER-1: the matches of a bout are between the same two."""
    for first in sorted({bouts.first_of(state, match).number for match in matches}):
        numbers = bouts.matches_of(state, state.matches[first])
        if len({frozenset(met.get(("match", number), state.matches[number].sides)) for number in numbers}) > 1:
            detail = f"Matches {name_list(numbers)} are one bout: correct who met in all of them."
            raise Refused(SIDES_DRAWN, detail, matches=numbers)


def _replays(places: Sequence[RoundPlace]) -> Iterator[tuple[RoundPlace, RoundPlace]]:
    """Each match of a place in a bracket with the next that was played there."""
    by_slot: dict[str, RoundPlace] = {}
    for place in places:
        if place.slot is not None and place.match is not None:
            if place.slot in by_slot:
                yield by_slot[place.slot], place
            by_slot[place.slot] = place
