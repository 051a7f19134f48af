"""Pairs made by hand, of those due in a round, or again of a round of which no match has begun.

Nothing is kept on the server between the steps: the form holds who sits where. Who has met before is shown, and
refused to nobody: the director decides, with a reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated, Any

from fastapi import Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Number, Tournament
from api.http.problems import ROLE_INSUFFICIENT, ROUTE_UNKNOWN, Problem
from api.site.desk import showing, typed
from api.site.desk.late import latecomers
from api.site.desk.meant import particulars
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import rounds_of, table_of

router = new_pages()

Pairs = list[tuple[str, str]]
"""Who sits against whom, each an entry or nobody."""


@router.get("/desk/{tournament}/rounds/{number}/pairs")
def show_pairs(
    visit: Visiting, tournament: Tournament, number: Number, late: Annotated[Number | None, Query()] = None
) -> Response:
    """Those due, and a seat for each; of a round that is drawn the pairs it has, with the entry that came late opposite
    who has a bye."""
    showing.require_login(visit)
    return _show_page(visit, tournament, number, late=late)


@router.post("/desk/{tournament}/rounds/{number}/pairs")
async def pair(visit: FormSent, tournament: Tournament, number: Number) -> Response:
    """Fills the seats, looks at what is filled in, or pairs these."""
    showing.require_login(visit)
    if visit.said("step") in ("fill", "look"):
        return await run_in_threadpool(_show_page, visit, tournament, number)
    answered = await tried(lambda: _send_pairing(visit, tournament, number))
    if answered.done:
        return visit.goes_to(showing.address(tournament, "rounds"))
    return await run_in_threadpool(_show_page, visit, tournament, number, answered)


async def _send_pairing(visit: FormVisit, tournament: str, number: int) -> Answered:
    """Raises WrongTypedError."""
    of_round: Json = {"round": number, **typed.reason(visit)}
    pairs = {"kind": "pair-by-hand", **of_round, **_wanted_pairs(visit)}
    commands = [{"kind": "annul-round", **of_round}, pairs] if visit.said("again") else [pairs]
    return await visit.sends(f"/v1/tournaments/{tournament}/bulk", {"rows": [{"command": one} for one in commands]})


def _wanted_pairs(visit: FormVisit) -> Json:
    """The pairs and byes of the form. Raises WrongTypedError where a seat is empty, or somebody sits twice."""
    pairs = [pair for pair in _seats(visit.form) if any(pair)]
    byes = [text for name, text in visit.form.multi_items() if name == "bye" and text]
    if any(not all(pair) for pair in pairs):
        raise WrongTypedError("seat-empty")
    seated = [*(one for pair in pairs for one in pair), *byes]
    if not seated:
        raise WrongTypedError("nobody-seated")
    if len(set(seated)) < len(seated):
        raise WrongTypedError("seated-twice")
    return {"pairings": [[*map(typed.number, pair)] for pair in pairs], "byes": [*map(typed.number, byes)]}


def _seats(form: Mapping[str, str]) -> Pairs:
    rows = (one for one in count(1) if f"first-{one}" not in form)
    return [(form[f"first-{one}"], form.get(f"second-{one}", "")) for one in range(1, next(rows))]


def _show_page(
    visit: Visit, tournament: str, number: int, answered: Answered | None = None, late: int | None = None
) -> Response:
    """Raises Problem: 403 for those who do not direct, 404 where the round can't be paired by hand now."""
    made = showing.tournament(visit, tournament, "rounds")
    if not made["directs"]:
        raise Problem(ROLE_INSUFFICIENT, "Only a director of this tournament or an administrator can do this.")
    drawn = _drawn_pairs(made["rounds"], number)
    due = _due(made["rounds"], number) or _players_of_drawn_round(visit, made, drawn)
    if not due:
        raise Problem(ROUTE_UNKNOWN, "This round can't be paired by hand now.")
    form, seated = visit.form if isinstance(visit, FormVisit) else Form(), with_latecomer(drawn, late)
    players = _players(visit, tournament, made, due, number)
    told: Json = {
        "number": number,
        "again": bool(drawn),
        "players": players,
        "pairs": _pair_lines(form, seated, players, len(due)),
        "byes": _byes(form, seated, len(due)),
        "late": late,
        "refused": answered and answered.body,
        "changes": (),
        "form": form,
    }
    status = answered.status if answered else 200
    framed = showing.frame(tournament, "rounds")
    zone = made["tournament"]["time_zone"]
    return visit.page("desk/pairing.html", zone=zone, status=status, **{**made, **framed, **told})


def _due(progress: Json, number: int) -> list[int]:
    following = progress["next"] or {}
    return following["contenders"] if following.get("round") == number else []


