"""Consequences for matches that were made from a result, when the result changes (ALL-4).

A match is live while what it was made from still is so. So a change by itself makes some matches void and brings
others back; what is chosen keeps, or sets aside, some of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.formats.contract.steps import Substitution
from domain.kernel.entry_keys import entry_key, entry_of_key, is_entry_key
from domain.kernel.refusal import Refused, name_list
from domain.kernel.replacing import replace
from domain.match import validity
from domain.match.record import Bye, Derived, Match, Opening
from domain.match.verdict import DerivedKey
from domain.problems.rounds import PLACED_ELSEWHERE
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament.change import Change, Restored, exchanged_matches, left_with_places, restored_matches
from domain.tournament.command import Choice, Choosing, Command
from domain.tournament.decisions.rounds.concessions import with_bouts_conceded
from domain.tournament.derived.progress import same_field
from domain.tournament.derived.propagation import derived_of_key, is_of_stage, keep, release, tie
from domain.tournament.derived.provenance import placings
from domain.tournament.derived.stage import Stage, stage_of, stages_of
from domain.tournament.entries.events import ResignationTakenBack
from domain.tournament.guards.context import Context, Effect, Events, settings_of
from domain.tournament.matches import events as match_events
from domain.tournament.matches.commands import WithdrawResult
from domain.tournament.rulings.events import (
    AppealDecided,
    AppealWithdrawn,
    RulingResumed,
    RulingSuspended,
    RulingWithdrawn,
)
from domain.tournament.standing import earlier_misses, rounds_missed, what_stands
from domain.tournament.state import Tournament

_REVERSALS = (ResignationTakenBack, AppealDecided, AppealWithdrawn, RulingSuspended, RulingResumed, RulingWithdrawn)


@dataclass(frozen=True)
class Asked:
    """The choices of somebody: `own` for the stages of the matches that change, and for others by `stages`; `all` for
    every stage."""

    own: Choice | None = None
    stages: Mapping[int, Choice] = field(default_factory=dict)
    all: Choice | None = None

    def of(self, stage: int, *, own: bool) -> Choice | None:
        """The choice for that stage, which may be that of a match that changes."""
        return self.stages.get(stage, self.all or (self.own if own else None))

    @property
    def restores(self) -> bool:
        """Whether anything is to come back."""
        return "restore" in (self.own, *self.stages.values())


def choices_of(command: Command) -> Asked:
    """The choices that the command names."""
    match command:
        case Choosing():
            return Asked(command.choice, {one.stage: one.choice for one in command.choices})
        case WithdrawResult():
            return Asked(all=command.choice)
        case _:
            return Asked()


@dataclass(frozen=True)
class Question:
    """A choice that is needed for one stage: the matches there that have been started, would be void, and would come
    back."""

    stage: int
    detail: str
    choices: Sequence[Choice]
    started: Sequence[int]
    would_be_void: Sequence[int]
    would_come_back: Sequence[int]

    @property
    def facts(self) -> dict[str, object]:
        """As a refusal tells it."""
        return {
            "choices": [*self.choices],
            "started": [*self.started][:100],
            "would_be_void": [*self.would_be_void][:100],
            "would_come_back": [*self.would_come_back][:100],
        }


def with_consequences(effect: Effect, asked: Asked, context: Context) -> Effect:
    """The effect, and the changes of everything made from results that it changes. Raises Refused where a choice is
    needed, where somebody would have too many places in one round, or where the format refuses the change."""
    effect = with_bouts_conceded(effect, context, restores=asked.restores)
    turned = _changed_keys(effect)
    overtaken = () if turned else _impossible(effect, turned)
    if overtaken:
        effect = _set_aside_overtaken(effect, overtaken, asked, context)
    elif turned or asked.restores:
        effect = _settle_dependents(effect, turned, asked, context)
    if _rewrites(effect):
        _require_allowed(effect.before, effect.after)
    return effect


def _changed_keys(effect: Effect) -> tuple[int, ...]:
    """Changes by the events themselves from which something was made: matches by number, then entries that left or came
    back. Of a match that was abandoned a late result counts too (RNG-6)."""
    before = effect.before
    numbers = (*effect.matches, *(entry_key(entry) for entry in effect.entries if entry in before.entries))
    hanging = (number for number in numbers if _hangs_on(before, number) or _hangs_on(effect.after, number))
    return tuple(number for number in hanging if _turns(effect, number))


def _hangs_on(state: Tournament, number: int) -> bool:
    return number in state.rounds.derived_from or (not is_entry_key(number) and state.matches[number].abandoned)


def _turns(effect: Effect, number: int) -> bool:
    """Whether it has come to something else by what happened to it, and not because of what it was made from."""
    before, after = effect.before, effect.after
    if before.verdict(number) == after.verdict(number):
        return False
    if is_entry_key(number):
        return True
    return validity.by_itself(before.matches[number]) != validity.by_itself(after.matches[number])


def _rewrites(effect: Effect) -> bool:
    """Whether more has changed than that one match got its result."""
    results = [number for number in effect.matches if _came_to(effect.before, number) != _came_to(effect.after, number)]
    return len(results) > 1 or any(_came_to(effect.before, number) is not None for number in results)


def _came_to(state: Tournament, number: int) -> object:
    """The result that counts, with its sides and times; None while nothing does."""
    match = state.matches[number]
    return None if state.verdict(number) is None else (state.verdict(number), match.as_played, match.effective)


def _settle_dependents(effect: Effect, turned: tuple[int, ...], asked: Asked, context: Context) -> Effect:
    """The effect with all consequences of these changes. What could be played only by a ruling that is in force no
    longer, or by a resignation, goes with it (RNG-6, TD-13)."""
    tied: tuple[DerivedKey, ...] = ()
    followed, questions, brought_back = _stage_by_stage(effect, turned, asked, tied, context)
    while more := [key for key in _impossible(followed, turned) if key not in tied]:
        tied = (*tied, *more)
        followed, questions, brought_back = _stage_by_stage(effect, turned, asked, tied, context)
    if not brought_back or (asked.restores and not turned):
        raise Refused(NOTHING_TO_RESTORE, "There are no earlier matches of that result to bring back.")
    if questions:
        raise to_be_chosen(turned, questions)
    return followed


def _stage_by_stage(
    effect: Effect, turned: tuple[int, ...], asked: Asked, tied: tuple[DerivedKey, ...], context: Context
) -> tuple[Effect, Sequence[Question], bool]:
    """The effect on each stage, the first first: a later one rests on those before it. With what is to be chosen, and
    whether something came back wherever it was to. A stage with a question, on which others rest, is taken as kept, as
    far as it may be. So these can be asked about with it."""
    questions: list[Question] = []
    brought_back = True
    for stage in _stages(effect):
        own = any(is_of_stage(effect.before, number, stage) for number in turned)
        choice = asked.of(stage, own=own)
        mine = tuple(key for key in tied if derived_of_key(effect.before, key).stage == stage)
        change, work = _change_in(effect, turned, stage, choice, mine)
        question = _question(change, choice) or _exchange_in_question(effect, change, choice)
        if question is not None:
            questions.append(question)
            choice = "stand" if "stand" in question.choices and not change.is_played else None
        brought_back = brought_back and (choice != "restore" or bool(change.revived))
        if change.matters or work.moved:
            effect = _apply_choice(effect, change, choice, work, context)
    return effect, questions, brought_back


@dataclass(frozen=True)
class _Work:
    """Facts of a stage before it is decided on: the openings whose field is the same, and what is tied to what was
    before. Also what somebody has back that was rewound, and whether that has moved anything."""

    unmoved: tuple[DerivedKey, ...]
    tied: tuple[DerivedKey, ...]
    restored: Restored
    moved: bool


def _change_in(
    effect: Effect, turned: tuple[int, ...], stage: int, choice: Choice | None, tied: tuple[DerivedKey, ...]
) -> tuple[Change, _Work]:
    """The change of a stage, with the effect of the choice itself."""
    state, after = effect.before, effect.after
    together = exchanged_matches(after, turned) if choice in ("rewind", "stand") else ()
    for number in (*turned, *together) if choice == "rewind" else ():
        after = release(after, number, after.verdict(number), stage)
    for key in tied:
        after = tie(after, key, tuple((number, state.verdict(number)) for number in turned))
    back = restored_matches(after, turned, stage) if choice == "restore" else Restored(after)
    after = back.after
    unmoved = (*_unmoved_openings(state, after, stage), *_made_the_same(state, after, stage, turned))
    for key in unmoved:
        after = keep(after, key, tuple((number, after.verdict(number)) for number in turned))
    laid = {*effect.laid, *after.laid}
    known = tuple(sorted(number for number in laid if number in state.matches))
    change = Change((*turned, *together), state, after, known, stage, together)
    return change, _Work(unmoved, tied, back, after is not effect.after)


def _set_aside_overtaken(effect: Effect, overtaken: Sequence[DerivedKey], asked: Asked, context: Context) -> Effect:
    """A reversal lets a match have ended at another moment, in the same way. Nothing hangs on that but what can't have
    been played then: it is set aside, once that is chosen (RNG-6, TD-13)."""
    by_stage = {
        stage: [key for key in overtaken if derived_of_key(effect.before, key).stage == stage]
        for stage in _stages(effect)
    }
    questions = [
        Question(
            stage,
            f"Matches that could be played only by what is so no longer: {name_list(numbers)}.",
            ("rewind",),
            numbers,
            numbers,
            (),
        )
        for stage, keys in by_stage.items()
        if (numbers := [number for _, number in keys]) and asked.of(stage, own=True) != "rewind"
    ]
    if questions:
        raise to_be_chosen((questions[0].started[0],), questions)
    for stage, keys in by_stage.items():
        if keys:
            chosen = _event({"changed": (), "stage": stage, "set_aside": keys}, choice="rewind", by_default=False)
            effect = effect.then((chosen,), context)
    return effect


def _stages(effect: Effect) -> range:
    return range(1, len(settings_of(effect.after).stages) + 2)


def _impossible(effect: Effect, turned: tuple[int, ...]) -> list[DerivedKey]:
    """The other matches with a result that could be played only by what is so no longer."""
    if not any(isinstance(event, _REVERSALS) for event in effect.events):
        return []
    stages = ((stage, stage_of(effect.before, stage.facts.opening).facts) for stage in stages_of(effect.after))
    found = [stage.rules.impossible(stage.options, facts, stage.facts) for stage, facts in stages]
    return [("match", number) for numbers in found for number in numbers if number not in turned]


def _unmoved_openings(before: Tournament, after: Tournament, stage: int) -> tuple[DerivedKey, ...]:
    """The stage's opening, where its field is the same although a result before it is not."""
    openings = zip(before.rounds.openings, after.rounds.openings, strict=True)
    lost = [opening for opening, now in openings if opening.stage == stage and opening.live and not now.live]
    return tuple(one.key for one in lost if not one.rewound and same_field(after, one))


