"""Clubs: members from a day to a day, officers, and the club that an entry stands for (REG-5)."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from domain.application.requests import CommandOrigin, of_club
from domain.clubs import decide
from domain.clubs.state import Club, Clubs
from domain.kernel.envelope import Actor
from domain.kernel.ids import CLUBS
from domain.match import validity
from domain.scoring.result import FinalScore
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from tests.club import Club as Federation
from tests.desk import OFFICE, director, person, player
from tests.when import When, ask

VALLEY, HILL = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2))
ADA, BEN, CLEO = person("A"), person("B"), person("C")
OFFICER = player("C")


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


@pytest.fixture
def federation() -> Federation:
    """A club, Valley, with Cleo as its officer and Ada as its member since the second of January; and another one."""
    made = Federation().register("ABCD")
    for club, name in ((VALLEY, "Valley"), (HILL, "Hill")):
        change(made, decide.FoundClub(name=name), OFFICE, club)
    change(made, decide.AppointOfficer(person=CLEO), OFFICE)
    change(made, decide.AdmitMember(person=ADA, since=day(2)), OFFICE)
    return made


def change(federation: Federation, command: decide.Command, by: Actor = OFFICER, club: str = VALLEY) -> None:
    asked: CommandOrigin = federation.by(by)
    federation.carry_out(of_club(asked, club, command))


def when(federation: Federation, command: decide.Command, by: Actor = OFFICER, club: str = VALLEY) -> When[Federation]:
    return ask(federation, lambda: change(federation, command, by, club))


@pytest.mark.rule("REG-5")
def test_a_member_is_one_from_a_day_to_a_day_and_may_come_back(federation: Federation) -> None:
    change(federation, decide.EndMembership(membership=1, until=day(5)))
    when(federation, decide.AdmitMember(person=ADA, since=day(4))).refused("member-already")
    change(federation, decide.AdmitMember(person=ADA, since=day(8)))
    change(federation, ACCEPTS, player("A"))
    club = valley(federation)
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
    when(federation, wanted, OFFICER, HILL).refused("not-allowed")
    when(federation, wanted, player("A")).refused("not-allowed")
    when(federation, decide.AppointOfficer(person=BEN)).refused("not-allowed")
    when(federation, decide.ReleaseOfficer(person=CLEO)).refused("not-allowed")
    change(federation, decide.ReleaseOfficer(person=CLEO), OFFICE)
    when(federation, decide.RenameClub(name="Dale")).refused("not-allowed")


def valley(federation: Federation) -> Club:
    return cast("Clubs", federation.load(CLUBS)).by_id[VALLEY]


ACCEPTS = decide.AnswerMembershipOffer(offer=1, accepted=True)


def answer(offer: int, *, accepted: bool) -> decide.AnswerMembershipOffer:
    return decide.AnswerMembershipOffer(offer=offer, accepted=accepted)


@pytest.mark.rule("REG-5")
def test_membership_that_an_officer_records_is_an_offer_until_the_person_accepts(federation: Federation) -> None:
    change(federation, decide.AdmitMember(person=BEN, since=day(3)))
    assert not valley(federation).has_member(BEN, day(4))
    for other in (OFFICER, OFFICE, player("A"), player("D")):
        when(federation, ACCEPTS, other).refused("not-allowed")
    change(federation, ACCEPTS, player("B"))
    club = valley(federation)
    assert [(one.number, one.person, one.since) for one in club.memberships] == [(1, ADA, day(2)), (2, BEN, day(3))]
    assert [one.status for one in club.offers] == ["accepted"]
    when(federation, ACCEPTS, player("B")).refused("membership-offer-answered")
    when(federation, answer(2, accepted=True), player("B")).refused("membership-offer-unknown")


@pytest.mark.rule("REG-5")
def test_officers_and_administrators_are_members_at_once_by_their_own_word(federation: Federation) -> None:
    change(federation, decide.AdmitMember(person=CLEO, since=day(3)))
    change(federation, decide.AdmitMember(person=BEN, since=day(3)), OFFICE)
    assert valley(federation).members_at(day(4)) == {ADA, BEN, CLEO}


@pytest.mark.rule("REG-5")
def test_offer_is_declined_by_the_person_or_taken_back_and_may_be_made_again(federation: Federation) -> None:
    for number, by in enumerate((player("B"), OFFICER, OFFICE), start=1):
        change(federation, decide.AdmitMember(person=BEN, since=day(3)))
        twice = decide.AdmitMember(person=BEN, since=day(5))
        when(federation, twice).refused("membership-offered")
        change(federation, answer(number, accepted=False), by)
        when(federation, answer(number, accepted=True), player("B")).refused("membership-offer-answered")
    assert valley(federation).members_at(day(9)) == {ADA}


@pytest.mark.rule("REG-5", "TD-9")
def test_offer_is_not_accepted_by_a_key_that_an_officer_has_made(federation: Federation) -> None:
    """Cleo, who is an officer and directs, has issued Ben's link: it could be Cleo who accepts."""
    change(federation, decide.AdmitMember(person=BEN, since=day(3)))
    by_link = player("B").model_copy(update={"key_maker": CLEO})
    when(federation, ACCEPTS, by_link).refused("membership-offer-by-officers-key")
    change(federation, decide.ReleaseOfficer(person=CLEO), OFFICE)
    when(federation, ACCEPTS, by_link).refused("membership-offer-by-officers-key")
    change(federation, ACCEPTS, player("B"))
    assert valley(federation).has_member(BEN, day(4))


