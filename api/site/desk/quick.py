"""The form in which an evening is announced: what a club needs, as it was the last time, with all formats."""

from collections.abc import Mapping

from api.routes.federation.clubs import list_clubs
from api.site.desk.announcing import INPUTS, as_text, ratings
from api.site.desk.board import MINUTES_A_POINT
from api.site.desk.commands.inputs import KIND, Input
from api.site.desk.commands.reading import Typed, fields, written
from api.site.desk.typed import AT_ONCE, BY_DIRECTOR, number
from api.site.frame.forms import Form, FormVisit, WrongTypedError
from api.site.frame.visit import Json, Visit
from domain.formats.registry import KINDS, format_of, read_options

_ASKED = ("losses", "lives", "rounds", "length", "crawford", "seeding", "third_place", "last_chance", "late_entries")
"""The settings of a format that a club evening needs; a format asks for those that it has."""
_LENGTHS = "lengths"
_USUAL_LENGTH = 5
_WEEK_MINUTES = 10_080
_DAYS = ("round_days", "last_round_days")
_VARIANTS = next(one for one in INPUTS if one.name == "format").variants

ASKED: Mapping[str, tuple[Input, ...]] = {
    kind: tuple(one.optional for name in _ASKED for one in _VARIANTS[kind] if one.name == name) for kind in KINDS
}
"""By format what is asked of it."""
HAVE_LENGTHS = frozenset(kind for kind in KINDS if any(one.name == _LENGTHS for one in _VARIANTS[kind]))
"""The formats in which each round has its length."""
HAVE_ROUNDS = frozenset(
    kind for kind in HAVE_LENGTHS if (of := format_of(read_options({KIND: kind}))).has_rounds and of.is_paired
)
"""Those that are played round by round."""


def _usual() -> str:
    """The first format that is played in rounds."""
    return next(kind for kind in KINDS if format_of(read_options({KIND: kind})).has_rounds)


USUAL = _usual()


def _final() -> str:
    """The first format that can follow another and takes its field by seeds."""
    seeded = (kind for kind in KINDS if any(one.name == "seeding" for one in _VARIANTS[kind]))
    return next(kind for kind in seeded if format_of(read_options({KIND: kind})).follows)


FINAL = _final()
_USUALLY: Mapping[str, Mapping[str, str]] = {FINAL: {"seeding": "lot"}}
"""What a club expects of a format where that has something else by itself: who meets in its bracket is drawn."""


def asked(visit: Visit, directed: Mapping[str, list[Json]]) -> Json:
    """What the form is made of; `last` is what it holds at first: what the newest of these evenings has."""
    newest = max((one for listed in directed.values() for one in listed), key=_announcement_time, default=None)
    clubs = [one for one in visit.asks_all(list_clubs)["items"] if _keeps(visit, one)]
    return {
        "asked": ASKED,
        "final": FINAL,
        "have_lengths": HAVE_LENGTHS,
        "ratings": {as_text(one): one for one in ratings(visit)},
        "clubs": clubs,
        "last": _as(newest),
    }


def _announcement_time(tournament: Json) -> str:
    return str(tournament["announced_at"])


def _keeps(visit: Visit, club: Json) -> bool:
    caller = visit.reader.caller
    return caller.role == "administrator" or caller.person in club["officers"]


def _as(newest: Json | None) -> Form:
    """What is in the form for an evening like that one."""
    if newest is None:
        return Form([("format", USUAL), ("length", str(_USUAL_LENGTH)), *_as_it_is()])
    options, conditions = newest["format"], newest["conditions"]
    kind, lengths = options[KIND], options.get(_LENGTHS) or [_USUAL_LENGTH]
    told = {
        "format": kind,
        "length": str(lengths[0]),
        "rating": as_text(newest["rating"]) if newest["rating"] else "",
        "minutes": _minutes_as_typed(kind, lengths[0], options, conditions["round_minutes"]),
        "verification": conditions["verification"],
        "pairings": conditions["pairings_shown"],
        "club": newest["club"] or "",
        "qualifiers": str(newest["stages"][0]["qualifiers"]) if newest["stages"] else "",
    }
    others = [each for each in _as_it_is() if not each[0].startswith(f"of-{kind}.")]
    return Form([*told.items(), *written(ASKED[kind], options, str, f"of-{kind}."), *others])


def _as_it_is() -> list[tuple[str, str]]:
    """What each format has by itself."""
    first = ((kind, read_options({KIND: kind})) for kind in KINDS)
    found = ((kind, {**options.model_dump(mode="json"), **_USUALLY.get(kind, {})}) for kind, options in first)
    return [each for kind, told in found for each in written(ASKED[kind], told, str, f"of-{kind}.")]


def announcement(visit: FormVisit) -> Json:
    """The tournament of the form. Raises WrongTypedError."""
    kind = visit.said("format")
    if kind not in KINDS:
        raise WrongTypedError("format", kind)
    lengths = {_LENGTHS: [number(visit.said("length"))]}
    own = {**lengths, **_no_days(kind)} if kind in HAVE_LENGTHS else _no_days(kind)
    options = {KIND: kind, **fields(ASKED[kind], Typed(visit.form, str, "UTC"), f"of-{kind}."), **own}
    caller, best = visit.reader.caller, visit.said("qualifiers")
    directs = {"director": caller.person} if caller.role == "administrator" and caller.person else {}
    final = [{"format": {KIND: FINAL, **lengths, **_no_days(FINAL)}, "qualifiers": number(best)}] if best else []
    conditions = {
        "verification": visit.said("verification") or BY_DIRECTOR,
        "pairings_shown": visit.said("pairings") or AT_ONCE,
        **_window(kind),
        **_minutes(visit, kind),
    }
    club = {"club": visit.said("club")} if visit.said("club") else {}
    told = {"name": visit.said("name"), "format": options, "stages": final, "conditions": conditions}
    return {**told, **directs, **club, **_rating_wanted(visit)}


def _no_days(kind: str) -> Json:
    """An evening's rounds are not open for days."""
    return {name: None for one in _VARIANTS[kind] if (name := one.name) in _DAYS}


def _minutes(visit: FormVisit, kind: str) -> Json:
    """How long a round is open: as typed, twelve minutes for each point where nothing is, and without end where that
    is 0. Raises WrongTypedError."""
    if kind not in HAVE_ROUNDS:
        return {}
    typed = visit.said("minutes")
    if typed == "0":
        return {}
    return {"round_minutes": number(typed) if typed else MINUTES_A_POINT * number(visit.said("length"))}


def _minutes_as_typed(kind: str, length: int, options: Json, minutes: int | None) -> str:
    """What was typed for it; one that was not played in rounds, or whose rounds had days, says nothing of the next."""
    if kind not in HAVE_ROUNDS or (minutes is None and options.get(_DAYS[0]) is not None):
        return ""
    return "" if minutes == MINUTES_A_POINT * length else str(minutes or 0)


def _window(kind: str) -> Json:
    """Where any two play when they like, results are corrected for a week."""
    is_paired = format_of(read_options({KIND: kind})).is_paired
    return {} if is_paired else {"correction_window_minutes": _WEEK_MINUTES}


def _rating_wanted(visit: FormVisit) -> Json:
    """In which pool it is rated, if at all. Raises WrongTypedError."""
    text = visit.said("rating")
    found = next((one for one in ratings(visit) if as_text(one) == text), None)
    if text and found is None:
        raise WrongTypedError("rating", text)
    return {"rating": found} if found else {}
