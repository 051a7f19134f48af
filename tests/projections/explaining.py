"""Tournaments after random deeds and rulings, and what is known of their events: for what explains them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any, NamedTuple

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
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.derived.progress import final_table
from domain.tournament.derived.stage import stages_of
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament, announced_settings, initial
from projections.explain.causes import Trail
from projections.explain.documents import ExplainedPart, LayerView
from projections.explain.lines import ExplainedLine, ExplainedLines
from projections.explain.matches import concerning, layers
from projections.explain.numbers import (
    Column,
    Past,
    Place,
    parts_page,
)
from projections.ratings.pools import ledger_match, start_of
from tests.desk import Desk
from tests.formats.acting import Deed
from tests.formats.appealing import give, reverse
from tests.formats.champion_desk import ChampionDesk
from tests.formats.directing import attempt, deeds, play
from tests.formats.orders import Ordered, orders
from tests.formats.starting import started_as
from tests.rounds import RoundsDesk

Format = tuple[FormatOptions, tuple[LaterStage, ...]]
"""The format of the first stage, and the stages after it."""

FORMATS: Mapping[str, Format] = {
    "open": (OpenOptions(kind="open"), ()),
    "nxe": (NxeOptions(kind="nxe", losses=2, lengths=(1,)), ()),
    "knockout": (KnockoutOptions(kind="knockout", third_place=True), ()),
    "dual-ring": (DualRingOptions(kind="dual-ring"), ()),
    "champion": (ChampionOptions(kind="champion"), ()),
    "swiss": (SwissOptions(kind="swiss", rounds=3), ()),
    "six-games": (SwissOptions(kind="swiss", rounds=2, form="six-games"), ()),
    "swiss-and-more": (
        SwissOptions(kind="swiss", rounds=2),
        (LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2),),
    ),
    "swiss-and-two-more": (
        SwissOptions(kind="swiss", rounds=1),
        (
            LaterStage(format=NxeOptions(kind="nxe", losses=1, lengths=(1,)), qualifiers=4),
            LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2),
        ),
    ),
}
ROOM = RatingTerms(pool="normal", policy="room", policy_version=1)


class Played(NamedTuple):
    """How many entered, what was tried, and the rulings, with whether each was reversed."""

    entrants: int
    tried: Sequence[Deed] = ()
    rulings: Sequence[tuple[Ordered, bool]] = ()


_ruled = st.lists(st.tuples(orders, st.booleans()), max_size=2)
every_format = pytest.mark.parametrize("format_", FORMATS.values(), ids=FORMATS)
played_on = given(played=st.builds(Played, st.integers(2, 7), deeds, _ruled))


def directed(format_: Format, played: Played) -> RoundsDesk:
    """A rated tournament after random deeds and rulings, some of them reversed."""
    options, stages = format_
    announcement = AnnounceTournament(name="Explained", format=options, rating=ROOM, stages=stages)
    desk = started_as(ChampionDesk if options.kind == "champion" else RoundsDesk, announcement, played.entrants)
    for deed in played.tried:
        with suppress(Refused):
            _do(desk, deed)
    for ordered, reversed_ in played.rulings if desk.state.matches else ():
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


def ledger_of(desk: Desk) -> Ledger:
    """What is rated of the tournament, rated."""
    ledger = Ledger(*start_of("normal"))
    for _, match in sorted(desk.state.matches.items()):
        line = as_rated_match(desk.state, match)
        if line is not None:
            ledger.put(ledger_match(line))
    ledger.settle()
    return ledger
