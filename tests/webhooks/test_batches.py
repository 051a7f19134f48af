"""A batch holds as many entries as fit, and at least one, however long it is."""

from ops.webhooks.delivering import MOST_BYTES, fitting_entries

SHORT, LONG = b"x" * 100, b"x" * (MOST_BYTES + 1)


def test_batch_of_one_entry_may_be_longer_than_the_limit() -> None:
    found = [(1, 1, LONG), (2, 1, SHORT)]
    assert fitting_entries(found) == found[:1]


def test_batch_ends_before_the_entry_that_does_not_fit() -> None:
    found = [(1, 1, SHORT), (2, 1, LONG), (3, 1, SHORT)]
    assert fitting_entries(found) == found[:1]


def test_batch_is_full_at_the_limit_and_not_before() -> None:
    full = [(1, 1, SHORT), (2, 1, b"x" * (MOST_BYTES - 100))]
    assert fitting_entries(full) == full
    assert fitting_entries([*full, (3, 1, b"x")]) == full
