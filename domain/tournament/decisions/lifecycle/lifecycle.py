"""Announcing, changing, starting and ending a tournament, and its directors."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from domain.federation.decide import require_time_zone
from domain.formats.contract.protocol import Announced, AnyFormat
from domain.formats.contract.steps import Ask, Done, Due, Wait
from domain.formats.registry import format_of
from domain.kernel.calendar import days_later
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused, name_list
from domain.kernel.replacing import replace
from domain.problems.entries import PLACES_TAKEN
from domain.problems.matches import MATCHES_AWAITED
from domain.problems.rounds import ROUND_DUE, STAGE_DUE
from domain.problems.rulings import CONFLICT_OF_INTEREST
from domain.problems.tournament import (
    CONDITIONS_CONTRADICT,
    DECISION_AWAITED,
    DIRECTOR_UNCHANGED,
    EDITION_PINNED,
    FORMAT_CANNOT_FOLLOW,
    FORMAT_FIXED,
    LAST_DIRECTOR,
    MATTERS_OPEN,
    OPTION_WITHOUT_EFFECT,
    RATING_FIXED,
    REASON_MISSING,
    START_BUILT_ON,
    TOURNAMENT_EXISTS,
)
from domain.tournament.decisions.lifecycle.editions import breaches, require_edition
from domain.tournament.decisions.lifecycle.rating_terms import in_force, pinned_terms, require_policy_of_pools
from domain.tournament.decisions.rounds.commitments import at_announcement, at_start
from domain.tournament.derived.outcome_digest import outcome_digest
from domain.tournament.derived.progress import Next, StageDue, next_of, play_offs
from domain.tournament.derived.stage import current_stage, stages_of
from domain.tournament.guards.context import Context, Events, foreseen, settings_of
from domain.tournament.guards.permissions import require, require_may_direct
from domain.tournament.guards.rosters import require_rosters
from domain.tournament.imports.events import ImportDeclared, Origin
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.lifecycle.conditions import MOMENTS
from domain.tournament.person_effects.snapshots import ClonedFrom, SeriesPlace
from domain.tournament.presets.registry import PRESETS
from domain.tournament.state import LEFT, Settings, Tournament

CLONED = ("format", "rating", "conditions", "time_zone", "stages", "series", "qualifying")
"""Settings that a clone takes from its source; of the conditions all but their moments."""
CHANGED_WITH_SETTINGS = ("name", "format", "stages", "rating")


def announce(state: Tournament, command: lifecycle_commands.AnnounceTournament, context: Context) -> Events:
    """ALL-11: the rules' and the rating policy's versions are pinned; who announces may direct it (TD-1). In a series,
    and with a source from outside, the commitment to the draws is published with it (ALL-2)."""
    actor = context.actor
    if state.settings is not None:
        raise Refused(TOURNAMENT_EXISTS, f"Tournament {state.id} is already announced.", tournament=state.id)
    director = command.director or (actor.person if actor.role == "director" else None)
    require(actor.role == "administrator" or director == actor.person, "You can only make yourself director.")
    if director is not None:
        require_may_direct(director, context)
    fields = {name: getattr(command, name) for name in lifecycle_commands.Announcement.model_fields if name != "preset"}
    fields |= {"director": director, "time_zone": command.time_zone or context.federation().time_zone}
    fields |= _copied_settings(command, context)
    said = fields["rating"] if "rating" in command.model_fields_set else in_force(fields["rating"], context)
    fields["rating"] = pinned_terms(said, context)
    announced = lifecycle_events.TournamentAnnounced(**fields)
    _require_settings(announced, context)
    return (announced, *_declare_import(command.origin, context), *at_announcement(announced, context))


def _declare_import(origin: Origin | None, context: Context) -> Events:
    """That all of it is an import, by somebody of the registry where anybody is named."""
    if origin is None:
        return ()
    if origin.in_name_of is not None:
        context.person(origin.in_name_of)
    return (ImportDeclared(import_id=origin.import_id, source=origin.source, in_name_of=origin.in_name_of),)


def _copied_settings(command: lifecycle_commands.AnnounceTournament, context: Context) -> dict[str, Any]:
    """Settings from a preset or another tournament: all that the command itself leaves out."""
    if command.preset is not None:
        return _unsaid(command, PRESETS[command.preset].settings)
    if command.cloned_from is None:
        return {}
    source = context.tournament(command.cloned_from)
    settings = settings_of(source)
    conditions = settings.conditions.model_copy(update=dict.fromkeys(MOMENTS))
    if any(breaches(settings)):
        conditions = conditions.model_copy(update={"edition": None})
    of_source = {name: getattr(settings, name) for name in CLONED} | {"conditions": conditions}
    of_source |= {"format": settings.format.for_others, "stages": tuple(map(_stage_for_others, settings.stages))}
    of_source |= {"series": _place_after(settings)}
    return _unsaid(command, of_source) | {
        "cloned_from": ClonedFrom(tournament=source.id, tournament_version=source.version)
    }


def _stage_for_others(stage: lifecycle_events.LaterStage) -> lifecycle_events.LaterStage:
    return stage.model_copy(update={"format": stage.format.for_others})


def _place_after(settings: Settings) -> SeriesPlace | None:
    """In the series: the next season, where the source was a whole one; else the same (SWI-5, OPN-1)."""
    place = settings.series
    if place is None or not format_of(settings.format).whole_season:
        return place
    return place.model_copy(update={"season": place.season + 1})


def _unsaid(command: lifecycle_commands.AnnounceTournament, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that the command leaves out, with its own conditions ahead of those."""
    taken = {name: value for name, value in settings.items() if name not in command.model_fields_set}
    said = {name: getattr(command.conditions, name) for name in command.conditions.model_fields_set}
    return taken | {"conditions": settings["conditions"].model_copy(update=said)}


