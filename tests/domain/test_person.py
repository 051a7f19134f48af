"""The registry of persons: who keeps it, opening ratings, bans and their lifting, erasure (ALL-8, ELO-1, TD-4)."""

from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

import pytest

from domain.kernel.envelope import SERVICE, Actor, Event
from domain.kernel.ids import person_stream
from domain.person import events as person_events
from domain.person.banned import ban_to_entering
from domain.person.commands import (
    Command,
    ConfirmErasure,
    CorrectDetails,
    CorrectName,
    ErasePerson,
    LiftBan,
    LiftResignationBan,
    OpeningRating,
    PlaceBan,
    RecordPublicationConsent,
    RefuseCorrection,
    RegisterPerson,
    RequestCorrection,
    RequestErasure,
    SetOpeningRating,
    StopErasure,
)
from domain.person.decide import decide
from domain.person.details import Details
from domain.person.state import OpeningRating as Opening
from domain.person.state import Person, evolve
from tests.desk import NOON, OFFICE, TOURNAMENT, director, person, player, recorded
from tests.when import When, ask

OPENING = SetOpeningRating(pool="normal", rating_millionths=1_650_000_000, experience=120, reason="From the old list")


@dataclass
class Register:
    """One person's page."""

    state: Person = field(default_factory=lambda: Person(person_stream(person("A"))))
    now: datetime = NOON

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        events = decide(self.state, command, by, self.now)
        for event in events:
            self.lay(event, by)
        return events

    def lay(self, event: Event, by: Actor = OFFICE) -> None:
        """Lays an event that comes from elsewhere."""
        self.state = evolve(self.state, recorded(event, self.state.stream, self.state.version + 1, by, self.now))

    def resigns(self, times: int = 1) -> None:
        for _ in range(times):
            self.lay(person_events.ResignationCounted(tournament=TOURNAMENT, entry=1, confirmed=True))

    def banned(self, limit: int | None = 2) -> str | None:
        """The slug of why the person may not enter, or None."""
        refusal = ban_to_entering(self.state, limit, self.now)
        return refusal.problem.slug if refusal else None

    def when(self, command: Command, by: Actor = OFFICE) -> When[Self]:
        after = copy(self)
        return ask(after, lambda: after.do(command, by))


def registered() -> Register:
    register = Register()
    register.do(RegisterPerson(name="Ada", contact="ada@example.org"))
    return register


def test_a_person_is_registered_once() -> None:
    register = registered()
    assert register.state.details == Details(name="Ada", contact="ada@example.org")
    register.when(RegisterPerson(name="Ada")).refused("person-exists")


def test_only_who_is_registered_can_be_changed() -> None:
    for command in (CorrectDetails(name="Ada"), OPENING, RequestErasure(wait_hours=72)):
        Register().when(command).refused("person-unknown")


@pytest.mark.rule("ELO-1")
def test_an_opening_rating_is_kept_for_each_pool() -> None:
    register = registered()
    register.do(OPENING)
    price = OpeningRating(pool="price", rating_millionths=1_500_000_000, experience=0, reason="New there")
    register.do(SetOpeningRating(**price.model_dump()))
    assert register.state.opening_ratings == {"normal": Opening(1_650_000_000, 120), "price": Opening(1_500_000_000, 0)}


def test_an_erased_person_has_no_details_and_takes_no_commands() -> None:
    register = registered()
    register.do(RequestErasure(wait_hours=0))
    assert register.do(ErasePerson(), by=SERVICE) == (person_events.PersonErased(),)
    assert register.state.details is None
    register.when(CorrectDetails(name="Ada")).refused("person-erased")


def test_an_erasure_takes_a_second_person_or_time() -> None:
    first, second = (Actor(key=letter, role="administrator", person=person(letter)) for letter in "XY")
    register = registered()
    register.when(ConfirmErasure(), by=second).refused("erasure-not-requested")
    register.do(RequestErasure(wait_hours=72), by=first)
    register.when(RequestErasure(wait_hours=72), by=second).refused("erasure-requested")
    for alone in (first, first.model_copy(update={"key": "another"}), OFFICE):
        register.when(ConfirmErasure(), by=alone).refused("erasure-unconfirmed")
    register.when(ErasePerson(), by=second).refused("not-allowed")
    register.when(ErasePerson(), by=SERVICE).refused("erasure-unconfirmed")
    register.when(ConfirmErasure(), by=second).then(person_events.PersonErased())


