"""Layers of the record of a match: reports, corrections and rulings, and what they give together (ALL-3)."""

from collections.abc import Callable, Iterable, Set
from datetime import datetime
from decimal import Decimal
from functools import lru_cache

from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.kernel.values import Length, Side
from domain.match.effective_result import Ruled, Told, Undecided, effective, opening_score, since_opened
from domain.match.layer import Layer, LayerKey
from domain.match.record import Effective, Match
from domain.match.sitting import Correction, GivenUp, Invitation, PlayedTo, Report, Sitting
from domain.officiating.remedies import Concession, Ordered
from domain.scoring.games import Outcome
from domain.scoring.result import Form, Result
from domain.scoring.score import LEVEL, Score


def with_newest_report(match: Match, report: Report, revision: int) -> Match:
    """The match with a report laid into its newest sitting. Anyone who concedes it by resigning concedes it in every
    other that has no result as well: a ruling that opened one leaves nothing to play when it is reversed (NXE-8,
    TD-13)."""

    def with_report(sitting: Sitting) -> Sitting:
        return replace(sitting, report=report)

    newest = with_report(match.sitting)
    return (
        _with_sitting(match, newest, revision)
        if newest.conceded is None
        else _where_unplayed(match, with_report, revision)
    )


def with_concession(match: Match, by: GivenUp, revision: int) -> Match:
    """The match conceded by that entry, as far as neither a result nor a ruling in force decides it: in its newest
    sitting, and in every other that has no result, as when it is reported."""

    def with_given_up(sitting: Sitting) -> Sitting:
        return replace(sitting, given_up=(*sitting.given_up, by))

    return _where_unplayed(match, with_given_up, revision)


def without_concession(match: Match, entry: int, revision: int) -> Match:
    """The match without what the entry conceded by resigning, in whichever sitting."""
    return with_rulings(_without_resigning(match, {entry}), match.layers, revision)


def is_conceded_by(match: Match, entry: int) -> bool:
    """Whether the entry conceded it by resigning, in any sitting."""
    return any(entry in _resigned_entries(match, sitting) for sitting in match.sittings)


def _without_resigning(match: Match, entries: Set[int]) -> Match:
    return replace(match, sittings=tuple(_not_conceded(match, sitting, entries) for sitting in match.sittings))


def _not_conceded(match: Match, sitting: Sitting, by: Set[int]) -> Sitting:
    given_up = tuple(one for one in sitting.given_up if one.entry not in by)
    reported = sitting.conceded is not None and _entry_of(match, sitting.conceded) in by
    return replace(sitting, report=None if reported else sitting.report, given_up=given_up)


def length_settled(match: Match, played_to: PlayedTo, revision: int) -> Match:
    """The match, without a result, with the length that it is played to from here on (TD-16)."""
    return _with_sitting(match, replace(match.sitting, played_to=played_to), revision)


def with_announcement(
    match: Match,
    moment: datetime,
    revision: int,
    by_link_of: PersonId | None = None,
    by_code_of: PersonId | None = None,
) -> Match:
    """The match with its newest report, where there is one, verified and announced (TD-14)."""
    sitting, announced = match.sitting, match.sitting.report
    report = announced and replace(announced, announced_at=moment, by_link_of=by_link_of, by_code_of=by_code_of)
    return _with_sitting(match, replace(sitting, report=report), revision)


def with_confirmation(match: Match, revision: int, by_code_of: PersonId | None) -> Match:
    """The match whose announced report somebody else has confirmed than by the link of a director (TD-9)."""
    sitting = match.sitting
    report = sitting.report and replace(sitting.report, by_link_of=None, by_code_of=by_code_of)
    return _with_sitting(match, replace(sitting, report=report), revision)


def awaiting_confirmation(match: Match, revision: int) -> Match:
    """The match with its newest report, where there is one, to be confirmed by somebody's own word (TD-14, TD-9)."""
    report, denied = match.sitting.report, match.code_denied or match.by_code_of is not None
    match = replace(match, verification="confirmed", directors_link_confirms=False, code_denied=denied)
    if report is None:
        return match
    unheard = replace(report, announced_at=None, by_link_of=None, by_code_of=None)
    return with_newest_report(match, unheard, revision)