def _require_settings(announced: lifecycle_events.TournamentAnnounced, context: Context) -> None:
    """Time zone and series are there, and each later stage can be one. What is won in a series counts elsewhere, so not
    everybody adds to it."""
    _require_formats(announced)
    _require_reentries(announced)
    _require_seeding(announced)
    _require_boards(announced)
    require_edition(announced)
    require_policy_of_pools(announced, context)
    require_time_zone(announced.time_zone)
    if announced.series is not None:
        kept = context.series(announced.series.series).is_kept_by(context.actor)
        require(kept, "Administrators and the series' directors announce its tournaments.")
    if announced.club is not None:
        allowed = context.club(announced.club).answers_to(context.actor)
        require(allowed, "Only administrators and officers of the club can announce its tournaments.")
    if announced.qualifying is not None:
        context.series(announced.qualifying.series)


def _require_formats(announced: lifecycle_events.TournamentAnnounced | Settings) -> None:
    """Each stage can be one, and has what its format needs."""
    options = (announced.format, *(stage.format for stage in announced.stages))
    rated, credited = announced.rating is not None, announced.qualifying is not None
    for number, chosen in enumerate(options, 1):
        rules = format_of(chosen)
        if number > 1 and not rules.follows:
            detail = f"{chosen.kind!r} can't be stage {number}."
            raise Refused(FORMAT_CANNOT_FOLLOW, detail, stage=number, format=chosen.kind)
        refusal = rules.refuse_announcement(chosen, Announced(number, rated, credited))
        if refusal is not None:
            raise refusal
    for number, (before, stage) in enumerate(zip(options, announced.stages, strict=False), 2):
        if stage.seeded_by == "error-rate" and not before.uses_error_rates:
            detail = f"Stage {number} is seeded by error rates. Add PR to the tie_breaks of the stage before it."
            raise Refused(OPTION_WITHOUT_EFFECT, detail, stage=number, option="seeded_by")


def _require_reentries(announced: lifecycle_events.TournamentAnnounced | Settings) -> None:
    """SE-10: Raises Refused where entering again is announced, and the first stage has no places for it."""
    takes_them = format_of(announced.format).takes_reentries(announced.format)
    if announced.conditions.reentries and not takes_them:
        detail = f"{announced.format.kind!r}, as announced, has no empty places for re-entries."
        raise Refused(OPTION_WITHOUT_EFFECT, detail, option="reentries")