@pytest.mark.rule("REG-5")
def test_only_administrators_make_members_of_long_ago(federation: Federation) -> None:
    """Who says it a second too early is refused, and so is anyone who accepts it too late."""
    bound = federation.now + timedelta(hours=1) - timedelta(days=366)
    early = decide.AdmitMember(person=BEN, since=bound - timedelta(hours=1, seconds=1))
    when(federation, early).refused("membership-long-ago")
    own = decide.AdmitMember(person=CLEO, since=early.since)
    when(federation, own).refused("membership-long-ago")
    change(federation, decide.AdmitMember(person=BEN, since=bound))
    federation.now += timedelta(days=30)
    when(federation, ACCEPTS, player("B")).refused("membership-long-ago")
    change(federation, early, OFFICE)
    assert valley(federation).memberships[-1].since == early.since


@pytest.mark.rule("REG-5")
def test_member_leaves_by_their_own_word_and_is_kept_longer_by_nobody_else(federation: Federation) -> None:
    ends = decide.EndMembership(membership=1, until=day(5))
    when(federation, ends, player("B")).refused("not-allowed")
    change(federation, ends, player("A"))
    longer = decide.EndMembership(membership=1, until=day(20))
    for by in (OFFICER, player("A")):
        when(federation, longer, by).refused("membership-longer")
    change(federation, decide.EndMembership(membership=1, until=day(4)))
    assert not valley(federation).has_member(ADA, day(4))
    change(federation, longer, OFFICE)
    assert valley(federation).has_member(ADA, day(19))


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
def test_clubs_refuse_impossible_requests(federation: Federation, command: decide.Command, slug: str) -> None:
    when(federation, command, OFFICE).refused(slug)


@pytest.mark.rule("REG-5", "TD-2")
def test_an_officer_proposes_members_for_the_club_and_nobody_else(federation: Federation) -> None:
    tournament = federation.announce()
    enters = entry_commands.RequestEntry(person=ADA, club=VALLEY)
    federation.do(tournament, enters, OFFICER)
    entry = federation.tournament(tournament).entries[1]
    assert (entry.club, entry.unasked, entry.entered_by) == (VALLEY, (ADA,), (CLEO,))
    federation.when(tournament, entry_commands.ApproveEntry(entry=1)).refused("members-unasked")
    federation.when(tournament, enters, OFFICER).refused("entry-exists")
    federation.do(tournament, enters, player("A"))
    entry = federation.tournament(tournament).entries[1]
    assert (entry.club, entry.unasked, entry.entered_by) == (VALLEY, (), (ADA,))
    federation.do(tournament, entry_commands.ApproveEntry(entry=1))
    for wanted, slug in (
        (entry_commands.RequestEntry(person=BEN, club=VALLEY), "no-member-of-club"),
        (entry_commands.RequestEntry(person=BEN), "not-allowed"),
        (entry_commands.RequestEntry(person=BEN, club=HILL), "not-allowed"),
    ):
        federation.when(tournament, wanted, OFFICER).refused(slug)


