"""Disputes and rulings (TD-4 to TD-10): who may rule on what, and what a ruling means for matches and entries.

Readings: a ruling on a match has its two sides as parties, one on an entry that entry, beside those of its dispute. An
entry that is put out loses its open matches, as if they had been conceded. So it loses those that would be open without
the rulings before, should they be reversed; where the format concedes nothing (a ring announced so), they are
abandoned. A ruling that would change nothing by one of its remedies is refused with that remedy. Where a reversal
leaves a score that no longer ends the match, the match is undecided. Another ruling resumes it, or its result is
corrected to what was played on.
"""

from collections.abc import Mapping, Sequence

from domain.federation.decide import require_citable
from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.effective_result import Undecided
from domain.match.record import Match
from domain.officiating.bans import refuse_bans
from domain.officiating.remedies import (
    ClockAdjustment,
    Concession,
    DelayForfeit,
    DoubleAnnulment,
    EquipmentImposition,
    GameLoss,
    MatchLoss,
    MatchReplay,
    MatchResumption,
    MatchVoiding,
    PenaltyPoints,
    Remedy,
    ResultAnnulment,
    ResultAward,
    ScoreCorrection,
    entries_named,
    entries_put_out,
    persons_named,
)
from domain.problems.rulings import REMEDY_MISPLACED, RULING_STATUS
from domain.tournament.command import Seen
from domain.tournament.decisions.rulings.admissibility import (
    parties_to,
    parties_to_ruling,
    require_heard,
    require_in_game,
    require_matter,
    require_part,
    require_to_put_out,
    subject_of,
)
from domain.tournament.decisions.rulings.departures import departures
from domain.tournament.decisions.rulings.joint_committee import agreeing_parties
from domain.tournament.decisions.rulings.play_started import play_began
from domain.tournament.decisions.rulings.remedy_effect import require_effect, require_sides_in, with_remedies
from domain.tournament.decisions.rulings.score_sheets import require_side
from domain.tournament.derived.progress import conceded_matches, forgone_matches, open_to_concede
from domain.tournament.derived.propagation import lay_match
from domain.tournament.guards.context import Context, Events, outcome_ordered, settings_of, without_rulings
from domain.tournament.guards.lookup import find_dispute, find_entry, find_ruling
from domain.tournament.guards.seen import current_version
from domain.tournament.guards.windows import appeal_window_closes
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.in_game import InGame
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Tournament

_OF_A_MATCH = (
    PenaltyPoints,
    GameLoss,
    MatchLoss,
    ScoreCorrection,
    DoubleAnnulment,
    ResultAward,
    ResultAnnulment,
    MatchVoiding,
    MatchResumption,
    MatchReplay,
    ClockAdjustment,
    DelayForfeit,
    EquipmentImposition,
)


def open_dispute(state: Tournament, command: ruling_commands.OpenDispute, _: Context) -> Events:
    """TD-9: a record of its own, before any ruling."""
    parties = parties_to(state, command.about, command.parties)
    require_in_game(state, command.about, command.in_game)
    opened = ruling_events.DisputeOpened(
        dispute=len(state.directing.disputes) + 1,
        about=command.about,
        in_game=command.in_game,
        parties=parties,
        text_about=state.entries[parties[0]].person if parties else None,
        matter=command.matter,
    )
    return (opened,)


def record_statement(state: Tournament, command: ruling_commands.RecordStatement, context: Context) -> Events:
    """TD-9, TD-15: a party for themselves; the staff for anybody."""
    dispute = find_dispute(state, command.dispute)
    require_heard(state, dispute, command)
    for named in (command.person, *command.committee):
        context.person(named)
    if command.score_sheet is not None:
        require_side(state, dispute, command.person)
    return (ruling_events.StatementRecorded.from_attributes(command),)


def give(state: Tournament, command: ruling_commands.GiveRuling, context: Context) -> Events:
    """TD-9: by a director who is no party, or by a committee the parties have chosen jointly."""
    dispute = None if command.dispute is None else find_dispute(state, command.dispute)
    require_matter(state, command, dispute)
    require_in_game(state, command.about, command.in_game)
    parties = parties_to_ruling(state, command)
    agreed = agreeing_parties(state, command, dispute, parties, context)
    if command.precedents:
        require_citable(context.federation(), command.precedents)
    require_valid(state, command.at_issue, context)
    require_part(state, command.at_issue)
    number = len(state.directing.rulings) + 1
    require_to_put_out(state, command.at_issue, number)
    layers, ordered = _effective_layers(state, command.about, command.remedies, number, context)
    require_sides_in(state, ordered)
    _, claimed = _effective_layers(state, command.about, command.claimed, number, context)
    began = play_began(state, command.play_began, (*ordered, *claimed))
    given = _ruling_given(state, command, parties, layers, agreed, began, context)
    return (given,)


