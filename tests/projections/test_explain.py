"""Every number shown can be followed to the events: parts add up, and the events named are those that made them."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from decimal import ROUND_HALF_EVEN, Decimal
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.champion import ChampionOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.open import OpenOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.journal.journal import Stored
from domain.kernel.envelope import Recorded
from domain.kernel.ids import StreamName
from domain.kernel.refusal import Refused
from domain.kernel.visibility import PUBLIC, Part
from domain.rating.ledger import Ledger
from domain.scoring.result import WinnerOnly
from domain.standings.ranking import Row
from domain.tournament.derived.progress import final_table
from domain.tournament.derived.stage import stages_of
from domain.tournament.entries.commands import TakeResignationBack
from domain.tournament.evolve import evolve
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.rated import rated
from domain.tournament.state import Tournament, announced_settings, initial
from projections.explain import numbers
from projections.explain.causes import Trail, matches_of
from projections.explain.documents import ExplainedPart, LayerView, PartView
from projections.explain.lines import ExplainedLine, ExplainedLines
from projections.explain.matches import after, concerning, layers
from projections.explain.numbers import (
    Column,
    Past,
    Place,
    columns_of_rank,
    number_explained,
    parts_page,
    rank_explained,
)
from projections.explain.ratings import changed_line, changes_explained
from projections.ratings.pools import ledger_match, start_of
from projections.views.ratings import points
from projections.views.tournaments import match_view
from tests.desk import Desk, player
from tests.formats.acting import Deed
from tests.formats.appealing import give, reverse
from tests.formats.champion_desk import ChampionDesk
from tests.formats.directing import attempt, deeds, play
from tests.formats.orders import Ordered, orders
from tests.formats.starting import started_as
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk

FORMATS: Sequence[tuple[FormatOptions, tuple[LaterStage, ...]]] = (
    (OpenOptions(kind="open"), ()),
    (NxeOptions(kind="nxe", losses=2, lengths=(1,)), ()),
    (KnockoutOptions(kind="knockout", third_place=True), ()),
    (DualRingOptions(kind="dual-ring"), ()),
    (ChampionOptions(kind="champion"), ()),
    (SwissOptions(kind="swiss", rounds=3), ()),
    (SwissOptions(kind="swiss", rounds=2, form="six-games"), ()),
    (SwissOptions(kind="swiss", rounds=2), (LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2),)),
    (
        SwissOptions(kind="swiss", rounds=1),
        (
            LaterStage(format=NxeOptions(kind="nxe", losses=1, lengths=(1,)), qualifiers=4),
            LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2),
        ),
    ),
)
NAMES = (
    "open",
    "nxe",
    "knockout",
    "dual-ring",
    "champion",
    "swiss",
    "six-games",
    "swiss-and-more",
    "swiss-and-two-more",
)
ROOM = RatingTerms(pool="normal", policy="room", policy_version=1)

ruled = st.lists(st.tuples(orders, st.booleans()), max_size=2)
every_format = pytest.mark.parametrize(("options", "stages"), FORMATS, ids=NAMES)
played_on = given(entrants=st.integers(2, 7), tried=deeds, rulings=ruled)


def directed(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]] = (),
) -> RoundsDesk:
    """A rated tournament after random deeds and rulings, some of them reversed."""
    announcement = AnnounceTournament(name="Explained", format=options, rating=ROOM, stages=stages)
    desk = started_as(ChampionDesk if options.kind == "champion" else RoundsDesk, announcement, entrants)
    for deed in tried:
        with suppress(Refused):
            _do(desk, deed)
    for ordered, reversed_ in rulings if desk.state.matches else ():
        number = give(desk, ordered)
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
    return desk


def _do(desk: RoundsDesk, deed: Deed) -> None:
    if deed.kind == "play" and not isinstance(announced_settings(desk.state).format, OpenOptions):
        play(desk, deed)
    elif deed.kind in ("play", "pair"):
        count, first = len(desk.state.entries), deed.first % len(desk.state.entries)
        sides = first + 1, (first + 1 + deed.second % (count - 1)) % count + 1
        result = WinnerOnly(winner="first" if deed.won else "second")
        desk.do(
            match_commands.EnterResults(results=(match_commands.PlayedMatch(sides=sides, length=5, result=result),))
        )
    else:
        attempt(desk, deed)


def stored(history: Sequence[Recorded[Any]]) -> list[Stored]:
    """Events as the log has them, from position 101 on."""
    return [Stored(100 + one.version, one, b"") for one in history]


def past_of(desk: Desk) -> Past:
    history = stored(desk.history)
    states = list(accumulate(desk.history, evolve, initial=initial(desk.state.stream)))
    return Past(desk.state, trail(desk), lambda version: history[version - 1], states.__getitem__, _nobodys)


def trail_of(stream: StreamName, history: Sequence[Stored]) -> Trail:
    found = Trail(stream)
    found.follow(initial(stream), history)
    return found


def trail(desk: Desk) -> Trail:
    return trail_of(desk.state.stream, stored(desk.history))


def _nobodys(_: StreamName, __: int) -> Sequence[Stored]:
    return ()


def explained_lines(state: Tournament) -> ExplainedLines:
    return ExplainedLines(state, stages_of(state))


def all_parts(past: Past, columns: Sequence[Column], limit: int = 3) -> list[ExplainedPart]:
    """Those of all pages, each of so many but for the last."""
    found: list[ExplainedPart] = []
    after: Place | None = None
    while True:
        items, after = parts_page(past, columns, after, limit)
        found += items
        if after is None:
            return found
        assert len(items) == limit


def all_layers(past: Past, number: int, part: Part = PUBLIC) -> Sequence[LayerView]:
    return layers(past, number, concerning(past.state, past.trail, number), part)


def lines(desk: Desk) -> list[tuple[ExplainedLine, Row]]:
    """Every row of the whole table, with the line it comes from."""
    every = explained_lines(desk.state)
    found = [(every.of(row.entry), row) for row in final_table(desk.state).rows]
    return [(line, row) for line, row in found if line is not None]


def lines_of_stages(desk: Desk) -> list[tuple[ExplainedLine, Row]]:
    """Every row of each stage's own table."""
    every = explained_lines(desk.state)
    rows = [(row, stage) for stage, table in every.tables.items() for row in table.rows]
    found = [(every.of(row.entry, stage), row) for row, stage in rows]
    return [(line, row) for line, row in found if line is not None]