@pytest.mark.rule("REG-5")
def test_proposed_entry_binds_nobody_and_is_not_proposed_again_once_declined(federation: Federation) -> None:
    enters = entry_commands.RequestEntry(person=ADA, club=VALLEY)
    one, other, third = (federation.announce() for _ in range(3))
    for tournament in (one, other, third):
        federation.do(tournament, enters, OFFICER)
    federation.do(one, entry_commands.RequestEntry(person=ADA), player("A"))
    entry = federation.tournament(one).entries[1]
    assert (entry.club, entry.unasked) == (None, ())
    federation.do(other, entry_commands.WithdrawEntry(entry=1), player("A"))
    federation.when(other, enters, OFFICER).refused("entry-exists")
    federation.do(other, enters, player("A"))
    assert federation.tournament(other).entries[1].unasked == ()
    federation.do(third, entry_commands.RequestEntry(person=ADA))
    assert [one.unasked for one in federation.tournament(third).entries.values()] == [()]


@pytest.mark.rule("REG-5", "ALL-10")
def test_proposed_team_waits_for_each_of_its_members(federation: Federation) -> None:
    change(federation, decide.AdmitMember(person=BEN, since=day(2)), OFFICE)
    tournament = federation.announce(format={"kind": "open"})
    team = entry_commands.RequestEntry(person=ADA, members=(BEN,), team_name="Foxes", club=VALLEY)
    federation.do(tournament, team, OFFICER)
    for who, waiting in (("B", (ADA,)), ("A", ())):
        federation.do(tournament, team, player(who))
        assert federation.tournament(tournament).entries[1].unasked == waiting


@pytest.mark.rule("REG-5")
def test_a_player_says_which_of_their_clubs_they_stand_for(federation: Federation) -> None:
    tournament = federation.announce()
    wrong = entry_commands.RequestEntry(person=ADA, club=HILL)
    federation.when(tournament, wrong, player("A")).refused("no-member-of-club")
    federation.do(tournament, entry_commands.RequestEntry(person=ADA, club=VALLEY), player("A"))
    assert federation.tournament(tournament).entries[1].club == VALLEY


@pytest.mark.rule("REG-5", "TD-2")
def test_entry_comes_to_stand_for_a_club_until_the_start(federation: Federation) -> None:
    tournament = federation.announce()
    federation.do(tournament, entry_commands.RequestEntry(person=ADA))
    for club, slug in ((HILL, "no-member-of-club"), (VALLEY, ""), (VALLEY, "entry-unchanged")):
        changes = entry_commands.ChangeEntry(entry=1, club=club)
        if slug:
            federation.when(tournament, changes).refused(slug)
        else:
            federation.do(tournament, changes)
        assert federation.tournament(tournament).entries[1].club == (None if club == HILL else VALLEY)


def playing(federation: Federation, **conditions: Any) -> str:  # noqa: ANN401 -- conditions of a tournament
    """An open tournament in which Ada plays for Valley against Ben, who plays for nobody."""
    tournament = federation.announce(format={"kind": "open"}, by=director("Z"), conditions=conditions)
    federation.do(tournament, entry_commands.RequestEntry(person=ADA, club=VALLEY), player("A"))
    federation.do(tournament, entry_commands.RequestEntry(person=BEN))
    for entry in (1, 2):
        federation.do(tournament, entry_commands.ApproveEntry(entry=entry))
    federation.do(tournament, lifecycle_commands.StartTournament())
    return tournament


@pytest.mark.rule("REG-5", "TD-14")
def test_report_of_an_officer_is_told_by_the_side_they_report_it_for(federation: Federation) -> None:
    federation.register("Z")
    tournament = playing(federation, verification="confirmed")
    wins = match_commands.MakeMatch(sides=(1, 2), length=3, result=FinalScore(first=3, second=1))
    federation.when(tournament, wins, player("D")).refused("not-allowed")
    _, reported = federation.do(tournament, wins, OFFICER)
    assert (reported.in_name_of, reported.verified) == (1, False)  # type: ignore[attr-defined]  # of its events, one kind
    verifies = match_commands.VerifyResult(match=1)
    for by in (OFFICER, player("A")):
        federation.when(tournament, verifies, by).refused("not-allowed")
    federation.do(tournament, verifies, player("B"))
    assert validity.winner(federation.tournament(tournament).matches[1]) == 1