def _require_seeding(announced: lifecycle_events.TournamentAnnounced | Settings) -> None:
    """TD-20: Raises Refused where error rates are announced to seed a field that has no seeds, or others."""
    takes_seeds = format_of(announced.format).takes_seeds(announced.format)
    if announced.conditions.error_rate_seeding is not None and not takes_seeds:
        detail = f"{announced.format.kind!r}, as announced, is not seeded by lot or in the order of entries."
        raise Refused(OPTION_WITHOUT_EFFECT, detail, option="error_rate_seeding")


def _require_boards(announced: lifecycle_events.TournamentAnnounced | Settings) -> None:
    """TEA-5: Raises Refused where teams meet on boards in a format that plays single matches, or bouts of its own."""
    options = (announced.format, *(stage.format for stage in announced.stages))
    without = [one.kind for one in options if one.bouts_are_decisive is None]
    if announced.conditions.boards is None:
        return
    if without:
        detail = f"In {without[0]!r} two meet in single matches, so teams can't meet there on boards."
        raise Refused(OPTION_WITHOUT_EFFECT, detail, option="boards")
    if any(one.has_bouts for one in options):
        detail = "Teams meet once on each board: leave out the matches of bouts."
        raise Refused(OPTION_WITHOUT_EFFECT, detail, option="bout_matches")


def change_conditions(state: Tournament, command: lifecycle_commands.ChangeConditions, _: Context) -> Events:
    """TD-21: after the start, with a reason. More places go to who waits for them, before the start."""
    settings = settings_of(state)
    if settings.status == "started" and command.reason is None:
        raise Refused(REASON_MISSING, "After the start a change of conditions needs a reason.")
    edition, changed = settings.conditions.edition, command.conditions_after(settings.conditions)
    if changed.closes_before_it_opens:
        raise Refused(CONDITIONS_CONTRADICT, "Entries would close before they open.")
    if settings.status == "started" and changed.edition != edition:
        raise Refused(EDITION_PINNED, f"The tournament was started under the edition {edition}.", edition=edition)
    _require_places(state, settings, changed.places)
    if settings.status == "started" and changed.error_rate_seeding != settings.conditions.error_rate_seeding:
        raise Refused(FORMAT_FIXED, "The field was seeded at the start.")
    _require_reentries(replace(settings, conditions=changed))
    _require_seeding(replace(settings, conditions=changed))
    _require_boards(replace(settings, conditions=changed))
    require_edition(replace(settings, conditions=changed), settings)
    if settings.status == "started" and changed.boards != settings.conditions.boards:
        raise Refused(FORMAT_FIXED, "On how many boards teams meet is settled by the start.")
    return (lifecycle_events.ConditionsChanged(conditions=changed, reason=command.reason),)


def change_settings(state: Tournament, command: lifecycle_commands.ChangeSettings, context: Context) -> Events:
    """TD-21: after the start with a reason, and only what nothing was made from yet."""
    settings = settings_of(state)
    told = {name: command.setting_after(name, getattr(settings, name)) for name in CHANGED_WITH_SETTINGS}
    is_same = _same_rating(settings.rating, told["rating"])
    told["rating"] = settings.rating if is_same else pinned_terms(told["rating"], context)
    changed = replace(settings, **told)
    if not is_same:
        require_policy_of_pools(changed, context)
    _require_formats(changed)
    _require_reentries(changed)
    _require_seeding(changed)
    _require_boards(changed)
    require_edition(changed, settings)
    _require_still_open(state, changed)
    if settings.status == "started" and command.reason is None:
        raise Refused(REASON_MISSING, "After the start a change of settings needs a reason.")
    return (lifecycle_events.SettingsChanged(**told, reason=command.reason),)


def _require_still_open(state: Tournament, changed: Settings) -> None:
    """Raises Refused where something is already made from what would change: entries from what they need, openings from
    a format, results from a rating."""
    settings = settings_of(state)
    credited = format_of(settings.format).plays_for_credits != format_of(changed.format).plays_for_credits
    if credited and state.entries:
        raise Refused(FORMAT_FIXED, "Players already entered for the other format.")
    if settings.started_at is None:
        return
    _require_open_stages(state, changed)
    if not _same_rating(settings.rating, changed.rating) and _first_result(state) is not None:
        raise Refused(RATING_FIXED, "Some matches already have results.", match=_first_result(state))


