"""What happens in one tournament and counts in others: resignations, wins, seasons to sit out (ALL-8, ALL-13, CHM-1,
SWI-5)."""

from datetime import UTC, datetime

import pytest

from domain.application.requests import of_tournament
from domain.person import events as meant
from domain.person.commands import LiftResignationBan
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.club import Club
from tests.desk import OFFICE, person, player


def asking(letter: str) -> entry_commands.RequestEntry:
    return entry_commands.RequestEntry(person=person(letter))


@pytest.mark.rule("ALL-8")
def test_a_resignation_is_written_to_the_tournament_and_the_person_in_one_decision() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.start(evening, "AB")
    decision = club.carry_out(
        of_tournament(club.by(player("A")), evening, entry_commands.Resign(entry=1, reason="Told the desk."))
    )
    tournament, one = decision.writes
    assert [type(event) for event in tournament.events] == [entry_events.EntryResigned]
    assert one.events == (meant.ResignationCounted(tournament=evening, entry=1, confirmed=True),)
    assert one.cause == f"tournament-{evening}@{club.tournament(evening).version}"
    assert [r.tournament for r in club.person("A").resignations] == [evening]


@pytest.mark.rule("ALL-8")
@pytest.mark.source("nxe 21")
def test_player_who_resigned_twice_enters_nowhere_until_a_director_lifts_it() -> None:
    club = Club().register("AB")
    club.resign("A")
    evening = club.announce()
    club.enter(evening, "A")
    club.resign("A")
    next_one = club.announce()
    assert club.turned_away(next_one, asking("A"), by=player("A")) == "resigned-too-often"
    club.when(next_one, asking("A")).refused("resigned-too-often")
    club.person_does("A", LiftResignationBan(reason="Was ill"))
    club.enter(next_one, "A")


@pytest.mark.rule("ALL-8")
def test_player_who_reaches_the_limit_between_asking_and_approval_is_not_approved() -> None:
    club = Club().register("A")
    evening = club.announce()
    club.do(evening, asking("A"))
    club.resign("A")
    club.resign("A")
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("resigned-too-often")


@pytest.mark.rule("ALL-8")
def test_the_federation_sets_the_limit() -> None:
    club = Club().register("A")
    club.limit(1)
    club.resign("A")
    assert club.turned_away(club.announce(), asking("A")) == "resigned-too-often"
    club.limit(None)
    club.enter(club.announce(), "A")


