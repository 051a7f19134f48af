"""The made-up season: the same everywhere, with something of everything, and harmless when made twice."""

from collections import Counter
from datetime import UTC, datetime
from typing import cast

import pytest

from domain.clubs.state import Clubs
from domain.kernel.ids import CLUBS
from domain.person.events import BEYOND_ONE_TOURNAMENT
from domain.person.events import EVENTS as PERSON_EVENTS
from domain.tournament.events import EVENTS as TOURNAMENT_EVENTS
from domain.tournament.evolve.rounds import EVOLVE as ROUND_EVENTS
from domain.tournament.hall.events import HALL_EVENTS
from domain.tournament.match_record.events import MATCH_RECORD_EVENTS
from domain.tournament.reporting.events import REPORT_EVENTS
from domain.tournament.reviews.events import REVIEW_EVENTS
from domain.tournament.rulings.events import RULING_EVENTS
from ops.demonstration import season
from ops.demonstration.organizer import Lots
from ops.demonstration.seeded import SeededClerk
from tests.importing.memory import MemoryLog

NOT_SHOWN = {
    "tournament.import-confirmed.v1",  # of a list kept elsewhere, which the season is not
    "tournament.import-declared.v1",
    "tournament.resignation-taken-back.v1",
    "person.details-corrected.v1",
    "person.correction-requested.v1",
    "person.correction-declined.v1",
    "person.publication-consent-recorded.v1",
    "person.distinct-person-recorded.v1",
    "person.merged.v1",
    "person.record-taken-in.v2",
    "person.merge-taken-back.v1",
    "person.record-given-back.v1",
    "tournament.record-merged.v1",
    "tournament.merge-taken-back.v1",
    "person.erased.v1",
    "person.erasure-requested.v1",
    "person.erasure-stopped.v1",
    *(event.TOPIC for event in BEYOND_ONE_TOURNAMENT),
    "tournament.import-continued.v1",
    "tournament.colour-given.v1",
    "tournament.entry-changed.v1",
    "tournament.entry-checked-in.v1",
    "tournament.entry-fee-noted.v1",
    "tournament.code-chosen.v1",
    "tournament.conditions-changed.v2",
    "tournament.settings-changed.v1",
    "tournament.director-appointed.v1",
    "tournament.director-released.v1",
    "tournament.entry-put-on-waiting-list.v1",
    "tournament.entry-resigned.v1",
    "tournament.entry-left-for-today.v1",
    "tournament.entry-reentered.v1",
    "tournament.reentry-taken-back.v1",
    "tournament.start-taken-back.v1",
    "tournament.place-given-up.v1",
    "tournament.place-asked-for.v1",
    "tournament.player-substituted.v1",
    "tournament.decision-appealed.v1",
    "tournament.appeal-carried-out.v1",
    "tournament.matches-conceded.v2",
    "tournament.flight-offer-answered.v1",
    "tournament.flight-offered.v1",
    "tournament.wrong-length-resolved.v1",
    "tournament.result-taken-back.v1",
    "tournament.no-time-agreed-reported.v1",
    "tournament.invitation-acknowledged.v2",
    "tournament.invitation-sent.v2",
    "tournament.matches-made.v1",  # by a bracket or a ring, which no season is
    "tournament.pairings-adjusted.v1",
    "tournament.play-off-made.v1",
    "tournament.play-offs-drawn.v1",
    "tournament.bracket-drawn.v1",  # while another bracket plays
    "tournament.bout-continued.v1",  # in a bracket
    "tournament.entry-absent.v1",
    "tournament.entry-came-back.v1",
    "tournament.line-up-named.v1",  # of a team
    "tournament.entry-proposed.v1",  # for a club
    "tournament.result-confirmed.v1",
    "tournament.consequences-chosen.v4",
    *(event.TOPIC for event in HALL_EVENTS),
    *(event.TOPIC for event in ROUND_EVENTS),
    *(event.TOPIC for event in RULING_EVENTS),
    *(event.TOPIC for event in MATCH_RECORD_EVENTS),
    *(event.TOPIC for event in REPORT_EVENTS),
    *(event.TOPIC for event in REVIEW_EVENTS),
}


@pytest.fixture(scope="module")
def log() -> MemoryLog:
    log = MemoryLog()
    season.make_season(log)
    return log


def test_season_is_the_same_every_time(log: MemoryLog) -> None:
    other = MemoryLog()
    season.make_season(other)
    assert [(e.stream, e.actor, e.event) for e in log.recorded] == [
        (e.stream, e.actor, e.event) for e in other.recorded
    ]


def test_season_shows_nearly_every_kind_of_event(log: MemoryLog) -> None:
    kinds = {event.TOPIC for event in (*PERSON_EVENTS, *TOURNAMENT_EVENTS)}
    assert {each.topic for each in log.recorded if each.stream != CLUBS} == kinds - NOT_SHOWN


@pytest.mark.rule("REG-5")
def test_season_has_members_of_clubs_who_consent_to_these_being_public(log: MemoryLog) -> None:
    clubs = cast("Clubs", log.state(CLUBS))
    public = clubs.public_at(datetime(2025, 1, 1, tzinfo=UTC))
    assert sorted(Counter(clubs.by_id[club].name for club in public.values()).items()) == [
        ("Harbour Backgammon", 6),
        ("Old Town Backgammon", 4),
    ]


def test_season_made_twice_is_there_once() -> None:
    """Also when the first time it was interrupted."""
    log = MemoryLog()
    with log.interrupted(100):
        season.make_season(log)
    assert season.begun(log)
    assert not season.complete(log)
    ladder = season.make_season(log)
    whole = MemoryLog()
    assert ladder == season.make_season(whole)
    assert [each.event for each in log.recorded] == [each.event for each in whole.recorded]
    assert season.complete(log)


def test_season_is_made_whenever_it_is_made() -> None:
    """What was played in it lies before it was made, if only by years."""
    log = MemoryLog(now=datetime(2099, 1, 1, tzinfo=UTC))
    season.make_season(log)
    assert season.complete(log)


def test_season_is_as_it_was_made(log: MemoryLog) -> None:
    clerk = SeededClerk(log, season.SERIES)
    status = {}
    for name in (season.LADDER, season.CUP, season.FRIENDLY):
        state = clerk.tournament_state(clerk.id_of(f"tournament {name}"))
        assert state.settings is not None
        status[name] = (state.settings.status, len(state.entries), len(state.matches), len(state.awaiting))
    assert status == {
        season.LADDER: ("started", 9, 60, 2),
        season.CUP: ("completed", 6, 20, 0),
        season.FRIENDLY: ("started", 6, 10, 0),
    }


def test_results_are_told_in_every_way(log: MemoryLog) -> None:
    kinds = Counter(each.event.result.kind for each in log.recorded if each.topic == "tournament.result-reported.v1")
    assert set(kinds) == {"score", "games", "winner", "conceded"}


def test_lots_are_fixed_for_ever() -> None:
    """sha256("a/0") begins d7e98967056f4828, which is 15558117463293904936 and leaves 6; so for the other four."""
    lots = Lots("a")
    assert [lots.below(10) for _ in range(5)] == [6, 2, 9, 0, 8]
    assert all(first != second for first, second in (lots.two_of("ABC") for _ in range(50)))
