"""Teams that meet on boards (TEA-1 to TEA-6): a match of two teams is a match on each board."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from domain.formats.contract.steps import Done, Due, Wait
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.standings.virtual import code_of
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle.commands import AnnounceTournament, ChangeConditions, StartTournament
from domain.tournament.matches import commands as match_commands
from projections.views.tournaments import match_view
from tests.desk import person
from tests.formats.acting import Deed
from tests.formats.directing import check_invariants, deeds, play
from tests.reaching import reached
from tests.rounds import RoundsDesk

RATED = {"pool": "normal", "policy": "room", "policy_version": 1}
ROUND_ROBIN = {"kind": "round-robin", "seeding": "entry-order", "lengths": (5,)}
MONRAD = {"kind": "monrad", "lengths": (5,), "rounds": 2}
KNOCKOUT = {"kind": "knockout", "lengths": (5,)}


def announced(options: dict[str, Any], boards: int | None, **told: object) -> RoundsDesk:
    desk = RoundsDesk()
    conditions = {} if boards is None else {"boards": boards}
    about = {"name": "Teams", "format": options, "conditions": conditions, **told}
    desk.do(AnnounceTournament.model_validate(about))
    return desk


def teams(options: dict[str, Any], boards: int, *rosters: str, **told: object) -> RoundsDesk:
    """Teams of these players, the first at board 1, started."""
    desk = announced(options, boards, **told)
    for roster in rosters:
        enter(desk, roster)
    desk.do(StartTournament())
    return desk


def enter(desk: RoundsDesk, roster: str) -> None:
    captain, *others = map(person, roster)
    name = f"Team {roster[0]}" if others else None
    desk.do(entry_commands.RequestEntry(person=captain, members=tuple(others), team_name=name))
    desk.do(entry_commands.ApproveEntry(entry=desk.entry(roster[0])))


def boards(desk: RoundsDesk, name: str) -> list[str]:
    """The live matches of two teams: the number, who sits where, and who has won."""
    found = [match for match in desk.matches() if not match.void and {*desk.name(match)} == {*name, "-"}]
    views = [match_view(desk.state, match) for match in found]
    told = []
    for view in views:
        assert view.bout is not None
        first, second = (chr(int(one[-4:], 16)) for one in view.persons)
        winner = "?" if view.status == "open" else "=" if view.winner is None else desk.letter(view.winner)
        told.append(f"{view.bout.match_of_bout} {first}-{second} {winner}")
    return told


def board(desk: RoundsDesk, name: str, number: int) -> int:
    """The number of the match on that board."""
    for match in reversed(desk.matches()):
        view = match_view(desk.state, match)
        if not match.void and {*desk.name(match)} == {*name, "-"} and view.bout and view.bout.match_of_bout == number:
            return match.number
    raise AssertionError(name)


def won(desk: RoundsDesk, name: str, *numbers: int) -> None:
    """The first of the two wins on these boards."""
    for number in numbers:
        match = desk.state.matches[board(desk, name, number)]
        desk.do(match_commands.ReportResult(match=match.number, result=desk.winner_only(match, name[0])))


def points(desk: RoundsDesk) -> list[str]:
    return sorted(f"{desk.letter(row.entry)} {row.values['match_points']}" for row in desk.standings().rows)


@pytest.mark.rule("TEA-1", "TEA-3")
def test_boards_of_two_teams_are_all_there_from_the_start() -> None:
    """In the order of the rosters; the first side changes from board to board."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-B ?", "3 C-Z ?"]
    assert desk.step() == Wait((1, 2, 3))


