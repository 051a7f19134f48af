"""FIDE's exercise of 14 teams on 4 boards (TEA-2, TB-21): what boards come to, and the criteria by match points."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from domain.formats.tie_breaks.criteria import CRITERIA
from domain.formats.tie_breaks.field import Entrants
from domain.match.bout import Played, Terms, came_to
from domain.match.verdict import Ended
from domain.standings.buchholz import Buchholz
from domain.standings.virtual import Code, Record, Turn, code_of
from tests.rating.reference import published_data

BOARDS, ROUNDS = 4, 7
BY_DEFAULT: Mapping[str, Code] = {"+": "WD", "-": "LD"}


def boards_of(team: int, opponent: int, game_points: Fraction) -> Iterator[Played]:
    """Boards that add up to these game points for the team, the same for every order of them (TEA-2)."""
    won = int(game_points)
    drawn = game_points.denominator - 1
    yield from (Played(Ended("won", team, None)) for _ in range(won))
    yield from (Played(Ended("drawn", None, None)) for _ in range(drawn))
    yield from (Played(Ended("won", opponent, None)) for _ in range(BOARDS - won - drawn))


def turn_of(team: int, round_: int, cell: str) -> Turn | None:
    """The team's round as the crosstable tells it. Its allocated bye is worth a draw (TEA-4)."""
    opponent, told = (int(one) if one.isdigit() else one for one in cell.split(":")) if ":" in cell else (0, cell)
    if not isinstance(opponent, int) or told == "Z":
        return None
    if told in ("P", "H"):
        return Turn(round_, "BR")
    if told in BY_DEFAULT:
        return Turn(round_, BY_DEFAULT[str(told)], opponent, 1)
    played = [*boards_of(team, opponent, Fraction(str(told)))]
    ended = came_to(Terms("all", BOARDS, decisive=False, boards=True), (team, opponent), played)
    assert ended is not None
    return Turn(round_, code_of(ended, team), opponent, 1)


def turns_of(line: str) -> tuple[int, tuple[Turn, ...]]:
    team, *cells = line.split()
    found = (turn_of(int(team), round_, cell) for round_, cell in enumerate(cells, 1))
    return int(team), tuple(turn for turn in found if turn is not None)


def published() -> Entrants:
    """The crosstable."""
    text = published_data("formats/tec-teams.txt").read_text("utf-8")
    turns = dict(turns_of(line) for line in text.splitlines() if line and not line.startswith("#"))
    records = {team: Record(one) for team, one in turns.items()}
    return Entrants(turns, ROUNDS, dict.fromkeys(turns, 1), lambda _: {}, Buchholz(records, ROUNDS, ROUNDS))


@pytest.mark.rule("TEA-2", "TEA-4", "TB-10", "TB-11", "TB-14", "TB-21")
@pytest.mark.parametrize(("criterion", "key"), [("MP", "PTS"), ("BH:MP", "BH"), ("BH:MP/C1", "BH/C1"), ("EMMSB", "SB")])
def test_criteria_by_match_points_are_those_of_the_published_teams(criterion: str, key: str) -> None:
    """A win is two match points in both."""
    expected = json.loads(published_data("formats/tec-teams-expected.json").read_text("utf-8"))["edition 2026"]
    entrants = published()
    told = {str(team): Fraction(CRITERIA[key].value(entrants, team)) for team in entrants.turns}
    assert told == {team: Fraction(value) for team, value in expected[criterion].items()}
