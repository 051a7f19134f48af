"""How the events of rounds, brackets and rings are laid on a tournament: draws, pairings, what comes into being,
stages, choices, chance, resignations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from rpds import HashTrieMap

from domain.formats.contract.protocol import Decided
from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.match import validity
from domain.match.record import Bye, DerivedKey, LeftOut, Match, Opening
from domain.match.verdict import Verdict
from domain.tournament.derived.propagation import (
    abandon,
    is_known,
    keep,
    lay_entry,
    let_stand,
    make,
    release,
    set_aside,
    tie,
)
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.state import (
    PLAY_OFF,
    Committed,
    OutsideValue,
    Rounds,
    Schedule,
    Seeded,
    StandOverride,
    Tournament,
)

Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _with(state: Tournament, recorded: Recorded[Any], **changes: Any) -> Tournament:  # noqa: ANN401 -- any field
    rounds: Rounds = replace(state.rounds, **changes)
    return replace(state, version=recorded.version, rounds=rounds)


def _committed(state: Tournament, event: round_events.CommitmentPublished, recorded: Recorded[Any]) -> Tournament:
    return _with(
        state, recorded, committed=(*state.rounds.committed, Committed(event.commitment, chain_link=event.chain_link))
    )


def _revealed(state: Tournament, event: round_events.SecretRevealed, recorded: Recorded[Any]) -> Tournament:
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


def _drawn(state: Tournament, event: round_events.RoundDrawn, recorded: Recorded[Any]) -> Tournament:
    drawn = state.rounds.drawn.insert(event.round, event.attempt)
    return _made(_leaving_out(_with(state, recorded, drawn=drawn), event.round), event)


def _made(
    state: Tournament, event: round_events.RoundDrawn | round_events.RoundPaired | match_events.PairingsAdjusted
) -> Tournament:
    """The state, already at the event's version, with its matches and byes."""
    for made in event.pairings:
        state = make(state, _match_of(state, made, event.round))
    for given in event.byes:
        state = make(state, replace(_bye_of(state, given, event.round), requested=given.requested))
    return state


def _matches_made(state: Tournament, event: match_events.MatchesMade, recorded: Recorded[Any]) -> Tournament:
    state = _with(state, recorded)
    for one in event.abandoned:
        if one.match in state.matches:
            state = abandon(state, one.match, one.because_of)
    for made in event.matches:
        state = make(state, replace(_match_of(state, made, made.round), slot=made.slot))
    for given in event.walkovers:
        state = make(state, replace(_bye_of(state, given, given.round), slot=given.slot))
    return state


def _match_of(state: Tournament, made: match_events.Paired | match_events.MadeMatch, round_: int | None) -> Match:
    """The match, made at the state's version in its stage."""
    stage, opening = _stage_and_opening(state)
    return Match(
        made.match,
        made.sides,
        made.length,
        state.version,
        made_from=made.made_from,
        round=round_,
        why=made.why,
        form=made.form,
        stage=stage,
        opening=opening,
    )


def _bye_of(state: Tournament, given: match_events.ByeGiven | match_events.WalkoverGiven, round_: int) -> Bye:
    """The bye, given at the state's version in its stage."""
    stage, opening = _stage_and_opening(state)
    made_from, why = given.made_from, given.why
    return Bye(
        given.bye, given.entry, round_, state.version, made_from=made_from, why=why, stage=stage, opening=opening
    )


def _stage_and_opening(state: Tournament) -> tuple[int, int]:
    return (1, 0) if state.opening is None else (state.opening.stage, state.opening.number)


def _play_off(state: Tournament, event: match_events.PlayOffMade, recorded: Recorded[Any]) -> Tournament:
    """It belongs to no opening: it comes before the stage is opened."""
    match = Match(
        event.match,
        event.sides,
        event.length,
        recorded.version,
        made_from=(*_results_before(state, event.stage), *_drawn_before(state, event.stage)),
        form=event.form,
        stage=event.stage - 1,
        opening=PLAY_OFF,
        slot=f"play-off-{event.stage}",
    )
    return make(_with(state, recorded), match)


