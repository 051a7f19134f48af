"""Official rating lists: what was known and played by a moment, with ranks, and who is active (ELO-1, ELO-5, ELO-9)."""

from datetime import date, datetime, timedelta
from typing import cast

import pytest

from domain.clubs.decide import AdmitMember, FoundClub
from domain.clubs.state import Clubs
from domain.federation.published import DatedRatingList
from domain.kernel.ids import CLUBS
from domain.person.commands import SetOpeningRating
from domain.rating.listing import EVERYBODY_LISTED
from projections.published.rating_list import ListedPlayer, listed_players
from projections.ratings.pools import pools_at
from tests.projections.support import START, Club, person_id

VALLEY = "00000000-0000-4000-8000-000000000001"
HILL = "00000000-0000-4000-8000-000000000002"


def listed(club: Club, position: int, moment: datetime, **wanted: object) -> list[ListedPlayer]:
    subject = {"pool": "normal", "date": date(2026, 3, 1), "played_before": moment, **wanted}
    clubs = cast("Clubs", club.journal.as_of(position).state(CLUBS))
    return list(listed_players(pools_at(club.journal, position), clubs, DatedRatingList.model_validate(subject)))


@pytest.mark.rule("ELO-1", "ELO-5", "ELO-9")
def test_a_list_shows_what_was_known_and_played_by_its_moment(club: Club) -> None:
    club.register(1, 2, 3, 4, 5)
    opening = SetOpeningRating(pool="normal", rating_millionths=1_612_500_000, experience=500, reason="As before")
    club.tell_of(5, opening)
    club.begin(1, 1, 2, 3, 4)
    first = club.play(1, (1, 2, 5, 3), (3, 4, 5, 1))
    moment = club.journal.read(first - 1, 1)[0].recorded.recorded_at + timedelta(microseconds=1)
    last = club.play(1, (2, 1, 5, 0), (1, 4, 5, 0))

    then = listed(club, first, moment)
    assert listed(club, last, moment) == then  # what was played later is on no list of that moment
    now = listed(club, last, moment + timedelta(days=1))
    pool = pools_at(club.journal, last).pool("normal")
    pool.settle()
    assert {one.person: (one.rating, one.experience) for one in now} == {
        player: pool.ledger.current(player)[:2] for player in pool.ledger.players()
    }

    assert [(one.person, one.rank) for one in then] == [
        (person_id(5), 1),
        (person_id(1), 2),
        (person_id(3), 2),  # as far as the one before
        (person_id(2), 4),
        (person_id(4), 4),
    ]
    assert [(one.matches, one.active) for one in then] == [(0, False), (1, True), (1, True), (1, True), (1, True)]
    assert then[0].last_played is None
    later = listed(club, first, moment + timedelta(days=31), active_days=30)
    assert [one.active for one in later] == [False] * 5

    assert [one.person for one in listed(club, first, moment, minimum_experience=400)] == [person_id(5)]
    ranked = [(one.person, one.rank) for one in listed(club, first, moment, rating_class="1500-1599")]
    assert ranked == [(person_id(1), 1), (person_id(3), 1)]


@pytest.mark.rule("ELO-1", "ELO-8")
def test_list_holds_who_meets_the_rules_of_its_pool(club: Club) -> None:
    """1 has played two matches, 2 and 4 one each, 3 none; 3 and 4 have opening ratings of the office. 2 is a
    member of a club by then, 4 later on."""
    club.register(1, 2, 3, 4)
    for number in (3, 4):
        opening = SetOpeningRating(pool="normal", rating_millionths=1_612_500_000, experience=500, reason="As before")
        club.tell_of(number, opening)
    club.begin(1, 1, 2, 3, 4)
    club.tell_club(VALLEY, FoundClub(name="Valley"))
    for number, since in ((2, START - timedelta(days=9)), (4, START + timedelta(days=9))):
        club.tell_club(VALLEY, AdmitMember(person=person_id(number), since=since))
    last = club.play(1, (1, 2, 5, 3), (1, 4, 5, 0))
    moment = club.journal.read(last - 1, 1)[0].recorded.recorded_at + timedelta(microseconds=1)

    def on_list(day: datetime = moment, **rules: object) -> list[int]:
        found = listed(club, last, day, listing={**EVERYBODY_LISTED.model_dump(), **rules})
        return sorted([person_id(number) for number in range(1, 5)].index(one.person) + 1 for one in found)

    assert on_list() == [1, 2, 3, 4]
    assert (on_list(minimum_matches=1), on_list(minimum_matches=2)) == ([1, 2, 4], [1])
    assert on_list(opening="office") == [3, 4]
    assert on_list(opening="office", minimum_matches=1) == [4]
    assert on_list(seen_within_days=30) == [1, 2, 4]
    assert on_list(moment + timedelta(days=31), seen_within_days=30) == []
    assert on_list(members_only=True) == [2]
    club.tell_club(HILL, FoundClub(name="Hill"))
    club.tell_club(HILL, AdmitMember(person=person_id(3), since=START - timedelta(days=9)))
    last = club.journal.position()
    assert on_list(members_only=True) == [2, 3]
    assert (on_list(members_only=True, clubs=[VALLEY]), on_list(members_only=True, clubs=[HILL])) == ([2], [3])
    assert on_list(members_only=True, clubs=[VALLEY, HILL]) == [2, 3]
    assert on_list(minimum_matches=1, members_only=True, clubs=[HILL]) == []
