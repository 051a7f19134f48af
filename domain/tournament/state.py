"""A tournament's state: frozen values, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rpds import HashTrieMap, HashTrieSet

from domain.formats.contract.protocol import Decided
from domain.formats.registry import FormatOptions
from domain.kernel import merges
from domain.kernel.chance import Commitment
from domain.kernel.entry_keys import entry_key, entry_of_key, is_entry_key
from domain.kernel.envelope import Actor
from domain.kernel.ids import ClubId, PersonId, StreamName
from domain.kernel.outside_source import OutsideSource
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Colour, Instant, Value
from domain.match import validity
from domain.match.layer import OrderedBy
from domain.match.record import Bye, LeftOut, Match, Opening
from domain.match.validity import Tally
from domain.match.verdict import Basis, DerivedKey, Verdict, winner_by_verdict
from domain.series.events import ChainLink
from domain.tournament.hall.state import Hall
from domain.tournament.imports.state import Import
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.match_record.state import MatchRecords
from domain.tournament.person_effects.snapshots import (
    Admission,
    ClonedFrom,
    Credits,
    Flight,
    QualifyingWins,
    SeriesPlace,
    TurnedAway,
)
from domain.tournament.reporting.state import Filed
from domain.tournament.reviews.state import ResolvedReview
from domain.tournament.rounds.events import RoundScheduled
from domain.tournament.rulings.state import Directing
from domain.tournament.stakes.state import Settlements

PLAY_OFF = -1
"""The opening of a match that is played before its stage is opened (SEL-2)."""

Status = Literal["announced", "started", "completed", "cancelled"]
EntryStatus = Literal["requested", "waiting", "approved", "refused", "withdrawn", "resigned", "left", "re-entered"]
LEFT: tuple[EntryStatus, ...] = ("resigned", "left")
"""Of an entrant who has left after the start: has resigned, or has left for today."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Another flight offered in place of this one; `accepted` is None until it is answered (TD-2)."""

    flight: Flight
    accepted: bool | None = None


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Somebody who was behind an entry on the waiting list, and was given a place before it."""

    by: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A ruling in force that puts an entrant out, or the appeal that has replaced it, and as what (TD-4)."""

    ruling: int
    by: OrderedBy
    kind: Literal["disqualified", "expelled"]
    at: datetime


@dataclass(frozen=True, slots=True)
class CameBack:
    """A resignation taken back, with that version of the stream; `matches` had been conceded by it."""

    version: int
    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reentered:
    """The entry as which its persons have entered again, after the loss of that match (SE-10)."""

    again: int
    lost: int


