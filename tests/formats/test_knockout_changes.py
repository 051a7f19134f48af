"""Who left a knockout and came back, and what then is in the slots (ALL-3, ALL-4, ALL-9)."""

from collections.abc import Callable

import pytest

from domain.formats.contract.steps import Ask
from domain.tournament.entries.commands import Resign, WithdrawResignation
from domain.tournament.matches.commands import ReinstateMatch, VoidMatch
from domain.tournament.rulings.commands import GiveRuling
from tests.desk import player
from tests.formats.knockout_play import KnockoutDesk, knockout

FINAL = 2


def acted(desk: KnockoutDesk, *lines: str) -> KnockoutDesk:
    for line in lines:
        desk.act(line)
    return desk


def come_back(desk: KnockoutDesk, letter: str) -> None:
    desk.do(WithdrawResignation(entry=desk.entry(letter)), player(letter))


def played_after_coming_back() -> KnockoutDesk:
    """Given A, who waited in the final, resigned and left B a walkover, and came back in time to win it from B."""
    desk = acted(knockout(3), "starts", "A resigns", "B beats C")
    assert "2-1 B alone" in slots(desk)
    come_back(desk, "A")
    return acted(desk, "A beats B")


def slots(desk: KnockoutDesk) -> set[str]:
    return {text for text, _ in desk.standing()}


WITH_THE_FINAL = {"1-1 A alone", "1-2 B-C", "2-1 A-B"}


@pytest.mark.rule("ALL-3", "ALL-4", "ALL-9")
def test_a_walkover_stays_away_once_the_match_was_made_again() -> None:
    desk = played_after_coming_back()
    acted(desk, "A resigns")
    assert slots(desk) == WITH_THE_FINAL
    assert isinstance(desk.step(), Ask), "it is for the director to name the champion, as without the walkover"
    come_back(desk, "A")
    assert slots(desk) == WITH_THE_FINAL
    assert next(desk.rows())["mark"] == "champion"


@pytest.mark.rule("ALL-4")
def test_nothing_comes_back_by_a_choice_where_the_slot_is_filled() -> None:
    desk = played_after_coming_back()
    resign = Resign.model_validate({"entry": desk.entry("A"), "choice": "restore", "reason": "Told."})
    desk.when(resign).refused("nothing-to-restore")
    assert slots(desk) == WITH_THE_FINAL


def nobody_else(desk: KnockoutDesk) -> None:
    """The winner of the final leaves, and nobody else does."""
    desk.act("A resigns")


def both(desk: KnockoutDesk) -> None:
    """The two of the final leave, one after the other."""
    acted(desk, "A resigns", "B resigns")


@pytest.mark.rule("ALL-3", "ALL-4", "TD-9")
@pytest.mark.parametrize("leave", [nobody_else, both])
def test_a_final_voided_after_its_winner_left_is_given_back_by_its_reinstatement(
    leave: Callable[[KnockoutDesk], None],
) -> None:
    desk = played_after_coming_back()
    leave(desk)
    before, table = desk.standing(), list(desk.rows())
    desk.do(VoidMatch(match=FINAL, reason="Slip"))
    assert ("2-1 A-B", FINAL) not in desk.standing()
    desk.do(ReinstateMatch(match=FINAL, reason="It was played"))
    assert (desk.standing(), list(desk.rows())) == (before, table)


@pytest.mark.rule("ALL-3", "ALL-4", "TD-9")
def test_voided_final_is_settled_again_by_its_reinstatement() -> None:
    # The semifinal is void and A stays in the final, which is void too; D has left. So A has walkovers in both rounds.
    desk = acted(knockout(4), "starts", "A beats D", "B beats C", "A beats B", "voids A-D, stand", "D resigns")
    before, table = desk.standing(), list(desk.rows())
    acted(desk, "voids A-B, stand")
    assert "1-1 A alone" in slots(desk)
    acted(desk, "reinstates A-B")
    assert (desk.standing(), list(desk.rows())) == (before, table)


@pytest.mark.rule("ALL-4", "SEL-3", "TD-13")
def test_nothing_can_stand_of_a_match_that_was_open_when_a_ruling_decides_it_again() -> None:
    desk = acted(knockout(4), "starts", "A beats D", "B beats C")
    number = desk.live("AD")[0].number
    rule_on(desk, number, {"kind": "result-annulment"})
    assert slots(desk) == {"1-1 A-D", "1-2 B-C"}
    award = {"kind": "result-award", "result": desk.winner_only(desk.state.matches[number], "A")}
    rule_on(desk, number, award, choice="stand")
    assert slots(desk) == {"1-1 A-D", "1-2 B-C", "2-1 A-B"}
    acted(desk, "A beats B")
    assert next(desk.rows())["mark"] == "champion"


def rule_on(desk: KnockoutDesk, match: int, remedy: dict[str, object], choice: str | None = None) -> None:
    said = {"clause": "4.5", "facts": "As seen", "reasons": "As written", "choice": choice}
    desk.do(GiveRuling.model_validate({"about": {"kind": "match", "number": match}, "remedies": [remedy], **said}))
