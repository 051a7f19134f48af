"""What is disputed, ruled, appealed and asked in a tournament, and how a match is played: answers of the API."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from api.http.problems import Problem
from api.routes.tournament.match_record import read_match_record, read_record_of_match
from api.routes.tournament.reports import read_report
from api.routes.tournament.reviews import list_reviews
from api.routes.tournament.rulings import list_appeals, list_directors_decisions, list_disputes, list_rulings
from api.routes.tournament.settlements import read_balances, read_settlement
from api.routes.tournament.standings import list_matches, read_match, read_tournament
from api.site.desk.said_codes import speakers
from api.site.frame.visit import Json, Visit
from api.site.public.shown_tournament import names_in
from domain.kernel.refusal import Refused

OPEN, NEEDS_RULING, REPORTED, ANNOUNCED, VOID = "open", "needs-ruling", "reported", "announced", "void"
_PERSONS = ("person", "member", "given_by", "decided_by", "lodged_by", "applies_to")
_SEVERAL = ("members", "committee")


def matters(visit: Visit, id_: str) -> Json:
    """Disputes, rulings, appeals, requests and what else can be appealed, with the names of the persons in them."""
    found = {
        **_read_disputes(visit, id_),
        "decisions": _open_to_appeal(visit, id_),
        "record": asked(visit, read_match_record, tournament=id_),
    }
    listed = [*found["rulings"], *(one for one in found["disputes"] if one.get("in_game"))]
    told = {one["about"]["number"] for one in listed if one["about"]["kind"] == "match"}
    sides = {number: visit.asks(read_match, tournament=id_, match=number)["sides"] for number in sorted(told)}
    return {**found, "sides": sides, "persons": names_in(visit, id_, sorted(set(_persons_named(found))))}


def _read_disputes(visit: Visit, id_: str) -> Json:
    lists = {"disputes": list_disputes, "rulings": list_rulings, "appeals": list_appeals}
    return {name: visit.asks_all(read, tournament=id_)["items"] for name, read in lists.items()}


def _open_to_appeal(visit: Visit, id_: str) -> list[Json]:
    """What directors have decided without a ruling, as far as this reader may appeal it and its time is not over."""
    try:
        found = visit.asks_all(list_directors_decisions, tournament=id_)["items"]
    except Problem:
        return []
    return [one for one in found if not is_past(visit, one["appeal_deadline"])]


def is_past(visit: Visit, moment: str | None) -> bool:
    """Whether it is after that moment; None: it never is."""
    return moment is not None and visit.reader.now() > datetime.fromisoformat(moment)


def disputed_matches(visit: Visit, id_: str) -> Mapping[int, int]:
    """The matches that a dispute is about which awaits its ruling, each with the number of the first such."""
    listed = visit.asks_all(list_disputes, tournament=id_)["items"]
    waits = [one for one in listed if one["ruling"] is None and one["about"]["kind"] == "match"]
    return {one["about"]["number"]: one["number"] for one in reversed(waits)}


def asked(visit: Visit, handler: Callable[..., Any], **named: object) -> Json | None:
    """What the API answers; None where it does not answer this reader, or there is no such thing."""
    try:
        return visit.asks(handler, **named)
    except (Problem, Refused):
        return None


def _persons_named(told: Any) -> Iterator[str]:  # noqa: ANN401 -- any document
    """The persons who a document names, however deep."""
    if isinstance(told, list):
        for one in told:
            yield from _persons_named(one)
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from [value] if name in _PERSONS and value else value if name in _SEVERAL else _persons_named(value)


def match(visit: Visit, id_: str, number: int) -> Json:
    """A match, how it is played, and what is disputed and ruled of it."""
    found = visit.asks(read_match, tournament=id_, match=number)
    about = {"kind": "match", "number": number}
    disputed = _read_disputes(visit, id_)
    made = {
        "match": found,
        "record": asked(visit, read_record_of_match, tournament=id_, match=number),
        "settlement": asked(visit, read_settlement, tournament=id_, match=number),
        "speakers": speakers(visit, id_, number),
        "disputes": [one for one in disputed["disputes"] if one["about"] == about],
        "rulings": [one for one in disputed["rulings"] if one["about"] == about or number in one["matches"]],
    }
    return {**made, "persons": names_in(visit, id_, sorted(set(_persons_named(made))))}


def with_rates(item: Json) -> Json:
    """The item, with the mean error rate that seeded its entry and the one of now, where it is about them."""
    if item["kind"] != "error-rates-changed":
        return item
    return {**item, "rates": {when: _mean(item, when) for when in ("recorded", "current")}}


def _mean(item: Json, when: str) -> Decimal | None:
    matches = item[f"{when}_matches"]
    return Decimal(item[f"{when}_value"]) / 1000 / matches if matches else None


def finish(visit: Visit, id_: str) -> Json:
    """What is still missing, what is settled, and the report."""
    still = {
        status: visit.asks_all(list_matches, tournament=id_, status=status)["items"] for status in (OPEN, REPORTED)
    }
    disputed, items = _read_disputes(visit, id_), visit.asks(list_reviews, tournament=id_)["items"]
    return {
        **still,
        "has_results": bool(visit.asks(list_matches, tournament=id_, status=ANNOUNCED, limit=1)["items"]),
        "disputes": [one for one in disputed["disputes"] if one["ruling"] is None],
        "appeals": [one for one in disputed["appeals"] if one["decision"] is None],
        "missing": visit.asks(read_match_record, tournament=id_)["missing"],
        "reviews": [with_rates(one) for one in items if one["status"] == "open"],
        "balances": visit.asks(read_balances, tournament=id_),
        "report": visit.asks(read_report, tournament=id_),
        "directors": visit.names(visit.asks(read_tournament, tournament=id_)["directors"]),
    }