def test_nobody_confirms_what_a_key_for_nobody_has_asked_for() -> None:
    """Anyone who holds it may hold another one."""
    register = registered()
    register.do(RequestErasure(wait_hours=72), by=OFFICE)
    another = Actor(key="Y", role="administrator", person=person("Y"))
    register.when(ConfirmErasure(), by=another).refused("erasure-unconfirmed")
    register.now += timedelta(hours=72)
    register.do(ErasePerson(), by=SERVICE)
    assert register.state.status == "erased"


def test_an_erasure_that_was_stopped_never_takes_effect() -> None:
    register = registered()
    register.when(StopErasure(reason="Too late")).refused("erasure-not-requested")
    register.do(RequestErasure(wait_hours=72))
    register.do(StopErasure(reason="Another Ada"))
    register.now += timedelta(hours=100)
    register.when(ErasePerson(), by=SERVICE).refused("erasure-not-requested")
    register.do(RequestErasure(wait_hours=72))
    register.when(ErasePerson(), by=SERVICE).refused("erasure-unconfirmed")


def test_registry_is_kept_by_administrators() -> None:
    register = registered()
    register.do(RecordPublicationConsent(granted=False), by=player("A"))
    for command in (CorrectDetails(name="Bob"), OPENING, RefuseCorrection(reason="No")):
        register.when(command, by=director("B")).refused("not-allowed")
        register.when(command, by=player("A")).refused("not-allowed")
    for own in (
        RequestErasure(wait_hours=72),
        RequestCorrection(request="Ada L."),
        RecordPublicationConsent(granted=True),
    ):
        register.when(own, by=director("B")).refused("not-allowed")
        register.when(own, by=player("B")).refused("not-allowed")
    Register().when(RegisterPerson(name="Ada"), by=player("A")).refused("not-allowed")
    assert Register().do(RegisterPerson(name="Ada"), by=director("B"))


def test_a_person_asks_and_the_office_corrects_or_declines() -> None:
    register = registered()
    register.when(RefuseCorrection(reason="Which?")).refused("correction-not-requested")
    asked = RequestCorrection(request="I am Ada L.")
    for answer in (RefuseCorrection(reason="Not in the passport"), CorrectDetails(name="Ada L.")):
        register.do(asked, by=player("A"))
        assert register.state.correction_requested == "I am Ada L."
        register.do(answer)
        assert register.state.correction_requested is None
    assert register.state.details == Details(name="Ada L.")


def test_anyone_who_asks_for_their_own_erasure_can_be_stopped_and_confirmed_by_the_office() -> None:
    register = registered()
    register.do(RequestErasure(wait_hours=72), by=player("A"))
    register.do(StopErasure(reason="Owes a fee"))
    register.do(RequestErasure(wait_hours=72), by=player("A"))
    register.do(ConfirmErasure(), by=Actor(key="X", role="administrator", person=person("X")))
    assert (register.state.status, register.state.details) == ("erased", None)


def test_a_change_on_an_old_view_is_stale() -> None:
    register = registered()
    register.do(CorrectDetails(name="Ada L.", seen=1))
    register.when(CorrectDetails(name="Ada", seen=1)).refused("stale")


@pytest.mark.rule("TD-4")
def test_a_ban_until_a_date_ends_with_it() -> None:
    register = registered()
    register.do(PlaceBan(until=NOON + timedelta(days=30), reason="Threw dice"))
    assert register.banned() == "person-banned"
    register.now += timedelta(days=30)
    assert register.banned() is None


@pytest.mark.rule("TD-4")
def test_a_ban_for_good_lasts_until_it_is_lifted_and_others_stay() -> None:
    register = registered()
    register.do(PlaceBan(reason="Cheated"))
    register.do(PlaceBan(until=NOON + timedelta(days=30), reason="Threw dice"))
    register.now += timedelta(days=20)
    register.do(LiftBan(ban=1, reason="It was somebody else"))
    assert register.banned() == "person-banned"
    register.now += timedelta(days=20)
    assert register.banned() is None


@pytest.mark.rule("TD-4")
def test_the_refusal_says_until_when_the_longest_ban_lasts() -> None:
    register = registered()
    for days in (30, 10):
        register.do(PlaceBan(until=NOON + timedelta(days=days), reason="Threw dice"))
    refusal = ban_to_entering(register.state, 2, NOON)
    assert refusal is not None
    assert refusal.facts["until"] == (NOON + timedelta(days=30)).isoformat()
    register.do(PlaceBan(reason="Cheated"))
    refusal = ban_to_entering(register.state, 2, NOON)
    assert refusal is not None
    assert refusal.facts["until"] is None