def _drawn_before(state: Tournament, stage: int) -> Iterator[tuple[int, Verdict]]:
    """The play-offs that it is played in place of."""
    for number in state.rounds.slots.get((PLAY_OFF, f"play-off-{stage}"), ()):
        ended = validity.ended(state.matches[number])
        if ended is not None and ended.how == "drawn":
            yield number, ended.verdict


def _results_before(state: Tournament, stage: int) -> tuple[tuple[int, Verdict], ...]:
    """All that the stage before came to, and the play-off where there was one."""
    before = sorted(n for n, m in state.matches.items() if m.live and m.stage == stage - 1 and m.opening != PLAY_OFF)
    return tuple((number, state.verdict(number)) for number in before)


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
        made_from=(*_results_before(state, event.stage), *played),
        coin_flips=event.coin_flips,
        reason=event.reason,
        left_out=_left_out(state),
    )
    return make(_with(state, recorded), opening)


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


def _field_seeded(state: Tournament, event: round_events.FieldSeeded, recorded: Recorded[Any]) -> Tournament:
    seeds = HashTrieMap({entry: place for place, entry in enumerate(event.seeds, 1)})
    rated = tuple((one.entry, one.rating_millionths) for one in event.ratings)
    return _with(state, recorded, seeds=seeds, seeded=Seeded(recorded.recorded_at, rated) if rated else None)


def _bye_requested(state: Tournament, event: round_events.ByeRequested, recorded: Recorded[Any]) -> Tournament:
    return _asking(state, event, recorded, state.rounds.requests.get(event.round, frozenset()) | {event.entry})


def _bye_request_withdrawn(
    state: Tournament, event: round_events.ByeRequestWithdrawn, recorded: Recorded[Any]
) -> Tournament:
    return _asking(state, event, recorded, state.rounds.requests.get(event.round, frozenset()) - {event.entry})


def _asking(
    state: Tournament,
    event: round_events.ByeRequested | round_events.ByeRequestWithdrawn,
    recorded: Recorded[Any],
    entries: frozenset[int],
) -> Tournament:
    """The state with those who now ask for the bye of that round; the entry is another revision by it."""
    entry = state.entries.get(event.entry)
    if entry is not None:
        state = lay_entry(state, replace(entry, revision=recorded.version))
    return _with(state, recorded, requests=state.rounds.requests.insert(event.round, entries))


def _scheduled(state: Tournament, event: round_events.RoundScheduled, recorded: Recorded[Any]) -> Tournament:
    schedule = Schedule(event.opens_at, event.closes_at, event.by_default)
    return _with(state, recorded, schedules=state.rounds.schedules.insert(event.round, schedule))


def _paired(state: Tournament, event: round_events.RoundPaired, recorded: Recorded[Any]) -> Tournament:
    return _made(_aside(_leaving_out(_with(state, recorded), event.round), (), event.replaced_byes), event)


def _leaving_out(state: Tournament, round_: int) -> Tournament:
    """The state, which remembers who could not be in the round because of a ruling."""
    known = state.rounds.left_out.get(round_, ())
    left_out = (*known, *(one for one in _left_out(state) if one not in known))
    return replace(state, rounds=replace(state.rounds, left_out=state.rounds.left_out.insert(round_, left_out)))


def _left_out(state: Tournament) -> tuple[LeftOut, ...]:
    excluded = sorted(number for number, entry in state.entries.items() if entry.excluded_by)
    return tuple(LeftOut(number, out.ruling) for number in excluded for out in state.entries[number].excluded_by)


def _annulled(state: Tournament, event: round_events.RoundAnnulled, recorded: Recorded[Any]) -> Tournament:
    schedules = state.rounds.schedules
    if event.round in schedules and schedules[event.round].by_default:
        schedules = schedules.remove(event.round)
    return _aside(_with(state, recorded, schedules=schedules), event.matches, event.byes)


def _closed(state: Tournament, _: round_events.RoundClosed, recorded: Recorded[Any]) -> Tournament:
    """Its matches have events of their own."""
    return _with(state, recorded)


