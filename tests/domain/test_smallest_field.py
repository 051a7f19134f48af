"""The smallest field that a policy rates is one of persons, and not of entries (ELO-8, SE-10)."""

from dataclasses import replace

import pytest

from domain.rating.policy import Constants, policy
from domain.tournament.decisions.matches.rated import terms_of
from domain.tournament.lifecycle.events import PinnedTerms
from domain.tournament.state import Tournament, announced_settings
from tests.desk import entered
from tests.formats.test_late_entries import KNOCKOUT, started
from tests.formats.test_reentry import AGAIN
from tests.formats.test_teams import ROUND_ROBIN, teams


def rated_from(state: Tournament, smallest: int) -> Tournament:
    """The tournament, rated by the room's numbers where so many take part."""
    room = policy("room", 1)
    numbers = {name: getattr(room, name) for name in Constants.model_fields} | {"smallest_field": smallest}
    constants = Constants.model_validate(numbers)
    terms = PinnedTerms(pool="normal", policy="room", policy_version=2, digest="0" * 64, constants=constants)
    return replace(state, settings=replace(announced_settings(state), rating=terms))


@pytest.mark.rule("ELO-8", "SE-10")
def test_smallest_field_counts_who_entered_again_once() -> None:
    """Five persons, of whom E has entered again: six entries, and a policy that asks for six rates none of it."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    assert len(desk.state.entries) == 6
    assert terms_of(rated_from(desk.state, 6)) is None
    assert terms_of(rated_from(desk.state, 5)) is not None


@pytest.mark.rule("ELO-8", "ALL-7")
def test_smallest_field_counts_who_has_left() -> None:
    desk = started(5, KNOCKOUT)
    desk.resign("E")
    assert terms_of(rated_from(desk.state, 5)) is not None
    assert terms_of(rated_from(desk.state, 6)) is None


@pytest.mark.rule("ELO-8", "TEA-6")
def test_smallest_field_counts_everybody_in_a_team() -> None:
    """Three teams of two are six persons."""
    state = teams(ROUND_ROBIN, 2, "AB", "EF", "XY").state
    assert terms_of(rated_from(state, 6)) is not None
    assert terms_of(rated_from(state, 7)) is None
