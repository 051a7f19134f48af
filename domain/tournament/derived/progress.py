"""The stages of a tournament one after the other: what comes next, and how the field of the next one is found (SEL-1,
SEL-2). A coin, which is a recorded draw, orders those that the stage before leaves equal (ALL-2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, groupby
from typing import assert_never

from domain.formats.contract.protocol import nobody_left
from domain.formats.contract.steps import Ask, Choice, Done, Step, Terms, Wait
from domain.formats.tie_breaks.criteria import mean_of
from domain.kernel.canonical_json import JSON
from domain.kernel.chance import Chance, draw_key
from domain.kernel.replacing import replace
from domain.match import layering, validity
from domain.match.record import Match, Opening
from domain.standings.ranking import Criterion, Row, Table, reason_below
from domain.tournament.derived import bouts
from domain.tournament.derived.links import won_by_link
from domain.tournament.derived.outside_value import value_in_force
from domain.tournament.derived.stage import Stage, current_stage, stage_of_match, stages_of
from domain.tournament.matches import events as match_events
from domain.tournament.state import PLAY_OFF, Entry, Tournament, announced_settings


@dataclass(frozen=True, slots=True)
class StageDue:
    """A stage is to be opened. `groups` is its field as the stage before has it, the first seed first; in a group of
    several a coin decides. Where the last group is larger than the `places` left, it decides who is in."""

    stage: int
    places: int
    groups: tuple[tuple[int, ...], ...]

    @property
    def at_the_cut(self) -> tuple[int, ...]:
        """The tied entries of which a coin decides who is in; empty where it is clear."""
        return self.groups[-1] if sum(map(len, self.groups)) > self.places else ()

    @property
    def places_at_the_cut(self) -> int:
        """The number of places that these are tied for; 0 where it is clear."""
        return self.places - sum(map(len, self.groups[:-1])) if self.at_the_cut else 0

    @property
    def tied(self) -> tuple[tuple[int, ...], ...]:
        """The groups in which a coin decides, each by entry number."""
        return tuple(tuple(sorted(group)) for group in self.groups if len(group) > 1)


Next = Step | StageDue

_EVER = datetime.min.replace(tzinfo=UTC)

KEPT_OUT = "kept-out"
"""The mark of who has won, or is in again, where another keeps the place that would be theirs (ALL-4)."""

NOT_QUALIFIED = "not-qualified"
"""The mark of who is still in when a stage has been played, and does not come up to the next."""


def next_of(state: Tournament) -> Next:
    """The next step of the tournament. At its end matches are waited for, too, that were opened again in stages that
    have been left. No result of theirs may be missing (ALL-4, TD-13)."""
    step = _next_in_order(state)
    left = _left_matches(state) if isinstance(step, Done) else ()
    return Wait(tuple(left)) if left else step


def _left_matches(state: Tournament) -> Sequence[int]:
    """The matches that await a result in stages that have been left."""
    return [number for stage in stages_of(state)[:-1] for number in stage.facts.awaited]


def _next_in_order(state: Tournament) -> Next:
    stage = current_stage(state)
    step = stage.step()
    if step == Wait(()):
        opening = 0 if stage.facts.opening is None else stage.facts.opening.number
        return Wait(tuple(bouts.without_analysis(state, opening)))
    if not isinstance(step, Done) or stage.facts.last:
        return step
    return _next_stage(state, stage)


def _next_stage(state: Tournament, before: Stage) -> Next:
    number = before.facts.stage + 1
    open_play_offs = tuple(n for n in play_offs(state, number) if state.verdict(n) is None)
    if open_play_offs:
        return Wait(open_play_offs)
    due = stage_due(state, before, number)
    if due.places < 2:
        return _nobody_to_go_up(due, before)
    unconfirmed = unconfirmed_wins(state, due)
    if unconfirmed:
        return Wait(unconfirmed)
    length = play_off_length(state, number)
    if due.at_the_cut and length is not None:
        return _ask_for_play_offs(due, before, length)
    if len(due.at_the_cut) > 2 and before.facts.decision(f"cut-{number}") is None:
        return _ask_at_the_cut(due, before)
    return due


def unconfirmed_wins(state: Tournament, due: StageDue) -> tuple[int, ...]:
    """TD-9: the matches that who would go up has won by a director's link alone, which nobody else has confirmed."""
    return tuple(won_by_link(state, frozenset(chain.from_iterable(due.groups))))


def play_off_length(state: Tournament, stage: int) -> int | None:
    """To how many points those tied for that stage's last places play; None: a coin decides."""
    return announced_settings(state).stages[stage - 2].play_off_length


def due_at_the_cut(state: Tournament) -> StageDue | None:
    """The field of the stage that is to be opened, or whose last places are asked about; None: nothing is due."""
    step = next_of(state)
    asked = isinstance(step, Ask) and step.kind == "cut"
    return due_of(state) if asked or isinstance(step, StageDue) else None


