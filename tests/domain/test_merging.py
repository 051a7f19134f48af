"""Two records of one person, merged and split: whatever names the record is the person's, and its own again (REG-1 to
REG-3)."""

from typing import Any, cast

import pytest

from domain.access import decide as access
from domain.access.state import Access
from domain.application.merging import Naming, of_merge, of_taking_back
from domain.application.requests import of_access, of_club, of_series
from domain.clubs import decide as clubs
from domain.clubs.state import Clubs
from domain.kernel.ids import ACCESS, CLUBS, series_stream
from domain.person import commands as person_commands
from domain.person.merging import as_one
from domain.scoring.result import FinalScore
from domain.series.decide import ChangeSeries
from domain.series.state import Series
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.club import Club
from tests.desk import NOON, OFFICE, director, person, player
from tests.when import ask

OPEN: dict[str, Any] = {"format": {"kind": "open"}}
VALLEY = "00000000-0000-4000-8000-000000000001"
KEPT, RECORD = "A", "R"


def merge(club: Club, naming: Naming) -> None:
    command = person_commands.MergePerson(merged_into=person(KEPT), reason="Registered twice")
    club.carry_out(of_merge(club.by(OFFICE), person(RECORD), command, naming))


def split(club: Club, naming: Naming) -> None:
    command = person_commands.WithdrawMerge(reason="Two persons after all")
    club.carry_out(of_taking_back(club.by(OFFICE), person(RECORD), command, naming))


@pytest.fixture
def club() -> Club:
    return Club().register("ABCDEFR")


@pytest.mark.rule("REG-1", "REG-3", "TD-1")
def test_director_under_the_record_directs_under_the_id_that_is_kept(club: Club) -> None:
    evening = club.announce(by=director(RECORD), **OPEN)
    starts = lifecycle_commands.StartTournament()
    club.when(evening, starts, director(KEPT)).refused("not-allowed")
    merge(club, Naming((evening,)))
    assert club.tournament(evening).directors == (person(KEPT),)
    club.do(evening, lifecycle_commands.AppointDirector(person=person("B")), director(KEPT))
    split(club, Naming((evening,)))
    assert club.tournament(evening).directors == (person(RECORD), person("B"))
    club.when(evening, starts, director(KEPT)).refused("not-allowed")


@pytest.mark.rule("REG-1", "TD-11")
@pytest.mark.parametrize("last", [KEPT, RECORD])
def test_last_service_of_merged_records_is_the_later_of_both(club: Club, last: str) -> None:
    evening = club.announce(by=director(RECORD), **OPEN)
    club.do(evening, lifecycle_commands.AppointDirector(person=person(KEPT)), director(RECORD))
    for letter in sorted((KEPT, RECORD), key=lambda one: one == last):
        club.do(evening, lifecycle_commands.AppointDirector(person=person("C")), director(letter))
        club.do(evening, lifecycle_commands.ReleaseDirector(person=person("C")), director(letter))
    served = club.tournament(evening).served[person(last)]
    merge(club, Naming((evening,)))
    assert club.tournament(evening).served[person(KEPT)] == served
    assert person(RECORD) not in club.tournament(evening).served


@pytest.mark.rule("REG-1", "TD-1")
def test_player_released_after_the_merge_is_released_under_the_record_too(club: Club) -> None:
    evening = club.announce(by=director(RECORD), **OPEN)
    club.do(evening, lifecycle_commands.AppointDirector(person=person("B")))
    merge(club, Naming((evening,)))
    club.do(evening, lifecycle_commands.ReleaseDirector(person=person(KEPT)))
    split(club, Naming((evening,)))
    assert club.tournament(evening).directors == (person("B"),)


@pytest.mark.rule("REG-1", "TD-11")
def test_nobody_sits_twice_on_a_committee_by_being_merged(club: Club) -> None:
    evening = club.announce(by=director("E"), **OPEN)
    club.start(evening, "BC")
    club.do(evening, match_commands.MakeMatch(sides=(1, 2), length=5))
    given = {"about": {"kind": "match", "number": 1}, "clause": "4.2", "facts": "As seen", "reasons": "As written"}
    remedy = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
    ruling = ruling_commands.GiveRuling.model_validate(given | {"parties": (1, 2), "remedies": [remedy]})
    club.do(evening, ruling, director("E"))
    club.do(evening, ruling_commands.LodgeAppeal(ruling=1, entry=2, reason="Not so"), player("C"))
    for letters in ("ADR", "DRF"):
        members = tuple(person(one) for one in letters)
        club.do(evening, ruling_commands.FormCommittee(appeal=1, members=members), OFFICE)
        if letters == "ADR":
            ask(club, lambda: merge(club, Naming((evening,)))).refused("merge-impossible")
    merge(club, Naming((evening,)))
    vote = ruling_commands.CastVote(appeal=1, member=person(KEPT), verdict="reversed")
    club.do(evening, vote, player(KEPT))
    split(club, Naming((evening,)))
    assert club.tournament(evening).directing.appeals[1].members == members