@dataclass(frozen=True, slots=True)
class Departure:
    """The record that an entry was withdrawn or has left: the author, the moment, and the version of the stream."""

    by: Actor
    at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class ChosenCode:
    """A code that the actor `by` has chosen for themselves. Commands by it have the key `key`, and count in matches
    with a number above `after`."""

    key: str
    by: Actor
    chosen_at: datetime
    after: int

    def is_renewed_by(self, actor: Actor) -> bool:
        """Whether another that the actor chooses takes its place: by the same key, or one that only they have."""
        return actor.key == self.by.key or not actor.behind


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: of `person`, or of a team with these other `members` (ALL-10).

    `entrant` is true once it was approved, for good (ALL-7); `excluded_by` are the rulings that put it out, `out_since`
    is since when they do, or did before they were reversed. `reason` is text about the person, `left_at` is when it
    left after the start, `departure` who recorded that it did or was withdrawn. `withdrawn_before` says whether others
    have withdrawn it before it was asked for. `finishes` are the matches that it plays all the same, `reason_before` is
    the reason until then; `waits_since` is the stream version that put it on the waiting list, None where it does not
    wait. `admission` and `credited` are what it was taken on (ALL-14); `turned_away` is why the service refused it,
    where it did; `passed_over` who came off the waiting list before it. `unasked` are members who others have named,
    and who have not asked for it themselves: it doesn't bind them. `entered_by` are those who may have asked for it,
    last, at `entered_at`; `fixed_table` is where it always plays (REG-6). `club` is the one that it plays for (REG-5),
    `came_back` its newest resignation that was taken back. `here_since` is when it came to the check-in, `fee_paid`
    whether its fee was paid. `codes` are those that its persons have chosen there, one each at most. `again_of` is the
    entry that its persons gave up for it, `reentered` the one that they have now (SE-10). `held_before` are those who
    had the place before a substitute was given it (SE-12). `place_given_up` says that it has withdrawn after the start,
    before its first match, and `place_asked_for` that it asks for that place again; `in_place_of` is the entry whose
    place it was given. `void_with` is the match whose loss was none, so that its re-entry was none either;
    `void_entries` are the re-entries of its own that were void so.
    """

    number: int
    person: PersonId
    status: EntryStatus
    revision: int
    entrant: bool = False
    reason: PersonalText | None = None
    colour: Colour | None = None
    left_at: datetime | None = None
    departure: Departure | None = None
    withdrawn_before: bool = False
    finishes: tuple[int, ...] = ()
    reason_before: PersonalText | None = None
    members: tuple[PersonId, ...] = ()
    team_name: PersonalText | None = None
    club: ClubId | None = None
    excluded_by: tuple[Exclusion, ...] = ()
    out_since: datetime | None = None
    waits_since: int | None = None
    offer: Offer | None = None
    credited: Credits | None = None
    admission: Admission | None = None
    turned_away: TurnedAway | None = None
    passed_over: tuple[Overtaken, ...] = ()
    unasked: tuple[PersonId, ...] = ()
    entered_by: tuple[PersonId, ...] = ()
    fixed_table: int | None = None
    entered_at: datetime | None = None
    came_back: CameBack | None = None
    here_since: datetime | None = None
    fee_paid: bool = False
    again_of: int | None = None
    reentered: Reentered | None = None
    held_before: tuple[PersonId, ...] = ()
    place_given_up: bool = False
    place_asked_for: bool = False
    in_place_of: int | None = None
    void_with: int | None = None
    void_entries: tuple[int, ...] = ()
    codes: tuple[ChosenCode, ...] = ()

    @property
    def gone(self) -> bool:
        """Whether it is not in, or no longer."""
        return self.status != "approved" or bool(self.excluded_by)

    @property
    def waits_for_members(self) -> bool:
        """Whether a team's entry was asked for, but not by all of them."""
        return self.status == "requested" and bool(self.unasked)

    @property
    def is_proposed(self) -> bool:
        """Whether none of its persons has asked for it themselves: an officer of their club has."""
        return self.unasked == self.persons

    @property
    def persons(self) -> tuple[PersonId, ...]:
        """Everybody in it."""
        return (self.person, *self.members)

    def code_of(self, person: PersonId | None) -> ChosenCode | None:
        """The code that the person, who is in it, has chosen."""
        return next((code for code in self.codes if code.by.person == person and person in self.persons), None)

    @property
    def credits(self) -> int:
        """The credits that it brought (CHM-1)."""
        return 0 if self.credited is None else self.credited.value


class OrderChange(Value):
    """A changed order of a stage's table after the start (TB-29): the criteria `before`, none where they were the
    format's own."""

    stage: int
    before: tuple[str, ...]
    changed_at: Instant


@dataclass(frozen=True, slots=True)
class Settings:
    """The announcement, and how far the tournament is: `format` is that of the first stage, `stages` those that follow.
    `revision` is the stream version that last changed it; `started_at` is when it was first started. `ended_at` and
    `ended_by` are the moment and the author of its completion or cancellation, `report_due_at` is the time to file its
    report (TD-19). All are None while it is neither; `champion` and `asked_to_sit_out` are those of its completion,
    while it is completed. `announced_by` are the key and, where it has one, the person that announced it;
    `outside_source` gives the value from outside that its draws depend on, where one was announced (ALL-2); `club` is
    the club whose tournament it is (REG-5); `order_changes` are those of the order of a table since the start
    (TB-29)."""

    name: str
    format: FormatOptions
    rating: RatingTerms | None
    conditions: Conditions
    time_zone: str
    directors: tuple[PersonId, ...]
    status: Status
    announced_at: datetime
    revision: int
    ended_at: datetime | None = None
    ended_by: str | None = None
    report_due_at: datetime | None = None
    stages: tuple[LaterStage, ...] = ()
    series: SeriesPlace | None = None
    qualifying: QualifyingWins | None = None
    cloned_from: ClonedFrom | None = None
    champion: int | None = None
    asked_to_sit_out: tuple[int, ...] = ()
    started_at: datetime | None = None
    announced_by: tuple[str, ...] = ()
    outside_source: OutsideSource | None = None
    club: ClubId | None = None
    order_changes: tuple[OrderChange, ...] = ()

    def begins_at(self, round_: int | None) -> datetime | None:
        """When matches of that round are announced to begin [2.2.1]; None where nothing is announced of it."""
        announced = {one.round: one.starts_at for one in self.conditions.starting_times or ()}
        return announced.get(round_ or 1, self.conditions.starts_at if round_ in (None, 1) else None)


