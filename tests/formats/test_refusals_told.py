"""What a director reads where the tournament refuses: the words name what is wrong, and a rule that speaks of it."""

import pytest

from domain.kernel.refusal import Refused
from domain.problems import entries, rounds, tournament
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import started_swiss


@pytest.mark.rule("SWI-6")
def test_a_bye_in_a_round_that_will_never_be_is_refused_in_those_words() -> None:
    desk = started_swiss("ABCDEFGH")
    with pytest.raises(Refused) as refusal:
        desk.do(round_commands.RequestBye(entry=desk.entry("A"), round=9))
    assert refusal.value.detail == "There is no round 9, since round 3 is the last."


@pytest.mark.rule("ALL-5", "TD-2", "TD-21")
def test_what_every_format_refuses_names_no_rule_of_one_format() -> None:
    assert rounds.ROUND_NOT_DUE.rule == "ALL-5"
    assert entries.ENTRIES_CLOSED.rule == "TD-2"
    assert tournament.REASON_MISSING.rule == "TD-21"
