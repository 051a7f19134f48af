"""Who may call which route: the table that the tests hold the service to, and that `api/guides/ACCESS.md` shows.

    python -m tests.api.access

writes that file.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parents[2] / "api" / "guides" / "ACCESS.md"

CALLERS = {
    "anonymous": "no key",
    "administrator": "the federation's",
    "director": "directs this tournament",
    "elsewhere": "directs another tournament only",
    "narrowed": "this tournament's director, with a key for another tournament only",
    "side": "a player of the match, entry or person in question",
    "entrant": "a player entered here, of no match in question",
    "player": "a player who is not entered here",
    "auditor": "an auditor",
    "feed-reader": "a feed reader",
    "expired": "a key that has expired",
    "revoked": "a key that was revoked",
    "garbage": "a key that never was",
}
BAD_KEYS = {"expired", "revoked", "garbage"}
ALL = set(CALLERS)
VALID = ALL - BAD_KEYS
STAFF = {"administrator", "director"}
DIRECTORS = STAFF | {"elsewhere"}
T = "/v1/tournaments/{tournament}"

ACCESS: dict[str, set[str]] = {
    "POST /v1/tournaments": DIRECTORS,
    f"POST {T}/conditions": STAFF,
    f"POST {T}/directors": STAFF,
    f"POST {T}/directors/{{person}}/release": STAFF,
    f"POST {T}/start": STAFF,
    f"POST {T}/completion": STAFF,
    f"POST {T}/cancellation": STAFF,
    f"POST {T}/reopening": STAFF,
    f"POST {T}/entries": STAFF | {"player"},
    f"POST {T}/entries/{{entry}}/approval": STAFF,
    f"POST {T}/entries/{{entry}}/colour": STAFF,
    f"POST {T}/entries/{{entry}}/refusal": STAFF,
    f"POST {T}/entries/{{entry}}/flight-offer": STAFF,
    f"POST {T}/entries/{{entry}}/flight-answer": STAFF | {"side"},
    f"POST {T}/entries/{{entry}}/withdrawal": STAFF | {"side"},
    f"POST {T}/entries/{{entry}}/resignation": STAFF | {"side"},
    f"POST {T}/entries/{{entry}}/bye-requests": STAFF | {"side"},
    f"POST {T}/entries/{{entry}}/bye-requests/{{round}}/withdrawal": STAFF | {"side"},
    f"POST {T}/rounds/{{round}}/draw": STAFF,
    f"POST {T}/rounds/{{round}}/pairings": STAFF,
    f"POST {T}/rounds/{{round}}/annulment": STAFF,
    f"POST {T}/rounds/{{round}}/schedule": STAFF,
    f"POST {T}/rounds/{{round}}/closing": STAFF,
    f"POST {T}/seeding": STAFF,
    f"POST {T}/stages/{{stage}}/opening": STAFF,
    f"POST {T}/stages/{{stage}}/play-off": STAFF,
    f"POST {T}/decisions": STAFF,
    f"POST {T}/commitment": STAFF,
    f"POST {T}/reveal": STAFF,
    f"POST {T}/previews": STAFF,
    f"POST {T}/previews/comparison": STAFF,
    f"POST {T}/disputes": STAFF | {"side"},
    f"POST {T}/disputes/{{dispute}}/statements": STAFF | {"side"},
    f"POST {T}/rulings": STAFF,
    f"POST {T}/rulings/{{ruling}}/suspension": STAFF,
    f"POST {T}/rulings/{{ruling}}/resumption": STAFF,
    f"POST {T}/rulings/{{ruling}}/withdrawal": STAFF,
    f"POST {T}/rulings/{{ruling}}/appeals": STAFF | {"side"},
    f"POST {T}/appeals/{{appeal}}/committee": STAFF,
    f"POST {T}/appeals/{{appeal}}/alternatives": STAFF | {"player"},
    f"POST {T}/appeals/{{appeal}}/votes": STAFF | {"player"},
    f"POST {T}/appeals/{{appeal}}/decision": STAFF,
    f"POST {T}/appeals/{{appeal}}/withdrawal": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/calculations/lateness": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/clock": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/double": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/score": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/cube": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/length": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches": STAFF | {"side"},
    f"POST {T}/results": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/result": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/verification": STAFF,
    f"POST {T}/matches/{{match}}/corrections": STAFF,
    f"POST {T}/matches/{{match}}/length": STAFF,
    f"POST {T}/matches/{{match}}/voiding": STAFF,
    f"POST {T}/matches/{{match}}/reinstatement": STAFF,
    f"POST {T}/matches/{{match}}/invitation": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/acknowledgement": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/no-time-agreed": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/monitors": STAFF,
    f"POST {T}/matches/{{match}}/monitors/{{number}}/release": STAFF,
    f"POST {T}/matches/{{match}}/consents": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/consents/{{number}}/revocation": STAFF,
    f"POST {T}/matches/{{match}}/breaks": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/breaks/{{number}}/return": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/clocks": STAFF,
    f"POST {T}/matches/{{match}}/declarations": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/attachments": STAFF | {"side"},
    f"POST {T}/requests": STAFF | {"side"},
    f"POST {T}/requests/{{number}}/answer": STAFF,
    f"POST {T}/exceptions": STAFF,
    f"POST {T}/match-record/retractions": STAFF,
    "POST /v1/persons": DIRECTORS,
    "POST /v1/persons/{person}/details": {"administrator", "side"},
    "POST /v1/persons/{person}/opening-ratings": {"administrator"},
    "POST /v1/persons/{person}/erasure": {"administrator"},
    "POST /v1/persons/{person}/bans": {"administrator"},
    "POST /v1/persons/{person}/bans/{ban}/lift": {"administrator"},
    "POST /v1/persons/{person}/resignations/lift": DIRECTORS,
    "POST /v1/series": DIRECTORS,
    "POST /v1/series/{series}/description": STAFF,
    "POST /v1/federation/resignation-limit": {"administrator"},
    "POST /v1/federation/report-days": {"administrator"},
    "POST /v1/federation/decisions": VALID - {"anonymous", "narrowed"},
    "POST /v1/federation/precedents": {"administrator"},
    "POST /v1/federation/precedents/{number}/withdrawal": {"administrator"},
    "POST /v1/federation/sanctions": {"administrator"},
    f"POST {T}/report/filings": STAFF,
    f"POST {T}/reviews/{{item}}/resolution": STAFF,
    "GET /v1/tournaments": VALID,
    f"GET {T}": VALID,
    f"GET {T}/entries": VALID,
    f"GET {T}/entries/{{entry}}": VALID,
    f"GET {T}/matches": VALID,
    f"GET {T}/matches/{{match}}": VALID,
    f"GET {T}/disputes": VALID,
    f"GET {T}/disputes/{{dispute}}": VALID,
    f"GET {T}/rulings": VALID,
    f"GET {T}/rulings/{{ruling}}": VALID,
    f"GET {T}/appeals": VALID,
    f"GET {T}/appeals/{{appeal}}": VALID,
    f"GET {T}/standings": VALID,
    f"GET {T}/rounds": VALID,
    f"GET {T}/chart": VALID,
    f"GET {T}/standings/{{entry}}/account": VALID,
    f"GET {T}/stages/{{stage}}/standings": VALID,
    f"GET {T}/stages/{{stage}}/chart": VALID,
    f"GET {T}/stages/{{stage}}/standings/{{entry}}/account": VALID,
    f"GET {T}/draw-check": VALID,
    f"GET {T}/rounds/{{round}}/considered/{{entry}}": VALID,
    f"GET {T}/history": VALID,
    f"GET {T}/standings/{{entry}}/explain/{{number}}": VALID,
    f"GET {T}/matches/{{match}}/explain": VALID,
    f"GET {T}/reviews": STAFF,
    f"GET {T}/report": STAFF,
    f"GET {T}/matches/{{match}}/record": STAFF | {"side"},
    f"GET {T}/match-record": STAFF | {"side", "entrant"},
    f"GET {T}/report/document": STAFF,
    f"GET {T}/settlements": STAFF,
    f"GET {T}/settlements/balances": STAFF,
    f"GET {T}/matches/{{match}}/settlement": STAFF | {"side"},
    "GET /v1/reports": DIRECTORS,
    "GET /v1/persons": DIRECTORS | {"auditor"},
    "GET /v1/persons/{person}": VALID,
    "GET /v1/persons/{person}/record": DIRECTORS | {"side"},
    "GET /v1/persons/{person}/sanctions": DIRECTORS | {"side"},
    "GET /v1/persons/{person}/wins": VALID,
    "GET /v1/persons/{person}/settlements": DIRECTORS | {"side"},
    "GET /v1/erasures": {"administrator"},
    "GET /v1/series": VALID,
    "GET /v1/series/{series}": VALID,
    "GET /v1/series/{series}/wins": VALID,
    "GET /v1/federation": VALID,
    "GET /v1/federation/decisions": {"administrator"},
    "GET /v1/federation/precedents": VALID,
    "GET /v1/federation/sanctions": {"administrator"},
    "GET /v1/ratings/{pool}": VALID,
    "GET /v1/ratings/{pool}/classes": VALID,
    "GET /v1/ratings/{pool}/{person}": VALID,
    "GET /v1/ratings/{pool}/{person}/history": VALID,
    "GET /v1/ratings/{pool}/{person}/explain": VALID,
    "GET /v1/rating-policies": ALL,
    "GET /v1/rating-classes": ALL,
    "GET /v1/sanctions-catalogue": ALL,
    "GET /v1/problems": ALL,
    "GET /v1/problems/{slug}": ALL,
    "GET /health": ALL,
    "GET /ready": ALL,
    "GET /openapi.json": ALL,
    "GET /docs": ALL,
    "GET /": ALL,
}

NOTES = {
    f"GET {T}/match-record": "An entrant: their own requests.",
    "GET /v1/reports": "A director: of the tournaments that they direct.",
    f"POST {T}/entries": "A player enters themselves, or their team.",
    f"POST {T}/entries/{{entry}}/flight-answer": "Who was offered the flight.",
    "POST /v1/persons/{person}/resignations/lift": "Nobody for themselves.",
    "POST /v1/series/{series}/description": "Here the director is one of the series too.",
    "GET /v1/persons/{person}/record": "A person reads their own.",
    "GET /v1/persons/{person}/sanctions": "A person reads their own.",
    "GET /v1/persons/{person}/settlements": "A person reads their own.",
    f"POST {T}/entries/{{entry}}/withdrawal": "A player for themselves.",
    f"POST {T}/entries/{{entry}}/resignation": "A player for themselves.",
    f"POST {T}/previews": "Whoever may give the command; here a correction.",
    f"POST {T}/previews/comparison": "Whoever may give the commands; here corrections.",
    f"POST {T}/disputes": "A party.",
    f"POST {T}/disputes/{{dispute}}/statements": "A party for themselves.",
    f"POST {T}/rulings": "Nobody who is a party; in a committee's place, also its members.",
    f"POST {T}/rulings/{{ruling}}/appeals": "A party.",
    f"POST {T}/appeals/{{appeal}}/alternatives": "Here the player is a member of the committee.",
    f"POST {T}/appeals/{{appeal}}/votes": "Here the player is a member of the committee.",
    f"POST {T}/appeals/{{appeal}}/withdrawal": "The party that lodged it.",
    f"GET {T}/disputes": "Matter and statements: the staff and the parties.",
    f"GET {T}/disputes/{{dispute}}": "Matter and statements: the staff and the parties.",
    f"GET {T}/rulings": "Facts, reasons, claims, and what is ordered of persons: the staff and the parties.",
    f"GET {T}/rulings/{{ruling}}": "Facts, reasons, claims, and what is ordered of persons: the staff and the parties.",
    f"GET {T}/appeals": "Reasons, alternatives and votes: the staff, the parties and the committee.",
    f"GET {T}/appeals/{{appeal}}": "Reasons, alternatives and votes: the staff, the parties and the committee.",
    f"POST {T}/matches/{{match}}/invitation": "The side that invites.",
    f"POST {T}/matches/{{match}}/acknowledgement": "The side that was invited.",
    f"POST {T}/matches/{{match}}/no-time-agreed": "The side that says so.",
    f"POST {T}/entries/{{entry}}/bye-requests": "A player for themselves.",
    f"POST {T}/entries/{{entry}}/bye-requests/{{round}}/withdrawal": "A player for their own request.",
    f"GET {T}/rounds": "Results not announced, and who has told the director: the staff and the two sides.",
    f"POST {T}/matches": "The two entrants, or the staff for any.",
    f"POST {T}/results": "A player lists only their own matches.",
    "POST /v1/persons/{person}/details": "A person for themselves.",
    f"GET {T}/entries": "Reasons: the staff and the player.",
    f"GET {T}/entries/{{entry}}": "Reasons: the staff and the player.",
    f"GET {T}/matches": "Results not announced: the staff and the two sides. Only the staff filters by `reported`.",
    f"GET {T}/matches/{{match}}": "Results not announced: the staff and the two sides.",
    f"GET {T}/matches/{{match}}/explain": "Results not announced: the staff and the two sides.",
    f"GET {T}/history": "Results not announced: the staff and the two sides. "
    "Text about a person: the staff and that person. "
    "What entries were taken on: the staff. Keys and commands: the staff and auditors.",
    "GET /v1/persons/{person}": "Contact and note: administrators, directors, and the person themselves.",
}


def expected(route: str, caller: str) -> int:
    """The status that the caller is answered with; 200 stands for any success."""
    if caller in ACCESS[route]:
        return 200
    return 401 if caller in BAD_KEYS | {"anonymous"} else 403


def lines() -> Iterator[str]:
    """The document."""
    yield "# Who may do what over HTTP\n"
    yield "Made by `python -m tests.api.access` from the table that the tests hold every route to. A key only narrows:"
    yield "where somebody directs, or in which match they play, is what events of the tournament say. A key narrowed to"
    yield "one tournament reads elsewhere as the anonymous do, and can change nothing there.\n"
    yield "✓ allowed, 401 who are you, 403 not you.\n"
    yield from (f"- *{name}*: {meaning}" for name, meaning in CALLERS.items())
    yield ""
    yield f"| Route | {' | '.join(CALLERS)} | |"
    yield f"|---{'|---' * len(CALLERS)}|---|"
    for route in ACCESS:
        cells = [_cell(expected(route, caller)) for caller in CALLERS]
        yield f"| `{route}` | {' | '.join(cells)} | {NOTES.get(route, '')} |"


def _cell(status: int) -> str:
    return "✓" if status == 200 else str(status)


def document() -> str:
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")
