"""Lines in which somebody plays nobody, or themselves, and days of report files that are there and can't be read."""

import pytest

from domain.importing.whom import Chosen
from tests.importing.test_findings import asked, log_of_november, persons, taken, tried

HEADER = "date,winner,loser,length\n2026-03-01,Anna Berg,Bo Dahl,5\n"
REPORT = "012 Unread\n{}" + "".join(
    f"001    {number}      {name:<33}                          {points}    {number}     {cell}\n"
    for number, name, points, cell in ((1, "Vos,Karin", "1.0", "2 w 1"), (2, "Holm,Jens", "0.0", "1 b 0"))
)


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("nobody", ["BYE", "bye", "N.N.", "n. n.", "-", "–", "Freilos"])
@pytest.mark.parametrize("row", ["{},Anna Berg", "Anna Berg,{}"])
def test_nobody_is_no_person_on_either_side(nobody: str, row: str) -> None:
    text = f"{HEADER}2026-03-02,{row.format(nobody)},5\n"
    looked = tried(log_of_november(), "matches", text)
    assert [one.becomes for one in looked.lines] == ["taken", "left-out"]
    assert [one.name for one in looked.persons] == ["Anna Berg", "Bo Dahl"]


@pytest.mark.rule("REG-4")
def test_nobody_plays_themselves_under_another_order_of_words() -> None:
    log, text = log_of_november(), f"{HEADER}2026-03-02,Anna Berg,Berg Anna,5\n"
    assert asked(tried(log, "matches", text)) == ["Berg Anna"]
    same = {"Berg Anna": Chosen(same_as="Anna Berg")}
    last = tried(log, "matches", text, same).lines[1]
    assert (last.becomes, "can't play themselves" in (last.why or "")) == ("refused", True)
    taken(log, "matches", text, {"Berg Anna": Chosen()})
    assert persons(log) == 3


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("line", "becomes", "told"),
    [
        ("042 the spring of 2026\n", "refused", "the day 'the spring of 2026' in line 042 can't be read"),
        ("", "noted", "no line 042 or 132 has a day"),
    ],
    ids=["unread", "absent"],
)
def test_day_of_a_report_file_that_is_unread_is_told_from_an_absent_one(line: str, becomes: str, told: str) -> None:
    looked = tried(log_of_november(), "report-file", REPORT.format(line))
    assert any(one.becomes == becomes and told in (one.why or "") for one in looked.lines)
