"""Imports into a tournament in memory: small lists by hand, and the real one with all its published ratings."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from domain.application.requests import CommandOrigin
from domain.importing.clerk import Clerk
from domain.importing.desk import Desk
from domain.importing.match_lists.club import CLUB_TERMS, ClubImport, Imported, RefusedOnce, Terms
from domain.importing.match_lists.club_list import Figures, Revision, Row
from domain.importing.together import Together
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.rating.policy import POLICIES
from domain.scoring.result import WinnerOnly
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchVoided, ResultCorrected
from domain.tournament.state import Tournament
from ops.importing.agreement import Disagreement, disagreements, figures
from projections.ratings.trials import Tried, try_with
from tests.importing.laid import OF_IMPORT, club, person, players, take
from tests.importing.memory import MemoryLog
from tests.importing.season import club_history, figures_of
from tests.importing.test_alignment import rows
from tests.projections.test_trials import rated

PUBLISHED_AT = datetime(2025, 2, 10, tzinfo=UTC)


def revision(number: int, *texts: str) -> Revision:
    return Revision(number, PUBLISHED_AT, tuple(rows(*texts)), None)


def tournament(log: MemoryLog) -> Tournament:
    return Clerk(log, "reader").tournament_state(club(log).tournament or "")


def recorded_list(log: MemoryLog, called: Sequence[str] = "ABCDEF") -> list[str]:
    """What counts, in the order of ELO-6."""
    names = {person(log, player): player for player in called}
    state = tournament(log)
    counting = [result for match in state.matches.values() if (result := validity.counting(match)) is not None]
    counting.sort(key=lambda result: (result.played_at, result.place))
    entries = state.entries

    def name(entry: int | None) -> str:
        return "nobody" if entry is None else names[entries[entry].person]

    return [f"{name(result.winner)}>{name(result.loser)} {result.length}" for result in counting]


def correct(log: MemoryLog, match: int, **changed: Any) -> None:  # noqa: ANN401 -- a correction's own fields
    """The office corrects a match of the list by hand."""
    command = match_commands.CorrectResult(match=match, reason="office", **changed)
    Clerk(log, "office").tournament(tournament(log).id, f"{len(log.recorded)}", command)


def void(log: MemoryLog, match: int) -> None:
    """The office declares a match of the list void."""
    command = match_commands.VoidMatch(match=match, reason="office")
    Clerk(log, "office").tournament(tournament(log).id, f"{len(log.recorded)}", command)


def counts(done: Imported) -> tuple[int, int, int, int, int]:
    return done.entered, done.corrected, done.placed, done.voided, len(done.refused)


@pytest.mark.rule("ELO-6", "OPN-1", "ALL-1")
def test_revision_by_revision() -> None:
    log = MemoryLog()
    done = take(
        log,
        revision(0, "A>B", "C>D"),
        revision(1, "A>B", "E>F", "C>D"),
        revision(2, "B>A", "E>F", "C>D"),
        revision(3, "B>A", "E>F 7"),
    )
    assert [counts(each) for each in done] == [(2, 0, 0, 0, 0), (1, 0, 1, 0, 0), (0, 1, 0, 0, 0), (0, 1, 0, 1, 0)]
    assert recorded_list(log) == ["B>A 5", "E>F 7"]
    assert len(tournament(log).matches) == 3


def test_match_voided_that_comes_back_is_a_new_match() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"), revision(1, "A>B"), revision(2, "A>B", "C>D"))
    assert recorded_list(log) == ["A>B 5", "C>D 5"]
    assert [match for match, each in tournament(log).matches.items() if each.void_reason] == [2]


def test_corrections_name_what_changes_and_say_why() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"), revision(4, "A>E", "D>C 7"))
    corrections = {e.event.match: e.event for e in log.recorded if isinstance(e.event, ResultCorrected)}
    entries = tournament(log).entry_of
    assert corrections[1].sides == (entries[person(log, "A")], entries[person(log, "E")])
    assert corrections[1].result is None
    assert corrections[1].reason == "Club list, revision 4, published 2025-02-10T00:00:00+00:00"
    assert corrections[2].sides is None
    assert corrections[2].result == WinnerOnly(winner="second")
    assert corrections[2].length == 7
    assert corrections[2].place_in_rating_order is None


@pytest.mark.rule("ALL-6")
def test_a_player_against_himself_is_refused_and_the_rest_goes_in() -> None:
    log = MemoryLog()
    done = take(
        log,
        revision(0, "A>B", "C>C", "C>D"),
        revision(1, "A>B", "C>C", "C>D", "A>D"),
        revision(2, "A>B", "C>D", "A>D"),
        revision(3, "A>B", "C>D", "A>D", "C>C"),
    )
    assert [[(each.row.winner, each.problem) for each in one.refused] for one in done] == [
        [("C", "self-pairing")],
        [],
        [],
        [("C", "self-pairing")],
    ]
    assert recorded_list(log) == ["A>B 5", "C>D 5", "A>D 5"]


@pytest.mark.rule("GAM-4")
def test_a_row_of_no_possible_length_is_refused_and_the_rest_goes_in() -> None:
    """Nobody is registered for the sake of such a row; corrected into one, a match is void."""
    log = MemoryLog()
    done = take(
        log,
        revision(0, "A>B", "E>F 0", "C>D"),
        revision(1, "A>B", "E>F 0", "C>D -3"),
        revision(2, "A>B", "E>F 1000", "C>D 999"),
    )
    assert [[(each.row.length, each.problem) for each in one.refused] for one in done] == [
        [(0, "length-not-allowed")],
        [(-3, "length-not-allowed")],
        [(1000, "length-not-allowed")],
    ]
    assert recorded_list(log) == ["A>B 5", "C>D 999"]
    assert "E" not in players(log).values()


def test_a_row_changed_into_one_the_rules_refuse_is_void() -> None:
    log = MemoryLog()
    _, done = take(log, revision(0, "A>B", "C>D"), revision(1, "A>A", "C>D"))
    assert counts(done) == (0, 0, 0, 1, 1)
    assert recorded_list(log) == ["C>D 5"]


def test_a_completed_tournament_takes_nothing() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    Clerk(log, "office").tournament(tournament(log).id, "end", lifecycle_commands.CompleteTournament())
    with pytest.raises(Refused, match="completed"):
        take(log, revision(1, "A>B", "C>D"))


def test_changes_of_others_meanwhile_are_stale_and_nothing_is_recorded() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    together = Together(log, log.now)
    ClubImport(Desk(together, log.draw)).take(revision(1, "B>A", "C>D"))
    correct(log, 2, length=9)
    with pytest.raises(Refused, match="has changed meanwhile"):
        log.execute(together.request(CommandOrigin("1" * 64, b"", OF_IMPORT), {}))
    assert recorded_list(log) == ["A>B 5", "C>D 9"]


SEASON = (
    revision(0, "A>B", "C>C", "C>D"),
    revision(1, "A>B", "E>F", "C>D"),
    revision(2, "E>F", "B>A", "C>D 7", "A>B"),
    revision(3, "C>D", "A>B @2"),
)


def test_revision_imported_twice_changes_nothing() -> None:
    log = MemoryLog()
    for each in SEASON:
        take(log, each)
        version, written = tournament(log).version, len(log.recorded)
        (done,) = take(log, each)
        assert counts(done)[:4] == (0, 0, 0, 0)
        assert (tournament(log).version, len(log.recorded)) == (version, written)


def test_list_says_which_revision_was_reached() -> None:
    log = MemoryLog()
    assert club(log).still_to_take(SEASON) == SEASON
    for reached, each in enumerate(SEASON, 1):
        take(log, each)
        assert list(club(log).still_to_take(SEASON)) == list(SEASON[reached:])
    Clerk(log, "office").tournament(tournament(log).id, "1", match_commands.VoidMatch(match=1, reason="office"))
    assert list(club(log).still_to_take(SEASON)) == []
    assert club(log, "another club").still_to_take(SEASON) == SEASON


def test_figures_are_compared_both_ways() -> None:
    published = {"A": Figures(1804, Decimal("4.3"), 5), "B": Figures(1796, Decimal("-4.3"), 5)}
    found = {
        "B": figures(Decimal("1795.7"), Decimal("-4.300001"), 5),
        "A": figures(Decimal("1804.499999"), Decimal("4.349999"), 6),
        "C": published["B"],
    }
    assert list(disagreements(published, found)) == [
        Disagreement("A", published["A"], Figures(1804, Decimal("4.3"), 6)),
        Disagreement("C", None, published["B"]),
    ]
    assert [each.found for each in disagreements(published, {})] == [None, None]


@pytest.mark.proof
@pytest.mark.rule("ELO-6", "ELO-8", "ALL-6")
def test_the_real_list_gives_the_published_ratings_at_every_snapshot() -> None:
    """1,300 revisions, 48 of them with ratings: whole number, last change and experience of every player."""
    log = MemoryLog()
    done, agreeing = [], 0
    for each in club_history():
        done += take(log, each, terms=Terms(rating=CLUB_TERMS))
        if each.ratings is not None:
            assert list(disagreements(each.ratings, figures_of(tournament(log), players(log)))) == []
            agreeing += 1
    assert agreeing == 48
    assert len(done) == 1300
    once = RefusedOnce()
    assert [(one.revision, row.problem) for one in done for row in once.new(one)] == [
        (674, "self-pairing"),
        (1169, "self-pairing"),
    ]
    assert counts(done[72]) == (0, 0, 0, 0, 0)  # only spells its days otherwise
    assert counts(done[66]) == (0, 2, 0, 0, 0)  # two matches dated two days earlier
    assert counts(done[67]) == (1, 0, 1, 0, 0)  # one inserted among those of an earlier day
    assert counts(done[934]) == (0, 1, 0, 0, 0)  # winner and loser exchanged
    assert counts(done[813]) == (0, 5, 0, 1, 0)  # one removed, the next five dated a day earlier
    totals = [sum(each) for each in zip(*(counts(one)[:4] for one in done), strict=True)]
    assert totals == [1596, 21, 1, 17]
    voided = sum(isinstance(each.event, MatchVoided) for each in log.recorded)
    assert (voided, len(tournament(log).matches)) == (17, 1596)
    written = len(log.recorded)
    take(log, each)
    assert len(log.recorded) == written


@pytest.fixture(scope="module")
def as_is() -> MemoryLog:
    """The last revision, imported at once."""
    *_, last = club_history()
    log = MemoryLog()
    take(log, last, terms=Terms(rating=CLUB_TERMS))
    return log


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize("policy", ["denmark", "room"])
def test_trial_of_the_real_list_is_what_an_import_under_the_policy_gives(as_is: MemoryLog, policy: str) -> None:
    """The club's ratings as they are, and those under another policy."""
    *_, last = club_history()
    under_it = MemoryLog()
    terms = RatingTerms(pool=CLUB_TERMS.pool, policy=policy, policy_version=1)
    take(under_it, last, terms=Terms(rating=terms))
    [found] = try_with([tournament(as_is)], [], Tried(POLICIES[policy, 1]))
    assert found.matches == found.matches_after == 1579
    ids = [{name: one for one, name in players(log).items()} for log in (as_is, under_it)]
    assert ids[0].keys() == ids[1].keys()
    changes = {change.person: change for change in found.changes}
    before, after = rated(tournament(as_is)), rated(tournament(under_it))
    for player, own in ids[0].items():
        assert changes[own].before == before[own]
        assert changes[own].after == after[ids[1][player]]


def test_rows_are_played_at_the_beginning_of_their_day() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B @3"))
    effective = tournament(log).matches[1].effective
    assert effective is not None
    assert effective.played_at == datetime(2025, 1, 4, tzinfo=UTC)
    assert Row(effective.played_at, "A", "B", 5) == rows("A>B @3")[0]
