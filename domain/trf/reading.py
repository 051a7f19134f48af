"""A tournament report file read (FIL-1 to FIL-5): what it holds, and what of it can't be read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel.replacing import replace
from domain.trf.form import (
    ABSENT,
    DEFAULT_SCALE,
    MOST_ROUNDS,
    OPEN,
    Accelerated,
    Cell,
    Colour,
    Finding,
    Player,
    Report,
)

_ENDS = re.compile(r"\r\n|\r|\n")
_KEPT = ("240", "260", "299", "352", "362", "801", "802")
_OF_TEAMS = ("013", "300", "310", "320", "330")
"""Begin the lines of teams."""
_HEADING = re.compile("[0-2][0-9]2")
"""Lines 012 to 292: the lines of the tournament."""
_OLDER = {"XXR": "142", "XXC": "152"}
_OLDER_SCALE = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBU": "P", "BBF": "X"}
_FIRST_ROUND, _ROUND = 91, 10
_RESULTS = "1=0WDL+-HFUZ "
_ALONE: Mapping[str, str] = {"+": "U", "=": "H", "-": "Z", OPEN: "Z"}
"""What older files write for a round without an opponent, and what it is now."""
_PERSON = re.compile(r"### person +(?P<number>[0-9]{1,4}) +(?P<id>[0-9a-f-]{36}) *")
_OPEN = re.compile(r"### open +(?P<round>[0-9]{1,3}) +(?P<first>[0-9]{1,4}) +(?P<second>[0-9]{1,4}) *")
_RANGES = re.compile(" *([0-9]{1,3}) +([0-9]{1,3})? +([0-9]{1,4})( +([0-9]{1,4}))? *")
"""The rounds and numbers of line 250; where the last one is left out it is the first."""
_POINTS = re.compile(r" *(?P<whole>[0-9]{1,3})(\.(?P<tenth>[0-9]))? *")


def read_trf(text: str) -> tuple[Report, tuple[Finding, ...]]:
    """The content of the file, and what of it can't be read. Its content is checked in `checks.py`."""
    reading = _Reading()
    for number, line in enumerate(_ENDS.split(text), 1):
        if line.strip():
            reading.take(number, line)
    return reading.report(), tuple(reading.findings)