def with_correction(match: Match, correction: Correction, revision: int) -> Match:
    """The match with a correction laid over what was recorded (ALL-3)."""
    sitting = match.sitting
    return _with_sitting(match, replace(sitting, corrections=(*sitting.corrections, correction)), revision)


def with_rulings(match: Match, layers: tuple[Layer, ...], revision: int) -> Match:
    """The match with these rulings in force; a layer that opens a sitting gets it once."""
    match = replace(match, layers=(), revision=revision)
    for layer in layers:
        match = _with_layer(match, layer)
    return coming_to(match)


def _with_layer(match: Match, layer: Layer) -> Match:
    """The match with one more ruling. Whether an annulled double leaves it undecided, and at which score, hangs on the
    rulings before, which may be reversed (TD-10, ALL-3)."""
    if layer.if_undecided:
        layer = replace(layer, resumed_at=None)
        ruled_on = replace(match, layers=(*match.layers, layer))
        came_to = _current_ruling(ruled_on).outcome
        if isinstance(came_to, Undecided) and ruled_on.sitting.report is not None:
            layer = replace(layer, resumed_at=came_to.played)
    known = any(sitting.opened_by == layer.key for sitting in match.sittings)
    opened = () if known or not layer.opens else (Sitting(layer.key),)
    return replace(match, layers=(*match.layers, layer), sittings=(*match.sittings, *opened))


def _with_sitting(match: Match, sitting: Sitting, revision: int) -> Match:
    """The match with that sitting in place of the newest that is not hidden."""
    place = match.shown[-1]
    sittings = (*match.sittings[:place], sitting, *match.sittings[place + 1 :])
    match = replace(match, sittings=sittings, revision=revision)
    return coming_to(match)


def _where_unplayed(match: Match, change: Callable[[Sitting], Sitting], revision: int) -> Match:
    """The match with that change to its newest sitting that is not hidden, and to every other that has no result."""
    newest = match.sitting
    sittings = (change(one) if one is newest or one.report is None else one for one in match.sittings)
    return coming_to(replace(match, sittings=tuple(sittings), revision=revision))


def with_invitation(match: Match, sitting: int, by: Side, moment: datetime, revision: int) -> Match:
    """The match with an invitation to that sitting of it, from 1, where it has one (NXE-5)."""
    return _in_sitting(match, sitting, lambda one: replace(one, invitation=Invitation(by, moment)), revision)


def with_acknowledged_invitation(match: Match, sitting: int, moment: datetime, revision: int) -> Match:
    """The match with the invitation to that sitting acknowledged: play has begun in it (NXE-5)."""

    def with_acknowledgement(one: Sitting) -> Sitting:
        return replace(one, invitation=one.invitation and replace(one.invitation, acknowledged_at=moment))

    return _in_sitting(match, sitting, with_acknowledgement, revision)


def no_time_agreed(match: Match, by: Side, revision: int) -> Match:
    """The match, of whose newest sitting that side has told the director that no time could be agreed (SWI-4)."""
    sitting = match.sitting
    return _with_sitting(match, replace(sitting, no_time_agreed=(*sitting.no_time_agreed, by)), revision)


def _in_sitting(match: Match, number: int, change: Callable[[Sitting], Sitting], revision: int) -> Match:
    """The match with that change to its nth sitting, hidden or not; as it was, where it has none."""
    sittings = tuple(change(one) if place == number else one for place, one in enumerate(match.sittings, 1))
    return coming_to(replace(match, sittings=sittings, revision=revision))


def coming_to(match: Match) -> Match:
    """The match with what it comes to, which is worked out here and nowhere else. Nobody concedes by resigning what is
    abandoned (RNG-7)."""
    counted = _without_resigning(match, set(match.sides)) if match.abandoned else match
    came_to = _current_ruling(counted)
    return replace(match, came_to=came_to, effective=_effective(counted, came_to))


def _current_ruling(match: Match) -> Ruled:
    """The outcome of the record and the rulings in force. Without rulings a result is what was decided of it."""
    recorded = told_result(match)
    if not match.layers and recorded and recorded.outcome:
        return Ruled(recorded.outcome)
    return ruling_of(match, recorded)


