"""Players at their own phone: a link logs each in, once; then they see who they play and where, report, and confirm.

A director issues the links on a page of the desk, where each is shown this once: to the player who is there, or to
be read out. No page that is printed or thrown on a wall has one. The links of the hall's screens are issued there too.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from api.http import parameters
from api.http.paging import NUMBERS
from api.http.problems import KEY_MISSING, ROUTE_UNKNOWN, Problem
from api.http.sessions.store import SPOKEN
from api.routes.federation.clubs import list_clubs, list_membership_requests
from api.routes.person.memberships import read_memberships
from api.routes.person.records import read_person_record
from api.routes.tournament.history import read_history
from api.routes.tournament.links import list_links, list_screens
from api.routes.tournament.rulings import list_disputes, list_rulings
from api.routes.tournament.standings import list_entries, read_tournament
from api.site.desk import showing, typed
from api.site.desk.matters import asked, is_past
from api.site.frame.codes import address_of, drawn
from api.site.frame.forms import Answered, FormSent, FormVisit, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import entered_by_code
from api.site.public.entry import of_entry
from api.site.public.shown_tournament import (
    dice_awaited,
    names_in,
    progress_of,
    shown,
    stakes_of,
    takes_reentries,
    who_has_lost,
)
from api.site.public.start import found_tournaments
from api.site.public.tournament import T
from api.site.words.desk import MISTYPED
from domain.kernel.calendar import window_closes
from domain.kernel.envelope import MACHINE
from domain.kernel.ids import PersonId
from projections.queries.finding.tournaments import Wanted

router = new_pages()

_CODE, _HOME, _LINKS = "players/code.html", "players/home.html", "players/links.html"
_WITHDRAWAL = "players/withdrawal.html"
Code = Annotated[str, Path(pattern=SPOKEN)]
_ASKED = "membership-request-to-answer"
_SHOWN_FOR = timedelta(days=30)
"""How long the answer of a club that has declined a request is shown."""
Act = Literal["result", "confirmation", "withdrawal", "dispute", "mistyped", "not-mine"]
_PATHS = {
    "result": "result",
    "confirmation": "verification",
    "withdrawal": "result/withdrawal",
    "not-mine": "result/withdrawal",
}
"""Where what players do with a match is sent; the others open a dispute."""
_NOT_MINE = "I have not confirmed this result."
"""The matter of a dispute that takes one tap: what was begun after the result stays (ALL-4)."""


@router.get("/play")
def show_play(visit: Visiting) -> Response:
    """Where the code of a link is typed, below what waits for anyone who has a key of their own; anyone who came by a
    link goes on to their tournament."""
    key = visit.reader.caller.key
    if key is not None and key.role == "player" and key.tournament is not None:
        return RedirectResponse(_home(key.tournament), 303)
    return _shown_code(visit, {})


def _shown_code(visit: Visit, told: Json, status: int = 200) -> Response:
    nothing: Json = {"code": None, "is_refused": False, "refused": None, "waiting": (), "entered": {}, "clubs": None}
    nothing |= {"asking": (), "joins": (), "over": (), "sanctions": ()}
    person = visit.reader.caller.person
    found = _own(visit, person) if person else {"running": found_tournaments(visit, Wanted(status="started"))["items"]}
    return visit.page(_CODE, status=status, **{**nothing, **found, **told})


def _own(visit: Visit, person: PersonId) -> Json:
    """What waits for the person, what they have entered, and their clubs, where the key may read these."""
    clubs, waiting = asked(visit, read_memberships, person=person), showing.what_waits(visit)
    return {
        "waiting": [one for one in waiting if not one["club"]],
        "asking": list(_asking(visit, waiting)),
        "entered": showing.entered(visit, person),
        "clubs": clubs,
        "over": _over(visit, clubs) if clubs else (),
        "sanctions": _sanctions(visit, person),
        "joins": visit.asks_all(list_clubs)["items"] if clubs else (),
        "is_known": True,
        "once": once(),
    }


def _asking(visit: Visit, waiting: list[Json]) -> Iterator[Json]:
    """The requests for a membership that the visitor answers, each with its club and with who asks."""
    for club, name in dict.fromkeys((one["club"], one["club_name"]) for one in waiting if one["kind"] == _ASKED):
        found = visit.asks_all(list_membership_requests, club=club)["items"]
        opened = [one for one in found if one["status"] == "open"]
        names = visit.reader.names({one["person"] for one in opened})
        yield from ({**one, "club": club, "name": name, "called": names.get(one["person"])} for one in opened)


def _over(visit: Visit, clubs: Json) -> list[Json]:
    """The person's requests that a club has declined of late, each club's last."""
    last = {one["club"]: one for one in clubs["requests"]}
    since = (visit.reader.now() - _SHOWN_FOR).isoformat()
    return [one for one in last.values() if one["status"] == "declined" and one["answered_at"] > since]


def _sanctions(visit: Visit, person: PersonId) -> list[Json]:
    """The federation's own sanctions of the person; `is_over` says of a ban that it holds no more."""
    record = asked(visit, read_person_record, person=person) or {"sanctions": [], "bans": []}
    over = {(one["record"], one["number"]) for one in record["bans"] if not one["in_force"]}
    return [{**one, "is_over": (one["person"], one["ban"]) in over} for one in record["sanctions"]]