@dataclass(frozen=True, slots=True)
class Committed:
    """A commitment to a secret, and the secret once it is revealed (ALL-2), both in hexadecimal digits; and the link of
    the series' chain that it belongs to, where it does."""

    commitment: Commitment
    secret: str | None = None
    chain_link: ChainLink | None = None


@dataclass(frozen=True, slots=True)
class OutsideValue:
    """A value that the announced source has given (ALL-2): `by` are those who may have recorded it; `witnessed` is
    whether the announced witness has said the same."""

    value: str
    by: tuple[PersonId, ...]
    witnessed: bool = False


@dataclass(frozen=True, slots=True)
class StandOverride:
    """A change of a result with the choice `stand` (ALL-4). While the match `counts_as` that verdict, it `advances_as`
    it was before, where a place is kept by that. None: nothing counted. Likewise of who is in again, and stays out.
    `missed` are the rounds, by entry, that somebody missed who was wrongly out, each with the places they had not
    there. `together` are the other matches in which players changed places with its own, each as it then counts. Nobody
    keeps one place of these alone."""

    advances_as: Verdict
    counts_as: Verdict
    missed: tuple[tuple[int, int, int], ...] = ()
    together: Basis = ()

    @property
    def keeps_place(self) -> bool:
        """Whether somebody goes on, or stays out, by what was before."""
        return self.advances_as != self.counts_as


@dataclass(frozen=True, slots=True)
class SeededByErrorRates:
    """By whose analyses, attached since when, the field was seeded; and for each entry of it that is no team, of how
    many matches, and their sum in thousandths."""

    program: str
    since: datetime
    found: Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Seeded:
    """When the field was seeded by figures from elsewhere: by rating what each was, in millionths of a point, or by
    error rates (ALL-14)."""

    at: datetime
    ratings: tuple[tuple[int, int], ...]
    error_rates: SeededByErrorRates | None = None


@dataclass(frozen=True, slots=True)
class Circular:
    """A match, bye or opening that would depend on its own result, by the event of that version: no decision makes
    any."""

    version: int
    made: DerivedKey


