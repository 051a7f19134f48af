"""Numbers are listed as they were added, in whatever order, also after they were written and read (ALL-1)."""

from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.explain.number_lists import UNSIGNED, NumberLists, from_bytes, to_bytes
from tests.properties import examples
from tests.reaching import reached

Added = Sequence[tuple[int, int]]
added = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=20)


def expected(rows: Added, key: int) -> list[int]:
    return sorted({number for one, number in rows if one == key})


@examples(50)
@given(added, added, added)
def test_each_number_is_listed_once_and_in_order(first: Added, then: Added, last: Added) -> None:
    lists = NumberLists()
    for number, rows in enumerate((first, then, last)):
        for key, one in rows:
            lists.add(key, one)
        so_far = [*first, *then, *last][: sum(map(len, (first, then, last)[: number + 1]))]
        for key in range(5):
            assert list(lists.of(key)) == expected(so_far, key)
        _, arrays = from_bytes(to_bytes(None, lists.arrays()))
        lists = NumberLists(*arrays)
        assert lists.arrays() == NumberLists(*lists.arrays()).arrays()
        reached()


@examples(20)
@given(added)
def test_the_bytes_do_not_show_in_what_order_it_came(rows: Added) -> None:
    forth, back = NumberLists(), NumberLists()
    for key, number in rows:
        forth.add(key, number)
    for key, number in reversed(rows):
        back.add(key, number)
    reached()
    assert to_bytes("told", forth.arrays()) == to_bytes("told", back.arrays())


@pytest.mark.parametrize("content", [b"", b"[1, 2", b"none"])
def test_other_bytes_are_none_of_its_own(content: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        from_bytes(content)


def test_bytes_that_end_too_early_are_refused() -> None:
    content = to_bytes(None, [array(UNSIGNED, [1, 2, 3])])
    with pytest.raises(ValueError, match="end too early"):
        list(from_bytes(content[:-1])[1])
