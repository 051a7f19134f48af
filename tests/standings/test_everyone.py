"""The numbers of a round robin (RR-7), by hand and by a published exercise."""

from collections.abc import Mapping, Sequence

import pytest

from domain.standings.everyone import Everyone, Met
from domain.standings.virtual import Code

_OTHER: Mapping[Code, Code] = {"W": "L", "L": "W", "D": "D", "WD": "LD", "LD": "WD"}


def everyone(entries: int, results: str, cycles: int = 1) -> Everyone:
    """`1W2 3D4`: who has won against whom, or drawn; `1+2` is won by default, `1?2` is open."""
    met: dict[int, list[Met]] = {entry: [] for entry in range(1, entries + 1)}
    for one, how, other in map(tuple, results.split()):
        code: Code | None = None if how == "?" else "WD" if how == "+" else "D" if how == "D" else "W"
        met[int(one)].append(Met(int(other), code))
        met[int(other)].append(Met(int(one), code and _OTHER[code]))
    return Everyone(met, {}, dict.fromkeys(met, 2 * (entries - 1) * cycles))


def numbers(of: Everyone, name: str) -> Sequence[int]:
    return [of.numbers(entry)[name] for entry in sorted(of.met)]


@pytest.mark.rule("RR-7")
def test_published_exercise_of_six() -> None:
    """Exercises in Tie-Breaking, round robin: SB 9.25 6.25 6.25 4.25 3.25 2.25 and Koya 2 ½ ½ 1 ½ 0, where a win is 1.
    Here a win is 2, and the Sonneborn-Berger of a beaten opponent counts twice: four times theirs, and twice."""
    of = everyone(6, "1D5 1W2 1W3 4W1 1W6 2W6 2W5 2D3 2W4 3W4 3W6 3W5 5W4 4D6 6+5")
    assert numbers(of, "match_points") == [7, 7, 7, 3, 3, 3]
    assert numbers(of, "sonneborn_berger") == [37, 25, 25, 17, 13, 9]
    assert numbers(of, "koya") == [4, 1, 1, 2, 1, 0]
    # Among 1, 2 and 3: 1 has beaten both, 2 and 3 drew. Among 4, 5 and 6: 5 beat 4, 6 beat 5, 4 drew with 6: 1, 2, 3.
    assert numbers(of, "direct_encounter") == [1, 2, 2, 3, 2, 1]


@pytest.mark.rule("RR-7")
def test_direct_encounter_begins_again_among_those_who_stay_tied() -> None:
    """All of 1 to 4 have won twice and lost twice, against 5 too. Among the four: 1 has two points, of 3 matches, and
    so on: 1 beat 2; 2 beat 3; 3 beat 1; 1, 2 and 3 beat 4. So 4 has none, and 1, 2 and 3 stay tied in a circle."""
    of = everyone(5, "1W2 2W3 3W1 1W4 2W4 3W4 5W1 5W2 5W3 4W5")
    assert numbers(of, "match_points") == [4, 4, 4, 2, 6]
    assert numbers(of, "direct_encounter") == [1, 1, 1, 0, 0]
    of = everyone(4, "1W2 2W3 1W3 4W1 2W4 3W4")
    # 1 and 2 have two wins: 1 beat 2. 3 and 4 have one: 3 beat 4.
    assert numbers(of, "direct_encounter") == [1, 2, 1, 2]


@pytest.mark.rule("RR-7")
def test_direct_encounter_tells_each_class_apart_again() -> None:
    """1 to 4 have two wins each, of which 3 and 4 have one against 5. Among the four 1 and 2 have two, 3 and 4 one:
    then 1 has beaten 2, and 3 has beaten 4."""
    of = everyone(5, "1W2 1W3 2W3 2W4 3W4 4W1 3W5 4W5")
    assert numbers(of, "direct_encounter") == [1, 2, 3, 4, 0]
    two_cycles = everyone(3, "1W2 1D2 1D3 3W1 2W3 2D3", cycles=2)
    assert numbers(two_cycles, "match_points") == [4, 4, 4]
    assert numbers(two_cycles, "direct_encounter") == [1, 1, 1]


@pytest.mark.rule("RR-7", "RR-14")
def test_direct_encounter_where_not_all_have_met() -> None:
    """1, 2 and 3 have a win each; 1 has beaten 2, and has not met 3; 2 has not met 3. 1 has at least 2 points among
    them, and 3 can have 4: nothing is certain. Had 1 beaten both, it would be first whatever 2 and 3 did."""
    assert numbers(everyone(4, "1W2 2W4 3W4 4W1"), "direct_encounter")[:3] == [1, 1, 1]
    assert numbers(everyone(5, "1W2 1W3 4W1 5W1 2W4 2W5 3W4 3W5"), "direct_encounter")[:3] == [1, 2, 2]
    assert numbers(everyone(3, "1W2 3?1 3?2"), "direct_encounter") == [0, 1, 1]
