"""The Dominion league: its calendar, and a season from its announcement to its champion."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.presets.registry import PRESETS
from tests.api.support import Service
from tests.desk import entered
from tests.rounds import RoundsDesk
from tests.sources.playing import by_preset, carries_on, next_of

NEW_YORK = ZoneInfo("America/New_York")
FIRST_MONDAY = datetime(2014, 2, 10, 15, 0, tzinfo=NEW_YORK)


def games(*winners: str) -> Mapping[str, object]:
    """Games with these winners, each in the seat that the order A-B-B-A-A-B gives the first side."""
    seats = ("first", "second", "second", "first", "first", "second")
    return {
        "kind": "six-games",
        "games": [{"winner": who, "first_seat": seat} for who, seat in zip(winners, seats, strict=False)],
    }


def three_nil(_: int) -> Mapping[str, object]:
    return games("first", "first", "first")


@pytest.mark.rule("SWI-1", "SWI-3", "SIX-1", "SIX-2", "SEL-1", "SEL-3", "SEL-4")
@pytest.mark.source("gokodom I.A", "gokodom I.B", "gokodom III.A", "gokodom III.B", "gokodom IV.A.1", "gokodom IV.A.4")
def test_a_season_by_its_preset_from_the_announcement_to_the_champion(service: Service) -> None:
    made = by_preset(service, "gokodom", 9, ("red", "blue"))
    champion = made.play_on(three_nil)
    rounds = made.read("rounds")["rounds"]
    assert [round_["stage"] for round_ in rounds] == [1, 1, 1, 1, 2, 2, 2]  # 2^4 is the first power from nine on
    assert [len(round_["pairings"]) for round_ in rounds] == [4, 4, 4, 4, 4, 2, 1]
    best = {side for pairing in rounds[4]["pairings"] for side in made.match(pairing["match"])["sides"]}
    assert (len(best), [round_["stage"] for round_ in rounds].count(2)) == (8, 3)  # the best eight play three rounds
    marks = sorted(made.marks().values())
    assert (made.marks()[champion or 0], marks.count("not-qualified")) == ("champion", 1)
    made.do("completion")
    carries_on(made, next_of(made, name="The next season"))


@pytest.mark.rule("SWI-3", "TD-21")
@pytest.mark.source("gokodom I.C")
def test_rounds_go_from_monday_afternoon_to_the_next_monday_morning() -> None:
    """Three rounds of eight players: the first from 10 to 17 February, a week, and two for the last; a week again for
    each of the knockout."""
    season = PRESETS["gokodom"]
    assert season.format.model_dump(include={"round_days", "last_round_days"}) == {
        "round_days": 7,
        "last_round_days": 14,
    }
    assert season.stages[0].format.model_dump(include={"round_days"}) == {"round_days": 7}
    desk = RoundsDesk(now=FIRST_MONDAY.astimezone(UTC) - timedelta(days=2))
    conditions = {"starts_at": FIRST_MONDAY.isoformat()}
    said = {"name": "Season III", "preset": "gokodom", "conditions": conditions}
    desk.do(AnnounceTournament.model_validate(said))
    entered(desk, "ABCDEFGH")
    desk.do(StartTournament())
    times = []
    for number, pairs in enumerate(("A-B C-D E-F G-H", "A-C B-D E-G F-H", "A-D B-C E-H F-G"), 1):
        desk.pair(number, pairs)
        desk.won(*pairs.split())
        schedule = desk.state.rounds.schedules[number]
        assert schedule.opens_at is not None
        assert schedule.closes_at is not None
        times.append([f"{one.astimezone(NEW_YORK):%a %d %b %H:%M}" for one in (schedule.opens_at, schedule.closes_at)])
        desk.now = schedule.closes_at + timedelta(minutes=30)
    assert times == [
        ["Mon 10 Feb 15:00", "Mon 17 Feb 06:00"],
        ["Mon 17 Feb 15:00", "Mon 24 Feb 06:00"],
        ["Mon 24 Feb 15:00", "Mon 10 Mar 06:00"],
    ]