def play_offs(state: Tournament, stage: int) -> Sequence[int]:
    """The live matches in place of a coin at that stage's cut."""
    numbers = state.rounds.slots.get((PLAY_OFF, f"play-off-{stage}"), ())
    return [number for number in numbers if not state.matches[number].void]


def open_play_offs(state: Tournament, entry: int) -> Sequence[int]:
    """The play-offs for the next stage that the entry still has to play (SEL-2)."""
    numbers = play_offs(state, current_stage(state).facts.stage + 1)
    return [number for number in numbers if number in state.awaiting and entry in state.matches[number].sides]


def conceded_matches(state: Tournament, entry: int) -> Sequence[int]:
    """The open matches that a leaving entry concedes: those of its stages, and a play-off for the next. It concedes,
    too, what no stage waits for, since others keep the places it leads to (ALL-4)."""
    in_stages = (number for stage in stages_of(state) for number in stage.conceded_matches(entry))
    mine = (number for number in state.rounds.matches_of.get(entry, ()) if number in state.awaiting)
    passed = (number for number in mine if is_conceded_by_leaving(state, state.matches[number]))
    return tuple(dict.fromkeys((*in_stages, *open_play_offs(state, entry), *passed)))


def open_to_concede(state: Tournament, entry: int) -> Sequence[int]:
    """Those of them without a result."""
    return [number for number in conceded_matches(state, entry) if _has_no_result(state.matches[number])]


def _has_no_result(match: Match) -> bool:
    match match.phase:
        case "open" | "needs-ruling" | "abandoned":
            return True
        case "reported" | "announced" | "void":
            return False
        case _:
            assert_never(match.phase)


def forgone_matches(state: Tournament, entry: int) -> Sequence[int]:
    """The unplayed matches that may come back to a leaving entry: void or lapsed ones, and those that the other side
    has conceded. It concedes these too (NXE-8, TD-4)."""
    mine = (state.matches[number] for number in state.rounds.matches_of.get(entry, ()))
    return [match.number for match in mine if _may_come_back(match) and _gives_up(state, match)]


def sides_out(state: Tournament, match: Match) -> Sequence[int]:
    """The sides of the match that have nothing left to play, the first to leave first. They are out, and do not finish
    it before, or the bout that it is of (NXE-8, TD-4, SER-1)."""
    gone = (state.entries[side] for side in match.as_played[0] if state.entries[side].gone)
    bout = bouts.bout_of(state, match)
    out = (entry for entry in gone if entry.excluded_by or bout.isdisjoint(entry.finishes))
    return [entry.number for entry in sorted(out, key=_departure_time)]


def _departure_time(entry: Entry) -> datetime:
    return entry.left_at or (entry.excluded_by[0].at if entry.excluded_by else _EVER)


def is_conceded_by_leaving(state: Tournament, match: Match) -> bool:
    """Whether anyone who leaves concedes it. In open play nobody has to play anything, and in a ring it is
    abandoned."""
    return (match.round is not None or match.slot is not None) and _gives_up(state, match)


def _may_come_back(match: Match) -> bool:
    unplayed = not match.sitting.is_reported or match.sitting.conceded is not None
    return unplayed and match.status != "set-aside" and (match.void or bool(layering.conceding(match)))


def _gives_up(state: Tournament, match: Match) -> bool:
    stage = stage_of_match(state, match)
    return stage.rules.gives_up(stage.options)


def due_of(state: Tournament) -> StageDue:
    """The present field that the stage being played has for the next one."""
    before = current_stage(state)
    return stage_due(state, before, before.facts.stage + 1)


def stage_due(state: Tournament, before: Stage, number: int) -> StageDue:
    table = before.rules.onward(before.options, before.facts)
    places = before.rules.places_up(before.options, before.facts, len(table.rows))
    due = StageDue(number, places, tuple(_field(state, table, places, number)))
    seeded_by = announced_settings(state).stages[number - 2].seeded_by
    return due if seeded_by == "table" or due.at_the_cut else _by_error_rates(before, due)


def _by_error_rates(before: Stage, due: StageDue) -> StageDue:
    """TD-20: the same field, the lowest mean first, and those without one last."""
    means = {entry: _mean_error_rate(before, entry) for group in due.groups for entry in group}
    order = sorted(means, key=lambda entry: means[entry])
    return replace(due, groups=tuple(tuple(group) for _, group in groupby(order, key=means.__getitem__)))


def _mean_error_rate(before: Stage, entry: int) -> int:
    """Over its analysed matches of the stage that were played."""
    played = (place for place in before.facts.places_of(entry) if place.ended and place.ended.was_played)
    found = (before.facts.error_rates(number).get(entry) for place in played for number in place.matches)
    return mean_of([rate for rate in found if rate is not None])