def _drawn_pairs(progress: Json, number: int) -> Pairs:
    """The pairs of the newest round, as long as no match of it has begun; byes sit against nobody."""
    newest = progress["newest"]
    if not newest or newest["number"] != number or newest["begun"]:
        return []
    there = next(one for one in progress["rounds"] if one["number"] == number)
    pairs = [one["sides"] for one in there["pairings"] if one["status"] != "void"]
    byes = [one["entry"] for one in there["byes"] if not one["void"]]
    return [*((str(first), str(second)) for first, second in pairs), *((str(one), "") for one in byes)]


def _players_of_drawn_round(visit: Visit, made: Json, drawn: Pairs) -> list[int]:
    """Those of a round that is drawn, and who came since: they are due once it is annulled."""
    there = [int(one) for pair in drawn for one in pair if one]
    return [*there, *latecomers(visit, made["tournament"], made["rounds"])] if there else []


def with_latecomer(drawn: Pairs, late: int | None) -> Pairs:
    """The pairs, and the latecomer opposite the first who has a bye."""
    idle = next((pair for pair in drawn if not all(pair)), None)
    if late is None or idle is None:
        return drawn
    return [*(pair for pair in drawn if pair != idle), (idle[0], str(late))]


def _players(visit: Visit, tournament: str, made: Json, due: Sequence[int], number: int) -> dict[int, Json]:
    """Each of those due by entry, in the order of the table: their line, ratings, and in which round they met whom."""
    rows = {row["entry"]: row for row in table_of(visit, tournament)["rows"]}
    order = {entry: place for place, entry in enumerate(rows)}
    persons = {one["number"]: one["person"] for one in made["entries"]}
    known = particulars(visit, [persons[one] for one in due])
    met = _earlier_opponents(rounds_of(visit, tournament), number)
    return {
        one: {
            "row": rows.get(one),
            "ratings": known.get(persons[one], {}).get("ratings", {}),
            "met": met.get(one, {}),
        }
        for one in sorted(due, key=lambda entry: order.get(entry, len(order)))
    }


def _earlier_opponents(rounds: Iterable[Json], number: int) -> dict[int, dict[int, int]]:
    """By entry who they have met, and in which round, before that one."""
    met: dict[int, dict[int, int]] = {}
    for sides, in_round in _meetings(rounds, number):
        for own, other in (sides, sides[::-1]):
            met.setdefault(own, {})[other] = in_round
    return met


def _meetings(rounds: Iterable[Json], number: int) -> Iterator[tuple[Sequence[int], int]]:
    for one in rounds:
        if one["number"] < number:
            yield from ((each["sides"], one["number"]) for each in one["pairings"] if each["status"] != "void")


def _pair_lines(form: Form, drawn: Pairs, players: Mapping[int, Json], size: int) -> list[Json]:
    """A line for each pair that there is room for, and what speaks against it."""
    seats = _seats(form) if "first-1" in form else [pair for pair in drawn if all(pair)]
    empty: Pairs = [("", "")] * (size // 2 - len(seats))
    if form.get("step") == "fill":
        seats = _with_those_left(seats, form.getlist("bye"), players)
        empty = []
    return [{"sides": pair, "met": _round_met(pair, players)} for pair in [*seats, *empty]]


def _with_those_left(seats: Pairs, byes: Iterable[str], players: Mapping[int, Json]) -> Pairs:
    """The seats that are empty filled in the order of the table, against the first who one has not met, else the
    first."""
    seated = {one for pair in seats for one in pair} | set(byes)
    left = [one for one in players if str(one) not in seated]
    half = [pair for pair in seats if any(pair) and not all(pair)]
    kept = [_complete_pair(pair, left, players) for pair in seats if any(pair) and pair not in half]
    kept += [_complete_pair(pair, left, players) for pair in half]
    while len(left) > 1:
        kept.append(_complete_pair((str(left.pop(0)), ""), left, players))
    return kept + [("", "")] * (len(players) // 2 - len(kept))


def _complete_pair(pair: tuple[str, str], left: list[int], players: Mapping[int, Json]) -> tuple[str, str]:
    if all(pair) or not left:
        return pair
    own = int(pair[0] or pair[1]) if (pair[0] or pair[1]).isdecimal() else 0
    met = players.get(own, {"met": {}})["met"]
    other = next((one for one in left if one not in met), left[0])
    left.remove(other)
    return (pair[0] or str(other), pair[1] or str(other))


def _round_met(pair: tuple[str, str], players: Mapping[int, Any]) -> int | None:
    """The round in which the two have met; None: in none."""
    first, second = (int(one) if one.isdecimal() else 0 for one in pair)
    found: int | None = players[first]["met"].get(second) if first in players else None
    return found


def _byes(form: Form, drawn: Pairs, size: int) -> list[str]:
    """Who has a bye: one where their number is odd, else room for two."""
    byes = form.getlist("bye") if "first-1" in form else [pair[0] for pair in drawn if not all(pair)]
    return [*byes, *[""] * (2 - size % 2 - len(byes))]
