"""What the service does of itself once a command has been decided: lots, seeding by rating, in brackets and rings
the matches that results call for, and a drawn play-off once more. It is recorded with the command that brought it
about."""

from collections.abc import Collection

from domain.formats.contract.steps import DrawLots, Make, SeedByRating, Service
from domain.kernel.chance import Chance, draw_key
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.problems.matches import HANGS_ON_ITSELF
from domain.problems.rounds import CHANCE_NOT_COMMITTED
from domain.tournament.derived.provenance import brought_about
from domain.tournament.derived.simulate import foreseen
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.circles import require_no_circle
from domain.tournament.guards.context import Context, Events
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.rounds.progress import replayed_play_off
from domain.tournament.rounds.seeding import by_rating
from domain.tournament.rounds.stage import current_stage
from domain.tournament.rulings.events import AppealDecided, AppealWithdrawn, RulingEvent
from domain.tournament.state import Tournament

_ONE_RESULT = (match_events.ResultReported, match_events.ResultVerified)
_MOST_STEPS = 16
"""What the service may take to do all that follows from one command, and one step more for each entry: each ends
something for somebody."""

_TOUCHING = (
    *_ONE_RESULT,
    lifecycle_events.TournamentStarted,
    lifecycle_events.TournamentReopened,
    entry_events.EntryApproved,
    entry_events.EntryResigned,
    match_events.ResultCorrected,
    match_events.MatchVoided,
    match_events.MatchReinstated,
    match_events.ConsequencesChosen,
    round_events.QuestionDecided,
    round_events.StageOpened,
    RulingEvent,
    AppealDecided,
    AppealWithdrawn,
)


def with_service(state: Tournament, events: Events, context: Context) -> Events:
    """The events, followed by what the service does on them. Raises Refused where that is impossible, or would not
    end."""
    touching = [event for event in events if isinstance(event, _TOUCHING)]
    if not touching:
        return events
    after = foreseen(state, events, context)
    require_no_circle(state, after)
    touched = _touched(touching)
    for _ in range(_MOST_STEPS + len(after.entries)):
        service = _service(after, touched)
        if service is None:
            return (*events, *_play_off_again(after))
        before, done = after, _done(after, service, context)
        after = foreseen(after, done, context)
        require_no_circle(state, after)
        events = (*events, *done)
        touched = touched if _awaited_as_made(before, after, done) else None
    raise _circular(events)


def _service(state: Tournament, touched: Collection[int] | None) -> Service | None:
    """What is next, in a tournament that is being played."""
    if state.settings is None or state.settings.status != "started":
        return None
    return current_stage(state).service(touched)


def _awaited_as_made(before: Tournament, after: Tournament, done: Events) -> bool:
    """Whether nothing came back, and nothing went, but what was made and abandoned."""
    made = [event for event in done if isinstance(event, match_events.MatchesMade)]
    more = sum(len(event.matches) - len(event.abandoned) for event in made)
    return len(after.awaiting) == len(before.awaiting) + more


def _circular(events: Events) -> Refused:
    """What the last steps went round on."""
    newest = [event for event in events if isinstance(event, match_events.MatchesMade)][-2:]
    made = {one.match for event in newest for one in event.matches}
    numbers = sorted(made | {one.match for event in newest for one in event.abandoned})
    named = ", ".join(map(str, numbers))
    detail = f"What follows from this would never end: it makes and abandons the matches {named} over and over."
    return Refused(HANGS_ON_ITSELF, detail, matches=numbers[:100])


def _play_off_again(state: Tournament) -> Events:
    """SEL-2: one that was drawn."""
    if state.settings is None or state.settings.status != "started":
        return ()
    again = replayed_play_off(state)
    return () if again is None else (again,)


def _touched(events: Collection[Event]) -> Collection[int] | None:
    """The matches whose outcomes may have changed; None where any may have."""
    results = [event.match for event in events if isinstance(event, _ONE_RESULT)]
    return results if len(results) == len(events) else None


def _done(state: Tournament, service: Service, context: Context) -> Events:
    match service:
        case DrawLots(entries=entries):
            return _lots(state, entries, context)
        case SeedByRating():
            return (by_rating(state, context),)
        case Make():
            return (brought_about(state, service, current_stage(state).facts.rounds_before),)


def _lots(state: Tournament, entries: tuple[int, ...], context: Context) -> Events:
    """SWI-2: a commitment is published first, where there is none (ALL-2)."""
    committed: Events = ()
    if state.commitment is None:
        if state.rounds.committed:
            raise Refused(CHANCE_NOT_COMMITTED, "Lots are drawn for this, and no commitment is in force.")
        committed = (round_events.ChanceCommitted(commitment=context.secrets.commit()),)
        state = foreseen(state, committed, context)
    if state.commitment is None:
        raise ValueError("a commitment has just been made")
    commitment, attempt = state.commitment.commitment, state.rounds.lots_drawn + 1
    chance = lots_chance(state.id, attempt, entries, context.secrets.secret(commitment))
    order = tuple(chance.shuffled(entries))
    drawn = round_events.LotsDrawn(attempt=attempt, commitment=commitment, drawn_from=entries, order=order)
    return (*committed, drawn)


def lots_chance(tournament: str, attempt: int, entries: Collection[int], secret: bytes) -> Chance:
    """The choices by which lots are drawn (ALL-2)."""
    key = draw_key(
        secret,
        tournament=tournament,
        stage="main",
        purpose="lots",
        round_=0,
        attempt=attempt,
        drawn_from=list(entries),
    )
    return Chance(key)
