"""Official rating lists: what was known and played by a moment, with ranks, and who is active (ELO-1, ELO-5, ELO-9)."""

from datetime import date, datetime, timedelta
from typing import cast

import pytest

from domain.clubs.state import Clubs
from domain.federation.published import DatedRatingList
from domain.kernel.ids import CLUBS
from domain.person.commands import SetOpeningRating
from projections.published.rating_list import ListedPlayer, listed_players
from projections.ratings.pools import pools_at
from tests.projections.support import Club, person_id


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
