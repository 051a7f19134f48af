"""Where in its match a dispute or a ruling is about: what was done there and the board that it found (GAM-7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from api.routes.tournament.match_record import read_game_of_transcript, read_transcript_of_match
from api.site.desk.matters import asked
from api.site.frame.visit import Json, Visit
from api.site.replay.shown_game import Board, board_of, shown_turn
from api.site.words.replay import CITED, DIFFERS, DIFFERS_IN
from domain.backgammon.xgid import read_xgid

_OF_A_TURN = ("match", "attachment", "game", "turn")


@dataclass(frozen=True, slots=True)
class Cited:
    """A place in a match: `in_game` as the API tells it. `turn` is what was done there, `place` where that turn is in
    its game, and `board` what it found, as far as it is known and the visitor may read the transcript."""

    match: int
    in_game: Json
    turn: Json | None = None
    place: int | None = None
    board: Board | None = None

    @property
    def address(self) -> str | None:
        """Where it is shown within its tournament; None where no transcript shows it."""
        if self.in_game["attachment"] is None:
            return None
        game = f"/matches/{self.match}/transcripts/{self.in_game['attachment']}/games/{self.in_game['game']}"
        return game if self.place is None else f"{game}?turn={self.place}"

    @property
    def clause(self) -> str | None:
        """The clause that the first finding of the turn names."""
        found = self.turn["findings"] if self.turn else ()
        return next((one["clause"] for one in found if one["clause"]), None)

    @property
    def remedy(self) -> Json | None:
        """The remedy that the turn calls for."""
        return self.turn["remedy"] if self.turn else None


def cited_turn(visit: Visit, tournament: str, given: Mapping[str, str]) -> Cited | None:
    """The turn of a transcript that the address of a form points at; None: it points at none that the visitor may
    read."""
    if not set(_OF_A_TURN) <= set(given):
        return None
    match, attachment, game, place = (int(given[name]) for name in _OF_A_TURN)
    replay = _replay(visit, tournament, match, attachment, game)
    if replay is None:
        return None
    turn = shown_turn(replay, place).turn or {"move": None, "side": None}
    side = turn["side"] if turn["move"] else None
    at = {"game": game, "move": turn["move"], "side": side, "attachment": attachment, "position": None}
    return _cite_turn(match, at, replay, place)


def cited_place(visit: Visit, tournament: str, match: int, in_game: Json) -> Cited:
    """The place in that match that a dispute or a ruling names."""
    if in_game["position"] is not None:
        return Cited(match, in_game, board=board_of(read_xgid(in_game["position"])))
    attachment = in_game["attachment"]
    replay = None if attachment is None else _replay(visit, tournament, match, attachment, in_game["game"])
    return _cite_turn(match, in_game, replay, _place_in(replay, in_game))


def _place_in(replay: Json | None, in_game: Json) -> int | None:
    """The first turn of that move and side."""
    turns = enumerate(replay["turns"] if replay else (), 1)
    move, side = in_game["move"], in_game["side"]
    found = (place for place, one in turns if one["move"] == move and side in (None, one["side"]))
    return None if move is None else next(found, None)


def _cite_turn(match: int, in_game: Json, replay: Json | None, place: int | None) -> Cited:
    if replay is None or place is None:
        return Cited(match, in_game)
    shown = shown_turn(replay, place)
    return Cited(match, in_game, shown.turn, place if shown.turn else None, shown.board)


def _replay(visit: Visit, tournament: str, match: int, attachment: int, game: int) -> Json | None:
    place = {"tournament": tournament, "match": match, "attachment": attachment, "game": game}
    return asked(visit, read_game_of_transcript, **place)


def said_turn(visit: Visit, cited: Cited, names: Mapping[str, str]) -> str:
    """The beginning of a dispute about it: where it is, and what was done."""
    told = cited.turn or {"move": None, "side": "first", "text": "–"}
    named = {
        "transcript": cited.in_game["attachment"],
        "game": cited.in_game["game"],
        "move": told["move"] or "–",
        "name": names[told["side"]],
        "play": told["text"] or "–",
    }
    return visit.said(CITED) % named


def said_differences(visit: Visit, tournament: str, match: int, attachment: int) -> str:
    """The beginning of a dispute about a transcript that says something else than what is recorded; empty where
    it says the same, or the visitor may not read it."""
    place = {"tournament": tournament, "match": match, "attachment": attachment}
    told = asked(visit, read_transcript_of_match, **place)
    found = [one["facts"] for one in told["findings"] if one["kind"] == "other-than-recorded"] if told else []
    if not found:
        return ""
    parts = (visit.said(DIFFERS_IN[one["what"]]) % one for one in found)
    said = visit.said(DIFFERS) % {"transcript": attachment, "differences": "; ".join(parts)}
    return f"{said} /tournaments/{tournament}/matches/{match}/transcripts/{attachment}"
