"""Tournament report files read, checked and written."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from gacrux import trf2json
from hypothesis import given
from hypothesis import strategies as st

from domain.importing.encodings import text_in
from domain.trf.acceleration import accelerated_ranges
from domain.trf.checks import check
from domain.trf.form import DEFAULT_SCALE, Accelerated, Cell, Edition, Player, Report
from domain.trf.reading import read_trf
from domain.trf.writing import write_report
from tests.trf.files import SWISS, found, public_files


def problems(text: str) -> list[str]:
    """What is wrong or odd in it; what keeps it from being taken is marked so."""
    report, unread = found(text)
    return [f"{'! ' if one.fatal else ''}{one}" for one in (*unread, *check(report))]


def changed(number: int, at: int, text: str) -> str:
    """The file with that text from that column on, both from 1, in the line of that player."""
    lines = SWISS.splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith(f"001 {number:>4}"))
    line = lines[place]
    lines[place] = line[: at - 1] + text + line[at - 1 + len(text) :]
    return "\n".join(lines)


def test_a_file_is_read() -> None:
    report, unread = found(SWISS)
    assert (unread, check(report)) == ((), ())
    assert (report.name, report.rounds, report.dates) == ("Winter Swiss", 3, ("26/01/10", "26/01/10", "26/01/11"))
    anna, _, carl, dora = report.players
    assert (anna.name, anna.rating, anna.id, anna.birth, anna.points, anna.rank, anna.sex, anna.title) == (
        *("Ábel, Anna", 2100, "702001", "1980/02/03", 25, 1, "f", "m"),
    )
    assert anna.cells == (Cell(2, "w", "1"), Cell(4, "b", "="), Cell(3, "w", "+"))
    assert [cell.result for cell in carl.cells] == ["U", "0", "-"]
    assert [report.points_of(player) for player in (anna, carl, dora)] == [25, 10, 20]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("ending", ["\n", "\r", "\r\n"])
def test_encodings_and_ends_of_lines_do_not_matter(encoding: str, ending: str) -> None:
    assert read_trf(text_in(SWISS.replace("\n", ending).encode(encoding))[0]) == found(SWISS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "! line 1, column 1: there is no line 001"),
        (changed(2, 92, "   7 b 0"), "! line 7, column 92: round 1: there is no player 7"),
        (changed(2, 92, "   2 b 0"), "! line 7, column 92: round 1: the player meets themselves"),
        (changed(2, 92, "   4 b 0"), "! line 6, column 92: round 1: player 2 has not met player 1"),
        (changed(2, 92, "   x b 0"), "! line 7, column 92: round 1: the opponent must be a number, not 'x'"),
        (changed(2, 92, "   1 b 7"), "! line 7, column 99: round 1: there is no result '7'"),
        (changed(2, 92, "   1 b 1"), "! line 6, column 92: round 1: 1 and 1 can't be the results of one match"),
        (changed(2, 92, "   1 b H"), "! line 7, column 92: round 1: H is a round without an opponent"),
        (changed(2, 92, "   1 w 0"), "line 6, column 92: round 1: both have white"),
        (changed(4, 92, "0000 - 1"), "! line 9, column 92: round 1: the result 1 has no opponent"),
        (changed(4, 92, "0000 - U"), "line 9, column 92: round 1: player 3 is left over too"),
        (changed(4, 5, "   3"), "! line 8, column 5: number 3 is in several lines"),
        (changed(4, 5, "  x4"), "! line 9, column 5: the number must be 1 to 9999, not 'x4'"),
        (changed(4, 15, "    "), "! line 9, column 15: player 4 has no name"),
        (changed(4, 81, " 3.0"), "line 9, column 81: the points are 3.0, but the rounds add up to 2.0"),
        (changed(4, 81, "many"), "line 9, column 81: the points must be a number such as 11.5, not 'many'"),
        (changed(1, 49, "210x"), "line 6, column 49: the rating must be a whole number, not '210x'"),
        (f"{SWISS}XXZ 3\n", "line 10, column 1: the line 'XXZ' is not used here and is skipped"),
        (f"{SWISS}330 +- 1\n", "! line 10, column 1: the line '330' is about a team: team files can't be imported"),
        (f"{SWISS}HELLO\n", "line 10, column 1: the line 'HEL' is unknown and is skipped"),
        (f"{SWISS}162  Wmany\n", "line 10, column 6: 'Wmany' is not a value of a result"),
    ],
)
def test_unfit_cells_are_named_by_line_and_column(text: str, said: str) -> None:
    assert any(one.startswith(said) for one in problems(text)), problems(text)


def test_a_scale_is_read_as_the_file_has_it() -> None:
    for line in ("162  W 3.0    D 1.0    P 3.0", "BBW  3.0\nBBD  1.0\nBBU  3.0"):
        report, unread = found(f"{SWISS}{line}\n")
        assert unread == ()
        assert [report.points_of(player) for player in report.players] == [70, 40, 30, 50]


@pytest.mark.parametrize("edition", ["trf26", "trf16"])
def test_file_that_went_out_comes_in_again_equal(edition: Edition) -> None:
    report, _ = found(SWISS)
    assert [without_lines(one) for one in read_trf(write_report(report, edition).decode())[0].players] == [
        without_lines(player) for player in report.players
    ]
    again = read_trf(write_report(report, edition).decode())[0]
    assert (again.rounds, again.dates, again.heading["012"]) == (3, report.dates, "Winter Swiss")
    long = replace(report.players[0], name="N" * 40)
    assert read_trf(write_report(replace(report, players=(long,))).decode())[0].players[0].name == "N" * 33


def test_pairing_without_a_result_goes_out_as_a_remark_that_other_programs_pass_over() -> None:
    """bbpPairings refuses a cell that names an opponent and neither a result nor a walkover."""
    text = SWISS.replace("3 w +", "3 w  ").replace("     1 b -", "     1 b  ")
    report, _ = found(text)
    lines = write_report(report).decode().splitlines()
    assert "### open 3 1 3" in lines
    cells = [line[at : at + 8] for line in lines if line.startswith("001") for at in range(91, len(line), 10)]
    assert all(cell[:4].strip() in ("", "0000") or cell[7:].strip() for cell in cells), cells
    again = read_trf("\n".join(lines))[0]
    assert [without_lines(one) for one in again.players] == [without_lines(one) for one in report.players]
    assert [one.cells[2].result for one in again.players] == [" ", "H", " ", "F"]


def without_lines(player: Player) -> Player:
    return replace(player, line=0)


def test_points_of_public_files_are_those_that_they_tell_themselves() -> None:
    for path in public_files():
        report, unread = read_trf(text_in(path.read_bytes())[0])
        assert (path.name, unread, check(report)) == (path.name, (), ())
        assert [player.points for player in report.players] == [report.points_of(player) for player in report.players]
        again, _ = read_trf(write_report(report).decode())
        assert [player.cells for player in again.players] == [player.cells for player in report.players]


@pytest.mark.rule("SWX-8")
def test_points_in_pairing_are_lines_of_rounds_and_numbers() -> None:
    """The columns are those of FIL-5: points in 10 to 13, rounds in 15 to 17 and 19 to 21, numbers in 23 to 26 and 28
    to 31."""
    by_round = {1: {1: 10, 2: 10, 3: 0, 4: 10}, 2: {1: 10, 2: 10, 3: 0, 4: 5}, 3: {1: 5, 2: 0, 3: 0, 4: 5}}
    report = replace(found(SWISS)[0], accelerated=accelerated_ranges(by_round))
    lines = write_report(report).decode().splitlines()
    assert [line for line in lines if line.startswith("250")] == [
        "250       1.0   1   1    4    4",
        "250       1.0   1   2    1    2",
        "250       0.5   2   3    4    4",
        "250       0.5   3   3    1    1",
    ]
    again, unread = read_trf("\n".join(lines))
    assert (again.accelerated, unread) == (report.accelerated, ())
    assert told_by_gacrux(report)
    assert read_trf(write_report(report, "trf16").decode())[0].accelerated == ()


def test_points_in_pairing_of_one_round_and_number_are_read() -> None:
    report, unread = found(f"{SWISS}250  1.0  1.0   2        3\n250  1.0  1.x   2   2    3    3\n")
    assert report.accelerated == (Accelerated(10, (2, 2), (3, 3)),)
    assert [str(one) for one in unread] == [
        "line 11, column 10: the points in pairing can't be read: columns 10 to 13, then rounds and numbers"
    ]


@given(st.dictionaries(st.integers(1, 9), st.dictionaries(st.integers(1, 9), st.sampled_from((0, 5, 10)))))
def test_ranges_say_the_points_of_each_number_in_each_round(by_round: dict[int, dict[int, int]]) -> None:
    said = {
        (round_, number, line.points)
        for line in accelerated_ranges(by_round)
        for round_ in range(line.rounds[0], line.rounds[1] + 1)
        for number in range(line.numbers[0], line.numbers[1] + 1)
    }
    assert said == {
        (round_, number, worth) for round_, own in by_round.items() for number, worth in own.items() if worth
    }


@given(st.text(alphabet="001 \n123wb+-=HFUZ.x\u00e4", max_size=400), st.integers(0, 600))
def test_no_text_is_a_fault(text: str, at: int) -> None:
    for one in (text, SWISS[:at] + text + SWISS[at + len(text) :]):
        report, _ = found(one)
        check(report)
        write_report(report)


def test_the_reference_program_reads_what_is_written() -> None:
    """FIDE's open reference platform finds the same players, results and points."""
    report, _ = found(SWISS)
    assert told_by_gacrux(report) == sorted(
        (player.number, player.name, player.points, player.rank) for player in report.players
    )
    for path in public_files():
        assert len(told_by_gacrux(read_trf(text_in(Path(path).read_bytes())[0])[0])) > 0


def told_by_gacrux(report: Report) -> list[tuple[int, str, int, int]]:
    reader = trf2json.trf2json()
    reader.parse_file(write_report(report).decode(), verbose=True)
    assert reader.get_status() == 0, reader.chessjson
    profiles = {one["id"]: SimpleNamespace(**one) for one in reader.chessjson["event"]["profiles"]}
    tournament = reader.get_tournament(1)
    assert report.scale == DEFAULT_SCALE
    return sorted(
        (one["cid"], profiles[one["profileId"]].fideName, int(one["gamePoints"] * 10), one["rank"])
        for one in tournament["competitors"]
    )
