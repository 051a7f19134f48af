"""Keys of entries among the numbers of matches: each comes back as its entry, and none is a match's number."""

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.entry_keys import entries_in, entry_key, entry_of_key, is_entry_key


@given(st.integers(1, 10_000), st.sets(st.integers(1, 10_000)))
def test_entry_key_is_told_from_the_numbers_of_matches(entry: int, matches: set[int]) -> None:
    assert entry_of_key(entry_key(entry)) == entry
    assert is_entry_key(entry_key(entry))
    assert not any(map(is_entry_key, matches))
    assert entries_in({entry_key(entry), *matches}) == [entry]
