"""The contract of a format: one file that says what it refuses, what comes next, and what the table is.

A format knows facts and options, never events or storage. What waits, and why, is returned as data. Rounds and places
are those of its own stage, from 1; the stages of a tournament are put together elsewhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from pydantic import Field

from domain.formats.contract.account import Account
from domain.formats.contract.acts import Act
from domain.formats.contract.opened import TableOpened
from domain.formats.contract.steps import (
    CHAMPION,
    Ask,
    Choice,
    Done,
    Drawing,
    Due,
    EmptyPlace,
    QuestionKind,
    Service,
    Step,
    Substitution,
)
from domain.kernel import families
from domain.kernel.chance import Chance
from domain.kernel.ids import EntryNumber
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import Colour, Pool, RoundHours, Side, Value
from domain.match.bout import Terms as BoutTerms
from domain.match.validity import Tally
from domain.match.verdict import DerivedKey, Ended
from domain.pairing.bracket import Elsewhere
from domain.pairing.round_names import RoundName
from domain.problems.tournament import TOO_FEW_ENTRANTS
from domain.scoring.games import Outcome
from domain.scoring.outcome import outcome
from domain.scoring.result import Form, Result
from domain.standings.ranking import Table

NAMES = ("kind", "rules_version")
"""The fields of a format's settings that say its kind and the version of its rules."""


class Options(Value):
    """A format's settings, pinned when a tournament is announced (ALL-11): each format adds its `kind` as a literal.

    `rules_version` is the version of its rules by which the tournament is played to its end: what scores come to, what
    becomes of pairings when a result changes, how the table is ranked."""

    after_start: ClassVar[frozenset[str]] = frozenset({"late_entries"})
    """Settings that may change after the start, since what was made is not made from them (TD-21)."""

    of_entries: ClassVar[tuple[str, ...]] = ()
    """Settings that name entries."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths",)
    """What every director says, in this order, before all other settings."""

    asked_last: ClassVar[tuple[str, ...]] = (
        *("late_entries", "byes_to", "first_byes", "bouts", "bout_matches", "bout_points", "replay_lengths"),
        *("half_byes", "byes_until", "apart", "clubs_apart_until"),
        *("tie_breaks", "round_days", "last_round_days", "round_hours"),
    )
    """What few say, after all others, in this order."""

    kind: str
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1

    @classmethod
    def places_asked(cls) -> Mapping[str, int]:
        """Where a setting is asked, from those that are neither first nor last at 0."""
        first = {name: place for place, name in enumerate(cls.asked_first, -len(cls.asked_first))}
        return first | {name: place for place, name in enumerate(cls.asked_last, 1)}

    @property
    def settled_by_start(self) -> dict[str, Any]:
        """All settings but match lengths, whose names end so, and those that may change after the start (TD-21)."""
        later = {name for name in type(self).model_fields if name.endswith("lengths")} | self.after_start
        return self.model_dump(exclude=later)

    @property
    def for_others(self) -> Self:
        """The same for another tournament: without what names entries of this one."""
        return self.model_copy(update=dict.fromkeys(self.of_entries, ()))

    @property
    def pools_of_modes(self) -> tuple[Pool, ...]:
        """The pools in which the modes of the room that are played are rated (ELO-1); none where none is played."""
        return ()

    @property
    def chosen_order(self) -> tuple[str, ...]:
        """The criteria that the table was chosen to rank by (TB-1); empty: those of the format's own rules."""
        return ()

    @property
    def uses_error_rates(self) -> bool:
        """Whether error rates decide anything, so that the stage waits for analyses (TD-20)."""
        return False

    @property
    def leaves_crawford_out(self) -> bool:
        """Whether the Crawford rule is an option (TD-17), and is off in matches to points with a cube."""
        return False

    bouts_are_decisive: ClassVar[bool | None] = None
    """Whether several matches between the same two go on until a side has won (SER-4); None: it has none."""

    @property
    def has_bouts(self) -> bool:
        """Whether such are announced."""
        return False

    @property
    def draws_later(self) -> bool:
        """Whether something is drawn while others play, so that the stage commits itself as it begins (ALL-2)."""
        return False

    @property
    def report_type(self) -> str:
        """The word of report files for such a tournament (FIL-4); nothing where they have none."""
        return ""

    def is_decisive_at(self, slot: str | None) -> bool:
        """Whether several matches between the same two in that slot go on until a side has won (SER-4)."""
        return bool(self.bouts_are_decisive)

    def bout_at(self, slot: str | None, round_: int) -> BoutTerms | None:
        """Terms of the bout that takes the place of a match in that slot, or round (SER-1); None: a single match is
        played there."""
        return None

    def rounds_announced(self, starters: int) -> int | None:
        """The number of rounds for so many entrants at the start; None: known only at the end."""
        return None