@dataclass(frozen=True, slots=True)
class Rounds:
    """The part of the state that formats with pairings add. `derived_from` holds, by match, what was made from it;
    `matches_of` by entry, and `slots` by opening and slot, the numbers of their matches, `bye_slots` those of the
    walkovers there; `drawn` how often each round was drawn; `bye_counts` the byes that count by opening and entry;
    `openings` those of later stages, the nth numbered n; `starters` is how many there were at the start, None before
    it; `requests` are byes asked for, by round; `kept` are the matches that a decision keeps on another outcome;
    `stood` the overrides on other outcomes of a match, or of minus an entry; by round `left_out` are those who rulings
    had put out as it was drawn, and `since` is when it came to be; `circular` is the newest thing found to depend on
    itself; `outside` the newest value from outside; `places_taken` are the slots that late entries took; `bouts` are
    the later matches of each bout, by its first; `line_ups` are by that and an entry the places of those in it who
    play, board by board."""

    byes: HashTrieMap[int, Bye] = field(default_factory=HashTrieMap)
    derived_from: HashTrieMap[int, tuple[DerivedKey, ...]] = field(default_factory=HashTrieMap)
    bye_counts: HashTrieMap[tuple[int, int], int] = field(default_factory=HashTrieMap)
    drawn: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    stood: HashTrieMap[int, tuple[StandOverride, ...]] = field(default_factory=HashTrieMap)
    decisions: HashTrieMap[str, Decided] = field(default_factory=HashTrieMap)
    committed: tuple[Committed, ...] = ()
    matches_of: HashTrieMap[int, tuple[int, ...]] = field(default_factory=HashTrieMap)
    slots: HashTrieMap[tuple[int, str], tuple[int, ...]] = field(default_factory=HashTrieMap)
    bye_slots: HashTrieMap[tuple[int, str], tuple[int, ...]] = field(default_factory=HashTrieMap)
    openings: tuple[Opening, ...] = ()
    lots: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    lots_drawn: int = 0
    play_offs_drawn: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    """By stage, how often play-offs for its last places were drawn."""
    brackets_drawn: HashTrieMap[tuple[int, str], tuple[str, ...]] = field(default_factory=HashTrieMap)
    """By opening and bracket, the places from which its players come, as they were drawn (CON-6)."""
    bracket_draws: HashTrieMap[tuple[int, str], int] = field(default_factory=HashTrieMap)
    """By stage and bracket, how often it was drawn."""
    seeds: HashTrieMap[int, int] = field(default_factory=HashTrieMap)
    starters: int | None = None
    requests: HashTrieMap[int, frozenset[int]] = field(default_factory=HashTrieMap)
    schedules: HashTrieMap[int, RoundScheduled] = field(default_factory=HashTrieMap)
    kept: HashTrieSet[int] = field(default_factory=HashTrieSet)
    seeded: Seeded | None = None
    left_out: HashTrieMap[int, tuple[LeftOut, ...]] = field(default_factory=HashTrieMap)
    since: HashTrieMap[int, datetime] = field(default_factory=HashTrieMap)
    circular: Circular | None = None
    outside: OutsideValue | None = None
    bouts: HashTrieMap[int, tuple[int, ...]] = field(default_factory=HashTrieMap)
    places_taken: HashTrieMap[int, str] = field(default_factory=HashTrieMap)
    line_ups: HashTrieMap[tuple[int, int], tuple[int, ...]] = field(default_factory=HashTrieMap)
    absences: HashTrieMap[int, tuple[tuple[int, bool], ...]] = field(default_factory=HashTrieMap)
    """By entry, from which round on it is absent, or no longer, in the order in which that was said (SWX-4)."""

    def is_absent(self, entry: int, round_: int) -> bool:
        """Whether the entry is left out of that round: what was said last of it, or of a round before, counts."""
        said = [absent for since, absent in self.absences.get(entry, ()) if since <= round_]
        return bool(said) and said[-1]

    def closes_at(self, round_: int) -> datetime | None:
        """When the round closes, as far as that has been said."""
        schedule = self.schedules.get(round_)
        return None if schedule is None else schedule.closes_at

    def override(self, number: int, verdict: Verdict) -> StandOverride | None:
        """Override that holds while that match, or minus that entry, counts as that: of several the newest."""
        stood = reversed(self.stood.get(number, ()))
        return next((one for one in stood if validity.still_kept(one.counts_as, verdict)), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state. `settings` is None until the tournament is announced; `codes` are the keys of the codes that players
    have chosen; `awaiting` are the matches without an announced result, `by_link` those that count by a director's link
    alone (TD-9); `tallies` are by opening (0: the first stage) and entry; `filings` are the reports that were filed
    (TD-19), `settlements` the ledger of stakes (STK-5), `reviewed` the items settled by a director. `imported` is its
    import, `hall` are its rooms and tables. `reported` says when the nth result was reported, `placed` are the matches
    that a correction has given another place (ELO-6); in `laid` are the matches, and minus the entries, that the newest
    event has touched. `served` says when each has last acted as staff, or ceased to be (1.3.1). `merged` are the
    records that were merged, each with the one it was merged into; then `apart` is the tournament as recorded, under
    the ids of the records (REG-1). `held` is the tournament as the public is shown it, just before the first draw that
    is not released; None where it is shown all. Who lists a map sorts."""

    stream: StreamName
    version: int = 0
    settings: Settings | None = None
    entries: HashTrieMap[int, Entry] = field(default_factory=HashTrieMap)
    entry_of: HashTrieMap[PersonId, int] = field(default_factory=HashTrieMap)
    codes: HashTrieSet[str] = field(default_factory=HashTrieSet)
    matches: HashTrieMap[int, Match] = field(default_factory=HashTrieMap)
    tallies: HashTrieMap[tuple[int, int], Tally] = field(default_factory=HashTrieMap)
    awaiting: HashTrieSet[int] = field(default_factory=HashTrieSet)
    by_link: HashTrieSet[int] = field(default_factory=HashTrieSet)
    rounds: Rounds = field(default_factory=Rounds)
    directing: Directing = field(default_factory=Directing)
    settlements: Settlements = field(default_factory=Settlements)
    filings: tuple[Filed, ...] = ()
    match_records: MatchRecords = field(default_factory=MatchRecords)
    reviewed: tuple[ResolvedReview, ...] = ()
    imported: Import | None = None
    hall: Hall = field(default_factory=Hall)
    reported: HashTrieMap[int, datetime] = field(default_factory=HashTrieMap)
    placed: HashTrieSet[int] = field(default_factory=HashTrieSet)
    laid: HashTrieSet[int] = field(default_factory=HashTrieSet)
    served: HashTrieMap[PersonId, datetime] = field(default_factory=HashTrieMap)
    merged: merges.Merges = ()
    apart: Tournament | None = None
    held: Tournament | None = None

    @property
    def id(self) -> str:
        return self.stream.removeprefix("tournament-")

    @property
    def started(self) -> bool:
        """Whether it has been started; no longer, once it has been cancelled (ALL-13)."""
        return self.settings is not None and self.settings.status in ("started", "completed")

    @property
    def directors(self) -> tuple[PersonId, ...]:
        """Its directors. Administrators are staff everywhere: as such they are no director here (TD-11)."""
        return self.settings.directors if self.settings else ()

    @property
    def places_taken(self) -> int:
        """The number of entries with a place."""
        return sum(entry.status == "approved" for entry in self.entries.values())

    @property
    def drawn(self) -> bool:
        """Whether anything has been drawn in it (ALL-2)."""
        coin_flips = any(opening.coin_flips for opening in self.rounds.openings)
        rounds = self.rounds
        return bool(rounds.drawn or rounds.play_offs_drawn or rounds.bracket_draws or rounds.lots_drawn) or coin_flips

    @property
    def opening(self) -> Opening | None:
        """The opening of the stage that is being played; None in the first."""
        return max((o for o in self.rounds.openings if o.live), key=lambda one: one.stage, default=None)

    @property
    def as_recorded(self) -> Tournament:
        """The tournament under the ids of the records that it was recorded for (REG-3)."""
        return self if self.apart is None else self.apart

    def known_id(self, person: PersonId) -> PersonId:
        """The id under which the person is known, whose record may have been merged (REG-1)."""
        return merges.under_known_ids(person, self.merged)

    def opens(self, number: int) -> bool:
        """Whether that opening is in force; 0 is the tournament's own start, and a play-off comes before any."""
        return number <= 0 or self.rounds.openings[number - 1].live

    def verdict(self, number: int) -> Verdict:
        """Verdict of the match, or None if it does not exist or does not count yet. Minus an entry's number: `out`
        where it has left."""
        if is_entry_key(number):
            entry = self.entries.get(entry_of_key(number))
            return "out" if entry is not None and entry.gone else None
        match = self.matches.get(number)
        return None if match is None else validity.verdict(match)

    def entries_of(self, person: PersonId) -> tuple[int, ...]:
        """The numbers of the entries that are the person's, or of a team with them."""
        return tuple(number for number, entry in sorted(self.entries.items()) if person in entry.persons)

    def override(self, number: int) -> StandOverride | None:
        """Override that holds for that match in spite of what it now counts as (ALL-4); minus an entry's number: that
        it stays out although it is in again."""
        if number not in self.rounds.stood:
            return None
        stood = self.rounds.override(number, self.verdict(number))
        return stood if stood and all(self.verdict(other) == now for other, now in stood.together) else None

    def stays_out(self, entry: int) -> bool:
        """Whether the entry is in again, and another keeps its place (ALL-4)."""
        stood = self.override(entry_key(entry))
        return stood is not None and stood.keeps_place

    def is_kept_out(self, entry: int) -> bool:
        """Whether another goes on in place of this winner of a bracket or ring match, or keeps its place there
        (ALL-4)."""
        mine = [number for number in self.rounds.matches_of.get(entry, ()) if self.matches[number].slot is not None]
        stood = (one for number in mine if (one := self.override(number)) is not None)
        won = any(one.keeps_place and winner_by_verdict(one.counts_as) == entry for one in stood)
        return won or (bool(self.rounds.slots) and self.stays_out(entry))

    @property
    def commitment(self) -> Committed | None:
        """The commitment in force: the latest, unless its secret is revealed (ALL-2)."""
        committed = self.rounds.committed
        return committed[-1] if committed and committed[-1].secret is None else None


def initial(stream: StreamName) -> Tournament:
    """The state before the first event."""
    return Tournament(stream)


def announced_settings(state: Tournament) -> Settings:
    """The settings of a tournament that has been announced; ValueError if it has not."""
    if state.settings is None:
        raise ValueError(f"{state.stream} has not been announced")
    return state.settings