@router.post("/play/sanctions/{number}/appeal")
async def appeal_sanction(visit: FormSent, number: parameters.Number) -> Response:
    """Appeals a sanction of the federation's own (TD-25)."""
    return await _send(visit, f"/v1/federation/sanctions/{number}/appeal", {"account": visit.said("account")})


@router.post("/play/requests")
async def ask_club(visit: FormSent) -> Response:
    """Asks a club for a membership (REG-5)."""
    place = f"/v1/clubs/{quote(visit.said('club'), safe='')}/requests"
    return await _send(visit, place, {"since": visit.said("since")})


@router.post("/play/clubs/{club}/requests/{number}/answer")
async def answer_request(visit: FormSent, club: parameters.Club, number: parameters.Number) -> Response:
    """Accepts that a person becomes a member of the club, or declines it (REG-5)."""
    place = f"/v1/clubs/{club}/requests/{number}/answer"
    return await _send(visit, place, {"accepted": visit.said("accepted") == "yes"})


@router.post("/play/clubs/{club}/requests/{number}/withdrawal")
async def withdraw_request(visit: FormSent, club: parameters.Club, number: parameters.Number) -> Response:
    """Withdraws the visitor's request for a membership (REG-5)."""
    return await _send(visit, f"/v1/clubs/{club}/requests/{number}/withdrawal", {})


@router.post("/play/clubs/{club}/answer")
async def answer_offer(visit: FormSent, club: parameters.Club) -> Response:
    """Accepts the membership that a club offers, or declines it (REG-5)."""
    place = f"/v1/clubs/{club}/offers/{quote(visit.said('offer'), safe='')}/answer"
    return await _send(visit, place, {"accepted": visit.said("accepted") == "yes"})


@router.post("/play/clubs/{club}/leaving")
async def leave_club(visit: FormSent, club: parameters.Club) -> Response:
    """Ends the visitor's membership of a club (REG-5)."""
    place = f"/v1/clubs/{club}/members/{quote(visit.said('membership'), safe='')}/end"
    return await _send(visit, place, {"until": visit.said("until")})


@router.post("/play/clubs/{club}/consent")
async def consent_to_public_club(visit: FormSent, club: parameters.Club) -> Response:
    """Says whether everybody may know that the visitor is a member of the club (REG-5)."""
    place = f"/v1/clubs/{club}/members/{quote(visit.said('membership'), safe='')}/publication-consent"
    return await _send(visit, place, {"granted": visit.said("granted") == "yes"})


async def _send(visit: FormVisit, place: str, body: Json) -> Response:
    answered = await tried(lambda: visit.sends(place, body))
    if answered.done:
        return visit.goes_to("/play")
    return await run_in_threadpool(_shown_code, visit, {"refused": answered.body}, answered.status)


@router.post("/play")
def type_code(visit: FormSent) -> Response:
    """A session for anyone who types the code of a link, once."""
    return entered_by_code(visit, visit.said("code"), _CODE, "/play")


