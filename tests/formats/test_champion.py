"""The Champion tournament, worked by hand: letters, pairings and small tables (CHM-1..6)."""

import re
from collections.abc import Mapping

import pytest

from domain.formats.contract.steps import Ask, Contender, Done, Due, Terms, Wait
from domain.formats.elimination.champion import ChampionOptions
from domain.scoring.result import Drawn, Unplayed, WinnerOnly
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import person, player
from tests.formats.champion_desk import SERIES, ChampionDesk, champion
from tests.golden.tables import page_of, table

HEADINGS = re.findall(r"^## (.*)$", page_of("champion/tournaments"), re.MULTILINE)


def numbers(said: str) -> dict[str, int]:
    """Numbers by letter, from `A 3, B 2`."""
    return {one.split()[0]: int(one.split()[1]) for one in said.split(", ")}


def lines(desk: ChampionDesk) -> list[dict[str, str]]:
    """The standings as the page writes them."""
    return [
        {
            "rank": str(row.rank),
            "player": desk.letter(row.entry),
            "win points": str(row.values["win_points"]),
            **{name: str(row.values[name]) for name in ("losses", "byes", "credits")},
            "mark": str(row.mark),
        }
        for row in desk.standings().rows
    ]


@pytest.mark.rule("CHM-1", "CHM-2", "CHM-5", "CHM-6", "ALL-9", "NXE-10")
@pytest.mark.source("nxe 24", "nxe 28", "nxe 29", "nxe 30")
@pytest.mark.parametrize(("number", "heading"), list(enumerate(HEADINGS)))
def test_tournaments_worked_by_hand(number: int, heading: str) -> None:
    desk, course = champion(numbers(heading)), [numbers(heading)]
    for row in table("champion/tournaments", 2 * number + 1):
        assert isinstance(desk.step(), Due)
        desk.pair(int(row["round"]), row["matches"], row["byes"].replace(" ", ""))
        assert isinstance(desk.step(), Wait)
        desk.won(*row["results"].split())
        course.append(numbers(row["left"]))
    assert desk.credits() == {letter: " ".join(str(left[letter]) for left in course) for letter in course[0]}
    assert lines(desk) == table("champion/tournaments", 2 * number + 2)
    assert desk.step() == Done(champion=desk.entry(lines(desk)[0]["player"]))
    assert_accounts(desk)
    desk.when(lifecycle_commands.CompleteTournament()).then()


def assert_accounts(desk: ChampionDesk) -> None:
    """Every number of the table is the sum of its parts."""
    stage = current_stage(desk.state)
    for row in desk.standings().rows:
        accounts = stage.rules.accounts(stage.options, stage.facts, row.entry)
        assert {one.name: one.total for one in accounts} == {
            n: row.values[n] for n in row.values if n not in ("champion", "in")
        }
        assert all(one.total == sum(part.value for part in one.parts) for one in accounts)


@pytest.mark.rule("CHM-1", "ALL-14")
def test_credits_are_recorded_with_the_entry_and_without_any_nobody_enters() -> None:
    desk = champion({"A": 2, "B": 1})
    other = ChampionDesk(brought={"A": 2, "C": 0})
    other.do(lifecycle_commands.AnnounceTournament(name="Champions", format=ChampionOptions(kind="champion")))
    other.do(entry_commands.RequestEntry(person=person("A")))
    other.when(entry_commands.RequestEntry(person=person("C"))).refused("no-credits")
    assert [(e.number, e.credits) for e in desk.facts.entrants] == [(1, 2), (2, 1)]
    entry = desk.state.entries[1]
    assert entry.credited is not None
    assert (entry.credited.value, entry.credited.qualifying.series) == (2, SERIES)


@pytest.mark.rule("CHM-2", "CHM-3", "CHM-4", "NXE-1")
@pytest.mark.source("nxe 24")
def test_a_round_is_drawn_from_the_credits() -> None:
    desk = champion({"A": 2, "B": 3, "C": 1, "D": 1}, ChampionOptions(kind="champion", lengths=(3, 5)))
    contenders = tuple(
        Contender(entry=entry, counts={"byes": 0}, places=places) for entry, places in enumerate((2, 3, 1, 1), 1)
    )
    assert desk.step() == Due(1, contenders, Terms(3))
    drawn = desk.draw(1)
    assert "".join(drawn).count("B") == 3
    assert len(drawn) == 4  # three matches and a bye
    assert {match.length for match in desk.matches()} == {3}
    assert isinstance(desk.step(), Wait)