@pytest.mark.rule("REG-5", "TD-14")
def test_result_that_an_officer_reports_at_once_is_taken_back_by_the_opponent_alone(federation: Federation) -> None:
    federation.register("Z")
    tournament = playing(federation, verification="at-once")
    federation.do(tournament, match_commands.MakeMatch(sides=(2, 1), length=3))
    result = match_commands.ReportResult(match=1, result=FinalScore(first=1, second=3))
    federation.do(tournament, result, OFFICER)
    takes_back = match_commands.WithdrawResult(match=1, matter="It was the other way round")
    federation.when(tournament, takes_back, player("A")).refused("not-allowed")
    federation.do(tournament, takes_back, player("B"))
    assert validity.winner(federation.tournament(tournament).matches[1]) is None


@pytest.mark.rule("REG-5", "ALL-8")
def test_an_officer_withdraws_and_resigns_for_members_of_their_club_alone(federation: Federation) -> None:
    federation.register("Z")
    tournament = playing(federation)
    federation.when(tournament, entry_commands.Resign(entry=2, reason="Told the desk."), OFFICER).refused("not-allowed")
    federation.do(tournament, entry_commands.Resign(entry=1, reason="Told the desk."), OFFICER)
    assert federation.status(tournament, "AB") == {"A": "resigned", "B": "approved"}
    assert federation.person("A").resignations_counted == 0  # until Ada confirms it


@pytest.mark.rule("REG-5")
def test_a_tournament_of_a_club_is_announced_by_its_officers(federation: Federation) -> None:
    ask(federation, lambda: federation.announce(by=director("B"), club=VALLEY)).refused("not-allowed")
    tournament = federation.announce(by=director("C"), club=VALLEY)
    settings = federation.tournament(tournament).settings
    assert settings is not None
    assert settings.club == VALLEY


@pytest.mark.rule("REG-5")
def test_an_end_is_given_again_and_one_at_the_beginning_takes_the_membership_back(federation: Federation) -> None:
    for until, held in ((5, [True, True, False]), (9, [True, True, True]), (2, [False, False, False])):
        change(federation, decide.EndMembership(membership=1, until=day(until)), OFFICE)
        club = cast("Clubs", federation.load(CLUBS)).by_id[VALLEY]
        assert [club.has_member(ADA, day(number)) for number in (2, 4, 6)] == held
    change(federation, decide.AdmitMember(person=ADA, since=day(3)), OFFICE)
    over = decide.EndMembership(membership=1, until=day(4))
    when(federation, over, OFFICE).refused("member-already")


def asks(number: int) -> decide.RequestMembership:
    return decide.RequestMembership(since=day(number))


def answered(request: int, *, accepted: bool) -> decide.AnswerMembershipRequest:
    return decide.AnswerMembershipRequest(request=request, accepted=accepted)


def since_of(federation: Federation, who: str) -> list[datetime]:
    return [one.since for one in valley(federation).memberships if one.person == person(who)]


@pytest.mark.rule("REG-5")
def test_membership_begins_once_a_person_has_asked_and_the_club_accepts(federation: Federation) -> None:
    """By an officer or an administrator; nobody else, the person neither."""
    for request, (who, accepts) in enumerate((("B", OFFICER), ("D", OFFICE)), start=1):
        change(federation, asks(3), player(who))
        assert not valley(federation).has_member(person(who), day(4))
        for other in (player("A"), player(who)):
            when(federation, answered(request, accepted=True), other).refused("not-allowed")
        change(federation, answered(request, accepted=True), accepts)
        assert since_of(federation, who) == [day(3)]
        when(federation, answered(request, accepted=True)).refused("membership-request-answered")
        when(federation, asks(4), player(who)).refused("member-already")
    assert [one.status for one in valley(federation).requests] == ["accepted", "accepted"]
    when(federation, answered(3, accepted=True)).refused("membership-request-unknown")
    when(federation, asks(4), OFFICE.model_copy(update={"person": None})).refused("not-allowed")


@pytest.mark.rule("REG-5")
def test_request_is_declined_by_the_club_or_withdrawn_by_the_person_alone(federation: Federation) -> None:
    change(federation, asks(3), player("B"))
    when(federation, asks(5), player("B")).refused("membership-requested")
    withdraws = decide.WithdrawMembershipRequest(request=1)
    for other in (OFFICER, OFFICE, player("D")):
        when(federation, withdraws, other).refused("not-allowed")
    change(federation, withdraws, player("B"))
    when(federation, withdraws, player("B")).refused("membership-request-answered")
    for request, by in enumerate((OFFICER, OFFICE), start=2):
        change(federation, asks(3), player("B"))
        change(federation, answered(request, accepted=False), by)
    statuses = [one.status for one in valley(federation).requests]
    assert (statuses, since_of(federation, "B")) == (["withdrawn", "declined", "declined"], [])