def seen_of_new_ruling(state: Tournament, about: ruling_events.About, remedies: Sequence[Remedy]) -> tuple[Seen, ...]:
    """The things that the ruling is on, and the matches that it takes from those it puts out."""
    out = [entry for entry in entries_put_out(remedies) if entry in state.entries]
    lost = [("match", match) for entry in out for match in conceded_matches(state, entry)]
    return tuple(
        current_version(state, kind, number) for kind, number in dict.fromkeys(((about.kind, about.number), *lost))
    )


def _effective_layers(
    state: Tournament, about: ruling_events.About, remedies: Sequence[Remedy], ruling: int, context: Context
) -> tuple[tuple[ruling_events.MatchLayer, ...], tuple[Match, ...]]:
    """Layers that the remedies order of matches, and these matches with them. Raises Refused where one finds nothing to
    act on."""
    layers = layers_of(state, about, remedies, ruling, context)
    return layers, require_effect(state, layers, ruling, context)


def _ruling_given(
    state: Tournament,
    command: ruling_commands.GiveRuling,
    parties: tuple[int, ...],
    layers: tuple[ruling_events.MatchLayer, ...],
    agreed: tuple[int, ...],
    began: bool,
    context: Context,
) -> ruling_events.RulingGiven:
    return ruling_events.RulingGiven.from_attributes(
        command,
        ruling=len(state.directing.rulings) + 1,
        in_game=command.in_game or _where_dispute_is(state, command),
        text_about=subject_of(state, parties, command.at_issue),
        parties=parties,
        layers=layers,
        play_began=began,
        flags=departures(state, command.about, command.clause, command.remedies),
        agreed_by=agreed,
        appeal_deadline=appeal_window_closes(settings_of(state), context.now),
        preview_digest=command.expected,
    )


def _where_dispute_is(state: Tournament, command: ruling_commands.GiveRuling) -> InGame | None:
    """GAM-7: where its dispute is in the match that both are about."""
    dispute = None if command.dispute is None else find_dispute(state, command.dispute)
    return dispute.in_game if dispute is not None and dispute.on == command.about else None


def require_valid(state: Tournament, remedies: Sequence[Remedy], context: Context) -> None:
    """Raises Refused where a remedy names an unknown entry, a person who is not in the registry, or a ban that would be
    over."""
    refusal = refuse_bans(remedies, context.now)
    if refusal is not None:
        raise refusal
    for entry in entries_named(remedies):
        find_entry(state, entry)
    for person in persons_named(remedies):
        context.person(person)


def layers_of(
    state: Tournament,
    about: ruling_events.About,
    remedies: Sequence[Remedy],
    ruling: int,
    context: Context,
) -> tuple[ruling_events.MatchLayer, ...]:
    """The layers that the remedies lay on matches. Raises Refused where one has no match to act on."""
    ordered: dict[int, tuple[Remedy, ...]] = {}
    on_match = tuple(remedy for remedy in remedies if isinstance(remedy, _OF_A_MATCH))
    if on_match:
        if about.kind != "match" or about.number is None:
            raise Refused(REMEDY_MISPLACED, f"The remedy {on_match[0].kind} can only be given on a match.")
        ordered[about.number] = on_match
    if any(isinstance(remedy, Concession) for remedy in remedies):
        raise Refused(
            REMEDY_MISPLACED, "A concession can't be ordered: it follows from a disqualification or expulsion."
        )
    for number, remedy in _lost_by_exclusion(state, ordered, remedies, ruling, context):
        ordered[number] = (*ordered.get(number, ()), remedy)
    ordered = {number: _with_resumption(state, number, on_it, ruling, context) for number, on_it in ordered.items()}
    return tuple(_layer(state, number, on_it) for number, on_it in sorted(ordered.items()))


