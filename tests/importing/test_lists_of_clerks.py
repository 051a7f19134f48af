"""Lists as offices have them: other marks, titles above, names in two columns, days and scores in other forms. Each is
read as anyone in the office would read it, asked about, or refused in words that say what to write."""

import pytest

from domain.importing.encodings import text_in
from domain.importing.whom import Asked, Chosen, Heads
from domain.kernel.refusal import Refused
from domain.person.details import Details
from domain.person.likeness import Likeness
from tests.importing.test_findings import asked, days, log_of_november, persons, taken, tried

MATCHES = "date,winner,loser,length\n2026-02-07,Ida Ahrens,Kaj Bruun,7\n2026-02-08,Kaj Bruun,Lena Due,5\n"
SCORED = "date,winner,loser,length,score\n2026-02-07,Ida Ahrens,Kaj Bruun,7,{}\n"
FORMS = {
    "bars": MATCHES.replace(",", "|"),
    "a title above": f"The season of 2026,,,\n,,,\n{MATCHES}",
    "a title with bars above": f"Season | 2026\n\n{MATCHES}",
    "blank cells at the end": MATCHES.replace("\n", " , \n"),
    "blank lines of cells": MATCHES.replace("\n", "\n  \n , , ,\n"),
    "a line of totals": f"{MATCHES}Total,,,2\n",
    "months in words": MATCHES.replace("2026-02-07", "07-Feb-2026").replace("2026-02-08", "8th Feb 2026"),
    "years in short": MATCHES.replace("2026-02-07", "07.02.26").replace("2026-02-08", "08-Feb-26"),
    "days of Austria": MATCHES.replace("2026-02-07", "7. Feb. 26").replace("2026-02-08", "8. Februar 2026"),
}


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("form", FORMS)
def test_list_is_read_as_the_office_reads_it(form: str) -> None:
    log = log_of_november()
    looked = tried(log, "matches", FORMS[form])
    assert [one.becomes for one in looked.lines if one.becomes != "left-out"] == ["taken", "taken"]
    taken(log, "matches", FORMS[form])
    assert (persons(log), days(log)) == (3, {"2026-02-07", "2026-02-08"})


@pytest.mark.parametrize("month", ["märz", "Mai", "Dez", "Jänner"])
def test_months_of_german_lists_are_read(month: str) -> None:
    day = f"7. {month} 2025"
    assert [one.becomes for one in tried(log_of_november(), "matches", MATCHES.replace("2026-02-07", day)).lines] == [
        "taken",
        "taken",
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_text_of_two_bytes_is_read_with_and_without_its_mark(encoding: str) -> None:
    assert text_in(MATCHES.encode(encoding)) == (MATCHES, "utf-16")


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("score", ["7-5", "7:5", "7–5", "7 - 5", "7/5"])
def test_score_in_one_column_is_the_points_of_winner_and_loser(score: str) -> None:
    log = log_of_november()
    taken(log, "matches", SCORED.format(score))
    before = len(log.recorded)
    taken(log, "matches", SCORED.replace("score", "winner_points,loser_points").format("7,5"))
    assert len(log.recorded) == before


@pytest.mark.parametrize(
    ("score", "why"),
    [
        ("7", "'score': '7' is not a score; write it as 7-5, the winner first"),
        ("2026-05-07", "'score': '2026-05-07' is not a score; write it as 7-5, the winner first"),
        ("5-7", "5-7 is not a score that the winner has won by"),
    ],
)
def test_score_that_is_none_is_refused_with_what_to_write(score: str, why: str) -> None:
    (line,) = tried(log_of_november(), "matches", SCORED.format(score)).lines
    assert (line.becomes, line.why) == ("refused", why)


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("nobody", ["(bye)", "Bye 1", "N/N", "oversidder", "vrij", "?", "***"])
def test_nobody_in_other_words_is_no_person(nobody: str) -> None:
    looked = tried(log_of_november(), "matches", f"{MATCHES}2026-02-09,Ida Ahrens,{nobody},5\n")
    assert looked.lines[-1].becomes == "left-out"
    assert [one.name for one in looked.persons] == ["Ida Ahrens", "Kaj Bruun", "Lena Due"]


def test_player_who_is_only_a_number_is_somebody() -> None:
    looked = tried(log_of_november(), "matches", MATCHES.replace("Lena Due", "17"))
    assert [one.name for one in looked.persons] == ["Ida Ahrens", "Kaj Bruun", "17"]


@pytest.mark.rule("REG-4")
def test_name_in_two_columns_is_one_name() -> None:
    text = "\ufeffFamily_Name;Given_Name;birth_year\nAhrens;Ida;1980\nBruun;Kaj;\n"
    assert [one.text for one in tried(log_of_november(), "persons", text).lines] == ["Ida Ahrens", "Kaj Bruun"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "There is nothing in the list."),
        (" \n\n", "There is nothing in the list."),
        ("date,winner,loser,length\n", "There is nothing in the list."),
        ("hello\n", "The column winner is missing; there are hello."),
        ("winner,loser,length\nA,B,5\n", "The column date/played_at is missing; there are winner, loser, length."),
    ],
)
def test_list_without_any_match_says_what_is_missing(text: str, why: str) -> None:
    with pytest.raises(Refused) as told:
        tried(log_of_november(), "matches", text)
    assert told.value.detail == why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2026-02-09,Ida Ahrens,Kaj Bruun,", "'length': it is empty"),
        ("2026-02-09,,Kaj Bruun,7", "'winner': it is empty"),
    ],
)
def test_empty_cell_that_is_needed_is_named(line: str, why: str) -> None:
    assert tried(log_of_november(), "matches", f"{MATCHES}{line}\n").lines[-1].why == why


