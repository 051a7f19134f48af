"""A stage of a tournament: what its format may know of it, and its format's rules at hand.

Formats count rounds within their stage, from 1; events and readers count them through the whole tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.formats.contract.account import Account
from domain.formats.contract.acts import Act
from domain.formats.contract.opened import TableOpened
from domain.formats.contract.protocol import AnyFormat, Caution
from domain.formats.contract.steps import CHAMPION, Ask, Choice, Drawing, Due, EmptyPlace, Service, Step, Substitution
from domain.formats.registry import FormatOptions, format_of
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import RoundHours
from domain.match.record import Bye, Match, Opening
from domain.scoring.games import Outcome
from domain.scoring.result import Form, Result
from domain.standings.ranking import Table
from domain.tournament.derived.stage_facts import StageFacts, question_of
from domain.tournament.state import Settings, Tournament, announced_settings


def _offered_choices(state: Tournament, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices that can be taken: an entry put out by a ruling can't be named champion, even if it already was
    (TD-4, ALL-7); where no entry is left to name, that choice goes."""
    named = (_nameable(state, choice) if choice.name == CHAMPION else choice for choice in choices)
    return tuple(choice for choice in named if choice.entries or choice.name != CHAMPION)


def _nameable(state: Tournament, choice: Choice) -> Choice:
    return replace(choice, entries=tuple(entry for entry in choice.entries if not state.entries[entry].excluded_by))


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

    @property
    def cautions(self) -> Sequence[Caution]:
        """The faults that may come of who has entered (SWX-11)."""
        return self.rules.cautions(self.options, self.facts)

    def require_admitted(self, brought: int) -> None:
        """Raises the refusal where nobody may enter who brings no more than so many credits (CHM-1)."""
        refusal = self.rules.admit(self.options, brought)
        if refusal is not None:
            raise refusal

    def empty_place(self, entry: int | None) -> EmptyPlace | None:
        """The place that this late entry takes, or the next one (SE-9)."""
        return self.rules.empty_place(self.options, self.facts, entry)

    def asked_to_sit_out(self) -> Collection[int]:
        """The entries that are asked to sit out the series' next season (SWI-5)."""
        return self.rules.asked_to_sit_out(self.options, self.facts)

    def service(self, touched: Collection[int] | None) -> Service | None:
        """The service's own next act."""
        return self.rules.service(self.options, self.facts, touched)

    def step(self) -> Step:
        """The next step of this stage."""
        step = self.rules.step(self.options, self.facts)
        match step:
            case Due():
                return self.outward(step)
            case Ask():
                return self.outward_question(step)
            case _:
                return step

    def outward_question(self, ask: Ask) -> Ask:
        """The question as the tournament asks it, with the choices that can be taken."""
        due = None if ask.due is None else self.outward(ask.due)
        choices = _offered_choices(self.facts.state, ask.choices)
        return replace(ask, question=question_of(self.facts.stage, ask.question), due=due, choices=choices)

    @property
    def label(self) -> str:
        """The stage's name in the key of a draw (ALL-2)."""
        return "main" if self.facts.stage == 1 else f"stage-{self.facts.stage}"

    def draw(self, due: Due, chance: Chance) -> Drawing:
        """The draw of what is due."""
        return self.rules.draw(self.options, self._inward(due), chance)

    def certain_drawing(self, due: Due) -> Drawing | None:
        """The draw of what is due; None: a lot decides."""
        return self.rules.certain_drawing(self.options, self._inward(due))

    def against(self, due: Due, entries: Sequence[int]) -> Mapping[str, int]:
        """The counts that speak against pairing these by hand, or against the one's bye."""
        return self.rules.against(self.options, self._inward(due), entries)

    def points_in_pairing(self, round_: int) -> Mapping[int, int]:
        """By entry the match points that it has in pairing that round of the tournament alone (SWX-8)."""
        return self.rules.points_in_pairing(self.options, self.facts, round_ - self.facts.rounds_before)

    def _inward(self, due: Due) -> Due:
        return replace(due, round=due.round - self.facts.rounds_before)

    def unplayed_result(self, match: int) -> Result | None:
        """The result of a match that was not played in time; None: the director decides."""
        return self.rules.unplayed_result(self.options, self.facts, match)

    def outcome(self, result: Result, length: int, form: Form) -> Outcome:
        """Outcome of a result in a match of that length and form. Raises Refused where it makes no outcome."""
        return self.rules.outcome(self.options, result, length, form)

    def conceded_matches(self, entry: int) -> Sequence[int]:
        """The open matches that somebody who resigns concedes."""
        return self.rules.conceded_matches(self.options, self.facts, entry)

    @property
    def hours(self) -> RoundHours | None:
        """At what time of day its rounds open and close, where that is announced."""
        return self.rules.hours_of(self.options)

    def substitute(self, after: Stage, lost: Sequence[Match | Bye]) -> Substitution | None:
        """The default in place of those that a change has taken away (ALL-4); its round is that of the stage."""
        places = [self.facts.place(made) for made in lost]
        return self.rules.substitute(self.options, self.facts, after.facts, places)

    def calls_for_the_same(self, after: Stage, changed: Collection[int]) -> bool:
        """Whether what was made from these matches is made just so from what they have come to (ALL-4)."""
        return self.rules.calls_for_the_same(self.options, self.facts, after.facts, changed)

    @property
    def minutes_between_draws(self) -> int | None:
        """The minutes after a draw before which no other is made (MON-10)."""
        return self.rules.minutes_between_draws(self.options)

    def days_of(self, round_: int) -> int | None:
        """The number of days that round is open; None: not announced."""
        return self.rules.days_of(self.options, self.facts, round_ - self.facts.rounds_before)

    def crawford(self, form: Form) -> bool:
        """Whether its matches of that form have the Crawford rule (TD-17)."""
        return self.rules.crawford(self.options, form)

    def seats(self, entry: int) -> int:
        """The number of places that the entry may have in one round."""
        return self.rules.seats(self.options, self.facts, entry)

    def outward(self, due: Due) -> Due:
        """The step that is due, with its round as the tournament counts."""
        return replace(due, round=due.round + self.facts.rounds_before)

    def table(self) -> Table:
        """The stage's ranked table."""
        return self.opened.table

    def accounts(self, entry: int) -> Sequence[Account]:
        """The numbers of an entry's line in the table, opened up."""
        return self.opened.accounts(entry)

    @cached_property
    def opened(self) -> TableOpened:
        """Its table, and one line of it after the other."""
        return self.rules.open_table(self.options, self.facts)

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
