"""Effects of events on matches and their results, on byes, and on what was made from either."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.entry_keys import is_entry_key
from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.match import layering, validity
from domain.match.bout import Terms as BoutTerms
from domain.match.record import Bye, Match
from domain.match.sitting import Correction, PlayedTo, Report
from domain.match.verdict import Basis, DerivedKey, Verdict, as_met
from domain.tournament.derived.links import director_by_link, player_by_code
from domain.tournament.derived.propagation import (
    abandon,
    changed_places,
    is_known,
    is_of_stage,
    keep,
    lay_match,
    let_stand,
    make,
    release,
    rewind,
    set_aside,
    tie,
)
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.state import PLAY_OFF, StandOverride, Tournament

Change = Callable[[Match, Any, Recorded[Any]], Match]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _on_match(change: Change) -> Evolve:
    """Lays what an event makes of its match; of one that is not there it makes nothing."""

    def evolve(state: Tournament, event: match_events.MatchEvent, recorded: Recorded[Any]) -> Tournament:
        match = state.matches.get(event.match)
        if match is None:
            return replace(state, version=recorded.version)
        changed = change(match, event, recorded)
        fits = changed.revision == recorded.version
        return lay_match(state, changed if fits else replace(changed, revision=recorded.version))

    return evolve


def _make_match(state: Tournament, event: match_events.MatchMade, recorded: Recorded[Any]) -> Tournament:
    match = Match(
        event.match,
        event.sides,
        event.length,
        recorded.version,
        form=event.form,
        stake=event.stake,
        point_value=event.point_value,
        round=event.round,
    )
    return make(state, match)


def _report_result(state: Tournament, event: match_events.ResultReported, recorded: Recorded[Any]) -> Tournament:
    """ELO-6: reports are counted as they come in."""
    place = len(state.reported) + 1
    state = replace(state, reported=state.reported.insert(place, recorded.recorded_at))
    spoken_for = None if event.in_name_of is None else state.entries.get(event.in_name_of)
    by = (*recorded.actor.persons, *(() if spoken_for is None else spoken_for.persons))
    return _on_match(lambda match, *_: _with_report(state, match, event, recorded, by, place))(state, event, recorded)


def _with_report(
    state: Tournament,
    match: Match,
    event: match_events.ResultReported,
    recorded: Recorded[Any],
    by: tuple[PersonId, ...],
    place: int,
) -> Match:
    report = Report(
        event.result,
        event.outcome,
        event.played_at,
        recorded.recorded_at,
        recorded.recorded_at if event.verified else None,
        event.starters,
        by,
        place,
        event.by_resigning,
        director_by_link(state, match, by) if event.verified else None,
    )
    return layering.with_newest_report(match, report, recorded.version)


def _verify_result(state: Tournament, event: match_events.ResultVerified, recorded: Recorded[Any]) -> Tournament:
    def announce(match: Match, *_: object) -> Match:
        by_link_of = director_by_link(state, match, recorded.actor.persons)
        by_code_of = player_by_code(state, match, recorded.actor)
        return layering.with_announcement(match, recorded.recorded_at, recorded.version, by_link_of, by_code_of)

    return _on_match(announce)(state, event, recorded)


def _confirm_result(state: Tournament, event: match_events.ResultConfirmed, recorded: Recorded[Any]) -> Tournament:
    def confirm(match: Match, *_: object) -> Match:
        return layering.with_confirmation(match, recorded.version, player_by_code(state, match, recorded.actor))

    return _on_match(confirm)(state, event, recorded)


def _take_back_result(match: Match, _: match_events.ResultTakenBack, recorded: Recorded[Any]) -> Match:
    """TD-14: from here on it takes the word of anyone who took it back, or a director's."""
    return layering.awaiting_confirmation(match, recorded.version)


