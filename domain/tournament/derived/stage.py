"""A stage of a tournament: what its format may know of it, and its format's rules at hand.

Formats count rounds within their stage, from 1; events and readers count them through the whole tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import chain

from domain.formats.contract.account import Account
from domain.formats.contract.acts import Act
from domain.formats.contract.protocol import AnyFormat, Decided, Entrant, RoundPlace, TableOpened
from domain.formats.contract.steps import CHAMPION, Ask, Choice, Drawing, Due, Service, Step, Substitution
from domain.formats.registry import FormatOptions, format_of
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.values import RoundHours, Side
from domain.match import validity
from domain.match.record import Bye, Match, Opening
from domain.match.validity import Tally
from domain.match.verdict import Ended, ended_as
from domain.scoring.games import Outcome
from domain.scoring.result import Form, Result
from domain.standings.ranking import Table
from domain.tournament.state import Entry, Settings, Tournament, announced_settings


@dataclass(frozen=True)
class StageFacts:
    """What a format may look at (`protocol.Facts`); `opening` is None in the first stage. Who leaves once the next
    stage has been opened has played this one to its end: what was decided in it stays so. `followed_by` is an opening
    taken for that of the next stage, by default the one in force."""

    state: Tournament
    opening: Opening | None
    followed_by: Opening | None = None

    @property
    def _number(self) -> int:
        return 0 if self.opening is None else self.opening.number

    @property
    def stage(self) -> int:
        return 1 if self.opening is None else self.opening.stage

    @property
    def rounds_before(self) -> int:
        return 0 if self.opening is None else self.opening.rounds_before

    @property
    def started(self) -> bool:
        return self.state.started

    @property
    def last(self) -> bool:
        return self.stage > len(announced_settings(self.state).stages)

    @property
    def starters(self) -> int:
        if self.opening is not None:
            return len(self.opening.seeds)
        known = self.state.rounds.starters
        return self.state.places_taken if known is None else known

    @cached_property
    def _seeds(self) -> dict[int, int]:
        """The place of each seed, where the stage before has given them."""
        return {entry: place for place, entry in enumerate(self.opening.seeds, 1)} if self.opening else {}

    @cached_property
    def entrants(self) -> Sequence[Entrant]:
        if self.opening is None:
            numbers = sorted(number for number, entry in self.state.entries.items() if entry.entrant)
        else:
            numbers = sorted(self.opening.seeds)
        return [self.entrant(number) for number in numbers]

    def entrant(self, entry: int) -> Entrant:
        """An entry that has asked again, and is not approved again, counts as still away."""
        return self._entrant(self.state.entries[entry])

    def _entrant(self, entry: Entry) -> Entrant:
        rounds = self.state.rounds
        left_at = entry.left_at or self._out_since(entry)
        to_the_end = left_at is not None and self._over_at is not None and left_at > self._over_at
        return Entrant(
            entry.number,
            entry.person,
            entry.gone and not to_the_end,
            entry.status == "resigned",
            entry.colour,
            rounds.lots.get(entry.number),
            self._seeds.get(entry.number) if self.opening else rounds.seeds.get(entry.number),
            entry.credits,
            None if to_the_end else left_at,
        )

    @cached_property
    def _over_at(self) -> datetime | None:
        """When the next stage was opened."""
        following = (one for one in self.state.rounds.openings if one.live and one.stage == self.stage + 1)
        opening = self.followed_by or next(following, None)
        return None if opening is None else opening.at

    def _out_since(self, entry: Entry) -> datetime | None:
        """Since when it is out by rulings; or was, where it stays out of this stage although they were reversed
        (ALL-4)."""
        return entry.out_since if entry.excluded_by or self._stays_out(entry) else None

    def _stays_out(self, entry: Entry) -> bool:
        """Whoever goes up to a stage was not put out in it."""
        before = self.opening is not None and entry.out_since is not None and entry.out_since < self.opening.at
        return not before and self.state.override(-entry.number) is not None

    @cached_property
    def awaited(self) -> Sequence[int]:
        return sorted(n for n in self.state.awaiting if self.state.matches[n].opening == self._number)

    @cached_property
    def places(self) -> Sequence[RoundPlace]:
        return [*self._match_places(), *self._bye_places()]

    def _match_places(self) -> Iterator[RoundPlace]:
        placed = self.state.rounds.matches_of.values()
        for number in sorted(set(chain.from_iterable(placed))):
            match = self.state.matches[number]
            if match.opening == self._number and not match.void:
                yield self._place(match)

    def _bye_places(self) -> Iterator[RoundPlace]:
        for number in sorted(self.state.rounds.byes):
            bye = self.state.rounds.byes[number]
            if bye.live and bye.opening == self._number:
                yield self._bye_place(bye)

    def place(self, made: Match | Bye) -> RoundPlace:
        """The place of a match or a bye, whatever has become of it."""
        return self._place(made) if isinstance(made, Match) else self._bye_place(made)

    def _place(self, match: Match) -> RoundPlace:
        round_ = 0 if match.round is None else match.round - self.rounds_before
        ended = validity.ended(match)
        return RoundPlace(round_, match.sides, match.number, match.slot, ended, self._advanced(match, ended))

    def _advanced(self, match: Match, ended: Ended | None) -> Ended | None:
        """What decides who goes on: what a change that stands found (ALL-4)."""
        stood = self.state.override(match.number)
        return ended if stood is None else ended_as(stood.advances_as)

    def _bye_place(self, bye: Bye) -> RoundPlace:
        round_ = bye.round - self.rounds_before
        return RoundPlace(round_, (bye.entry,), None, bye.slot, requested=bye.requested, bye=bye.number)

    def places_of(self, entry: int) -> Sequence[RoundPlace]:
        matches = (self.state.matches[n] for n in self.state.rounds.matches_of.get(entry, ()))
        return [self._place(m) for m in matches if m.opening == self._number and not m.void]

    def place_in(self, slot: str) -> RoundPlace | None:
        """The newest live match, or else the live bye, in that slot."""
        for number in reversed(self.state.rounds.slots.get((self._number, slot), ())):
            match = self.state.matches[number]
            if not match.void:
                return self._place(match)
        for number in reversed(self.state.rounds.bye_slots.get((self._number, slot), ())):
            bye = self.state.rounds.byes[number]
            if bye.live:
                return self._bye_place(bye)
        return None

    def place_of(self, match: int) -> RoundPlace | None:
        found = self.state.matches[match]
        mine = found.opening == self._number and _placed(found) and not found.void
        return self._place(found) if mine else None

    def tally(self, entry: int) -> Tally:
        return self.state.tallies.get((self._number, entry), Tally())

    def byes(self, entry: int) -> int:
        return self.state.rounds.bye_counts.get((self._number, entry), 0)

    def setbacks(self, entry: int) -> int:
        return self.tally(entry).losses + sum(self._spared(number, entry) for number in self._stood)

    def standing_losses(self, entry: int) -> Sequence[int]:
        return sorted(number for number in self._stood if self._spared(number, entry) > 0)

    @property
    def _stood(self) -> Iterator[int]:
        """The matches of which a change stands."""
        return (number for number in self.state.rounds.stood if number > 0)

    def _spared(self, number: int, entry: int) -> int:
        """What a standing change of that match adds to the entry's losses: 1, 0 or -1; nothing where the match itself
        hangs on what is so no longer."""
        match = self.state.matches[number]
        if entry not in match.sides or match.opening != self._number or not match.live:
            return 0
        ended = validity.ended(match)
        return _lost(self._advanced(match, ended), entry) - _lost(ended, entry)

    def decision(self, question: str) -> Decided | None:
        decided = self.state.rounds.decisions.get(question_of(self.stage, question))
        named = decided.entry if decided is not None and decided.choice == CHAMPION else None
        return None if named is not None and self.state.entries[named].excluded_by else decided

    def bye_requests(self, round_: int) -> Collection[int]:
        return self.state.rounds.requests.get(round_ + self.rounds_before, frozenset())

    def told(self, match: int) -> Collection[Side]:
        return self.state.matches[match].no_time_agreed


def _placed(match: Match) -> bool:
    return match.round is not None or match.slot is not None


def _lost(ended: Ended | None, entry: int) -> int:
    return int(ended is not None and ended.lost(entry))


def _offered(state: Tournament, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices that can be taken: an entry put out by a ruling can't be named champion, even if it already was
    (TD-4, ALL-7); where no entry is left to name, that choice goes."""
    named = (_nameable(state, choice) if choice.name == CHAMPION else choice for choice in choices)
    return tuple(choice for choice in named if choice.entries or choice.name != CHAMPION)


