"""What is flagged of matches and sheets where rulings, teams and lengths meet it (TD-15, TD-17, TD-18)."""

import pytest

from domain.kernel.ids import PersonId
from domain.scoring.crawford import DoubledCrawford
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.decisions.rulings.score_sheets import decided_by_sheets
from domain.tournament.derived.irregularities import flags_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, announced, person, started
from tests.directing import words

SAID = {"clause": "4.4.4", "facts": "As seen.", "reasons": "As written."}


def played(games: str, *remedies: str, length: int = 5) -> Desk:
    """A match of A and B on which these were ruled, and then these games reported."""
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=length))
    for remedy in remedies:
        ordered = {"about": {"kind": "match", "number": 1}, "remedies": words.remedies(remedy)}
        desk.do(ruling_commands.GiveRuling.model_validate(SAID | ordered))
    desk.do(match_commands.ReportResult(match=1, result=words.result(games)))
    return desk


def flagged(desk: Desk) -> list[int | None]:
    """The games that are flagged of match 1."""
    return [flag.game for flag in flags_of(desk.state, desk.state.matches[1])]


@pytest.mark.rule("TD-17")
def test_a_match_to_one_point_begins_with_its_crawford_game() -> None:
    assert flagged(played("A2s", length=1)) == [1]
    assert flagged(played("A1s", length=1)) == []


@pytest.mark.rule("TD-17")
def test_game_given_by_a_ruling_leaves_the_crawford_game_unknown() -> None:
    # Without the lost game: 4-0, and game 2 doubled. B lost one as a single game, before or after: 5-0 or 7-0.
    assert flagged(played("A2g A2s")) == [2]
    assert flagged(played("A2g A2s", "B loses game 1s")) == []


@pytest.mark.rule("TD-17", "ALL-3")
@pytest.mark.parametrize("remedies", [(), ("B+1",)])
def test_score_without_a_crawford_double_is_by_play(remedies: tuple[str, ...]) -> None:
    desk = played("A2g A2s", *remedies)
    flags = flags_of(desk.state, desk.state.matches[1])
    assert [flag.without for flag in flags if isinstance(flag, DoubledCrawford)] == [(5, 0)]


@pytest.mark.rule("TD-17", "TD-10")
def test_crawford_game_is_over_in_a_match_resumed_one_point_from_the_end() -> None:
    # At 3-2 the first game brings A to 4, and game 2 is the Crawford game; at 4-2 it was before.
    assert flagged(played("A1s A2s", "resume 3-2")) == [2]
    assert flagged(played("A2s", "resume 4-2")) == []


@pytest.mark.rule("TD-17", "TD-18", "TD-19")
def test_the_report_tells_only_of_matches_that_count() -> None:
    desk = played("A2g A2s-agreed")
    assert [(one.match, one.flag.kind) for one in report_of(desk.state).flagged_matches] == [
        (1, "doubled-crawford"),
        (1, "agreed-outcome"),
    ]
    desk.do(match_commands.VoidMatch(match=1, reason="Another sat there."))
    assert flagged(desk) == [2, 2]
    assert report_of(desk.state).flagged_matches == ()


@pytest.mark.rule("TD-15", "ALL-10")
def test_every_member_hands_in_the_sheet_of_their_side() -> None:
    desk = announced()
    for entering in ({"person": person("A"), "members": (person("B"),), "team_name": "Foxes"}, {"person": person("C")}):
        desk.do(entry_commands.RequestEntry.model_validate(entering))
        desk.do(entry_commands.ApproveEntry(entry=len(desk.state.entries)))
    desk.do(lifecycle_commands.StartTournament())
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    desk.do(
        ruling_commands.OpenDispute.model_validate({"about": {"kind": "match", "number": 1}, "matter": "The score."})
    )

    def hands_in(who: PersonId, text: str) -> None:
        first, second = words.score(text)
        said = {
            "kind": "statement",
            "person": who,
            "statement": "Ours.",
            "score_sheet": {"first": first, "second": second},
        }
        desk.do(ruling_commands.RecordStatement.model_validate({"dispute": 1, **said}))

    dispute = desk.state.directing.disputes[1]
    assert decided_by_sheets(desk.state, dispute) is None
    hands_in(person("A"), "3-4")
    hands_in(person("B"), "2-4")
    hands_in(person("C"), "3-4")
    decided = decided_by_sheets(desk.state, desk.state.directing.disputes[1])
    assert decided is not None
    assert decided.model_dump(exclude={"kind"}) == {
        "first": 2,
        "second": 4,
        "sheet_of": "first",
        "because": "player-behind",
    }