@pytest.mark.rule("ALL-8", "ALL-10")
def test_a_teams_resignation_counts_for_every_member() -> None:
    club = Club().register("ABCD")
    club.limit(1)
    evening = club.announce()
    club.do(evening, entry_commands.RequestEntry(person=person("A"), members=(person("B"),), team_name="Foxes"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    club.start(evening, "D")
    club.do(evening, entry_commands.Resign(entry=1), by=player("B"))
    for letter in "AB":
        assert club.turned_away(club.announce(), asking(letter)) == "resigned-too-often"
    club.enter(club.announce(), "C")


@pytest.mark.rule("ALL-8")
def test_player_who_withdraws_before_the_start_has_not_resigned() -> None:
    club = Club().register("A")
    evening = club.announce()
    club.enter(evening, "A")
    club.do(evening, entry_commands.WithdrawEntry(entry=1, reason="Told the desk."))
    assert club.person("A").resignations == ()


@pytest.mark.rule("CHM-1")
def test_a_win_is_told_with_series_season_and_year() -> None:
    club = Club().register("AB")
    cup = club.series()
    evening = club.play("A", "B", series={"series": cup, "season": 2026})
    (win,) = club.person("A").wins
    assert (win.tournament, win.series, win.season, win.year) == (evening, cup, 2026, 2026)
    assert club.person("B").wins == ()
    settings = club.tournament(evening).settings
    assert settings is not None
    assert settings.champion == 1


@pytest.mark.rule("CHM-1")
def test_the_year_is_that_of_the_last_match_where_it_is_played() -> None:
    # The last match ends at half past eleven in the evening of 31 December in UTC: in Auckland it is 2027 already.
    years = []
    for zone in ("UTC", "Pacific/Auckland"):
        club = Club().register("AB")
        evening = club.announce(time_zone=zone)
        club.start(evening, "AB")
        club.do(evening, round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players"))
        club.now = datetime(2027, 3, 1, 12, tzinfo=UTC)
        last = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
        club.do(evening, match_commands.ReportResult(match=1, result=WinnerOnly(winner="first"), played_at=last))
        club.do(evening, lifecycle_commands.CompleteTournament())
        years += [win.year for win in club.person("A").wins]
    assert years == [2026, 2027]


@pytest.mark.rule("ALL-13", "CHM-1")
@pytest.mark.parametrize("undo", [lifecycle_commands.ReopenTournament, lifecycle_commands.CancelTournament])
def test_effects_of_a_tournament_are_withdrawn_where_it_is_reopened_or_cancelled(
    undo: type[lifecycle_commands.ReopenTournament | lifecycle_commands.CancelTournament],
) -> None:
    club = Club().register("AB")
    evening = club.play("A", "B")
    club.do(evening, undo(reason="A wrong result"))
    assert club.person("A").wins == ()


@pytest.mark.rule("ALL-13", "CHM-1")
def test_completed_again_it_tells_who_has_won_after_all() -> None:
    club = Club().register("AB")
    evening = club.play("A", "B")
    club.do(evening, lifecycle_commands.ReopenTournament(reason="A wrong result"))
    club.do(evening, match_commands.CorrectResult(match=1, result=WinnerOnly(winner="second"), reason="Mixed up"))
    club.do(evening, lifecycle_commands.CompleteTournament())
    assert club.person("A").wins == ()
    assert [win.tournament for win in club.person("B").wins] == [evening]


@pytest.mark.rule("ALL-13")
def test_tournament_cancelled_before_its_end_and_reopened_told_nothing() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.start(evening, "AB")
    version = club.person("A").version
    club.do(evening, lifecycle_commands.CancelTournament(reason="Fire"))
    club.do(evening, lifecycle_commands.ReopenTournament(reason="False alarm"))
    assert club.person("A").version == version


@pytest.mark.rule("ALL-10", "CHM-1")
def test_a_teams_win_is_every_members() -> None:
    club = Club().register("ABC")
    evening = club.announce()
    club.do(evening, entry_commands.RequestEntry(person=person("A"), members=(person("B"),), team_name="Foxes"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    club.start(evening, "C")
    club.won(evening, "A", "C")
    club.do(evening, lifecycle_commands.CompleteTournament())
    assert [len(club.person(letter).wins) for letter in "ABC"] == [1, 1, 0]


def test_a_win_of_somebody_erased_since_is_his_without_his_name() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.start(evening, "AB")
    club.won(evening, "A", "B")
    club.erase("A")
    club.do(evening, lifecycle_commands.CompleteTournament())
    assert [win.tournament for win in club.person("A").wins] == [evening]


def removed_in_a_swiss(club: Club, series: object = None) -> tuple[str, str]:
    """A Swiss of A to D in two rounds, completed: the first side of match 1 tells the director that no time could be
    agreed, and the other one, who does not, is removed; anyone who plays first wins otherwise. Its id, and the
    letter."""
    swiss = club.announce(format={"kind": "swiss", "rounds": 2}, series=series)
    club.start(swiss, "ABCD")
    club.do(swiss, round_commands.DrawRound(round=1))
    club.do(swiss, match_commands.ReportNoTimeAgreed(match=1, reported_by="first"))
    club.do(swiss, match_commands.ReportResult(match=2, result=WinnerOnly(winner="first")))
    club.do(swiss, round_commands.CloseRound(round=1, reason="The week is over", early=True))
    club.do(swiss, round_commands.DrawRound(round=2))
    club.do(swiss, match_commands.ReportResult(match=3, result=WinnerOnly(winner="first")))
    club.do(swiss, lifecycle_commands.CompleteTournament())
    state = club.tournament(swiss)
    return swiss, chr(int(state.entries[state.matches[1].sides[1]].person[-4:], 16))


@pytest.mark.rule("SWI-5", "ALL-13", "ALL-14")
@pytest.mark.source("gokodom V.B.1")
def test_removed_player_is_asked_to_sit_out_the_next_season_of_the_series() -> None:
    club = Club().register("ABCD")
    cup = club.series()
    swiss, removed = removed_in_a_swiss(club, series={"series": cup, "season": 7})
    sitting_out = {letter: [(one.series, one.season) for one in club.person(letter).sitting_out] for letter in "ABCD"}
    assert sitting_out == {letter: [(cup, 8)] if letter == removed else [] for letter in "ABCD"}
    next_season = club.announce(series={"series": cup, "season": 8})
    club.enter(next_season, "ABCD")
    entry = club.entry(next_season, removed)
    assert [(item.kind, item.entry, item.tournament) for item in club.reviews(next_season)] == [
        ("asked-to-sit-out", entry.number, swiss)
    ]
    assert entry.admission is not None
    assert [looked.asked_to_sit_out_by for looked in entry.admission.members] == [swiss]
    for other in (club.announce(series={"series": cup, "season": 9}), club.announce()):
        club.enter(other, removed)
        assert club.reviews(other) == []
    club.do(swiss, lifecycle_commands.ReopenTournament(reason="The director was told"))
    assert club.person(removed).sitting_out == ()
    assert club.reviews(next_season) == []


@pytest.mark.rule("SWI-5")
def test_nobody_sits_out_where_there_is_no_series() -> None:
    club = Club().register("ABCD")
    _, removed = removed_in_a_swiss(club)
    assert club.person(removed).sitting_out == ()


def test_the_answer_names_the_tournament_alone() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.start(evening, "AB")
    decision = club.carry_out(
        of_tournament(club.by(OFFICE), evening, entry_commands.Resign(entry=1, reason="Told the desk."))
    )
    assert decision.answer["entries"] == [{"number": 1, "revision": club.tournament(evening).version}]
