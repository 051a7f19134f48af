"""The turn of a transcript that a dispute or a ruling points at: in its words, by the address of its page (GAM-7)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from api.routes.tournament.match_record import read_game_of_transcript, read_transcript_of_match
from api.site.desk.matters import asked
from api.site.frame.visit import Json, Visit
from api.site.replay.shown_game import Shown, shown_turn
from api.site.words.replay import CITED, DIFFERS, DIFFERS_IN

_POINTS = ("attachment", "game", "turn")


@dataclass(frozen=True, slots=True)
class Cited:
    """A turn of a game, by its place in the transcript that is kept with a match."""

    match: int
    attachment: int
    game: int
    turn: int

    def address(self, tournament: str) -> str:
        """Where it is shown."""
        place = f"/tournaments/{tournament}/matches/{self.match}/transcripts/{self.attachment}"
        return f"{place}/games/{self.game}?turn={self.turn}"


def cited_by(given: Mapping[str, str]) -> Cited | None:
    """What the address of a form points at."""
    if not {"match", *_POINTS} <= set(given):
        return None
    return Cited(*(int(given[name]) for name in ("match", *_POINTS)))


def cited_in(tournament: str, text: str) -> Cited | None:
    """The first turn of that tournament whose address is in the text."""
    number = "([1-9][0-9]{0,8})"
    place = f"/tournaments/{re.escape(tournament)}/matches/{number}/transcripts/{number}"
    found = re.search(rf"{place}/games/{number}\?turn={number}(?![0-9])", text)
    return Cited(*map(int, found.groups())) if found else None


@dataclass(frozen=True, slots=True)
class CitedTurn:
    """It as its page shows it, as far as the visitor may read it."""

    cited: Cited
    replay: Json
    board: Shown

    @property
    def clause(self) -> str | None:
        """The clause that the first finding of the turn names."""
        found = self.board.turn["findings"] if self.board.turn else ()
        return next((one["clause"] for one in found if one["clause"]), None)


def cited_turn(visit: Visit, tournament: str, cited: Cited | None) -> CitedTurn | None:
    """What is there; None where nothing is cited, or the visitor may not read it."""
    if cited is None:
        return None
    place = {"tournament": tournament, "match": cited.match, "attachment": cited.attachment, "game": cited.game}
    replay = asked(visit, read_game_of_transcript, **place)
    return None if replay is None else CitedTurn(cited, replay, shown_turn(replay, cited.turn))


def said_turn(visit: Visit, tournament: str, turn: CitedTurn, names: Mapping[str, str]) -> str:
    """What a dispute about it says to begin with: where it is, what was done, and its address."""
    told = turn.board.turn or {"move": None, "side": "first", "text": "–"}
    named = {
        "transcript": turn.cited.attachment,
        "game": turn.cited.game,
        "move": told["move"] or "–",
        "name": names[told["side"]],
        "play": told["text"] or "–",
    }
    return f"{visit.said(CITED) % named} {turn.cited.address(tournament)}"


def said_differences(visit: Visit, tournament: str, match: int, attachment: int) -> str:
    """What a dispute says to begin with about a transcript that says something else than what is recorded; empty where
    it says the same, or the visitor may not read it."""
    place = {"tournament": tournament, "match": match, "attachment": attachment}
    told = asked(visit, read_transcript_of_match, **place)
    found = [one["facts"] for one in told["findings"] if one["kind"] == "other-than-recorded"] if told else []
    if not found:
        return ""
    parts = (visit.said(DIFFERS_IN[one["what"]]) % one for one in found)
    said = visit.said(DIFFERS) % {"transcript": attachment, "differences": "; ".join(parts)}
    return f"{said} /tournaments/{tournament}/matches/{match}/transcripts/{attachment}"
