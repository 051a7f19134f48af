"""Effects of events on disputes, rulings and appeals, and on the matches and entries they reach (ALL-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.match import layering
from domain.match.layer import Layer, LayerKey
from domain.officiating.committees import Vote
from domain.officiating.remedies import OPENERS, Disqualification, DoubleAnnulment, Expulsion, Remedy
from domain.tournament.derived.decided import DECISIONS
from domain.tournament.derived.propagation import lay_entry, lay_match
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.state import (
    Alternative,
    Appeal,
    Decision,
    Dispute,
    Orders,
    Ruling,
    RulingStatus,
    Statement,
)
from domain.tournament.state import Entry, Exclusion, Tournament

Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]
Standing = ruling_events.RulingResumed | ruling_events.AppealWithdrawn


def _open_dispute(state: Tournament, event: ruling_events.DisputeOpened, recorded: Recorded[Any]) -> Tournament:
    dispute = Dispute(
        event.dispute,
        event.about,
        event.matter,
        event.parties,
        recorded.happened_at,
        recorded.version,
        in_game=event.in_game,
    )
    return _with_dispute(state, dispute)


def _record_statement(state: Tournament, event: ruling_events.StatementRecorded, recorded: Recorded[Any]) -> Tournament:
    dispute = state.directing.disputes.get(event.dispute)
    if dispute is None:
        return replace(state, version=recorded.version)
    said = (
        event.kind,
        event.person,
        event.statement,
        recorded.happened_at,
        recorded.actor,
        event.score_sheet,
        event.committee,
    )
    statements = (*dispute.statements, Statement(*said))
    return _with_dispute(state, replace(dispute, statements=statements, revision=recorded.version))


def _give_ruling(state: Tournament, event: ruling_events.RulingGiven, recorded: Recorded[Any]) -> Tournament:
    ruling = Ruling(
        event.ruling,
        event.about,
        event.dispute,
        event.clause,
        event.facts,
        event.reasons,
        event.parties,
        _orders(event.remedies, event.layers, recorded),
        event.claimed,
        event.play_began,
        recorded.actor,
        event.committee,
        "in-force",
        recorded.version,
        recorded.version,
        event.preview_digest is not None,
        precedents=event.precedents,
        flags=event.flags,
        agreed_by=event.agreed_by,
        votes=event.votes,
        appeal_deadline=event.appeal_deadline,
        given_in=tuple(_sittings(state, event.layers)),
        in_game=event.in_game,
    )
    dispute = state.directing.disputes.get(event.dispute or 0)
    if dispute is not None:
        state = _with_dispute(state, replace(dispute, ruling=event.ruling, revision=recorded.version))
    return _in_force(state, ruling)


def _sittings(state: Tournament, layers: tuple[ruling_events.MatchLayer, ...]) -> Iterator[tuple[int, LayerKey]]:
    for layer in layers:
        match = state.matches.get(layer.match)
        if match is not None and match.sitting.opened_by is not None:
            yield layer.match, match.sitting.opened_by


def _orders(
    remedies: tuple[Remedy, ...], layers: tuple[ruling_events.MatchLayer, ...], recorded: Recorded[Any]
) -> Orders:
    return Orders(remedies, layers, recorded.happened_at)


def _on_ruling(change: Callable[[Ruling, Any], Ruling]) -> Evolve:
    """Lays what an event makes of its ruling, and of what that reaches; of one that is not there it makes nothing."""

    def evolve(state: Tournament, event: ruling_events.RulingEvent, recorded: Recorded[Any]) -> Tournament:
        ruling = state.directing.rulings.get(event.ruling)
        if ruling is None:
            return replace(state, version=recorded.version)
        return _in_force(state, replace(change(ruling, event), revision=recorded.version))

    return evolve


def _status(status: RulingStatus) -> Evolve:
    return _on_ruling(lambda ruling, _: replace(ruling, status=status))


def _resume_ruling(ruling: Ruling, event: Standing) -> Ruling:
    """In force again, and with it what is conceded of matches made meanwhile."""
    return replace(ruling, status="in-force", orders=ruling.orders.also(event.layers))


def _withdraw_ruling(ruling: Ruling, event: ruling_events.RulingWithdrawn) -> Ruling:
    return replace(ruling, status="withdrawn", withdrawn_because=event.reason)


def _lodge_appeal(
    state: Tournament, event: ruling_events.AppealLodged | ruling_events.DecisionAppealed, recorded: Recorded[Any]
) -> Tournament:
    appeal = Appeal(
        event.appeal,
        event.ruling,
        event.entry,
        event.lodged_by,
        recorded.happened_at,
        event.late,
        event.reason,
        recorded.version,
    )
    state = _with_appeal(state, appeal)
    ruling = state.directing.rulings.get(event.ruling)
    return state if ruling is None else _with_ruling(state, replace(ruling, revision=recorded.version))


def _decision_appealed(state: Tournament, event: ruling_events.DecisionAppealed, recorded: Recorded[Any]) -> Tournament:
    """5.2: what was decided is a ruling from then on, and its appeal is open."""
    decision = state.directing.decisions.get(event.decision)
    if decision is None:
        return replace(state, version=recorded.version)
    ruling = Ruling(
        number=event.ruling,
        on=event.about,
        dispute=None,
        clause=event.clause,
        facts=None,
        reasons=decision.reason,
        parties=(event.entry,),
        orders=Orders((), (), decision.at),
        claimed=(),
        play_began=False,
        given_by=decision.by,
        committee=(),
        status="in-force",
        revision=recorded.version,
        given=decision.version,
        previewed=False,
        appeal_deadline=event.appeal_deadline,
        decision=decision.version,
    )
    return _lodge_appeal(_with_ruling(state, ruling), event, recorded)


def _on_appeal(change: Callable[[Appeal, Any], Appeal]) -> Evolve:
    """Lays what an event makes of its appeal; of one that is not there it makes nothing."""

    def evolve(state: Tournament, event: ruling_events.AppealEvent, recorded: Recorded[Any]) -> Tournament:
        appeal = state.directing.appeals.get(event.appeal)
        if appeal is None:
            return replace(state, version=recorded.version)
        return _with_appeal(state, replace(change(appeal, event), revision=recorded.version))

    return evolve


def _form_committee(appeal: Appeal, event: ruling_events.CommitteeFormed) -> Appeal:
    return replace(appeal, members=event.members, alternatives=(), votes=(), allowed=(), allowed_because=None)


def _allow_members(appeal: Appeal, event: ruling_events.MembersAllowed) -> Appeal:
    return replace(appeal, allowed=event.members, allowed_because=event.reason)


def _propose_alternative(appeal: Appeal, event: ruling_events.AlternativeProposed) -> Appeal:
    return replace(appeal, alternatives=(*appeal.alternatives, Alternative(event.alternative, event.remedies)))


def _cast_vote(appeal: Appeal, event: ruling_events.VoteCast) -> Appeal:
    return replace(appeal, votes=(*appeal.votes, Vote(member=event.member, verdict=event.verdict)))


def _decide_appeal(state: Tournament, event: ruling_events.AppealDecided, recorded: Recorded[Any]) -> Tournament:
    """TD-13: a layer goes, and what takes its place comes, in the ruling's own place among the others."""
    decided = _on_appeal(lambda appeal, _: replace(appeal, decision=event.decision, decided_because=event.reasons))
    state = decided(state, event, recorded)
    return _change_appealed_ruling(state, event, lambda ruling: _after_appeal(ruling, event, recorded))