@dataclass(frozen=True, slots=True)
class Entrant:
    """An approved entry. An entry that has withdrawn or resigned stays in every table, marked as such (ALL-7).

    `lot` is given at the start, the lowest first; `seed` is the place where the field is seeded, from 1; `credits` are
    those at the start (CHM-1); `left_at` is when the entry resigned or was put out. An entry that was put out and is in
    again has it where that stands without consequence for who goes on (ALL-4); one that left after the stage has not,
    though it has `resigned`. `club` is the one that it stands for, `place` the slot that it has
    taken after the start (SE-9). One that has `left_for_today` counts as one that has `resigned`. Whose
    person has `entered_again` is out (SE-10). One that `gave_up_place` has withdrawn before its first match; it sits
    `instead_of` one that has.
    """

    number: int
    person: str
    withdrawn: bool
    resigned: bool = False
    colour: Colour | None = None
    lot: int | None = None
    seed: int | None = None
    credits: int = 0
    left_at: datetime | None = None
    club: str | None = None
    place: str | None = None
    left_for_today: bool = False
    entered_again: bool = False
    gave_up_place: bool = False
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """Where somebody is in a round, a bracket or a ring: a match of two that is live, or a bye of one.

    `match` is its number, None for a bye, which has a number of its own as `bye`. `round` is 0 where there are none;
    `slot` is the format's own name for the place. `ended` is what the match came to as it counts, `advanced` as it
    decides who goes on: the two differ where a change stands (ALL-4), and `went_on` are then the two of whom
    `advanced` tells, though others may have met. `requested` marks a bye that was asked for. Where a bout is
    played `match` is its first, which stands for all of it, and `later` are the others that are live.
    """

    round: int
    entries: tuple[int, ...]
    match: int | None
    slot: str | None = None
    ended: Ended | None = None
    advanced: Ended | None = None
    went_on: tuple[int, ...] = ()
    requested: bool = False
    bye: int = 0
    later: tuple[int, ...] = ()

    @property
    def matches(self) -> tuple[int, ...]:
        """Its matches in order: one, or those of a bout."""
        return () if self.match is None else (self.match, *self.later)

    @property
    def key(self) -> DerivedKey:
        """The match or bye that it is the place of."""
        return ("bye", self.bye) if self.match is None else ("match", self.match)

    def opponent_of(self, entry: int) -> int:
        """The other of its two."""
        return next(other for other in self.entries if other != entry)


class Played(NamedTuple):
    """The places of a stage as played: by entry the `newest` round in which it has one, and who it has `met`, in no
    order, neither of which has those without a place; the `byes`; and the places that count, or decide who goes on, by
    default, with all of which a change stands: `by_default`."""

    newest: Mapping[int, int]
    met: Mapping[int, Sequence[int]]
    byes: Sequence[RoundPlace]
    by_default: Sequence[RoundPlace]


@dataclass(frozen=True, slots=True)
class Decided:
    """A director's decision where the rules are silent (ALL-5). `entry` is who it names, if it names anybody."""

    choice: str
    entry: int | None