def _made_the_same(before: Tournament, after: Tournament, stage: int, turned: tuple[int, ...]) -> Sequence[DerivedKey]:
    """Matches of the stage whose results before came to something else, and call for the same matches."""
    laid = tuple(sorted(number for number in {*after.laid, *before.laid} if number in before.matches))
    change = Change(turned, before, after, laid, stage)
    made = [one for one in change.direct if isinstance(one, Match | Bye) and one.live]
    if not made or change.was is None or not change.was.calls_for_the_same(change.stage_in(after), turned):
        return ()
    return [one.key for one in made]


def _question(change: Change, choice: Choice | None) -> Question | None:
    """Why it takes a choice what becomes of the stage, or another one; None: it takes none."""
    if choice is not None:
        return None if choice != "stand" or change.can_stand else _standing_on_nothing(change)
    if change.started:
        return _something_started(change)
    return next((_two_openings(change, *rivals) for rivals in change.rivals if _alike(change, *rivals)), None)


def _exchange_in_question(effect: Effect, change: Change, choice: Choice | None) -> Question | None:
    """Whether matches have begun that only a choice keeps where players had changed places with those of the change."""
    if choice is not None or not exchanged_matches(effect.after, change.numbers):
        return None
    rewound, _ = _change_in(effect, change.numbers, change.stage, "rewind", ())
    return _something_started(rewound) if rewound.started else None


