"""Name, format, stages and rating are changed until something was made from them, after the start with a reason."""

from typing import Any

import pytest

from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.lifecycle.events import PinnedTerms
from domain.tournament.matches import commands as match_commands
from tests.desk import Desk, entered
from tests.when import When

RATED = {"pool": "normal", "policy": "club", "policy_version": 1}
KNOCKOUT = {"kind": "knockout", "lengths": [5]}
FINAL = {"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}


def change(**said: object) -> lifecycle_commands.ChangeSettings:
    return lifecycle_commands.ChangeSettings.model_validate(said)


def announced(players: int, *, started: bool = True, **said: Any) -> Desk:  # noqa: ANN401 -- fields of an announcement
    """So many have entered, and it was started."""
    desk = Desk()
    fields = {"name": "Cup", "format": KNOCKOUT, **said}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(fields))
    entered(desk, "ABCDEFGH"[:players])
    if started:
        desk.do(lifecycle_commands.StartTournament())
    return desk


def won(desk: Desk, match: int) -> None:
    """The first side wins it, and a director says so."""
    result = {"kind": "winner", "winner": "first"}
    desk.do(match_commands.ReportResult.model_validate({"match": match, "result": result}))


def asked(desk: Desk, **said: object) -> When[Desk]:
    return desk.when(change(**said))


@pytest.mark.rule("TD-21", "ALL-11")
def test_everything_changes_until_the_start_without_a_reason() -> None:
    desk = announced(4, started=False)
    said = {"name": "Spring cup", "format": {"kind": "swiss", "rounds": 3}, "stages": [FINAL], "rating": RATED}
    [event] = desk.do(change(**said))
    assert isinstance(event, lifecycle_events.SettingsChanged)
    settings = desk.state.settings
    assert settings is not None
    assert (settings.name, settings.format.kind, len(settings.stages)) == ("Spring cup", "swiss", 1)
    assert isinstance(settings.rating, PinnedTerms), "with what the policy says"
    assert settings.rating.model_dump(include=set(RATED)) == RATED
    desk.do(change(rating=None))
    assert desk.state.settings is not None
    assert (desk.state.settings.name, desk.state.settings.rating) == ("Spring cup", None)


@pytest.mark.rule("TD-21")
def test_tournament_is_started_as_the_format_that_it_was_changed_to() -> None:
    desk = announced(4, started=False, format={"kind": "open"})
    desk.do(change(format=KNOCKOUT))
    desk.do(lifecycle_commands.StartTournament())
    assert sorted(match.slot or "" for match in desk.state.matches.values()) == ["1-1", "1-2"]


@pytest.mark.rule("TD-21")
def test_lengths_after_the_start_hold_for_matches_that_are_made_from_then_on() -> None:
    """Four: both matches of round 1 are to 5. The final, made after the change, is to 3."""
    desk = announced(4)
    shorter = {"kind": "knockout", "lengths": [5, 3]}
    asked(desk, format=shorter).refused("reason-missing")
    desk.do(change(format=shorter, reason="The hall closes."))
    won(desk, 1)
    won(desk, 2)
    lengths = {match.slot: match.length for match in desk.state.matches.values()}
    assert lengths == {"1-1": 5, "1-2": 5, "2-1": 3}


@pytest.mark.rule("TD-21")
@pytest.mark.parametrize(
    "said",
    [
        {"format": {"kind": "swiss"}},
        {"format": {"kind": "double-elimination", "lengths": [5]}},
        {"format": {**KNOCKOUT, "third_place": True}},
    ],
)
def test_format_of_an_open_stage_is_fixed(said: dict[str, object]) -> None:
    asked(announced(4), **said, reason="We are late.").refused("format-fixed")


@pytest.mark.rule("TD-21", "SWI-4")
def test_late_entries_are_let_in_after_the_start_with_a_reason() -> None:
    """Nothing was made from that they were not."""
    desk = announced(4, format={"kind": "swiss", "rounds": 3})
    late = {"format": {"kind": "swiss", "rounds": 3, "late_entries": True}}
    asked(desk, **late).refused("reason-missing")
    desk.do(change(**late, reason="Two stand in traffic."))
    assert desk.state.settings is not None
    assert getattr(desk.state.settings.format, "late_entries", None) is True


@pytest.mark.rule("TD-21", "SEL-1")
def test_stage_that_is_not_open_yet_changes_after_the_start() -> None:
    desk = announced(4, format={"kind": "swiss", "rounds": 2}, stages=[FINAL])
    desk.do(change(stages=[{**FINAL, "qualifiers": 4}], reason="So many have come."))
    assert desk.state.settings is not None
    assert [one.qualifiers for one in desk.state.settings.stages] == [4]
    desk.do(change(stages=[], reason="No time for a final."))
    assert desk.state.settings.stages == ()


@pytest.mark.rule("ALL-11")
def test_rating_changes_until_the_first_result() -> None:
    desk = announced(4)
    asked(desk, rating=RATED).refused("reason-missing")
    desk.do(change(rating=RATED, reason="It was meant to be rated."))
    won(desk, 1)
    asked(desk, rating=None, reason="Not after all.").refused("rating-fixed")
    asked(desk, rating={**RATED, "pool": "price"}, reason="Not after all.").refused("rating-fixed")
    desk.when(change(name="Rated cup", reason="So it is called.")).then()


@pytest.mark.rule("CHM-1")
def test_entries_that_were_taken_without_credits_keep_the_format_from_needing_them() -> None:
    desk = announced(2, started=False, qualifying=None)
    champion = {"kind": "champion"}
    refusal = asked(desk, format=champion).refusal
    assert refusal is not None
    assert refusal.problem.slug in ("format-requirement-missing", "format-fixed")


@pytest.mark.rule("TD-21")
@pytest.mark.parametrize("name", ["name", "format", "stages"])
def test_setting_that_each_tournament_has_is_not_taken_away(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        change(**{name: None})


@pytest.mark.rule("ALL-11", "SEL-1")
def test_settings_are_held_to_what_an_announcement_is() -> None:
    desk = announced(4, started=False)
    asked(desk, rating={**RATED, "policy_version": 99}).refused("rating-policy-unknown")
    asked(desk, stages=[{"format": {"kind": "open"}}]).refused("format-cannot-follow")
    asked(desk, format={"kind": "knockout", "seeding": "rating"}).refused("format-requirement-missing")