def _field(state: Tournament, table: Table, places: int, stage: int) -> Iterator[tuple[int, ...]]:
    """The groups that share a rank, as far as they have a place; play-offs divide the one at the cut."""
    taken = 0
    for _, rows in groupby(table.rows, key=lambda row: row.rank):
        if taken >= places:
            return
        for part in _by_play_offs(state, tuple(row.entry for row in rows), stage):
            if taken < places:
                yield part
            taken += len(part)


def _by_play_offs(state: Tournament, group: tuple[int, ...], stage: int) -> Iterator[tuple[int, ...]]:
    """Those tied, the ones first who have lost the fewest of the play-offs that they have played among themselves. One
    in place of a coin is between the two who are tied, and says nothing where somebody else is too."""
    is_drawn = play_off_length(state, stage) is not None
    met = (state.matches[number] for number in play_offs(state, stage))
    among = (one for one in met if {*one.sides} == {*group} or (is_drawn and {*one.sides} < {*group}))
    losses = Counter(loser for one in among for loser in _losers_of(one))
    for number in sorted({losses[entry] for entry in group}):
        yield tuple(entry for entry in group if losses[entry] == number)


def _losers_of(match: Match) -> Sequence[int]:
    ended = validity.end_of_match(match)
    return [] if ended is None else [entry for entry in match.sides if ended.is_lost_by(entry)]


def _nobody_to_go_up(due: StageDue, before: Stage) -> Step:
    """One left goes on without another stage; none: the director decides (ALL-5)."""
    if due.groups:
        return Done(champion=due.groups[0][0])
    question, entries = f"nobody-for-stage-{due.stage}", [entrant.number for entrant in before.facts.entrants]
    detail = f"Nobody is left for stage {due.stage}."
    step = nobody_left(before.facts, question, entries, detail, "nobody-for-stage")
    return before.outward_question(step) if isinstance(step, Ask) else step


def _ask_at_the_cut(due: StageDue, before: Stage) -> Ask:
    """SEL-2: three or more tied there."""
    detail = f"{len(due.at_the_cut)} entries are tied for the last places of stage {due.stage}."
    choices = (Choice("coin"), Choice("open-by-hand", due.at_the_cut, command=True))
    return before.outward_question(Ask("cut", f"cut-{due.stage}", detail, choices))


def _ask_for_play_offs(due: StageDue, before: Stage, length: int) -> Ask:
    """SEL-2: those tied there play for the places, as is announced."""
    detail = (
        f"{len(due.at_the_cut)} entries are tied for the last places of stage {due.stage}, "
        f"and play matches to {length} for them."
    )
    choices = (Choice("play-off", due.at_the_cut, command=True), Choice("open-by-hand", due.at_the_cut, command=True))
    return before.outward_question(Ask("cut", f"cut-{due.stage}", detail, choices))


def play_off_chance(state: Tournament, stage: int, attempt: int, tied: Sequence[int], secret: bytes) -> Chance:
    """The choices by which those tied are drawn for their play-offs (ALL-2)."""
    return stage_chance(state, stage, "play-offs", attempt, list(tied), secret)


def play_offs_by_lot(tied: Sequence[int], number: int, chance: Chance) -> tuple[tuple[int, int], ...]:
    """So many matches between those tied: the first by lot meets the second, and so on; the others wait."""
    order = chance.random_order(tied)
    return tuple(zip(order[: 2 * number : 2], order[1 : 2 * number : 2], strict=True))


def coins_of(state: Tournament, stage: int, attempt: int, tied: Sequence[tuple[int, ...]], secret: bytes) -> Chance:
    """The choices by which those tied are put in order (ALL-2)."""
    return stage_chance(state, stage, "coin-flips", attempt, [list(group) for group in tied], secret)


def stage_chance(state: Tournament, stage: int, purpose: str, attempt: int, drawn_from: JSON, secret: bytes) -> Chance:
    """The choices of a draw that is of a stage, and of no round of it (ALL-2)."""
    key = draw_key(
        secret,
        tournament=state.id,
        stage=f"stage-{stage}",
        purpose=purpose,
        round_=0,
        attempt=attempt,
        drawn_from=drawn_from,
        outside=value_in_force(state),
    )
    return Chance(key)


def seeds_by_coin(due: StageDue, chance: Chance) -> tuple[int, ...]:
    """The field: each group that is tied in an order by chance, from the first group on."""
    order = [chance.random_order(sorted(group)) if len(group) > 1 else list(group) for group in due.groups]
    return tuple(entry for group in order for entry in group)[: due.places]


