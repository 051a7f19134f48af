"""Transcripts as programs of the field write them, in the family of `.mat` and `.txt` (GAM-7).

What begins in columns tells them apart, since long plays run into the second; one alone is the left one's if it
begins there. Remarks without a number, dice or a word of the game are passed over.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from domain.backgammon.checkers import StartName
from domain.backgammon.mat_cells import cells_in, names_places, read_cell, without_asides
from domain.backgammon.turns import AnyTurn, GameWon, Lost, Unread, WrittenGame, WrittenMatch
from domain.kernel.replacing import replace
from domain.kernel.values import Side, other
from domain.scoring.score import Score

MOST_BYTES = 1_000_000
"""No match is so long: 25 points take less than a tenth."""
MOST_MATCHES = 64
MOST_GAMES = 2000
MOST_TURNS = 10_000
"""Of a match: 25 points take less than a thousand."""
_LONGEST_LINE = 400

_LENGTH = re.compile(
    r"^\s*(\d{1,3})\s?-?\s?(?:points?|pts?)\s+match|match\s+(?:of|to)\s+(\d{1,3})\b"
    r"|^\s*(?:match\s*length[\s:]|first\s+to\s)[\s:]*(\d{1,3})\b|^\s*(?:unlimited|money)\b",
    re.I,
)
_HEADING = re.compile(r"^\s*[;#]\s*\[(.*)\]")
_CRAWFORD = re.compile(r"(?:post-?)?crawford(?:\s+game)?\)?\s*$", re.I)
"""A remark that some programs add to a line; the score says it."""
_GAME = re.compile(r"^\s*game\s+#?\s?(\d{1,4})(?:\s+of\s+\d{1,4})?[\s:.]*$", re.I)
_POINTS = re.compile(r"\s*\d{1,4}\s*", re.ASCII)
_SCORED = re.compile(r":\s?\d{1,4}(?=\s)", re.ASCII)
_NUMBER = re.compile(r"^\s*(\d{1,4})(?:\)|\.(?!\d))")
_HIDDEN = re.compile(r"(?:00 ?: *)?\?+$")
_WIDEST_GAP = 8
"""Columns between the number of a move and what the left side did; what begins further on is the right side's."""
_MIDDLE = 20
"""The column from which on a line without a number is the right side's."""
_COMMENT = (";", "#", "//")
_OTHER_FILES = {
    "(;": "an SGF file",
    "score is": "a list of moves of FIBS",
    "the score (after": "a text of GNU Backgammon",
    "xgid=": "a position",
    "<!doctype": "a web page",
    "<html": "a web page",
}
"""By how they begin, what programs export too, and this reader does not read."""


class TranscriptError(ValueError):
    """No match can be read out of it, and why."""


@dataclass(slots=True)
class _Reading:
    """The part of a match that was read so far."""

    length: int | None = None
    heading: dict[str, str] = field(default_factory=dict)
    names: tuple[str, str] | None = None
    games: list[WrittenGame] = field(default_factory=list)
    turns: list[AnyTurn] = field(default_factory=list)
    last_move: int = 0
    added: int = 0
    swapped: bool = False


_BREAKS = "\v\f\x1c\x1d\x1e\x85"
_CONTROLS: Mapping[int, str | None] = {
    code: "\n" if chr(code) in _BREAKS else None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n\r"
}
"""What is in old files between pages, and at their end; tabs and ends of lines stay."""


def decode_transcript(content: bytes) -> str:
    """The text of a file, without control characters: UTF-8, with or without a byte order mark, UTF-16 with one, else
    Windows' Latin-1. Raises TranscriptError where it is too large, or no text."""
    return _decode(content).translate(_CONTROLS)


def _decode(content: bytes) -> str:
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
    matches = tuple(_written_match(one) for one in found if one.games)
    if not matches:
        raise TranscriptError(f"No line of the file begins a game, such as “Game 1”{_said_other(text)}.")
    return matches


def _said_other(text: str) -> str:
    begins = text[:20].lstrip().lower()
    what = next((what for sign, what in _OTHER_FILES.items() if begins.startswith(sign)), None)
    return f"; it is {what}: export the match as .mat" if what else ""


def _begins_a_match(reading: _Reading, line: str) -> bool:
    """Whether another match begins: a heading, a length or a first game after games."""
    if not reading.games:
        return False
    heading, game = _heading(line), _game_line(line)
    named = heading is not None and heading[0] in _HEADS
    return named or bool(_LENGTH.search(line[:_LONGEST_LINE])) or (game is not None and int(game[1]) == 1)


_HEADS = ("site", "match id", "event", "player 1", "player 2")


def _heading(line: str) -> tuple[str, str] | None:
    """The word, in lower case, and the value of a line such as `; [Player 1 "Ann"]`; None: it is another line."""
    found = _HEADING.match(line)
    if found is None:
        return None
    quoted = found[1].partition('"') if '"' in found[1] else found[1].strip().rpartition(" ")
    return quoted[0].strip().lower()[:40].rstrip(), quoted[2].strip().rstrip('"')[:200].rstrip()


