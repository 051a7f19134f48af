"""A match that is played to a wrong length, settled before it has a result (TD-16) [4.8].

Readings: a match may be recorded with the wrong length, or with the correct one while the sides play to another. The
length that holds from here on is recorded either way; the result is shown and rated at it (ELO-2). A length played to
holds even where no such length was announced.
"""

from domain.formats.contract.acts import CorrectMatch
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.matches import LENGTH_AFTER_GAME, LENGTH_NOT_ALLOWED, NOTHING_CORRECTED
from domain.scoring.disputes import AskedAfterGame, LengthCorrected, LengthStands, wrong_length
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.lookup import open_match
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import WrongLengthResolved
from domain.tournament.state import Tournament


def resolved_length(match: Match, told: match_commands.WrongLength) -> LengthStands | LengthCorrected | AskedAfterGame:
    """The way in which the wrong length is resolved. Raises Refused where it is played to the correct length."""
    score = told.first_points, told.second_points
    return wrong_length(
        _length_played(match, told), told.correct_length, score, told.games_ended, told.game_in_progress
    )


def resolve(state: Tournament, command: match_commands.ResolveWrongLength, _: Context) -> Events:
    """TD-16: by staff who do not play it, while the match has no result."""
    match = open_match(state, command.match)
    _require_to_points(match)
    resolved = resolved_length(match, command)
    if isinstance(resolved, AskedAfterGame):
        detail = f"Game {resolved.game} is in progress, and may end match {match.number}."
        raise Refused(LENGTH_AFTER_GAME, detail, match=match.number, game=resolved.game)
    from_game = _from_game(state, match, resolved)
    settled = {"played_length": _length_played(match, command), "length": resolved.length, "from_game": from_game}
    return (WrongLengthResolved.from_attributes(command, match=match.number, **settled),)


def _length_played(match: Match, told: match_commands.WrongLength) -> int:
    """The wrong length: as given, or as it is recorded."""
    return told.played_length or match.as_played[1]


def _require_to_points(match: Match) -> None:
    """Only such a match has a length of its own."""
    if match.form != "points":
        detail = f"A match of form {match.form} has a fixed length."
        raise Refused(LENGTH_NOT_ALLOWED, detail, match=match.number, form=match.form)


def _from_game(state: Tournament, match: Match, resolved: LengthStands | LengthCorrected) -> int | None:
    """The game from which the length is corrected; None where it is kept. Raises Refused where the tournament plays no
    match to it, and where it is settled so already."""
    from_game = None
    if isinstance(resolved, LengthCorrected):
        stage_of_match(state, match).require(CorrectMatch(False, resolved.length, match.form))
        from_game = resolved.from_game
    if (resolved.length, from_game) == (match.as_played[1], match.length_from_game):
        detail = f"Match {match.number} is recorded as a match to {resolved.length}; its length can't change."
        raise Refused(NOTHING_CORRECTED, detail, match=match.number, length=resolved.length)
    return from_game