@pytest.mark.rule("REG-5")
@pytest.mark.parametrize(("asked", "offered"), [(3, 5), (5, 3), (4, 4)])
@pytest.mark.parametrize("first", ["person", "club"])
def test_offer_and_request_that_meet_are_one_membership_from_the_later_day(
    federation: Federation, asked: int, offered: int, first: str
) -> None:
    said = [(asks(asked), player("B")), (decide.AdmitMember(person=BEN, since=day(offered)), OFFICER)]
    for command, by in said if first == "person" else reversed(said):
        change(federation, command, by)
    club = valley(federation)
    assert since_of(federation, "B") == [day(max(asked, offered))]
    assert [*(one.status for one in club.offers), *(one.status for one in club.requests)] == ["accepted"]


@pytest.mark.rule("REG-5")
def test_request_is_settled_where_an_administrator_admits_the_person(federation: Federation) -> None:
    change(federation, asks(3), player("B"))
    change(federation, decide.AdmitMember(person=BEN, since=day(2)), OFFICE)
    assert since_of(federation, "B") == [day(2)]
    assert [one.status for one in valley(federation).requests] == ["accepted"]


@pytest.mark.rule("REG-5", "TD-9")
def test_request_by_a_key_that_an_officer_has_made_is_no_word_of_the_person(federation: Federation) -> None:
    """Nor by the key of one who is an officer when it is accepted."""
    by_cleo, by_ada = (player("B").model_copy(update={"key_maker": maker}) for maker in (CLEO, ADA))
    when(federation, asks(3), by_cleo).refused("membership-request-by-officers-key")
    change(federation, asks(3), by_ada)
    change(federation, decide.AppointOfficer(person=ADA), OFFICE)
    offers = decide.AdmitMember(person=BEN, since=day(3))
    for by, command in ((player("A"), answered(1, accepted=True)), (OFFICER, offers)):
        when(federation, command, by).refused("membership-request-by-officers-key")
    change(federation, decide.ReleaseOfficer(person=ADA), OFFICE)
    change(federation, answered(1, accepted=True), OFFICER)
    assert since_of(federation, "B") == [day(3)]


@pytest.mark.rule("REG-5")
def test_request_reaches_back_a_year_when_it_is_made_and_when_it_is_accepted(federation: Federation) -> None:
    bound = federation.now + timedelta(hours=1) - timedelta(days=366)
    early = decide.RequestMembership(since=bound - timedelta(hours=1, seconds=1))
    when(federation, early, player("B")).refused("membership-long-ago")
    change(federation, decide.RequestMembership(since=bound), player("B"))
    federation.now += timedelta(days=30)
    when(federation, answered(1, accepted=True)).refused("membership-long-ago")
    change(federation, answered(1, accepted=True), OFFICE)
    assert since_of(federation, "B") == [bound]


@pytest.mark.rule("REG-5")
def test_person_has_at_most_five_open_requests(federation: Federation) -> None:
    clubs = [f"00000000-0000-4000-8000-0000000001{number:02}" for number in range(6)]
    for club in clubs:
        change(federation, decide.FoundClub(name=club[-3:]), OFFICE, club)
    for club in clubs[:5]:
        change(federation, asks(3), player("B"), club)
    when(federation, asks(3), player("B"), clubs[5]).refused("membership-requests-open")
    change(federation, decide.WithdrawMembershipRequest(request=1), player("B"), clubs[0])
    change(federation, asks(3), player("B"), clubs[5])


@pytest.mark.rule("REG-5")
def test_officer_who_asks_their_own_club_is_a_member_at_once(federation: Federation) -> None:
    change(federation, asks(3))
    assert since_of(federation, "C") == [day(3)]


@pytest.mark.rule("REG-5", "REG-1")
def test_request_of_an_erased_person_is_declined_and_nothing_else(federation: Federation) -> None:
    change(federation, asks(3), player("B"))
    federation.erase("B")
    when(federation, answered(1, accepted=True)).refused("person-erased")
    when(federation, decide.AdmitMember(person=BEN, since=day(3))).refused("person-erased")
    change(federation, answered(1, accepted=False))
    assert since_of(federation, "B") == []