def _effective(match: Match, came_to: Ruled) -> Effective | None:
    """The part of it that counts. With the last ruling a score may go that was complete by its points alone: then the
    match is still to be ended. A report that is not announced adds nothing to what rulings alone have decided
    (ALL-12)."""
    report = match.sitting.report
    if report is None:
        return _by_rulings_alone(match, came_to) or _effective_concession(match, came_to)
    if not isinstance(came_to.outcome, Outcome):
        return _effective_concession(match, came_to)
    alone = None if report.announced_at or not match.layers else _without_report(match)
    return alone or _effective_report(match, report, came_to.outcome)


def _without_report(match: Match) -> Effective | None:
    """The outcome of rulings alone while its report is not announced. A side that is put out concedes only a match that
    the report does not end either: it counts once it is verified."""
    unconceded = _without_concessions(match)
    if isinstance(ruling_of(unconceded, told_result(match)).outcome, Outcome):
        match = unconceded
    return _by_rulings_alone(match, ruling_of(match, None))


def _place_of_report(match: Match, report: Report) -> tuple[datetime, Decimal]:
    """When it was played by the report under its corrections, and its place there."""
    played_at, place = report.played_at, Decimal(report.place)
    for correction in match.sitting.corrections:
        played_at = correction.played_at or played_at
        place = place if correction.place is None else correction.place
    return played_at, place


def _effective_report(match: Match, report: Report, came_to: Outcome) -> Effective:
    sides, length = match.as_played
    placed = _place_of_report(match, report)
    return Effective(sides, length, result_of(match), came_to, *placed, report.reported_at, report.announced_at)


def as_recorded(match: Match) -> tuple[object, ...]:
    """The record by report and corrections, without rulings; nothing while there is no report."""
    sitting = match.sitting
    if sitting.report is None:
        return ()
    return (*match.as_played, result_of(match), *_place_of_report(match, sitting.report), starters(match))


def told_result(match: Match) -> Told | None:
    """The result by report and corrections, with its outcome; None without a report."""
    sitting = match.sitting
    if sitting.report is None:
        return None
    result, outcome = sitting.report.result, sitting.report.outcome
    for correction in sitting.corrections:
        result, outcome = correction.result or result, correction.outcome
    return Told(result, outcome)


def result_of(match: Match) -> Result | None:
    """The result by report and corrections; None without a report."""
    recorded = told_result(match)
    return None if recorded is None else recorded.result


def starters(match: Match) -> tuple[Side, ...]:
    """The sides that started the games of its newest sitting, as reported or corrected last (GAM-5)."""
    sitting = match.sitting
    corrected_to = [one.starters for one in sitting.corrections if one.starters is not None]
    if corrected_to:
        return corrected_to[-1]
    return sitting.report.starters if sitting.report else ()


def _by_rulings_alone(match: Match, came_to: Ruled) -> Effective | None:
    """The outcome of the rulings without any report: then it ended, and became known, by the one that made it so; a
    side that was put out concedes when it is known, and nothing that is abandoned (RNG-7, TD-13)."""
    if not isinstance(came_to.outcome, Outcome):
        return None
    if came_to.conceded and match.abandoned:
        return None
    decisive = match.layers[: _layers_needed(match, came_to.outcome)]
    known_at = max(layer.given_at for layer in decisive)
    ruled_at = max(layer.ruled_at or layer.given_at for layer in decisive)
    ended_at = known_at if came_to.conceded else ruled_at
    sides, length = match.as_played
    return Effective(sides, length, None, came_to.outcome, ended_at, Decimal(match.number), known_at, known_at)


def _effective_concession(match: Match, came_to: Ruled) -> Effective | None:
    """The concession of a match that rulings leave open: the side loses it that resigned first while they decided it,
    or was out as it was opened."""
    first = next(iter(match.sitting.given_up), None)
    if first is None or not isinstance(came_to.outcome, Undecided):
        return None
    sides, length = match.as_played
    outcome = Outcome("second" if sides[0] == first.entry else "first", None, first.play_began or began(match))
    return Effective(sides, length, None, outcome, first.at, Decimal(match.number), first.at, first.at)


