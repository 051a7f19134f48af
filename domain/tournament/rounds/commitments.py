"""The commitment to a secret before the first draw, and its reveal after the last appeal (ALL-2)."""

from domain.formats.contract.steps import Due
from domain.kernel.chance import commitment_to
from domain.kernel.refusal import Refused
from domain.problems.rounds import CHANCE_COMMITTED, CHANCE_NOT_COMMITTED, CHANCE_SEALED
from domain.tournament.derived.progress import next_of
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.windows import appeal_window_closes
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Settings, Tournament


def at_start(state: Tournament, context: Context) -> Events:
    """The commitment a tournament publishes as it starts, where its format begins with a draw."""
    if state.commitment is None and isinstance(next_of(state), Due):
        return (round_events.ChanceCommitted(commitment=context.secrets.commit()),)
    return ()


def commit(state: Tournament, _: round_commands.CommitChance, context: Context) -> Events:
    """A new commitment, for a draw after the last one was revealed. None can be exchanged for another."""
    if state.commitment is not None:
        detail = "The secret of the commitment in force has not been revealed."
        raise Refused(CHANCE_COMMITTED, detail, commitment=state.commitment.commitment)
    return (round_events.ChanceCommitted(commitment=context.secrets.commit()),)


def reveal(state: Tournament, _: round_commands.RevealChance, context: Context) -> Events:
    """The secret, once the tournament has ended and the appeal window has closed. No window: as it has ended."""
    settings = settings_of(state)
    if state.commitment is None:
        raise Refused(CHANCE_NOT_COMMITTED, "There is no secret to reveal.")
    _require_window_closed(settings, context)
    commitment = state.commitment.commitment
    secret = context.secrets.secret(commitment)
    if commitment_to(secret) != commitment:
        raise ValueError(f"the secret kept for {commitment} is another one's")
    return (round_events.ChanceRevealed(commitment=commitment, secret=secret.hex()),)


def _require_window_closed(settings: Settings, context: Context) -> None:
    if settings.ended_at is None:
        raise ValueError("a tournament that has ended has a time of its end")
    opens_at = appeal_window_closes(settings, settings.ended_at) or settings.ended_at
    if context.now < opens_at:
        detail = f"The tournament's appeal window is open until {opens_at.isoformat()}."
        raise Refused(CHANCE_SEALED, detail, opens_at=opens_at.isoformat())