def replayed_play_off(state: Tournament) -> match_events.PlayOffMade | None:
    """SEL-2: a play-off that was drawn is played again, as long as it is about the cut; None: nothing is to be."""
    stage = current_stage(state).facts.stage + 1
    newest = next((state.matches[number] for number in reversed(play_offs(state, stage))), None)
    ended = None if newest is None else validity.end_of_match(newest)
    if newest is None or ended is None or ended.how != "drawn":
        return None
    due = next_of(state)
    if not isinstance(due, StageDue) or set(due.at_the_cut) != set(newest.sides):
        return None
    first, second = newest.sides
    return match_events.PlayOffMade(
        match=len(state.matches) + 1, stage=stage, sides=(first, second), length=newest.length, form=newest.form
    )


def play_off_terms(state: Tournament, before: Stage) -> Terms:
    """The terms of the newest match of the stage before."""
    numbers = [
        n for n, match in state.matches.items() if match.opening != PLAY_OFF and match.stage == before.facts.stage
    ]
    newest = state.matches[max(numbers)] if numbers else None
    return Terms(1) if newest is None else Terms(newest.length, newest.form)


def field_before(state: Tournament, stage: int) -> StageDue:
    """The present field that the stage before that one has for it."""
    before = next(one for one in stages_of(state) if one.facts.stage == stage - 1)
    return stage_due(state, before, stage)


def same_field(state: Tournament, opening: Opening) -> bool:
    """Whether the stage before still has the field that the next was opened with, coins aside."""
    due = _field_of(state, opening, with_newest_rates=False)
    return due is not None and _is_field_of(opening, due)


def turned_by_rates(before: Tournament, after: Tournament, opening: Opening) -> bool:
    """Whether analyses that came or went since have turned the field that the stage was opened with (TD-20)."""
    was, now = (_field_of(state, opening, with_newest_rates=True) for state in (before, after))
    return was != now and (now is None or not _is_field_of(opening, now))


def _field_of(state: Tournament, opening: Opening, *, with_newest_rates: bool) -> StageDue | None:
    """The field that the stage before has for it, where it is played to its end; else None."""
    last = [one for one in stages_of(state) if one.facts.stage < opening.stage][-1]
    facts = replace(last.facts, followed_by=opening, with_newest_rates=with_newest_rates)
    before = replace(last, facts=facts)
    if facts.stage != opening.stage - 1 or not isinstance(before.step(), Done):
        return None
    return stage_due(state, before, opening.stage)


def _is_field_of(opening: Opening, due: StageDue) -> bool:
    """Whether those seeds are that field, in an order that a coin may have made of it."""
    rest = list(opening.seeds)
    for group in due.groups:
        part, rest = rest[: len(group)], rest[len(group) :]
        if not set(part) <= set(group):
            return False
    return not rest


def final_table(state: Tournament) -> Table:
    """The table of the newest stage, then those of the stages before for anyone who did not come up: every entrant
    once. Its criteria are the newest stage's."""
    return combined_table(state, {stage.facts.stage: stage.table() for stage in stages_of(state)})


def combined_table(state: Tournament, tables: Mapping[int, Table]) -> Table:
    """The same, by the tables of all stages where they are at hand."""
    newest = tables[max(tables)]
    if len(tables) == 1:
        return Table(newest.criteria, tuple(_marked_row(state, row) for row in newest.rows))
    rows: list[Row] = []
    for number in sorted(tables, reverse=True):
        rows = [*rows, *_below(rows, tables[number], number)]
    return Table(_criteria(newest), tuple(_marked_row(state, row) for row in rows))


def _marked_row(state: Tournament, row: Row) -> Row:
    """The row, marked where a ruling has put its entry out, or another keeps its place, whatever the format says
    (ALL-4, ALL-7)."""
    excluded = state.entries[row.entry].excluded_by
    if excluded:
        return replace(row, mark=excluded[-1].kind)
    return replace(row, mark=KEPT_OUT) if state.is_kept_out(row.entry) and row.mark == "out" else row


def _criteria(table: Table) -> tuple[Criterion, ...]:
    return (Criterion("stage"), *table.criteria)


def _below(placed: Sequence[Row], table: Table, stage: int) -> Iterator[Row]:
    """The stage's rows of those who have no place yet, ranked on from there."""
    entries = {row.entry for row in placed}
    ranks: dict[int | None, int] = {}
    above = placed[-1] if placed else None
    left = (row for row in table.rows if row.entry not in entries)
    for index, row in enumerate(left, len(placed) + 1):
        values = {**row.values, "stage": stage}
        if not placed and row.rank is None:  # SE-13
            above = replace(row, values=values)
        else:
            reason = reason_below(values, above, _criteria(table))
            mark = NOT_QUALIFIED if placed and row.mark == "in" else row.mark
            place = ranks.setdefault(row.rank, index) if placed else row.rank
            above = replace(row, rank=place, reason=reason, mark=mark, values=values)
        yield above