def _with_resumption(
    state: Tournament, number: int, remedies: tuple[Remedy, ...], ruling: int, context: Context
) -> tuple[Remedy, ...]:
    """TD-10: a match that is undecided without an annulled double is resumed, at the score by play."""
    if not any(isinstance(remedy, DoubleAnnulment) for remedy in remedies):
        return remedies
    match = with_remedies(state, state.matches[number], remedies, ruling, context)
    came_to = layering.as_ruled(match).outcome
    if not match.left_undecided or not isinstance(came_to, Undecided) or came_to.played is None:
        return remedies
    first, second = came_to.played
    return (*remedies, MatchResumption(first=first, second=second))


def _layer(state: Tournament, number: int, remedies: tuple[Remedy, ...]) -> ruling_events.MatchLayer:
    outcome = outcome_ordered(state, state.matches[number], remedies)
    return ruling_events.MatchLayer(match=number, remedies=remedies, outcome=outcome)


def _with_orders(
    state: Tournament, ordered: Mapping[int, Sequence[Remedy]], ruling: int, context: Context
) -> Tournament:
    """As it would be by what the ruling orders of matches: it may take a result away from who is put out by it."""
    for number, remedies in ordered.items():
        state = lay_match(state, with_remedies(state, state.matches[number], remedies, ruling, context))
    return state


def _lost_by_exclusion(
    state: Tournament,
    ordered: Mapping[int, Sequence[Remedy]],
    remedies: Sequence[Remedy],
    ruling: int,
    context: Context,
) -> list[tuple[int, Concession]]:
    entries = entries_put_out(remedies)
    if not entries:
        return []
    states = (state, _with_orders(state, ordered, ruling, context), without_rulings(state, context))
    found = (
        (entry, number)
        for entry in entries
        for number in sorted(
            {n for one in states for n in open_to_concede(one, entry)} | {*forgone_matches(state, entry)}
        )
    )
    return [(number, _concession(state.matches[number], entry, ruling)) for entry, number in found]


def layers_resumed(state: Tournament, ruling: Ruling, context: Context) -> tuple[ruling_events.MatchLayer, ...]:
    """Layers on matches made meanwhile, which those concede who a suspended ruling puts out again (TD-12)."""
    if ruling.status != "suspended":
        return ()
    known = ruling.orders.matches
    found = _lost_by_exclusion(state, {}, ruling.orders.remedies, ruling.number, context)
    return tuple(_layer(state, number, (concession,)) for number, concession in found if number not in known)


def _concession(match: Match, entry: int, ruling: int) -> Concession:
    return Concession(loser="first" if match.sides[0] == entry else "second", ruling=ruling)


def suspend(state: Tournament, command: ruling_commands.SuspendRuling, _: Context) -> Events:
    """TD-12: while its appeal is open."""
    ruling = _under_appeal(state, command, "in-force")
    event = ruling_events.RulingSuspended(ruling=ruling.number)
    return (event,)


def resume(state: Tournament, command: ruling_commands.ResumeRuling, context: Context) -> Events:
    """TD-12: in force again."""
    ruling = _under_appeal(state, command, "suspended")
    event = ruling_events.RulingResumed(ruling=ruling.number, layers=layers_resumed(state, ruling, context))
    return (event,)


def withdraw(state: Tournament, command: ruling_commands.WithdrawRuling, _: Context) -> Events:
    """TD-9: by staff who are no party, while nobody has appealed; what a committee has given or decided is final."""
    ruling = find_ruling(state, command.ruling)
    if ruling.status != "in-force" or ruling.committee or state.directing.appeal_of(ruling.number) is not None:
        detail = f"Ruling {ruling.number} is {ruling.status}, and a committee has given it or decides on it."
        raise Refused(RULING_STATUS, detail, ruling=ruling.number, status=ruling.status)
    subject = subject_of(state, ruling.parties, ruling.at_issue)
    event = ruling_events.RulingWithdrawn(ruling=ruling.number, text_about=subject, reason=command.reason)
    return (event,)


def _under_appeal(
    state: Tournament, command: ruling_commands.SuspendRuling | ruling_commands.ResumeRuling, status: str
) -> Ruling:
    ruling = find_ruling(state, command.ruling)
    appeal = state.directing.appeal_of(ruling.number)
    if appeal is None or appeal.decision is not None or ruling.status != status:
        detail = f"Ruling {ruling.number} is {ruling.status}, and has no open appeal."
        raise Refused(RULING_STATUS, detail, ruling=ruling.number, status=ruling.status)
    return ruling