@pytest.mark.rule("CHM-5", "SWI-11")
def test_credits_are_told_match_by_match() -> None:
    desk = champion({"A": 3, "B": 2, "C": 1})
    desk.pair(1, "A-B A-B A-C")
    desk.won("A-B", "B-A", "C-A")
    stage = current_stage(desk.state)
    accounts = {one.name: one for one in stage.rules.accounts(stage.options, stage.facts, desk.entry("A"))}
    said = [(part.label, part.value, part.round, part.match, part.opponent) for part in accounts["credits"].parts]
    assert said == [("brought", 3, None, None, None), ("loss", -1, 1, 2, 2), ("loss", -1, 1, 3, 3)]


@pytest.mark.rule("CHM-6", "NXE-8", "NXE-7")
def test_resigning_player_concedes_all_their_matches() -> None:
    desk = champion({"A": 2, "B": 3, "C": 1})
    desk.pair(1, "B-A B-A B-C")
    desk.won("B-A")
    desk.do(entry_commands.Resign(entry=desk.entry("B")), player("B"))
    # There is no director; who concedes has lost, so nobody has to confirm it (TD-14).
    # A has lost one of their two, and won one; C has won. B has two losses, and is out with a credit left.
    assert desk.credits() == {"A": "2 1", "B": "3 1", "C": "1 1"}
    assert desk.step() == Due(2, contenders(desk, {"A": (1, 0), "C": (1, 0)}), Terms(1))
    assert [row["mark"] for row in lines(desk)] == ["in", "in", "resigned"]


def contenders(desk: ChampionDesk, said: Mapping[str, tuple[int, int]]) -> tuple[Contender, ...]:
    """Contenders by letter, with places and byes so far."""
    return tuple(
        Contender(entry=desk.entry(letter), counts={"byes": byes}, places=places)
        for letter, (places, byes) in said.items()
    )


@pytest.mark.rule("NXE-9", "ALL-5", "ALL-9")
def test_nobody_left_is_for_the_director() -> None:
    desk = champion({"A": 1, "B": 1})
    desk.pair(1, "A-B")
    desk.won("A=B")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left-1", ["champion", "no-champion"])
    desk.do(
        round_commands.DecideQuestion(question="nobody-left-1", choice="champion", entry=1, reason="Won more before")
    )
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("CHM-6")
def test_lone_player_has_won() -> None:
    desk = champion({"A": 3, "B": 1})
    desk.resign("B")
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("NXE-6")
def test_no_draws_are_played() -> None:
    desk = champion({"A": 1, "B": 1})
    desk.pair(1, "A-B")
    desk.when(match_commands.ReportResult(match=1, result=Drawn())).refused("no-draws")
    desk.when(match_commands.ReportResult(match=1, result=Unplayed(reported_by="both"))).refused("no-draws")
    desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")))
    desk.when(match_commands.CorrectResult(match=1, result=Drawn(), reason="Slip")).refused("no-draws")


@pytest.mark.rule("CHM-2", "ALL-2")
def test_pairing_by_hand_gives_nobody_more_than_his_places() -> None:
    desk = champion({"A": 2, "B": 1, "C": 1})
    hand = {"round": 1, "reason": "Travel"}
    too_often = {"pairings": [(1, 2), (1, 3)], "byes": [1]}
    desk.when(round_commands.PairByHand.model_validate(hand | too_often)).refused("not-in-round")
    desk.when(round_commands.PairByHand.model_validate(hand | {"pairings": [(1, 1)]})).refused("not-in-round")
    desk.pair(1, "A-B")
    assert desk.step() == Due(1, contenders(desk, {"A": (1, 0), "C": (1, 0)}), Terms(1))
    assert sorted(desk.draw(1)) == ["A-B", "A-C"] or sorted(desk.round(1)) == ["A-B", "C-A"]


@pytest.mark.rule("CHM-3")
def test_player_who_alone_lacks_places_has_byes() -> None:
    # B leaves, and the director voids their match: A lacks one place, and nobody has a bye who they could meet.
    desk = champion({"A": 2, "B": 1, "C": 1})
    desk.pair(1, "A-B A-C")
    desk.resign("B", "finish")
    desk.do(match_commands.VoidMatch(match=1, reason="B did not come"))
    assert desk.step() == Due(1, contenders(desk, {"A": (1, 0)}), Terms(1))
    assert desk.draw(1) == ["A-C", "A"]


@pytest.mark.rule("CHM-3", "ALL-5")
def test_player_who_alone_lacks_a_place_while_another_has_a_bye_is_for_the_director() -> None:
    desk = champion({"A": 1, "B": 1, "C": 1})
    desk.pair(1, "A-B", "C")
    desk.resign("A", "finish")
    desk.do(match_commands.VoidMatch(match=1, reason="A did not come"))
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, step.due) == ("alone-1-2", Due(1, contenders(desk, {"B": (1, 0)}), Terms(1)))
    desk.when(round_commands.DrawRound(round=1)).refused("round-not-due")
    desk.pair(1, "B-C")
    assert desk.round(1) == ["B-C"]
