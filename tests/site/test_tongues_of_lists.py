"""What is wrong with a list is told without English, whatever is wrong: only what was typed stays as it is."""

import re
from collections.abc import Mapping

import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.site.marking import LANGUAGE, marking, unmarked
from tests.site.test_office import at_the_office
from tests.site.test_tongues import AN_ID, NO_TEXT_OF_PAGES

_CODES = r"\b[a-z_]+(?:(?:, ?|/)[a-z_]+)+\b"
_TYPED = re.compile(
    "|".join(
        (
            *NO_TEXT_OF_PAGES,
            r"\b(?:Bo|Cy|Di|Ed|Fi|Go|Ha|Anna|Twice|Big|winner)\b",
            "'[^']*'",
            AN_ID.pattern,
            r"\b[0-9a-f]{8}\b",
            _CODES,
        )
    )
)
"""Names, what is quoted, ids and how they begin, and the words that a list is written in."""
_NOBODY = "018f0000-0000-7000-8000-000000000000"
_MATCH = "date,winner,loser,length,winner_points,loser_points"
_DAY = "2026-01-01"
_PLAYER = "001    {}      {:<33} {:<4} DEN                        {:>4}    1     {}"
LISTS: Mapping[str, tuple[str, ...]] = {
    "report-file": (
        "001 x\nXYZ foo\n013 team\n",
        "\n".join(
            (
                "012 Cup",
                "162 Wxx",
                _PLAYER.format(1, "Bo, Bo", "9999", "11.5", "2 w 1     1 b 0     9 w 1     2 w 1"),
                _PLAYER.format(2, "Cy, Cy", "abcd", "xx.5", "1 w 1     3 w Q     0000 - 1    1 b 1"),
                _PLAYER.format(2, "Cy, Cy", "", "", ""),
                "001    3",
                "001 12345     Big",
                _PLAYER.format(4, "Di", "", "1.0", "5 w =        - U"),
                _PLAYER.format(5, "Di", "", "1.0", "4 w =        - U"),
                f"### person    1 {_NOBODY}",
                "132 2999/01/01",
            )
        ),
    ),
    "persons": (
        (
            "name,birth_year,rating,country,experience\nBo,soon,,,\nCy,,abc,,\nDi,,1.1234567,,\nAnna Twice,,,,\n"
            "Ed,12,,,\nFi,,,DENM,\nGo,,,,3\nHa,\n"
        ),
        *("rating,country\n1,\n", "name,name\n", 'name\n"x'),
    ),
    "matches": (
        *("", "foo,bar\n1,2", "date,winner,winner,loser,length\n", f'{_MATCH}\n"{_DAY}'),
        (
            f"{_MATCH}\n2026-13-01,Bo,Cy,5,,\n{_DAY},Bo,Bo,5,,\n{_DAY},Bo,Cy,x,,\n{_DAY},Bo,Cy,5,3,5\n{_DAY},Bo,Cy,5,4,3\n"
            f"2999-01-01,Bo,Cy,5,5,3\n{_DAY},Bo,Cy,5,9,1\n{_DAY},Bo,Cy\n{_DAY},Bo,Cy,0,,\n{_DAY},,Cy,5,,\n"
        ),
    ),
    "entries": (
        (
            "name,status,colour,person\nBo,maybe,,\nCy,,green,\n,,,\nDi,,,0123\n"
            f"Ed,,,{_NOBODY}\nAnna Twice,,,\nBo,,,\nBo,,,"
        ),
    ),
    "club": (
        "{",
        '{"revision": 0, "at": "2025-02-10T21:00:45+07:00", "keep": 3, "append": []}',
        '{"revision": 0, "at": "soon", "keep": 0, "append": []}',
    ),
}
"""By kind, lists in which all goes wrong that can."""


@pytest.mark.parametrize(
    "kind", ["report-file", *(pytest.param(one, marks=pytest.mark.proof) for one in LISTS if one != "report-file")]
)
def test_faults_of_a_list_show_no_english(service: Service, kind: str) -> None:
    service.register_all(["Anna Twice", "Anna Twice"])
    made = announced(service, {"kind": "open"}, name="Big").path.rpartition("/")[2]
    more = {"persons": {}, "entries": {"tournament": made}}.get(kind, {"name": "Big", "source": "Big"})
    found = {}
    with marking(), at_the_office(service) as office:
        office.http.headers["Accept-Language"] = LANGUAGE
        for text in LISTS[kind]:
            office.open(at := f"/office/list/{kind}")
            found[text] = unmarked(office.press(at, step="try", list=text, **more).text, _TYPED)
    assert {text: wrong for text, wrong in found.items() if wrong} == {}
