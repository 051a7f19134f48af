"""Effects of the events of rounds on a tournament: draws, pairings, stages, decisions, chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rpds import HashTrieMap

from domain.formats.contract.protocol import Decided
from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.match.record import Bye, LeftOut, Match, Opening
from domain.match.verdict import DerivedKey
from domain.tournament.derived.propagation import (
    derived_of_key,
    is_known,
    lay_entry,
    make,
    meet,
    undo_changes_of_places,
    void_for_good,
)
from domain.tournament.evolve.matches import made_in_round, play_off_match, play_offs_before, results_before
from domain.tournament.rounds import events as round_events
from domain.tournament.state import (
    PLAY_OFF,
    Committed,
    OutsideValue,
    Rounds,
    Seeded,
    SeededByErrorRates,
    Tournament,
)

Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _with(state: Tournament, recorded: Recorded[Any], **changes: Any) -> Tournament:  # noqa: ANN401 -- any field
    rounds: Rounds = replace(state.rounds, **changes)
    return replace(state, version=recorded.version, rounds=rounds)


def _publish_commitment(
    state: Tournament, event: round_events.CommitmentPublished, recorded: Recorded[Any]
) -> Tournament:
    return _with(
        state, recorded, committed=(*state.rounds.committed, Committed(event.commitment, chain_link=event.chain_link))
    )


def _reveal_secret(state: Tournament, event: round_events.SecretRevealed, recorded: Recorded[Any]) -> Tournament:
    committed = state.rounds.committed
    link = committed[-1].chain_link if committed else None
    revealed = Committed(event.commitment, event.secret, link)
    return _with(state, recorded, committed=(*committed[:-1], revealed))


def _outside_recorded(
    state: Tournament, event: round_events.OutsideValueRecorded, recorded: Recorded[Any]
) -> Tournament:
    return _with(state, recorded, outside=OutsideValue(event.value, recorded.actor.persons))


def _outside_witnessed(state: Tournament, _: round_events.OutsideValueWitnessed, recorded: Recorded[Any]) -> Tournament:
    outside = state.rounds.outside
    return _with(state, recorded, outside=outside and replace(outside, witnessed=True))


def _draw_round(state: Tournament, event: round_events.RoundDrawn, recorded: Recorded[Any]) -> Tournament:
    drawn = state.rounds.drawn.insert(event.round, event.attempt)
    return made_in_round(_leaving_out(_with(state, recorded, drawn=drawn), event.round), event)


def _stage_opened(state: Tournament, event: round_events.StageOpened, recorded: Recorded[Any]) -> Tournament:
    play_offs = state.rounds.slots.get((PLAY_OFF, f"play-off-{event.stage}"), ())
    played = tuple((n, state.verdict(n)) for n in play_offs if state.matches[n].live)
    opening = Opening(
        len(state.rounds.openings) + 1,
        event.stage,
        event.seeds,
        _rounds_so_far(state),
        recorded.version,
        recorded.happened_at,
        made_from=(*results_before(state, event.stage), *played),
        coin_flips=event.coin_flips,
        reason=event.reason,
        left_out=_excluded_entries(state),
    )
    return make(_with(state, recorded), opening)


def _play_offs_drawn(state: Tournament, event: round_events.PlayOffsDrawn, recorded: Recorded[Any]) -> Tournament:
    """They come before the stage is opened, as a play-off in place of a coin does."""
    before = (*results_before(state, event.stage), *play_offs_before(state, event.stage))
    drawn = state.rounds.play_offs_drawn.insert(event.stage, event.attempt)
    state = _with(state, recorded, play_offs_drawn=drawn)
    for one in event.play_offs:
        state = make(state, play_off_match(event.stage, one.match, one.sides, event.length, recorded.version, before))
    return state


def _rounds_so_far(state: Tournament) -> int:
    """The newest round of any live match or bye."""
    matches = (match.round or 0 for match in state.matches.values() if match.live)
    byes = (bye.round for bye in state.rounds.byes.values() if bye.live)
    return max((*matches, *byes), default=0)


def _lots(state: Tournament, event: round_events.LotsDrawn, recorded: Recorded[Any]) -> Tournament:
    lots = state.rounds.lots
    for lot, entry in enumerate(event.order, len(lots) + 1):
        lots = lots.insert(entry, lot)
    return _with(state, recorded, lots=lots, lots_drawn=event.attempt)


def _bracket_drawn(state: Tournament, event: round_events.BracketDrawn, recorded: Recorded[Any]) -> Tournament:
    opening, rounds = state.opening, state.rounds
    drawn = rounds.brackets_drawn.insert((0 if opening is None else opening.number, event.bracket), event.order)
    draws = rounds.bracket_draws.insert((event.stage, event.bracket), event.attempt)
    return _with(state, recorded, brackets_drawn=drawn, bracket_draws=draws)


def _field_seeded(state: Tournament, event: round_events.FieldSeeded, recorded: Recorded[Any]) -> Tournament:
    seeds = HashTrieMap({entry: place for place, entry in enumerate(event.seeds, 1)})
    rated = tuple((one.entry, one.rating_millionths) for one in event.ratings)
    return _with(state, recorded, seeds=seeds, seeded=Seeded(recorded.recorded_at, rated) if rated else None)


def _seeded_by_error_rates(
    state: Tournament, event: round_events.FieldSeededByErrorRates, recorded: Recorded[Any]
) -> Tournament:
    seeds = HashTrieMap({entry: place for place, entry in enumerate(event.seeds, 1)})
    alone = (number for number, entry in state.entries.items() if entry.status == "approved" and not entry.members)
    read = {one.entry: (one.matches, one.error_rates_thousandths) for one in event.error_rates}
    found = SeededByErrorRates(event.program, event.since, {one: read.get(one, (0, 0)) for one in sorted(alone)})
    return _with(state, recorded, seeds=seeds, seeded=Seeded(recorded.recorded_at, (), found))


def _bye_requested(state: Tournament, event: round_events.ByeRequested, recorded: Recorded[Any]) -> Tournament:
    return _asking(state, event, recorded, state.rounds.requests.get(event.round, frozenset()) | {event.entry})


def _bye_request_withdrawn(
    state: Tournament, event: round_events.ByeRequestWithdrawn, recorded: Recorded[Any]
) -> Tournament:
    return _asking(state, event, recorded, state.rounds.requests.get(event.round, frozenset()) - {event.entry})


def _absent(state: Tournament, event: round_events.EntryAbsent, recorded: Recorded[Any]) -> Tournament:
    return _saying_absent(state, event, recorded, absent=True)


def _came_back(state: Tournament, event: round_events.EntryCameBack, recorded: Recorded[Any]) -> Tournament:
    return _saying_absent(state, event, recorded, absent=False)


def _saying_absent(
    state: Tournament,
    event: round_events.EntryAbsent | round_events.EntryCameBack,
    recorded: Recorded[Any],
    *,
    absent: bool,
) -> Tournament:
    """The state with what was said of the entry from that round on."""
    said = (*state.rounds.absences.get(event.entry, ()), (event.round, absent))
    state = _revise_entry(state, event.entry, recorded)
    return _with(state, recorded, absences=state.rounds.absences.insert(event.entry, said))


def _revise_entry(state: Tournament, number: int, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries.get(number)
    return state if entry is None else lay_entry(state, replace(entry, revision=recorded.version))


def _asking(
    state: Tournament,
    event: round_events.ByeRequested | round_events.ByeRequestWithdrawn,
    recorded: Recorded[Any],
    entries: frozenset[int],
) -> Tournament:
    """The state with those who now ask for the bye of that round; the entry is another revision by it."""
    state = _revise_entry(state, event.entry, recorded)
    return _with(state, recorded, requests=state.rounds.requests.insert(event.round, entries))


def _schedule_round(state: Tournament, event: round_events.RoundScheduled, recorded: Recorded[Any]) -> Tournament:
    return _with(state, recorded, schedules=state.rounds.schedules.insert(event.round, event))


def _pair_round(state: Tournament, event: round_events.RoundPaired, recorded: Recorded[Any]) -> Tournament:
    return made_in_round(
        void_for_good(_leaving_out(_with(state, recorded), event.round), (), event.replaced_byes), event
    )


def _correct_pairings(state: Tournament, event: round_events.PairingsCorrected, recorded: Recorded[Any]) -> Tournament:
    """Of what is not there it makes nothing."""
    matches = {one.match: one.sides for one in event.matches if one.match in state.matches}
    byes = {one.bye: one.entry for one in event.byes if one.bye in state.rounds.byes}
    return meet(state, matches, byes, recorded.version)


def _leaving_out(state: Tournament, round_: int) -> Tournament:
    """The state, which remembers who could not be in the round because of a ruling."""
    known = state.rounds.left_out.get(round_, ())
    left_out = (*known, *(one for one in _excluded_entries(state) if one not in known))
    return replace(state, rounds=replace(state.rounds, left_out=state.rounds.left_out.insert(round_, left_out)))


def _excluded_entries(state: Tournament) -> tuple[LeftOut, ...]:
    excluded = sorted(number for number, entry in state.entries.items() if entry.excluded_by)
    return tuple(LeftOut(number, out.ruling) for number in excluded for out in state.entries[number].excluded_by)


def _annul_round(state: Tournament, event: round_events.RoundAnnulled, recorded: Recorded[Any]) -> Tournament:
    schedules = state.rounds.schedules
    if event.round in schedules and schedules[event.round].by_default:
        schedules = schedules.remove(event.round)
    return void_for_good(_with(state, recorded, schedules=schedules), event.matches, event.byes)


def _place_taken(state: Tournament, event: round_events.PlaceTaken, recorded: Recorded[Any]) -> Tournament:
    entry, taken = state.entries.get(event.entry), state.rounds.places_taken
    if entry is not None and entry.place_given_up:
        state = lay_entry(state, replace(entry, place_given_up=False, left_at=None, revision=recorded.version))
    elif not any(event.slot.startswith(f"{bracket}-") for _, bracket in state.rounds.brackets_drawn):
        taken = taken.insert(event.entry, event.slot)
    state = void_for_good(_with(state, recorded, places_taken=taken), event.matches, event.byes)
    return undo_changes_of_places(state, set(_places_given_up(state, event)))


def _places_given_up(state: Tournament, event: round_events.PlaceTaken) -> Iterator[tuple[int, str]]:
    """The slots further up than the one taken, by opening."""
    matches: Iterator[DerivedKey] = (("match", number) for number in event.matches)
    byes: Iterator[DerivedKey] = (("bye", number) for number in event.byes)
    for one in (derived_of_key(state, key) for key in (*matches, *byes) if is_known(state, key)):
        if isinstance(one, Match | Bye) and one.slot is not None and one.slot != event.slot:
            yield one.opening, one.slot


def _close_round(state: Tournament, _: round_events.RoundClosed, recorded: Recorded[Any]) -> Tournament:
    """Its matches have events of their own."""
    return _with(state, recorded)


def _decide_question(state: Tournament, event: round_events.QuestionDecided, recorded: Recorded[Any]) -> Tournament:
    decided = Decided(event.choice, event.entry)
    return _with(state, recorded, decisions=state.rounds.decisions.insert(event.question, decided))


def _release_pairings(state: Tournament, _: round_events.PairingsReleased, recorded: Recorded[Any]) -> Tournament:
    return replace(_with(state, recorded), held=None)


EVOLVE: Mapping[type[Event], Evolve] = {
    round_events.CommitmentPublished: _publish_commitment,
    round_events.SecretRevealed: _reveal_secret,
    round_events.OutsideValueRecorded: _outside_recorded,
    round_events.OutsideValueWitnessed: _outside_witnessed,
    round_events.RoundDrawn: _draw_round,
    round_events.RoundPaired: _pair_round,
    round_events.PairingsCorrected: _correct_pairings,
    round_events.RoundAnnulled: _annul_round,
    round_events.PlaceTaken: _place_taken,
    round_events.RoundClosed: _close_round,
    round_events.QuestionDecided: _decide_question,
    round_events.LotsDrawn: _lots,
    round_events.BracketDrawn: _bracket_drawn,
    round_events.FieldSeeded: _field_seeded,
    round_events.FieldSeededByErrorRates: _seeded_by_error_rates,
    round_events.StageOpened: _stage_opened,
    round_events.PlayOffsDrawn: _play_offs_drawn,
    round_events.ByeRequested: _bye_requested,
    round_events.ByeRequestWithdrawn: _bye_request_withdrawn,
    round_events.EntryAbsent: _absent,
    round_events.EntryCameBack: _came_back,
    round_events.RoundScheduled: _schedule_round,
    round_events.PairingsReleased: _release_pairings,
}
