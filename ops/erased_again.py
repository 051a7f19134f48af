"""Erasures that the log no longer tells of, since an older backup was put back: they are recorded again, and the tables
that show names follow, before anything is served. They are listed beside the log's key, where no backup is put back."""

from collections.abc import Mapping, Sequence

from ops.database import DatabaseUrls, connect
from ops.erasures import erase_again, not_told
from ops.errors import ErasuresWaitError


def erase_listed(urls: DatabaseUrls, listed: Mapping[str, str]) -> Sequence[str]:
    """Erases the listed persons whose erasure the log lacks: their erasures are recorded, their keys are gone, and
    no table shows their names any more. The log is not held, and nothing is served. Raises ErasuresWaitError."""
    with connect(urls.owner, autocommit=True) as connection:
        lacking = not_told(connection, listed)
        if lacking:
            from ops.erased_in_log import record  # with all of the domain, which a start without any does not load

            record(urls, lacking)
        left = not_told(connection, listed)
        erase_again(connection, listed)
    if left:
        raise ErasuresWaitError(f"{', '.join(left)} were erased, and the log does not take that again: don't serve it")
    return lacking


def require_told(urls: DatabaseUrls, listed: Mapping[str, str]) -> None:
    """Raises ErasuresWaitError where the log is held, and lacks erasures: it would show who was erased."""
    with connect(urls.owner) as connection:
        lacking = not_told(connection, listed)
    if lacking:
        raise ErasuresWaitError(
            f"{len(lacking)} persons were erased since this backup was made, and it names them: scoresheet log restart"
            " begins a new log and erases them again; or put back what is missing"
        )