def _require_open_stages(state: Tournament, changed: Settings) -> None:
    """SEL-2: matches for a stage's last places are made from who goes up to it, as its opening is."""
    stages = stages_of(state)
    made = len(stages) + bool(play_offs(state, len(stages) + 1))
    if _settled_by_start(settings_of(state))[:made] != _settled_by_start(changed)[:made]:
        detail = (
            "A stage is open, or matches for its last places were made. Of it only match lengths, late entries, "
            "tie-breaks, who is kept apart and, in some formats, the number of rounds can change."
        )
        raise Refused(FORMAT_FIXED, detail)
    options = (changed.format, *(stage.format for stage in changed.stages))
    for stage, now in zip(stages, options, strict=False):
        refusal = stage.rules.refuse_new_settings(stage.options, now, stage.facts)
        if refusal is not None:
            raise refusal


def _same_rating(one: lifecycle_events.RatingTerms | None, other: lifecycle_events.RatingTerms | None) -> bool:
    """Whether these name one pool and one policy, or both nothing: terms of older announcements hold no more."""
    if one is None or other is None:
        return one is other
    return (one.pool, one.policy, one.policy_version) == (other.pool, other.policy, other.policy_version)


def _settled_by_start(settings: Settings) -> list[tuple[Any, ...]]:
    """For each stage: the fixed parts of its format, how many play, how they are seeded, and what decides on the last
    places."""
    later = (
        (one.format.settled_by_start, one.qualifiers, one.seeded_by, one.play_off_length is None)
        for one in settings.stages
    )
    return [(settings.format.settled_by_start, 0, "", True), *later]


def _first_result(state: Tournament) -> int | None:
    """The first match about whose result anything was ever said."""
    return next((number for number, match in sorted(state.matches.items()) if match.phase != "open"), None)


def _require_places(state: Tournament, settings: Settings, places: int | None) -> None:
    """Raises Refused where fewer places are named after the start than are taken; before it those in keep theirs."""
    taken = state.places_taken
    changed = settings.status == "started" and places != settings.conditions.places
    if changed and places is not None and places < taken:
        raise Refused(PLACES_TAKEN, f"{taken} entries already have a place.", places=places, taken=taken)


def appoint_director(state: Tournament, command: lifecycle_commands.AppointDirector, context: Context) -> Events:
    """TD-1."""
    settings = settings_of(state)
    require_may_direct(command.person, context)
    if command.person in settings.directors:
        raise _unchanged_director("The person is already a director of this tournament.", command.person)
    _require_no_juror(state, command.person)
    return (lifecycle_events.DirectorAppointed(person=command.person),)


def _require_no_juror(state: Tournament, person: PersonId) -> None:
    """TD-11: who decides an appeal is no staff of the tournament."""
    for number, appeal in sorted(state.directing.appeals.items()):
        if appeal.decision is None and person in appeal.members:
            detail = f"The person sits on the committee of appeal {number}, which is still open."
            raise Refused(CONFLICT_OF_INTEREST, detail, person=person, appeal=number)


def release_director(state: Tournament, command: lifecycle_commands.ReleaseDirector, _: Context) -> Events:
    """TD-1: a tournament has one or more directors."""
    settings = settings_of(state)
    if command.person not in settings.directors:
        raise _unchanged_director("The person is not a director of this tournament.", command.person)
    if len(settings.directors) == 1:
        raise Refused(LAST_DIRECTOR, "The person is the only director of this tournament.", person=command.person)
    return (lifecycle_events.DirectorReleased(person=command.person),)


def _unchanged_director(detail: str, person: str) -> Refused:
    return Refused(DIRECTOR_UNCHANGED, detail, person=person)


def start(state: Tournament, _: lifecycle_commands.StartTournament, context: Context) -> Events:
    """From here on results are taken; a format that draws has its commitment published first (ALL-2)."""
    current_stage(state).require_start()
    require_rosters(state, [entry for _, entry in sorted(state.entries.items()) if not entry.gone])
    return (*at_start(state, context), lifecycle_events.TournamentStarted())


