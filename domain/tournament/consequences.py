"""What becomes of what was made from a result, when the result changes (ALL-4).

A match is live while what it was made from still is so. So a change by itself makes some matches void and brings
others back; what is chosen keeps, or sets aside, some of them.

Whoever is out has nothing left to play (NXE-8, TD-4). *Reading:* an appeal is decided as its committee has voted, and a
ruling is taken back, whoever has left meanwhile. What is open again by that is conceded at once by the side that is
out, or that left first, and open once more should they be in again. A plain ruling that would open such a match is
refused instead, and so is an alternative put forward.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from domain.formats.contract.steps import Substitution
from domain.kernel.refusal import Refused, listed
from domain.match import layering, validity
from domain.match.record import Bye, Derived, Match, Opening
from domain.match.verdict import Basis, DerivedKey
from domain.problems.rounds import PLACED_ELSEWHERE
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament.derived.progress import is_conceded_by_leaving, same_field, sides_out
from domain.tournament.derived.propagation import derived, keep, release, tie
from domain.tournament.derived.provenance import others_in_slot, placings
from domain.tournament.derived.stage import Stage, current_stage, stage_of, stages_of
from domain.tournament.entries.events import ConcededMatch, MatchesConceded, ResignationTakenBack
from domain.tournament.guards.context import Context, Effect, Events
from domain.tournament.matches import events as match_events
from domain.tournament.rulings.events import (
    AppealDecided,
    AppealWithdrawn,
    RulingResumed,
    RulingSuspended,
    RulingWithdrawn,
)
from domain.tournament.state import Tournament

Asked = Literal["rewind", "restore", "stand"] | None


_REVERSALS = (ResignationTakenBack, AppealDecided, AppealWithdrawn, RulingSuspended, RulingResumed, RulingWithdrawn)


@dataclass(frozen=True)
class Change:
    """A change of what some matches came to, or of who is still in, and what it brings about by itself. `numbers` are
    those matches, and minus the number of an entry that has left or come back; `laid` all matches it has touched."""

    numbers: tuple[int, ...]
    before: Tournament
    after: Tournament
    laid: tuple[int, ...]

    @cached_property
    def lost(self) -> Sequence[Derived]:
        """What was possible and no longer is, as it was."""
        return [made for made, now in self._derived if made.possible and not now.possible]

    @cached_property
    def revived(self) -> Sequence[Derived]:
        """What was not possible and now is, but for what was replaced."""
        return [made for made in self._possible_again if not self._is_replaced(made)]

    @cached_property
    def replaced(self) -> Sequence[Derived]:
        """What was not possible and now would be, though another stands in its slot, or has stood there after it: it
        stays away, so that nobody is in a slot twice."""
        return [made for made in self._possible_again if self._is_replaced(made)]

    @cached_property
    def lapsed(self) -> Sequence[Match]:
        """Matches that were abandoned and no longer are, but for what changed itself."""
        pairs = ((self.before.matches[number], self.after.matches[number]) for number in self.laid)
        return [m for m, now in pairs if m.abandoned and not now.abandoned and m.number not in self.numbers]

    @property
    def changed(self) -> tuple[match_events.ChangedResult, ...]:
        before, after = self.before.verdict, self.after.verdict
        return tuple(match_events.ChangedResult(before=(n, before(n)), after=(n, after(n))) for n in self.numbers)

    @cached_property
    def _possible_again(self) -> Sequence[Derived]:
        return [now for made, now in self._derived if not made.possible and now.possible]

    @cached_property
    def rivals(self) -> Sequence[tuple[Opening, Opening]]:
        """The openings that come back to a stage which is open otherwise, each with the other one, unless it stays
        away: a stage has one opening."""
        back = [made for made in self.revived if isinstance(made, Opening) and made.live]
        return [(made, other) for made in back if (other := self._rival(made)) is not None]

    def has_begun(self, opening: Opening) -> bool:
        """Whether a match of that opening has been started, or had been before it went."""
        return any(match.opening == opening.number and match.started for match in self.after.matches.values())

    def _rival(self, made: Opening) -> Opening | None:
        """The other opening of its stage that is live, if one is."""
        others = (one for one in self.after.rounds.openings if one.stage == made.stage and one.live)
        return next((one for one in others if one.number != made.number), None)

    def _is_replaced(self, made: Derived) -> bool:
        if not made.valid:
            return False
        if isinstance(made, Opening):
            rival = self._rival(made)
            return rival is not None and self.has_begun(rival) and not self.has_begun(made)
        since = _last_changed(derived(self.before, made.key))
        others = (derived(self.before, other.key) for other in others_in_slot(self.after, made))
        return any(other.possible or _last_changed(other) > since for other in others)

    @property
    def _derived(self) -> Iterator[tuple[Derived, Derived]]:
        """Each that may have turned, before and after, every kind by number."""
        matches = (self.before.matches[number] for number in self.laid)
        byes = (bye for _, bye in sorted(self.before.rounds.byes.items()))
        made: tuple[Derived, ...] = (*matches, *byes, *self.before.rounds.openings)
        return ((one, derived(self.after, one.key)) for one in made)


def _last_changed(made: Derived) -> int:
    """At which version of the stream."""
    return made.version if isinstance(made, Opening) else made.revision


def with_consequences(effect: Effect, choice: Asked, context: Context) -> Effect:
    """What was decided, and what becomes of all that was made from results which it changes. Raises Refused where a
    choice is needed, where somebody would have too many places in one round, or where the format refuses the change."""
    effect = _with_concessions(effect, context)
    turned = _turned(effect)
    overtaken = () if turned else _impossible(effect, turned)
    if overtaken:
        effect = _taken_out(effect, overtaken, choice, context)
    elif turned or choice == "restore":
        effect = _followed(effect, turned, choice, context)
    if _rewrites(effect):
        _require_allowed(effect.before, effect.after)
    return effect


def _with_concessions(effect: Effect, context: Context) -> Effect:
    conceded = tuple(_conceded(effect))
    return effect.then((MatchesConceded(conceded=conceded),), context) if conceded else effect


def _conceded(effect: Effect) -> Iterator[ConcededMatch]:
    """The matches that were not open before, and from which a side is out that has not conceded them already."""
    for number in effect.matches:
        match = effect.after.matches[number]
        if effect.before.matches[number].is_decided and not match.is_decided:
            out = sides_out(effect.after, match) if is_conceded_by_leaving(effect.after, match) else ()
            by = (entry for entry in out if entry not in layering.conceding(match))
            began = layering.shows_play(match)
            yield from (ConcededMatch(match=number, entry=entry, play_began=began) for entry in by)


def _turned(effect: Effect) -> tuple[int, ...]:
    """What the events themselves have changed, and something was made from: matches by number, then who has left or
    come back. Of a match that was abandoned a late result counts too (RNG-6)."""
    before = effect.before
    numbers = (*effect.matches, *(-entry for entry in effect.entries if entry in before.entries))
    return tuple(number for number in numbers if _hangs_on(before, number) and _turns(effect, number))


def _hangs_on(state: Tournament, number: int) -> bool:
    return number in state.rounds.derived_from or (number > 0 and state.matches[number].abandoned)


def _turns(effect: Effect, number: int) -> bool:
    """Whether it has come to something else by what happened to it, and not because of what it was made from."""
    before, after = effect.before, effect.after
    if before.verdict(number) == after.verdict(number):
        return False
    return number < 0 or validity.by_itself(before.matches[number]) != validity.by_itself(after.matches[number])


def _rewrites(effect: Effect) -> bool:
    """Whether more has changed than that one match got its result."""
    results = [number for number in effect.matches if _came_to(effect.before, number) != _came_to(effect.after, number)]
    return len(results) > 1 or any(_came_to(effect.before, number) is not None for number in results)


def _came_to(state: Tournament, number: int) -> object:
    """What counts of it, for whom and when; None while nothing does."""
    match = state.matches[number]
    return None if state.verdict(number) is None else (state.verdict(number), match.as_played, match.effective)


def _followed(effect: Effect, turned: tuple[int, ...], choice: Asked, context: Context) -> Effect:
    """What becomes of what hangs on these. What could be played only by a ruling that is in force no longer, or by a
    resignation, goes with it (RNG-6, TD-13)."""
    tied: tuple[DerivedKey, ...] = ()
    change, followed = _chosen_for(effect, turned, choice, tied, context)
    while more := [key for key in _impossible(followed, turned) if key not in tied]:
        tied = (*tied, *more)
        change, followed = _chosen_for(effect, turned, choice, tied, context)
    if choice == "restore" and not change.revived:
        raise Refused(NOTHING_TO_RESTORE, "Nothing was made from what would now be.")
    if choice is None:
        _require_nothing_started(change)
        _require_one_begun(change)
    return followed


def _taken_out(effect: Effect, overtaken: Sequence[DerivedKey], choice: Asked, context: Context) -> Effect:
    """A reversal lets a match have ended at another moment, in the same way. Nothing hangs on that but what can't have
    been played then: it is set aside, once that is chosen (RNG-6, TD-13)."""
    numbers = [number for _, number in overtaken]
    if choice != "rewind":
        detail = f"Matches that could be played only by what is so no longer: {listed(numbers)}."
        facts = {"choices": ["rewind"], "started": numbers[:100], "would_be_void": numbers[:100], "would_come_back": []}
        raise Refused(CHOICE_NEEDED, detail, match=numbers[0], **facts)
    return effect.then((_event({"changed": (), "set_aside": overtaken}, choice=choice, by_default=False),), context)


def _impossible(effect: Effect, turned: tuple[int, ...]) -> list[DerivedKey]:
    """The other matches with a result that could be played only by what is so no longer."""
    if not any(isinstance(event, _REVERSALS) for event in effect.events):
        return []
    stages = ((stage, stage_of(effect.before, stage.facts.opening).facts) for stage in stages_of(effect.after))
    found = [stage.rules.impossible(stage.options, facts, stage.facts) for stage, facts in stages]
    return [("match", number) for numbers in found for number in numbers if number not in turned]


def _chosen_for(
    effect: Effect, turned: tuple[int, ...], choice: Asked, tied: tuple[DerivedKey, ...], context: Context
) -> tuple[Change, Effect]:
    """What the change brings about, and the choice laid on it."""
    state, after = effect.before, effect.after
    for number in turned if choice == "rewind" else ():
        after = release(after, number, after.verdict(number))
    for key in tied:
        after = tie(after, key, tuple((number, state.verdict(number)) for number in turned))
    unmoved = _unmoved(state, after)
    for key in unmoved:
        after = keep(after, key, tuple((number, after.verdict(number)) for number in turned))
    laid = {*effect.laid, *after.laid}
    change = Change(turned, state, after, tuple(sorted(number for number in laid if number in state.matches)))
    following = _following(change, choice, unmoved, tied) if _matters(change) or after is not effect.after else ()
    return change, effect.then(following, context)


def _unmoved(before: Tournament, after: Tournament) -> tuple[DerivedKey, ...]:
    """The openings of stages whose field is the same although a result before them is not."""
    openings = zip(before.rounds.openings, after.rounds.openings, strict=True)
    lost = [opening for opening, now in openings if opening.live and not now.live]
    return tuple(one.key for one in lost if same_field(after, one))


def _matters(change: Change) -> bool:
    return bool(change.lost or change.lapsed or change.revived or change.replaced)


def _following(change: Change, choice: Asked, unmoved: tuple[DerivedKey, ...], tied: tuple[DerivedKey, ...]) -> Events:
    replaced = tuple(made.key for made in change.replaced)
    if choice in (None, "restore"):
        replaced += tuple(other.key for _, other in change.rivals)
    common = {"changed": change.changed, "kept": unmoved, "set_aside": replaced, "tied_to_before": tied}
    if choice is not None:
        return (_chosen(change, choice, common),)
    if change.revived:
        return (_event(common, choice="restore", by_default=True),)
    return _adjusted(change, common)


def _event(common: Mapping[str, object], **others: object) -> match_events.ConsequencesChosen:
    return match_events.ConsequencesChosen.model_validate({**common, **others})


def _adjusted(change: Change, common: Mapping[str, tuple[object, ...]]) -> Events:
    """What the format substitutes, where it does; else what is called for now is made again."""
    stage, after = current_stage(change.before), current_stage(change.after)
    opening = 0 if stage.facts.opening is None else stage.facts.opening.number
    matches = [made for made in change.lost if isinstance(made, Match) and made.opening == opening]
    byes = [made for made in change.lost if isinstance(made, Bye)]
    again = (_event(common, choice="adjust", by_default=True),)
    if any(isinstance(made, Opening) for made in change.lost) or not (matches or byes):
        return again
    found = stage.substitute(after, (*matches, *byes))
    if found is None:
        return again
    chosen = {"kept": (*common["kept"], *found.kept), "tied_to_before": (*common["tied_to_before"], *found.tied)}
    return (_event({**common, **chosen}, choice="adjust", by_default=True), *_filled(change.after, after, found))


def _filled(state: Tournament, stage: Stage, found: Substitution) -> Events:
    """The rest of the round."""
    round_ = found.round + stage.facts.rounds_before
    pairings, byes = placings(state, round_, found.terms, found.pairs, found.byes)
    return (match_events.PairingsAdjusted(round=round_, pairings=pairings, byes=byes),) if pairings or byes else ()


def _require_nothing_started(change: Change) -> None:
    lost = [made for made in change.lost if isinstance(made, Match)]
    started = [match.number for match in lost if match.started]
    if started:
        raise Refused(
            CHOICE_NEEDED,
            f"Started matches that were made from the result of {_named(change.numbers)}: {listed(started)}.",
            match=change.numbers[0],
            choices=["rewind", *(["restore"] if change.revived else []), "stand"],
            started=started[:100],
            would_be_void=[match.number for match in lost][:100],
            would_come_back=[made.number for made in change.revived if isinstance(made, Match)][:100],
        )


def _require_one_begun(change: Change) -> None:
    """Of two openings of a stage the one stays in which a match has begun. Raises Refused where that is both, or
    neither (ALL-4)."""
    for back, there in change.rivals:
        if change.has_begun(back) == change.has_begun(there):
            there_is, would_be = ([*_matches_of(change.after, one)][:100] for one in (there, back))
            raise Refused(
                CHOICE_NEEDED,
                f"Stage {back.stage} would be open twice: as it is now, and as it was opened before.",
                match=change.numbers[0],
                choices=["rewind", "restore"],
                started=[number for number in there_is if change.after.matches[number].started],
                would_be_void=there_is,
                would_come_back=would_be,
            )


def _matches_of(state: Tournament, opening: Opening) -> Iterator[int]:
    return (number for number in sorted(state.matches) if state.matches[number].opening == opening.number)


def _named(numbers: Sequence[int]) -> str:
    """What has changed, in words."""
    words = [f"match {number}" if number > 0 else f"entry {-number}" for number in numbers]
    return " and ".join(words)


def _chosen(
    change: Change, choice: Literal["rewind", "restore", "stand"], common: Mapping[str, tuple[object, ...]]
) -> match_events.ConsequencesChosen:
    others = dict(common)
    if choice != "restore":
        others["set_aside"] = (*common["set_aside"], *(made.key for made in change.revived))
    if choice == "stand":
        others["kept"] = (*common["kept"], *_kept(change))
    return _event(others, choice=choice, by_default=False)


def _kept(change: Change) -> Iterator[DerivedKey]:
    """Direct dependents of the old results; their own dependents remain valid by themselves. A stage in which no match
    has begun is made again (ALL-4)."""
    for made in change.lost:
        begun = not isinstance(made, Opening) or change.has_begun(made)
        if begun and _touches(change, made.made_from):
            yield made.key
    for match in change.lapsed:
        if any(_touches(change, one.because_of) for one in match.abandonments):
            yield match.key


def _touches(change: Change, basis: Basis) -> bool:
    return any(origin in change.numbers for origin, _ in basis)


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
