"""The Dominion league: its calendar, and a season from its announcement to its champion."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.tournament.decisions.rounds.rolling_on import AT_ITS_TIME
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.presets.registry import PRESETS
from tests.api.support import Service
from tests.desk import entered
from tests.patience import eventually
from tests.rounds import RoundsDesk
from tests.sources.playing import announced, by_preset, carries_on, next_of, rolled_on, wait_for_round

NEW_YORK = ZoneInfo("America/New_York")
FIRST_MONDAY = datetime(2014, 2, 10, 15, 0, tzinfo=NEW_YORK)
MINUTE = timedelta(minutes=1)
"""What each command of a desk takes."""


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


@pytest.mark.rule("SEL-1", "SWI-3", "NXE-7")
@pytest.mark.source("gokodom I.A", "gokodom III.A", "gokodom III.B")
def test_a_season_rolls_on_into_its_knockout_where_that_is_announced(service: Service) -> None:
    made = by_preset(service, "gokodom", 4, conditions={"auto_draw": True})
    champion = rolled_on(made, three_nil)
    assert made.marks()[champion] == "champion"
    acts = made.read("history", limit=500)["items"]
    by = {one["topic"]: one["actor"]["role"] for one in acts if one["topic"].endswith(("round-drawn.v1", "opened.v1"))}
    assert by == {"tournament.round-drawn.v1": "service", "tournament.stage-opened.v1": "service"}
    made.do("completion")


@pytest.mark.rule("SWI-3", "SWI-4")
@pytest.mark.source("gokodom I.C", "gokodom I.D", "gokodom II.B.4", "gokodom II.B.6")
def test_a_round_is_closed_by_the_service_at_its_time(service: Service) -> None:
    made = by_preset(service, "gokodom", 4, conditions={"auto_draw": True})
    wait_for_round(made)
    made.do("matches/1/no-time-agreed", {"reported_by": "second"})
    closes_at = datetime.now(UTC) + timedelta(seconds=2)
    made.do("rounds/1/schedule", {"closes_at": closes_at.isoformat()})
    assert {match["status"] for match in made.matches()} == {"open"}
    assert eventually(lambda: {match["ended"] for match in made.matches() if match["round"] == 1} != {None})
    assert [match["ended"] for match in made.matches()[:2]] == ["default", "both-lost"]
    [closed] = [one for one in made.read("history", limit=500)["items"] if one["topic"].endswith("round-closed.v1")]
    assert (closed["actor"]["role"], closed["data"]["reason"]) == ("service", AT_ITS_TIME)
    assert datetime.fromisoformat(closed["recorded_at"]) >= closes_at


@pytest.mark.rule("ALL-14", "SWI-5", "TD-21")
@pytest.mark.source("gokodom V.B.1")
def test_a_clone_of_a_season_is_the_next_one_of_its_series(service: Service) -> None:
    director, _ = service.director()
    league = director.done("/v1/series", {"name": "League"}).json()["series"]
    third = announced(service, director, preset="gokodom", series={"series": league, "season": 3})
    fourth = next_of(third, name="Season IV")
    named = next_of(third, name="Season IX", series={"series": league, "season": 9})
    assert [one.director.read(one.path)["series"]["season"] for one in (fourth, named)] == [4, 9]


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


@pytest.mark.rule("SWI-3")
@pytest.mark.source("gokodom I.C")
@pytest.mark.parametrize(
    ("drawn", "times"),
    [
        ("Sun 16 Feb 23:00", "Mon 17 Feb 15:00 to Mon 24 Feb 06:00"),
        ("Mon 17 Feb 05:00", "Mon 17 Feb 15:00 to Mon 24 Feb 06:00"),
        ("Mon 17 Feb 16:30", "Mon 17 Feb 16:30 to Mon 24 Feb 06:00"),
        ("Tue 18 Feb 10:00", "Tue 18 Feb 10:00 to Mon 24 Feb 06:00"),
        ("Thu 20 Feb 10:00", "Thu 20 Feb 10:00 to Mon 24 Feb 06:00"),
        ("Fri 21 Feb 10:00", "Mon 24 Feb 15:00 to Mon 03 Mar 06:00"),
        ("Tue 04 Mar 10:00", "Tue 04 Mar 10:00 to Mon 10 Mar 06:00"),
    ],
)
@pytest.mark.parametrize("announced", [True, False])
def test_i_c_calendar_keeps_its_mondays_whenever_a_round_is_drawn(drawn: str, times: str, *, announced: bool) -> None:
    desk = season(announced=announced)
    desk.pair(1, "A-B C-D E-F G-H")
    desk.won("A-B", "C-D", "E-F", "G-H")
    desk.now = datetime.strptime(f"2014 {drawn}", "%Y %a %d %b %H:%M").replace(tzinfo=NEW_YORK) - MINUTE
    desk.pair(2, "A-C B-D E-G F-H")
    assert open_from(desk, 2) == times


@pytest.mark.rule("SWI-3")
@pytest.mark.source("gokodom I.C")
def test_i_c_calendar_never_goes_back_behind_an_earlier_round() -> None:
    desk = season(announced=True)
    for number, pairs in enumerate(("A-B C-D E-F G-H", "A-C B-D E-G F-H", "A-D B-C E-H F-G"), 1):
        desk.pair(number, pairs)
        desk.won(*pairs.split())
    # All is played on the Saturday: each round keeps the week that it has.
    assert [open_from(desk, number) for number in (1, 2, 3)] == [
        "Mon 10 Feb 15:00 to Mon 17 Feb 06:00",
        "Mon 17 Feb 15:00 to Mon 24 Feb 06:00",
        "Mon 24 Feb 15:00 to Mon 10 Mar 06:00",
    ]


def season(*, announced: bool) -> RoundsDesk:
    """Eight have entered; it is started on the Saturday before."""
    desk = RoundsDesk(now=FIRST_MONDAY.astimezone(UTC) - timedelta(days=2))
    conditions = {"starts_at": FIRST_MONDAY.isoformat()} if announced else {}
    said = {"name": "Season III", "preset": "gokodom", "conditions": conditions}
    desk.do(AnnounceTournament.model_validate(said))
    entered(desk, "ABCDEFGH")
    desk.do(StartTournament())
    return desk


def open_from(desk: RoundsDesk, number: int) -> str:
    schedule = desk.state.rounds.schedules[number]
    assert schedule.opens_at is not None
    assert schedule.closes_at is not None
    moments = (schedule.opens_at, schedule.closes_at)
    return " to ".join(f"{one.astimezone(NEW_YORK):%a %d %b %H:%M}" for one in moments)