@pytest.mark.rule("TEA-2", "SER-5")
def test_match_of_two_teams_goes_to_who_wins_more_boards() -> None:
    """By hand: X wins board 2 alone, so A has the match, once the last board is over."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    won(desk, "AX", 3)
    won(desk, "XA", 2)
    assert points(desk) == ["A 0", "X 0"]
    won(desk, "AX", 1)
    assert points(desk) == ["A 2", "X 0"]
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("TEA-2", "SER-4")
def test_match_of_two_teams_that_is_level_is_drawn_in_a_table() -> None:
    desk = teams(ROUND_ROBIN, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    assert points(desk) == ["A 1", "X 1"]


@pytest.mark.rule("TEA-5")
def test_level_match_in_a_knockout_is_decided_by_one_more_board() -> None:
    """The first of both rosters play it, as no other board does."""
    desk = teams(KNOCKOUT, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B X", "3 A-X ?"]
    won(desk, "XA", 3)
    assert desk.step() == Done(champion=desk.entry("X"))


@pytest.mark.rule("TEA-4")
def test_board_lost_by_default_loses_that_board_alone() -> None:
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    match = desk.state.matches[board(desk, "AX", 1)]
    told = {"match": match.number, "result": {"kind": "unplayed", "reported_by": "second"}}
    desk.do(match_commands.ReportResult.model_validate(told))
    assert points(desk) == ["A 0", "X 0"]
    won(desk, "AX", 2, 3)
    assert points(desk) == ["A 2", "X 0"]


@pytest.mark.rule("TEA-5", "MON-1")
def test_round_of_teams_waits_for_every_board() -> None:
    desk = teams(MONRAD, 2, "AB", "CD", "EF", "GH")
    for name in desk.draw(1)[::2]:
        won(desk, name.replace("-", ""), 1)
    assert isinstance(desk.step(), Wait)
    while isinstance(desk.step(), Wait):
        match = desk.state.matches[desk.facts.awaited[0]]
        desk.do(
            match_commands.ReportResult(match=match.number, result=desk.winner_only(match, desk.letter(match.sides[0])))
        )
    assert isinstance(desk.step(), Due)


def turned(desk: RoundsDesk, name: str, number: int) -> match_commands.CorrectResult:
    """The board was the other's after all."""
    match = desk.state.matches[board(desk, name, number)]
    return match_commands.CorrectResult(match=match.number, result=desk.winner_only(match, name[0]), reason="Slip")


@pytest.mark.rule("TEA-5", "ALL-4")
@pytest.mark.parametrize(("choice", "final"), [("rewind", "EX"), ("stand", "AE")])
def test_board_turned_after_the_next_round_began_is_rewound_or_stands(choice: str, final: str) -> None:
    """A beat X by 2-1, and has begun the final against E; board 3 was X's."""
    desk = teams(KNOCKOUT, 3, "ABC", "EFG", "KLM", "XYZ")
    for name in ("AX", "EK"):
        won(desk, name, 1, 2)
        won(desk, name[::-1], 3)
    desk_final = [match for match in desk.matches() if match.live and match.slot == "2-1"]
    assert desk_final
    won(desk, "AE", 1)
    command = turned(desk, "XA", 1)
    desk.when(command).refused("choice-needed")
    desk.do(command.model_copy(update={"choice": choice}))
    live = next(match for match in desk.matches() if match.live and match.slot == "2-1")
    assert "".join(sorted(map(desk.letter, live.sides))) == final
    assert len(boards(desk, final)) == 3


