"""Who may call which route: what the walk over every route as every caller expects, and `api/guides/ACCESS.md`.

    python -m tests.api.access

writes that file. Of the commands on a tournament all is taken from the registry, and from `plays.py` which callers
hold which role; said here is only who may call the routes that are no command on a tournament.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.routes.tournament import commands
from domain.tournament.guards.conflicts_of_interest import nobody_else
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec, nobody
from tests.api import visible
from tests.api.callers import ALL, BAD_KEYS, CALLERS, DIRECTORS, READERS, STAFF, VALID, T
from tests.api.plays import HOLDERS

FILE = Path(__file__).parents[2] / "api" / "guides" / "ACCESS.md"


def address(spec: CommandSpec) -> str:
    """The route of a command on a tournament."""
    return f"{commands.method_of(spec)} {T}/{spec.path}" if spec.path else "POST /v1/tournaments"


OF_COMMANDS: Mapping[str, CommandSpec] = {address(spec): spec for spec in COMMANDS.values()}
BESIDE: Mapping[str, set[str]] = {
    f"POST {T}/previews": STAFF,
    f"POST {T}/bulk": STAFF,
    f"POST {T}/rounds/{{round}}/results": STAFF | {"side"},
    "POST /v1/tournaments/bulk": DIRECTORS,
    "POST /v1/persons/bulk": DIRECTORS,
    "POST /v1/imports": {"administrator"},
    "POST /v1/imports/jobs": {"administrator"},
    "POST /v1/lists/{list}/owner": {"administrator"},
    "POST /v1/imports/jobs/{job}/cancellation": {"administrator"},
    "POST /v1/imports/jobs/{job}/resumption": {"administrator"},
    f"POST {T}/previews/comparison": STAFF,
    f"POST {T}/entries/{{entry}}/links": {"director"},
    f"POST {T}/links/{{key}}/revocation": STAFF,
    f"POST {T}/screens": {"director"},
    f"POST {T}/screens/{{key}}/revocation": STAFF,
    f"POST {T}/calculations/prospects": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/lateness": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/clock": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/double": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/score": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/cube": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/calculations/length": VALID - {"anonymous", "narrowed"},
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis/cancellation": STAFF | {"side"},
    f"POST {T}/matches/{{match}}/live-score": STAFF | {"side"},
    "POST /v1/keys": {"administrator"},
    "POST /v1/keys/{key}/rotation": {"administrator"},
    "POST /v1/keys/{key}/label": {"administrator"},
    "POST /v1/keys/{key}/expiry": {"administrator"},
    "POST /v1/keys/{key}/revocation": {"administrator"},
    "POST /v1/keys/exchange": set(),
    "POST /v1/webhooks": {"administrator"},
    "POST /v1/webhooks/{webhook}/secret": {"administrator"},
    "POST /v1/webhooks/{webhook}/cursor": {"administrator"},
    "POST /v1/webhooks/{webhook}/disabling": {"administrator"},
    "POST /v1/webhooks/{webhook}/enabling": {"administrator"},
    "POST /v1/webhooks/{webhook}/test": {"administrator"},
    "POST /v1/persons": DIRECTORS,
    "PATCH /v1/persons/{person}/details": {"administrator"},
    "POST /v1/persons/{person}/correction-request": {"administrator", "side"},
    "POST /v1/persons/{person}/correction-request/refusal": {"administrator"},
    "POST /v1/persons/{person}/publication-consent": {"administrator", "side"},
    "POST /v1/persons/{person}/distinct-persons": {"administrator"},
    "POST /v1/persons/{person}/merge": {"administrator"},
    "POST /v1/persons/{person}/merge/withdrawal": {"administrator"},
    "POST /v1/persons/{person}/opening-ratings": {"administrator"},
    "POST /v1/persons/{person}/erasure": {"administrator"},
    "POST /v1/persons/{person}/erasure/confirmation": {"administrator"},
    "POST /v1/persons/{person}/erasure/stop": {"administrator"},
    "POST /v1/persons/{person}/bans": {"administrator"},
    "POST /v1/persons/{person}/bans/{ban}/lift": {"administrator"},
    "POST /v1/persons/{person}/bans/{ban}/suspension": {"administrator"},
    "POST /v1/persons/{person}/bans/{ban}/resumption": {"administrator"},
    "POST /v1/persons/{person}/bans/{ban}/confirmation": {"administrator"},
    "POST /v1/persons/{person}/resignations/{resignation}/confirmation": {"administrator"},
    "POST /v1/persons/{person}/resignations/lift": DIRECTORS,
    "POST /v1/series": DIRECTORS,
    "POST /v1/series/{series}/description": STAFF,
    "POST /v1/series/{series}/seasons/{season}/divisions": STAFF,
    "POST /v1/series/{series}/seasons/{season}/next-season": STAFF,
    "POST /v1/series/{series}/seasons/{season}/next-season/announcement": STAFF,
    "POST /v1/federation/resignation-limit": {"administrator"},
    "POST /v1/federation/report-days": {"administrator"},
    "POST /v1/federation/time-zone": {"administrator"},
    "POST /v1/federation/naming-rules": {"administrator"},
    "POST /v1/rating-policies": {"administrator"},
    "POST /v1/rating-pools": {"administrator"},
    "POST /v1/rating-pools/listing": {"administrator"},
    "POST /v1/ratings/trials": {"administrator"},
    "POST /v1/federation/decisions": VALID - {"anonymous", "narrowed"},
    "POST /v1/federation/decisions/{decision}/answer": {"administrator"},
    "POST /v1/federation/precedents": {"administrator"},
    "POST /v1/federation/precedents/{precedent}/withdrawal": {"administrator"},
    "POST /v1/federation/sanctions": {"administrator"},
    "POST /v1/federation/sanctions/{sanction}/appeal": {"side"},
    "POST /v1/federation/sanctions/{sanction}/appeal/decision": {"administrator"},
    "POST /v1/federation/sanctions/{sanction}/lift": {"administrator"},
    "GET /v1/tournaments": VALID,
    f"GET {T}": VALID,
    f"GET {T}/entries": VALID,
    f"GET {T}/entries/{{entry}}": VALID,
    f"GET {T}/matches": VALID,
    f"GET {T}/matches/{{match}}": VALID,
    f"GET {T}/matches/{{match}}/prospects": VALID,
    f"GET {T}/disputes": VALID,
    f"GET {T}/disputes/{{dispute}}": VALID,
    f"GET {T}/rulings": VALID,
    f"GET {T}/rulings/{{ruling}}": VALID,
    f"GET {T}/rulings/{{ruling}}/seen": READERS | {"side", "player"},
    f"GET {T}/directors-decisions": READERS | {"side", "entrant"},
    f"GET {T}/appeals": VALID,
    f"GET {T}/appeals/{{appeal}}": VALID,
    f"GET {T}/standings": VALID,
    f"GET {T}/rounds": VALID,
    f"GET {T}/next": VALID,
    f"GET {T}/hall": VALID,
    f"GET {T}/chart": VALID,
    f"GET {T}/standings/{{entry}}/account": VALID,
    f"GET {T}/stages/{{stage}}/standings": VALID,
    f"GET {T}/stages/{{stage}}/chart": VALID,
    f"GET {T}/stages/{{stage}}/standings/{{entry}}/account": VALID,
    f"GET {T}/draw-check": VALID,
    f"GET {T}/rounds/{{round}}/considered/{{entry}}": VALID,
    f"GET {T}/history": VALID,
    f"GET {T}/changes": VALID,
    f"GET {T}/changes/{{version}}": VALID,
    f"GET {T}/standings/{{entry}}/explain/{{number}}": VALID,
    f"GET {T}/matches/{{match}}/explain": VALID,
    f"GET {T}/reviews": READERS,
    f"GET {T}/report": READERS,
    f"GET {T}/matches/{{match}}/record": READERS | {"side"},
    f"GET {T}/matches/{{match}}/attachments/{{attachment}}/transcript": READERS | {"side"},
    f"GET {T}/matches/{{match}}/attachments/{{attachment}}/analysis": READERS | {"side"},
    f"GET {T}/matches/{{match}}/attachments/{{attachment}}/transcript/games/{{game}}": READERS | {"side"},
    f"GET {T}/matches/{{match}}/replays": VALID,
    f"GET {T}/matches/{{match}}/live-score": VALID,
    f"GET {T}/matches/{{match}}/replays/{{attachment}}/games/{{game}}": VALID,
    f"GET {T}/match-record": READERS | {"side", "entrant"},
    f"GET {T}/report/document": READERS,
    f"GET {T}/persons/{{person}}/sanction-ladder/{{clause}}": READERS,
    f"GET {T}/links": READERS,
    f"GET {T}/screens": READERS,
    f"GET {T}/settlements": READERS,
    f"GET {T}/settlements/balances": READERS,
    f"GET {T}/matches/{{match}}/settlement": READERS | {"side"},
    "GET /v1/me": VALID - {"anonymous"},
    "GET /v1/waiting": VALID - {"anonymous"},
    "GET /v1/reports": DIRECTORS | {"auditor"},
    "GET /v1/persons": DIRECTORS,
    "GET /v1/persons/particulars": DIRECTORS,
    "GET /v1/persons/{record}/merge": {"administrator", "auditor"},
    "GET /v1/persons/duplicates": {"administrator", "auditor"},
    "GET /v1/persons/{person}": VALID,
    "GET /v1/persons/{person}/matches": VALID,
    "GET /v1/persons/{person}/held": {"administrator", "side"},
    "GET /v1/persons/{person}/club": VALID,
    "GET /v1/persons/{person}/memberships": {"administrator", "side"},
    "GET /v1/persons/{person}/record": DIRECTORS | {"side", "auditor"},
    "GET /v1/persons/{person}/history": DIRECTORS | {"side", "auditor"},
    "GET /v1/persons/{person}/sanctions": DIRECTORS | {"side", "auditor"},
    "GET /v1/persons/{person}/wins": VALID,
    "GET /v1/persons/{person}/changes": VALID,
    "GET /v1/persons/{person}/settlements": DIRECTORS | {"side", "auditor"},
    "GET /v1/persons/{person}/error-rates": DIRECTORS | {"side", "auditor"},
    "GET /v1/persons/{person}/published-error-rates": VALID,
    "POST /v1/clubs": {"administrator"},
    "POST /v1/clubs/{club}/name": {"administrator", "director"},
    "POST /v1/clubs/{club}/branding": {"administrator", "director"},
    "POST /v1/clubs/{club}/officers": {"administrator"},
    "POST /v1/clubs/{club}/officers/{person}/release": {"administrator"},
    "POST /v1/clubs/{club}/members": {"administrator", "director"},
    "POST /v1/clubs/{club}/members/{membership}/end": {"administrator", "director", "side"},
    "POST /v1/clubs/{club}/members/{membership}/publication-consent": {"administrator", "director", "side"},
    "POST /v1/clubs/{club}/offers/{offer}/answer": {"side"},
    "POST /v1/clubs/{club}/requests": {"side", "administrator", "director", "player", "entrant", "elsewhere"},
    "POST /v1/clubs/{club}/requests/{request}/answer": {"administrator", "director"},
    "POST /v1/clubs/{club}/requests/{request}/withdrawal": {"side"},
    "GET /v1/clubs": VALID,
    "GET /v1/clubs/{club}": VALID,
    "GET /v1/clubs/{club}/members": READERS,
    "GET /v1/clubs/{club}/offers": READERS,
    "GET /v1/clubs/{club}/requests": READERS,
    "GET /v1/clubs/{club}/ratings/{pool}": READERS,
    "GET /v1/keys": {"administrator"},
    "GET /v1/keys/link": ALL,
    "GET /v1/audited-reads": {"administrator"},
    "GET /v1/refused-attempts": {"administrator", "auditor"},
    "GET /v1/webhooks": {"administrator", "auditor"},
    "GET /v1/webhooks/{webhook}": {"administrator", "auditor"},
    "GET /v1/webhooks/{webhook}/attempts": {"administrator", "auditor"},
    "GET /v1/exports": {"administrator", "auditor"},
    "GET /v1/log/events": {"administrator", "auditor"},
    "GET /v1/imports": {"administrator", "auditor"},
    "GET /v1/lists": {"administrator", "auditor"},
    "GET /v1/lists/{list}": {"administrator", "auditor"},
    "GET /v1/imports/jobs/{job}": {"administrator"},
    "GET /v1/imports/jobs/{job}/lines": {"administrator"},
    "GET /v1/federation/bans": {"administrator", "auditor"},
    "GET /v1/log/events/{position}.tlog-proof": ALL,
    "GET /v1/feeds": VALID,
    "GET /v1/feeds/{feed}": VALID,
    "GET /v1/feeds/{feed}/lines": VALID,
    "GET /v1/feeds/{feed}/stream": VALID,
    "GET /v1/log/checkpoint": ALL,
    "GET /v1/log/keys": ALL,
    "GET /v1/log/tile/{path}": ALL,
    "GET /v1/log/{generation}/checkpoint": ALL,
    "GET /v1/log/{generation}/tile/{path}": ALL,
    "POST /v1/publications": {"administrator"},
    f"GET {T}/crosstable": VALID,
    f"GET {T}/report-file": VALID,
    "GET /v1/publications": VALID,
    "GET /v1/publications/{publication}": VALID,
    "GET /v1/publications/{publication}/changes": VALID,
    "GET /v1/publications/{publication}/with-names": VALID,
    "GET /v1/publications/{publication}/list.parquet": VALID,
    "GET /v1/publications/{publication}/{file}": VALID,
    "GET /v1/publications/{publication}/{file}.tlog-proof": VALID,
    "GET /v1/publications/{publication}/cards/{person}": VALID,
    f"GET {T}/matches/{{match}}/card": VALID,
    "GET /v1/erasures": {"administrator", "auditor"},
    "GET /v1/series": VALID,
    "GET /v1/series/{series}": VALID,
    "GET /v1/series/{series}/history": VALID,
    "GET /v1/series/{series}/draw-chain": VALID,
    "GET /v1/series/{series}/seasons/{season}/divisions": VALID,
    "GET /v1/series/{series}/wins": VALID,
    "GET /v1/federation": VALID,
    "GET /v1/federation/history": VALID,
    "GET /v1/federation/decisions": {"administrator", "auditor"},
    "GET /v1/federation/error-rates": {"administrator", "auditor"},
    "GET /v1/federation/published-error-rates": VALID,
    "GET /v1/federation/precedents": VALID,
    "GET /v1/federation/sanctions": {"administrator", "auditor"},
    "GET /v1/persons/{person}/rating-teams": VALID,
    "GET /v1/rating-teams/{team}": VALID,
    "GET /v1/ratings/{pool}": VALID,
    "GET /v1/ratings/{pool}/classes": VALID,
    "GET /v1/ratings/{pool}/changes": VALID,
    "GET /v1/ratings/{pool}/players": VALID,
    "GET /v1/ratings/{pool}/{person}": VALID,
    "GET /v1/ratings/{pool}/{person}/history": VALID,
    "GET /v1/ratings/{pool}/{person}/explain": VALID,
    "GET /v1/rating-policies": VALID,
    "GET /v1/rating-pools": VALID,
    "GET /v1/presets": ALL,
    "GET /v1/rating-classes": ALL,
    "GET /v1/sanctions-catalogue": ALL,
    "GET /v1/schemas": ALL,
    "GET /v1/schemas/{topic}": ALL,
    "GET /v1/problems": ALL,
    "GET /v1/problems/{slug}": ALL,
    "GET /health": ALL,
    "GET /ready": ALL,
    "GET /openapi.json": ALL,
    "GET /asyncapi.json": ALL,
    "GET /metrics": ALL,
    "GET /docs": ALL,
    "GET /docs/operations/{group}": ALL,
    "GET /docs/schemas": ALL,
    "GET /docs/schemas/{name}": ALL,
    "GET /docs/guides/{guide}": ALL,
}
"""Who may call the other routes."""

ACCESS: Mapping[str, set[str]] = {
    **{route: set().union(*(HOLDERS[name] for name in spec.permission.names)) for route, spec in OF_COMMANDS.items()},
    **BESIDE,
}

NOTES = {
    f"GET {T}/match-record": "An entrant: their own requests.",
    f"GET {T}/directors-decisions": "An entrant: what they may appeal. Reasons: the staff and the parties.",
    "POST /v1/keys/exchange": "Anyone who has a key that somebody else made, with the code made with it.",
    **dict.fromkeys(
        (
            "POST /v1/clubs/{club}/name",
            "POST /v1/clubs/{club}/branding",
            "POST /v1/clubs/{club}/members",
            "POST /v1/clubs/{club}/members/{membership}/end",
            "GET /v1/clubs/{club}/offers",
            "GET /v1/clubs/{club}/requests",
            "POST /v1/clubs/{club}/requests/{request}/answer",
        ),
        "Here the director is an officer of the club.",
    ),
    "POST /v1/clubs/{club}/members/{membership}/publication-consent": "The member consents. Here the director is an "
    "officer of the club, and only withdraws a consent.",
    "POST /v1/clubs/{club}/requests": "Anyone for themselves, but by no key that an officer has made.",
    "POST /v1/clubs/{club}/requests/{request}/withdrawal": "The person who has asked.",
    "POST /v1/clubs/{club}/offers/{offer}/answer": "The person accepts. Officers and administrators only decline.",
    "GET /v1/clubs/{club}/ratings/{pool}": "Here the director is an officer of the club.",
    "GET /v1/clubs/{club}/members": "Here the director is an officer of the club.",
    "POST /v1/keys": "With a key of their own.",
    f"POST {T}/entries/{{entry}}/links": "With a key of their own.",
    f"POST {T}/screens": "With a key of their own.",
    "POST /v1/keys/{key}/rotation": "With a key of their own.",
    "POST /v1/keys/{key}/revocation": "Never the last key of an administrator.",
    "POST /v1/keys/{key}/expiry": "Never the last key of an administrator.",
    "GET /v1/reports": "A director: of the tournaments that they direct.",
    **dict.fromkeys(
        (f"POST /v1/persons/{{person}}/bans/{{ban}}/{act}" for act in ("lift", "suspension")), "Nobody for themselves."
    ),
    **dict.fromkeys(
        (f"POST /v1/persons/{{person}}/bans/{{ban}}/{act}" for act in ("resumption", "confirmation")),
        "Nobody for themselves, and not who has banned the person.",
    ),
    "POST /v1/persons/{person}/resignations/{resignation}/confirmation": "The person too, and not who has recorded it.",
    "POST /v1/persons/{person}/resignations/lift": "Nobody for themselves.",
    "POST /v1/series/{series}/description": "Here the director is one of the series too.",
    "POST /v1/series/{series}/seasons/{season}/divisions": "Here the director is one of the series too.",
    "POST /v1/series/{series}/seasons/{season}/next-season/announcement": "Here the director is one of the series too.",
    "POST /v1/series/{series}/seasons/{season}/next-season": "Here the director is one of the series too.",
    "GET /v1/persons/{person}/record": "A person reads their own.",
    "GET /v1/persons/{person}/history": "A person reads their own.",
    "GET /v1/persons/{person}/sanctions": "A person reads their own.",
    "GET /v1/persons/{person}/settlements": "A person reads their own.",
    f"POST {T}/import/confirmation": "Of what was imported, an administrator who recorded none of it.",
    f"POST {T}/previews": "Anyone who may give the command; here a correction.",
    f"POST {T}/rounds/{{round}}/results": "Anyone who may report each result.",
    f"POST {T}/bulk": "Anyone who may send each command by itself; here an entry that is approved.",
    "POST /v1/persons/bulk": "Opening ratings: administrators.",
    f"POST {T}/previews/comparison": "Anyone who may give the commands; here corrections.",
    f"GET {T}/disputes": "Matter and statements: the staff, the parties and the committee.",
    f"GET {T}/disputes/{{dispute}}": "Matter and statements: the staff, the parties and the committee.",
    f"GET {T}/rulings": "Facts, reasons, claims, and what is ordered of persons: the staff, the parties "
    "and the committee.",
    f"GET {T}/rulings/{{ruling}}": "Facts, reasons, claims, and what is ordered of persons: the staff, the parties "
    "and the committee.",
    f"GET {T}/rulings/{{ruling}}/seen": "The staff, the parties, and the committee: here the player.",
    f"GET {T}/appeals": "Reasons, alternatives and votes: the staff, the parties and the committee.",
    f"GET {T}/appeals/{{appeal}}": "Reasons, alternatives and votes: the staff, the parties and the committee.",
    f"GET {T}/rounds": "Results not announced, and who has told the director: the staff and the two sides. What can be "
    "done with the newest round: the staff.",
    f"GET {T}/next": "What can be done with the newest round: the staff.",
    "POST /v1/persons/{person}/correction-request": "A person for themselves.",
    "POST /v1/persons/{person}/publication-consent": "A person for themselves.",
    "POST /v1/persons/{person}/erasure": "A person for themselves.",
    f"GET {T}/entries": "Reasons: the staff and the player.",
    f"GET {T}/entries/{{entry}}": "Reasons: the staff and the player.",
    f"GET {T}/matches": "Results not announced: the staff and the two sides. Only the staff filters by `reported`.",
    "GET /v1/persons/{person}/matches": "Results not announced: the staff and the two sides.",
    "GET /v1/waiting": "Of what they direct, administer or vote on.",
    f"GET {T}/matches/{{match}}": "Results not announced: the staff and the two sides.",
    f"GET {T}/matches/{{match}}/explain": "Results not announced: the staff and the two sides.",
    f"GET {T}/history": "Results not announced: the staff and the two sides. "
    "Text about a person: the staff and that person. "
    "What entries were taken on: the staff. Keys and commands: the staff and auditors.",
    "GET /v1/persons/{person}": "All but the name: administrators, directors, and the person themselves.",
}


def expected(route: str, caller: str) -> int:
    """The status that the caller is answered with; 200 stands for any success."""
    if caller in ACCESS[route]:
        return 200
    return 401 if caller in BAD_KEYS | {"anonymous"} else 403


def not_made_from_the_registry(app: FastAPI) -> set[str]:
    """The routes that change a tournament and neither are made from the registry nor stand in `BESIDE`, and those whose
    place another route takes."""
    made = {route.endpoint for route in commands.router.routes if isinstance(route, APIRoute)}
    by_hand = {address(COMMANDS[command]) for command in commands.APART}
    changing = [
        (f"{method} {route.path}", route)
        for route in app.routes
        if isinstance(route, APIRoute) and route.path.startswith(T)
        for method in sorted((route.methods or set()) - {"GET"})
    ]
    return {name for name, route in changing if route.endpoint not in made and name not in by_hand | set(BESIDE)}


def lines() -> Iterator[str]:
    """The document."""
    yield "# Who may do what over HTTP\n"
    yield "Made by `python -m tests.api.access`: the commands on a tournament from their registry, all else from the"
    yield "table that the tests hold every route to. The tournament's events say who directs it, and who plays in which"
    yield "match; a key gives no more than that. With a key for one tournament you read the others as anybody does"
    yield "without a key, and can change nothing there.\n"
    yield from _of_callers()
    yield from _of_commands()
    yield from visible.lines()


def _of_callers() -> Iterator[str]:
    yield "## Every route, as every caller\n"
    yield "✓: allowed. 401: there is no valid key. 403: this caller may not. The callers are:\n"
    yield from (f"- *{name}*: {meaning}" for name, meaning in CALLERS.items())
    yield ""
    yield f"| Route | {' | '.join(CALLERS)} | |"
    yield f"|---{'|---' * len(CALLERS)}|---|"
    for route in ACCESS:
        cells = [_cell(expected(route, caller)) for caller in CALLERS]
        yield f"| `{route}` | {' | '.join(cells)} | {NOTES.get(route, '')} |"


def _cell(status: int) -> str:
    return "✓" if status == 200 else str(status)


def _of_commands() -> Iterator[str]:
    yield "\n## Every command on a tournament\n"
    yield "Staff are the tournament's directors and the administrators. *Own matter*: who acts as staff, or sits on the"
    yield "committee, is refused if the command decides for themselves (TD-9). *Seen*: send the ETag of this in"
    yield "If-Match.\n"
    yield "| Command | Route | By | Own matter | While the tournament is | Seen |"
    yield "|---|---|---|---|---|---|"
    for route, spec in OF_COMMANDS.items():
        yield f"| {spec.name} | `{route}` | {' | '.join(_told(spec))} |"


def _told(spec: CommandSpec) -> Iterator[str]:
    """Who may send it, whether it is refused in their own matter, when, and what they have seen."""
    yield "; ".join(spec.permission.names)
    judged = spec.decides_for is not nobody
    yield ("refused to all who decide" if spec.judges is not nobody_else else "refused") if judged else ""
    yield ", ".join(spec.during)
    yield spec.resource or ""


def document() -> str:
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")
