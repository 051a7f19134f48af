"""Imports into a tournament in memory: small lists by hand, and the real one with all its published ratings."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from domain.importing.clerk import Clerk
from domain.importing.club import ClubImport
from domain.importing.club_list import Figures, Revision, Row
from domain.importing.errors import ImportStoppedError
from domain.importing.steps import Imported
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.ports.command_handling import Request
from domain.scoring.result import FinalScore, WinnerOnly
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchVoided, ResultCorrected
from domain.tournament.state import Tournament
from ops.importing.agreement import Disagreement, disagreements, figures
from tests.importing.memory import MemoryLog
from tests.importing.season import club_history, figures_of
from tests.importing.test_alignment import rows

PUBLISHED_AT = datetime(2025, 2, 10, tzinfo=UTC)


def revision(number: int, *texts: str) -> Revision:
    return Revision(number, PUBLISHED_AT, tuple(rows(*texts)), None)


def take(log: MemoryLog, *revisions: Revision) -> list[Imported]:
    """What each came to, in one import."""
    club = ClubImport(log)
    return [club.take(each) for each in revisions]


def tournament(log: MemoryLog) -> Tournament:
    return Clerk(log, "reader").tournament_state(ClubImport(log).tournament)


def recorded_list(log: MemoryLog, players: Sequence[str] = "ABCDEF") -> list[str]:
    """What counts, in the order of ELO-6."""
    club = ClubImport(log)
    names = {club.person(player): player for player in players}
    state = tournament(log)
    counting = [result for match in state.matches.values() if (result := validity.counting(match)) is not None]
    counting.sort(key=lambda result: (result.played_at, result.place))
    entries = state.entries

    def name(entry: int | None) -> str:
        return "nobody" if entry is None else names[entries[entry].person]

    return [f"{name(result.winner)}>{name(result.loser)} {result.length}" for result in counting]


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


def test_what_was_voided_and_comes_back_is_a_new_match() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"), revision(1, "A>B"), revision(2, "A>B", "C>D"))
    assert recorded_list(log) == ["A>B 5", "C>D 5"]
    assert [match for match, each in tournament(log).matches.items() if each.void_reason] == [2]


def test_corrections_name_what_changes_and_say_why() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"), revision(4, "A>E", "D>C 7"))
    corrections = {e.event.match: e.event for e in log.recorded if isinstance(e.event, ResultCorrected)}
    entries = tournament(log).entry_of
    person = ClubImport(log).person
    assert corrections[1].sides == (entries[person("A")], entries[person("E")])
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
    assert ClubImport(log).person("E") not in tournament(log).entry_of


def test_a_row_changed_into_one_the_rules_refuse_is_void() -> None:
    log = MemoryLog()
    _, done = take(log, revision(0, "A>B", "C>D"), revision(1, "A>A", "C>D"))
    assert counts(done) == (0, 0, 0, 1, 1)
    assert recorded_list(log) == ["C>D 5"]


def test_what_somebody_changed_by_hand_is_brought_back() -> None:
    """A score in place of the winner alone says no other match; another winner does."""
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    clerk, club = Clerk(log, "office"), ClubImport(log)
    scores = [FinalScore(first=5, second=3), FinalScore(first=2, second=5)]
    for match, score in enumerate(scores, 1):
        clerk.tournament(
            club.tournament, f"{match}", match_commands.CorrectResult(match=match, result=score, reason="score sheet")
        )
    assert counts(club.take(revision(1, "A>B", "C>D"))) == (0, 1, 0, 0, 0)
    results = [match.effective and match.effective.result for _, match in sorted(tournament(log).matches.items())]
    assert results == [scores[0], WinnerOnly(winner="first")]


def test_a_completed_tournament_takes_nothing() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    Clerk(log, "office").tournament(ClubImport(log).tournament, "end", lifecycle_commands.CompleteTournament())
    with pytest.raises(Refused, match="completed"):
        take(log, revision(1, "A>B", "C>D"))


def test_others_may_change_it_meanwhile() -> None:
    """Before the import's first correction somebody corrects the same match: it is looked at again, and comes out."""
    log = MemoryLog()
    take(log, revision(0, "A>B", "C>D"))
    office = Clerk(log, "office")
    club = ClubImport(log)
    before = [match_commands.CorrectResult(match=1, length=9, reason="office")]

    def interfere(_: Request) -> None:
        if before:
            office.tournament(club.tournament, "meanwhile", before.pop())

    log.before_each = interfere
    assert counts(club.take(revision(1, "B>A", "C>D"))) == (0, 1, 0, 0, 0)
    assert recorded_list(log) == ["B>A 5", "C>D 5"]