@pytest.mark.rule("REG-1", "REG-3", "REG-5")
def test_officers_members_and_directors_of_series_are_those_of_the_record_while_it_is_merged(club: Club) -> None:
    for command in (
        clubs.FoundClub(name="Valley"),
        clubs.AppointOfficer(person=person(RECORD)),
        clubs.AdmitMember(person=person(RECORD), since=NOON),
    ):
        club.carry_out(of_club(club.by(OFFICE), VALLEY, command))
    cup = club.series(by=director(RECORD))
    admits = clubs.AdmitMember(person=person("B"), since=NOON)
    ask(club, lambda: club.carry_out(of_club(club.by(player(KEPT)), VALLEY, admits))).refused("not-allowed")
    merge(club, Naming(series=(cup,)))
    club.carry_out(of_club(club.by(player(KEPT)), VALLEY, admits))
    accepts = clubs.AnswerMembershipOffer(offer=1, accepted=True)
    club.carry_out(of_club(club.by(player("B")), VALLEY, accepts))
    club.carry_out(of_series(club.by(director(KEPT)), cup, ChangeSeries(name="Cup", directors=(person("B"),))))
    again = clubs.AdmitMember(person=person(KEPT), since=NOON)
    ask(club, lambda: club.carry_out(of_club(club.by(OFFICE), VALLEY, again))).refused("member-already")
    evening = club.announce(**OPEN)
    club.do(evening, entry_commands.RequestEntry(person=person(KEPT), club=VALLEY), player(KEPT))
    club.do(evening, entry_commands.WithdrawEntry(entry=1), player(KEPT))
    answer = person_commands.EntryBelongs(tournament=evening, entry=1, person=person(KEPT))
    back = person_commands.WithdrawMerge(reason="Two", entered_since=(answer,))
    club.carry_out(of_taking_back(club.by(OFFICE), person(RECORD), back, Naming((evening,), (cup,))))
    valley = cast("Clubs", club.load(CLUBS)).by_id[VALLEY]
    assert valley.officers == (person(RECORD),)
    assert [one.person for one in valley.memberships] == [person(RECORD), person("B")]
    assert cast("Series", club.load(series_stream(cup))).directors == (person("B"),)


@pytest.mark.rule("REG-1", "REG-3", "REG-5")
def test_request_and_offer_of_two_records_of_a_person_make_one_membership(club: Club) -> None:
    for command in (clubs.FoundClub(name="Valley"), clubs.AppointOfficer(person=person("B"))):
        club.carry_out(of_club(club.by(OFFICE), VALLEY, command))
    offers, asks = clubs.AdmitMember(person=person(KEPT), since=NOON), clubs.RequestMembership(since=NOON)
    club.carry_out(of_club(club.by(player("B")), VALLEY, offers))
    club.carry_out(of_club(club.by(player(RECORD)), VALLEY, asks))
    merge(club, Naming())
    accepts = clubs.AnswerMembershipRequest(request=1, accepted=True)
    club.carry_out(of_club(club.by(player("B")), VALLEY, accepts))
    valley = cast("Clubs", club.load(CLUBS)).by_id[VALLEY]
    assert [one.person for one in valley.memberships] == [person(KEPT)]
    assert [*(one.status for one in valley.offers), *(one.status for one in valley.requests)] == ["accepted"] * 2


@pytest.mark.rule("REG-2")
def test_the_keys_of_the_record_end_with_events_of_their_own(club: Club) -> None:
    for number, letter in ((1, KEPT), (2, RECORD), (3, RECORD)):
        made = access.MakeKey(key=f"{number:016x}", role="player", person=person(letter))
        club.carry_out(of_access(club.by(OFFICE), made))
    merge(club, Naming())
    split(club, Naming())
    keys = cast("Access", club.load(ACCESS)).keys
    assert [keys[f"{number:016x}"].revoked for number in (1, 2, 3)] == [False, True, True]


@pytest.mark.rule("REG-1", "REG-3", "TD-14")
def test_a_report_made_under_the_record_is_the_persons_own_after_the_merge(club: Club) -> None:
    """Nobody who has reported a result confirms it, under whichever id."""
    conditions = {"verification": "confirmed"}
    evening = club.announce(by=director("E"), conditions=conditions, **OPEN)
    club.start(evening, "BR")
    result = FinalScore(first=3, second=5)
    club.do(evening, match_commands.MakeMatch(sides=(1, 2), length=5, result=result), player(RECORD))
    merge(club, Naming((evening,)))
    club.when(evening, match_commands.VerifyResult(match=1), player(KEPT)).refused("not-allowed")
    club.do(evening, match_commands.VerifyResult(match=1), player("B"))
    assert club.tournament(evening).matches[1].effective is not None


@pytest.mark.rule("REG-1", "REG-3")
def test_bans_and_resignations_count_for_both_records_while_they_are_merged(club: Club) -> None:
    club.limit(2)
    for letter in (KEPT, RECORD):
        club.resign(letter)
    held = [club.announce(), club.announce()]
    enters = entry_commands.RequestEntry(person=person(KEPT))
    club.do(held[0], enters, player(KEPT))
    merge(club, Naming())
    assert as_one(club.person(KEPT), [club.person(RECORD)]).resignations_counted == 2
    assert club.turned_away(held[1], enters, player(KEPT)) == "resigned-too-often"


@pytest.mark.rule("REG-1", "REG-3", "ALL-2")
def test_rounds_held_from_the_public_are_known_under_the_id_that_is_kept(club: Club) -> None:
    evening = club.announce(format={"kind": "nxe", "losses": 2}, conditions={"pairings_shown": "when-released"})
    club.start(evening, "BCDR")
    club.do(evening, round_commands.DrawRound(round=1))
    for act, letter in ((merge, KEPT), (split, RECORD)):
        act(club, Naming((evening,)))
        held = club.tournament(evening).held
        assert held is not None
        assert (held.entries[4].person, len(held.matches)) == (person(letter), 0)
    club.do(evening, round_commands.ReleasePairings())
    assert club.tournament(evening).held is None