class Facts(Protocol):
    """The facts that a format may use: its stage of a tournament."""

    @property
    def started(self) -> bool:
        """Whether it has been started; no longer, once the tournament has been cancelled."""

    @property
    def starters(self) -> int:
        """The number of entrants at its start; before it, of those there are."""

    @property
    def last(self) -> bool:
        """Whether no other stage follows."""

    @property
    def beaten_before(self) -> Collection[int]:
        """Those of its field who have lost in the stage before, as it was opened; none in the first stage."""

    @property
    def late_entries(self) -> bool:
        """Whether entries are announced to end at a moment that may come after the start, and this is what they enter
        (SE-9)."""

    @property
    def error_rates_awaited(self) -> bool:
        """Whether it is announced to be seeded by error rates, and is not yet (TD-20)."""

    def is_begun(self, match: int) -> bool:
        """Whether that match is being played, or has been."""

    def places_of_next_stage(self, able: int) -> int:
        """The number of entrants who go up to the next stage, of so many who could; 0 where none follows."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of all entrants, in order."""

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Everyone who was approved, or has come up from the stage before, by entry number."""

    @property
    def awaited(self) -> Sequence[int]:
        """The numbers of the matches that have no announced result, and are neither void nor abandoned, in order. One
        of a bracket is not waited for that was opened again while others keep the places it leads to (ALL-4)."""

    @property
    def places(self) -> Sequence[RoundPlace]:
        """The matches of rounds, brackets and rings that are live, and the byes; matches first, each by number."""

    @property
    def played(self) -> Played:
        """The places as played, entrant by entrant."""

    def entrant(self, entry: int) -> Entrant:
        """One of the entrants."""

    def places_of(self, entry: int) -> Sequence[RoundPlace]:
        """The entry's live matches of rounds, brackets and rings, by number; its byes are not among them."""

    def place_in(self, slot: str) -> RoundPlace | None:
        """The newest live match, or else the live bye, in that slot."""

    def order_drawn(self, bracket: str) -> Sequence[str] | None:
        """The places from which those come who sit in that bracket, in the order that was drawn (CON-6); None while it
        is not drawn."""

    def sits_elsewhere(self, slot: str, entry: int) -> Elsewhere | None:
        """Where in the round the entry sits that belongs to that slot, since it was corrected who met there: where its
        match is, or was, if somebody has withdrawn from that or it is void. A match that is made again in the slot is
        between those who changed places so."""

    def slots_exchanged_with(self, slot: str) -> Sequence[str]:
        """The other slots of the round, between which and that one players have changed places."""

    def place_of(self, match: int) -> RoundPlace | None:
        """The place of that match, or of the bout that it is of, where it is live."""

    def tally(self, entry: int) -> Tally:
        """Totals of the entry's counting matches."""

    def points(self, match: int) -> Mapping[int, int]:
        """By entry the points that it scored in that match, or in all of the bout that it begins, as far as scores
        count and are known."""

    def error_rates(self, match: int) -> Mapping[int, int]:
        """By entry the error rate that counts of that match, in thousandths; nothing where no analysis of it does
        (TD-20)."""

    def byes(self, entry: int) -> int:
        """The number of the entry's byes."""

    def setbacks(self, entry: int) -> int:
        """The losses that decide whether the entry goes on: those of the tally, but for a result changed with
        `stand`, where anyone who had gone on by it stays (ALL-4)."""

    def missed_places(self, entry: int) -> Mapping[int, int]:
        """By round, how many places the entry did not have there since it was wrongly out (ALL-4)."""

    def is_absent(self, entry: int, round_: int) -> bool:
        """Whether the entry is marked as absent in that round (SWX-4)."""

    def standing_losses(self, entry: int) -> Sequence[int]:
        """The matches by which `setbacks` are more than the losses of the tally."""

    def decision(self, question: str) -> Decided | None:
        """The director's decision on this question."""

    def bye_requests(self, round_: int) -> Collection[int]:
        """The entries that have asked for the bye in that round (SWI-6)."""

    def reported_no_time(self, match: int) -> Collection[Side]:
        """The sides who have told the director that no time could be agreed (SWI-4)."""


class ConsideredOpponent(Value):
    """An entry that stood higher, or suited better, than the opponent chosen, and why it was not taken: `met` before,
    not of the other `colour`, kept `apart`, or the `rest` could not have been paired then (SWI-8, MON-8)."""

    entry: EntryNumber
    because: Literal["met", "colour", "apart", "rest"]


@dataclass(frozen=True, slots=True)
class Announced:
    """The part of an announcement beside a format's options: which stage it is to be, whether the tournament is rated,
    and whether entries bring credits (CHM-1)."""

    stage: int
    rated: bool
    credited: bool


Caution = Literal["many-rounds"]
"""What may go wrong: there are so many rounds that one may not be paired without a rematch (SWX-11)."""

Chosen = TypeVar("Chosen", bound=Options)


