"""An example of each kind of list that the office imports, to download and to fill in."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

ListKind = Literal["persons", "matches", "entries", "report-file", "club"]


class ExampleList(NamedTuple):
    """A list's file: its name, its kind and its content."""

    file: str
    media_type: str
    text: str


_CSV = "text/csv; charset=utf-8"
_REPORT = """012 Example Open
022 Vienna
042 2025/02/08
142 1
001    1      Vos,Karin                                                          1.0    1     2 w 1
001    2      Holm,Jens                                                          0.0    2     1 b 0
"""

EXAMPLE_LISTS: Mapping[ListKind, ExampleList] = {
    "persons": ExampleList(
        "persons.csv",
        _CSV,
        "name,birth_year,country,rating,experience,reference\nKarin Vos,1980,NL,1623.5,250,17\nJens Holm,,DK,,,18\n",
    ),
    "matches": ExampleList(
        "matches.csv",
        _CSV,
        "date,winner,loser,length,winner_points,loser_points\n"
        "2025-02-08,Karin Vos,Jens Holm,7,7,4\n"
        "2025-02-08,Jens Holm,Ada Blum,5,,\n",
    ),
    "entries": ExampleList(
        "entries.csv", _CSV, "name,birth_year,status\nKarin Vos,1980,approved\nJens Holm,,requested\n"
    ),
    "report-file": ExampleList("report.trf", "text/plain; charset=utf-8", _REPORT),
    "club": ExampleList(
        "club.jsonl",
        "application/x-ndjson",
        '{"revision": 0, "at": "2025-02-08T21:00:00+01:00", "keep": 0, "append": '
        '[["2025-2-8", "Karin Vos", "Jens Holm", 7]]}\n'
        '{"revision": 1, "at": "2025-02-15T21:00:00+01:00", "keep": 1, "append": '
        '[["2025-2-15", "Jens Holm", "Ada Blum", 5]]}\n',
    ),
}
