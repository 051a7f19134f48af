"""The commitment to a secret before the first draw, and its reveal after the last appeal (ALL-2)."""

from collections.abc import Mapping

from domain.formats.contract.steps import Due
from domain.kernel.chance import commitment_to
from domain.kernel.ids import SeriesId
from domain.kernel.refusal import Refused
from domain.problems.rounds import COMMITMENT_IN_FORCE, COMMITMENT_MISSING, SECRET_SEALED
from domain.series.draw_chain import link_secret, next_link, reveal_link, use_link
from domain.series.events import ChainLink
from domain.tournament.decisions.rounds.outside_value import require_source
from domain.tournament.derived.progress import next_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.windows import appeal_window_closes
from domain.tournament.lifecycle.events import TournamentAnnounced
from domain.tournament.person_effects.snapshots import SeriesPlace
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Committed, Settings, Tournament


def new_commitment(place: SeriesPlace | None, context: Context) -> round_events.CommitmentPublished:
    """The commitment to a fresh secret; of a tournament with a place in a series, to the next link's of its chain."""
    following = None if place is None else next_link(context.series(place.series))
    if following is None:
        return round_events.CommitmentPublished(commitment=context.secrets.commit())
    link, commitment = following
    return round_events.CommitmentPublished(commitment=commitment, chain_link=link)


def at_announcement(announced: TournamentAnnounced, context: Context) -> Events:
    """Each tournament of a series has the next link as it is announced, whatever becomes of it; and anyone who may
    choose the secret does not know the value from outside."""
    require_source(announced.outside_source, context)
    if announced.series is None and announced.outside_source is None:
        return ()
    return (new_commitment(announced.series, context),)


def at_start(state: Tournament, context: Context) -> Events:
    """The commitment a tournament publishes as it starts, where its format begins with a draw, or makes one later."""
    draws = isinstance(next_of(state), Due) or current_stage(state).options.draws_later
    if state.commitment is None and draws:
        return (new_commitment(settings_of(state).series, context),)
    return ()


def commitment_for_draw(state: Tournament, context: Context) -> tuple[Events, Committed]:
    """The commitment that the service draws lots or flips coins by: the one in force, or the first, published with the
    draw. Raises Refused where the last secret has been revealed."""
    if state.commitment is not None:
        return (), state.commitment
    if state.rounds.committed:
        raise Refused(COMMITMENT_MISSING, "The service would draw lots or flip coins for this.")
    published = new_commitment(settings_of(state).series, context)
    return (published,), Committed(published.commitment, chain_link=published.chain_link)


def secret_of(committed: Committed, context: Context) -> bytes:
    """The secret behind a commitment. Raises ValueError where what is kept is another one's."""
    commitment, link = committed.commitment, committed.chain_link
    secret = (
        context.secrets.secret(commitment)
        if link is None
        else link_secret(context.series(link.series), link, context.secrets)
    )
    if commitment_to(secret) != commitment:
        raise ValueError(f"the secret kept for {commitment} is another one's")
    return secret


def chain_events(state: Tournament, decided: Events, context: Context) -> Mapping[SeriesId, Events]:
    """By series, what these events, decided on this state, mean for its chain."""
    found: dict[SeriesId, Events] = {}
    for event in decided:
        match event:
            case round_events.CommitmentPublished(chain_link=ChainLink() as link):
                found[link.series] = tuple(use_link(context.series(link.series), state.id, context.secrets))
            case round_events.SecretRevealed() if (
                state.commitment is not None and state.commitment.chain_link is not None
            ):
                found[state.commitment.chain_link.series] = tuple(reveal_link(state.commitment.chain_link))
    return found


def commit(state: Tournament, _: round_commands.PublishCommitment, context: Context) -> Events:
    """A new commitment, for a draw after the last one was revealed. None can be exchanged for another."""
    if state.commitment is not None:
        detail = "The secret of the commitment in force has not been revealed."
        raise Refused(COMMITMENT_IN_FORCE, detail, commitment=state.commitment.commitment)
    return (new_commitment(settings_of(state).series, context),)


def reveal(state: Tournament, _: round_commands.RevealSecret, context: Context) -> Events:
    """The secret, once the tournament has ended and the appeal window has closed. No window: as it has ended."""
    settings = settings_of(state)
    if state.commitment is None:
        raise Refused(COMMITMENT_MISSING, "There is no secret to reveal.")
    _require_window_closed(settings, context)
    secret = secret_of(state.commitment, context)
    return (round_events.SecretRevealed(commitment=state.commitment.commitment, secret=secret.hex()),)


def _require_window_closed(settings: Settings, context: Context) -> None:
    if settings.ended_at is None:
        raise ValueError("a tournament that has ended has a time of its end")
    opens_at = appeal_window_closes(settings, settings.ended_at) or settings.ended_at
    if context.now < opens_at:
        detail = f"The tournament's appeal window is open until {opens_at.isoformat()}."
        raise Refused(SECRET_SEALED, detail, opens_at=opens_at.isoformat())
