"""What a director should look at again, and settles (ALL-14, TD-13)."""

import pytest

from domain.officiating.remedies import Ban
from domain.person.commands import LiftResignationBan
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews.events import ReviewItem
from tests.club import Club
from tests.desk import director, person, player
from tests.domain.test_sanctions import COMMITTEE, Court

RATED = {"pool": "normal", "policy": "room", "policy_version": 1}


def asking(letter: str) -> entry_commands.RequestEntry:
    return entry_commands.RequestEntry(person=person(letter))


def shown(club: Club, tournament: str) -> list[tuple[object, ...]]:
    """Each item that is open, with what it speaks of."""
    return [(one.kind, one.entry, one.recorded_value, one.current_value) for one in club.reviews(tournament)]


@pytest.mark.rule("TD-13", "TD-21")
def test_a_place_that_went_to_others_while_a_ruling_banned_who_was_next_is_shown() -> None:
    court = Court(Club().register("ABCDEF" + COMMITTEE))
    evening = court.club.announce(conditions=Conditions(places=1))
    court.club.enter(evening, "DCEF")
    court.rule(Ban(person=person("C"), until=None))
    court.club.do(evening, entry_commands.WithdrawEntry(entry=1, reason="Told the desk."))
    assert court.club.status(evening, "CEF") == {"C": "waiting", "E": "approved", "F": "waiting"}
    assert [item.kind for item in court.club.reviews(evening)] == ["banned-since"]
    court.decide(1, "reversed")
    (item,) = court.club.reviews(evening)
    assert (item.kind, item.entry, item.other_entry, item.ruling) == ("place-lost", 2, 3, 1)
    court.club.do(evening, entry_commands.WithdrawEntry(entry=3, reason="Told the desk."))
    assert court.club.status(evening, "CF") == {"C": "approved", "F": "waiting"}
    assert court.club.reviews(evening) == []


@pytest.mark.rule("TD-13", "TD-4")
def test_entrant_who_could_not_be_approved_before_the_start_is_shown() -> None:
    court = Court(Club().register("ABCDEF" + COMMITTEE))
    evening = court.club.announce()
    court.club.do(evening, asking("C"))
    court.rule(Ban(person=person("C"), until=None))
    court.club.when(evening, entry_commands.ApproveEntry(entry=1)).refused("person-banned")
    court.club.start(evening, "EF")
    court.decide(1, "reversed")
    assert [(item.kind, item.entry, item.ruling) for item in court.club.reviews(evening)] == [("kept-out", 1, 1)]


@pytest.mark.rule("ALL-14")
def test_a_rating_that_seeded_the_field_and_has_changed_since_is_shown() -> None:
    # A and B have no rating when the field is seeded, so they stand where the policy starts, at 1500.
    club = Club().register("AB")
    evening = club.announce(format={"kind": "knockout", "seeding": "rating"}, rating=RATED)
    club.start(evening, "AB")
    assert shown(club, evening) == []
    club.rated = {person("B"): 1_523_000_000}
    assert shown(club, evening) == [("rating-changed", 2, 1_500_000_000, 1_523_000_000)]
    club.settle(evening, club.reviews(evening)[0])
    assert shown(club, evening) == []
    club.rated = {person("B"): 1_511_000_000}
    assert shown(club, evening) == [("rating-changed", 2, 1_500_000_000, 1_511_000_000)]


@pytest.mark.rule("ALL-14")
def test_an_item_is_settled_with_a_reason_and_stays_visible_behind_the_open_ones() -> None:
    club = Club().register("ABD")
    evening = club.announce(director=person("D"))
    club.enter(evening, "AB")
    club.resign("A")
    club.resign("B")
    first, second = club.reviews(evening)
    club.settle(evening, first, by=director("D"))
    of_b, of_a = club.all_reviews(evening)
    assert (of_b.item, of_b.resolution) == (second, None)
    assert of_a.resolution is not None
    assert (of_a.item, of_a.resolution.by, of_a.resolution.reason) == (first, person("D"), "Talked it over")
    again = review_commands.ResolveReview(item=first, reason="Once more")
    club.when(evening, again).refused("review-resolved")


@pytest.mark.rule("ALL-14")
def test_a_settled_item_comes_anew_when_its_source_changes_again_even_to_the_same() -> None:
    club = Club().register("A")
    evening = club.announce()
    club.enter(evening, "A")
    club.resign("A")
    (item,) = club.reviews(evening)
    club.settle(evening, item)
    assert club.reviews(evening) == []
    club.person_does("A", LiftResignationBan(reason="Was ill"))
    assert club.reviews(evening) == []
    club.resign("A")
    (again,) = club.reviews(evening)
    assert (again.recorded_value, again.current_value) == (item.recorded_value, item.current_value)
    assert again.key != item.key


@pytest.mark.rule("TD-1")
def test_only_the_staff_settle_what_is_to_be_reviewed() -> None:
    club = Club().register("ABD")
    evening = club.announce(director=person("D"))
    club.enter(evening, "AB")
    item = ReviewItem(kind="banned-since", entry=1, person=person("A"), source_version=2)
    settling = review_commands.ResolveReview(item=item, reason="As agreed")
    club.when(evening, settling, by=player("A")).refused("not-allowed")
    club.do(evening, lifecycle_commands.CancelTournament(reason="Rain"))
    club.when(evening, settling).refused("tournament-status")