def _read_line(reading: _Reading, number: int, line: str) -> None:
    """Adds what the line says."""
    if len(line.strip()) > _LONGEST_LINE:
        _add(reading, Unread("first", reading.last_move, number, text=line.strip()))
    elif heading := _heading(line):
        reading.heading[heading[0]] = heading[1]
    elif not line.strip() or line.lstrip().startswith(_COMMENT):
        return
    elif not reading.games and (length := _LENGTH.search(line)):
        reading.length = int(length[1] or length[2] or length[3] or 0)
    elif game := _game_line(line):
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


def _game_line(line: str) -> re.Match[str] | None:
    """The line that begins a game, with its number."""
    return _GAME.match(_without_crawford(line))


def _without_crawford(line: str) -> str:
    return _CRAWFORD.sub("", line).rstrip(" \t-–(,") if "crawford" in line.lower() else line


def _score_line(line: str) -> tuple[tuple[str, str], Score] | None:
    """The names and scores of both sides; None: it is another line. A name may hold colons and spaces."""
    said = _without_crawford(line).strip()
    gaps = [(found.start(), found.end()) for found in re.finditer(r"\s{2,}", said)]
    for end, begins in (*gaps, *((found.end(), found.end()) for found in _SCORED.finditer(said))):
        sides = [part.rpartition(":") for part in (said[:end], said[begins:])]
        if all(colon and _POINTS.fullmatch(points) for _, colon, points in sides):
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
    """Reads what both sides did in a move, or how a game ended."""
    said = without_asides(line)
    numbered = _NUMBER.match(said)
    begins = numbered.end() if numbered else 0
    said = " " * begins + said[begins:]
    move = int(numbered[1]) if numbered else reading.last_move
    cells = cells_in(said, begins)
    before = said[begins : cells[0] if cells else None].strip()
    named = _side_named(reading, before) if len(cells) == 1 else None
    before = "" if named else before
    if not (before or cells) or (before and not numbered and not names_places(said)):
        return
    if numbered:
        _mind_the_gap(reading, move, line_number)
    far = _WIDEST_GAP + begins if numbered else _MIDDLE
    turns: list[AnyTurn] = []
    for place, (start, end) in enumerate(pairwise([*cells, len(said)])):
        left = place == 0 and (len(cells) > 1 or start <= far)
        column: Side = "first" if left is not reading.swapped else "second"
        turns += read_cell(named or column, move, line_number, said[start:end].strip())
    if before or len(cells) > 2 or any(isinstance(turn, Unread) and len(cells_in(turn.text, 0)) > 1 for turn in turns):
        turns = [Unread("first", move, line_number, text=said[begins:].strip())]
    for turn in turns:
        _add(reading, turn)


def _side_named(reading: _Reading, text: str) -> Side | None:
    """The side of that name; some write `Ann wins 1 point`."""
    said = [name.casefold() == text.casefold() for name in reading.names or ()]
    return None if not text or sum(said) != 1 else "first" if said[0] else "second"


def _mind_the_gap(reading: _Reading, move: int, line: int) -> None:
    if move != reading.last_move + 1:
        _add(reading, Lost("first", move, line))
    reading.last_move = move


def _add(reading: _Reading, turn: AnyTurn) -> None:
    reading.added += 1
    if reading.added > MOST_TURNS:
        raise TranscriptError(f"The match has more than {MOST_TURNS} turns.")
    reading.turns.append(turn)


def _written_match(reading: _Reading) -> WrittenMatch:
    heading, (first, second) = reading.heading, reading.names or ("", "")
    names = first or heading.get("player 1") or "First", second or heading.get("player 2") or "Second"
    games = [replace(game, turns=_with_those_given_up(game.turns)) for game in reading.games]
    return WrittenMatch(reading.length or _length_in(heading), names, games, _start_in(heading), heading)


def _with_those_given_up(turns: Sequence[AnyTurn]) -> list[AnyTurn]:
    """The turns, with each side that gave up before the roll: it has question marks in place of dice, and its opponent
    has then won."""
    return [
        GameWon(other(turn.side), turn.move, turn.line, gave_up=True)
        if isinstance(turn, Unread) and _HIDDEN.match(turn.text) and _wins(other(turn.side), after)
        else turn
        for turn, after in zip_longest(turns, turns[1:])
    ]


def _wins(side: Side, turn: AnyTurn | None) -> bool:
    return isinstance(turn, GameWon) and turn.side == side and not turn.gave_up


def _length_in(heading: Mapping[str, str]) -> int:
    said = heading.get("match length") or heading.get("matchlength") or ""
    return int(said) if said.isascii() and said.isdigit() and len(said) <= 3 else 0


def _start_in(heading: Mapping[str, str]) -> StartName:
    """The start that a heading names. Raises TranscriptError for that of a game with other rules."""
    said = heading.get("variation", "").lower()
    if "hyper" in said or "long" in said:
        raise TranscriptError(f"The match is of {heading['variation']}, which has other rules than backgammon.")
    return "nackgammon" if "nack" in said else "backgammon"