def _nameable(state: Tournament, choice: Choice) -> Choice:
    return replace(choice, entries=tuple(entry for entry in choice.entries if not state.entries[entry].excluded_by))


def question_of(stage: int, question: str) -> str:
    """A format's question, told apart from those of other stages."""
    return question if stage == 1 else f"stage-{stage}-{question}"


@dataclass(frozen=True)
class Stage:
    """A stage with its format's rules. Rounds are those of the whole tournament."""

    options: FormatOptions
    facts: StageFacts

    @property
    def rules(self) -> AnyFormat:
        return format_of(self.options)

    def refuse(self, act: Act) -> Refused | None:
        """Why the act is against the rules of this stage, or None."""
        return self.rules.refuse(self.options, self.facts, act)

    def require(self, act: Act) -> None:
        """Raises the refusal where the act is against the rules."""
        refusal = self.refuse(act)
        if refusal is not None:
            raise refusal

    def require_start(self) -> None:
        """Raises the refusal where it can't be started with those who have entered."""
        refusal = self.rules.refuse_start(self.options, self.facts)
        if refusal is not None:
            raise refusal

    def require_admitted(self, brought: int) -> None:
        """Raises the refusal where nobody may enter who brings no more than so many credits (CHM-1)."""
        refusal = self.rules.admit(self.options, brought)
        if refusal is not None:
            raise refusal

    def asked_to_sit_out(self) -> Collection[int]:
        """The entries that are asked to sit out the series' next season (SWI-5)."""
        return self.rules.asked_to_sit_out(self.options, self.facts)

    def service(self, touched: Collection[int] | None) -> Service | None:
        """What the service does of itself."""
        return self.rules.service(self.options, self.facts, touched)

    def step(self) -> Step:
        """What comes next in this stage."""
        step = self.rules.step(self.options, self.facts)
        match step:
            case Due():
                return self.outward(step)
            case Ask():
                return self.asked(step)
            case _:
                return step

    def asked(self, ask: Ask) -> Ask:
        """The question as the tournament asks it, with the choices that can be taken."""
        due = None if ask.due is None else self.outward(ask.due)
        choices = _offered(self.facts.state, ask.choices)
        return replace(ask, question=question_of(self.facts.stage, ask.question), due=due, choices=choices)

    @property
    def label(self) -> str:
        """What the stage is called in the key of a draw (ALL-2)."""
        return "main" if self.facts.stage == 1 else f"stage-{self.facts.stage}"

    def draw(self, due: Due, chance: Chance) -> Drawing:
        """The draw of what is due."""
        local = replace(due, round=due.round - self.facts.rounds_before)
        return self.rules.draw(self.options, local, chance)

    def unplayed(self, match: int) -> Result | None:
        """The result of a match that was not played in time; None: the director decides."""
        return self.rules.unplayed(self.options, self.facts, match)

    def outcome(self, result: Result, length: int, form: Form) -> Outcome:
        """What a result comes to in a match of that length and form. Raises Refused where it makes no outcome."""
        return self.rules.outcome(self.options, result, length, form)

    def conceded(self, entry: int) -> Sequence[int]:
        """The open matches that somebody who resigns concedes."""
        return self.rules.conceded(self.options, self.facts, entry)

    @property
    def hours(self) -> RoundHours | None:
        """At what time of day its rounds open and close, where that is announced."""
        return self.rules.hours_of(self.options)

    def substitute(self, after: Stage, lost: Sequence[Match | Bye]) -> Substitution | None:
        """What becomes of these by default, which a change has taken away (ALL-4); its round is that of the stage."""
        places = [self.facts.place(made) for made in lost]
        return self.rules.substitute(self.options, self.facts, after.facts, places)

    def days_of(self, round_: int) -> int | None:
        """How many days that round is open; None: nothing is announced of it."""
        return self.rules.days_of(self.options, self.facts, round_ - self.facts.rounds_before)

    def crawford(self, form: Form) -> bool:
        """Whether its matches of that form have the Crawford rule (TD-17)."""
        return self.rules.crawford(self.options, form)

    def seats(self, entry: int) -> int:
        """How many places in one round the entry may have."""
        return self.rules.seats(self.options, self.facts, entry)

    def outward(self, due: Due) -> Due:
        """What is due, with its round as the tournament counts."""
        return replace(due, round=due.round + self.facts.rounds_before)

    def table(self) -> Table:
        """The stage's ranked table."""
        return self._table

    def accounts(self, entry: int) -> Sequence[Account]:
        """The numbers of an entry's line in the table, opened up."""
        return self._opened.accounts(entry)

    @cached_property
    def _table(self) -> Table:
        return self._opened.table()

    @cached_property
    def _opened(self) -> TableOpened:
        return self.rules.opened(self.options, self.facts)

    def going_on(self) -> Collection[int]:
        """The entries that are still in."""
        return self.rules.going_on(self.options, self.facts)


def options_of(settings: Settings, stage: int) -> FormatOptions:
    """The format's options of that stage, from 1."""
    return settings.format if stage == 1 else settings.stages[stage - 2].format


def stage_of(state: Tournament, opening: Opening | None) -> Stage:
    """The stage that was opened so; None: the first."""
    facts = StageFacts(state, opening)
    return Stage(options_of(announced_settings(state), facts.stage), facts)


def current_stage(state: Tournament) -> Stage:
    """The stage that is being played."""
    return stage_of(state, state.opening)


def stages_of(state: Tournament) -> list[Stage]:
    """The stages that have been opened, the first first."""
    later = sorted((o for o in state.rounds.openings if o.live), key=lambda one: one.stage)
    return [stage_of(state, None), *(stage_of(state, opening) for opening in later)]


def stage_of_match(state: Tournament, match: Match) -> Stage:
    """The stage a match belongs to."""
    return stage_of(state, state.rounds.openings[match.opening - 1] if match.opening > 0 else None)
