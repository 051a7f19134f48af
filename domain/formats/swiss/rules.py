"""A Swiss (SWI-1..11), and the order in which it sends its players on to a knockout (SEL-1).

There are ceil(log2 N) rounds for N entrants at the start. Everybody still in has one match per round, or a bye. The
order is by match points, Solkoff, cumulative score and lot; a round is paired down that order, each player with the
highest not met before, near in points and of the other colour where that is possible. A match that was not played in
time is settled by what the director was told; the player at fault (LD) is removed from the tournament.

Readings: a player who has left (removed or resigned) stays in the table with their points as they were, and nothing is
added to their cumulative score; their Solkoff and their opponents' cumulative scores move on with the opponents. Points
count when a result is announced, a bye's when it is given; opponents count from the pairing on, virtual scores move
when the round has closed: all its matches have their results, and nobody lacks a place in it. A round ends, for anyone
who wants a bye in the next, with the draw of the next. A late entry, where that is allowed, plays from the next round
on; a missed round gives neither points nor an opponent. In the first round, where all have the same points, no window
matters. A player who lacks a place in a round that others already play, because a change has taken the place or has
brought the player back, first catches up with others in the same position; a player without an opponent is paired by
hand, gets a bye, or misses the round, as the director decides (ALL-5). If nobody is left, the director decides; a
single player left has won. The number of rounds changes, with a reason, until the last one is drawn (SWX-11); how long
a round that was drawn is open stays as it was. Where no knockout follows, the champion is the first in the order of
those still in. A match to points may be reported as drawn (D) as a six-game match may: a league may break matches off,
or play other games.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account
from domain.formats.contract.opened import TableOpened
from domain.formats.contract.protocol import (
    Announced,
    Caution,
    ConsideredOpponent,
    Facts,
    Format,
    RoundPlace,
    marks_of_lines,
)
from domain.formats.progress import (
    cautions_of,
    draw_lots,
    due_or_ask,
    going_on,
    newest_round,
    refuse_late_in_stage,
    refuse_new_rounds,
)
from domain.formats.round_options import at_tables, has_asked, keys_by, refuse_bye, with_request
from domain.formats.rounds import pairings_stand
from domain.formats.swiss.opened import SeasonOpened
from domain.formats.swiss.options import (
    FirstSwissOptions,
    FourthSwissOptions,
    SecondSwissOptions,
    SwissOptions,
    ThirdSwissOptions,
)
from domain.formats.swiss.season import Season, puts_out, removed_entries
from domain.formats.tie_breaks import ranked
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.values import RoundHours, Why
from domain.pairing.players import Player
from domain.pairing.reasons import Ground, LeftOver, Paired, Pairing
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches
from domain.problems.entries import COLOURS_INCOMPLETE, ENTRIES_CLOSED, RESIGN_INSTEAD
from domain.problems.matches import LENGTH_NOT_ALLOWED, MATCH_HAS_RESULT
from domain.problems.rounds import LAST_ROUND_DEFAULT_DRAW, PAIRED_BY_ROUND, SIDES_DRAWN
from domain.problems.tournament import FORMAT_FIXED
from domain.scoring.games import Outcome
from domain.scoring.result import BothLost, Result, Unplayed
from domain.scoring.six_games import MOST_GAMES
from domain.standings.crosstable import Crosstable, line
from domain.standings.ranking import Criterion, Table, rank
from domain.standings.swiss_scores import ties

SEEDING = (
    Criterion("match_points"),
    Criterion("defaults", better="less"),
    Criterion("solkoff"),
    Criterion("cumulative"),
    Criterion("opponents_cumulative"),
)
"""SEL-1, as far as it does not compare those tied with each other."""

AMONG_TIED = Criterion("among_tied")
"""SEL-1: the points in the matches between those tied so far; 0 for all of them unless all have met."""


class Swiss(Format[SwissOptions]):
    """The format itself."""

    settings = SwissOptions
    earlier = (FirstSwissOptions, SecondSwissOptions, ThirdSwissOptions, FourthSwissOptions)
    rule_of_rounds = "SWI-3"

    whole_season = True
    has_colours = True
    leaves_absent_out = True
    chart_kind = "crosstable"

    def refuse_announcement(self, options: SwissOptions, announced: Announced) -> Refused | None:
        """Nobody enters a later stage; there must be facts for the order of the table."""
        refused = refuse_late_in_stage(announced, late_entries=options.late_entries)
        return refused or ranked.refuse_order(options.tie_breaks, options.kind, options.facts)

    def refuse(self, options: SwissOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """SWI-4, SWI-6; pairings come by the round, and who leaves resigns."""
        match act:
            case acts.EnterLate():
                return _refuse_entry(options, facts)
            case acts.PairThemselves() | acts.SitOut():
                return Refused(PAIRED_BY_ROUND, "Matches here come from the pairings of a round.")
            case acts.Leave():
                return Refused(RESIGN_INSTEAD, "The tournament has started.")
            case acts.CorrectMatch():
                return _refuse_correction(options, act)
            case acts.CorrectSides():
                return None
            case acts.AskForBye():
                rounds = options.rounds_for(facts.starters)
                return refuse_bye(options, rounds, facts, act, removed_entries(facts))
            case acts.ReportNoTimeAgreed(match=match):
                return _refuse_telling(facts, match)
            case acts.EndMatch(outcome=Outcome(ended="drawn-by-default")) if _is_last(options, facts, act.match):
                detail = "In the last round the director must rule on the match (SWI-4)."
                return Refused(LAST_ROUND_DEFAULT_DRAW, detail, match=act.match)
            case acts.EndMatch():
                return None

    def takes_late_entries(self, options: SwissOptions, announced_end: bool) -> bool:
        """As announced."""
        return options.late_entries

    def refuse_start(self, options: SwissOptions, facts: Facts) -> Refused | None:
        """SWI-2: all have a colour, or nobody."""
        without = [e.number for e in facts.entrants if e.colour is None and not e.withdrawn]
        if 0 < len(without) < facts.starters:
            return Refused(COLOURS_INCOMPLETE, f"Entrants without a colour: {len(without)}.", entries=without[:100])
        return super().refuse_start(options, facts)

    def byes_on_request(self, options: SwissOptions) -> bool:
        """SWI-6, unless none are announced (SWX-3)."""
        return options.half_byes != 0

    def cautions(self, options: SwissOptions, facts: Facts) -> Sequence[Caution]:
        """SWX-11."""
        return cautions_of(options.rounds_for(facts.starters), facts)

    def refuse_new_settings(self, options: SwissOptions, changed: SwissOptions, facts: Facts) -> Refused | None:
        """SWX-11: the number of rounds, unless a round would be the last that has what the last one may not have."""
        before, after = (one.rounds_for(facts.starters) for one in (options, changed))
        return refuse_new_rounds(facts, before, after) or _refuse_as_last(changed, facts, after)

    def service(self, options: SwissOptions, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """SWI-2."""
        return draw_lots(facts)

    def step(self, options: SwissOptions, facts: Facts) -> steps.Step:
        """The next step: a wait, a round due, a question, or the end."""
        season = Season(options, facts)
        return season.standstill() or _next_round(season)

    def lacks(self, options: SwissOptions, facts: Facts, entry: int) -> tuple[int, int]:
        """The round after the one that the entry has come to."""
        return Season(options, facts).newest_round_of(entry) + 1, 1

    def substitute(
        self, options: SwissOptions, before: Facts, after: Facts, lost: Sequence[RoundPlace]
    ) -> steps.Substitution | None:
        """The pairings stand."""
        return pairings_stand(self, options, before, after, lost, options.terms_of)

    def draw(self, options: SwissOptions, due: steps.Due, chance: Chance) -> steps.Drawing:
        """SWI-6, SWI-8. The order decides; nothing is left to chance."""
        return self.certain_drawing(options, due)

    def certain_drawing(self, options: SwissOptions, due: steps.Due) -> steps.Drawing:
        """SWI-6, SWI-8."""
        asked = [
            steps.Excused(one.entry, Why(rule="SWI-6"), requested=True) for one in due.contenders if has_asked(one)
        ]
        pairing = _pair_due(due)
        pairs = tuple(steps.Pair(one.sides, one.why) for one in pairing.pairs)
        pairs = at_tables(pairs, keys_by("points", due.contenders)) if options.tables_by_score else pairs
        left_over = [steps.Excused(pairing.left_over.entry, pairing.left_over.why)] if pairing.left_over else []
        return steps.Drawing(pairs, (*left_over, *asked))

    def against(self, options: SwissOptions, due: steps.Due, entries: Sequence[int]) -> Mapping[str, int]:
        """SWI-8: two further apart than the window; SWI-6: a match of somebody who has asked for the bye."""
        known = [one for one in due.contenders if one.entry in entries]
        if len(known) < 2:
            return {}
        points = [one.counts["points"] for one in known]
        far = max(points) - min(points)
        beyond = {"score_difference": far, "window": window_of(due.round)} if far > window_of(due.round) else {}
        return {**beyond, "asked_for_bye": sum(map(has_asked, known))}

    def passed_opponents(self, options: SwissOptions, due: steps.Due, entry: int) -> Sequence[ConsideredOpponent]:
        """SWI-8: by the one of the two who was to choose."""
        pairing = _pair_due(due)
        chosen: list[Paired | LeftOver] = [pair for pair in pairing.pairs if entry in pair.sides]
        if pairing.left_over and pairing.left_over.entry == entry:
            chosen.append(pairing.left_over)
        grounds: tuple[Ground, ...] = ("met", "colour", "rest")
        return [
            ConsideredOpponent(entry=other, because=ground)
            for one in chosen
            for ground in grounds
            for other in one.passed_over.entries(ground)
        ]

    def going_on(self, options: SwissOptions, facts: Facts) -> Sequence[int]:
        """The entries that have neither been removed by LD (SWI-5) nor resigned."""
        return going_on(facts, removed_entries(facts))

    def table(self, options: SwissOptions, facts: Facts) -> Table:
        """SWI-7, with the numbers of SEL-1 beside it; or the order that was chosen."""
        return _table(Season(options, facts))

    def onward(self, options: SwissOptions, facts: Facts) -> Table:
        """SEL-1, or the order that was chosen: those still in; who shares a rank is equal in all of it."""
        season = Season(options, facts)
        if options.tie_breaks is not None:
            return season.ranked_still_in
        values = {entry: season.values[entry] for entry in season.still_in}
        among: dict[int, int] = {}
        for tied in ties(values, SEEDING):
            among |= season.scores.points_among(tied)
        compared = {entry: {**numbers, AMONG_TIED.name: among.get(entry, 0)} for entry, numbers in values.items()}
        return rank(compared, (*SEEDING, AMONG_TIED), _marks(season))

    def chart(self, options: SwissOptions, facts: Facts) -> Crosstable:
        """A table of who has met who in which round."""
        season = Season(options, facts)
        rows = rank(season.lines, season.criteria).rows
        lines = [line(row.entry, facts.entrant(row.entry).colour, season.scores.turns(row.entry)) for row in rows]
        return Crosstable(rounds=season.rounds, lines=tuple(lines))

    def accounts(self, options: SwissOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """SWI-11: each opponent, virtual ones included, with what they contribute."""
        return Season(options, facts).accounts(entry)

    def open_table(self, options: SwissOptions, facts: Facts) -> TableOpened:
        """The season is the same for all."""
        season = Season(options, facts)
        if options.tie_breaks is not None:
            return TableOpened(partial(_table, season), season.accounts)
        return SeasonOpened(season, partial(_table, season))

    def asked_to_sit_out(self, options: SwissOptions, facts: Facts) -> Sequence[int]:
        """SWI-5: anyone who has an LD, as it now counts."""
        at_fault = {e for place in facts.places for e in place.entries if puts_out(place.ended, e)}
        return sorted(at_fault)

    def days_of(self, options: SwissOptions, facts: Facts, round_: int) -> int | None:
        """SWI-3: a week, the last one two."""
        is_last = round_ == options.rounds_for(facts.starters)
        return options.last_round_days if is_last else options.round_days

    def hours_of(self, options: SwissOptions) -> RoundHours | None:
        """SWI-3: from a Monday afternoon to the next Monday morning, say."""
        return options.round_hours

    def unplayed_result(self, options: SwissOptions, facts: Facts, match: int) -> Result | None:
        """SWI-4: WD and LD where one side told; DD each where both did, but not in the last round; else LD each."""
        told = set(facts.reported_no_time(match))
        if len(told) == 1:
            return Unplayed(reported_by=told.pop())
        if not told:
            return BothLost()
        return None if _is_last(options, facts, match) else Unplayed(reported_by="both")


def window_of(round_: int) -> int:
    """By how many match points two may differ who are paired for this round (SWI-8)."""
    if round_ in (2, 3):
        return 1
    return 2 if round_ in (4, 5) else 3


def _table(season: Season) -> Table:
    return rank(season.lines, season.criteria, _marks(season))


def _marks(season: Season) -> Mapping[int, str]:
    marks = dict.fromkeys((e.number for e in season.facts.entrants), "in")
    marks |= dict.fromkeys(season.removed, "removed")
    end = season.standstill() if season.facts.started else None
    if season.tie_breaks is not None and season.facts.last:
        marks |= ranked.winners(end, season.ranked_still_in.rows)
    return marks_of_lines(season.facts, marks, end.champion if isinstance(end, steps.Done) else None)


def _next_round(season: Season) -> steps.Step:
    """The round of those who are furthest behind."""
    last = season.behind()
    asked = season.facts.bye_requests(last.round)
    order = sorted((entry for entry in season.order if entry in last.lacks), key=lambda entry: entry in asked)
    contenders = tuple(_contender(season, entry, asked=entry in asked) for entry in order)
    due = steps.Due(last.round, contenders, season.options.terms_of(last.round))
    players = _players(contenders)
    detail = f"Round {due.round} can't be paired without somebody meeting an opponent again."
    entries = [player.entry for player in players]
    able = can_be_paired(players)
    return due_or_ask(season.facts, due, entries, detail, can_pair=able, under_way=last.under_way)


def _contender(season: Season, entry: int, *, asked: bool) -> steps.Contender:
    numbers = season.values[entry]
    counts = {"points": numbers["match_points"]} | {name: numbers[name] for name in ("solkoff", "cumulative", "lot")}
    met = {turn.opponent for turn in season.scores.turns(entry) if turn.opponent is not None}
    return steps.Contender(
        entry=entry,
        counts=dict(with_request(counts, asked=asked)),
        met=tuple(sorted(met)),
        colour=season.facts.entrant(entry).colour,
    )


def _players(contenders: Sequence[steps.Contender]) -> list[Player]:
    """Those who are to be paired: who has asked for the bye is not."""
    return [Player(one.entry, one.counts["points"], one.colour, one.met) for one in contenders if not has_asked(one)]


def _pair_due(due: steps.Due) -> Pairing:
    """The pairing of what is due, with its reasons."""
    players, window = _players(due.contenders), window_of(due.round)
    if any(one.counts.get("rematches") for one in due.contenders):
        return pair_with_rematches(players, window)
    pairing = pair(players, window)
    if pairing is None:
        raise ValueError(f"round {due.round} was due, but can't be paired without a rematch")
    return pairing


def _is_last(options: SwissOptions, facts: Facts, match: int) -> bool:
    place = facts.place_of(match)
    return place is not None and place.round == options.rounds_for(facts.starters)


def _refuse_as_last(options: SwissOptions, facts: Facts, last: int) -> Refused | None:
    """SWI-4, SWI-6: in the last round nobody has a bye on request unless it is announced so, and no match is drawn by
    default."""
    there = [place for place in facts.places if place.round == last]
    if options.last_with_byes(last) < last and (facts.bye_requests(last) or any(place.requested for place in there)):
        return Refused(FORMAT_FIXED, f"A bye was requested in round {last}, so it can't be the last.")
    if any(place.ended is not None and place.ended.how == "drawn-by-default" for place in there):
        return Refused(FORMAT_FIXED, f"A match of round {last} was drawn by default, so it can't be the last.")
    return None


def _refuse_entry(options: SwissOptions, facts: Facts) -> Refused | None:
    if options.late_entries and newest_round(facts) < options.rounds_for(facts.starters):
        return None
    return Refused(ENTRIES_CLOSED, "The tournament has started and takes no more late entries.")


def _refuse_correction(options: SwissOptions, act: acts.CorrectMatch) -> Refused | None:
    if act.sides:
        return Refused(SIDES_DRAWN, "Correct who met for the whole round, with all the players concerned.")
    if options.form == "six-games" and act.length != MOST_GAMES:
        return Refused(LENGTH_NOT_ALLOWED, "Six-game matches are played here.", length=act.length)
    return None


def _refuse_telling(facts: Facts, match: int) -> Refused | None:
    if match in facts.awaited:
        return None
    return Refused(MATCH_HAS_RESULT, f"Match {match} does not await a result.", match=match)
