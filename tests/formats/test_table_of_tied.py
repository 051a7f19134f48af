"""A table of those tied alone (RR-11): by hand, the long way, and who then play on."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.formats.contract.steps import Ask, Done
from domain.formats.registry import SETTINGS
from domain.formats.round_robin.options import GroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.standings.everyone import Met, tables_of_tied
from domain.tournament.derived.progress import StageDue
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle.commands import ChangeSettings
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds.commands import DecideQuestion, OpenStage
from tests.formats.brackets_play import started
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached

RULES = {"criteria": ("PTS", "SB", "TIED", "ASK")}
TERMS = {"kind": "round-robin", "pace": "at-once", "leaving": "count-none", "seeding": "entry-order", "lengths": (1,)}
DGAT = RoundRobinOptions.model_validate({**TERMS, "tie_breaks": RULES})

BEATEN = {"A": "BEF", "B": "CDE", "C": "AG", "D": "ACFG", "E": "CDG", "F": "BCE", "G": "ABF"}
"""Points: D 4; A, B, E, F and G 3; C 2. The points of those beaten: A, B, E and G 9, F 8, C 6, D 11."""


def played(beaten: Mapping[str, str] = BEATEN, options: RoundRobinOptions = DGAT) -> KnockoutDesk:
    desk = started(len(beaten), options)
    for winner, losers in beaten.items():
        for loser in losers:
            desk.act(f"{winner} beats {loser}")
    return desk


def table(desk: KnockoutDesk) -> list[tuple[int | None, str, int, int, int]]:
    """Rank, entry, points, the points of those beaten (four times as many), and the place among those tied."""
    told = []
    for row in current_stage(desk.state).table().rows:
        of = row.values
        numbers = of["match_points"], of["sonneborn_berger"], of["table_of_tied"]
        told.append((row.rank, desk.letter(row.entry), *numbers))
    return told


@pytest.mark.rule("RR-11")
def test_those_tied_are_ranked_by_a_table_of_their_own_matches() -> None:
    """Between A, B, E and G: A beats B and E, B beats E, E beats G, G beats A and B. So A and G have two wins, B and E
    one. G beat A and B, which is worth 2 + 1; A beat B and E, 1 + 1; E beat G, 2; B beat E, 1."""
    expected = [
        (1, "D", 8, 44, 0),
        (2, "G", 6, 36, 1),
        (3, "A", 6, 36, 2),
        (4, "E", 6, 36, 3),
        (5, "B", 6, 36, 4),
        (6, "F", 6, 32, 0),
        (7, "C", 4, 24, 0),
    ]
    desk = played()
    assert table(desk) == expected
    assert desk.step() == Done(champion=desk.entry("D"))
    reason = current_stage(desk.state).table().rows[2].reason
    assert (reason.criterion, reason.value, reason.value_above) == ("table_of_tied", 2, 1)


def long_way(beaten: Mapping[int, set[int]], tied: list[int]) -> list[list[int]]:
    """Counted in wins, and once more for every set of those who stay tied."""
    wins = {one: len(beaten[one] & {*tied}) for one in tied}
    worth = {one: (wins[one], sum(wins[other] for other in beaten[one] & {*tied})) for one in tied}
    if len({*worth.values()}) == 1:
        return [tied]
    order = sorted(tied, key=lambda one: worth[one], reverse=True)
    return [found for _, same in groupby(order, key=lambda one: worth[one]) for found in long_way(beaten, [*same])]


@pytest.mark.rule("RR-11")
@given(
    st.integers(3, 9).flatmap(lambda n: st.lists(st.booleans(), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
)
def test_random_tables_of_tied_are_those_of_the_long_way(wins: Sequence[bool]) -> None:
    """Of all who met, as if they had been tied."""
    number = next(n for n in range(3, 10) if n * (n - 1) // 2 == len(wins))
    beaten: dict[int, set[int]] = {one: set() for one in range(number)}
    for (first, second), won in zip(combinations(range(number), 2), wins, strict=True):
        beaten[first if won else second].add(second if won else first)
    met = {
        one: [Met(other, "W" if other in beaten[one] else "L") for other in range(number) if other != one]
        for one in range(number)
    }
    reached()
    told = tables_of_tied(met, [*range(number)])
    assert [sorted(one) for one in told] == [sorted(one) for one in long_way(beaten, [*range(number)])]


CIRCLE = {"A": "BD", "B": "CD", "C": "AD", "D": ""}


@pytest.mark.rule("RR-11", "ALL-5")
def test_those_still_tied_for_the_first_place_play_a_further_round_robin() -> None:
    """A, B and C have beaten each other in a circle. The director is asked, and adds a stage for the three."""
    desk = played(CIRCLE)
    step = desk.step()
    assert isinstance(step, Ask)
    assert "add a later stage" in step.detail
    further = LaterStage(format=DGAT, qualifiers=3)
    desk.do(ChangeSettings(stages=(further,), reason="The three tied play on."))
    assert isinstance(desk.step(), StageDue)
    desk.do(OpenStage(stage=2))
    for winner, loser in ("AB", "AC", "BC"):
        desk.act(f"{winner} beats {loser}")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("RR-11", "ALL-4")
def test_result_corrected_afterwards_ranks_those_tied_anew() -> None:
    """What the director decided was about A, B and C. With D's win over C two are tied, and A has beaten B."""
    desk = played(CIRCLE)
    step = desk.step()
    assert isinstance(step, Ask)
    desk.do(DecideQuestion(question=step.question, choice="champion", entry=desk.entry("C"), reason="They drew cards."))
    assert desk.step() == Done(champion=desk.entry("C"))
    desk.act("D beat C")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("RR-11", "RR-8")
def test_matches_of_who_resigns_count_for_nobody() -> None:
    """Without D's matches A, B and C are where they were."""
    desk = played(CIRCLE)
    desk.act("D resigns")
    assert [line[1:] for line in table(desk)] == [("A", 2, 4, 1), ("B", 2, 4, 1), ("C", 2, 4, 1), ("D", 0, 0, 0)]


@pytest.mark.rule("RR-11")
def test_table_of_tied_is_of_newest_rules_and_of_those_alone_who_all_meet() -> None:
    groups = GroupsOptions.model_validate({"kind": "groups", "tie_breaks": {"criteria": ("PTS", "SB", "TIED", "LOT")}})
    for options, rules in ((DGAT, 5), (groups, 6)):
        assert SETTINGS.store(options)["version"] == rules
        assert SETTINGS.read(SETTINGS.store(options)) == options
    with pytest.raises(ValidationError, match="know less than is asked"):
        RoundRobinOptions.model_validate({**TERMS, "tie_breaks": RULES, "rules_version": 4})
    with pytest.raises(ValidationError, match="'PTS'"):
        SwissOptions.model_validate({"kind": "swiss", "tie_breaks": RULES})


TestRandomDirectorOfTied = director_of(
    [
        DGAT,
        GroupsOptions.model_validate(
            {"kind": "groups", "groups": 1, "tie_breaks": {"criteria": ("PTS", "TIED", "LOT")}}
        ),
    ],
    tried=3,
)
