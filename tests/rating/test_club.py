"""A real club's list with all its corrections gives the ratings which the club published (ELO-6 to ELO-8)."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any

import pytest

from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch, Standing
from domain.rating.policy import Policy, made_policy
from tests.rating.leagues import a_match
from tests.rating.reference import published_data
from tests.rating.test_policy import said

Revision = tuple[list[LedgerMatch], dict[str, list[Any]] | None]
"""The whole list as it then stood, and the ratings published with it, if any."""

START = 1_800_000_000


@pytest.fixture(scope="module")
def revisions() -> list[Revision]:
    """Every revision of the list."""
    with published_data("club_history.jsonl").open() as lines:
        return list(replayed(json.loads(line) for line in lines))


def replayed(edits: Iterator[dict[str, Any]]) -> Iterator[Revision]:
    """A row that an edit leaves stays the same match, and is not made again."""
    rows: list[LedgerMatch | None] = []
    for edit in edits:
        kept = rows[: edit["keep"]]
        rows = [*kept, *(as_match(*each) for each in enumerate(edit["append"], len(kept)))]
        yield [match for match in rows if match is not None], edit.get("ratings")


def as_match(place: int, row: list[Any]) -> LedgerMatch | None:
    """A row of the list: its date, then its place in the list, decide when it is rated. None: of a player alone."""
    written, winner, loser, length = row
    if winner == loser:
        return None
    return a_match(place, winner, loser, played_at=midnight(written), place=place, n=length, rated_by=("club", 1))


@cache
def midnight(written: str) -> int:
    """The day, written as 2024-11-02 or 2024-11-2, in microseconds since 1970."""
    return (date(*map(int, written.split("-"))) - date(1970, 1, 1)) // timedelta(microseconds=1)


def replace_all(ledger: Ledger, former: list[LedgerMatch], matches: list[LedgerMatch]) -> None:
    """Those that are the same as before are not put again: `put` is tried with these where all are replaced."""
    known = {id(each) for each in former}
    for gone in {each.match for each in former} - {each.match for each in matches}:
        ledger.remove(gone)
    for match in matches:
        if id(match) not in known:
            ledger.put(match)
    ledger.settle()


def rounded(micropoints: int | None, unit: str) -> Decimal:
    return (Decimal(micropoints or 0) / 10**6).quantize(Decimal(unit), ROUND_HALF_UP)


def published(ledger: Ledger) -> dict[str, tuple[Decimal, Decimal, int]]:
    """As the club publishes: rating to the whole number, change in the last match to one decimal, experience."""
    standings = {player: ledger.current(player) for player in ledger.players()}
    return {
        player: (rounded(each.rating, "1"), rounded(each.rating_change, "0.1"), each.experience)
        for player, each in standings.items()
    }


@pytest.mark.rule("ELO-6", "ELO-7", "ELO-8")
def test_all_published_ratings_agree_with_the_list_rated_edit_by_edit(revisions: list[Revision]) -> None:
    ledger, former, snapshots = Ledger(START), list[LedgerMatch](), 0
    for matches, ratings in revisions:
        replace_all(ledger, former, matches)
        former = matches
        if ratings is not None:
            snapshots += 1
            expected = {name: (Decimal(r), Decimal(str(change)), games) for name, (r, change, games) in ratings.items()}
            assert published(ledger) == expected
    assert snapshots == 48


@pytest.mark.rule("ALL-1", "ELO-6")
def test_the_ledger_of_the_last_revision_is_the_same_from_scratch(revisions: list[Revision]) -> None:
    ledger, former = Ledger(START), list[LedgerMatch]()
    for matches, _ in revisions[-40:]:
        replace_all(ledger, former, [each._replace() for each in matches])
        former = matches
    at_once = Ledger(START)
    replace_all(at_once, [], former)
    assert list(ledger.lines()) == list(at_once.lines())


@pytest.mark.rule("ELO-7", "ELO-8")
def test_policy_said_as_data_gives_the_same_digits_at_every_revision(revisions: list[Revision]) -> None:
    """The club's constants as a federation announces them, beside those that come with the service."""
    always_one = {"kind": "falling", "start": "1", "slope": "0", "floor": "1"}
    as_data = made_policy("as-data", 1, said(start="1800", k=always_one))
    own, other = Ledger(START), Ledger(START)
    former: tuple[list[LedgerMatch], list[LedgerMatch]] = ([], [])
    rated = dict[int, LedgerMatch]()
    for matches, _ in revisions:
        these = rated_by(as_data, matches, rated)
        replace_all(own, former[0], matches)
        replace_all(other, former[1], these)
        former = matches, these
        assert standings(own) == standings(other)
    assert len(revisions) == 1300


def rated_by(policy: Policy, matches: list[LedgerMatch], rated: dict[int, LedgerMatch]) -> list[LedgerMatch]:
    """The same matches under the policy. Those of earlier revisions are in `rated`, by what they are made of."""
    for each in matches:
        if id(each) not in rated:
            rated[id(each)] = each._replace(policy=policy)
    return [rated[id(each)] for each in matches]


def standings(ledger: Ledger) -> dict[str, Standing]:
    return {player: ledger.current(player) for player in ledger.players()}