class Format(ABC, Generic[Chosen]):
    """The rules of one way to run a tournament. All methods are pure.

    What a format does not speak of is as it is here.
    """

    settings: ClassVar[type[Options]]
    """The class of its options. A version of the rules with other options is a class of its own, with theirs."""

    earlier: ClassVar[tuple[type[Options], ...]] = ()
    """The options of its rules 1, 2 and so on, where they were others than today: each is stored by its own fields."""

    follows: ClassVar[bool] = True
    """Whether it can be a later stage of a tournament, with a field that comes up to it."""

    whole_season: ClassVar[bool] = False
    """Whether a tournament that begins with it is a season of its series, and not one of several in a season."""

    has_rounds: ClassVar[bool] = True
    """Whether it is played in rounds."""

    rule_of_rounds: ClassVar[str] = "ALL-5"
    """The rule by which the next round is due."""

    keeps_places: ClassVar[bool] = False
    """Whether a place comes out of another, as in a bracket or a ring, so that who has one keeps it where a change
    stands (ALL-4); else lives, credits and points count again for each round that is made."""

    is_paired: ClassVar[bool] = True
    """Whether its rules say who meets who; else any two play when they like."""

    has_colours: ClassVar[bool] = False
    """Whether entrants have a colour, by which they are paired."""

    leaves_absent_out: ClassVar[bool] = False
    """Whether who is marked as absent is left out of the rounds that are drawn until they come back (SWX-4)."""

    plays_for_credits: ClassVar[bool] = False
    """Whether entries bring the tournaments that they have won in a series (CHM-1)."""

    lets_withdraw: ClassVar[bool] = False
    """Whether an entrant may withdraw after the start before their first match, and leave their place empty (SE-12)."""

    chart_kind: ClassVar[str | None] = None
    """The `kind` of its chart; None: it has none."""

    @abstractmethod
    def refuse(self, options: Chosen, facts: Facts, act: Act) -> Refused | None:
        """Why the act is against the rules, or None."""

    def refuse_announcement(self, options: Chosen, announced: Announced) -> Refused | None:
        """Why nothing could come of it as it is announced, or an option would have no effect; or None."""
        return None

    def takes_seeds(self, options: Chosen) -> bool:
        """Whether its first seeds may come from elsewhere, with all others behind them."""
        return False

    def refuse_start(self, options: Chosen, facts: Facts) -> Refused | None:
        """Why the tournament can't be started with those who have entered, or None. Where all meet who they are given
        there are two of them."""
        if facts.starters >= 2:
            return None
        return Refused(
            TOO_FEW_ENTRANTS, f"The tournament has {facts.starters} approved entries.", entrants=facts.starters
        )

    def byes_on_request(self, options: Chosen) -> bool:
        """Whether somebody may ask for the bye in a round."""
        return False

    def cautions(self, options: Chosen, facts: Facts) -> Sequence[Caution]:
        """The faults that may come of who has entered, and that do not keep the tournament from starting."""
        return ()

    def refuse_new_settings(self, options: Chosen, changed: Chosen, facts: Facts) -> Refused | None:
        """Why what can still change after the start may not change so; or None."""
        return None

    def refuse_change(self, options: Chosen, before: Facts, after: Facts) -> Refused | None:
        """Why what has come to something may not be changed so, with all that follows from it; or None."""
        return None

    def impossible(self, options: Chosen, before: Facts, after: Facts) -> Collection[int]:
        """The matches with a result that could not have been played when it was, and by `before` could (RNG-6)."""
        return ()

    def service(self, options: Chosen, facts: Facts, touched: Collection[int] | None) -> Service | None:
        """The service's own next act, now that the outcomes of these matches may have changed; None: of any. It is
        asked again after each answer, until there is nothing left to do."""
        return None

    @abstractmethod
    def step(self, options: Chosen, facts: Facts) -> Step:
        """The next step."""

    def draw(self, options: Chosen, due: Due, chance: Chance) -> Drawing:
        """The draw of what is due. It depends on nothing else, so that anybody can make it again (ALL-2)."""
        return Drawing((), ())

    def passed_opponents(self, options: Chosen, due: Due, entry: int) -> Sequence[ConsideredOpponent]:
        """Those who might also have been the entry's opponent in the draw of what is due, where the rules choose by an
        order."""
        return ()

    def certain_drawing(self, options: Chosen, due: Due) -> Drawing | None:
        """The draw of what is due where nothing of it is left to chance; None: a lot decides (SWX-10)."""
        return None

    def against(self, options: Chosen, due: Due, entries: Sequence[int]) -> Mapping[str, int]:
        """The counts that the rules of the draw hold against these of what is due, where a director pairs them by hand,
        or gives the one the bye (SWX-13)."""
        return {}

    def is_followed(self, options: Chosen, facts: Facts, round_: int) -> bool:
        """Whether another round is to follow the one that is played, whoever wins there."""
        rounds = options.rounds_announced(facts.starters)
        return rounds is not None and round_ < rounds

    def opponent_from(self, options: Chosen, facts: Facts, entry: int) -> Sequence[int]:
        """The matches of the place in a bracket out of which the entry's next opponent comes, the newest last; none
        where no match is made there yet, or the entry waits for nobody."""
        return ()

    def round_names(self, options: Chosen, facts: Facts) -> Mapping[str, RoundName]:
        """By place of a bracket what its round is called, of those rounds that have a name."""
        return {}

    def places_of_beaten(self, options: Chosen, facts: Facts) -> Collection[str]:
        """The places of brackets in which nobody plays for the title: their rounds are not those of the tournament."""
        return ()

    def points_in_pairing(self, options: Chosen, facts: Facts, round_: int) -> Mapping[int, int]:
        """By entry the match points that it has in pairing that round alone, beside those of the table (SWX-8)."""
        return {}

    def sides(self, options: Chosen, facts: Facts, one: int, other: int) -> tuple[int, int]:
        """The two in the order in which they are the sides of a match that neither was drawn for (ALL-4)."""
        return (one, other) if one < other else (other, one)

    def going_on(self, options: Chosen, facts: Facts) -> Collection[int]:
        """The entries that are still in."""
        return [entrant.number for entrant in facts.entrants if not entrant.withdrawn]

    def lacks(self, options: Chosen, facts: Facts, entry: int) -> tuple[int, int] | None:
        """The round in which the entry, which is still in, next lacks places, and how many; None: rounds are not
        drawn."""
        return None

    def substitute(
        self, options: Chosen, before: Facts, after: Facts, lost: Sequence[RoundPlace]
    ) -> Substitution | None:
        """The default for places made from a changed result, of which no match has been started (ALL-4); None: they go,
        and what is called for now is made. `before` and `after` are the facts around the change."""
        return None

    def calls_for_the_same(self, options: Chosen, before: Facts, after: Facts, changed: Collection[int]) -> bool:
        """Whether what was made from these matches is made just so from what they have come to since (ALL-4). `before`
        and `after` are the facts around the change."""
        return False

    @abstractmethod
    def table(self, options: Chosen, facts: Facts) -> Table:
        """The ranked table: every entrant once, each rank with its reason."""

    def onward(self, options: Chosen, facts: Facts) -> Table:
        """The order in which entrants go up to the next stage; who has left is not in it, and who shares a rank is told
        apart by a coin (SEL-1)."""
        table = self.table(options, facts)
        return replace(table, rows=tuple(row for row in table.rows if not facts.entrant(row.entry).withdrawn))

    def places_up(self, options: Chosen, facts: Facts, able: int) -> int:
        """The number of entrants who go up to the next stage, of so many who could, where one follows."""
        return facts.places_of_next_stage(able)

    def chart(self, options: Chosen, facts: Facts) -> Value | None:
        """The picture that its players look for beside the table: a bracket, a ring, a crosstable."""
        return None

    def accounts(self, options: Chosen, facts: Facts, entry: int) -> Sequence[Account]:
        """Each number of the entry's line in the table, with what it is made of."""
        return ()

    def open_table(self, options: Chosen, facts: Facts) -> TableOpened:
        """The table, and one line of it after the other; what is the same for all is worked out once."""
        return TableOpened(partial(self.table, options, facts), partial(self.accounts, options, facts))

    def stored_form(self, rules: int) -> families.Form[Any]:
        """The form in which the settings of that version of its rules are stored."""
        if rules > len(self.earlier):
            return families.Form(self.settings, names=NAMES)
        return families.by_fields(self.earlier[rules - 1], self.settings, NAMES)

    def unplayed_result(self, options: Chosen, facts: Facts, match: int) -> Result | None:
        """The result of a match that was not played in time, by what the director was told; None: the director
        decides."""
        return None

    def outcome(self, options: Chosen, result: Result, length: int, form: Form) -> Outcome:
        """Outcome of a result in a match of that form, to `length` points where it is to points. Raises Refused where
        it makes no outcome (GAM-4, SIX-3)."""
        return outcome(result, length, form)

    def conceded_matches(self, options: Chosen, facts: Facts, entry: int) -> Sequence[int]:
        """The open matches that an entry concedes by resigning, unless they are finished first."""
        open_matches = set(facts.awaited)
        return [number for place in facts.places_of(entry) for number in place.matches if number in open_matches]

    def gives_up(self, options: Chosen) -> bool:
        """Whether who leaves concedes what they have not played, too, should it come back to them."""
        return True

    def takes_late_entries(self, options: Chosen, announced_end: bool) -> bool:
        """Whether it may take entries after the start; `announced_end` says whether an end of entries is announced."""
        return False

    def takes_reentries(self, options: Chosen) -> bool:
        """Whether anyone who has lost may enter again, where that is announced (SE-10)."""
        return self.keeps_places and self.takes_late_entries(options, announced_end=True)

    def empty_place(self, options: Chosen, facts: Facts, entry: int | None) -> EmptyPlace | None:
        """The place that this late entry takes, or the next one; None: there is none (SE-9)."""
        return None

    def is_in(self, options: Chosen, facts: Facts, entry: int) -> bool:
        """Whether that entry is still in."""
        return entry in self.going_on(options, facts)

    def may_come_back(self, options: Chosen, facts: Facts, entry: int) -> bool:
        """Whether who is marked as absent may say that they are back: as long as they are in."""
        return self.is_in(options, facts, entry)

    def late_seat(self, options: Chosen, facts: Facts, entry: int) -> EmptyPlace | None:
        """The seat that somebody takes who was absent as a bracket was drawn, and is back; None: there is none
        (CON-6)."""
        return None

    def admit(self, options: Chosen, brought: int) -> Refused | None:
        """Why somebody who brings so many credits may not enter, or None (CHM-1)."""
        return None

    def asked_to_sit_out(self, options: Chosen, facts: Facts) -> Collection[int]:
        """The entries that are asked to sit out the series' next season (SWI-5)."""
        return ()

    def minutes_between_draws(self, options: Chosen) -> int | None:
        """The minutes after a draw before which no other is made; None: whenever one is due (MON-10)."""
        return None

    def days_of(self, options: Chosen, facts: Facts, round_: int) -> int | None:
        """The number of days the round is open unless the director says otherwise; None: as long as it takes
        (SWI-3)."""
        return None

    def hours_of(self, options: Chosen) -> RoundHours | None:
        """At what time of day rounds open and close; None: at any (SWI-3)."""
        return None

    def crawford(self, options: Chosen, form: Form) -> bool:
        """Whether matches of that form have the Crawford rule: the federation's rules have it [4.4.4]; where a
        tournament is not under them, it is an announced option (TD-17)."""
        return True

    def seats(self, options: Chosen, facts: Facts, entry: int) -> int:
        """The most places that the entry may have in one round."""
        return 1


