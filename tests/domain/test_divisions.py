"""Divisions of a league season (RR-15): who plays where in the next one, worked by hand."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.application.requests import of_league
from domain.kernel.envelope import Actor
from domain.kernel.ids import series_stream
from domain.kernel.refusal import Refused
from domain.scoring.result import WinnerOnly
from domain.series.arranging import ArrangeDivisions, ProposeNextSeason, to_review, wishes_of
from domain.series.divisions import DivisionTable, Placed, Wishes, next_season
from domain.series.events import Division, DivisionEntry, FieldProposed
from domain.series.state import League, Series
from domain.tournament.derived.division import division_table
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from tests.club import Club
from tests.desk import OFFICE, director, player
from tests.reaching import reached
from tests.when import When, ask

FIRST, SECOND, THIRD = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))
NAMES = {FIRST: "A", SECOND: "B", THIRD: "C"}
LEAGUE = (
    Division(tournament=FIRST, down=2),
    Division(tournament=SECOND, up=2, down=1),
    Division(tournament=THIRD, up=1),
)
"""Three divisions of five: A1 to A5 by rank, B1 to B5, C1 to C5."""


def table(tournament: str, ranks: Sequence[int] = (1, 2, 3, 4, 5), left: Sequence[int] = ()) -> DivisionTable:
    """Entry 1 first, with these ranks."""
    return DivisionTable(
        tournament, 9, tuple(Placed(entry, rank, entry in left) for entry, rank in enumerate(ranks, 1))
    )


TABLES = (table(FIRST), table(SECOND), table(THIRD))


def keys(said: str) -> tuple[DivisionEntry, ...]:
    """`B1 C2`: entry 1 of the second division, entry 2 of the third."""
    named = {name: tournament for tournament, name in NAMES.items()}
    return tuple(DivisionEntry(tournament=named[one[0]], entry=int(one[1:])) for one in said.split())


def told(fields: Sequence[FieldProposed]) -> Sequence[str]:
    """A line for each division; who has the place by a vacancy is marked."""
    return [
        " ".join(f"{NAMES[one.tournament]}{one.entry}{'*' if one.by == 'vacancy' else ''}" for one in each.places)
        for each in fields
    ]


def proposed(tables: Sequence[DivisionTable] = TABLES, **said: str) -> Sequence[str]:
    return told(next_season(LEAGUE, tables, Wishes(**{name: keys(each) for name, each in said.items()})))


@pytest.mark.rule("RR-15")
def test_announced_numbers_go_up_and_down() -> None:
    """Two go down from A and up from B, one down from B and up from C."""
    assert proposed() == ["A1 A2 A3 B1 B2", "A4 A5 B3 B4 C1", "B5 C2 C3 C4 C5"]


@pytest.mark.rule("RR-15")
def test_next_in_rank_goes_up_for_one_who_declines() -> None:
    assert proposed(declined="B1") == ["A1 A2 A3 B2 B3*", "A4 A5 B1* B4 C1", "B5 C2 C3 C4 C5"]
    assert proposed(declined="C1 C2") == ["A1 A2 A3 B1 B2", "A4 A5 B3 B4 C3*", "B5 C1* C2 C4 C5"]


@pytest.mark.rule("RR-15")
def test_nobody_goes_down_where_all_below_decline() -> None:
    """B5 stays in B too: A4 and A5 leave two places there, of which C1 has one as announced."""
    assert proposed(declined="B1 B2 B3 B4 B5") == ["A1 A2 A3 A4* A5*", "B1* B2* B3 B4 C1", "B5 C2 C3 C4 C5"]


@pytest.mark.rule("RR-15")
def test_place_of_one_who_leaves_goes_to_the_first_to_go_down() -> None:
    """A2 leaves: A4 stays. So B lacks one of those from above, and B5 stays."""
    assert proposed(leaving="A2") == ["A1 A3 A4* B1 B2", "A5 B3 B4 B5* C1", "C2 C3 C4 C5"]
    # All of A but the last leave: A5 stays, then who would play in B comes up, B1 and B2 first as announced.
    assert proposed(leaving="A1 A2 A3 A4")[0] == "A5* B1 B2 B3* B4*"
    # B4 declined to go up, and C1 is the next after B3.
    assert proposed(leaving="A1 A2 A3 A4", declined="B4")[0] == "A5* B1 B2 B3* C1*"


@pytest.mark.rule("RR-15")
def test_resigned_entry_does_not_go_up() -> None:
    tables = (table(FIRST), table(SECOND, left=(1,)), table(THIRD))
    assert proposed(tables) == ["A1 A2 A3 B2 B3", "A4 A5 B1 B4 C1", "B5 C2 C3 C4 C5"]


@pytest.mark.rule("RR-15", "ALL-5")
def test_shared_rank_is_asked_about_where_it_decides() -> None:
    tables = (table(FIRST), table(SECOND, ranks=(1, 2, 2, 4, 5)), table(THIRD, ranks=(1, 2, 2, 2, 5)))
    with pytest.raises(Refused) as refusal:
        proposed(tables)
    assert refusal.value.problem.slug == "division-rank-shared"
    assert refusal.value.facts["entries"] == [2, 3]
    assert proposed(tables, ahead="B3")[:2] == ["A1 A2 A3 B1 B3", "A4 A5 B2 B4 C1"]
    # Those of C stay all three: nothing is asked about them.
    assert proposed(tables, declined="B2")[:2] == ["A1 A2 A3 B1 B3*", "A4 A5 B2* B4 C1"]


@pytest.mark.rule("RR-15")
def test_small_division_sends_those_up_first() -> None:
    tables = (table(FIRST), table(SECOND, ranks=(1, 2)), table(THIRD))
    assert proposed(tables) == ["A1 A2 A3 B1 B2", "A4 A5 C1", "C2 C3 C4 C5"]


def test_wish_of_a_stranger_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        proposed(leaving="A6")
    assert refusal.value.problem.slug == "division-entry-unknown"


ENTRIES = st.lists(st.sampled_from(keys(" ".join(f"{name}{n}" for name in "ABC" for n in range(1, 6)))), unique=True)


@pytest.mark.rule("RR-15")
@given(st.tuples(*[st.integers(0, 3)] * 4), ENTRIES, ENTRIES, st.lists(st.integers(1, 5), max_size=2))
def test_everybody_who_does_not_leave_has_one_place(
    moving: tuple[int, int, int, int], declined: list[DivisionEntry], leaving: list[DivisionEntry], left: list[int]
) -> None:
    divisions = (
        Division(tournament=FIRST, down=moving[0]),
        Division(tournament=SECOND, up=moving[1], down=moving[2]),
        Division(tournament=THIRD, up=moving[3]),
    )
    tables = (table(FIRST), table(SECOND, left=left), table(THIRD))
    agreed, made = next_season(divisions, tables), next_season(divisions, tables, Wishes(declined, leaving))
    level = {FIRST: 0, SECOND: 1, THIRD: 2}
    where = {(one.tournament, one.entry): n for n, field in enumerate(made) for one in field.places}
    assert sum(len(field.places) for field in made) == len(where) == 15 - len(leaving)
    away = {(one.tournament, one.entry) for one in leaving}
    assert not away & set(where)
    stayed = [where[one.tournament, one.entry] >= level[one.tournament] for one in declined if one not in leaving]
    assert all(stayed)
    for before, after, following in zip(agreed, made, made[1:], strict=False):
        assert len(after.places) <= len(before.places)
        may = [one for one in following.places if level[one.tournament] <= made.index(after)]
        # A place stays empty only where nobody may have it.
        assert len(after.places) == len(before.places) or not may
    if declined or leaving:
        reached()


class LeagueClub:
    """Two divisions of three persons, all against all, one up and one down: A B C and D E F."""

    def __init__(self) -> None:
        self.club = Club().register("ABCDEFX")
        self.series = self.club.series("League")
        self.divisions = [self._division(letters) for letters in ("ABC", "DEF")]

    def _division(self, letters: str) -> str:
        options = {"kind": "round-robin", "seeding": "entry-order", "lengths": [1]}
        made = self.club.announce(format=options, series={"series": self.series, "season": 7})
        self.club.start(made, letters)
        return made

    def does(self, command: ArrangeDivisions | ProposeNextSeason, by: Actor = OFFICE) -> None:
        self.club.carry_out(of_league(self.club.by(by), self.series, command))

    def when(self, command: ArrangeDivisions | ProposeNextSeason, by: Actor = OFFICE) -> "When[LeagueClub]":
        return ask(self, lambda: self.does(command, by))

    def arranged(self, **said: object) -> ArrangeDivisions:
        first, second = self.divisions
        divisions = ({"tournament": first, "down": 1}, {"tournament": second, "up": 1})
        return ArrangeDivisions.model_validate({"season": 7, "divisions": divisions, "reason": "Forgotten", **said})

    def play(self) -> None:
        """The lower entry number wins each match: A B C and D E F are the tables."""
        for one in self.divisions:
            while waiting := [n for n, m in self.club.tournament(one).matches.items() if m.phase == "open"]:
                self.report(one, waiting[0])
            self.club.do(one, lifecycle_commands.CompleteTournament())

    def report(self, tournament: str, match: int) -> None:
        sides = self.club.tournament(tournament).matches[match].sides
        winner = WinnerOnly(winner="first" if sides[0] < sides[1] else "second")
        self.club.do(tournament, match_commands.ReportResult(match=match, result=winner))

    def turn(self, tournament: str, *sides: int) -> None:
        """Corrects the match of these two, after the end: the higher number won."""
        self.club.do(tournament, lifecycle_commands.ReopenTournament(reason="A mistake"))
        found = self.club.tournament(tournament).matches.items()
        match, was = next((n, m) for n, m in found if set(m.sides) == set(sides))
        result = WinnerOnly(winner="second" if was.sides[0] < was.sides[1] else "first")
        self.club.do(tournament, match_commands.CorrectResult(match=match, result=result, reason="Typed wrong"))
        self.club.do(tournament, lifecycle_commands.CompleteTournament())

    @property
    def league(self) -> League:
        state = self.club.load(series_stream(self.series))
        assert isinstance(state, Series)
        return state.leagues[7]

    def now(self) -> Sequence[FieldProposed]:
        tables = [division_table(self.club.tournament(one.tournament)) for one in self.league.divisions]
        return next_season(self.league.divisions, tables, wishes_of(self.league.proposed))

    def letters(self, fields: Sequence[FieldProposed]) -> Mapping[int, str]:
        letter = dict(zip(self.divisions, ("ABC", "DEF"), strict=True))
        return {n: "".join(letter[one.tournament][one.entry - 1] for one in f.places) for n, f in enumerate(fields, 1)}


@pytest.mark.rule("RR-15", "ALL-14", "ALL-4")
def test_season_is_proposed_from_the_tables_and_reviewed_after_a_correction() -> None:
    league = LeagueClub()
    league.does(league.arranged())
    league.when(ProposeNextSeason(season=7)).refused("division-not-completed")
    league.play()
    league.does(ProposeNextSeason(season=7))
    first = league.league.proposed
    assert first is not None
    assert league.letters(first.fields) == {1: "ABD", 2: "CEF"}
    versions = [league.club.tournament(one).version for one in league.divisions]
    assert [one.tournament_version for one in first.fields] == versions
    assert not to_review(first, league.now())
    # C has beaten B and lost to A: 2 wins, 1, 0; B is the one who goes down. E has beaten D, and is first.
    league.turn(league.divisions[0], 2, 3)
    league.turn(league.divisions[1], 1, 2)
    assert league.league.proposed == first
    assert league.letters(league.now()) == {1: "ACE", 2: "BDF"}
    assert to_review(first, league.now())
    league.does(ProposeNextSeason(season=7, declined=(DivisionEntry(tournament=league.divisions[1], entry=2),)))
    second = league.league.proposed
    assert second is not None
    assert league.letters(second.fields) == {1: "ACD", 2: "BEF"}
    assert not to_review(second, league.now())


@pytest.mark.rule("RR-15")
def test_correction_that_moves_nobody_leaves_the_proposal() -> None:
    league = LeagueClub()
    league.does(league.arranged())
    league.play()
    league.does(ProposeNextSeason(season=7))
    proposal = league.league.proposed
    assert proposal is not None
    league.turn(league.divisions[0], 1, 2)
    assert league.letters(league.now()) == {1: "BAD", 2: "CEF"}
    assert to_review(proposal, league.now()), "A and B have other ranks in it"


@pytest.mark.rule("RR-15", "TD-21")
def test_divisions_are_of_the_season_and_change_with_a_reason() -> None:
    league = LeagueClub()
    league.when(league.arranged(reason=None)).refused("reason-missing")
    league.when(league.arranged(season=8)).refused("division-not-of-season")
    league.when(league.arranged(), by=director("X")).refused("not-allowed")
    league.when(league.arranged(), by=player("A")).refused("not-allowed")
    league.when(ProposeNextSeason(season=7)).refused("divisions-missing")
    league.does(league.arranged())
    entry = DivisionEntry(tournament=league.divisions[0], entry=1)
    league.play()
    league.when(ProposeNextSeason(season=7, ahead=(entry,))).refused("reason-missing")


def test_divisions_have_a_top_and_a_bottom() -> None:
    first, second = ({"tournament": FIRST, "down": 1}, {"tournament": SECOND, "up": 1})
    for wrong in ((first, first), (second, first), (first,)):
        with pytest.raises(ValueError, match="division"):
            ArrangeDivisions.model_validate({"season": 1, "divisions": wrong})
