"""Which row is which match: lists as words. `A>B 5 @2` says that A beat B to five points on day 2."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.importing.match_lists.alignment import align
from domain.importing.match_lists.club_list import Row, in_order_played
from domain.importing.match_lists.plan import Plan, RecordedRow, make_plan
from tests.reaching import reached

FIRST = datetime(2025, 1, 1, tzinfo=UTC)


def row(text: str) -> Row:
    """`A>B`, to 5 points on day 1 unless said otherwise: `A>B 7 @3`."""
    players, *rest = text.split()
    length = next((int(part) for part in rest if not part.startswith("@")), 5)
    day = next((int(part[1:]) for part in rest if part.startswith("@")), 1)
    return Row(FIRST + timedelta(days=day), players[0], players[2], length)


def rows(*texts: str) -> list[Row]:
    return [row(text) for text in texts]


def recorded(*texts: str) -> list[RecordedRow]:
    """Matches numbered from 1, each in the place of its number."""
    return [RecordedRow(number, row(text), Decimal(number)) for number, text in enumerate(texts, 1)]


def carried_out(before: Sequence[RecordedRow], plan: Plan, next_match: int) -> list[RecordedRow]:
    """The recorded list after the plan, as the tournament would have it."""
    matches = {each.match: each for each in before}
    for gone in plan.voided:
        del matches[gone.match]
    for change in plan.corrected:
        matches[change.before.match] = RecordedRow(change.before.match, change.row, change.place)
    for number, entered in enumerate(plan.entered, next_match):
        matches[number] = RecordedRow(number, entered, Decimal(number))
    return sorted(matches.values(), key=lambda each: (each.row.played_at, each.place, each.match))


def steps(before: Sequence[RecordedRow], published: Sequence[Row]) -> list[str]:
    """What is planned, plan after plan until nothing is left to do, in words."""
    said, next_match = [], len(before) + 1
    while plan := make_plan(before, published, next_match):
        said += [f"void {gone.match}" for gone in plan.voided]
        said += [f"enter {new.winner}>{new.loser}" for new in plan.entered]
        for change in plan.corrected:
            parts = [
                "date" if change.row.played_at != change.before.row.played_at else "",
                "players" if change.row[1:3] != change.before.row[1:3] else "",
                "length" if change.row.length != change.before.row.length else "",
                f"place {change.place}" if change.place != change.before.place else "",
            ]
            said.append(f"correct {change.before.match}: {', '.join(filter(None, parts))}")
        before = carried_out(before, plan, next_match)
        next_match += len(plan.entered)
    assert [each.row for each in before] == list(published)
    return said


@pytest.mark.rule("ELO-6")
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(["A>B", "C>D"], ["A>B", "C>D"], [], id="nothing changed"),
        pytest.param(["A>B"], ["A>B", "C>D", "A>B"], ["enter C>D", "enter A>B"], id="appended"),
        pytest.param(["A>B", "C>D"], ["A>B", "E>F", "C>D"], ["enter E>F", "correct 3: place 1.5"], id="inserted"),
        pytest.param(["A>B", "C>D @2"], ["A>B", "E>F", "C>D @2"], ["enter E>F"], id="last of an earlier day"),
        pytest.param(["A>B", "C>D", "E>F"], ["A>B", "E>F"], ["void 2"], id="removed"),
        pytest.param(["A>B", "C>D"], ["B>A", "C>D"], ["correct 1: players"], id="other winner"),
        pytest.param(["A>B", "C>D"], ["A>E", "C>D"], ["correct 1: players"], id="other loser"),
        pytest.param(["A>B", "C>D"], ["A>B 7", "C>D"], ["correct 1: length"], id="other length"),
        pytest.param(["A>B @3", "C>D @3"], ["C>D @2", "A>B @3"], ["correct 2: date"], id="played the day before"),
        pytest.param(["A>B @2", "C>D @2"], ["A>B @2", "C>D @3"], ["correct 2: date"], id="played the day after"),
        pytest.param(
            ["A>B", "C>D @2"],
            ["C>D @2", "A>B @2"],
            ["correct 1: date, place 3"],
            id="dated later, and last there",
        ),
        pytest.param(["A>B", "A>C"], ["A>C", "A>B"], ["correct 2: place 0.5"], id="swapped"),
        pytest.param(["A>B", "C>D"], ["E>F", "C>D"], ["void 1", "enter E>F", "correct 3: place 1"], id="another match"),
        pytest.param(["A>B"], ["A>C 7 @2"], ["void 1", "enter A>C"], id="only one player is the same"),
        pytest.param(
            ["A>B @2", "C>B @2", "A>D @2", "C>E @2"],
            ["C>B", "A>D", "C>E"],
            ["void 1", "correct 2: date", "correct 3: date", "correct 4: date"],
            id="a block dated again without its first row",
        ),
        pytest.param(
            ["A>B", "A>B", "A>B", "C>D"],
            ["A>B", "A>B 7", "A>B", "C>D"],
            ["correct 2: length"],
            id="one of equal rows",
        ),
        pytest.param(["A>B", "A>B", "A>B"], ["A>B", "A>B"], ["void 3"], id="one of equal rows removed"),
    ],
)
def test_steps(before: list[str], after: list[str], expected: list[str]) -> None:
    assert steps(recorded(*before), rows(*after)) == expected


def test_an_equal_row_elsewhere_is_the_same_match() -> None:
    """The first and the last change places; the two rows between them stand as they stood."""
    assert align(rows("A>B", "C>D", "E>F", "G>H"), rows("G>H", "C>D", "E>F", "A>B")) == {
        0: 3,
        1: 1,
        2: 2,
        3: 0,
    }


def test_a_day_without_room_is_numbered_anew() -> None:
    """Between two places at the end of their decimals there is none. The first plan gives the matches the whole
    numbers 4 and 6, around the 5 meant for the new one; the new one has its own 3, which the second plan uses."""
    before = [
        RecordedRow(1, row("A>B"), Decimal("1.000000000001")),
        RecordedRow(2, row("C>D"), Decimal("1.000000000002")),
    ]
    assert steps(before, rows("A>B", "E>F", "C>D")) == [
        "enter E>F",
        "correct 1: place 4",
        "correct 2: place 6",
        "correct 1: place 1",
    ]


PLAYED = some.builds(
    lambda players, length, day: Row(FIRST + timedelta(days=day), players[0], players[1], length),
    some.permutations("ABCD"),
    some.sampled_from((1, 5)),
    some.integers(1, 3),
)
LISTS = some.lists(PLAYED, max_size=12).map(in_order_played)


@given(LISTS, LISTS)
def test_any_list_becomes_any_other(before: list[Row], after: list[Row]) -> None:
    """`steps` ends, and asserts that the list it ends with is the published one."""
    numbered = [RecordedRow(number, each, Decimal(number)) for number, each in enumerate(before, 1)]
    steps(numbered, after)


@given(some.lists(LISTS, min_size=3, max_size=5))
def test_list_after_list(lists: list[list[Row]]) -> None:
    """Places corrected before, by decimals too, are no hindrance to the next revision."""
    state: list[RecordedRow] = []
    next_match = 1
    for published in lists:
        for _ in range(2):
            plan = make_plan(state, published, next_match)
            state = carried_out(state, plan, next_match)
            next_match += len(plan.entered)
        reached()
        assert [each.row for each in state] == published
        assert not make_plan(state, published, next_match)


@given(LISTS, LISTS)
def test_every_equal_row_stays_the_match_it_was(before: list[Row], after: list[Row]) -> None:
    """As many pairs are unchanged as the two lists have rows in common, and no row is paired twice."""
    pairs = align(before, after)
    unchanged = sum(before[i] == after[j] for j, i in pairs.items())
    common = sum(min(before.count(each), after.count(each)) for each in set(before))
    assert unchanged == common
    assert len(set(pairs.values())) == len(pairs)
