"""A result corrected: the old score to be changed, then a card for each way to go on, its consequences worked out.

Nothing is kept on the server between the steps. Each card is a preview; the digest that was shown goes with the choice.
"""

from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Match, Tournament
from api.routes.tournament.standings import read_match
from api.site.desk import showing, typed
from api.site.frame.forms import Answered, FormSent, FormVisit, WrongTypedError, once
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json
from api.site.public.shown_tournament import numbers_of
from api.site.words.desk import WRONG_SCORE

router = new_pages()

_CHOICE_NEEDED = "choice-needed"


@dataclass(frozen=True, slots=True)
class Card:
    """A way to go on: the `choice` of what becomes of later matches, empty where there are none; and what it would
    change, or why it can't be chosen."""

    choice: str
    preview: Json | None
    refused: Json | None = None


@router.post("/desk/{tournament}/matches/{match}/correction")
async def correct(visit: FormSent, tournament: Tournament, match: Match) -> Response:
    """The cards for the score that was typed; or the correction itself, by one of them."""
    showing.require_login(visit)
    try:
        command = _command(visit)
    except WrongTypedError as wrong:
        return await run_in_threadpool(_page, visit, tournament, match, [], wrong.answered)
    if "card" not in visit.form:
        return await _looked_at(visit, tournament, match, command)
    choice = visit.said("card")
    told = {**_chosen(choice), "expected": visit.said(f"expected-{choice}") or None}
    path = f"/v1/tournaments/{tournament}/matches/{match}/corrections"
    answered = await visit.sends(path, {**command, **told}, seen=visit.said("seen") or None)
    if answered.done:
        return visit.goes_to(f"{showing.address(tournament, 'now')}?recorded={match}")
    return await _looked_at(visit, tournament, match, command, answered)


async def _looked_at(
    visit: FormVisit, tournament: str, match: int, command: Json, answered: Answered | None = None
) -> Response:
    cards = await _cards(visit, tournament, match, command)
    return await run_in_threadpool(_page, visit, tournament, match, cards, answered)


def _command(visit: FormVisit) -> Json:
    """What is corrected, and why. Raises WrongTypedError."""
    reason = visit.said("reason") or typed.in_words(visit, WRONG_SCORE)
    return {"result": typed.score(visit.said("score")), "reason": reason}


def _chosen(choice: str) -> Json:
    return {"choice": choice} if choice else {}


async def _cards(visit: FormVisit, tournament: str, match: int, command: Json) -> list[Card]:
    """One where no later match has been started, else one for each choice that there is."""
    plain = await _card(visit, tournament, match, command, "")
    needed = plain.refused or {}
    if not needed.get("type", "").endswith(_CHOICE_NEEDED):
        return [plain]
    order = ("stand", "rewind", "restore")
    offered = [one for one in order if one in needed.get("choices", order)]
    return [await _card(visit, tournament, match, command, one) for one in offered]


async def _card(visit: FormVisit, tournament: str, match: int, command: Json, choice: str) -> Card:
    tried = {"kind": "correct-result", "match": match, **command, **_chosen(choice)}
    body = {"command": tried}
    answered = await visit.sends(f"/v1/tournaments/{tournament}/previews", body, part=f"-card-{choice}")
    return Card(choice, answered.body) if answered.done else Card(choice, None, answered.body)


def _page(
    visit: FormVisit, tournament: str, match: int, cards: list[Card], answered: Answered | None = None
) -> Response:
    made = showing.tournament(visit, tournament)
    found = visit.asks(read_match, tournament=tournament, match=match)
    alone = cards[0].refused if len(cards) == 1 else None
    refused = answered.body if answered is not None else alone
    return visit.page(
        "desk/correction.html",
        **made,
        **showing.frame(tournament, f"matches/{match}"),
        zone=made["tournament"]["time_zone"],
        status=refused["status"] if refused else 200,
        match=found,
        cards=[one for one in cards if one is not None and one.preview],
        refused=refused,
        changes=(),
        form=visit.form,
        reason=visit.said("reason") or typed.in_words(visit, WRONG_SCORE),
        etag=showing.etag_of_match(found),
        persons=visit.names(_persons(cards), numbers_of(made["entries"])),
        again=once(),
    )


def _persons(cards: list[Card]) -> list[str]:
    """The persons whose ratings a card would change, as far as the visitor is told of them."""
    rated: list[Any] = [one for card in cards for one in (card.preview or {}).get("ratings", ())]
    return [one["person"] for one in rated if "person" in one]