def withdraw_start(state: Tournament, command: lifecycle_commands.WithdrawStart, _: Context) -> Events:
    """ALL-4: until a match has begun; what was made since the start becomes void."""
    _require_nothing_begun(state)
    matches = tuple(number for number, match in sorted(state.matches.items()) if match.live)
    byes = tuple(number for number, bye in sorted(state.rounds.byes.items()) if bye.live)
    return (lifecycle_events.StartTakenBack(matches=matches, byes=byes, reason=command.reason),)


def _require_nothing_begun(state: Tournament) -> None:
    """Raises Refused where a match has begun, or somebody has left, a stage was opened or a matter was ruled on since
    the start."""
    begun = [number for number, match in sorted(state.matches.items()) if match.started]
    if begun:
        detail = f"Matches that have begun: {name_list(begun)}."
        raise Refused(START_BUILT_ON, detail, matches=begun[:100])
    left = [number for number, entry in sorted(state.entries.items()) if entry.status in LEFT]
    if left:
        raise Refused(START_BUILT_ON, f"Entries that have left since: {name_list(left)}.", entries=left[:100])
    if state.rounds.openings or state.rounds.places_taken or state.directing.rulings or state.directing.disputes:
        raise Refused(START_BUILT_ON, "Since the start places were taken, or matters were opened.")


def complete(state: Tournament, command: lifecycle_commands.CompleteTournament, context: Context) -> Events:
    """Refused while the format waits for results, a round or a decision, and where disputes or appeals would be left
    open unasked. It names the champion, and who it asks to sit out the next season (SWI-5)."""
    champion = _require_done(next_of(state), current_stage(state).rules).champion
    if not command.leave_open:
        _require_decided(state)
    sitting_out = {entry for stage in stages_of(state) for entry in stage.asked_to_sit_out()}
    completed = lifecycle_events.TournamentCompleted(
        champion=champion,
        asked_to_sit_out=tuple(sorted(sitting_out)),
        report_due_at=_report_due_at(state, context),
    )
    digest = outcome_digest(foreseen(state, (completed,), context))
    return (completed.model_copy(update={"outcome_digest": digest}),)


def _require_done(step: Next, rules: AnyFormat) -> Done:
    """The step, where nothing is missing; else raises Refused with what is, by the `rules` of the stage."""
    match step:
        case Wait(matches=matches):
            raise Refused(
                MATCHES_AWAITED, f"Matches still waiting for a result: {len(matches)}.", matches=list(matches[:100])
            )
        case Due(round=round_):
            raise Refused(ROUND_DUE.under(rules.rule_of_rounds), f"Round {round_} has to be drawn first.", round=round_)
        case StageDue(stage=stage):
            raise Refused(STAGE_DUE, f"Stage {stage} has to be opened first.", stage=stage)
        case Ask():
            raise Refused(DECISION_AWAITED, step.detail, question=step.question, choices=[c.name for c in step.choices])
        case Done():
            return step


def _require_decided(state: Tournament) -> None:
    """Raises Refused with the disputes and appeals that are open (TD-9, TD-12)."""
    directing = state.directing
    disputes = list(directing.undecided)
    appeals = [number for number, appeal in sorted(directing.appeals.items()) if appeal.decision is None]
    if disputes or appeals:
        detail = f"Disputes without a ruling: {len(disputes)}; appeals without a decision: {len(appeals)}."
        raise Refused(MATTERS_OPEN, detail, disputes=disputes, appeals=appeals)


def cancel(state: Tournament, command: lifecycle_commands.CancelTournament, context: Context) -> Events:
    """ALL-13."""
    due_at = _report_due_at(state, context)
    return (lifecycle_events.TournamentCancelled(reason=command.reason, report_due_at=due_at),)


def _report_due_at(state: Tournament, context: Context) -> datetime:
    """Until when the report of a tournament that ends now is to be filed (TD-19)."""
    return days_later(context.now, context.federation().report_days, settings_of(state).time_zone)


def reopen(_: Tournament, command: lifecycle_commands.ReopenTournament, __: Context) -> Events:
    """ALL-13: results are taken again; where it was cancelled before its start, it is still to be started."""
    return (lifecycle_events.TournamentReopened(reason=command.reason),)