def conceding(match: Match) -> Set[int]:
    """The entries that concede it, unless something else decides it: a ruling in force has put them out, or they have
    resigned."""
    return _put_out_by(match, match.remedies) | _resigned_entries(match, match.sitting)


def conceding_while_open(match: Match) -> Set[int]:
    """Those of them who concede what rulings leave open. Left behind is what was conceded before a ruling opened its
    newest sitting, and what resigning was reported as, once a ruling has corrected the score."""
    return _put_out_by(match, since_opened(match.remedies)) | {one.entry for one in match.sitting.given_up}


def _put_out_by(match: Match, remedies: Iterable[Ordered]) -> Set[int]:
    return {_entry_of(match, remedy.loser) for remedy in remedies if isinstance(remedy, Concession)}


def _resigned_entries(match: Match, sitting: Sitting) -> Set[int]:
    """The entries that have conceded it in that sitting by resigning."""
    reported = {_entry_of(match, sitting.conceded)} if sitting.conceded else set()
    return reported | {one.entry for one in sitting.given_up}


def without_concessions(match: Match, entries: Set[int]) -> Match:
    """The match as if none of these entries had been put out, or had resigned."""
    return coming_to(_without_concessions(match, entries)) if conceding(match) & entries else match


def _without_concessions(match: Match, entries: Set[int] | None = None) -> Match:
    """The match without what these entries, or both sides, concede by being out."""
    gone = conceding(match) if entries is None else entries
    layers = tuple(_conceded_by_others(match, layer, gone) for layer in match.layers)
    return replace(_without_resigning(match, gone), layers=layers)


def _conceded_by_others(match: Match, layer: Layer, gone: Set[int]) -> Layer:
    others = (
        one for one in layer.remedies if not (isinstance(one, Concession) and _entry_of(match, one.loser) in gone)
    )
    return replace(layer, remedies=tuple(others))


def _entry_of(match: Match, side: Side) -> int:
    return match.sides[side == "second"]


def _layers_needed(match: Match, come_to: Outcome) -> int:
    """The number of layers that it took: what was ruled after it ended does not change when it did."""
    number = len(match.layers)
    while number > 1 and ruling_of(replace(match, layers=match.layers[: number - 1]), None).outcome == come_to:
        number -= 1
    return number


def opening_score_of(match: Match) -> Score:
    """The score by play with which its newest sitting began."""
    return opening_score(match.as_played[1], match.remedies, match.form)


def as_ruled(match: Match) -> Ruled:
    """The effective result of record and rulings in force."""
    return match.came_to or _current_ruling(match)


def ruling_of(match: Match, recorded: Told | None) -> Ruled:
    """Result of that record under the rulings in force."""
    length = match.as_played[1]
    if recorded is None and not match.layers:
        return _unplayed_ruling(length, match.form, began(match))
    return effective(recorded, length, match.remedies, match.form, began(match))


@lru_cache(maxsize=1024)
def _unplayed_ruling(length: Length, form: Form, play_began: bool) -> Ruled:
    """The outcome of every such match before anything is laid into it."""
    return effective(None, length, (), form, play_began)


def shows_play(match: Match) -> bool:
    """Whether play is known to have begun in it, by its report or without one (ALL-6). A score that takes rulings to
    end the match was played, and so were the points of a score to which they have corrected it."""
    came_to, recorded = as_ruled(match).outcome, told_result(match)
    if isinstance(came_to, Undecided) and came_to.played is not None and came_to.played != LEVEL:
        return True
    if recorded is None:
        return began(match)
    return recorded.outcome is None or recorded.outcome.play_began


def began(match: Match) -> bool:
    """Whether play is known to have begun without a report, since the match was last to be replayed (ALL-6)."""
    if not match.layers:
        return match.sitting.acknowledged
    replayed = max((place for place, layer in enumerate(match.layers, 1) if layer.replays), default=0)
    since: set[LayerKey | None] = {match.layers[replayed - 1].key if replayed else None}
    since |= {layer.key for layer in match.layers[replayed:] if layer.opens}
    acknowledged = any(sitting.acknowledged for sitting in match.sittings if sitting.opened_by in since)
    return acknowledged or any(layer.play_began for layer in match.layers[replayed:])