def _aside(state: Tournament, matches: tuple[int, ...], byes: tuple[int, ...]) -> Tournament:
    made: list[DerivedKey] = [*(("match", number) for number in matches), *(("bye", number) for number in byes)]
    for key in _known(state, made):
        state = set_aside(state, key)
    return state


def _known(state: Tournament, keys: Iterable[DerivedKey]) -> list[DerivedKey]:
    """What there is of them: of anything else nothing is made."""
    return [key for key in keys if is_known(state, key)]


def _chosen(state: Tournament, event: match_events.ConsequencesChosen, recorded: Recorded[Any]) -> Tournament:
    state = _with(state, recorded)
    for one in event.changed:
        if event.choice == "rewind" and one.before != one.after:
            state = release(state, *one.after)
        if event.choice == "stand":
            state = _standing(state, one)
    for key in _known(state, event.set_aside):
        state = set_aside(state, key)
    for key in _known(state, event.kept):
        state = keep(state, key, tuple(one.after for one in event.changed))
    for key in _known(state, event.tied_to_before):
        state = tie(state, key, tuple(one.before for one in event.changed))
    return state


def _standing(state: Tournament, changed: match_events.ChangedResult) -> Tournament:
    """The state in which whoever has gone on by a result stays, however often it changes and stands; so does whoever
    was put out. By a match that was open nobody has gone on: nothing of it can stand."""
    (number, before), (_, after) = changed.before, changed.after
    earlier = state.rounds.override(number, before)
    then = earlier.advances_as if earlier is not None else before
    stands = then != after and (then is not None or number < 0)
    return let_stand(state, number, after, *((StandOverride(then, after),) if stands else ()))


def _places_filled(state: Tournament, event: match_events.PairingsAdjusted, recorded: Recorded[Any]) -> Tournament:
    return _made(_with(state, recorded), event)


def _decided(state: Tournament, event: round_events.QuestionDecided, recorded: Recorded[Any]) -> Tournament:
    decided = Decided(event.choice, event.entry)
    return _with(state, recorded, decisions=state.rounds.decisions.insert(event.question, decided))


def _released(state: Tournament, _: round_events.PairingsReleased, recorded: Recorded[Any]) -> Tournament:
    return replace(_with(state, recorded), held=None)


_DRAWN_FIRST: Set[type[Event]] = {round_events.LotsDrawn, round_events.FieldSeeded, match_events.MatchesMade}
"""What is drawn as a tournament starts; later, these follow from results, or concern nobody's next match."""
DRAWN: Set[type[Event]] = {round_events.RoundDrawn, round_events.RoundPaired, round_events.StageOpened, *_DRAWN_FIRST}


def holding(before: Tournament, after: Tournament, drawn: Event) -> Tournament:
    """The state after an event that draws, which holds the one before it where that is not shown at once."""
    settings = after.settings
    if after.held is not None or settings is None or settings.conditions.pairings_shown == "at-once":
        return after
    is_first = before.started and not before.matches
    return replace(after, held=before) if is_first or type(drawn) not in _DRAWN_FIRST else after


EVOLVE: Mapping[type[Event], Evolve] = {
    round_events.CommitmentPublished: _committed,
    round_events.SecretRevealed: _revealed,
    round_events.OutsideValueRecorded: _outside_recorded,
    round_events.OutsideValueWitnessed: _outside_witnessed,
    round_events.RoundDrawn: _drawn,
    round_events.RoundPaired: _paired,
    round_events.RoundAnnulled: _annulled,
    round_events.RoundClosed: _closed,
    match_events.ConsequencesChosen: _chosen,
    match_events.PairingsAdjusted: _places_filled,
    round_events.QuestionDecided: _decided,
    round_events.LotsDrawn: _lots,
    round_events.FieldSeeded: _field_seeded,
    round_events.StageOpened: _stage_opened,
    match_events.MatchesMade: _matches_made,
    match_events.PlayOffMade: _play_off,
    round_events.ByeRequested: _bye_requested,
    round_events.ByeRequestWithdrawn: _bye_request_withdrawn,
    round_events.RoundScheduled: _scheduled,
    round_events.PairingsReleased: _released,
}
