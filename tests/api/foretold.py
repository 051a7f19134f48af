"""What readers are shown of a tournament and beyond it, all that a decision can change; and how two such sights differ.

A preview says how they will differ. `differences` works the same out from what was read before and after, so the two
can be compared whole: what was shown and did not happen, and what happened and was not shown.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from tests.api.support import Client
from tests.properties import PROFILE

Json = dict[str, Any]
Lines = Mapping[tuple[str, int], list[Json]]

ENOUGH = 500
"""More than the story has of anything."""

BAN = ("kind", "until", "ruling", "clause")
WIN = ("year", "series", "season")
NAMES = (
    "topics",
    "made",
    "voided",
    "revived",
    "ended",
    "lines_before",
    "lines_after",
    "champion_before",
    "champion_after",
    "settlements",
    "report",
    "rated_again",
)
"""What a preview says and a sight shows in the same words."""

POOLS = ("normal", "price")


@dataclass(frozen=True)
class Sight:
    """What is shown at one moment: matches and lines of the table by number, the sections of the report, the postings
    of the ledger, events by topic; of each person, who is named by id, the rating in each pool, all rated matches, and
    the record with the wins."""

    matches: Mapping[int, Json]
    rows: Mapping[int, Json]
    report: Mapping[str, Counter[str]]
    postings: Sequence[Json]
    topics: Sequence[str]
    ratings: Mapping[tuple[str, str], str]
    rated: Lines
    persons: Mapping[str, Json]
    listed: Mapping[tuple[str, str], Json]
    histories: Mapping[tuple[str, str], Sequence[Json]]


def look(reader: Client, path: str, persons: Sequence[str], former: Sight | None = None) -> Sight:
    """Everything, as the director reads it, but for revisions of ratings: these follow with the feeds, for which no
    read waits. What `former` showed of a person stands while their revision does; in `make test` the matches that they
    are rated for stand too, while what the list says of them does."""
    listed = {(pool, line["person"]): line for pool in POOLS for line in _listed(reader, f"/v1/ratings/{pool}")}
    histories = {
        (pool, person): _history(reader, pool, person, listed[pool, person], former)
        for pool in POOLS
        for person in persons
        if (pool, person) in listed
    }
    rated: dict[tuple[str, int], list[Json]] = {}
    for history in histories.values():
        for line in history:
            rated.setdefault((line["tournament"], line["match"]), []).append(line | {"revision": None})
    return Sight(
        matches={match["number"]: match for match in _listed(reader, f"{path}/matches")},
        rows={row["entry"]: row for row in reader.read(f"{path}/standings")["rows"]},
        report=_sections(reader.read(f"{path}/report")["report"]),
        postings=_listed(reader, f"{path}/settlements"),
        topics=[event["topic"] for event in _listed(reader, f"{path}/history")],
        ratings={place: lines[0]["rating_after"] for place, lines in histories.items() if lines},
        rated=rated,
        persons={person: _person(reader, person, former) for person in persons},
        listed=listed,
        histories=histories,
    )


def _history(reader: Client, pool: str, person: str, line: Json, former: Sight | None) -> Sequence[Json]:
    """The matches that the person is rated for, of whom the list has that line."""
    if former is not None and PROFILE == "test" and former.listed.get((pool, person)) == line:
        return former.histories[pool, person]
    return _listed(reader, f"/v1/ratings/{pool}/{person}/history")


def _listed(reader: Client, path: str) -> list[Json]:
    found: list[Json] = reader.read(path, limit=ENOUGH)["items"]
    assert len(found) < ENOUGH
    return found


def _sections(report: Json) -> dict[str, Counter[str]]:
    """Match results apart: those are shown as matches."""
    told = {name: items for name, items in report.items() if name != "results"}
    return {name: Counter(json.dumps(item, sort_keys=True) for item in items) for name, items in told.items()}


def _person(reader: Client, person: str, former: Sight | None) -> Json:
    """How many events their own history has, and what is there of bans and wins."""
    record = reader.read(f"/v1/persons/{person}/record")
    if former is not None and former.persons[person]["revision"] == record["revision"]:
        return former.persons[person]
    wins = reader.read(f"/v1/persons/{person}/wins")
    bans = [{name: ban[name] for name in BAN} for ban in record["bans"]]
    won = [{name: win[name] for name in WIN} for win in wins["wins"]]
    return {"revision": record["revision"], "bans": bans, "wins": won}


def foretold(shown: Json) -> Json:
    """What a preview says will differ, in the words of `differences`. At what score an undecided match goes on only a
    preview shows; what can then be reported of it shows that it was so."""
    told = {name: shown[name] for name in NAMES}
    told["ended"] = [_as_read(one) for one in shown["ended"]]
    told["ratings"] = sorted(shown["ratings"], key=itemgetter("pool", "person"))
    return told | {"beyond": list(_reaching(shown))}


def _reaching(shown: Json) -> Iterator[Json]:
    for person, lines in groupby(shown["beyond"], key=itemgetter("person")):
        told = [(line["topic"], line["data"]) for line in lines]
        bans = [{name: said[name] for name in BAN} for topic, said in told if topic == "person.ban-ordered.v1"]
        wins = [{name: said[name] for name in WIN} for topic, said in told if topic == "person.tournament-won.v1"]
        yield {"person": person, "events": len(told), "bans": bans, "wins": wins}


def differences(before: Sight, after: Sight) -> Json:
    """What has become different, in the words of a preview."""
    news = [(before.matches.get(number), match) for number, match in sorted(after.matches.items())]
    turned = [line for number, line in after.rows.items() if _line(before.rows.get(number)) != _line(line)]
    return {
        "topics": list(after.topics[len(before.topics) :]),
        "made": [_shown(match) for earlier, match in news if earlier is None],
        "voided": [_shown(match) for earlier, match in news if earlier and _is_void(match) > _is_void(earlier)],
        "revived": [_shown(match) for earlier, match in news if earlier and _is_void(match) < _is_void(earlier)],
        "ended": [_ending(match) for earlier, match in news if _told(earlier) != _told(match)],
        "lines_before": [_line(before.rows[row["entry"]]) for row in turned if row["entry"] in before.rows],
        "lines_after": [_line(row) for row in turned],
        "champion_before": _champion(before),
        "champion_after": _champion(after),
        "settlements": [_settled(one) for one in after.postings[len(before.postings) :]],
        "report": list(_reported(before, after)),
        "beyond": list(_beyond(before, after)),
        "ratings": list(_ratings(before, after)),
        "rated_again": dict(_rated_again(before, after)),
    }


def _shown(match: Json) -> Json:
    return {"match": match["number"], "round": match["round"], "sides": match["sides"]}


def _is_void(match: Json) -> bool:
    return bool(match["status"] == "void")


def _told(match: Json | None) -> Json | None:
    """What there is to tell of a match: nothing before it was announced or ruled on."""
    if match is None or not (match["announced_at"] or match["rulings"] or match["abandoned"]):
        return None
    return _ending(match)


def _as_read(ending: Json) -> Json:
    """What reads tell of it too; whether play had begun is in what is rated."""
    read = {name: value for name, value in ending.items() if name != "play_began"}
    return read | {"points": ending["ended"] and ending["points"]}


def _ending(match: Json) -> Json:
    how, winner = (None, None) if _is_void(match) else (match["ended"], match["winner"])
    return _shown(match) | {
        "length": match["length"],
        "ended": how,
        "winner": winner,
        "points": how and match["points"],
    }


def _line(row: Json | None) -> Json | None:
    return row and {name: row[name] for name in ("entry", "rank", "values", "mark")}


def _champion(sight: Sight) -> int | None:
    return next((entry for entry, row in sight.rows.items() if row["mark"] == "champion"), None)


def _settled(posting: Json) -> Json:
    shares = [{name: share[name] for name in ("entry", "staked", "credited")} for share in posting["shares"]]
    return {"match": posting["match"], "shares": shares, "house": posting["house"]}


def _reported(before: Sight, after: Sight) -> Iterator[Json]:
    for section, tells in sorted(after.report.items()):
        told = before.report[section]
        if tells != told:
            yield {"section": section, "added": (tells - told).total(), "removed": (told - tells).total()}


def _beyond(before: Sight, after: Sight) -> Iterator[Json]:
    """Who has something new in their own history, and what now is there of bans and wins."""
    for person, shown in sorted(after.persons.items()):
        earlier = before.persons[person]
        if shown["revision"] != earlier["revision"]:
            new = {name: [one for one in shown[name] if one not in earlier[name]] for name in ("bans", "wins")}
            yield {"person": person, "events": shown["revision"] - earlier["revision"], **new}


def _ratings(before: Sight, after: Sight) -> Iterator[Json]:
    for pool, person in sorted({*before.ratings, *after.ratings}):
        was, is_now = (sight.ratings.get((pool, person), "1500.000000") for sight in (before, after))
        if was != is_now:
            yield {"pool": pool, "person": person, "before": was, "after": is_now}


def _rated_again(before: Sight, after: Sight) -> Counter[str]:
    """How many matches of which tournaments are rated otherwise, or newly, or no longer."""
    named = sorted({*before.rated, *after.rated})
    return Counter(one[0] for one in named if _rated(before, one) != _rated(after, one))


def _rated(sight: Sight, named: tuple[str, int]) -> list[str]:
    return sorted(json.dumps(line, sort_keys=True) for line in sight.rated.get(named, ()))


def told(report: Json, section: str, *fields: str) -> list[tuple[Any, ...]]:
    """What the report tells in that section."""
    return [tuple(one[field] for field in fields) for one in report[section]]


def in_words(result: Json) -> str:
    """A match as the report tells it: `1: 1-16 5-2`, with whose it is where no score tells."""
    first, second = result["sides"]
    points = result["points"] and "-".join(map(str, result["points"]))
    ended = "void" if result["ended"] == "void" else points or f"won by {result['winner']}"
    return f"{result['match']}: {first}-{second} {ended}"
