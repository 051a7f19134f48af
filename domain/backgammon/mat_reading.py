"""Transcripts as programs of the field write them, in the family of `.mat` and `.txt` (GAM-7).

What the programs differ in is read alike: `25/` or `bar/`, `/0` or `/off`, doubles move by move or with `(2)`, a
checker moved by several dice at once (`20/9`, `13/7*/5`), hits marked or not, `Cannot Move` or nothing. Columns are
told apart by what begins in them, since long plays run into the second; one alone is the left one's if it begins there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from domain.backgammon.checkers import BAR, OFF, StartName
from domain.backgammon.turns import (
    AnyTurn,
    Doubled,
    GameWon,
    Lost,
    Move,
    Passed,
    Played,
    Taken,
    Unread,
    WrittenGame,
    WrittenMatch,
)
from domain.kernel.replacing import replace
from domain.kernel.values import Side, other
from domain.scoring.score import Score

MOST_BYTES = 1_000_000
"""No match is so long: 25 points take less than a tenth."""
MOST_MATCHES = 64
MOST_GAMES = 2000
MOST_TURNS = 10_000
"""Of a match: 25 points take less than a thousand."""
MOST_MOVES = 8
"""Of a play: no more than four are legal, and nobody moves twice as many unchallenged."""
_LONGEST_LINE = 400

_LENGTH = re.compile(r"^\s*(\d{1,3})\s+points?\s+match|match\s+(?:of|to)\s+(\d{1,3})\b|^\s*(unlimited|money)\b", re.I)
_HEADING = re.compile(r"^\s*[;#]\s*\[([^\]]*)\]")
_GAME = re.compile(r"^\s*game\s+(\d{1,4})\s*$", re.I)
_POINTS = re.compile(r"\s*\d{1,4}\s*", re.ASCII)
_NUMBER = re.compile(r"^\s*(\d{1,4})\)")
_CELL = re.compile(
    r"(?<!\S)(?:[0-9][0-9]:|(?<!=> )(?<!to )[1-6][1-6](?=\s+(?:bar|\d{1,2})/|\s*$)"
    r"|(?:re)?doubles?\b|takes?\b|accepts?\b|beavers?\b|drops?\b|pass(?:es)?\b|rejects?\b|wins?\b|resign\w*\b"
    r"|forfeits?\b|los(?:es|t)\s+on\s+time\b)",
    re.I,
)
_PLAYED = re.compile(r"([1-6])([1-6]):?\s*(.*)$", re.S)
_DOUBLED = re.compile(r"(?:re)?doubles?(?:\s*(?:=>|to)\s*(\d{1,4}))?$", re.I)
_WON = re.compile(r"wins?(?:\s+(\d{1,4})\s+points?)?(?:\s*with\s+(?:an?\s+)?\w+)?(?:\s*and\s+the\s+match)?$", re.I)
_TAKEN = re.compile(r"(?:takes?|accepts?|(beavers?))(?:\s*=>\s*\d{1,4})?$", re.I)
_PASSED = re.compile(r"(?:drops?|pass(?:es)?|rejects?)$", re.I)
_GAVE_UP = re.compile(r"(?:resign\w*|forfeits?|los(?:es|t)\s+on\s+time)\b.*$", re.I)
_MOVED = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?(\*?)", re.I)
_NOTHING = re.compile(r"(?:cannot|can't)\s+move$|no\s+(?:move|play)$|$", re.I)
_NOT_WRITTEN = re.compile(r"\?+$")
_WIDEST_GAP = 8
"""Columns between the number of a move and what the left side did; what begins further on is the right side's."""
_MIDDLE = 20
"""The column from which on a line without a number is the right side's."""


class TranscriptError(ValueError):
    """No match can be read out of it, and why."""


@dataclass(slots=True)
class _Reading:
    """What was read so far of a match."""

    length: int | None = None
    heading: dict[str, str] = field(default_factory=dict)
    names: tuple[str, str] | None = None
    games: list[WrittenGame] = field(default_factory=list)
    turns: list[AnyTurn] = field(default_factory=list)
    last_move: int = 0
    added: int = 0
    swapped: bool = False


