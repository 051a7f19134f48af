"""Work of the service itself once a command has been decided. It draws lots, seeds by rating, makes due matches of
brackets and rings, repeats a drawn play-off, and sets the times of a round. It is recorded with the command that
brought it about.

Reading: a round opens as it comes into being, or later where its beginning is announced. It has as many days as its
format announces, counted from when all rounds before it have closed. Anyone who plays early does not lose time. A day
ends at the same time of day in the tournament's time zone. Where the format announces the hours of a round, it opens at
its hour and closes at its hour on the last day. Rounds of whole weeks then begin on one day of the week, whenever they
are drawn: that of the announced beginning, else Monday. A round drawn late has what is left of its time; where that is
less than half of it, the round begins with the next day or week. Where the conditions say how many minutes a round of
an evening is open, it has these from when it opens."""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from domain.formats.contract.steps import DrawBracket, DrawLots, Due, Make, SeedByErrorRates, SeedByRating, Service
from domain.kernel.calendar import RoundCalendar, days_later
from domain.kernel.chance import Chance, draw_key
from domain.kernel.envelope import Event
from domain.tournament.decisions.rounds.bouts import circular, most_steps
from domain.tournament.decisions.rounds.commitments import commitment_for_draw, new_commitment, secret_of
from domain.tournament.decisions.rounds.concessions import with_bouts
from domain.tournament.decisions.rounds.outside_value import require_value
from domain.tournament.decisions.rounds.seeding import by_error_rates, by_rating
from domain.tournament.derived.outside_value import value_awaited, value_in_force
from domain.tournament.derived.progress import next_of, replayed_play_off, stage_chance
from domain.tournament.derived.provenance import brought_about
from domain.tournament.derived.stage import current_stage, stages_of
from domain.tournament.guards.context import Context, Effect, Events
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.rounds.events import RoundScheduled
from domain.tournament.state import Tournament, announced_settings

_YEAR = timedelta(days=366)


def with_service(effect: Effect, context: Context) -> Effect:
    """The effect, followed by the service's own acts, and by the times of each round that came into being by it and has
    none. Raises Refused where that is impossible, or would not end."""
    if _calls_for_service(effect):
        effect = _with_services(effect, context, _results_alone(effect))
    effect = with_bouts(effect, context, then=lambda made: _with_services(made, context, None))
    for round_ in sorted({round_ for event in effect.events for round_ in _rounds_of(event)}):
        if round_ not in effect.before.rounds.schedules:
            effect = effect.then(default_times(effect.after, round_, context), context)
    return effect


def _with_services(effect: Effect, context: Context, touched: Collection[int] | None) -> Effect:
    effect = _without_leftovers(_with_commitment(effect, context), context)
    for _ in range(most_steps(effect)):
        service = current_stage(effect.after).service(_first_of_all(effect.after, touched))
        if service is None or (isinstance(service, DrawBracket) and value_awaited(effect.after)):
            return effect.then(_play_off_again(effect.after), context)
        before, done = effect.after, _service_events(effect.after, service, context)
        effect = effect.then(done, context).without_circle()
        touched = touched if _awaited_as_made(before, effect.after, done) else None
    raise circular(effect.events)


def _without_leftovers(effect: Effect, context: Context) -> Effect:
    """RNG-4: where another stage is played than before, games of earlier stages are abandoned that came into being
    while it was not. Nobody plays them any more."""
    if effect.before.opening == effect.after.opening:
        return effect
    for stage in stages_of(effect.after)[:-1]:
        service = stage.service(None)
        if isinstance(service, Make) and service.abandoned:
            left = Make(abandoned=service.abandoned)
            effect = effect.then((brought_about(effect.after, left, stage.facts.rounds_before),), context)
    return effect


def _rounds_of(event: Event) -> Iterator[int]:
    match event:
        case round_events.RoundDrawn(round=round_) | round_events.RoundPaired(round=round_):
            yield round_
        case match_events.MatchesMade(matches=matches):
            yield from (made.round for made in matches if made.round is not None)


def _calls_for_service(effect: Effect) -> bool:
    """Whether anything has changed that a format looks at."""
    before, after = effect.before, effect.after
    return _more_than_results(effect) or any(before.verdict(n) != after.verdict(n) for n in effect.matches)


def _more_than_results(effect: Effect) -> bool:
    before, after = effect.before, effect.after
    return (
        before.settings is not after.settings
        or before.rounds.openings != after.rounds.openings
        or before.rounds.decisions is not after.rounds.decisions
        or before.rounds.absences is not after.rounds.absences
        or before.rounds.outside != after.rounds.outside
        or bool(effect.entries)
    )


def _results_alone(effect: Effect) -> Collection[int] | None:
    """The matches that have come to something, where nothing else has changed and nothing was chosen; None: any may
    have."""
    if any(isinstance(event, match_events.ConsequencesChosen) for event in effect.events):
        return None
    before, after = effect.before, effect.after
    turned = [number for number in effect.matches if before.verdict(number) != after.verdict(number)]
    first = all(before.verdict(number) is None for number in turned)
    return turned if first and not _more_than_results(effect) else None


def _first_of_all(state: Tournament, touched: Collection[int] | None) -> Collection[int] | None:
    """Of these matches those that represent all that is played in their place: of a bout the first."""
    return touched if touched is None else [number for number in touched if state.matches[number].begun_by is None]