def _something_started(change: Change) -> Question:
    stand: Sequence[Choice] = ("stand",) if change.can_stand else ()
    back: Sequence[Choice] = ("restore",) if _would_come_back(change) else ()
    changed = _changes_in_words(change.numbers)
    detail = f"Started matches that were made from the result of {changed}: {name_list(change.started)}."
    return Question(
        change.stage, detail, ("rewind", *back, *stand), change.started, _matches(change.lost), _would_come_back(change)
    )


def _would_come_back(change: Change) -> Sequence[int]:
    """By themselves, or since somebody chooses what was rewound."""
    after = restored_matches(change.after, change.numbers, change.stage).after
    before = (match for _, match in sorted(change.before.matches.items()) if match.stage == change.stage)
    back = (match.number for match in before if not match.possible and after.matches[match.number].possible)
    return sorted({*_matches(change.revived), *back})


def _standing_on_nothing(change: Change) -> Question:
    """A stage rests on the one before it."""
    question = _something_started(change)
    detail = f"Stage {change.stage} can't stay as it is, since matches of the stage before it would not be there."
    return replace(question, detail=detail)


def _matches(made: Sequence[Derived]) -> list[int]:
    return [one.number for one in made if isinstance(one, Match)]


def _alike(change: Change, back: Opening, there: Opening) -> bool:
    """Of two openings of a stage the one stays in which a match has begun. Whether that is both, or neither (ALL-4)."""
    return change.has_begun(back) == change.has_begun(there)


