"""What a tournament is announced with from elsewhere: its series, and the settings of another (ALL-14, CHM-1)."""

from datetime import timedelta

import pytest
from pydantic import ValidationError

from domain.person.commands import PlaceBan
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.lifecycle.conditions import Conditions
from tests.club import Club
from tests.desk import NOON, TOURNAMENT, director, person

RATING = {"pool": "price", "policy": "club", "policy_version": 1}


def announcement(**fields: object) -> lifecycle_commands.AnnounceTournament:
    return lifecycle_commands.AnnounceTournament.model_validate({"name": "Evening", **fields})


def announced(club: Club, tournament: str) -> lifecycle_events.TournamentAnnounced:
    """The settings of the tournament, as they were announced."""
    settings = club.tournament(tournament).settings
    assert settings is not None
    names = set(lifecycle_events.TournamentAnnounced.model_fields) - {"director"}
    return lifecycle_events.TournamentAnnounced(**{name: getattr(settings, name) for name in names}, director=None)


@pytest.mark.rule("CHM-1")
def test_a_tournament_of_a_series_is_announced_by_those_who_keep_it() -> None:
    club = Club().register("YZ")
    cup = club.series(by=director("Z"))
    place = {"series": cup, "season": 2026}
    for by in (director("Z"), None):
        club.announce(**({"by": by} if by else {}), series=place)
    asked = announcement(format={"kind": "open"}, series=place)
    club.when(TOURNAMENT, asked, by=director("Y")).refused("not-allowed")
    club.when(TOURNAMENT, asked.model_copy(update={"series": None, "time_zone": "Mars"})).refused("time-zone-unknown")


@pytest.mark.rule("CHM-1")
def test_series_that_were_never_announced_are_refused() -> None:
    club = Club()
    unknown = {"series": TOURNAMENT, "season": 2026}
    club.when(TOURNAMENT, announcement(format={"kind": "open"}, series=unknown)).refused("series-unknown")
    qualifying = {"series": TOURNAMENT, "years": [2026]}
    club.when(TOURNAMENT, announcement(format={"kind": "open"}, qualifying=qualifying)).refused("series-unknown")


@pytest.mark.rule("CHM-1")
def test_anybody_who_announces_may_take_a_series_for_credits() -> None:
    club = Club().register("YZ")
    cup = club.series(by=director("Z"))
    club.announce(by=director("Y"), qualifying={"series": cup, "years": [2026]})


@pytest.mark.rule("ALL-14")
def test_a_clone_takes_what_it_does_not_say_itself() -> None:
    club = Club().register("Z")
    cup = club.series()
    moments = {"starts_at": NOON, "entries_open_at": NOON, "entries_close_at": NOON + timedelta(days=1)}
    source = club.announce(
        name="Spring",
        format={"kind": "nxe", "losses": 3, "lengths": [7]},
        rating=RATING,
        conditions={"places": 32, "clock": "obligation", **moments},
        time_zone="Europe/Berlin",
        director=person("Z"),
        series={"series": cup, "season": 2026},
        qualifying={"series": cup, "years": [2025]},
    )
    version = club.tournament(source).version
    clone = announced(club, club.announce(name="Autumn", cloned_from=source))
    assert clone.cloned_from is not None
    assert (clone.cloned_from.tournament, clone.cloned_from.tournament_version) == (source, version)
    before = announced(club, source)
    assert clone.conditions == Conditions(places=32, clock="obligation")
    assert clone.model_copy(update={"cloned_from": None, "name": "Spring", "conditions": before.conditions}) == before


@pytest.mark.rule("ALL-14", "SWI-5", "OPN-1")
@pytest.mark.parametrize(("format_", "season"), [("nxe", 7), ("knockout", 7), ("swiss", 8), ("open", 8)])
def test_a_clone_of_a_whole_season_is_the_next_and_of_an_evening_in_the_same(format_: str, season: int) -> None:
    club = Club()
    cup = club.series()
    source = club.announce(format={"kind": format_}, series={"series": cup, "season": 7})
    place = announced(club, club.announce(cloned_from=source)).series
    assert place is not None
    assert (place.series, place.season) == (cup, season)


@pytest.mark.rule("ALL-14", "TD-21")
def test_value_that_a_clone_sets_itself_counts_also_where_it_is_nothing() -> None:
    club = Club()
    cup = club.series()
    source = club.announce(rating=RATING, conditions={"places": 32}, series={"series": cup, "season": 2026})
    clone = announced(
        club,
        club.announce(
            cloned_from=source, format={"kind": "open"}, rating=None, conditions={"places": None}, series=None
        ),
    )
    assert clone.format.kind == "open"
    assert (clone.rating, clone.series, clone.conditions) == (None, None, Conditions())


def test_a_clone_follows_conditions_as_they_were_changed() -> None:
    club = Club()
    source = club.announce(conditions={"places": 32})
    club.do(source, lifecycle_commands.ChangeConditions(conditions=Conditions(places=16)))
    assert announced(club, club.announce(cloned_from=source)).conditions.places == 16


def test_a_clone_needs_a_source_and_no_entries_come_with_it() -> None:
    club = Club().register("AZ")
    club.when(TOURNAMENT, announcement(cloned_from=person("A"))).refused("tournament-unknown")
    source = club.announce(series={"series": club.series(), "season": 1})
    club.enter(source, "A")
    assert not club.tournament(club.announce(cloned_from=source)).entries
    club.when(TOURNAMENT, announcement(cloned_from=source), by=director("Z")).refused("not-allowed")


@pytest.mark.parametrize("fields", [{}, {"format": None, "cloned_from": TOURNAMENT}])
def test_format_is_named_without_a_source(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        announcement(**fields)


@pytest.mark.rule("ALL-14", "CHM-1")
def test_credits_that_change_later_are_shown_for_review_and_change_nothing() -> None:
    club = Club().register("AB")
    cup = club.series()
    won = club.play("A", "B", series={"series": cup, "season": 2026})
    final = club.announce(format={"kind": "champion"}, qualifying={"series": cup, "years": (2026,)})
    club.do(final, entry_commands.RequestEntry(person=person("A")))
    assert club.reviews(final) == []
    club.do(won, lifecycle_commands.ReopenTournament(reason="A wrong result"))
    (item,) = club.reviews(final)
    assert (item.kind, item.entry, item.recorded_value, item.current_value) == ("credits-changed", 1, 1, 0)
    assert club.entry(final, "A").credits == 1
    club.do(won, lifecycle_commands.CompleteTournament())
    assert club.reviews(final) == []


@pytest.mark.rule("ALL-14", "ALL-8", "TD-4")
def test_entrant_banned_or_resigned_elsewhere_since_is_shown_for_review() -> None:
    club = Club().register("ABC")
    evening = club.announce()
    club.enter(evening, "ABC")
    club.resign("A")
    club.person_does("B", PlaceBan(until=club.now + timedelta(days=1), reason="Threw dice"))
    assert [
        (item.kind, item.entry, item.person, item.recorded_value, item.current_value) for item in club.reviews(evening)
    ] == [
        ("resignations-changed", 1, person("A"), 0, 1),
        ("banned-since", 2, person("B"), None, None),
    ]
    club.resign("A")
    assert [(item.kind, item.current_value) for item in club.reviews(evening) if item.entry == 1] == [
        ("banned-since", None),
        ("resignations-changed", 2),
    ]
    club.do(evening, entry_commands.WithdrawEntry(entry=1, reason="Told the desk."))
    club.now += timedelta(days=2)
    assert club.reviews(evening) == []
