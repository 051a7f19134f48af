"""Clubs: members from a day to a day, officers, and the club that an entry stands for (REG-5)."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import cast

import pytest

from domain.application.requests import CommandOrigin, of_club
from domain.clubs import decide
from domain.clubs.state import Clubs
from domain.kernel.envelope import Actor
from domain.kernel.ids import CLUBS
from domain.kernel.refusal import Refused
from domain.tournament.entries import commands as entry_commands
from tests.club import Club as Federation
from tests.desk import OFFICE, person, player

VALLEY, HILL = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2))
ADA, BEN, CLEO = person("A"), person("B"), person("C")
OFFICER = player("C")


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.problem.slug


@pytest.fixture
def federation() -> Federation:
    """A club, Valley, with Cleo as its officer and Ada as its member since the second of January; and another one."""
    made = Federation().register("ABC")
    for club, name in ((VALLEY, "Valley"), (HILL, "Hill")):
        change(made, decide.FoundClub(name=name), OFFICE, club)
    change(made, decide.AppointOfficer(person=CLEO), OFFICE)
    change(made, decide.AdmitMember(person=ADA, since=day(2)))
    return made


def change(federation: Federation, command: decide.Command, by: Actor = OFFICER, club: str = VALLEY) -> None:
    asked: CommandOrigin = federation.by(by)
    federation.carry_out(of_club(asked, club, command))


@pytest.mark.rule("REG-5")
def test_a_member_is_one_from_a_day_to_a_day_and_may_come_back(federation: Federation) -> None:
    change(federation, decide.EndMembership(membership=1, until=day(5)))
    assert refused(lambda: change(federation, decide.AdmitMember(person=ADA, since=day(4)))) == "member-already"
    change(federation, decide.AdmitMember(person=ADA, since=day(8)))
    club = cast("Clubs", federation.load(CLUBS)).by_id[VALLEY]
    assert [club.has_member(ADA, day(number)) for number in (1, 2, 4, 5, 7, 8, 30)] == [
        *(False, True, True, False, False, True, True)
    ]


@pytest.mark.rule("REG-5")
def test_a_person_may_belong_to_several_clubs(federation: Federation) -> None:
    change(federation, decide.AdmitMember(person=ADA, since=day(3)), OFFICE, HILL)
    clubs = cast("Clubs", federation.load(CLUBS))
    assert [club.name for club in clubs.every() if club.has_member(ADA, day(4))] == ["Valley", "Hill"]


@pytest.mark.rule("REG-5")
def test_officers_keep_the_members_of_their_own_club_and_no_officers(federation: Federation) -> None:
    wanted = decide.AdmitMember(person=BEN, since=day(2))
    assert refused(lambda: change(federation, wanted, OFFICER, HILL)) == "not-allowed"
    assert refused(lambda: change(federation, wanted, player("A"))) == "not-allowed"
    assert refused(lambda: change(federation, decide.AppointOfficer(person=BEN))) == "not-allowed"
    assert refused(lambda: change(federation, decide.ReleaseOfficer(person=CLEO))) == "not-allowed"
    change(federation, decide.ReleaseOfficer(person=CLEO), OFFICE)
    assert refused(lambda: change(federation, decide.RenameClub(name="Dale"))) == "not-allowed"


@pytest.mark.parametrize(
    ("command", "slug"),
    [
        (decide.EndMembership(membership=2, until=day(3)), "membership-unknown"),
        (decide.EndMembership(membership=1, until=day(1)), "membership-backwards"),
        (decide.AdmitMember(person=person("Z"), since=day(2)), "person-unknown"),
        (decide.AppointOfficer(person=CLEO), "officer-appointed"),
        (decide.ReleaseOfficer(person=BEN), "officer-unknown"),
    ],
)
def test_what_a_club_refuses(federation: Federation, command: decide.Command, slug: str) -> None:
    assert refused(lambda: change(federation, command, OFFICE)) == slug


@pytest.mark.rule("REG-5", "TD-2")
def test_an_officer_enters_members_for_the_club_and_nobody_else(federation: Federation) -> None:
    tournament = federation.announce()
    enters = entry_commands.RequestEntry(person=ADA, club=VALLEY)
    federation.do(tournament, enters, OFFICER)
    entry = federation.tournament(tournament).entries[1]
    assert (entry.club, entry.unasked, entry.entered_by) == (VALLEY, (), (CLEO,))
    for wanted, slug in (
        (entry_commands.RequestEntry(person=BEN, club=VALLEY), "no-member-of-club"),
        (entry_commands.RequestEntry(person=BEN), "not-allowed"),
        (entry_commands.RequestEntry(person=BEN, club=HILL), "not-allowed"),
    ):
        assert federation.refused(tournament, wanted, OFFICER) == slug


@pytest.mark.rule("REG-5")
def test_a_player_says_which_of_their_clubs_they_stand_for(federation: Federation) -> None:
    tournament = federation.announce()
    wrong = entry_commands.RequestEntry(person=ADA, club=HILL)
    assert federation.refused(tournament, wrong, player("A")) == "no-member-of-club"
    federation.do(tournament, entry_commands.RequestEntry(person=ADA, club=VALLEY), player("A"))
    assert federation.tournament(tournament).entries[1].club == VALLEY
