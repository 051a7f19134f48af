"""The words of the hand-worked pages for score sheets and wrong lengths, and what their columns show of these (TD-15 to
TD-18).

- `hands in 6-5 on 1`, `hands in 6-5? on 1` where it is not clear, `hands in 4-4 (A2s B4s) on 1`, and any of them with
  ` during a game` behind it; of Z, ` for D` at the end
- `settles A-D to 7, played to 5 up to 3-2 after 4`, and ` during a game` behind it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from domain.kernel.values import Side
from domain.match.record import Match
from domain.scoring.crawford import DoubledCrawford
from domain.scoring.disputes import ScoreSheet, ScoreStands
from domain.scoring.endings import MatchFlag
from domain.scoring.undecided import DirectorDecides
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.decisions.rulings.score_sheets import decided_by_sheets, flagged_sheets
from domain.tournament.derived.irregularities import flags_of
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import person
from tests.directing import words

if TYPE_CHECKING:
    from tests.domain.story import Story

Commands = tuple[Command, ...]


def _hand_in(
    story: Story, who: str, score: str, games: str | None, in_game: str | None, dispute: str, of: str | None
) -> Commands:
    first, second = words.score(score.removesuffix("?"))
    name = story.desk.name(_disputed(story, int(dispute)))
    sheet = ScoreSheet(
        first=first,
        second=second,
        clear=not score.endswith("?"),
        games=words.games(story.translated(name, games)) if games else (),
        game_in_progress=in_game is not None,
    )
    said = {"kind": "statement", "person": person(of or who), "statement": "My sheet.", "score_sheet": sheet}
    return (ruling_commands.RecordStatement.model_validate({"dispute": int(dispute), **said}),)


def _settle(
    story: Story, _: str, name: str, correct: str, played: str, score: str, ended: str, in_game: str | None
) -> Commands:
    first, second = words.score(score)
    command = match_commands.ResolveWrongLength(
        match=story.match(name).number,
        correct_length=int(correct),
        played_length=int(played),
        first_points=first,
        second_points=second,
        games_ended=int(ended),
        game_in_progress=in_game is not None,
        reason="As announced.",
    )
    return (command,)


SHEET_ACTS: tuple[tuple[str, Callable[..., Commands]], ...] = (
    (r"hands in (\d+-\d+\??)(?: \((.+)\))?( during a game)? on (\d)(?: for (\w))?", _hand_in),
    (r"settles (\w-\w) to (\d+), played to (\d+) up to (\d+-\d+) after (\d+)( during a game)?", _settle),
)


def _disputed(story: Story, dispute: int) -> Match:
    number = story.desk.state.directing.disputes[dispute].on.number
    assert number is not None
    return story.desk.state.matches[number]


def _by_the_sheets(story: Story) -> Iterator[str]:
    """`1 6-5 by D, player-behind; 1 on A's game 2 doubled, 4-3 without`."""
    state = story.desk.state
    for number, dispute in sorted(state.directing.disputes.items()):
        decided = decided_by_sheets(state, dispute)
        if decided is not None:
            yield f"{number} {_decided(story, number, decided)}"
            for side, flag in flagged_sheets(state, dispute):
                yield f"{number} on {_letter(story, number, side)}'s {_flag(flag)}"


def _decided(story: Story, dispute: int, decided: ScoreStands | DirectorDecides) -> str:
    if isinstance(decided, DirectorDecides):
        return f"the director: {decided.because}"
    by = "both" if decided.sheet_of is None else _letter(story, dispute, decided.sheet_of)
    return f"{decided.first}-{decided.second} by {by}, {decided.because}"


def _letter(story: Story, dispute: int, side: Side) -> str:
    return story.desk.letter(_disputed(story, dispute).sides[side == "second"])


def _flag(flag: MatchFlag) -> str:
    """`game 2 doubled, 4-3 without`, `game 2 doubled, stands`, `game 2 agreed`, `agreed`."""
    game = "" if flag.game is None else f"game {flag.game} "
    if not isinstance(flag, DoubledCrawford):
        return f"{game}agreed"
    return f"{game}doubled, {'{}-{} without'.format(*flag.without) if flag.without else 'stands'}"


def _flags(story: Story) -> Iterator[str]:
    for match in story.desk.matches():
        for flag in flags_of(story.desk.state, match) if match.live else ():
            yield f"{story.desk.name(match)} {_flag(flag)}"


def _reported(story: Story) -> Iterator[str]:
    """What the report flags of matches."""
    for one in report_of(story.desk.state).flagged_matches:
        yield f"{story.desk.name(story.desk.state.matches[one.match])} by {one.flag.clause}"


def _lengths(story: Story) -> Iterator[str]:
    for match in story.desk.matches():
        since = f" from game {match.length_from_game}" if match.length_from_game else ""
        if match.live:
            yield f"{story.desk.name(match)} {match.as_played[1]}{since}"


SHEET_COLUMNS: Mapping[str, Callable[[Story], Iterator[str]]] = {
    "by the sheets": _by_the_sheets,
    "flags": _flags,
    "it reports": _reported,
    "lengths": _lengths,
}
