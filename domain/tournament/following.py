"""How the events of rounds are laid on a tournament's state: draws, pairings, choices, chance, resignations."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.formats.protocol import Decided
from domain.history import Event, Recorded
from domain.record import Bye, Invitation, Match
from domain.tournament import events as happened
from domain.tournament.laying import lay_match, make_bye, make_match, relay_bye, relay_match, tie_bye
from domain.tournament.model import Committed, Rounds, Stood, Tournament

Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _with(state: Tournament, recorded: Recorded[Any], **changes: Any) -> Tournament:  # noqa: ANN401 -- any field
    rounds: Rounds = replace(state.rounds, **changes)
    return replace(state, version=recorded.version, rounds=rounds)


def _committed(state: Tournament, event: happened.ChanceCommitted, recorded: Recorded[Any]) -> Tournament:
    return _with(state, recorded, committed=(*state.rounds.committed, Committed(event.commitment)))


def _revealed(state: Tournament, event: happened.ChanceRevealed, recorded: Recorded[Any]) -> Tournament:
    revealed = Committed(event.commitment, event.secret)
    return _with(state, recorded, committed=(*state.rounds.committed[:-1], revealed))


def _drawn(state: Tournament, event: happened.RoundDrawn, recorded: Recorded[Any]) -> Tournament:
    drawn = state.rounds.drawn.insert(event.round, event.attempt)
    return _made(_with(state, recorded, drawn=drawn), event)


def _made(
    state: Tournament, event: happened.RoundDrawn | happened.RoundPaired | happened.ConsequencesChosen
) -> Tournament:
    """The state, already at the event's version, with its matches and byes."""
    version, round_ = state.version, event.round
    for one in event.pairings:
        match = Match(one.match, one.sides, one.length, version, one.made_from, round=round_, why=one.why)
        state = make_match(state, match)
    for given in event.byes:
        state = make_bye(state, Bye(given.bye, given.entry, round_, version, given.made_from, why=given.why))
    return state


def _paired(state: Tournament, event: happened.RoundPaired, recorded: Recorded[Any]) -> Tournament:
    return _made(_aside(_with(state, recorded), (), event.taken_back), event)


def _annulled(state: Tournament, event: happened.RoundAnnulled, recorded: Recorded[Any]) -> Tournament:
    return _aside(_with(state, recorded), event.matches, event.byes)


def _aside(state: Tournament, matches: tuple[int, ...], byes: tuple[int, ...]) -> Tournament:
    for number in matches:
        state = relay_match(state, replace(state.matches[number], set_aside=True))
    for number in byes:
        state = relay_bye(state, replace(state.rounds.byes[number], set_aside=True))
    return state


def _chosen(state: Tournament, event: happened.ConsequencesChosen, recorded: Recorded[Any]) -> Tournament:
    stood = state.rounds.stood
    if event.choice == "stand":
        stood = stood.insert(event.match, Stood(event.before, event.after))
    state = _with(state, recorded, stood=stood)
    state = _aside(state, event.set_aside_matches, event.set_aside_byes)
    return _made(_tied(_kept(state, event), event), event)


def _kept(state: Tournament, event: happened.ConsequencesChosen) -> Tournament:
    outcome = (event.match, event.after)
    for number in event.kept_matches:
        match = state.matches[number]
        state = relay_match(state, replace(match, kept_on=(*match.kept_on, outcome)))
    for number in event.kept_byes:
        bye = state.rounds.byes[number]
        state = relay_bye(state, replace(bye, kept_on=(*bye.kept_on, outcome)))
    return state


def _tied(state: Tournament, event: happened.ConsequencesChosen) -> Tournament:
    for number in event.tied_byes:
        state = tie_bye(state, state.rounds.byes[number], event.match, event.before)
    return state


def _resigned(state: Tournament, event: happened.EntryResigned, recorded: Recorded[Any]) -> Tournament:
    entry = replace(state.entries[event.entry], status="resigned", reason=event.reason, revision=recorded.version)
    return replace(state, version=recorded.version, entries=state.entries.insert(entry.number, entry))


def _decided(state: Tournament, event: happened.QuestionDecided, recorded: Recorded[Any]) -> Tournament:
    decided = Decided(event.choice, event.entry, event.reason)
    return _with(state, recorded, decisions=state.rounds.decisions.insert(event.question, decided))


def _invited(state: Tournament, event: happened.InvitationSent, recorded: Recorded[Any]) -> Tournament:
    invitation = Invitation(event.by, recorded.recorded_at)
    match = replace(state.matches[event.match], invitation=invitation, revision=recorded.version)
    return lay_match(state, match)


def _acknowledged(state: Tournament, event: happened.InvitationAcknowledged, recorded: Recorded[Any]) -> Tournament:
    match = state.matches[event.match]
    if match.invitation is None:
        raise ValueError(f"match {match.number} has no invitation to acknowledge")
    invitation = replace(match.invitation, acknowledged_at=recorded.recorded_at)
    return lay_match(state, replace(match, invitation=invitation, revision=recorded.version))


EVOLVE: Mapping[type[Event], Evolve] = {
    happened.ChanceCommitted: _committed,
    happened.ChanceRevealed: _revealed,
    happened.RoundDrawn: _drawn,
    happened.RoundPaired: _paired,
    happened.RoundAnnulled: _annulled,
    happened.ConsequencesChosen: _chosen,
    happened.EntryResigned: _resigned,
    happened.QuestionDecided: _decided,
    happened.InvitationSent: _invited,
    happened.InvitationAcknowledged: _acknowledged,
}
