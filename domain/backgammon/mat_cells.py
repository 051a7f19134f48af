"""What a cell of a transcript says: one side's turn, as programs of the field write it (GAM-7).

What they differ in is read alike: `25/` or `bar/`, `/0` or `/off`, `8/5` or `8-5`, doubles move by move or with `(2)`,
a checker moved by several dice at once (`20/9`, `13/7*/5`), hits marked or not, dice as `31:`, `3-1:` or `(31)`,
`Cannot Move` or nothing, `Drops` or `Declines`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from domain.backgammon.checkers import BAR, OFF, Position
from domain.backgammon.snowie import read_snowie
from domain.backgammon.turns import AnyTurn, Doubled, GameWon, Move, Passed, Played, Taken, Unread
from domain.kernel.values import Side, other

MOST_MOVES = 8
"""Of a play: no more than four are legal, and nobody moves twice as many unchallenged."""
_DOUBLES = r"(?:re)?doubles?"
_TAKES = r"takes?|took|accept(?:s|ed)?|(beavers?)"
_PASSES = r"drop(?:s|ped)?|pass(?:es|ed)?|reject(?:s|ed)?|declined?s?|refuse[sd]?"
_WINS = r"wins?|won"
_GIVES_UP = r"(?:resign|conced|forfeit|surrender)\w*|gives?\s+up|time[sd]?[ -]?out|los(?:es|t)\s+on\s+time"
_NO_PLAY = r"\?+|pass(?:es|ed)?\b|(?:resign|conced|forfeit)\w*"
"""What follows dice in place of a play."""
_CELL = re.compile(
    rf"(?<![^\s)])(?:[0-9]-?[0-9] ?:(?: {{0,3}}(?:{_NO_PLAY}))?"
    r"|\([1-6][- ]?[1-6]\) ?:?"
    r"|(?<!=> )(?<!to )[1-6][1-6](?=\s+(?:bar|\d{1,2})[/-]|\s*$)"
    rf"|\?{{2,}}(?!\S)|(?:{_DOUBLES}|{_TAKES}|{_PASSES}|{_WINS}|{_GIVES_UP})\b)",
    re.I,
)
_BRACKETED = re.compile(r"^\(([1-6])[- ]?([1-6])\) ?:?")
_ILLEGAL = re.compile(r"illegal\s+(?:play|move)\s*\((.*)\)$", re.I)
_PLAYED = re.compile(r"([1-6])-?([1-6]) ?:?\s*(.*)$", re.S)
_DOUBLED = re.compile(rf"{_DOUBLES}(?:\s*(?:=+>|->|to|[:(])\s*(\d{{1,4}})\)?)?$", re.I)
_WON = re.compile(
    rf"(?:{_WINS})(?:\s+(\d{{1,4}})\s+points?(?:\s*(?:with\s+)?\(?(?:an?\s+)?(?:single|gammon|backgammon)\)?)?)?"
    r"(?:\s+the\s+game)?(?:\s+(?:and\s+)?the\s+match)?$",
    re.I,
)
_TAKEN = re.compile(rf"(?:{_TAKES})(?:\s*=>\s*\d{{1,4}})?$", re.I)
_PASSED = re.compile(rf"(?:{_PASSES})$", re.I)
_GAVE_UP = re.compile(rf"(?:{_GIVES_UP})\b.*$", re.I)
_MOVED = re.compile(r"(bar|\d{1,2})((?:[/-](?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?(\*?)", re.I)
_NOTHING = re.compile(
    r"\(?(?:(?:cannot|can['’]t)\s+(?:move|enter)|no\s+(?:legal\s+)?(?:moves?|plays?)|none|dances?|fan(?:s|ned)?"
    r"|pass(?:es|ed)?|-+)?\)?$",
    re.I,
)
_NOT_WRITTEN = re.compile(r"\?+$")
_ASIDE = re.compile(
    r"\{[^{}]*\}|\[[^\[\]]*\]|\(\s*[-+]?\d*[.,]\d+\s*\)|(?<![^\s)]);.*$|(?<=[\df*)])[!?]{1,2}(?!\S)", re.I
)
"""What people and programs add to a play: a comment, an equity, a mark."""
_PLACES = re.compile(r"(?:\d|bar)\s*/", re.I)


def cells_in(line: str, begins: int) -> list[int]:
    """Where cells begin in a line, from that column on."""
    return [found.start() for found in _CELL.finditer(line, begins)]


def without_asides(line: str) -> str:
    """The line with blanks where there is something beside the play, so that its columns stay. What is taken out may
    leave a blank before another mark, which goes then, too."""
    said = _ASIDE.sub(lambda found: " " * len(found[0]), line)
    return said if said == line else without_asides(said)


def names_places(line: str) -> bool:
    """Whether it has places of the board, as a play does."""
    return _PLACES.search(line) is not None


def read_cell(side: Side, move: int, line: int, text: str) -> Sequence[AnyTurn]:
    """The turns in a cell: one turn, or dice and then giving up."""
    said = _BRACKETED.sub(r"\1\2: ", text.rstrip(".! "))
    played = _PLAYED.match(said)
    if played is None:
        return (_read_word(side, move, line, said) or Unread(side, move, line, text=text),)
    roll = int(played[1]), int(played[2])
    if _GAVE_UP.match(played[3]):
        return Played(side, move, line, roll, None), GameWon(other(side), move, line, gave_up=True)
    if board := _board_after(played[3]):
        return (Played(side, move, line, roll, None, board),)
    moves = read_moves(played[3])
    return (Unread(side, move, line, text=text) if moves == "unread" else Played(side, move, line, roll, moves),)


def _board_after(text: str) -> Position | None:
    """The board after an illegal play, as its side sees it; None: it is written otherwise."""
    illegal = _ILLEGAL.match(text)
    try:
        return read_snowie(illegal[1]).flip() if illegal else None
    except ValueError:
        return None


def _read_word(side: Side, move: int, line: int, said: str) -> AnyTurn | None:
    if doubled := _DOUBLED.match(said):
        return Doubled(side, move, line, int(doubled[1]) if doubled[1] else None)
    if taken := _TAKEN.match(said):
        return Taken(side, move, line, beaver=bool(taken[1]))
    if _PASSED.match(said):
        return Passed(side, move, line)
    if won := _WON.match(said):
        return GameWon(side, move, line, int(won[1]) if won[1] else None)
    if _GAVE_UP.match(said):
        return GameWon(other(side), move, line, gave_up=True)
    return None


def read_moves(text: str) -> tuple[Move, ...] | Literal["unread"] | None:
    """The moves of a play as they are written; None where they are not; `unread` where they are none."""
    if _NOT_WRITTEN.match(text):
        return None
    if _NOTHING.match(text):
        return ()
    found: list[Move] = []
    for word in re.split(r"[\s,]+", text.strip()):
        moved = _MOVED.fullmatch(word)
        if moved is None:
            return "unread"
        found += list(_chain(moved)) * int(moved[3] or 1)
    on_board = all(move.start <= BAR and move.end <= BAR for move in found)
    return tuple(found) if on_board and len(found) <= MOST_MOVES else "unread"


def _chain(moved: re.Match[str]) -> Iterator[Move]:
    """One checker's moves: `13/7*/5` are two."""
    places = [moved[1], *re.split(r"[/-]", moved[2][1:])]
    marked = [place.endswith("*") or (bool(moved[4]) and place is places[-1]) for place in places]
    values = [_place(place.rstrip("*")) for place in places]
    for (start, end), hits in zip(pairwise(values), marked[1:], strict=True):
        yield Move(start, end, hits)


def _place(said: str) -> int:
    return {"bar": BAR, "off": OFF}[said.lower()] if said.isalpha() else int(said)