LIKE = [
    ("Ida Ahrens", "Dr. Ida Ahrens"),
    ("Kaj Bruun", "Kaj Bruun Jr."),
    ("Pat O'Brien", "Pat O’Brien"),
    ("Pat O'Brien", "Pat O\u02bcBrien"),
    ("Pat O'Brien", "Pat OBrien"),
    ("Anne-Marie Lund", "Anne\u2011Marie Lund"),
    ("Ida Ahrens", "I. Ahrens"),
    ("Ida Ahrens", "Ida M. Ahrens"),
    ("Ida Ahrens", "Ida Ahrnes"),
    ("Ida Ahrens", "Ahrens, Ida"),
    ("Ralf Amsel", "Ra1f Amsel"),
    ("Petra Vogt", "P\u0435tra Vogt"),
    ("José Peña", "Jose\u0301 Pen\u0303a"),
    ("Kaj Bruun", "Kaj Bruun (AAR)"),
    ("Aagaard", "Ågaard"),
    ("Åge Ågård", "Aage Aagaard"),
    ("Søren Kjær", "Soeren Kjaer"),
    ("Jürgen Weiß", "Juergen Weiss"),
    ("Jörg Bär", "Joerg Baer"),
    ("vd Berg", "van den Berg"),
    ("Jan vd Berg", "Jan van den Berg"),
    ("Jan van der Berg", "Jan van den Berg"),
    ("J. v.d. Berg", "Jan van den Berg"),
    ("Berg, Jan vd", "Jan van der Berg"),
    ("Kees van Dijk", "Kees van Dyk"),
]
NOT_LIKE = [
    ("Ida Ahrens", "Ida Bruun"),
    ("Ida Ahrens", "Kaj Ahrens"),
    ("Player 1", "Player 2"),
    ("Player 1", "Player 10"),
    ("Jan van den Berg", "Piet van den Berg"),
    ("Jan van den Berg", "Jan van der Meer"),
]


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(("one", "other"), [*LIKE, *NOT_LIKE])
def test_names_that_are_alike_are_one_question_however_the_list_is_cut(one: str, other: str) -> None:
    rows = [f'2026-02-0{day},"{name}",Third Person,5\n' for day, name in ((1, one), (2, other))]
    header = "date,winner,loser,length\n"
    whole = asked(tried(log_of_november(), "matches", header + "".join(rows)))
    assert whole == ([other] if (one, other) in LIKE else [])
    for first, second in (rows, rows[::-1]):
        log = log_of_november()
        taken(log, "matches", header + first)
        for next_file, its_list in (
            (header + "".join(rows), "List"),
            (header + second, "List"),
            (header + second, "Another"),
        ):
            assert bool(asked(tried(log, "matches", next_file, name=its_list))) == bool(whole)


@pytest.mark.rule("REG-4")
def test_answer_about_a_like_name_of_the_same_list_is_kept() -> None:
    text = "date,winner,loser,length\n2026-02-01,Ida Ahrens,Third Person,5\n2026-02-02,Dr. Ida Ahrens,Third Person,5\n"
    log = log_of_november()
    taken(log, "matches", text, {"Dr. Ida Ahrens": Chosen(same_as="Ida Ahrens")})
    before = len(log.recorded)
    assert asked(tried(log, "matches", text)) == []
    taken(log, "matches", text)
    assert (persons(log), len(log.recorded)) == (2, before)


@pytest.mark.rule("REG-4")
def test_person_to_choose_is_not_offered_twice() -> None:
    """Ida is registered and in the list: the person is offered, and not the other name beside it."""
    log, text = log_of_november(), "date,winner,loser,length\n2026-02-01,Ida Ahrens,Third Person,5\n"
    taken(log, "matches", text)
    (open_,) = (
        one for one in tried(log, "matches", f"{text}2026-02-02,ida ahrens,Third Person,5\n").persons if one.is_unclear
    )
    assert (len(open_.candidates), open_.like) == (1, ())


def test_many_like_names_are_compared_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand names with a word and a letter in common, as somebody might send them to slow the service down."""
    compared = []
    monkeypatch.setattr(Likeness, "is_like", lambda *_: compared.append(1))
    heads, count = Heads(), 1_000
    for number in range(count):
        name = f"Anna B{number:x}".translate(str.maketrans("0123456789", "ghijklmnop"))
        heads.like(one := Asked(name, Details(name=name)))
        heads.add(one)
    assert count < len(compared) <= 2 * 50 * count