@pytest.mark.rule("TEA-5", "SER-6", "ALL-3")
def test_board_that_followed_lapses_once_the_teams_are_level_no_more() -> None:
    """By hand: 1-1 called for a third board; A won the second too, so A has the match by 2-0."""
    desk = teams(KNOCKOUT, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    assert boards(desk, "AX")[2:] == ["3 A-X ?"]
    desk.do(turned(desk, "AX", 2))
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B A"]
    assert desk.step() == Done(champion=desk.entry("A"))
    assert not desk.state.awaiting


@pytest.mark.rule("TEA-5", "SER-6", "ALL-4")
@pytest.mark.parametrize(("choice", "third"), [("stand", ["3 A-X X"]), ("rewind", [])])
def test_board_that_followed_and_was_played_stays_where_that_is_chosen(choice: str, third: list[str]) -> None:
    """By hand: X won the third board after 1-1; A won the second too, so A has the match, by 2-1 or by 2-0."""
    desk = teams(KNOCKOUT, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    won(desk, "XA", 3)
    command = turned(desk, "AX", 2)
    desk.when(command).refused("choice-needed")
    desk.do(command.model_copy(update={"choice": choice}))
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B A", *third]
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("TEA-5", "ALL-4")
def test_boards_of_a_rewound_match_lapse_with_it() -> None:
    """The final of A and E has begun on one board, of three; no other of them is waited for."""
    desk = teams(KNOCKOUT, 3, "ABC", "EFG", "KLM", "XYZ")
    for name in ("AX", "EK"):
        won(desk, name, 1, 2, 3)
    won(desk, "AE", 1)
    for number in (1, 2):
        desk.do(turned(desk, "XA", number).model_copy(update={"choice": "rewind"}))
    assert not [match for match in desk.matches() if match.live and {*desk.name(match)} == {*"A-E"}]
    assert len(desk.state.awaiting) == 3


@pytest.mark.rule("TEA-2")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_score_after_a_board_does_not_hang_on_which_was_reported_first(order: tuple[int, ...]) -> None:
    """A wins each; in half points as the sides are, of which the second board changes the order."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    won(desk, "AX", *order)
    assert [match.bout_score for match in desk.matches()] == [(2, 0), (0, 4), (6, 0)]


@pytest.mark.rule("TEA-1", "ALL-4")
def test_voided_board_is_made_again_with_its_own_players() -> None:
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    desk.do(match_commands.VoidMatch(match=board(desk, "AX", 2), reason="Wrong dice"))
    assert sorted(boards(desk, "AX")) == ["1 A-X ?", "2 Y-B ?", "3 C-Z ?"]


@pytest.mark.rule("TEA-1", "ALL-3")
def test_reinstated_board_takes_the_place_of_that_made_for_it() -> None:
    """And the other is back where it is void again."""
    desk = teams(ROUND_ROBIN, 2, "AB", "XY")
    first = board(desk, "AX", 2)
    desk.do(match_commands.VoidMatch(match=first, reason="Slip"))
    instead = board(desk, "AX", 2)
    desk.do(match_commands.ReinstateMatch(match=first, reason="No slip"))
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-B ?"]
    assert board(desk, "AX", 2) == first != instead
    desk.do(match_commands.VoidMatch(match=first, reason="Slip"))
    assert board(desk, "AX", 2) == instead
    assert len(desk.state.awaiting) == 2


@pytest.mark.rule("TEA-5", "ALL-3")
def test_void_board_is_made_again_and_what_followed_waits_for_it() -> None:
    """By hand: 1-1 called for a third board; the second was void. The third waits until they are level again."""
    desk = teams(KNOCKOUT, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    desk.do(match_commands.VoidMatch(match=board(desk, "AX", 2), reason="Wrong dice"))
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B ?"]
    won(desk, "XA", 2)
    assert sorted(boards(desk, "AX")) == ["1 A-X A", "2 Y-B X", "3 A-X ?"]
    won(desk, "XA", 3)
    assert desk.step() == Done(champion=desk.entry("X"))


@pytest.mark.rule("TEA-1", "ALL-3", "ALL-4")
def test_reinstated_match_has_its_other_boards_as_they_were_played() -> None:
    """A won the first board, and X the second. The first is void, so the whole match is made again; it is reinstated,
    and the match made in its place goes. What was played on the second board is its result, and not played again."""
    desk = teams(ROUND_ROBIN, 2, "AB", "XY")
    first = board(desk, "AX", 1)
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    desk.do(match_commands.VoidMatch(match=first, reason="Slip"))
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-B ?"]
    back = match_commands.ReinstateMatch(match=first, reason="No slip", choice="rewind")
    desk.do(back)
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B X"]
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("TEA-2", "TEA-5", "ALL-4")
def test_score_after_a_board_that_stays_counts_those_made_again_before_it() -> None:
    """By hand: A won the first and the third board, and X the second, which is void and made again. The third stays:
    with it A has two wins, 4 in half points."""
    desk = teams(KNOCKOUT, 2, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    won(desk, "AX", 3)
    desk.do(match_commands.VoidMatch(match=board(desk, "AX", 2), reason="Wrong dice", choice="stand"))
    assert sorted(boards(desk, "AX")) == ["1 A-X A", "2 Y-B ?", "3 A-X A"]
    assert desk.state.matches[board(desk, "AX", 3)].bout_score == (4, 0)
    check_invariants(desk.state)


@pytest.mark.rule("TEA-6", "ALL-6")
def test_boards_rate_those_who_play_them() -> None:
    """Team A wins on boards 1 and 3, X on 2: each board is rated between its two, whoever wins the match."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ", rating=RATED)
    won(desk, "AX", 1, 3)
    won(desk, "XA", 2)
    rated = [as_rated_match(desk.state, match) for match in desk.matches()]
    told = [(one.winner, one.loser) for one in rated if one is not None]
    expected: list[tuple[PersonId, PersonId]] = [(person(a), person(b)) for a, b in ("AX", "YB", "CZ")]
    assert sorted(told) == sorted(expected)


@pytest.mark.rule("TEA-1", "TEA-4")
def test_team_with_fewer_than_half_the_boards_cannot_start() -> None:
    """Of four boards two can stay empty; nobody plays alone for a team."""
    desk = announced(ROUND_ROBIN, 4)
    enter(desk, "ABCD")
    enter(desk, "X")
    desk.when(StartTournament()).refused("team-too-small")


@pytest.mark.rule("TEA-4")
def test_smaller_team_loses_its_empty_boards_by_default() -> None:
    """By hand: X and Y win boards 1 and 2, board 3 is A's without play: X has the match by 2-1."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XY")
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-B ?", "3 C-X A"]
    assert desk.step() == Wait((1, 2))
    won(desk, "XA", 1, 2)
    assert points(desk) == ["A 0", "X 2"]
    assert [match.bout_score for match in desk.matches()] == [(0, 2), (4, 0), (2, 4)]
    assert as_rated_match(desk.state, desk.state.matches[3]) is None


@pytest.mark.rule("TEA-4", "ALL-9")
def test_board_that_is_empty_on_both_sides_is_lost_by_both() -> None:
    desk = teams(ROUND_ROBIN, 3, "AB", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    assert points(desk) == ["A 1", "X 1"]


@pytest.mark.rule("TEA-1", "TEA-4")
def test_late_lone_entrant_plays_for_no_team() -> None:
    """They would have every board to themselves. A whole team is let in."""
    desk = announced({**MONRAD, "late_entries": True}, 3)
    for roster in ("ABC", "DEF", "XYZ", "UVW"):
        enter(desk, roster)
    desk.do(StartTournament())
    desk.do(entry_commands.RequestEntry(person=person("L")))
    desk.when(entry_commands.ApproveEntry(entry=desk.entry("L"))).refused("team-too-small")
    enter(desk, "MNO")
    assert not desk.state.entries[desk.entry("M")].gone


@pytest.mark.rule("TEA-5")
@pytest.mark.parametrize("options", [{"kind": "nxe", "losses": 2}, {**KNOCKOUT, "bout_matches": (3,)}])
def test_boards_are_refused_where_they_have_no_effect(options: dict[str, Any]) -> None:
    desk = RoundsDesk()
    about = {"name": "Teams", "format": options, "conditions": {"boards": 3}}
    desk.when(AnnounceTournament.model_validate(about)).refused("option-without-effect")


@pytest.mark.rule("TEA-1")
def test_boards_are_settled_by_the_start() -> None:
    desk = teams(ROUND_ROBIN, 2, "AB", "XY")
    desk.when(ChangeConditions.model_validate({"conditions": {"boards": 3}, "reason": "More"})).refused("format-fixed")


@pytest.mark.rule("TEA-1", "TEA-2", "ALL-4")
@pytest.mark.parametrize("options", [ROUND_ROBIN, KNOCKOUT], ids=lambda one: str(one["kind"]))
@given(tried=deeds)
def test_matches_of_teams_have_each_board_once_whatever_is_done(options: dict[str, Any], tried: Sequence[Deed]) -> None:
    """And what each came to is what its boards add up to."""
    desk = teams(options, 2, "AB", "EF", "KL", "XY")
    for deed in tried:
        with suppress(Refused):
            play(desk, deed)
    check_invariants(desk.state)
    for place in desk.facts.places:
        if place.match is None:
            continue
        reached()
        found = [match_view(desk.state, desk.state.matches[number]) for number in place.matches]
        told = [view.bout.match_of_bout for view in found if view.bout is not None]
        assert sorted(told)[:2] == [1, 2]
        assert len(set(told)) == len(told)
        if place.ended is not None and place.ended.how == "won":
            wins = Counter(view.winner for view in found if view.winner is not None)
            assert place.ended.winner == max(wins, key=wins.__getitem__)


def named(desk: RoundsDesk, team: str, players: str, number: int = 1, **told: object) -> match_commands.NameLineUp:
    """The team's line-up for the match, board by board."""
    persons = tuple(map(person, players))
    about = {"match": number, "entry": desk.entry(team), "players": persons, **told}
    return match_commands.NameLineUp.model_validate(about)


def player(name: str) -> Actor:
    return Actor(key=f"key-{name}", role="player", person=person(name))


@pytest.mark.rule("TEA-1", "TEA-6")
def test_reserve_plays_on_the_board_for_which_the_line_up_names_them() -> None:
    """R comes in for B at board 2 and is rated for it; without a line-up the first three of the roster play."""
    desk = teams(ROUND_ROBIN, 3, "ABCR", "XYZ", rating=RATED)
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-B ?", "3 C-Z ?"]
    desk.do(named(desk, "A", "ARC"), by=player("B"))
    assert boards(desk, "AX") == ["1 A-X ?", "2 Y-R ?", "3 C-Z ?"]
    won(desk, "AX", 2)
    rated = as_rated_match(desk.state, desk.state.matches[2])
    assert rated is not None
    assert (rated.winner, rated.loser) == (person("R"), person("Y"))


@pytest.mark.rule("TEA-1")
@pytest.mark.parametrize(("players", "marked"), [("ACR", False), ("ARC", True), ("BAC", True)])
def test_line_up_out_of_the_rosters_order_is_marked(players: str, marked: bool) -> None:
    """It is played so, and a director rules on it."""
    desk = teams(ROUND_ROBIN, 3, "ABCR", "XYZ")
    desk.do(named(desk, "A", players))
    view = match_view(desk.state, desk.state.matches[2])
    assert view.bout is not None
    assert bool(view.bout.out_of_order) is marked
    assert desk.letter(view.sides[1]) == "A"


@pytest.mark.rule("TEA-1")
def test_line_up_holds_for_one_match() -> None:
    desk = teams({**ROUND_ROBIN, "pace": "at-once"}, 2, "ABR", "EF", "XY")
    desk.do(named(desk, "A", "AR", board(desk, "AX", 2)))
    assert sorted(boards(desk, "AX")) == ["1 X-A ?", "2 R-Y ?"]
    assert sorted(boards(desk, "AE")) == ["1 A-E ?", "2 F-B ?"]


@pytest.mark.rule("TEA-1", "TEA-4")
def test_ill_player_is_replaced_by_the_staff_once_a_board_has_a_result() -> None:
    """With a reason, on a board that is still open; a team changes its line-up itself only before that."""
    desk = teams(ROUND_ROBIN, 3, "ABCR", "XYZ")
    won(desk, "AX", 1)
    ill = named(desk, "A", "ABR")
    desk.when(ill, by=player("A")).refused("not-allowed")
    desk.when(ill).refused("reason-missing")
    desk.when(named(desk, "A", "RBC", reason="Ill")).refused("line-up-refused")  # board 1 has a result
    desk.do(named(desk, "A", "ABR", reason="C is ill."))
    assert boards(desk, "AX") == ["1 A-X A", "2 Y-B ?", "3 R-Z ?"]


@pytest.mark.rule("TEA-1", "ALL-4")
def test_line_up_of_a_board_made_again_is_as_it_was_named() -> None:
    desk = teams(KNOCKOUT, 2, "ABR", "XY")
    desk.do(named(desk, "A", "RB"))
    desk.do(match_commands.VoidMatch(match=board(desk, "AX", 2), reason="Wrong dice"))
    assert sorted(boards(desk, "AX")) == ["1 R-X ?", "2 Y-B ?"]
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    assert sorted(boards(desk, "AX"))[2:] == ["3 R-X ?"], "who sits first plays the board that follows (TEA-5)"


@pytest.mark.rule("TEA-1", "SE-12")
def test_substitute_has_the_board_of_who_they_replace() -> None:
    desk = teams(KNOCKOUT, 2, "ABR", "XY")
    desk.do(named(desk, "A", "RB"))
    told = {"entry": desk.entry("A"), "person": person("S"), "instead_of": person("R"), "reason": "Late"}
    desk.do(entry_commands.SubstitutePlayer.model_validate(told))
    assert boards(desk, "AX") == ["1 S-X ?", "2 Y-B ?"]


@pytest.mark.rule("TEA-1")
@pytest.mark.parametrize("players", ["AB", "ABX", "ABCR", "ABC"])
def test_line_up_that_the_team_cannot_play_is_refused(players: str) -> None:
    """Too few, another's player, too many, and the one that it has."""
    desk = teams(ROUND_ROBIN, 3, "ABCR", "XYZ")
    desk.when(named(desk, "A", players)).refused("line-up-refused")


@pytest.mark.rule("TEA-1")
def test_line_up_where_nobody_plays_on_boards_is_refused() -> None:
    desk = announced(ROUND_ROBIN, None)
    for one in "AX":
        enter(desk, one)
    desk.do(StartTournament())
    desk.when(named(desk, "A", "A")).refused("line-up-refused")


@pytest.mark.rule("TEA-1", "TD-9")
def test_line_up_of_another_team_is_not_named_by_a_player() -> None:
    desk = teams(ROUND_ROBIN, 2, "ABR", "XY")
    desk.when(named(desk, "A", "AR"), by=player("X")).refused("not-allowed")


@pytest.mark.rule("TEA-4", "ALL-6")
def test_team_that_does_not_come_loses_every_board_by_default() -> None:
    """As one list of results; nobody is rated by it."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ", rating=RATED)
    team, rows = desk.entry("X"), list[dict[str, object]]()
    for match in desk.matches():
        loser = "first" if match.sides[0] == team else "second"
        rows.append({"match": match.number, "result": {"kind": "conceded", "loser": loser, "play_began": False}})
    desk.do(match_commands.EnterResults.model_validate({"results": rows}))
    assert points(desk) == ["A 2", "X 0"]
    assert not any(as_rated_match(desk.state, match) for match in desk.matches())
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("TEA-4", "TB-10")
@pytest.mark.parametrize(("played", "code"), [(0, "WD"), (1, "W")])
def test_match_of_teams_is_by_default_where_no_board_was_played(played: int, code: str) -> None:
    """X does not come, or plays one board and wins it; A has the match either way."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ")
    if played:
        won(desk, "XA", 1)
    for match in [one for one in desk.matches() if one.effective is None]:
        loser = "first" if desk.letter(match.sides[0]) == "X" else "second"
        result = {"kind": "conceded", "loser": loser, "play_began": False}
        desk.do(match_commands.ReportResult.model_validate({"match": match.number, "result": result}))
    assert points(desk) == ["A 2", "X 0"]
    ended = desk.facts.places[0].ended
    assert ended is not None
    assert (code_of(ended, desk.entry("A")), ended.verdict) == (code, desk.entry("A"))


@pytest.mark.rule("TEA-4", "NXE-8")
def test_team_that_resigns_concedes_its_open_boards_and_keeps_what_it_has_won() -> None:
    desk = teams(ROUND_ROBIN, 3, "ABC", "XYZ", rating=RATED)
    won(desk, "XA", 1)
    desk.do(entry_commands.Resign(entry=desk.entry("X"), reason="Went home."))
    assert [name[-1] for name in sorted(boards(desk, "AX"))] == ["X", "A", "A"]
    assert as_rated_match(desk.state, desk.state.matches[1]) is not None
