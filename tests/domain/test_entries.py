"""Entries: bans, teams, times, places with a waiting list, colours, other flights (ALL-10, CHM-1, SWI-2, TD-2, TD-4,
TD-21)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.person.commands import LiftBan, PlaceBan
from domain.scoring.result import WinnerOnly
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.person_effects.snapshots import TurnedAway
from tests.club import Club
from tests.desk import NOON, OFFICE, director, person, player
from tests.properties import examples
from tests.reaching import reached

OPEN = {"kind": "open"}


def asking(letter: str, **fields: object) -> entry_commands.RequestEntry:
    return entry_commands.RequestEntry.model_validate({"person": person(letter), **fields})


def team(letters: str, name: str | None = "Foxes") -> entry_commands.RequestEntry:
    return asking(letters[0], members=tuple(map(person, letters[1:])), team_name=name)


def approved(club: Club, tournament: str, letter: str, **fields: Any) -> entry_events.EntryEvent:  # noqa: ANN401 -- fields
    """What approving the letter's entry comes to."""
    number = club.entry(tournament, letter).number
    (event,) = club.do(tournament, entry_commands.ApproveEntry(entry=number, **fields))
    assert isinstance(event, entry_events.EntryEvent)
    return event


def withdraw(club: Club, tournament: str, letter: str) -> tuple[object, ...]:
    return club.do(
        tournament, entry_commands.WithdrawEntry(entry=club.entry(tournament, letter).number, reason="Told the desk.")
    )


@pytest.mark.rule("TD-4")
def test_a_banned_persons_entry_is_refused_while_the_ban_lasts() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.do(evening, asking("B"))
    for letter in "AB":
        club.person_does(letter, PlaceBan(until=club.now + timedelta(days=7), reason="Threw dice"))
    assert club.turned_away(evening, asking("A"), by=player("A")) == "person-banned"
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("person-banned")
    club.person_does("A", LiftBan(ban=1, reason="It was somebody else"))
    club.enter(evening, "A")
    club.now += timedelta(days=7)
    club.when(evening, entry_commands.ApproveEntry(entry=1)).then()


@pytest.mark.rule("ALL-14", "ALL-8")
def test_catalogue_that_was_looked_at_is_in_the_event_with_its_version() -> None:
    club = Club().register("A")
    club.resign("A")
    evening = club.announce()
    (requested,) = club.do(evening, asking("A"))
    assert isinstance(requested, entry_events.EntryRequested)
    admission = requested.admission
    assert admission is not None
    assert (admission.resignation_limit, admission.federation_version) == (2, 0)
    assert [
        (one.person, one.person_version, one.resignations, one.asked_to_sit_out_by) for one in admission.members
    ] == [(person("A"), 2, 1, None)]