def decode_transcript(content: bytes) -> str:
    """The text of a file: UTF-8, with or without a byte order mark, UTF-16 with one, else Windows' Latin-1. Raises
    TranscriptError where it is too large, or no text."""
    if len(content) > MOST_BYTES:
        raise TranscriptError(f"The file is larger than {MOST_BYTES} bytes, which no transcript is.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise TranscriptError("The file is no text; export the match as .mat or .txt.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read_matches(text: str) -> tuple[WrittenMatch, ...]:
    """The matches of a file, one after the other. Raises TranscriptError where there is none."""
    found = [_Reading()]
    for number, line in enumerate(text.splitlines(), 1):
        if _begins_a_match(found[-1], line):
            if len(found) == MOST_MATCHES:
                raise TranscriptError(f"The file has more than {MOST_MATCHES} matches.")
            found.append(_Reading())
        _read_line(found[-1], number, line.expandtabs())
    matches = tuple(_written(one) for one in found if one.games)
    if not matches:
        raise TranscriptError("No line of the file begins a game, such as “Game 1”.")
    return matches


def _begins_a_match(reading: _Reading, line: str) -> bool:
    """Whether another match begins: a heading, a length or a first game after games."""
    if not reading.games:
        return False
    heading, game = _heading(line), _GAME.match(line)
    named = heading is not None and heading[0] in _HEADS
    return named or bool(_LENGTH.search(line[:_LONGEST_LINE])) or (game is not None and int(game[1]) == 1)


_HEADS = ("site", "match id", "event", "player 1", "player 2")


def _heading(line: str) -> tuple[str, str] | None:
    """The word, in lower case, and the value of a line such as `; [Player 1 "Ann"]`; None: it is another line."""
    found = _HEADING.match(line)
    if found is None:
        return None
    quoted = found[1].partition('"') if '"' in found[1] else found[1].strip().rpartition(" ")
    return quoted[0].strip().lower()[:40], quoted[2].strip().rstrip('"')[:200]


def _read_line(reading: _Reading, number: int, line: str) -> None:
    """Adds what the line says."""
    if len(line) > _LONGEST_LINE:
        _add(reading, Unread("first", 0, number, text=line[:40]))
    elif heading := _heading(line):
        reading.heading[heading[0]] = heading[1]
    elif not line.strip() or line.lstrip().startswith((";", "#")):
        return
    elif not reading.games and (length := _LENGTH.search(line)):
        reading.length = int(length[1] or length[2] or 0)
    elif game := _GAME.match(line):
        _begin_game(reading, number, int(game[1]))
    elif reading.games and not reading.games[-1].turns and (score := _score_line(line)):
        _read_score(reading, *score)
    elif reading.games:
        _read_turns(reading, number, line)


def _begin_game(reading: _Reading, line: int, number: int) -> None:
    if len(reading.games) >= MOST_GAMES:
        raise TranscriptError(f"The match has more than {MOST_GAMES} games.")
    reading.turns, reading.last_move = [], 0
    reading.games.append(WrittenGame(number, None, reading.turns, line))


def _score_line(line: str) -> tuple[tuple[str, str], Score] | None:
    """The names and scores of both sides; None: it is another line. A name may hold colons and spaces."""
    parts = re.split(r"\s{2,}", line.strip())
    for middle in range(1, len(parts)):
        sides = ["  ".join(part).rpartition(":") for part in (parts[:middle], parts[middle:])]
        if all(name.strip() and _POINTS.fullmatch(points) for name, _, points in sides):
            (left, _, points_left), (right, _, points_right) = sides
            return (left.strip()[:200], right.strip()[:200]), (int(points_left), int(points_right))
    return None


def _read_score(reading: _Reading, names: tuple[str, str], points: Score) -> None:
    """The score before a game, and whose column is which: some programs write their user always first."""
    reading.names = reading.names or names
    reading.swapped = names == reading.names[::-1] and names[0] != names[1]
    game = reading.games[-1]
    reading.games[-1] = replace(game, score=points[::-1] if reading.swapped else points)


def _read_turns(reading: _Reading, line_number: int, line: str) -> None:
    """What both sides did in a move, or how a game ended."""
    numbered = _NUMBER.match(line)
    begins = numbered.end() if numbered else 0
    move = int(numbered[1]) if numbered else reading.last_move
    if numbered:
        _mind_the_gap(reading, move, line_number)
    cells = [found.start() for found in _CELL.finditer(line, begins)]
    far = _WIDEST_GAP + begins if numbered else _MIDDLE
    if line[begins : cells[0] if cells else None].strip() or len(cells) > 2:
        _add(reading, Unread("first", move, line_number, text=line.strip()[:80]))
        return
    for place, (start, end) in enumerate(pairwise([*cells, len(line)])):
        left = place == 0 and (len(cells) > 1 or start <= far)
        side: Side = "first" if left else "second"
        _add(reading, _turn(other(side) if reading.swapped else side, move, line_number, line[start:end].strip()))


def _mind_the_gap(reading: _Reading, move: int, line: int) -> None:
    if move != reading.last_move + 1:
        _add(reading, Lost("first", move, line))
    reading.last_move = move


def _add(reading: _Reading, turn: AnyTurn) -> None:
    reading.added += 1
    if reading.added > MOST_TURNS:
        raise TranscriptError(f"The match has more than {MOST_TURNS} turns.")
    reading.turns.append(turn)


def _turn(side: Side, move: int, line: int, text: str) -> AnyTurn:
    """What a cell says."""
    said = text.rstrip(".! ")
    if played := _PLAYED.match(said):
        moves = read_moves(played[3])
        if moves != "unread":
            return Played(side, move, line, (int(played[1]), int(played[2])), moves)
    elif doubled := _DOUBLED.match(said):
        return Doubled(side, move, line, int(doubled[1]) if doubled[1] else None)
    elif taken := _TAKEN.match(said):
        return Taken(side, move, line, beaver=bool(taken[1]))
    elif _PASSED.match(said):
        return Passed(side, move, line)
    elif won := _WON.match(said):
        return GameWon(side, move, line, int(won[1]) if won[1] else None)
    elif _GAVE_UP.match(said):
        return GameWon(other(side), move, line, gave_up=True)
    return Unread(side, move, line, text=text[:80])


def read_moves(text: str) -> tuple[Move, ...] | Literal["unread"] | None:
    """The moves of a play as they are written; None where they are not; `unread` where they are none."""
    if _NOT_WRITTEN.match(text):
        return None
    if _NOTHING.match(text):
        return ()
    found: list[Move] = []
    for word in text.split():
        moved = _MOVED.fullmatch(word)
        if moved is None:
            return "unread"
        found += list(_chain(moved)) * int(moved[3] or 1)
    on_board = all(move.start <= BAR and move.end <= BAR for move in found)
    return tuple(found) if on_board and len(found) <= MOST_MOVES else "unread"


def _chain(moved: re.Match[str]) -> Iterator[Move]:
    """One checker's moves: `13/7*/5` are two."""
    places = [moved[1], *moved[2][1:].split("/")]
    marked = [place.endswith("*") or (bool(moved[4]) and place is places[-1]) for place in places]
    values = [_place(place.rstrip("*")) for place in places]
    for (start, end), hits in zip(pairwise(values), marked[1:], strict=True):
        yield Move(start, end, hits)


def _place(said: str) -> int:
    return {"bar": BAR, "off": OFF}[said.lower()] if said.isalpha() else int(said)


def _written(reading: _Reading) -> WrittenMatch:
    names = reading.names or (reading.heading.get("player 1", "First"), reading.heading.get("player 2", "Second"))
    start: StartName = "nackgammon" if "nack" in reading.heading.get("variation", "").lower() else "backgammon"
    return WrittenMatch(reading.length or 0, names, reading.games, start, reading.heading)
