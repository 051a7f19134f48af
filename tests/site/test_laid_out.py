"""How a wall is filled: everything once and in its order, in letters as large as there is room for."""

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from api.site.hall import laid_out
from api.site.hall.laid_out import Sheet
from api.site.pictures.bracket import Named, Picture
from tests.reaching import reached

LINES = st.sampled_from([10, 15, 20, 30])
SIZES = st.tuples(st.integers(200, 2400), st.integers(90, 1400))


def shown(sheets: list[Sheet]) -> list[int]:
    return list(chain.from_iterable(part for sheet in sheets for part in sheet.parts))


@given(st.integers(1, 200), LINES)
def test_a_list_is_shown_once_in_order_with_no_more_lines_than_asked_for(rows: int, most: int) -> None:
    for sheets in (laid_out.in_columns(range(rows), most), laid_out.names_below(range(rows), most, 6)):
        assert shown(sheets) == list(range(rows))
        assert max(len(part) for sheet in sheets for part in sheet.parts) <= most
        assert all(len(sheet.parts) <= sheet.beside for sheet in sheets)
        lengths = [len(shown([sheet])) for sheet in sheets]
        assert max(lengths) - lengths[0] == 0, "the first page is as full as any"
    reached()


def test_pairings_of_many_tables_are_in_two_columns_and_of_few_in_one_of_larger_letters() -> None:
    few, many, most = (laid_out.in_columns(range(rows), 20) for rows in (8, 24, 90))
    assert [(one.beside, one.lines, len(one.parts)) for one in few] == [(1, 8, 1)]
    assert [(one.beside, one.lines, len(one.parts)) for one in many] == [(2, 12, 2)]
    assert [len(shown([one])) for one in most] == [30, 30, 30]


@given(st.integers(1, 40), st.integers(2, 16), LINES)
def test_groups_are_shown_once_in_letters_not_smaller_than_asked_for(groups: int, deep: int, most: int) -> None:
    sheets = laid_out.beside_each_other(range(groups), deep, 17, most)
    assert [one for sheet in sheets for one in sheet.parts] == list(range(groups))
    assert all(sheet.lines <= most or len(sheet.parts) == 1 for sheet in sheets)
    reached()


def test_four_groups_are_on_one_page_two_by_two() -> None:
    (page,) = laid_out.beside_each_other("ABCD", 4, 17, 20)
    assert (page.beside, list(page.parts)) == (2, ["A", "B", "C", "D"])


@given(st.lists(SIZES, min_size=1, max_size=12))
def test_brackets_on_a_page_are_in_order_and_do_not_overlap(sizes: list[tuple[int, int]]) -> None:
    brackets = [Named(str(at), {}, Picture(width, height, 248, (), (), ())) for at, (width, height) in enumerate(sizes)]
    pages = laid_out.packed(brackets)
    assert [one.named for page in pages for one in page.placed] == brackets
    for page in pages:
        for one, other in combinations(page.placed, 2):
            is_beside = one.x + one.named.picture.width <= other.x
            assert is_beside or one.y + one.named.picture.height <= other.y
        last = [(one.x + one.named.picture.width, one.y + one.named.picture.height) for one in page.placed]
        assert all(x <= page.width and y <= page.height for x, y in last)
    reached()