def _after_appeal(ruling: Ruling, event: ruling_events.AppealDecided, recorded: Recorded[Any]) -> Ruling:
    if event.keeps_ruling:
        return replace(ruling, status="upheld", orders=ruling.orders.also(event.layers))
    status: RulingStatus = "reversed" if event.decision == "reversed" else "replaced"
    return replace(ruling, status=status, instead=_orders(event.remedies, event.layers, recorded))


def _withdraw_appeal(state: Tournament, event: ruling_events.AppealWithdrawn, recorded: Recorded[Any]) -> Tournament:
    state = _on_appeal(lambda appeal, _: replace(appeal, decision="withdrawn"))(state, event, recorded)
    return _change_appealed_ruling(state, event, lambda ruling: _resume_ruling(ruling, event))


def _change_appealed_ruling(
    state: Tournament, event: ruling_events.AppealEvent, change: Callable[[Ruling], Ruling]
) -> Tournament:
    """The state with what becomes of the ruling that the appeal is about."""
    appeal = state.directing.appeals.get(event.appeal)
    ruling = None if appeal is None else state.directing.rulings.get(appeal.ruling)
    return state if ruling is None else _in_force(state, replace(change(ruling), revision=state.version))


def _with_dispute(state: Tournament, dispute: Dispute) -> Tournament:
    disputes = state.directing.disputes.insert(dispute.number, dispute)
    return replace(state, version=dispute.revision, directing=replace(state.directing, disputes=disputes))


def _with_ruling(state: Tournament, ruling: Ruling) -> Tournament:
    rulings = state.directing.rulings.insert(ruling.number, ruling)
    return replace(state, version=ruling.revision, directing=replace(state.directing, rulings=rulings))


def _with_appeal(state: Tournament, appeal: Appeal) -> Tournament:
    appeals = state.directing.appeals.insert(appeal.number, appeal)
    return replace(state, version=appeal.revision, directing=replace(state.directing, appeals=appeals))


