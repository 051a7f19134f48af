"""Every number and rank shown can be followed to the events: parts add up, and the events named are those that made
them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from domain.tournament.derived.progress import final_table
from domain.tournament.matches import commands as match_commands
from projections.explain import numbers
from projections.explain.causes import Trail
from projections.explain.documents import PartView
from projections.explain.lines import ExplainedLine
from projections.explain.matches import concerning
from projections.explain.numbers import (
    Column,
    columns_of_rank,
    number_explained,
    parts_page,
    rank_explained,
)
from tests.desk import Desk
from tests.formats.acting import Deed
from tests.projections.explaining import (
    FORMATS,
    Format,
    Played,
    all_parts,
    directed,
    every_format,
    explained_lines,
    lines,
    lines_of_stages,
    past_of,
    played_on,
)
from tests.properties import examples
from tests.reaching import reached


@pytest.mark.rule("ALL-1", "SWI-11")
@every_format
@examples(6, proof=100)
@played_on
def test_every_number_of_the_table_is_the_sum_of_its_parts_and_each_part_names_its_events(
    format_: Format, played: Played
) -> None:
    desk = directed(format_, played)
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
@examples(6, proof=100)
@played_on
def test_a_rank_is_explained_by_equal_criteria_and_one_that_differs(format_: Format, played: Played) -> None:
    desk = directed(format_, played)
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


def season_of(matches: int, corrected: int) -> Desk:
    """Two players, of whom the first wins all matches; of the last one the sides are corrected so often."""
    desk = directed(FORMATS["open"], Played(3, [Deed("play", 0, 0, won=True) for _ in range(matches)]))
    for number in range(corrected):
        sides = ((1, 3), (1, 2))[number % 2]
        desk.do(match_commands.CorrectResult(match=matches, sides=sides, reason="Another side"))
    return desk


@pytest.mark.rule("ALL-1")
def test_number_looks_only_for_what_its_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_newest_of_very_many_events_of_one_match_are_told(corrected: int, told: int, earlier: bool) -> None:
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