@pytest.mark.rule("ALL-1", "SWI-11")
@every_format
@examples(10, proof=100)
@played_on
def test_every_number_of_the_table_is_the_sum_of_its_parts_and_each_part_names_its_events(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    topics = {one.version: one.topic for one in desk.history}
    shown = lines(desk)
    assert len(shown) == len(final_table(desk.state).rows)
    for line, row in (*shown, *lines_of_stages(desk)):
        for name, value in row.values.items():
            explained, parts = number_explained(past, line, name), all_parts(past, [Column(line, name)])
            assert explained.total == value == sum(part.value for part in parts), (name, parts)
            assert {(part.entry, part.part_of) for part in parts} <= {(row.entry, name)}
            check_parts(desk, parts, topics)


def check_parts(desk: Desk, parts: Sequence[PartView], topics: dict[int, str]) -> None:
    """Every part has events, which are in the history, and the newest one left its match as it is."""
    for part in parts:
        assert part.events
        assert all(event.topic == topics[event.version] for event in part.events)
        assert all(event.position == event.version + 100 for event in part.events)
        if part.match is not None:
            match = desk.state.matches[part.match]
            assert part.events[-1].version >= match.revision
            assert part.opponent in (match.effective or match).sides
        if part.number is not None:
            assert sum(one.value for one in part.parts) == part.value
            check_parts(desk, part.parts, topics)


@pytest.mark.rule("ALL-1")
@every_format
@examples(10, proof=100)
@played_on
def test_a_rank_is_explained_by_equal_criteria_and_one_that_differs(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    for line, row in (*lines(desk), *lines_of_stages(desk)):
        explained = rank_explained(past, line, row)
        pairs = [(one.mine, one.above) for one in explained.compared]
        parts = Counter[tuple[int, str]]()
        for part in all_parts(past, columns_of_rank(line, row.reason)):
            parts[part.entry, part.part_of] += part.value
        for one in explained.compared:
            assert explained.above is not None
            assert (parts[row.entry, one.criterion], parts[explained.above, one.criterion]) == (one.mine, one.above)
        if explained.above is None:
            reached()
            assert not pairs
        elif explained.shared:
            assert all(mine == above for mine, above in pairs)
        else:
            *equal, (mine, above) = pairs
            assert all(one == other for one, other in equal)
            assert (mine, above) == (row.reason.value, row.reason.value_above)
            assert (mine < above) == (explained.compared[-1].better == "more")


@pytest.mark.rule("ALL-3")
@every_format
@examples(10, proof=100)
@played_on
def test_the_layers_of_a_match_lead_to_what_it_comes_to(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    for number, match in desk.state.matches.items():
        found = all_layers(past, number)
        last = found[-1].came_to
        reached()
        assert last is not None
        view = match_view(desk.state, match)
        assert (last.status, last.sides, last.winner, last.points) == (
            view.status,
            view.sides,
            view.winner,
            view.points,
        )
        assert {one.event.version for one in found} >= {
            one.version for one in desk.history if number in matches_of(one.event)
        }
        corrections = [one for one in found if one.layer == "corrected" and one.in_force]
        assert len(corrections) == len(match.sitting.corrections)
        reported = [one for one in found if one.event.topic == "tournament.result-reported.v1" and one.in_force]
        assert [one.layer for one in reported if one.layer == "reported"] == ["reported"] * bool(match.sitting.report)
        assert {one.ruling for one in found if one.layer == "ruled" and one.in_force} == {
            layer.ruling for layer in match.layers
        }


@pytest.mark.rule("ALL-3")
@every_format
@examples(10, proof=100)
@played_on
def test_a_match_is_left_by_an_event_as_by_the_part_of_it_that_makes_the_match(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    for one in desk.history:
        for number in {*matches_of(one.event)} & {*past.at(one.version).matches}:
            reached()
            assert after(past.at(one.version - 1), one, number) == past.at(one.version).matches[number]


@pytest.mark.rule("ALL-3", "ALL-8", "NXE-8")
def test_a_concession_that_was_taken_back_is_told_and_is_no_longer_in_force() -> None:
    desk = directed(KnockoutOptions(kind="knockout"), (), 4, ())
    letter = desk.letter(desk.state.matches[1].sides[0])
    desk.resign(letter)
    assert [one.in_force for one in all_layers(past_of(desk), 1) if one.layer == "reported"] == [True]
    desk.do(TakeResignationBack(entry=desk.entry(letter)), player(letter))
    assert [one.in_force for one in all_layers(past_of(desk), 1) if one.layer == "reported"] == [False]


@pytest.mark.rule("ALL-1", "ELO-3", "ELO-4", "ELO-7")
@every_format
@examples(10, proof=100)
@played_on
def test_rating_changes_are_worked_out_again_to_the_last_place(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    ledger, found = ledger_of(desk), trail(desk)
    for number, entry in desk.state.entries.items():
        own = [changed_line(desk.state, found, number, "normal", line) for line in ledger.history(entry.person)]
        change = ledger.current(entry.person).rating - start_of("normal")[0]
        explained = changes_explained(desk.state, found, number, {"normal": change})
        reached()
        assert explained.totals["normal"] == points(change)
        assert sum(Decimal(line.change) for line in own) == Decimal(explained.totals["normal"])
        assert explained.rated_by[0].topic == "tournament.announced.v1"
        for line in own:
            assert line.unrounded.quantize(Decimal("1e-6"), ROUND_HALF_EVEN) == Decimal(line.change)
            assert Decimal(line.rating_before) + Decimal(line.change) == Decimal(line.rating_after)
            assert line.result is not None
            assert line.result.version >= desk.state.matches[line.match].revision


def ledger_of(desk: Desk) -> Ledger:
    """What is rated of the tournament, rated."""
    ledger = Ledger(*start_of("normal"))
    for _, match in sorted(desk.state.matches.items()):
        line = rated(desk.state, match)
        if line is not None:
            ledger.put(ledger_match(line))
    ledger.settle()
    return ledger


def season_of(matches: int, corrected: int) -> Desk:
    """Two players, of whom the first wins all matches; of the last one the sides are corrected so often."""
    desk = directed(*FORMATS[0], 3, [Deed("play", 0, 0, won=True) for _ in range(matches)])
    for number in range(corrected):
        sides = ((1, 3), (1, 2))[number % 2]
        desk.do(match_commands.CorrectResult(match=matches, sides=sides, reason="Another side"))
    return desk


@pytest.mark.rule("ALL-1")
def test_of_a_number_only_what_its_page_shows_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    past, looked_at, named = past_of(season_of(40, 0)), list[int](), list[object]()
    share, names = ExplainedLine.share, Trail.names

    def shared(line: ExplainedLine, name: str, number: int) -> object:
        looked_at.append(number)
        return share(line, name, number)

    def told(trail: Trail, *of: Any) -> object:  # noqa: ANN401 -- as it is called
        named.append(of)
        return names(trail, *of)

    monkeypatch.setattr(ExplainedLine, "share", shared)
    monkeypatch.setattr(Trail, "names", told)
    line = explained_lines(past.state).of(1)
    assert line is not None
    items, further = parts_page(past, [Column(line, "wins")], (0, 20), 5)
    assert ([part.match for part in items], further) == ([21, 22, 23, 24, 25], (0, 25))
    assert (looked_at, len(named)) == ([21, 22, 23, 24, 25, 26], 5)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(("corrected", "told", "earlier"), [(97, 99, False), (98, 100, False), (99, 100, True)])
def test_of_very_many_events_of_one_match_the_newest_are_told(corrected: int, told: int, earlier: bool) -> None:
    past = past_of(season_of(1, corrected))
    line = explained_lines(past.state).of(1)
    assert line is not None
    [part], _ = parts_page(past, [Column(line, "wins")], None, 5)
    assert (len(part.events), part.earlier_events) == (told, earlier)
    assert part.events[-1].version == past.state.version
    assert list(part.events) == [past.trail.name(one.version) for one in part.events]
    assert len(concerning(past.state, past.trail, 1)) == corrected + 2


@pytest.mark.rule("ALL-1")
def test_a_page_ends_where_many_matches_give_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "MOST_LOOKED_AT", 7)
    past = past_of(season_of(20, 0))
    line = explained_lines(past.state).of(1)
    assert line is not None
    after, pages = None, 0
    while pages == 0 or after is not None:
        items, after = parts_page(past, [Column(line, "losses")], after, 5)
        assert items == []
        pages += 1
    assert pages == 3


@pytest.mark.rule("ALL-1", "ALL-3")
@pytest.mark.parametrize("corrected", [0, 1, 2])
def test_a_match_with_other_sides_is_a_part_of_theirs_alone(corrected: int) -> None:
    past = past_of(season_of(3, corrected))
    for entry, matches in ((1, [1, 2, 3]), (2, [1, 2] if corrected == 1 else [1, 2, 3]), (3, [3] * (corrected == 1))):
        line = explained_lines(past.state).of(entry)
        assert line is not None
        name = "wins" if entry == 1 else "losses"
        assert [part.match for part in all_parts(past, [Column(line, name)])] == matches