def _two_openings(change: Change, back: Opening, there: Opening) -> Question:
    there_is, would_be = ([*_matches_of(change.after, one)] for one in (there, back))
    started = [number for number in there_is if change.after.matches[number].started]
    detail = f"Stage {back.stage} would be open twice: as it is now, and as it was opened before."
    return Question(change.stage, detail, ("rewind", "restore"), started, there_is, would_be)


def to_be_chosen(numbers: Sequence[int], questions: Sequence[Question]) -> Refused:
    """The refusal that names the stages with what can be chosen for each."""
    first = questions[0]
    stages = [{"stage": one.stage, **one.facts} for one in questions]
    detail = " ".join(one.detail for one in questions)
    return Refused(CHOICE_NEEDED, detail, match=numbers[0], **first.facts, stages=stages)


def _matches_of(state: Tournament, opening: Opening) -> Iterator[int]:
    return (number for number in sorted(state.matches) if state.matches[number].opening == opening.number)


def _changes_in_words(numbers: Sequence[int]) -> str:
    """The changed matches and entries, in words."""
    words = [f"entry {entry_of_key(key)}" if is_entry_key(key) else f"match {key}" for key in numbers]
    return " and ".join(words)


def _apply_choice(effect: Effect, change: Change, choice: Choice | None, work: _Work, context: Context) -> Effect:
    """The effect, with the decision on the stage."""
    replaced = (*(made.key for made in change.replaced), *work.restored.instead_of)
    if choice in (None, "restore"):
        replaced += tuple(other.key for _, other in change.rivals)
    common: dict[str, Any] = {
        "changed": change.changed,
        "met_before": change.met_before,
        "stage": change.stage,
        "kept": work.unmoved,
        "set_aside": replaced,
        "tied_to_before": work.tied,
        "restored": work.restored.keys,
    }
    match choice:
        case "restore":
            return effect.then((_event(common, choice=choice, by_default=False),), context)
        case "rewind" | "stand":
            common["set_aside"] = (*replaced, *(made.key for made in change.revived if not change.is_of_its_bout(made)))
            lay = _rewound if choice == "rewind" else _standing
            return lay(effect, change, common, context)
        case None:
            restores = bool(change.revived)
            events = (_event(common, choice="restore", by_default=True),) if restores else _adjustment(change, common)
            return effect.then(events, context)


def _event(common: Mapping[str, object], **others: object) -> match_events.ConsequencesChosen:
    return match_events.ConsequencesChosen.model_validate({**common, **others})


def _rewound(effect: Effect, change: Change, common: Mapping[str, Any], context: Context) -> Effect:
    """Matches that go come back only where somebody chooses that."""
    rewound = tuple(made.key for made in change.direct if made.key not in common["kept"])
    return effect.then((_event(common, choice="rewind", by_default=False, rewound=rewound),), context)


