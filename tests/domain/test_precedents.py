"""Decisions reported to the federation, principle rulings that rulings cite, sanctions of its own (TD-25)."""

from typing import cast

import pytest
from pydantic import ValidationError

from domain.federation import decide
from domain.federation.state import Federation
from domain.kernel.ids import FEDERATION, person_stream
from tests.club import Club
from tests.desk import person
from tests.when import ask


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
def test_a_sanction_and_the_ban_in_the_persons_record_are_written_together() -> None:
    club = Club().register("A")
    command = decide.ImposeSanction(person=person("A"), until=None, reason="Dice.")
    decision = club.federation_does(command)
    assert [write.stream for write in decision.writes] == [FEDERATION, person_stream(person("A"))]
    assert decision.writes[1].cause == f"{FEDERATION}@1"
    (ban,) = club.person("A").bans
    state = cast("Federation", club.load(FEDERATION))
    assert (ban.number, ban.reason) == (state.sanctions[0].imposed.ban, "Dice.")
    unknown = command.model_copy(update={"person": person("Q")})
    ask(club, lambda: club.federation_does(unknown)).refused("person-unknown")


@pytest.mark.rule("TD-25")
def test_a_reported_ruling_is_one_of_a_tournament() -> None:
    with pytest.raises(ValidationError):
        decide.ReportDecision(account="Which one?", ruling=1)
