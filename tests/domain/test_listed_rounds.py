"""Rounds, byes and draws of a tournament that was played elsewhere, in open play (OPN-1)."""

import pytest

from domain.formats.open import OpenOptions
from domain.scoring.result import Drawn, WinnerOnly
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches.commands import EnterResults, ListedBye, PlayedMatch
from projections.views.rounds import rounds_view
from tests.desk import Desk, entered, player, started

WON = WinnerOnly(winner="first")


def played(sides: tuple[int, int], round_: int, result: WinnerOnly | Drawn = WON) -> PlayedMatch:
    return PlayedMatch(sides=sides, length=1, result=result, round=round_)


def listed(*rows: PlayedMatch, byes: tuple[ListedBye, ...] = ()) -> EnterResults:
    return EnterResults(results=rows, byes=byes)


def with_draws() -> Desk:
    desk = Desk()
    desk.do(AnnounceTournament(name="Elsewhere", format=OpenOptions(kind="open", drawn_matches=True)))
    entered(desk, "ABC").do(StartTournament())
    return desk


def shown(desk: Desk) -> list[str]:
    """Each round: its pairings, and its byes that are not void."""
    return [
        f"{one.number}: "
        + " ".join([f"{a}-{b}" for a, b in (pair.sides for pair in one.pairings)])
        + "".join(f" {bye.kind} {bye.entry}" for bye in one.byes if not bye.void)
        for one in rounds_view(desk.state).rounds
    ]


@pytest.mark.rule("OPN-1")
def test_a_list_has_rounds_and_byes_and_a_later_one_has_others() -> None:
    desk = with_draws()
    desk.do(listed(played((1, 2), 1), byes=(ListedBye(round=1, entry=3),)))
    desk.do(listed(played((3, 1), 2, Drawn()), byes=(ListedBye(round=2, entry=2, requested=True),)))
    assert shown(desk) == ["1: 1-2 bye 3", "2: 3-1 requested 2"]
    assert [(row.entry, row.values["wins"], row.values["draws"]) for row in desk.standings().rows] == [
        (1, 1, 1),
        (3, 0, 1),
        (2, 0, 0),
    ]
    desk.do(listed(byes=(ListedBye(round=2, entry=2), ListedBye(round=3, entry=1))))
    desk.do(listed(played((1, 2), 3)))
    assert shown(desk) == ["1: 1-2 bye 3", "2: 3-1 bye 2", "3: 1-2"]


@pytest.mark.rule("OPN-1", "TD-14")
def test_byes_are_listed_by_the_staff_where_players_pair_themselves() -> None:
    desk = started("ABC")
    rows = listed(played((1, 2), 1), byes=(ListedBye(round=1, entry=3),))
    desk.when(rows, player("A")).refused("not-allowed")
    desk.when(listed(byes=(ListedBye(round=1, entry=9),))).refused("entry-unknown")
    desk.when(listed(played((1, 2), 1, Drawn()))).refused("no-draws")
    with pytest.raises(ValueError, match="at least one"):
        EnterResults(results=())
    with pytest.raises(ValueError, match="once"):
        listed(byes=(ListedBye(round=1, entry=1), ListedBye(round=1, entry=1, requested=True)))
