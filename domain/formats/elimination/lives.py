"""Lives (MON-6): N losses put a player out, rounds are drawn by lot within the same number of losses, until one of the
ends that are announced.

`one-below`: one player has fewer than N - 1 losses, who wins; those with N - 1 share the next ranks. `last`: one player
is left. `places`: no more than that many are left, who share the ranks by their losses. `sum`: the lives left are no
more than that in all; a stage that follows takes those left by their lives, so that in a knockout the byes are theirs.

With `wins` a player is through who has won so many, and is not paired any more (SWX-9). It goes on until nobody is left
to play; one who is left alone has byes until they are through. Those through are ordered by their losses, then those
out by their wins; equal ones share the rank. A stage that follows takes those who are through.

Readings: nobody meets twice while that can be avoided; else there are as few rematches as possible, and nobody is
asked. A bye is worth a win (MON-9). Where all who are left have N - 1 losses they play on to the last. The end comes
only after a whole round. With another pace than by rounds two who are free meet at once, or every so many minutes
(`formats/elimination/pace.py`, and `by_finish.py` for winners alone); who is odd waits, without a bye, and the end
comes when nobody plays. Where a change takes away some matches of a round and leaves others, all who are left play that
round first (ALL-4). Who enters late has a loss for each missed round, or none, as announced, and is in the next round
that is drawn; who would have no life left can't enter. Each round that an absent player misses costs a life (SWX-4);
without rounds none does. A round robin of the last three and rounds drawn together are not carried out.
"""

from collections.abc import Collection, Mapping, Sequence

from domain.formats.contract import acts
from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Announced, Entrant, Facts, RoundPlace, marks_of_lines
from domain.formats.contract.steps import Contender, Done, Drawing, Due, Service, Step, Substitution, Wait
from domain.formats.contract.timed import TimedRounds
from domain.formats.down_the_order import Rules, against, contender, drawing
from domain.formats.elimination.by_finish import FINISHED, pairs_by_finish
from domain.formats.elimination.lives_chart import LivesChart, lives_chart
from domain.formats.elimination.lives_options import (
    RULES_WITH_SHARED_RANKS,
    FifthLivesOptions,
    FirstLivesOptions,
    FourthLivesOptions,
    LivesOptions,
    SecondLivesOptions,
    ThirdLivesOptions,
)
from domain.formats.elimination.pace import drawing_of_pairs, free_entries, lives_lost, who_meets
from domain.formats.elimination.shared import (
    Elimination,
    byes,
    live_places,
    matches_lost,
    matches_won,
    part_of,
)
from domain.formats.kept_apart import CLUB
from domain.formats.progress import draw_lots, is_late, newest_round, refuse_late_in_stage
from domain.formats.round_options import at_tables
from domain.formats.rounds import Behind, behind, pairings_stand, present
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.problems.entries import ENTRIES_CLOSED
from domain.problems.tournament import OPTION_WITHOUT_EFFECT
from domain.standings.ranking import Criterion, Table, rank

MOST_ENTRANTS = 1_000_000
RULES = Rules(pairs="MON-6", bye="MON-9")
ORDER = (Criterion("champion"), Criterion("in"), Criterion("lives"), Criterion("win_points"))
"""Who is out by how many they had won; who has as many of both shares the rank."""


