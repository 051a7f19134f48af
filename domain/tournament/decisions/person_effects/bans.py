"""Effects of rulings and appeals on persons they ban, wherever these play, direct or watch (TD-4, TD-12, TD-13).

A ruling's bans are the persons' own as long as it is in force. They are suspended with it, and taken away where it is
reversed; what it had dismissed, or an alternative, puts its own in their place. Spectators who are in no registry are
named by the ruling alone.
"""

from collections.abc import Iterator, Sequence

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.officiating.remedies import Ban, DirectorBan, PersonNamed, Remedy, SpectatorBan
from domain.person import events as meant
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Tournament

Meant = Iterator[tuple[PersonId, Event]]


def bans_meant(state: Tournament, event: ruling_events.RulingEvent | ruling_events.AppealEvent) -> Meant:
    """By person, what the event, decided on this state, does to bans."""
    match event:
        case ruling_events.RulingGiven():
            yield from _order_bans(state, event.ruling, event.clause, event.remedies)
        case ruling_events.RulingSuspended():
            yield from _change_bans(
                state, state.as_recorded.directing.rulings[event.ruling], meant.OrderedBansSuspended
            )
        case ruling_events.RulingResumed():
            yield from _change_bans(state, state.as_recorded.directing.rulings[event.ruling], meant.OrderedBansResumed)
        case ruling_events.RulingWithdrawn():
            yield from _change_bans(state, state.as_recorded.directing.rulings[event.ruling], meant.OrderedBansReversed)
        case ruling_events.AppealDecided():
            yield from _bans_after_appeal(state, event)
        case ruling_events.AppealWithdrawn():
            yield from _resume_bans(state, _appealed_ruling(state, event))


def _bans_after_appeal(state: Tournament, event: ruling_events.AppealDecided) -> Meant:
    ruling = _appealed_ruling(state, event)
    if event.decision in ("upheld", "no-majority"):
        yield from _resume_bans(state, ruling)
        return
    yield from _change_bans(state, ruling, meant.OrderedBansReversed)
    yield from _order_bans(state, ruling.number, ruling.clause, event.remedies)


def _appealed_ruling(state: Tournament, event: ruling_events.AppealEvent) -> Ruling:
    return state.as_recorded.directing.rulings[state.directing.appeals[event.appeal].ruling]


def _resume_bans(state: Tournament, ruling: Ruling) -> Meant:
    """It is in force again, where it was suspended."""
    return _change_bans(state, ruling, meant.OrderedBansResumed) if ruling.status == "suspended" else iter(())


def _order_bans(state: Tournament, ruling: int, clause: str, remedies: Sequence[Remedy]) -> Meant:
    for person, ban in _bans(remedies):
        ordered = meant.BanOrdered(tournament=state.id, ruling=ruling, clause=clause, kind=ban.kind, until=ban.until)
        yield person, ordered


def _change_bans(state: Tournament, ruling: Ruling, kind: type[meant.OfRuling]) -> Meant:
    for person in dict.fromkeys(person for person, _ in _bans(ruling.orders.remedies)):
        yield person, kind(tournament=state.id, ruling=ruling.number)


def _bans(remedies: Sequence[Remedy]) -> Iterator[tuple[PersonId, Ban | DirectorBan | SpectatorBan]]:
    for remedy in remedies:
        match remedy:
            case Ban() | DirectorBan():
                yield remedy.person, remedy
            case SpectatorBan(spectator=PersonNamed(person=person)):
                yield person, remedy
