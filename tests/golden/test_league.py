"""A league of three divisions over three seasons, worked by hand (RR-15).

One goes down from each division, and one up to the one above. Everybody in a division meets everybody, and whoever is
named first in its order wins, so that the order is the table.

Season 1: the tables are ABCD, EFGH, IJKL. D and H go down, E and I up. E declines, so that F goes up in E's place.
Season 2: the tables are FCAB, IGDE, LKJH. B would go down, but A leaves the league, so that B stays. So the second
division gets nobody from above, and E stays too. I and L go up. The third is left with three, and M enters it.
Season 3: the tables are IBCF, DLEG, MHJK. F and G go down, D and M up.
"""

from collections.abc import Mapping, Sequence

import pytest

from domain.application.requests import of_league
from domain.kernel.ids import series_stream
from domain.scoring.result import WinnerOnly
from domain.series.arranging import ArrangeDivisions, ProposeNextSeason
from domain.series.events import DivisionEntry, FieldProposed
from domain.series.state import Series
from domain.tournament.lifecycle.commands import CompleteTournament
from domain.tournament.matches.commands import ReportResult
from tests.club import Club
from tests.desk import OFFICE


class Season:
    """The divisions of a season, with the letters of who is entered in each, in the order of entries."""

    def __init__(self, club: Club, series: str, number: int, fields: Sequence[str]) -> None:
        self.club, self.series, self.number = club, series, number
        self.fields = {self._division(field): field for field in fields}
        moves = ({"down": 1}, {"up": 1, "down": 1}, {"up": 1})
        divisions = [{"tournament": one, **move} for one, move in zip(self.fields, moves, strict=True)]
        told = {"season": number, "divisions": divisions, "reason": "As announced"}
        self._does(ArrangeDivisions.model_validate(told))

    def _division(self, field: str) -> str:
        options = {"kind": "round-robin", "seeding": "entry-order", "lengths": [1]}
        place = {"series": self.series, "season": self.number}
        made = self.club.announce(format=options, series=place)
        self.club.start(made, field)
        return made

    def _does(self, command: ArrangeDivisions | ProposeNextSeason) -> None:
        self.club.carry_out(of_league(self.club.by(OFFICE), self.series, command))

    def play(self, *orders: str) -> None:
        """Each match is won by the one who is named first in the order of the division."""
        for tournament, order in zip(self.fields, orders, strict=True):
            while waiting := [n for n, m in self.club.tournament(tournament).matches.items() if m.phase == "open"]:
                self._report(tournament, waiting[0], order)
            self.club.do(tournament, CompleteTournament())

    def _report(self, tournament: str, match: int, order: str) -> None:
        sides = self.club.tournament(tournament).matches[match].sides
        first, second = (order.index(self.fields[tournament][side - 1]) for side in sides)
        result = WinnerOnly(winner="first" if first < second else "second")
        self.club.do(tournament, ReportResult(match=match, result=result))

    def next_fields(self, **said: str) -> Sequence[str]:
        """Who is proposed for the next season, of each division."""
        wishes = {name: tuple(map(self._entry, letters)) for name, letters in said.items()}
        self._does(ProposeNextSeason.model_validate({"season": self.number, **wishes}))
        state = self.club.load(series_stream(self.series))
        assert isinstance(state, Series)
        proposed = state.leagues[self.number].proposed
        assert proposed is not None
        return [self._letters(field) for field in proposed.fields]

    def _entry(self, letter: str) -> DivisionEntry:
        tournament, field = next((one, field) for one, field in self.fields.items() if letter in field)
        return DivisionEntry(tournament=tournament, entry=field.index(letter) + 1)

    def _letters(self, field: FieldProposed) -> str:
        fields: Mapping[str, str] = self.fields
        return "".join(fields[one.tournament][one.entry - 1] for one in field.places)


@pytest.mark.rule("RR-15", "ALL-5")
def test_league_of_three_divisions_over_three_seasons() -> None:
    club = Club().register("ABCDEFGHIJKLM")
    series = club.series("League")
    first = Season(club, series, 1, ["ABCD", "EFGH", "IJKL"])
    first.play("ABCD", "EFGH", "IJKL")
    fields = first.next_fields(declined="E")
    assert fields == ["ABCF", "DEGI", "HJKL"]
    second = Season(club, series, 2, fields)
    second.play("FCAB", "IGDE", "LKJH")
    fields = second.next_fields(leaving="A")
    assert fields == ["FCBI", "GDEL", "KJH"]
    third = Season(club, series, 3, [fields[0], fields[1], fields[2] + "M"])
    third.play("IBCF", "DLEG", "MHJK")
    assert third.next_fields() == ["IBCD", "FLEM", "GHJK"]