class Lives(TimedRounds, Elimination[LivesOptions]):
    """The format itself."""

    chart_kind = "lives"
    leaves_absent_out = True
    settings = LivesOptions
    earlier = (FirstLivesOptions, SecondLivesOptions, ThirdLivesOptions, FourthLivesOptions, FifthLivesOptions)
    rule_of_rounds = "MON-6"

    def lives(self, options: LivesOptions, entrant: Entrant) -> int:
        """N."""
        return options.lives

    def matches_in_round(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], round_: int) -> int:
        """One."""
        return 1

    def asks(self, facts: Facts, due: Due) -> bool:
        """A single one without an opponent."""
        return len(due.contenders) == 1

    def refuse_announcement(self, options: LivesOptions, announced: Announced) -> Refused | None:
        """Nobody enters a later stage; and what is said of late entries needs them."""
        if options.late_losses == "no-loss" and not options.late_entries:
            detail = "Nobody enters after the start: allow late entries, or leave out what they begin with."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="late_losses")
        if options.pace != "rounds" and options.late_entries and options.late_losses != "no-loss":
            detail = "Without rounds nobody misses one: let late entries begin with no loss."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="late_losses")
        return refuse_late_in_stage(announced, late_entries=options.late_entries)

    def minutes_between_draws(self, options: LivesOptions) -> int | None:
        """MON-10."""
        return options.batch_minutes

    def refuse(self, options: LivesOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """As in every elimination, but for late entries."""
        match act:
            case acts.EnterLate() if options.late_entries:
                return self._refuse_entry(options, facts)
            case _:
                return super().refuse(options, facts, act)

    def takes_late_entries(self, options: LivesOptions, announced_end: bool) -> bool:
        """As announced."""
        return options.late_entries

    def _refuse_entry(self, options: LivesOptions, facts: Facts) -> Refused | None:
        newest = newest_round(facts)
        if isinstance(self.step(options, facts), Done):
            return Refused(ENTRIES_CLOSED, "The tournament is decided.")
        if options.late_losses == "one-each-round" and newest >= options.lives:
            detail = f"Who enters has a loss for each of the {newest} rounds, and {options.lives} put a player out."
            return Refused(ENTRIES_CLOSED, detail)
        return None

    def service(self, options: LivesOptions, facts: Facts, touched: Collection[int] | None) -> Service | None:
        """Where players enter late, those of the start have the first lots."""
        return draw_lots(facts) if options.late_entries else None

    def step(self, options: LivesOptions, facts: Facts) -> Step:
        """The end that is announced; until then as in every elimination."""
        still_in = self.going_on(options, facts)
        if self._is_between_rounds(options, facts, still_in) and self._has_ended(options, facts, still_in):
            return Done(champion=self._ahead(options, facts, still_in))
        return super().step(options, facts) if options.wins is None else self._step_to_wins(options, facts, still_in)

    def _step_to_wins(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> Step:
        """SWX-9: one who is left alone plays on, with byes."""
        through = self._through(options, facts)
        if still_in:
            return self._next_round(options, facts, still_in)
        if through and not facts.awaited:
            return Done(champion=self._ahead(options, facts, through))
        return super().step(options, facts)

    def is_followed(self, options: LivesOptions, facts: Facts, round_: int) -> bool:
        """... where it is played round by round, until one is left."""
        to_the_last = options.pace == "rounds" and options.end == "last" and options.wins is None
        return to_the_last and super().is_followed(options, facts, round_)

    def _through(self, options: LivesOptions, facts: Facts) -> Sequence[int]:
        """SWX-9: those who have won as often as it takes, who left since among them."""
        return [entry for entry in facts.numbers if self._is_through(options, facts, entry)]

    def _is_through(self, options: LivesOptions, facts: Facts, entry: int) -> bool:
        if options.wins is None or self._lives_left(options, facts, entry) == 0:
            return False
        return facts.tally(entry).wins + facts.byes(entry) >= options.wins

    def _is_between_rounds(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> bool:
        """Whether more than one is left, and all of them have had their places and results in each round that anybody
        has a place in; without rounds, whether nobody plays."""
        if len(still_in) < 2 or facts.awaited or not facts.places:
            return False
        return options.pace != "rounds" or not self._behind(facts, still_in).under_way

    def _has_ended(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> bool:
        left = [self._lives_in_play(options, facts, entry) for entry in still_in]
        match options.end:
            case "one-below":
                return sum(lives > 1 for lives in left) == 1
            case "places":
                return len(left) <= (options.left or 0)
            case "sum":
                return sum(left) <= (options.left or 0)
            case "last":
                return False

    def _ahead(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> int | None:
        """The entry with most lives left, where that is one and no stage follows."""
        left = {entry: self._lives_in_play(options, facts, entry) for entry in still_in}
        best = [entry for entry in still_in if left[entry] == max(left.values())]
        return best[0] if len(best) == 1 and facts.last else None

    def _lives_in_play(self, options: LivesOptions, facts: Facts, entry: int) -> int:
        """The number of lives that the entry has left: none once it has left, unless it was through."""
        left = self._lives_left(options, facts, entry)
        return 0 if facts.entrant(entry).withdrawn and not self._is_through(options, facts, entry) else left

    def _lives_left(self, options: LivesOptions, facts: Facts, entry: int) -> int:
        gone = facts.setbacks(entry) + _missed_losses(options, facts, facts.entrant(entry))
        return max(0, options.lives - gone)

    def going_on(self, options: LivesOptions, facts: Facts) -> Sequence[int]:
        """Those who have a life left, and are not through."""
        in_it = (entry for entry in facts.numbers if self._lives_in_play(options, facts, entry))
        return [entry for entry in in_it if not self._is_through(options, facts, entry)]

    def _lacking(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace]) -> tuple[int, int]:
        """The round that the entry comes into next: a late one the next that is drawn, an absent one past what it
        missed."""
        late = not places and is_late(facts, entrant)
        round_, lacks = (newest_round(facts) + 1, 1) if late else super()._lacking(facts, entrant, places)
        while round_ <= newest_round(facts) and facts.is_absent(entrant.number, round_):
            round_ += 1
        return round_, lacks

    def _behind(self, facts: Facts, still_in: Sequence[int]) -> Behind:
        """Without those who are absent (SWX-4)."""
        places = live_places(facts)
        lacking = {entry: self._lacking(facts, facts.entrant(entry), places.get(entry, ())) for entry in still_in}
        return behind(facts, present(facts, lacking))

    def contender(self, facts: Facts, entry: int, places: int) -> Contender:
        """MON-6: by losses; MON-9: by byes."""
        return contender(facts, entry, {"score": facts.setbacks(entry)}, None)

    def _next_round(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> Step:
        """Those it is drawn from say how many lives they have lost, and where clubs are kept apart the club."""
        if options.pace != "rounds":
            return self._next_pairs(options, facts, still_in)
        step = super()._next_round(options, facts, still_in)
        return self._due_with_counts(options, facts, step) if isinstance(step, Due) else step

    def _next_pairs(self, options: LivesOptions, facts: Facts, still_in: Sequence[int]) -> Step:
        """MON-10: those of the free who meet now; nobody any more, once it has come to its end."""
        waits = Wait(tuple(facts.awaited))
        if facts.places and self._has_ended(options, facts, still_in):
            return waits
        round_ = newest_round(facts) + 1
        free = tuple(self.contender(facts, entry, 1) for entry in free_entries(facts, still_in))
        due = self._due_with_counts(options, facts, Due(round_, free, options.terms_of(round_)))
        if options.pace == "by-finish":
            return pairs_by_finish(options, facts, due, still_in) or waits
        is_quiet = not facts.awaited
        meeting = due.contenders if is_quiet and len(still_in) == 1 else who_meets(options, due, is_quiet=is_quiet)
        return replace(due, contenders=tuple(meeting)) if meeting else waits

    def _due_with_counts(self, options: LivesOptions, facts: Facts, due: Due) -> Due:
        clubs = options.clubs_of(facts, due.round)
        contenders = (
            one.model_copy(update={"counts": self._counts_for_draw(options, facts, one, clubs)})
            for one in due.contenders
        )
        return replace(due, contenders=tuple(contenders))

    def lacks(self, options: LivesOptions, facts: Facts, entry: int) -> tuple[int, int]:
        """MON-10: without rounds nobody is behind."""
        return super().lacks(options, facts, entry) if options.pace == "rounds" else (newest_round(facts) + 1, 1)

    def _counts_for_draw(
        self, options: LivesOptions, facts: Facts, one: Contender, clubs: Mapping[int, int]
    ) -> Mapping[str, int]:
        lost_lives = options.lives - self._lives_in_play(options, facts, one.entry)
        club = {CLUB: clubs[one.entry]} if one.entry in clubs else {}
        return {**one.counts, "score": lost_lives, **club}

    def draw(self, options: LivesOptions, due: Due, chance: Chance) -> Drawing:
        """By lot within the same number of losses, the fewest first; or else by finish."""
        order = sorted(chance.random_order(due.contenders), key=_draw_key)
        made = (
            drawing(options, due, order, RULES) if options.pace == "rounds" else drawing_of_pairs(options, due, order)
        )
        keys = {one.entry: (lives_lost(one), 0) for one in order}
        return replace(made, pairs=at_tables(made.pairs, keys)) if options.tables_by_score else made

    def against(self, options: LivesOptions, due: Due, entries: Sequence[int]) -> Mapping[str, int]:
        """SWX-7, MON-8, MON-9."""
        return against(options, due, entries)

    def substitute(
        self, options: LivesOptions, before: Facts, after: Facts, lost: Sequence[RoundPlace]
    ) -> Substitution | None:
        """The pairings stand, unless two would meet who must not. Without rounds they go, and who is free is drawn."""
        if options.pace != "rounds":
            return None
        return options.unless_banned(pairings_stand(self, options, before, after, lost, options.terms_of))

    def table(self, options: LivesOptions, facts: Facts) -> Table:
        """SE-13: who is still in has no rank before the end; then by lives, and who is out by win points. Who is left
        with as many lives as others shares their rank, since rules 6."""
        end = self._end(options, facts)
        values = self._lines(options, facts, end.champion if end else None)
        lives, through = {entry: line["lives"] for entry, line in values.items()}, self._through(options, facts)
        undecided = () if end else (entry for entry, left in lives.items() if left)
        order = sorted(undecided, key=lambda entry: (entry not in through, -lives[entry]))
        shares = options.rules_version >= RULES_WITH_SHARED_RANKS
        counted = {e: {**line, "win_points": 0} if shares and lives[e] else line for e, line in values.items()}
        ranked = rank(counted, ORDER, _marks(facts, lives, through, end), order)
        return Table(ranked.criteria, tuple(replace(row, values=values[row.entry]) for row in ranked.rows))

    def onward(self, options: LivesOptions, facts: Facts) -> Table:
        """By lives; who has left can't go up, nor who is out where it ends with so many left."""
        lines = self._lines(options, facts, self._champion(options, facts))
        least = 1 if _leaves_a_few(options) else 0
        able = {e: line for e, line in lines.items() if line["lives"] >= least and not facts.entrant(e).withdrawn}
        return rank(able, ORDER)

    def places_up(self, options: LivesOptions, facts: Facts, able: int) -> int:
        """All who are left, where it ends with so many, and no more than the next stage takes."""
        wanted = facts.places_of_next_stage(max(able, MOST_ENTRANTS))
        return min(able, wanted) if _leaves_a_few(options) else super().places_up(options, facts, able)

    def _end(self, options: LivesOptions, facts: Facts) -> Done | None:
        step = self.step(options, facts) if facts.started else None
        return step if isinstance(step, Done) else None

    def _champion(self, options: LivesOptions, facts: Facts) -> int | None:
        end = self._end(options, facts)
        return end.champion if end else None

    def _lines(self, options: LivesOptions, facts: Facts, champion: int | None) -> Mapping[int, Mapping[str, int]]:
        lines = super()._lines(options, facts, champion)
        return {entry: {**line, "lives": self._lives_in_play(options, facts, entry)} for entry, line in lines.items()}

    def counts(self, facts: Facts, entrant: Entrant) -> Mapping[str, int]:
        """As in N times elimination."""
        tally = facts.tally(entrant.number)
        byes = facts.byes(entrant.number)
        return {"win_points": tally.wins + byes, "losses": tally.losses, "byes": byes}

    def chart(self, options: LivesOptions, facts: Facts) -> LivesChart:
        """The lives left and every round, in the order of the table."""
        order = [row.entry for row in self.table(options, facts).rows]
        return lives_chart(facts, order, options.lives, lambda entry: self._lives_in_play(options, facts, entry))

    def accounts(self, options: LivesOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """Every match and bye, and each life that went."""
        idle = byes(facts, entry)
        return (
            account("win_points", (*matches_won(facts, entry), *idle)),
            account("losses", matches_lost(facts, entry)),
            account("byes", idle),
            account("lives", self._life_parts(options, facts, entry)),
        )

    def _life_parts(self, options: LivesOptions, facts: Facts, entry: int) -> Sequence[Part]:
        """The lives at the start, each that was lost, and what a change that stands, or leaving, makes of them."""
        places = (one for one in facts.places_of(entry) if one.ended is not None and one.ended.is_lost_by(entry))
        losses = [part_of("loss", -1, place, entry) for place in places]
        late = _missed_losses(options, facts, facts.entrant(entry))
        missed = [Part(label="missed round", value=-late)] if late else []
        stands = self._lives_in_play(options, facts, entry) - options.lives + len(losses) + late
        changed = [Part(label="stands", value=stands)] if stands else []
        return [Part(label="brought", value=options.lives), *losses, *missed, *changed]


def _leaves_a_few(options: LivesOptions) -> bool:
    """Whether those who are out can't go up, however few are left."""
    return options.end in ("places", "sum") or options.wins is not None


def _draw_key(one: Contender) -> tuple[int, int]:
    return lives_lost(one), one.counts.get(FINISHED, 0)


def _marks(facts: Facts, lives: Mapping[int, int], through: Sequence[int], end: Done | None) -> Mapping[int, str]:
    still_in = "placed" if end and facts.last else "in"
    marks = {entry: still_in if left else "out" for entry, left in lives.items()} | dict.fromkeys(through, "through")
    return marks_of_lines(facts, marks, end.champion if end else None)


def _missed_losses(options: LivesOptions, facts: Facts, entrant: Entrant) -> int:
    """The losses for rounds in which the entry had no place: those before its first, where it came late, and those in
    which it was absent (SWX-4)."""
    if options.pace != "rounds":
        return 0
    newest = newest_round(facts)
    absent = {round_ for round_ in range(1, newest + 1) if facts.is_absent(entrant.number, round_)}
    is_charged = options.late_losses == "one-each-round" and is_late(facts, entrant)
    if not absent and not is_charged:
        return 0
    mine = [place.round for place in facts.places if entrant.number in place.entries]
    first = min(mine, default=newest + 1) if is_charged else 1
    return len((absent | set(range(1, first))).difference(mine))