@router.get("/play/{code}")
def show_link(visit: Visiting, code: Code) -> Response:
    """Opening a link does not use it up, since programs that look at links in messages open them too."""
    return visit.page(_CODE, code=code, is_refused=False)


@router.post("/play/{code}")
def open_link(visit: FormSent, code: Code) -> Response:
    """A session for anyone who shows a link, once."""
    return entered_by_code(visit, code, _CODE, "/play")


@router.get(f"{T}/play")
def show_home(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Who the player meets and where, and what they have to say about their matches."""
    return _show_page(visit, tournament, {})


def _show_page(visit: Visit, tournament: str, values: Json, status: int = 200) -> Response:
    entries = visit.asks_all(list_entries, tournament=tournament)["items"] if visit.reader.caller.person else []
    entry = _own_entry(visit, entries)
    made, about = of_entry(visit, tournament, entry), visit.asks(read_tournament, tournament=tournament)
    reported = [one for one in made["matches"] if one["status"] == "reported"]
    own_counted = _counted_as_told(visit, about, made["matches"], entry)
    decided = _decided_by_others(visit, tournament, entry, entries)
    progress = progress_of(visit, tournament)
    told: Json = {
        "refused": None,
        "form": {},
        "once": once(),
        "at": f"/desk/{tournament}",
        "address": _home(tournament),
        "etag_of_match": showing.etag_of_match,
        "has_left": about["status"] == "started" and _status_of(entries, entry) in ("resigned", "left"),
        "may_withdraw": _may_withdraw(about, entries, made, entry),
        "confirms": _awaits_word(visit, entries, entry),
        "dice": dice_awaited(visit, about, progress),
        "is_absent": entry in progress["absent"],
        "reported": reported,
        "at_once": _counted_at_once(visit, about, made["matches"], entry),
        "own_counted": own_counted,
        "by_links": _counted_by_link(visit, about, made["matches"]),
        "by_codes": _counted_by_code(visit, about, made["matches"]),
        "opponents": _opponents(about, entries, entry),
        "stakes": stakes_of(about),
        "message_ways": visit.reader.services.mails.offered(tournament, visit.reader.caller.person),
        "only_plays": visit.reader.caller.only_plays,
        **_code_of(visit, tournament, entry),
        "rulings": _rulings_on(visit, tournament, entry),
        "enters_again": _may_enter_again(about, entries, made["matches"], entry),
        "decided": decided,
        "has_withdrawn": decided is None and _status_of(entries, entry) == "withdrawn",
        **_words_awaited(visit, about, [*reported, *own_counted], entries),
    }
    return shown(visit, _HOME, tournament, **made, **{**told, **values}, status=status)


def _code_of(visit: Visit, tournament: str, entry: int) -> Json:
    """Whether the player has a code of their own, and whether they may need one: somebody else has made their key."""
    state, caller = visit.reader.services.tournament(tournament), visit.reader.caller
    has_code = state.entries[entry].code_of(caller.person) is not None
    is_open = state.settings is not None and state.settings.status in ("announced", "started")
    return {"has_code": has_code, "offers_code": is_open and (has_code or bool(caller.actor().behind))}


def _awaits_word(visit: Visit, entries: list[Json], entry: int) -> bool:
    """Whether others have named the player for the entry, who has not asked for it."""
    own = next(one for one in entries if one["number"] == entry)
    return own["status"] == "requested" and visit.reader.caller.person in own["unasked"]


_OUT = ("refused", "withdrawn", "resigned", "left")


def _status_of(entries: list[Json], entry: int) -> str | None:
    return next((one["status"] for one in entries if one["number"] == entry), None)


def _may_withdraw(tournament: Json, entries: list[Json], made: Json, entry: int) -> bool:
    """Whether the player has an entry that has begun no match, and their leaving is a withdrawal (SE-12)."""
    status = _status_of(entries, entry)
    if tournament["status"] not in ("announced", "started") or status not in ("requested", "waiting", "approved"):
        return False
    if tournament["status"] == "announced" or status != "approved":
        return True
    has_begun = any(one["status"] != "void" for one in made["matches"])
    return (tournament["lets_withdraw"] or not tournament["is_paired"]) and not has_begun


def _may_enter_again(tournament: Json, entries: list[Json], played: list[Json], entry: int) -> bool:
    """Whether the player may ask to: it is announced, they are in, have lost, and have not asked yet (SE-10)."""
    if not takes_reentries(tournament):
        return False
    own = next(one for one in entries if one["number"] == entry)
    asked = any(one["again_of"] == entry and one["status"] == "requested" for one in entries)
    return own["status"] == "approved" and not asked and entry in who_has_lost(played)


def _words_awaited(visit: Visit, tournament: Json, reported: list[Json], entries: list[Json]) -> Json:
    """Whose word the reports of these matches wait for: those on which a ruling is asked for are `disputed`, and
    `by_players` says whether the opponent's word is enough for one."""
    disputes = visit.asks_all(list_disputes, tournament=tournament["id"])["items"] if reported else []
    disputed = {one["about"].get("number") for one in disputes if not one["ruling"] and one["about"]["kind"] == "match"}
    persons = {one["number"]: {one["person"], *one["members"]} for one in entries}
    return {"disputed": disputed, "by_players": partial(_by_players, tournament, persons)}


def _by_players(tournament: Json, persons: Mapping[int, set[str]], match: Json) -> bool:
    """Whether it was announced so, or all who direct there play the match themselves (TD-9)."""
    playing = {person for side in match["sides"] for person in persons[side]}
    return tournament["conditions"]["verification"] != "by-director" or playing.issuperset(tournament["directors"])


def _opponents(tournament: Json, entries: list[Json], entry: int) -> list[int]:
    """Who the player may report a match against: in an open season anybody (OPN-1)."""
    playing = [one["number"] for one in entries if one["status"] == "approved"]
    is_open = tournament["status"] == "started" and not tournament["is_paired"] and entry in playing
    return [one for one in playing if one != entry] if is_open else []


def _rulings_on(visit: Visit, tournament: str, entry: int) -> list[Json]:
    """The rulings to which the player is a party, the newest first; each with whether it can still be appealed
    (TD-11)."""
    rulings = visit.asks_all(list_rulings, tournament=tournament)["items"]
    own = [one for one in reversed(rulings) if entry in one["parties"]]
    return [{**one, "can_be_appealed": _can_be_appealed(visit, one)} for one in own]


def _can_be_appealed(visit: Visit, ruling: Json) -> bool:
    still = ruling["status"] == "in-force" and ruling["appeal"] is None
    return still and not is_past(visit, ruling["appeal_deadline"])


def _decided_by_others(visit: Visit, tournament: str, entry: int, entries: list[Json]) -> Json | None:
    """The player's entry, where others have refused or withdrawn it, or said that it leaves; the version with which
    they did is its revision (1.4.1, 5.2)."""
    own = next(one for one in entries if one["number"] == entry)
    if own["status"] not in _OUT:
        return None
    since = NUMBERS.write((own["revision"] - 1,))
    [event] = visit.asks(read_history, tournament=tournament, cursor=since, limit=1)["items"]
    by_others = event["actor"]["person"] not in (own["person"], *own["members"])
    return own if by_others and event["data"].get("entry") == entry else None


def _counted_at_once(visit: Visit, tournament: Json, matches: list[Json], entry: int) -> list[Json]:
    """What opponents have reported, by which alone it counts, as long as the player can take it back (TD-14); each
    with `until` when, None where that has no end. The newest first."""
    if tournament["conditions"]["verification"] != typed.AT_ONCE or tournament["status"] != "started":
        return []
    alone = [one for one in reversed(matches) if _is_told_against(one, entry) and one["by_link_of"] is None]
    return _in_time(visit, tournament, alone)


def _counted_as_told(visit: Visit, tournament: Json, matches: list[Json], entry: int) -> list[Json]:
    """The newest that counts as the player has reported it, as long as it can be corrected (TD-14)."""
    own = [one for one in matches if tournament["status"] == "started" and _is_told_by(one, entry)]
    return _in_time(visit, tournament, own[-1:])


def _counted_by_link(visit: Visit, tournament: Json, matches: list[Json]) -> list[Json]:
    """What counts by the link of the director who the player has met, as long as they can say that it was not them
    (TD-9); each with `until` when. The newest first."""
    if tournament["status"] != "started":
        return []
    others = [one for one in reversed(matches) if one["by_link_of"] not in (None, visit.reader.caller.person)]
    alone = [one for one in others if not (one["unannounced"] or one["corrections"] or one["rulings"])]
    return _in_time(visit, tournament, alone)


def _counted_by_code(visit: Visit, tournament: Json, matches: list[Json]) -> list[Json]:
    """What was confirmed by the player's own code, as long as they can say that it was not them (TD-9); each with
    `until` when. The newest first."""
    if tournament["status"] != "started":
        return []
    own = [one for one in reversed(matches) if one["by_code_of"] == visit.reader.caller.person]
    return _in_time(visit, tournament, [one for one in own if not (one["corrections"] or one["rulings"])])


def _in_time(visit: Visit, tournament: Json, matches: list[Json]) -> list[Json]:
    """Those whose correction window has not closed, each with `until` when it does; None where it never closes."""
    minutes, zone = tournament["conditions"]["correction_window_minutes"], tournament["time_zone"]
    dated = [{**one, "until": _closes(one, minutes, zone)} for one in matches]
    return [one for one in dated if not is_past(visit, one["until"])]


def _is_told_against(match: Json, entry: int) -> bool:
    """Whether the opponent's report alone makes the result."""
    return _is_told_by(match, next(one for one in match["sides"] if one != entry))


def _is_told_by(match: Json, entry: int) -> bool:
    """Whether that side's report alone makes the result: nobody has corrected it, or ruled on it."""
    side = "first" if match["sides"][0] == entry else "second"
    alone = not (match["unannounced"] or match["corrections"] or match["rulings"])
    return match["status"] == "announced" and match["reported_by"] == side and alone


def _closes(match: Json, minutes: int | None, zone: str) -> str | None:
    announced = datetime.fromisoformat(match["announced_at"])
    return None if minutes is None else window_closes(announced, minutes, zone).isoformat()


def _own_entry(visit: Visit, entries: list[Json]) -> int:
    """The one that is in, or else the newest: who has entered again has several (SE-10). Raises Problem: 401 for anyone
    who has not logged in, 404 for who has no entry there."""
    person = visit.reader.caller.person
    if person is None:
        raise Problem(KEY_MISSING, "This needs a player's link.")
    own = [one for one in entries if person in (one["person"], *one["members"])]
    if not own:
        raise Problem(ROUTE_UNKNOWN, "You have no entry in this tournament.")
    return int(max(own, key=lambda one: (one["status"] == "approved", one["number"]))["number"])


@router.post(f"{T}/play/match")
async def report_match(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Reports a match of an open season, and how it ended."""
    entries = await run_in_threadpool(lambda: visit.asks_all(list_entries, tournament=tournament)["items"])
    own = _own_entry(visit, entries)
    answered = await tried(lambda: visit.sends(f"/v1/tournaments/{tournament}/matches", _new_match(visit, own)))
    if answered.done:
        return visit.goes_to(_home(tournament))
    return await run_in_threadpool(_show_page, visit, tournament, {"refused": answered.body}, answered.status)


def _new_match(visit: FormVisit, own: int) -> Json:
    games, scores = visit.said("games"), (visit.said("own"), visit.said("other"))
    told = typed.score(games) if games and not any(scores) else result(*scores, "first")
    sides = [own, typed.number(visit.said("opponent"))]
    return {"sides": sides, **typed.terms(visit), **typed.told(visit, told)}


@router.post(f"{T}/play/entry")
async def confirm_entry(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Asks for the entry for which others have named the player (REG-5, ALL-10)."""
    entries = await run_in_threadpool(lambda: visit.asks_all(list_entries, tournament=tournament)["items"])
    number = _own_entry(visit, entries)
    own = next(one for one in entries if one["number"] == number)
    body = {name: own[name] for name in ("person", "members", "club")}
    answered = await tried(lambda: visit.sends(f"/v1/tournaments/{tournament}/entries", body))
    if answered.done:
        return visit.goes_to(_home(tournament))
    return await run_in_threadpool(_show_page, visit, tournament, {"refused": answered.body}, answered.status)


@router.post(f"{T}/play/again")
async def enter_again(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Asks to enter once more after a loss (SE-10)."""
    body = {"person": visit.reader.caller.person}
    answered = await tried(lambda: visit.sends(f"/v1/tournaments/{tournament}/entries", body))
    if answered.done:
        return visit.goes_to(_home(tournament))
    return await run_in_threadpool(_show_page, visit, tournament, {"refused": answered.body}, answered.status)


@router.get(f"{T}/play/withdrawal")
def show_withdrawal(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """What it means to withdraw, and the button that does it."""
    return _asked_to_confirm(visit, tournament, {})


def _asked_to_confirm(visit: Visit, tournament: str, values: Json, status: int = 200) -> Response:
    entries = visit.asks_all(list_entries, tournament=tournament)["items"] if visit.reader.caller.person else []
    entry = _own_entry(visit, entries)
    about, made = visit.asks(read_tournament, tournament=tournament), of_entry(visit, tournament, entry)
    told: Json = {
        "refused": None,
        "once": once(),
        "address": _home(tournament),
        "entry": entry,
        "seen": showing.etag_of_entry(next(one for one in entries if one["number"] == entry)),
        "may_withdraw": _may_withdraw(about, entries, made, entry),
    }
    return shown(visit, _WITHDRAWAL, tournament, **{**told, **values}, status=status)


@router.post(f"{T}/play/withdrawal")
async def withdraw(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Withdraws the player's entry before they have begun to play (SE-12)."""
    entries = await run_in_threadpool(lambda: visit.asks_all(list_entries, tournament=tournament)["items"])
    own = _own_entry(visit, entries)
    place = f"/v1/tournaments/{tournament}/entries/{own}/withdrawal"
    answered = await tried(lambda: visit.sends(place, seen=visit.said("seen") or None))
    if answered.done:
        return visit.goes_to(_home(tournament))
    return await run_in_threadpool(_asked_to_confirm, visit, tournament, {"refused": answered.body}, answered.status)


@router.post(f"{T}/play/{{match}}/{{act}}")
async def act(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match, act: Act) -> Response:
    """Reports, confirms or takes back a result, or tells the directors that one is wrong."""
    home = f"/v1/tournaments/{tournament}"
    place = f"matches/{match}/{_PATHS[act]}" if act in _PATHS else "disputes"
    seen = visit.said("seen") or None
    answered = await tried(lambda: visit.sends(f"{home}/{place}", _body_of_act(visit, match, act), seen=seen))
    if act == "not-mine" and str(answered.body.get("type", "")).endswith("/choice-needed"):
        standing = {**_body_of_act(visit, match, act), "choice": "stand"}
        answered = await tried(lambda: visit.sends(f"{home}/{place}", standing, seen=seen, part="-stand"))
    if answered.done:
        return visit.goes_to(_home(tournament))
    return await run_in_threadpool(refused, visit, tournament, answered)


def refused(visit: FormVisit, tournament: str, answered: Answered) -> Response:
    """The player's page again, with why what they said of the match was not taken."""
    return _show_page(visit, tournament, {"refused": answered.body}, answered.status)


def _body_of_act(visit: FormVisit, match: int, act: Act) -> Json:
    match act:
        case "result":
            return typed.told(visit, result(visit.said("own"), visit.said("other"), visit.said("side")))
        case "withdrawal":
            return {"matter": visit.said("matter")}
        case "not-mine":
            return {"matter": _NOT_MINE}
        case "dispute":
            return {"about": {"kind": "match", "number": match}, "matter": visit.said("matter")}
        case "mistyped":
            typed.score(f"{visit.said('own')}-{visit.said('other')}")
            right = {"own": visit.said("own"), "other": visit.said("other")}
            return {"about": {"kind": "match", "number": match}, "matter": typed.in_words(visit, MISTYPED) % right}
        case _:
            return {}


def result(own: str, other: str, side: str) -> Json:
    """What a player tells of their own match, as `first` or `second`: both scores, or `won` or `lost` as their own
    alone. Raises WrongTypedError."""
    is_first = side != "second"
    if own in ("won", "lost"):
        return {"kind": "winner", "winner": "first" if (own == "won") == is_first else "second"}
    return typed.score(f"{own}-{other}" if is_first else f"{other}-{own}")


@router.get("/desk/{tournament}/links")
def show_links(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The entries, for each of which a link can be issued, and the screens that have one."""
    return _desk(visit, tournament, {})


@router.get("/desk/{tournament}/acts")
def show_acts(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """What players have done by links, the newest first: by which one, and who had issued it."""
    history = visit.asks_all(read_history, tournament=tournament)["items"]
    acts = [{**one, "match": _match_of(one["data"])} for one in reversed(history) if _is_by_link(one["actor"])]
    persons = {person for one in acts for person in (one["actor"]["person"], one["actor"]["key_maker"])}
    names = names_in(visit, tournament, persons)
    return _desk(visit, tournament, {"acts": acts, "names": names}, template="players/done.html")


def _match_of(told: Json) -> int | None:
    """The match that an event is of, or that a dispute is about."""
    about = told.get("about") or {}
    return told.get("match") or (about["number"] if about.get("kind") == "match" else None)


def _is_by_link(actor: Json) -> bool:
    return actor["role"] == "player" and actor["key_maker"] not in (None, MACHINE)


@router.post("/desk/{tournament}/link")
async def issue_link(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Issues a link to a player, and shows it, this once."""
    entry, person = visit.said("number"), visit.said("person")
    body: dict[str, Any] = {"person": person} if person else {}
    entries = f"/v1/tournaments/{tournament}/entries"
    answered = await tried(lambda: visit.sends(f"{entries}/{typed.number(entry)}/links", body))
    return await _show_issued(visit, tournament, answered, entry)


@router.post("/desk/{tournament}/screen")
async def issue_screen_link(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Issues a link to a screen of the hall, and shows it, this once."""
    answered = await tried(lambda: visit.sends(f"/v1/tournaments/{tournament}/screens"))
    return await _show_issued(visit, tournament, answered)


@router.post("/desk/{tournament}/link-end")
async def revoke_link(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Takes a player's link back."""
    return await _end_link(visit, tournament, "links")


@router.post("/desk/{tournament}/screen-end")
async def revoke_screen_link(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Ends the link of a screen."""
    return await _end_link(visit, tournament, "screens")


async def _end_link(visit: FormVisit, tournament: str, kind: str) -> Response:
    place = f"/v1/tournaments/{tournament}/{kind}/{quote(visit.said('key'), safe='')}/revocation"
    answered = await tried(lambda: visit.sends(place))
    if answered.done:
        return visit.goes_to(f"/desk/{tournament}/links")
    return await run_in_threadpool(_desk, visit, tournament, {"refused": answered.body}, answered.status)


async def _show_issued(visit: FormVisit, tournament: str, answered: Answered, entry: str = "") -> Response:
    """The link that was issued to an entry, or to a screen where it is to none."""
    if not answered.done:
        return await run_in_threadpool(_desk, visit, tournament, {"refused": answered.body}, answered.status)
    link = address_of(visit.request, answered.body["link"])
    issued = {**answered.body, "entry": int(entry) if entry else None, "link": link, "drawn": drawn(link)}
    return await run_in_threadpool(_desk, visit, tournament, {"issued": issued})


def _desk(visit: Visit, tournament: str, values: Json, status: int = 200, template: str = _LINKS) -> Response:
    showing.require_login(visit)
    made = showing.tournament(visit, tournament)
    nothing: Json = {"changes": (), "form": {}, "refused": None, "issued": None}
    standing = {"screens": list_screens, "links": list_links}
    read = {name: asked(visit, one, tournament=tournament) for name, one in standing.items()}
    told = {**made, **showing.frame(tournament, "links"), **nothing, **read, **values}
    answer = visit.page(template, zone=made["tournament"]["time_zone"], status=status, **told)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _home(tournament: str) -> str:
    return f"/tournaments/{tournament}/play"