def _in_force(state: Tournament, ruling: Ruling) -> Tournament:
    """The state with the ruling as it now is, and its layers on the matches and entries it reaches."""
    before = state.directing.rulings.get(ruling.number)
    state = _with_ruling(state, ruling)
    orders = [one.in_force for one in (before, ruling) if one is not None and one.in_force is not None]
    for entry in sorted({entry for one in orders for entry in one.put_out if entry in state.entries}):
        state = _exclude(state, ruling, entry)
    for match in sorted({match for one in orders for match in one.matches if match in state.matches}):
        state = _replace_layer(state, ruling, match)
    return state


def _exclusions(ruling: Ruling) -> list[Disqualification | Expulsion]:
    remedies = ruling.in_force.remedies if ruling.in_force else ()
    return [one for one in remedies if isinstance(one, Disqualification | Expulsion)]


def _exclude(state: Tournament, ruling: Ruling, number: int) -> Tournament:
    entry = state.entries[number]
    others = [out for out in entry.excluded_by if out.ruling != ruling.number]
    mine = [one for one in _exclusions(ruling) if one.entry == number]
    if mine and ruling.in_force:
        kind: Literal["expelled", "disqualified"] = "expelled" if isinstance(mine[-1], Expulsion) else "disqualified"
        others.append(Exclusion(ruling.number, ruling.ordered_by, kind, ruling.in_force.given_at))
    stays_out = state.stays_out(number)
    out_since = others[0].at if others and not stays_out else entry.out_since
    entry = replace(entry, excluded_by=tuple(others), out_since=out_since, revision=ruling.revision)
    state = lay_entry(state, entry)
    return state if entry.gone else _playing_again(state, entry)


def _playing_again(state: Tournament, entry: Entry) -> Tournament:
    """The state in which the entry, which is in again, has conceded nothing because it was out."""
    mine = (state.matches[number] for number in state.rounds.matches_of.get(entry.number, ()))
    for match in [one for one in mine if layering.is_conceded_by(one, entry.number)]:
        state = lay_match(state, layering.without_concession(match, entry.number, state.version))
    return state


def _replace_layer(state: Tournament, ruling: Ruling, number: int) -> Tournament:
    match = state.matches[number]
    layers = [layer for layer in match.layers if layer.ruling != ruling.number]
    orders = ruling.in_force
    ordered = [layer for layer in orders.layers if layer.match == number] if orders else []
    if orders and ordered:
        remedies, outcome = ordered[0].remedies, ordered[0].outcome
        by, at, ruled_at = ruling.ordered_by, orders.given_at, ruling.orders.given_at
        layer = Layer(ruling.number, by, remedies, at, ruling.play_began, outcome, ruled_at)
        layers.append(replace(layer, if_undecided=_goes_on(orders.remedies)))
    layers.sort(key=lambda layer: layer.ruling)
    return lay_match(state, layering.with_rulings(match, tuple(layers), ruling.revision))


def _goes_on(remedies: Iterable[Remedy]) -> bool:
    """Whether a match that the remedies leave undecided is resumed, although they do not say so (TD-10)."""
    kinds = [type(remedy) for remedy in remedies]
    return DoubleAnnulment in kinds and not set(OPENERS) & set(kinds)


def with_decision(state: Tournament, recorded: Recorded[Event]) -> Tournament:
    """The state that knows what its staff have decided by that event, where they did."""
    actor, event = recorded.actor, recorded.event
    by_staff = actor.role == "administrator" or actor.staff_of == state.id
    if not by_staff or type(event) not in DECISIONS:
        return state
    clause, about = DECISIONS[type(event)]
    told = (recorded.topic, about(event), clause, actor, recorded.recorded_at, getattr(event, "reason", None))
    decisions = state.directing.decisions.insert(recorded.version, Decision(recorded.version, *told))
    return replace(state, directing=replace(state.directing, decisions=decisions))


EVOLVE: Mapping[type[Event], Evolve] = {
    ruling_events.DisputeOpened: _open_dispute,
    ruling_events.StatementRecorded: _record_statement,
    ruling_events.RulingGiven: _give_ruling,
    ruling_events.RulingSuspended: _status("suspended"),
    ruling_events.RulingResumed: _on_ruling(_resume_ruling),
    ruling_events.RulingWithdrawn: _on_ruling(_withdraw_ruling),
    ruling_events.AppealLodged: _lodge_appeal,
    ruling_events.DecisionAppealed: _decision_appealed,
    ruling_events.AppealCarriedOut: _on_appeal(lambda appeal, _: replace(appeal, carried_out=True)),
    ruling_events.CommitteeFormed: _on_appeal(_form_committee),
    ruling_events.MembersAllowed: _on_appeal(_allow_members),
    ruling_events.AlternativeProposed: _on_appeal(_propose_alternative),
    ruling_events.VoteCast: _on_appeal(_cast_vote),
    ruling_events.AppealDecided: _decide_appeal,
    ruling_events.AppealWithdrawn: _withdraw_appeal,
}