def consents(membership: int = 1, *, granted: bool = True) -> decide.RecordMembershipConsent:
    return decide.RecordMembershipConsent(membership=membership, granted=granted)


def public(federation: Federation, at: int = 4) -> dict[str, str]:
    clubs = cast("Clubs", federation.load(CLUBS))
    return {person: clubs.by_id[club].name for person, club in clubs.public_at(day(at)).items()}


@pytest.mark.rule("REG-5")
def test_membership_is_private_until_the_member_consents_and_again_once_they_withdraw(federation: Federation) -> None:
    assert public(federation) == {}
    change(federation, consents(), player("A"))
    assert public(federation) == {ADA: "Valley"}
    assert public(federation, at=1) == {}, "before the membership begins"
    change(federation, consents(granted=False), player("A"))
    assert public(federation) == {}
    change(federation, consents(), player("A"))
    change(federation, decide.EndMembership(membership=1, until=day(6)), player("A"))
    assert (public(federation, at=5), public(federation, at=6)) == ({ADA: "Valley"}, {})


@pytest.mark.rule("REG-5")
def test_officer_only_withdraws_the_consent_of_a_member(federation: Federation) -> None:
    when(federation, consents()).refused("not-allowed")
    when(federation, consents(), player("B")).refused("not-allowed")
    when(federation, consents(granted=False), player("B")).refused("not-allowed")
    change(federation, consents(), player("A"))
    change(federation, consents(granted=False))
    assert public(federation) == {}
    change(federation, consents(), player("A"))
    assert public(federation) == {ADA: "Valley"}, "an officer's word does not bind the member"


@pytest.mark.rule("REG-5")
def test_administrator_records_the_consent_of_a_member_who_has_not_withdrawn_it(federation: Federation) -> None:
    change(federation, consents(), OFFICE)
    assert public(federation) == {ADA: "Valley"}
    change(federation, consents(granted=False), player("A"))
    when(federation, consents(), OFFICE).refused("membership-consent-withdrawn")
    change(federation, consents(granted=False))
    when(federation, consents(), OFFICE).refused("membership-consent-withdrawn")
    change(federation, consents(), player("A"))
    change(federation, consents(granted=False), OFFICE)
    change(federation, consents(), OFFICE)
    assert public(federation) == {ADA: "Valley"}


@pytest.mark.rule("REG-5", "TD-9")
def test_consent_by_a_key_that_an_officer_has_made_is_no_word_of_the_member(federation: Federation) -> None:
    by_link = player("A").model_copy(update={"key_maker": CLEO})
    when(federation, consents(), by_link).refused("membership-consent-by-officers-key")
    change(federation, consents(), player("A"))
    change(federation, consents(granted=False), by_link)
    assert public(federation) == {}, "it is withdrawn by any key of theirs"


@pytest.mark.rule("REG-5")
def test_consent_holds_for_one_membership_and_for_none_that_is_over(federation: Federation) -> None:
    change(federation, consents(), player("A"))
    change(federation, decide.EndMembership(membership=1, until=day(5)), OFFICE)
    change(federation, decide.AdmitMember(person=ADA, since=day(8)), OFFICE)
    assert public(federation, at=9) == {}, "the second membership has a consent of its own"
    when(federation, consents(), player("A")).refused("membership-over")
    when(federation, consents(3), OFFICE).refused("membership-unknown")
    change(federation, consents(2), player("A"))
    assert public(federation, at=9) == {ADA: "Valley"}


@pytest.mark.rule("REG-5")
def test_public_club_of_several_is_the_one_that_was_consented_to_last(federation: Federation) -> None:
    change(federation, decide.AdmitMember(person=ADA, since=day(2)), OFFICE, HILL)
    change(federation, consents(), player("A"), HILL)
    change(federation, consents(), player("A"))
    assert public(federation) == {ADA: "Valley"}
    change(federation, consents(), player("A"), HILL)
    assert public(federation) == {ADA: "Hill"}
    change(federation, consents(granted=False), player("A"), HILL)
    assert public(federation) == {ADA: "Valley"}


@pytest.mark.rule("REG-5")
def test_erased_member_consents_to_nothing_more(federation: Federation) -> None:
    federation.erase("A")
    when(federation, consents(), OFFICE).refused("person-erased")
    change(federation, consents(granted=False), OFFICE)