@dataclass
class _Reading:
    """The lines read so far."""

    players: list[Player] = field(default_factory=list)
    heading: dict[str, str] = field(default_factory=dict)
    scale: dict[str, int] = field(default_factory=lambda: dict(DEFAULT_SCALE))
    dates: tuple[str, ...] = ()
    persons: dict[int, str] = field(default_factory=dict)
    open: dict[tuple[int, int], Cell] = field(default_factory=dict)
    accelerated: list[Accelerated] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Reads one line more."""
        tag, rest = line[:3], line[4:].strip()
        if tag == "001":
            self._take_player(number, line)
        elif tag == "132":
            self.dates = tuple(_dates(line))
        elif tag == "162":
            self._take_scale(number, [(line[at], line[at + 1 : at + 5], at + 1) for at in range(5, len(line), 9)])
        elif tag == "250":
            self._take_acceleration(number, line)
        elif tag in _OLDER_SCALE:
            self._take_scale(number, [(_OLDER_SCALE[tag], rest, 4)])
        elif _HEADING.fullmatch(tag) or tag in _OLDER:
            self.heading[_OLDER.get(tag, tag)] = rest
        elif tag in _OF_TEAMS:
            self._add_finding(number, 1, f"the line {tag!r} is about a team: team files can't be imported", fatal=True)
        elif tag == "###":
            self._take_remark(line)
        else:
            kind = "is not used here" if tag in _KEPT or tag.startswith(("XX", "BB")) else "is unknown"
            self._add_finding(number, 1, f"the line {tag!r} {kind} and is skipped")

    def report(self) -> Report:
        """All of it."""
        told = self.heading.get("142", "")
        self.players = [_with_open(player, self.open) for player in self.players]
        last = max((_last(player.cells) for player in self.players), default=0)
        rounds = max(last, int(told) if re.fullmatch("[0-9]{1,3}", told) else 0)
        players = tuple(replace(player, cells=(*player.cells, *(ABSENT,) * last)[:last]) for player in self.players)
        return Report(players, rounds, self.heading, self.scale, self.dates, self.persons, tuple(self.accelerated))

    def _add_finding(self, line: int, column: int, text: str, *, fatal: bool = False) -> None:
        self.findings.append(Finding(line, column, text, fatal))

    def _take_remark(self, line: str) -> None:
        found = _PERSON.fullmatch(line)
        if found:
            self.persons[int(found["number"])] = found["id"]
        if found := _OPEN.fullmatch(line):
            round_, first, second = (int(found[name]) for name in ("round", "first", "second"))
            self.open |= {(round_, first): Cell(second, "w", OPEN), (round_, second): Cell(first, "b", OPEN)}

    def _take_scale(self, number: int, said: Sequence[tuple[str, str, int]]) -> None:
        for code, worth, column in said:
            points = tenths(worth)
            if code.upper() in self.scale and points is not None:
                self.scale[code.upper()] = points
            elif (code + worth).strip():
                self._add_finding(number, column, f"{(code + worth).strip()!r} is not a value of a result")

    def _take_acceleration(self, number: int, line: str) -> None:
        points, ranges = tenths(line[9:13]), _RANGES.fullmatch(f"{line[14:31]:<17}")
        if points is None or ranges is None:
            self._add_finding(
                number, 10, "the points in pairing can't be read: columns 10 to 13, then rounds and numbers"
            )
            return
        first, last, lowest, highest = (int(told or 0) for told in ranges.group(1, 2, 3, 5))
        self.accelerated.append(Accelerated(points, (first, last or first), (lowest, highest or lowest)))

    def _take_player(self, line: int, text: str) -> None:
        number = text[4:8].strip()
        if not re.fullmatch("[0-9]{1,4}", number) or int(number) == 0:
            self._add_finding(line, 5, f"the number must be 1 to 9999, not {number!r}", fatal=True)
            return
        self.players.append(
            Player(
                number=int(number),
                name=text[14:47].strip(),
                cells=tuple(self._cells(line, text)),
                sex=text[9:10].strip(),
                title=text[10:13].strip(),
                rating=self._whole(line, 49, text[48:52], "the rating"),
                federation=text[53:56].strip(),
                id=_id(text[57:68].strip()),
                birth=text[69:79].strip(),
                points=self._points(line, text[80:84]),
                rank=self._whole(line, 86, text[85:89], "the rank"),
                line=line,
            )
        )

    def _whole(self, line: int, column: int, text: str, what: str) -> int | None:
        """The number that is there; 0 is none."""
        if re.fullmatch(" *[0-9]+ *", text):
            return int(text) or None
        if text.strip():
            self._add_finding(line, column, f"{what} must be a whole number, not {text.strip()!r}")
        return None

    def _points(self, line: int, text: str) -> int | None:
        points = tenths(text)
        if points is None and text.strip():
            self._add_finding(line, 81, f"the points must be a number such as 11.5, not {text.strip()!r}")
        return points

    def _cells(self, line: int, text: str) -> Iterator[Cell]:
        for round_, at in enumerate(range(_FIRST_ROUND, len(text.rstrip()), _ROUND), 1):
            if round_ > MOST_ROUNDS:
                self._add_finding(line, at + 1, f"there are more than {MOST_ROUNDS} rounds", fatal=True)
                return
            yield self._cell(line, at + 1, text[at : at + 8], round_)

    def _cell(self, line: int, column: int, text: str, round_: int) -> Cell:
        opponent, colour, result = text[:4].strip(), text[5:6].lower(), text[7:8].upper() or OPEN
        if not re.fullmatch("[0-9]*", opponent):
            self._add_finding(
                line, column, f"round {round_}: the opponent must be a number, not {opponent!r}", fatal=True
            )
            return ABSENT
        if result not in _RESULTS:
            self._add_finding(line, column + 7, f"round {round_}: there is no result {result!r}", fatal=True)
            return ABSENT
        if not opponent or int(opponent) == 0:
            return Cell(None, "-", _ALONE.get(result, result))
        return Cell(int(opponent), _colour(colour), result)


def _id(said: str) -> str:
    """The id; one of zeros is none."""
    return said if said.strip("0") else ""


def _colour(said: str) -> Colour:
    return "w" if said == "w" else "b" if said == "b" else "-"


def _dates(line: str) -> Iterator[str]:
    for at in range(_FIRST_ROUND, min(len(line.rstrip()), _FIRST_ROUND + MOST_ROUNDS * _ROUND), _ROUND):
        yield line[at : at + 8].strip()


def _with_open(player: Player, pairings: Mapping[tuple[int, int], Cell]) -> Player:
    """The player with the pairings that have no result yet, where nothing else stands."""
    own = {round_: cell for (round_, number), cell in pairings.items() if number == player.number}
    cells = [*player.cells, *(ABSENT,) * (max(own, default=0) - len(player.cells))]
    told = (own.get(round_, cell) if cell == ABSENT else cell for round_, cell in enumerate(cells, 1))
    return replace(player, cells=tuple(told))


def _last(cells: Sequence[Cell]) -> int:
    """The last round in which anything stands."""
    return max((round_ for round_, cell in enumerate(cells, 1) if cell != ABSENT), default=0)


def tenths(text: str) -> int | None:
    """Points as tenths; None where it is no such number."""
    found = _POINTS.fullmatch(text)
    return int(found["whole"]) * 10 + int(found["tenth"] or 0) if found else None
