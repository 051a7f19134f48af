"""What became of a match is told event by event, up to what it comes to."""

import pytest

from domain.tournament.entries.commands import WithdrawResignation
from projections.explain.causes import matches_of
from projections.explain.matches import after
from projections.views.tournaments import match_view
from tests.desk import player
from tests.projections.explaining import (
    FORMATS,
    Format,
    Played,
    all_layers,
    directed,
    every_format,
    past_of,
    played_on,
)
from tests.properties import examples
from tests.reaching import reached


@pytest.mark.rule("ALL-3")
@every_format
@examples(6, proof=100)
@played_on
def test_the_layers_of_a_match_lead_to_what_it_comes_to(format_: Format, played: Played) -> None:
    desk = directed(format_, played)
    past = past_of(desk)
    for number, match in desk.state.matches.items():
        found = all_layers(past, number)
        last = found[-1].came_to
        reached()
        assert last is not None
        view = match_view(desk.state, match)
        assert (last.status, last.sides, last.winner, last.points) == (
            view.status,
            view.sides,
            view.winner,
            view.points,
        )
        assert {one.event.version for one in found} >= {
            one.version for one in desk.history if number in matches_of(one.event)
        }
        corrections = [one.event.topic for one in found if one.layer == "corrected" and one.in_force]
        of_who_met = corrections.count("tournament.pairings-corrected.v1")
        assert len(corrections) - of_who_met == len(match.sitting.corrections)
        reported = [one for one in found if one.event.topic == "tournament.result-reported.v1" and one.in_force]
        assert [one.layer for one in reported if one.layer == "reported"] == ["reported"] * bool(match.sitting.report)
        assert {one.ruling for one in found if one.layer == "ruled" and one.in_force} == {
            layer.ruling for layer in match.layers
        }


@pytest.mark.rule("ALL-3")
@every_format
@examples(6, proof=100)
@played_on
def test_a_match_is_left_by_an_event_as_by_the_part_of_it_that_makes_the_match(format_: Format, played: Played) -> None:
    desk = directed(format_, played)
    past = past_of(desk)
    for one in desk.history:
        for number in {*matches_of(one.event)} & {*past.at(one.version).matches}:
            reached()
            assert after(past.at(one.version - 1), one, number) == past.at(one.version).matches[number]


@pytest.mark.rule("ALL-3", "ALL-8", "NXE-8")
def test_a_concession_that_was_taken_back_is_told_and_is_no_longer_in_force() -> None:
    desk = directed(FORMATS["knockout"], Played(4))
    letter = desk.letter(desk.state.matches[1].sides[0])
    desk.resign(letter)
    assert [one.in_force for one in all_layers(past_of(desk), 1) if one.layer == "reported"] == [True]
    desk.do(WithdrawResignation(entry=desk.entry(letter)), player(letter))
    assert [one.in_force for one in all_layers(past_of(desk), 1) if one.layer == "reported"] == [False]