def _with_commitment(effect: Effect, context: Context) -> Effect:
    """ALL-2: where a stage that was opened begins with a draw and no commitment is in force, one is published."""
    opened = len(effect.after.rounds.openings) > len(effect.before.rounds.openings)
    if not opened or effect.after.commitment is not None:
        return effect
    draws = isinstance(next_of(effect.after), Due) or current_stage(effect.after).options.draws_later
    return (
        effect.then((new_commitment(announced_settings(effect.after).series, context),), context) if draws else effect
    )


def _awaited_as_made(before: Tournament, after: Tournament, done: Events) -> bool:
    """Whether nothing came back, and nothing went, but what was made and abandoned."""
    made = [event for event in done if isinstance(event, match_events.MatchesMade)]
    more = sum(len(event.matches) - len(event.abandoned) for event in made)
    return len(after.awaiting) == len(before.awaiting) + more


def _play_off_again(state: Tournament) -> Events:
    """SEL-2: one that was drawn, in a tournament of several stages."""
    again = replayed_play_off(state) if announced_settings(state).stages else None
    return () if again is None else (again,)


def _service_events(state: Tournament, service: Service, context: Context) -> Events:
    match service:
        case DrawLots(entries=entries):
            return _lots(state, entries, context)
        case DrawBracket(bracket=bracket, places=places):
            return _bracket(state, bracket, places, context)
        case SeedByRating():
            return (by_rating(state, context),)
        case SeedByErrorRates():
            return (by_error_rates(state, context),)
        case Make():
            return (brought_about(state, service, current_stage(state).facts.rounds_before),)


def _lots(state: Tournament, entries: tuple[int, ...], context: Context) -> Events:
    """SWI-2: a commitment is published first, where there is none (ALL-2)."""
    published, committed = commitment_for_draw(state, context)
    require_value(state)
    attempt = state.rounds.lots_drawn + 1
    chance = lots_chance(state, attempt, entries, secret_of(committed, context))
    order = tuple(chance.random_order(entries))
    drawn = round_events.LotsDrawn(attempt=attempt, commitment=committed.commitment, drawn_from=entries, order=order)
    return (*published, drawn)


def lots_chance(state: Tournament, attempt: int, entries: Collection[int], secret: bytes) -> Chance:
    """The choices by which lots are drawn (ALL-2)."""
    key = draw_key(
        secret,
        tournament=state.id,
        stage="main",
        purpose="lots",
        round_=0,
        attempt=attempt,
        drawn_from=list(entries),
        outside=value_in_force(state),
    )
    return Chance(key)


def _bracket(state: Tournament, bracket: str, places: tuple[str, ...], context: Context) -> Events:
    """CON-6."""
    published, committed = commitment_for_draw(state, context)
    stage = current_stage(state).facts.stage
    attempt = state.rounds.bracket_draws.get((stage, bracket), 0) + 1
    order = tuple(bracket_chance(state, stage, attempt, places, secret_of(committed, context)).random_order(places))
    drawn = round_events.BracketDrawn(
        stage=stage,
        bracket=bracket,
        attempt=attempt,
        commitment=committed.commitment,
        drawn_from=places,
        order=order,
    )
    return (*published, drawn)


def bracket_chance(state: Tournament, stage: int, attempt: int, places: Collection[str], secret: bytes) -> Chance:
    """The choices by which the seats of a bracket are drawn for those beaten in these places (ALL-2)."""
    return stage_chance(state, stage, "bracket", attempt, list(places), secret)


def default_times(state: Tournament, round_: int, context: Context) -> Iterator[RoundScheduled]:
    """The times of a round that has come into being now; none where none are announced."""
    minutes = announced_settings(state).conditions.round_minutes
    yield from _in_days(state, round_, context) if minutes is None else _in_minutes(state, round_, minutes, context)


def _in_minutes(state: Tournament, round_: int, minutes: int, context: Context) -> Iterator[RoundScheduled]:
    """Rounds that come into being at one time follow each other."""
    opens_at = max(context.now, announced_settings(state).begins_at(round_) or context.now)
    together = state.rounds.since.get(round_ - 1) == context.now
    begins = max(opens_at, (together and state.rounds.closes_at(round_ - 1)) or opens_at)
    closes_at = begins + timedelta(minutes=minutes)
    yield RoundScheduled(round=round_, opens_at=opens_at, closes_at=closes_at, by_default=True)


def _in_days(state: Tournament, round_: int, context: Context) -> Iterator[RoundScheduled]:
    stage, settings, now = current_stage(state), announced_settings(state), context.now
    days = stage.days_of(round_)
    if days is None:
        return
    opens_at = max(now, settings.begins_at(round_) or now)
    begins = max(opens_at, _last_closing_before(state, round_, now) or opens_at)
    if stage.hours is None:
        closes_at = days_later(begins, days, settings.time_zone)
    else:
        begun_on = settings.begins_at(round_) or settings.begins_at(1)
        calendar = RoundCalendar(stage.hours.opens, stage.hours.closes, days, settings.time_zone, begun_on)
        opens_at, closes_at = calendar.times_from(begins)
    yield RoundScheduled(round=round_, opens_at=opens_at, closes_at=closes_at, by_default=True)


def _last_closing_before(state: Tournament, round_: int, now: datetime) -> datetime | None:
    """When all rounds before it have closed, within a year from now; None where none of them has a closing time."""
    closings = (state.rounds.closes_at(before) for before in range(1, round_))
    latest = max((one for one in closings if one is not None), default=None)
    return None if latest is None else min(latest, now + _YEAR)
