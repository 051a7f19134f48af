"""FIDE's exercise of 14 teams, played whole: seven rounds of a Monrad on four boards, as its crosstable tells them.

Where a half point was scored on a board, both lose it here, so that no match of two teams comes to anything else. A
bye of the exercise is worth a draw, and asked for here.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

from domain.formats.contract.steps import Done, Wait
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.commands import MarkAbsent, PairByHand, RequestBye
from tests.formats.test_teams import enter
from tests.rating.reference import published_data
from tests.rounds import RoundsDesk

TEAMS, BOARDS, ROUNDS = 14, 4, 7
KEYS = {"match_points": "MP", "buchholz": "BH:MP", "buchholz_cut": "BH:MP/C1", "sonneborn_berger": "EMMSB"}
FORMAT = {
    "kind": "monrad",
    "rounds": ROUNDS,
    "lengths": (5,),
    "half_byes": 2,
    "byes_until": ROUNDS,
    "tie_breaks": {"criteria": ("PTS", "BH/C1", "BH", "SB", "LOT")},
}


def crosstable() -> Mapping[int, Sequence[str]]:
    """By team what it did in each round."""
    lines = published_data("formats/tec-teams.txt").read_text("utf-8").splitlines()
    cells = [line.split() for line in lines if line and not line.startswith("#")]
    return {int(team): told for team, *told in cells}


def captain(team: int) -> str:
    return chr(ord("A") + team - 1)


def roster(team: int) -> str:
    """The captain and three others."""
    others = BOARDS - 1
    first = ord("A") + TEAMS + others * (team - 1)
    return captain(team) + "".join(map(chr, range(first, first + others)))


def started() -> RoundsDesk:
    desk = RoundsDesk()
    about = {"name": "14 teams", "format": FORMAT, "conditions": {"boards": BOARDS}}
    desk.do(AnnounceTournament.model_validate(about))
    for team in range(1, TEAMS + 1):
        enter(desk, roster(team))
    desk.do(StartTournament())
    return desk


def meetings(round_: int) -> Iterator[tuple[int, int, str]]:
    """Who met in that round, and the game points of the first named, or + or - for a match by default."""
    for team, cells in crosstable().items():
        if ":" in cells[round_ - 1]:
            opponent, told = cells[round_ - 1].split(":")
            if team < int(opponent):
                yield team, int(opponent), told


def paired(desk: RoundsDesk, round_: int) -> None:
    """Whoever has a bye has asked for it, and one team stays away."""
    told = {team: cells[round_ - 1] for team, cells in crosstable().items()}
    byes = tuple(team for team, cell in told.items() if cell in ("P", "H"))
    for team in byes:
        desk.do(RequestBye(entry=team, round=round_, worth="half"))
    for team in (team for team, cell in told.items() if cell == "Z"):
        desk.do(MarkAbsent(entry=team))
    pairs = tuple((one, other) for one, other, _ in meetings(round_))
    desk.do(PairByHand(round=round_, pairings=pairs, byes=byes, reason="As in the crosstable."))


def results(desk: RoundsDesk, round_: int) -> Iterator[Mapping[str, object]]:
    """A line for each board of the round."""
    for team, opponent, told in meetings(round_):
        numbers = [one.number for one in desk.matches() if {*one.sides} == {team, opponent}]
        assert len(numbers) == BOARDS
        points = Fraction(told) if told not in "+-" else None
        for board, number in enumerate(numbers):
            sides = desk.state.matches[number].sides
            loser = ("first", "second")[sides.index(opponent if told == "+" else team)]
            if points is None:
                result: Mapping[str, object] = {"kind": "conceded", "loser": loser, "play_began": False}
            elif board < points and points - board < 1:
                result = {"kind": "both-lost"}
            else:
                winner = ("first", "second")[sides.index(team if board < points else opponent)]
                result = {"kind": "winner", "winner": winner}
            yield {"match": number, "result": result}


def is_played(desk: RoundsDesk, round_: int) -> None:
    paired(desk, round_)
    assert isinstance(desk.step(), Wait)
    desk.do(match_commands.EnterResults.model_validate({"results": [*results(desk, round_)]}))


@pytest.mark.rule("TEA-1", "TEA-2", "TEA-4", "TEA-5", "SWX-3", "TB-10", "TB-11", "TB-14", "TB-21")
def test_whole_event_of_14_teams_is_played_as_published() -> None:
    """Level matches are drawn; team 6 does not come to round 6, and plays on in round 7; team 7 leaves out round 7. By
    hand, of the five with ten points: 54; then 53 and 58, 53 and 55; then 52 and 57, 52 and 56."""
    desk = started()
    for round_ in range(1, ROUNDS + 1):
        is_played(desk, round_)
    expected = json.loads(published_data("formats/tec-teams-expected.json").read_text("utf-8"))["edition 2026"]
    rows = {row.entry: row for row in desk.standings().rows}
    for column, key in KEYS.items():
        told = {str(team): Fraction(rows[team].values[column]) for team in rows}
        assert told == {team: Fraction(value) for team, value in expected[key].items()}, key
    in_order = sorted(rows.values(), key=lambda row: row.rank or 0)
    assert [row.entry for row in in_order[:5]] == [1, 3, 5, 2, 4]
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("TEA-2", "TEA-4", "ALL-3", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_board_corrected_after_the_next_round_was_played_turns_a_level_match(choice: str) -> None:
    """Round 1, teams 7 and 14, 2-2: board 3 was 7's too, so the match is won by 3-1. In round 2 team 7 had drawn,
    and 14 had lost: that goes, or stays."""
    desk = started()
    is_played(desk, 1)
    is_played(desk, 2)
    boards = [one for one in desk.matches() if {*one.sides} == {7, 14}]
    third = boards[2]
    result = {"kind": "winner", "winner": ("first", "second")[third.sides.index(7)]}
    change = {"match": third.number, "result": result, "reason": "Slip"}
    turned = match_commands.CorrectResult.model_validate(change)
    desk.when(turned).refused("choice-needed")
    desk.do(match_commands.CorrectResult.model_validate({**change, "choice": choice}))
    rows = {row.entry: row.values["match_points"] for row in desk.standings().rows}
    assert (rows[7], rows[14]) == ((3, 0) if choice == "stand" else (2, 0))
