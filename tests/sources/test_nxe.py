"""The site's evenings: N times elimination for one point or more, and the Champion tournament."""

import pytest

from tests.api.played import champions
from tests.api.support import Service
from tests.sources.playing import by_preset, carries_on, next_of, rolled_on, wait_for_round


@pytest.mark.rule("NXE-1", "NXE-2", "NXE-3", "NXE-4", "NXE-6", "NXE-7", "NXE-8", "NXE-9", "NXE-10")
@pytest.mark.source(
    "nxe 1", "nxe 2", "nxe 3", "nxe 4", "nxe 5", "nxe 13", "nxe 14", "nxe 15", "nxe 17", "nxe 19", "nxe 20"
)
@pytest.mark.parametrize(("word", "length"), [("nxe", 1), ("nxe-matches", 5)])
def test_an_evening_by_its_preset_from_the_announcement_to_the_winner(service: Service, word: str, length: int) -> None:
    made = by_preset(service, word, 3)
    wait_for_round(made)
    [first] = made.read("rounds")["rounds"]
    [bye] = first["byes"]
    assert sorted((bye["entry"], *made.match(1)["sides"])) == [1, 2, 3]  # everybody is in round 1, and one has the bye
    champion = rolled_on(made)
    assert {match["length"] for match in made.matches()} == {length}
    rows = made.read("standings")["rows"]
    assert rows[0]["entry"] == champion
    assert [row["values"]["win_points"] for row in rows[1:]] == sorted(
        (row["values"]["win_points"] for row in rows[1:]), reverse=True
    )
    assert {row["values"]["losses"] for row in rows[1:]} == {2}  # N is 2: so often everybody else has lost
    made.do("completion")
    carries_on(made, next_of(made, name="The next evening"))


@pytest.mark.rule("CHM-1", "CHM-2", "CHM-3", "CHM-5", "CHM-6")
@pytest.mark.source("nxe 23", "nxe 24", "nxe 25", "nxe 28", "nxe 29", "nxe 30")
def test_the_champion_tournament_of_those_who_have_won(service: Service) -> None:
    """With credits 3, 1 and 1 the first has one more than the others together: that is a bye."""
    final = champions(service, (3, 1, 1), preset="champion")
    wait_for_round(final)
    [first] = final.read("rounds")["rounds"]
    assert (len(first["pairings"]), [bye["entry"] for bye in first["byes"]]) == (2, [1])
    champion = rolled_on(final)
    rows = {row["entry"]: row["values"] for row in final.read("standings")["rows"]}
    assert rows[1]["byes"] >= 1
    assert {rows[entry]["credits"] for entry in rows if entry != champion} == {0}
    final.complete()
