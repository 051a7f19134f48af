"""One line of a table is that of the whole table, and in a large field it is found without most of the others."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from domain.standings import swiss_scores, virtual
from domain.tournament.derived.stage import stages_of
from projections.explain.lines import ExplainedLines
from projections.explain.numbers import Column, columns_of_rank, parts_page
from tests.bench import swiss_standings
from tests.projections.explaining import Format, Played, directed, every_format, past_of, played_on
from tests.properties import examples

FIELD = 200
FIRST_ROUNDS = 2


@pytest.mark.rule("SWI-7", "SWI-11")
@every_format
@examples(6, proof=200)
@played_on
def test_a_line_alone_is_that_of_the_whole_table(format_: Format, played: Played) -> None:
    state = directed(format_, played).state
    tables = [stage.table() for stage in stages_of(state)]
    alone = [stage.opened for stage in stages_of(state)]
    assert [one.criteria for one in alone] == [table.criteria for table in tables]
    rows = [(one, row) for one, table in zip(alone, tables, strict=True) for row in table.rows]
    assert [one.values(row.entry) for one, row in rows] == [row.values for _, row in rows]
    assert [replace(one.row(row.entry), mark=row.mark) for one, row in rows] == [row for _, row in rows]


@pytest.mark.rule("SWI-11")
@pytest.mark.parametrize("number", ["rank", "opponents_cumulative"])
def test_few_totals_are_worked_out_for_one_line_in_a_large_field(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    desk = swiss_standings.played(FIELD - 1, rounds=FIRST_ROUNDS)
    past, counted = past_of(desk), Mock(side_effect=virtual.own)
    lines = ExplainedLines(desk.state, stages_of(desk.state))
    monkeypatch.setattr(swiss_scores, "own", counted)
    line = lines.of(FIELD // 2)
    assert line is not None
    columns = columns_of_rank(line, lines.row(line.entry).reason) if number == "rank" else [Column(line, number)]
    parts_page(past, columns, None, limit=50)
    assert 0 < counted.call_count < FIELD // 2
