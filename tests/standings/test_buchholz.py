"""Buchholz agrees with FIDE's exercises, and with cases worked by hand (TB-10 to TB-14)."""

import json
from fractions import Fraction

import pytest

from domain.standings.buchholz import Buchholz
from domain.standings.virtual import Code, Record, Turn
from domain.trf.reading import read_trf
from tests.rating.reference import published_data

CODES: dict[str, Code | None] = {
    "1": "W",
    "0": "L",
    "=": "D",
    "+": "WD",
    "-": "LD",
    "U": "WB",
    "H": "BR",
    "Z": None,
}


@pytest.mark.rule("TB-10", "TB-12", "TB-13", "TB-14")
def test_buchholz_is_that_of_the_exercises() -> None:
    """Sixteen players, five rounds, with every kind of round without play."""
    report, _ = read_trf(published_data("formats/tec-swiss.trf").read_text("utf-8"))
    records = {
        player.number: Record(
            tuple(
                Turn(round_, CODES[cell.result], cell.opponent or None, 1 if cell.opponent else None)
                for round_, cell in enumerate(player.cells, 1)
                if CODES[cell.result] is not None
            )
        )
        for player in report.players
    }
    expected = json.loads(published_data("formats/tec-expected.json").read_text("utf-8"))["tec-swiss, edition 2026"]
    mine = Buchholz(records, closed=5, rounds=5)
    for entry in records:
        cut = mine.cut(entry)
        assert cut is not None
        assert Fraction(mine.total(entry), 2) == Fraction(expected["BH"][str(entry)])
        assert Fraction(mine.total(entry) - cut.score, 2) == Fraction(expected["BH/C1"][str(entry)])


@pytest.mark.rule("TB-12", "TB-13")
def test_buchholz_of_who_left_counts_as_drawn() -> None:
    """1 beat 2 and 3; 2 left after round 1, so that round 2 counts as drawn: 1 has 1 of 2, and 2 of 3, who beat 4."""
    records = {
        1: Record((Turn(1, "W", 2, 1), Turn(2, "W", 3, 3))),
        2: Record((Turn(1, "L", 1, 1),), left=True),
        3: Record((Turn(1, "W", 4, 2), Turn(2, "L", 1, 3))),
        4: Record((Turn(1, "L", 3, 2), Turn(2, "WB"))),
    }
    mine = Buchholz(records, closed=2, rounds=2)
    assert [share.score for share in mine.shares(1)] == [1, 2]
    # A bye is an opponent with the own two points, of which two draws are the most.
    assert [share.score for share in mine.shares(4)] == [2, 2]