AnyFormat = Format[Any]


def entrants_at_start(facts: Facts) -> list[Entrant]:
    """Those who were in at the start, and may have left since."""
    return [entrant for entrant in facts.entrants if entrant.left_at or not entrant.withdrawn]


def nobody_left(
    facts: Facts, question: str, entries: Sequence[int], detail: str, kind: QuestionKind = "nobody-left"
) -> Step:
    """Where nobody is left to go on a director names the champion, one of these entries, or there is none (ALL-5)."""
    decided = facts.decision(question)
    if decided is not None:
        return Done(champion=decided.entry)
    named = (Choice(CHAMPION, tuple(entries)),) if entries else ()
    return Ask(kind, question, detail, (*named, Choice("no-champion")))


def marks_of_lines(facts: Facts, marks: Mapping[int, str], champion: int | None) -> Mapping[int, str]:
    """These marks of a table's lines; who has left is marked as such (ALL-7), and so is the champion."""
    left: dict[int, str] = {}
    for one in facts.entrants:
        if one.entered_again:
            left[one.number] = "re-entered"
        elif one.resigned:
            left[one.number] = "left" if one.left_for_today else "resigned"
        elif one.withdrawn:
            left[one.number] = "withdrawn"
    return {**marks, **left} if champion is None else {**marks, **left, champion: "champion"}