def test_others_who_never_stop_are_given_way_to() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B"))
    office, club = Clerk(log, "office"), ClubImport(log)
    busy = False

    def interfere(_: Request) -> None:
        nonlocal busy
        if not busy:
            busy = True
            version = tournament(log).version
            command = match_commands.CorrectResult(match=1, length=10 + version, reason="office")
            office.tournament(club.tournament, f"{version}", command)
            busy = False

    log.before_each = interfere
    with pytest.raises(ImportStoppedError, match="others keep changing"):
        club.take(revision(1, "B>A"))


SEASON = (
    revision(0, "A>B", "C>C", "C>D"),
    revision(1, "A>B", "E>F", "C>D"),
    revision(2, "E>F", "B>A", "C>D 7", "A>B"),
    revision(3, "C>D", "A>B @2"),
)


def test_an_interrupted_import_goes_on_where_it_stopped() -> None:
    """Killed before each of its commands in turn: the history is the same as without the interruption."""
    whole = MemoryLog()
    take(whole, *SEASON)
    for left in range(len(whole.answered)):
        log = MemoryLog()
        with log.interrupted(left):
            take(log, *SEASON)
        reached = ClubImport(log).reached([each.number for each in SEASON])
        take(log, *[each for each in SEASON if each.number >= (reached or 0)])
        assert [(e.stream, e.event) for e in log.recorded] == [(e.stream, e.event) for e in whole.recorded]


def test_a_revision_imported_twice_changes_nothing() -> None:
    log = MemoryLog()
    for each in SEASON:
        take(log, each)
        version, written = tournament(log).version, len(log.recorded)
        (done,) = take(log, each)
        assert (done.entered, done.corrected, done.placed, done.voided, done.position) == (0, 0, 0, 0, 0)
        assert (tournament(log).version, len(log.recorded)) == (version, written)


def test_the_history_says_which_revision_was_reached() -> None:
    log = MemoryLog()
    numbers = [each.number for each in SEASON]
    assert ClubImport(log).reached(numbers) is None
    take(log, SEASON[0])
    assert ClubImport(log).reached(numbers) == 0
    take(log, SEASON[1])
    assert ClubImport(log).reached(numbers) == 1
    Clerk(log, "office").tournament(ClubImport(log).tournament, "1", match_commands.VoidMatch(match=1, reason="office"))
    assert ClubImport(log).reached(numbers) == 1
    assert ClubImport(log, "another club").reached(numbers) is None


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
    club = ClubImport(log)
    done, agreeing = [], 0
    for each in club_history():
        done.append(club.take(each))
        if each.ratings is not None:
            assert list(disagreements(each.ratings, figures_of(tournament(log), club.players))) == []
            agreeing += 1
    assert agreeing == 48
    assert len(done) == 1300
    assert [(one.revision, row.problem) for one in done for row in one.refused] == [
        (674, "self-pairing"),
        (1169, "self-pairing"),
    ]
    assert counts(done[72]) == (0, 0, 0, 0, 0)  # only spells its days otherwise
    assert counts(done[66]) == (0, 2, 0, 0, 0)  # two matches dated two days earlier
    assert counts(done[67]) == (1, 0, 1, 0, 0)  # one inserted among those of an earlier day
    assert counts(done[934]) == (0, 1, 0, 0, 0)  # winner and loser exchanged
    assert counts(done[813]) == (0, 5, 0, 1, 0)  # one removed, the next five dated a day earlier
    totals = [sum(each) for each in zip(*map(counts, done), strict=True)]
    assert totals == [1596, 21, 1, 17, 2]
    voided = sum(isinstance(each.event, MatchVoided) for each in log.recorded)
    assert (voided, len(tournament(log).matches)) == (17, 1596)
    written = len(log.recorded)
    ClubImport(log).take(each)
    assert len(log.recorded) == written
    assert ClubImport(log).reached(range(1300)) == 1299


def test_rows_are_played_at_the_beginning_of_their_day() -> None:
    log = MemoryLog()
    take(log, revision(0, "A>B @3"))
    effective = tournament(log).matches[1].effective
    assert effective is not None
    assert effective.played_at == datetime(2025, 1, 4, tzinfo=UTC)
    assert Row(effective.played_at, "A", "B", 5) == rows("A>B @3")[0]