def _standing(effect: Effect, change: Change, common: Mapping[str, Any], context: Context) -> Effect:
    stands = what_stands(change)
    _require_all_that_changed_places(change, stands.keeps_places)
    tied = () if stands.keeps_places else common["tied_to_before"]
    chosen = {
        **common,
        "kept": (*common["kept"], *stands.kept),
        "tied_to_before": (*tied, *stands.tied),
        "changed": change.changed_keeping(stands.keeps_places),
    }
    filled = () if stands.filled is None else _refill_round(*stands.filled)
    missed = {(one.entry, one.round): one for one in earlier_misses(change)}
    while True:
        event = _event(chosen, choice="stand", by_default=False, missed=tuple(missed.values()))
        stood = effect.then((event,), context)
        done = stood.then(filled, context) if filled else stood
        more = rounds_missed(change, stood.after, done.after)
        if not more:
            return done
        missed |= {(one.entry, one.round): one for one in more}


def _require_all_that_changed_places(change: Change, keeping: Sequence[int]) -> None:
    """Raises Refused where players keep their places by one match, and changed places with another by which nobody has
    gone on. The one who comes out of that one would have a second place."""
    for number in keeping:
        for other in left_with_places(change, number, keeping):
            detail = (
                f"Match {number} keeps its places, but its players changed places with match {other}, "
                "by which nobody has gone on. Rewind, or report that match first."
            )
            raise Refused(PLACED_ELSEWHERE, detail, match=other, matches=[number, other])


def _adjustment(change: Change, common: Mapping[str, Any]) -> Events:
    """The format's substitution, if it has one; otherwise the matches called for now are made again. Of a stage that is
    not played any more the byes stay of who is still in."""
    again = (_event(common, choice="adjust", by_default=True),)
    if change.was is None or any(isinstance(made, Opening) for made in change.lost):
        return again
    after, opening = change.stage_in(change.after), change.was.facts.opening
    number = 0 if opening is None else opening.number
    lost = [made for made in _with_own_place(change.lost) if made.opening == number]
    if not lost:
        return again
    if not change.is_played:
        going_on = set(after.going_on())
        byes = (made for made in change.direct if isinstance(made, Bye) and made.entry in going_on)
        return (
            _event({**common, "kept": (*common["kept"], *(one.key for one in byes))}, choice="adjust", by_default=True),
        )
    found = change.was.substitute(after, lost)
    if found is None:
        return again
    chosen = {
        **common,
        "kept": (*common["kept"], *found.kept),
        "tied_to_before": (*common["tied_to_before"], *found.tied),
    }
    return (_event(chosen, choice="adjust", by_default=True), *_refill_round(change.after, after, found))


def _with_own_place(made: Sequence[Derived]) -> Iterator[Match | Bye]:
    """Those of them to which a format gave a place: a later match of a bout has none of its own."""
    return (one for one in made if isinstance(one, Bye) or (isinstance(one, Match) and one.begun_by is None))


def _refill_round(state: Tournament, stage: Stage, found: Substitution) -> Events:
    """The rest of the round."""
    round_ = found.round + stage.facts.rounds_before
    pairings, byes = placings(state, round_, found.terms, found.pairs, found.byes)
    return (match_events.PairingsAdjusted(round=round_, pairings=pairings, byes=byes),) if pairings or byes else ()


def require_places(effect: Effect) -> None:
    """Nobody has more places in a round than they play matches in it. Raises Refused where somebody would."""
    if not (effect.entries or _rewrites(effect)):
        return
    for stage in stages_of(effect.after):
        taken: dict[tuple[int, int], list[int | None]] = {}
        for place in stage.facts.places:
            for entry in place.entries if place.round else ():
                taken.setdefault((place.round, entry), []).append(place.match)
        for (round_, entry), places in taken.items():
            if len(places) > 1 and len(places) > stage.seats(entry):
                whole = round_ + stage.facts.rounds_before
                matches = [number for number in places if number is not None]
                detail = f"Entry {entry} would have {len(places)} places in round {whole}."
                raise Refused(PLACED_ELSEWHERE, detail, entry=entry, round=whole, matches=matches)


def _require_allowed(before: Tournament, after: Tournament) -> None:
    """Raises Refused where the format of any stage refuses what has changed."""
    for stage in stages_of(after):
        facts = stage_of(before, stage.facts.opening).facts
        refusal = stage.rules.refuse_change(stage.options, facts, stage.facts)
        if refusal is not None:
            raise refusal