def _correct_result(state: Tournament, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Tournament:
    if event.place_in_rating_order is not None:
        state = replace(state, placed=state.placed.insert(event.match))
    return _on_match(_with_correction)(state, event, recorded)


def _with_correction(match: Match, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Match:
    return layering.with_correction(match, correction_of(event), recorded.version)


def correction_of(event: match_events.ResultCorrected) -> Correction:
    """The layer that a correction lays over the record."""
    return Correction(
        event.sides,
        event.length,
        event.result,
        event.outcome,
        event.played_at,
        event.place_in_rating_order,
        event.starters,
    )


def _length_settled(match: Match, event: match_events.WrongLengthResolved, recorded: Recorded[Any]) -> Match:
    return layering.length_settled(match, PlayedTo(event.length, event.from_game), recorded.version)


def _void_match(match: Match, event: match_events.MatchVoided, _: Recorded[Any]) -> Match:
    return replace(match, void_reason=event.reason)


def _reinstate_match(match: Match, _: match_events.MatchReinstated, __: Recorded[Any]) -> Match:
    return replace(match, void_reason=None)


def _report_no_time(match: Match, event: match_events.NoTimeAgreedReported, recorded: Recorded[Any]) -> Match:
    return layering.no_time_agreed(match, event.reported_by, recorded.version)


def _send_invitation(match: Match, event: match_events.InvitationSent, recorded: Recorded[Any]) -> Match:
    return layering.with_invitation(match, event.sitting, event.invited_by, recorded.recorded_at, recorded.version)


def _acknowledge_invitation(match: Match, event: match_events.InvitationAcknowledged, recorded: Recorded[Any]) -> Match:
    return layering.with_acknowledged_invitation(match, event.sitting, recorded.recorded_at, recorded.version)


def _matches_made(state: Tournament, event: match_events.MatchesMade, recorded: Recorded[Any]) -> Tournament:
    state = replace(state, version=recorded.version)
    for one in event.abandoned:
        if one.match in state.matches:
            state = abandon(state, one.match, as_now_met(state, one.because_of))
    for made in event.matches:
        state = make(state, _match_of(state, made, made.round, made.slot))
    for given in event.walkovers:
        state = make(state, replace(_bye_of(state, given, given.round), slot=given.slot))
    return state


def _places_filled(state: Tournament, event: match_events.PairingsAdjusted, recorded: Recorded[Any]) -> Tournament:
    return made_in_round(replace(state, version=recorded.version), event)


def made_in_round(
    state: Tournament, event: round_events.RoundDrawn | round_events.RoundPaired | match_events.PairingsAdjusted
) -> Tournament:
    """The state, already at the event's version, with its matches and byes."""
    for made in event.pairings:
        state = make(state, _match_of(state, made, event.round))
    for given in event.byes:
        state = make(state, replace(_bye_of(state, given, event.round), requested=given.requested))
    return state


def _match_of(
    state: Tournament, made: match_events.Paired | match_events.MadeMatch, round_: int | None, slot: str | None = None
) -> Match:
    """The match, made at the state's version in its stage; where a bout is played there, it begins one."""
    stage, opening = _stage_and_opening(state)
    return Match(
        made.match,
        made.sides,
        made.length,
        state.version,
        made_from=as_now_met(state, made.made_from),
        round=round_,
        why=made.why,
        form=made.form,
        stage=stage,
        opening=opening,
        slot=slot,
        bout=_bout_at(state, stage, slot, round_),
    )


def _bout_at(state: Tournament, stage: int, slot: str | None, round_: int | None) -> BoutTerms | None:
    """The bout announced to be played there, before anything was made of it."""
    settings = state.settings
    if settings is None or round_ is None or stage > len(settings.stages) + 1:
        return None
    options = settings.format if stage == 1 else settings.stages[stage - 2].format
    if settings.conditions.boards is not None:
        return BoutTerms("all", settings.conditions.boards, decisive=options.is_decisive_at(slot), boards=True)
    before = 0 if state.opening is None else state.opening.rounds_before
    return options.bout_at(slot, round_ - before)


def _bout_continued(
    state: Tournament, event: match_events.BoutContinued, recorded: Recorded[match_events.BoutContinued]
) -> Tournament:
    first = state.matches.get(event.begun_by)
    state = replace(state, version=recorded.version)
    if first is None:
        return state
    match = Match(
        event.match,
        event.sides,
        event.length,
        recorded.version,
        made_from=as_now_met(state, event.made_from),
        round=first.round,
        why=event.why,
        form=event.form,
        stage=first.stage,
        opening=first.opening,
        begun_by=first.number,
    )
    return make(state, match)


def _line_up_named(
    state: Tournament, event: match_events.LineUpNamed, recorded: Recorded[match_events.LineUpNamed]
) -> Tournament:
    line_ups = state.rounds.line_ups.insert((event.match, event.entry), event.places)
    state = replace(state, version=recorded.version, rounds=replace(state.rounds, line_ups=line_ups))
    for number in (event.match, *state.rounds.bouts.get(event.match, ())):
        match = state.matches.get(number)
        if match is not None:
            state = lay_match(state, replace(match, revision=recorded.version))
    return state


def _bye_of(state: Tournament, given: match_events.ByeGiven | match_events.WalkoverGiven, round_: int) -> Bye:
    """The bye, given at the state's version in its stage."""
    stage, opening = _stage_and_opening(state)
    made_from, why = as_now_met(state, given.made_from), given.why
    return Bye(
        given.bye, given.entry, round_, state.version, made_from=made_from, why=why, stage=stage, opening=opening
    )


def _stage_and_opening(state: Tournament) -> tuple[int, int]:
    return (1, 0) if state.opening is None else (state.opening.stage, state.opening.number)


def as_now_met(state: Tournament, outcomes: Basis) -> Basis:
    """These outcomes as events tell of them, with the corrected sides."""
    return tuple((number, _as_met(state, number, verdict)) for number, verdict in outcomes)


def _as_met(state: Tournament, number: int, verdict: Verdict, sides: tuple[int, int] | None = None) -> Verdict:
    """The verdict where those had met, or else those who now have."""
    match = state.matches.get(number)
    return verdict if match is None else as_met(verdict, sides or match.sides, match.sides_paired)


def _play_off(state: Tournament, event: match_events.PlayOffMade, recorded: Recorded[Any]) -> Tournament:
    """In place of a coin, and of those before it that were drawn."""
    before = (*results_before(state, event.stage), *_drawn_play_offs(state, event.stage))
    match = play_off_match(event.stage, event.match, event.sides, event.length, recorded.version, before)
    return make(replace(state, version=recorded.version), replace(match, form=event.form))


def play_off_match(stage: int, number: int, sides: tuple[int, int], length: int, version: int, before: Basis) -> Match:
    """A match for a place in that stage. It belongs to no opening: it comes before the stage is opened."""
    return Match(
        number,
        sides,
        length,
        version,
        made_from=before,
        stage=stage - 1,
        opening=PLAY_OFF,
        slot=f"play-off-{stage}",
    )


def play_offs_before(state: Tournament, stage: int) -> Iterator[tuple[int, Verdict]]:
    """The play-offs for that stage's places that have come to something."""
    for number in state.rounds.slots.get((PLAY_OFF, f"play-off-{stage}"), ()):
        if validity.end_of_match(state.matches[number]) is not None:
            yield number, state.verdict(number)


def _drawn_play_offs(state: Tournament, stage: int) -> Iterator[tuple[int, Verdict]]:
    """The play-offs that it is played in place of."""
    for number, verdict in play_offs_before(state, stage):
        ended = validity.end_of_match(state.matches[number])
        if ended is not None and ended.how == "drawn":
            yield number, verdict


def results_before(state: Tournament, stage: int) -> tuple[tuple[int, Verdict], ...]:
    """All that the stage before came to, and the play-off where there was one."""
    mine = ((n, m) for n, m in state.matches.items() if m.stage == stage - 1 and m.begun_by is None)
    before = sorted(number for number, match in mine if match.live and match.opening != PLAY_OFF)
    return tuple((number, state.verdict(number)) for number in before)


def _choose_consequences(
    state: Tournament, event: match_events.ConsequencesChosen, recorded: Recorded[Any]
) -> Tournament:
    state = replace(state, version=recorded.version)
    met = {one.match: one.sides for one in event.met_before}
    before = tuple((n, _as_met(state, n, verdict, met.get(n))) for n, verdict in (one.before for one in event.changed))
    now = as_now_met(state, tuple(one.after for one in event.changed))
    for earlier, after, changed in zip(before, now, event.changed, strict=True):
        if event.choice == "rewind" and earlier != after:
            state = release(state, *after, event.stage)
        if event.choice == "stand" and (event.stage is None or is_of_stage(state, after[0], event.stage)):
            others = tuple(one for one, said in zip(now, event.changed, strict=True) if said.keeps_place)
            together = _with_changed_places(state, after[0], others) if changed.keeps_place else ()
            state = _standing(state, earlier, after, event, together, keeps_place=changed.keeps_place)
    for key in known_keys(state, event.set_aside):
        state = set_aside(state, key)
    for key in known_keys(state, event.rewound):
        state = rewind(state, key, rewound=True)
    for key in known_keys(state, event.restored):
        state = rewind(state, key, rewound=False)
    for key in known_keys(state, event.kept):
        state = keep(state, key, now)
    for key in known_keys(state, event.tied_to_before):
        state = tie(state, key, before)
    return state


def _standing(
    state: Tournament,
    before_it: tuple[int, Verdict],
    after_it: tuple[int, Verdict],
    event: match_events.ConsequencesChosen,
    together: Basis,
    *,
    keeps_place: bool,
) -> Tournament:
    """The state in which the change is kept. Where the place is kept anyone who has gone on by the result stays,
    however often it changes and is kept; so does anyone who was put out. By a match that was open nobody has gone on:
    nothing of it can be kept."""
    (number, before), (_, after) = before_it, after_it
    earlier = state.rounds.override(number, before)
    then = before if earlier is None or not earlier.keeps_place else earlier.advances_as
    keeps = keeps_place and then != after and (then is not None or is_entry_key(number))
    missed = tuple((one.entry, one.round, one.places) for one in event.missed)
    stands = (
        (StandOverride(then if keeps else after, after, missed, together),) if keeps or event.stage is not None else ()
    )
    return let_stand(state, number, after, *stands)


def _with_changed_places(state: Tournament, number: int, changed: Basis) -> Basis:
    """Those of the changed matches of a bracket in which players changed places with that one."""
    match = state.matches.get(number)
    if match is None or match.slot is None or match.paired is None:
        return ()
    others = ((other, state.matches[other]) for other, _ in changed if other > 0 and other != number)
    mine = {other for other, one in others if one.paired is not None and changed_places(match, one)}
    return tuple(one for one in changed if one[0] in mine)


def known_keys(state: Tournament, keys: Iterable[DerivedKey]) -> list[DerivedKey]:
    """Those of the keys that are there: nothing is made from any other."""
    return [key for key in keys if is_known(state, key)]


EVOLVE: Mapping[type[Event], Evolve] = {
    match_events.MatchMade: _make_match,
    match_events.ResultReported: _report_result,
    match_events.ResultVerified: _verify_result,
    match_events.ResultConfirmed: _confirm_result,
    match_events.ResultTakenBack: _on_match(_take_back_result),
    match_events.ResultCorrected: _correct_result,
    match_events.WrongLengthResolved: _on_match(_length_settled),
    match_events.MatchVoided: _on_match(_void_match),
    match_events.MatchReinstated: _on_match(_reinstate_match),
    match_events.NoTimeAgreedReported: _on_match(_report_no_time),
    match_events.InvitationSent: _on_match(_send_invitation),
    match_events.InvitationAcknowledged: _on_match(_acknowledge_invitation),
    match_events.MatchesMade: _matches_made,
    match_events.PlayOffMade: _play_off,
    match_events.BoutContinued: _bout_continued,
    match_events.LineUpNamed: _line_up_named,
    match_events.PairingsAdjusted: _places_filled,
    match_events.ConsequencesChosen: _choose_consequences,
}
