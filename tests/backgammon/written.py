"""Matches written down by hand, to be checked."""

from domain.backgammon.checking import CheckedMatch, check_match
from domain.backgammon.mat_reading import read_matches
from domain.backgammon.terms import Terms
from domain.backgammon.turns import WrittenMatch


def written(*games: str, length: int = 5, heading: str = "") -> WrittenMatch:
    """A match of those games, each `0-0; 31: 8/5 6/5 | 52: 13/8 13/11; ...`: the score, then by move what both sides
    did, which may be nothing. A line that begins with `!` is as it is."""
    lines = [heading, f" {length} point match"]
    for number, game in enumerate(games, 1):
        score, *moves = [part.strip() for part in game.split(";")]
        first, _, second = score.partition("-")
        lines += ["", f" Game {number}", f" Ann : {first}                    Ben : {second}"]
        for move, both in enumerate(moves, 1):
            left, _, right = both.partition("|")
            lines.append(both[1:] if both.startswith("!") else f"{move:3}) {left.strip():31}{right.strip()}".rstrip())
    (match,) = read_matches("\n".join(lines))
    return match


def checked(*games: str, length: int = 5, heading: str = "", terms: Terms | None = None) -> CheckedMatch:
    """The same, checked; by its own terms, where none are given."""
    return check_match(written(*games, length=length, heading=heading), terms)


def found(match: CheckedMatch) -> list[str]:
    """What was found, as `kind game.move side`, without that the match goes on."""
    told = [one for one in match.findings if one.kind not in ("unfinished-match", "unfinished-game")]
    places = [".".join(str(number) for number in (one.game, one.move) if number) for one in told]
    return [" ".join(filter(None, [one.kind, place, one.side])) for one, place in zip(told, places, strict=True)]