@pytest.mark.rule("ALL-10")
@pytest.mark.source("ausbgf 1.1")
def test_a_team_is_entered_by_its_members_and_any_member_acts_for_it() -> None:
    club = Club().register("ABC")
    evening = club.announce(format=OPEN)
    club.do(evening, team("AB"), by=player("B"))
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("members-unasked")
    club.when(evening, team("AB"), by=player("B")).refused("entry-exists")
    club.do(evening, team("AB"), by=player("A"))
    assert approved(club, evening, "B").entry == 1
    club.enter(evening, "C")
    club.do(evening, lifecycle_commands.StartTournament())
    club.do(evening, match_commands.MakeMatch(sides=(1, 2), length=5), by=player("B"))
    club.do(evening, match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")), by=player("A"))
    club.when(evening, entry_commands.WithdrawEntry(entry=1), by=player("B")).then()


@pytest.mark.rule("ALL-10", "TD-2")
def test_team_is_given_another_name_until_the_start() -> None:
    club = Club().register("ABC")
    evening = club.announce(format=OPEN)
    club.do(evening, team("AB"))
    club.do(evening, asking("C"))
    renamed = entry_commands.ChangeEntry(entry=1, team_name="Wolves")
    assert club.do(evening, renamed) == (entry_events.EntryChanged(entry=1, team_name="Wolves"),)
    entry = club.entry(evening, "A")
    assert (entry.team_name, entry.members, entry.status) == ("Wolves", (person("B"),), "requested")
    club.when(evening, entry_commands.ChangeEntry(entry=2, team_name="Lone wolf")).refused("no-team")
    club.when(evening, renamed, by=player("A")).refused("not-allowed")
    for letter in "AC":
        approved(club, evening, letter)
    club.do(evening, lifecycle_commands.StartTournament())
    club.when(evening, renamed).refused("tournament-status")


@pytest.mark.rule("ALL-10")
def test_nobody_enters_a_team_he_is_not_in() -> None:
    club = Club().register("ABC")
    club.when(club.announce(), team("AB"), by=player("C")).refused("not-allowed")


@pytest.mark.rule("ALL-10")
def test_a_person_is_in_one_entry_at_most() -> None:
    club = Club().register("ABC")
    evening = club.announce()
    club.do(evening, team("AB"))
    for again in (asking("A"), asking("B"), team("BC"), team("BA")):
        club.when(evening, again).refused("entry-exists")
    club.when(evening, asking("C")).then()


@pytest.mark.rule("ALL-10", "TD-2")
def test_a_refused_team_may_ask_again_together_or_its_members_apart() -> None:
    club = Club().register("ABC")
    evening = club.announce()
    for _ in range(2):
        club.do(evening, team("AB"))
        club.do(evening, entry_commands.RefuseEntry(entry=1, reason="Too late"))
    club.do(evening, asking("B"))
    assert club.entry(evening, "B").number == 2
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("entry-exists")
    club.when(evening, team("AB")).refused("entry-exists")


@pytest.mark.rule("ALL-7", "ALL-10")
def test_player_whose_entry_stays_in_the_table_has_no_other_one() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.enter(evening, "A")
    withdraw(club, evening, "A")
    club.when(evening, team("AB")).refused("entry-exists")
    club.when(evening, asking("A")).then()


@pytest.mark.rule("TD-2", "TD-4", "TD-19", "ALL-14")
def test_request_of_somebody_banned_is_recorded_once_and_told_to_the_federation() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.person_does("A", PlaceBan(reason="Threw dice"))
    assert club.turned_away(evening, asking("A"), by=player("A")) == "person-banned"
    club.when(evening, asking("A"), by=player("A")).refused("person-banned")
    entry = club.entry(evening, "A")
    assert (entry.status, entry.turned_away) == (
        "refused",
        TurnedAway(member=person("A"), because="person-banned", bans=(1,)),
    )
    assert [looked.person_version for looked in entry.admission.members] == [2] if entry.admission else False
    (told,) = report_of(club.tournament(evening)).refused_entries
    assert told.model_dump()["because"] == "person-banned"
    club.person_does("A", PlaceBan(reason="Threw them again"))
    assert club.turned_away(evening, asking("A"), by=player("A")) == "person-banned"
    for ban in (1, 2):
        club.person_does("A", LiftBan(ban=ban, reason="An apology"))
    club.enter(evening, "A")
    assert club.entry(evening, "A").turned_away is None
    assert report_of(club.tournament(evening)).empty


@pytest.mark.rule("TD-4", "CHM-1")
def test_player_turned_away_is_approved_once_the_ban_is_gone_with_what_they_brought() -> None:
    club = Club().register("AB")
    series = club.series()
    club.play("A", "B", series={"series": series, "season": 1})
    champion = {"kind": "champion", "lengths": [1]}
    evening = club.announce(format=champion, qualifying={"series": series, "years": [2026]})
    club.person_does("A", PlaceBan(reason="Threw dice"))
    assert club.turned_away(evening, asking("A")) == "person-banned"
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("person-banned")
    club.person_does("A", LiftBan(ban=1, reason="An apology"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    entry = club.entry(evening, "A")
    assert (entry.status, entry.credits, entry.turned_away) == ("approved", 1, None)


@pytest.mark.rule("TD-4")
def test_anyone_who_could_not_enter_anyway_leaves_no_trace_of_a_ban() -> None:
    club = Club().register("ABC")
    evening = club.announce()
    club.start(evening, "BC")
    club.person_does("A", PlaceBan(reason="Threw dice"))
    club.when(evening, asking("A")).refused("entries-closed")


@pytest.mark.rule("ALL-10", "TD-4")
def test_bans_look_at_every_member() -> None:
    club = Club().register("AB")
    evening = club.announce()
    club.do(evening, team("AB"))
    club.person_does("B", PlaceBan(reason="Cheated"))
    club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("person-banned")
    assert club.turned_away(club.announce(), team("AB")) == "person-banned"


@pytest.mark.parametrize(
    "fields",
    [
        {"members": (person("A"),)},
        {"members": (person("B"), person("B"))},
        {"team_name": "Foxes"},
        {"members": tuple(f"00000000-0000-0000-0000-{n:012d}" for n in range(51))},
    ],
)
def test_a_team_names_each_member_once(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        asking("A", **fields)


@pytest.mark.rule("ALL-10", "ALL-6", "TEA-8")
def test_matches_of_teams_are_not_rated() -> None:
    club = Club().register("ABCD")
    evening = club.announce(format=OPEN, rating={"pool": "normal", "policy": "room", "policy_version": 1})
    club.do(evening, team("AB"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    club.start(evening, "CD")
    for sides in ((1, 2), (2, 3), (3, 1)):
        played = {"sides": sides, "length": 5, "result": {"kind": "winner", "winner": "first"}}
        club.do(evening, match_commands.EnterResults.model_validate({"results": (played,)}))
    state = club.tournament(evening)
    assert [as_rated_match(state, state.matches[number]) is not None for number in (1, 2, 3)] == [False, True, False]


@pytest.mark.rule("TD-21")
def test_only_the_staff_enters_somebody_outside_the_times_for_entries_and_says_why() -> None:
    club = Club().register("ABC")
    times = {"entries_open_at": NOON + timedelta(days=1), "entries_close_at": NOON + timedelta(days=2)}
    evening = club.announce(conditions=times)
    club.when(evening, asking("A"), by=player("A")).refused("entries-not-open")
    club.when(evening, asking("A")).refused("reason-missing")
    (requested,) = club.do(evening, asking("A", reason="Travels tomorrow"))
    assert isinstance(requested, entry_events.EntryRequested)
    assert requested.reason == "Travels tomorrow"
    club.now = NOON + timedelta(days=1)
    club.do(evening, asking("B"), by=player("B"))
    club.now = NOON + timedelta(days=2)
    club.when(evening, asking("C"), by=player("C")).refused("entries-not-open")
    club.when(evening, asking("C", reason="The letter was late")).then()


@pytest.mark.rule("TD-21")
def test_entries_open_before_they_close() -> None:
    with pytest.raises(ValidationError):
        Conditions(entries_open_at=NOON, entries_close_at=NOON)


@pytest.mark.rule("TD-21")
def test_player_approved_beyond_the_places_waits_and_moves_up_in_order() -> None:
    club = Club().register("ABCDE")
    evening = club.announce(conditions={"places": 2})
    club.enter(evening, "AB")
    for letter in "DC":
        club.do(evening, asking(letter))
        assert isinstance(approved(club, evening, letter), entry_events.EntryPutOnWaitingList)
    assert club.status(evening, "ABCD") == {"A": "approved", "B": "approved", "C": "waiting", "D": "waiting"}
    _, moved = withdraw(club, evening, "A")
    assert isinstance(moved, entry_events.EntryApproved)
    assert (moved.entry, moved.moved_up, moved.in_place_of) == (3, True, 1)
    assert club.status(evening, "ABCD") == {"A": "withdrawn", "B": "approved", "C": "waiting", "D": "approved"}


@pytest.mark.rule("TD-21")
def test_waiting_player_is_not_approved_before_their_turn_nor_asks_again() -> None:
    club = Club().register("ABC")
    evening = club.announce(conditions={"places": 1})
    club.enter(evening, "AB")
    club.when(evening, entry_commands.ApproveEntry(entry=2)).refused("tournament-full")
    club.when(evening, asking("B")).refused("entry-exists")
    assert len(withdraw(club, evening, "B")) == 1
    assert len(withdraw(club, evening, "A")) == 1


@pytest.mark.rule("TD-21")
def test_more_places_go_to_those_who_wait() -> None:
    club = Club().register("ABCD")
    evening = club.announce(conditions={"places": 1})
    club.enter(evening, "ABCD")
    _, *moved = club.do(evening, lifecycle_commands.ChangeConditions(conditions=Conditions(places=3)))
    assert [(one.entry, one.in_place_of) for one in moved if isinstance(one, entry_events.EntryApproved)] == [
        (2, None),
        (3, None),
    ]
    assert len(club.do(evening, lifecycle_commands.ChangeConditions(conditions=Conditions(places=None)))) == 2
    assert set(club.status(evening, "ABCD").values()) == {"approved"}


@pytest.mark.rule("TD-21", "TD-4")
def test_waiting_player_banned_or_erased_meanwhile_is_passed_over() -> None:
    club = Club().register("ABCD")
    evening = club.announce(conditions={"places": 1})
    club.enter(evening, "ABCD")
    club.person_does("B", PlaceBan(reason="Cheated"))
    club.erase("C")
    withdraw(club, evening, "A")
    assert club.status(evening, "BCD") == {"B": "waiting", "C": "waiting", "D": "approved"}


@pytest.mark.rule("TD-21")
def test_nobody_moves_up_alone_after_the_start() -> None:
    club = Club().register("ABC")
    evening = club.announce(format=OPEN, conditions={"places": 2})
    club.enter(evening, "ABC")
    club.do(evening, lifecycle_commands.StartTournament())
    assert len(withdraw(club, evening, "A")) == 1
    assert isinstance(approved(club, evening, "C"), entry_events.EntryApproved)


@pytest.mark.rule("TD-21")
def test_waiting_player_is_no_entrant() -> None:
    club = Club().register("ABC")
    evening = club.announce(conditions={"places": 2})
    club.start(evening, "ABC")
    club.won(evening, "A", "B")
    club.do(evening, lifecycle_commands.CompleteTournament())
    assert [entry.entrant for _, entry in sorted(club.tournament(evening).entries.items())] == [True, True, False]


@pytest.mark.rule("SWI-2")
def test_a_colour_given_at_approval_stays_over_the_waiting_list() -> None:
    club = Club().register("AB")
    evening = club.announce(conditions={"places": 1})
    for letter in "AB":
        club.do(evening, asking(letter))
        approved(club, evening, letter, colour="red" if letter == "A" else "blue")
    withdraw(club, evening, "A")
    assert [club.entry(evening, letter).colour for letter in "AB"] == ["red", "blue"]


@pytest.mark.rule("TD-2", "TD-19")
@pytest.mark.source("ausbgf 1.4.2", "ausbgf 1.4.3")
def test_a_higher_flight_is_offered_and_answered_once() -> None:
    club = Club().register("A")
    masters = club.announce(name="Masters")
    novices = club.announce(name="Novices")
    club.do(novices, asking("A"))
    club.do(novices, entry_commands.OfferFlight(entry=1, flight=masters, reason="Champion of 2024"))
    entry = club.entry(novices, "A")
    assert entry.offer is not None
    assert (entry.status, entry.offer.flight.name, entry.offer.accepted) == ("refused", "Masters", None)
    answer = entry_commands.AnswerFlightOffer(entry=1, accepted=True)
    club.when(novices, answer, by=player("B")).refused("not-allowed")
    club.do(novices, answer, by=player("A"))
    club.when(novices, answer, by=player("A")).refused("offer-status")
    offer = club.entry(novices, "A").offer
    assert offer is not None
    assert offer.accepted
    (told,) = report_of(club.tournament(novices)).refused_entries
    assert (told.flight, told.accepted, told.reason) == (offer.flight, True, "Champion of 2024")


@pytest.mark.rule("TD-2")
def test_an_offer_frees_the_place() -> None:
    club = Club().register("AB")
    masters, novices = club.announce(name="Masters"), club.announce(name="Novices", conditions={"places": 1})
    club.enter(novices, "AB")
    club.do(novices, entry_commands.OfferFlight(entry=1, flight=masters))
    assert club.status(novices, "AB") == {"A": "refused", "B": "approved"}


@pytest.mark.rule("TD-2")
def test_offers_that_make_no_sense_are_refused() -> None:
    club = Club().register("ABCZ")
    novices = club.announce(by=director("Z"))
    club.do(novices, asking("A"))
    nowhere = "00000000-0000-0000-0000-000000000000"
    club.when(novices, entry_commands.OfferFlight(entry=1, flight=novices)).refused("flight-is-this-tournament")
    club.when(novices, entry_commands.OfferFlight(entry=1, flight=nowhere)).refused("tournament-unknown")
    masters = club.announce(name="Masters")
    club.when(novices, entry_commands.OfferFlight(entry=1, flight=masters), by=player("A")).refused("not-allowed")
    club.when(novices, entry_commands.AnswerFlightOffer(entry=1, accepted=False), by=player("A")).refused(
        "offer-status"
    )
    club.start(novices, "BC")
    club.when(novices, entry_commands.OfferFlight(entry=1, flight=masters)).refused("tournament-status")


@pytest.mark.rule("TD-2")
def test_an_entry_asked_for_again_has_no_offer_open() -> None:
    club = Club().register("A")
    masters, novices = club.announce(name="Masters"), club.announce(name="Novices")
    club.do(novices, asking("A"))
    club.do(novices, entry_commands.OfferFlight(entry=1, flight=masters))
    club.do(novices, asking("A"))
    club.when(novices, entry_commands.AnswerFlightOffer(entry=1, accepted=True)).refused("offer-status")


@pytest.mark.rule("CHM-1")
def test_credits_are_the_qualifying_wins_when_the_entry_is_made() -> None:
    # A has won the cup's evenings in 2025 and 2026, of any season, and another tournament; B none; C one in 2024.
    club = Club(now=NOON.replace(year=2024)).register("ABCX")
    cup, other = club.series(), club.series("Another")
    club.play("C", "X", series={"series": cup, "season": 2025})
    for year in (2025, 2026):
        club.now = NOON.replace(year=year)
        club.play("A", "X", series={"series": cup, "season": 7})
    club.play("A", "X", series={"series": other, "season": 2026})
    club.play("A", "X")
    qualifying = {"series": cup, "years": (2025, 2026)}
    final = club.announce(format={"kind": "champion"}, qualifying=qualifying)
    (requested,) = club.do(final, asking("A"), by=player("A"))
    assert isinstance(requested, entry_events.EntryRequested)
    assert requested.credits is not None
    assert (requested.credits.value, requested.credits.qualifying.years) == (2, (2025, 2026))
    for letter in "BC":
        club.when(final, asking(letter), by=player(letter)).refused("no-credits")
    assert club.entry(final, "A").credits == 2


@pytest.mark.rule("CHM-1")
@pytest.mark.source("nxe 23")
@pytest.mark.parametrize(("zone", "year"), [("UTC", 2025), ("Europe/Berlin", 2026)])
def test_the_year_of_a_win_is_that_of_its_date_in_the_tournament_s_zone(zone: str, year: int) -> None:
    club = Club(now=datetime(2025, 12, 31, 23, 10, tzinfo=UTC)).register("AX")
    cup = club.series()
    club.play("A", "X", series={"series": cup, "season": 1}, time_zone=zone)
    champion = {"kind": "champion", "lengths": [1]}
    final = club.announce(format=champion, qualifying={"series": cup, "years": [year]})
    club.enter(final, "A")
    assert club.entry(final, "A").credits == 1
    other = club.announce(format=champion, qualifying={"series": cup, "years": [2026 + 2025 - year]})
    club.when(other, asking("A")).refused("no-credits")


@pytest.mark.rule("CHM-1", "ALL-10")
def test_a_team_has_the_credits_of_its_members_and_what_they_won_together_once() -> None:
    club = Club().register("ABX")
    cup = club.series()
    place = {"series": cup, "season": 2026}
    together = club.announce(series=place)
    club.do(together, team("AB"))
    club.do(together, entry_commands.ApproveEntry(entry=1))
    club.start(together, "X")
    club.won(together, "A", "X")
    club.do(together, lifecycle_commands.CompleteTournament())
    club.play("B", "X", series=place)
    final = club.announce(format={"kind": "champion"}, qualifying={"series": cup, "years": (2026,)})
    club.do(final, team("AB"))
    assert club.entry(final, "A").credits == 2


@pytest.mark.rule("CHM-1")
def test_tournament_that_asks_no_credits_records_none() -> None:
    club = Club().register("AB")
    club.play("A", "B")
    evening = club.announce()
    club.do(evening, asking("A"))
    assert club.entry(evening, "A").credited is None


Step = tuple[str, str]
STEPS = st.lists(
    st.tuples(st.sampled_from(["enter", "withdraw", "ban", "places"]), st.sampled_from("ABCDEF")), max_size=25
)


@pytest.mark.rule("TD-21", "TD-4")
@examples(60)
@given(STEPS)
def test_no_place_stays_free_while_somebody_who_may_enter_waits(steps: list[Step]) -> None:
    club = Club().register("ABCDEF")
    evening = club.announce(conditions={"places": 2})
    banned: set[str] = set()
    for kind, letter in steps:
        entered = person(letter) in club.tournament(evening).entry_of
        status = club.entry(evening, letter).status if entered else None
        if kind == "enter" and status in (None, "withdrawn") and letter not in banned:
            club.enter(evening, letter)
        elif kind == "withdraw" and status in ("approved", "waiting"):
            withdraw(club, evening, letter)
        elif kind == "ban" and letter not in banned:
            club.person_does(letter, PlaceBan(reason="Cheated"))
            banned.add(letter)
        elif kind == "places":
            places = Conditions(places=1 + "ABCDEF".index(letter))
            club.do(evening, lifecycle_commands.ChangeConditions(conditions=places), by=OFFICE)
        state = club.tournament(evening)
        reached()
        assert state.settings is not None
        places_now = state.settings.conditions.places or 0
        taken = [entry for entry in state.entries.values() if entry.status == "approved"]
        may_enter = [
            one
            for one in state.entries.values()
            if one.status == "waiting" and chr(int(one.person[-4:], 16)) not in banned
        ]
        assert len(taken) >= places_now or not may_enter


@pytest.mark.rule("TD-21")
def test_entries_are_closed_at_the_very_moment_and_open_until_it() -> None:
    closes_at = NOON + timedelta(days=2)
    club = Club().register("AB")
    evening = club.announce(conditions={"entries_close_at": closes_at})
    step = timedelta(minutes=1)  # what a command takes
    club.now = closes_at - step - timedelta(microseconds=1)
    club.do(evening, asking("A"), by=player("A"))
    club.now = closes_at - step
    club.when(evening, asking("B"), by=player("B")).refused("entries-not-open")