@pytest.mark.rule("TD-4")
def test_a_ban_in_the_past_and_the_lifting_of_none_are_refused() -> None:
    register = registered()
    register.when(PlaceBan(until=NOON, reason="Threw dice")).refused("ban-over")
    register.when(LiftBan(ban=1, reason="Enough")).refused("ban-not-in-force")
    register.do(PlaceBan(until=NOON + timedelta(hours=1), reason="Threw dice"))
    register.now += timedelta(hours=1)
    register.when(LiftBan(ban=1, reason="Enough")).refused("ban-not-in-force")


@pytest.mark.rule("ALL-8")
@pytest.mark.parametrize(("limit", "times", "banned"), [(2, 1, False), (2, 2, True), (1, 1, True), (None, 9, False)])
def test_person_at_the_limit_of_resignations_is_banned(limit: int | None, times: int, banned: bool) -> None:
    register = registered()
    register.resigns(times)
    assert register.banned(limit) == ("resigned-too-often" if banned else None)


@pytest.mark.rule("ALL-8")
def test_lifted_the_count_begins_anew_and_what_was_stays_known() -> None:
    register = registered()
    register.resigns(3)
    register.do(LiftResignationBan(reason="Was ill"))
    assert register.banned() is None
    register.resigns()
    assert (register.banned(), register.state.resignations_counted, len(register.state.resignations)) == (None, 1, 4)
    register.resigns()
    assert register.banned() == "resigned-too-often"


@pytest.mark.rule("ALL-8", "TD-4")
def test_bans_and_their_lifting_are_for_administrators() -> None:
    register = registered()
    register.resigns(2)
    register.do(PlaceBan(reason="Cheated"))
    for by in (director("B"), player("A"), player("B")):
        register.when(PlaceBan(reason="Cheated"), by).refused("not-allowed")
        register.when(LiftBan(ban=1, reason="Enough"), by).refused("not-allowed")
    for by in (player("A"), player("B"), director("A"), Actor(key="audit", role="auditor")):
        register.when(LiftResignationBan(reason="Was ill"), by).refused("not-allowed")
    register.do(LiftResignationBan(reason="Was ill"), by=director("B"))
    register.when(LiftResignationBan(reason="Was ill")).refused("ban-not-in-force")


@pytest.mark.rule("CHM-1", "ALL-13")
def test_a_win_is_counted_until_it_is_withdrawn() -> None:
    register = registered()
    register.lay(person_events.TournamentWon(tournament=TOURNAMENT, year=2026, series=None, season=None))
    assert [(win.tournament, win.year) for win in register.state.wins] == [(TOURNAMENT, 2026)]
    register.lay(person_events.WinWithdrawn(tournament=TOURNAMENT))
    assert register.state.wins == ()


@pytest.mark.rule("SWI-5", "ALL-13")
def test_a_season_to_sit_out_is_known_until_it_is_withdrawn() -> None:
    register = registered()
    register.lay(person_events.AskedToSitOut(tournament=TOURNAMENT, series=TOURNAMENT, season=8))
    assert [(asked.series, asked.season) for asked in register.state.sitting_out] == [(TOURNAMENT, 8)]
    register.lay(person_events.RequestToSitOutWithdrawn(tournament=TOURNAMENT))
    assert register.state.sitting_out == ()


def test_no_reason_is_left_of_an_erased_person() -> None:
    register = registered()
    register.do(PlaceBan(reason="Cheated"))
    register.do(RequestErasure(wait_hours=0))
    register.do(ErasePerson(), by=SERVICE)
    assert [ban.reason for ban in register.state.bans] == [None]


@pytest.mark.rule("TD-2")
def test_director_mends_the_name_of_whom_they_registered_for_thirty_days() -> None:
    register = Register()
    register.do(RegisterPerson(name="Adda", birth_year=1990), by=director("B"))
    mended = CorrectName(name="Ada", birth_year=1990)
    register.when(mended, by=director("C")).refused("not-allowed")
    register.when(mended, by=player("B")).refused("not-allowed")
    register.when(CorrectDetails(name="Ada"), by=director("B")).refused("not-allowed")
    register.now += timedelta(days=30) - timedelta(seconds=1)
    register.do(mended, by=director("B"))
    assert register.state.details == Details(name="Ada", birth_year=1990)
    register.now += timedelta(seconds=1)
    register.when(mended, by=director("B")).refused("not-allowed")
    register.when(mended).then()


@pytest.mark.rule("TD-2")
def test_director_mends_no_name_of_their_own_and_none_that_another_registered() -> None:
    own, other = Register(), Register()
    own.do(RegisterPerson(name="Adda"), by=director("A"))
    other.do(RegisterPerson(name="Adda"))
    own.when(CorrectName(name="Ada"), by=director("A")).refused("not-allowed")
    other.when(CorrectName(name="Ada"), by=director("B")).refused("not-allowed")
