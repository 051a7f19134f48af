"""What every page of a tournament needs to know of it: its settings, its entrants, and the names of both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from starlette.responses import Response

from api.http.sign_ups import SignUpList
from api.queries.as_of import state_read
from api.routes.federation.clubs import read_club
from api.routes.federation.publications import list_publications
from api.routes.tournament.hall import read_hall
from api.routes.tournament.rounds import read_next, read_rounds
from api.routes.tournament.stages import read_chart
from api.routes.tournament.standings import list_entries, list_matches, read_standings, read_tournament
from api.site.frame.visit import Json, Visit
from api.site.public.ordered_tables import lower_is_better
from api.site.words.public import WORDS
from domain.kernel.ids import PersonId, TournamentId
from domain.scoring.modes import STAKES
from domain.standings.ranking import Criterion, Reason, Row, reason_below
from domain.tournament.derived.next_round import next_match, next_round

LEADING = frozenset({"bracket", "brackets", "groups-and-bracket", "ring"})
"""The charts that are looked for before the table."""
LAST_ON_PODIUM, MOST_ON_PODIUM = 3, 5
_LEFT = ("out", "disqualified", "expelled", "not-qualified")
_SOON = timedelta(hours=12)


def about(visit: Visit, tournament: TournamentId) -> Json:
    """The tournament as the templates take it; `places` are its further pages, `host` is the club that holds it."""
    told = visit.asks(read_tournament, tournament=tournament)
    entries = visit.asks_all(list_entries, tournament=tournament)["items"]
    own = numbers_of(entries)
    persons = {*told["directors"], *own}
    known = visit.reader.names(persons)
    names = {one: visit.called(known.get(one), own.get(one)) for one in persons}
    called = names_of(visit, entries, known)
    entrants = {one["number"]: {**one, "shown": called[one["number"]]} for one in entries}
    host = visit.asks(read_club, club=told["club"]) if told["club"] else None
    shown: Json = {"tournament": told, "entrants": entrants, "names": names, "host": host}
    shown |= {"rates_teams": _rates_teams(visit, told)}
    return {**shown, "zone": told["time_zone"], "places": _places(told), "chart_place": chart_place(told)}


def _rates_teams(visit: Visit, told: Json) -> bool:
    """Whether teams that play as one side are rated (TEA-8)."""
    rating, policies = told["rating"], visit.reader.services_now.federation().rating_policies
    pinned = rating and policies.get((rating["policy"], rating["policy_version"]))
    return pinned is not None and pinned.teams == "as-one"


def chart_place(told: Json) -> str:
    """What its picture is called: as its only format is, where that has a name of its own."""
    kind = told["format"]["kind"]
    has_own = not told["stages"] and kind in WORDS["place"]
    return kind if has_own else told["chart_kind"] or "chart"


def names_of(visit: Visit, entries: Iterable[Json], known: Mapping[PersonId, str]) -> dict[int, str]:
    """What each entry is called: its team, or its persons, whose names are among those known; who has entered again is
    told apart by how many entries they have had by then (SE-10)."""
    listed = list(entries)
    again = {one["number"]: one["again_of"] for one in listed}
    return {one["number"]: _team_name(visit, one, known) + _which(again, one["number"]) for one in listed}


def _team_name(visit: Visit, entry: Json, known: Mapping[PersonId, str]) -> str:
    """A team by its name; two who have given none by both their own, and any other by that of its captain."""
    if entry["team_name"]:
        return str(entry["team_name"])
    others = entry["members"] if len(entry["members"]) == 1 else ()
    return " & ".join(visit.called(known.get(one), entry["number"]) for one in (entry["person"], *others))


def _which(again: Mapping[int, int | None], number: int) -> str:
    """` (2)` of the second entry of a person; nothing of the first."""
    which, before = 1, again[number]
    while before is not None:
        which, before = which + 1, again.get(before)
    return f" ({which})" if which > 1 else ""


def takes_reentries(tournament: Json) -> bool:
    """Whether players who have lost may enter again now (SE-10)."""
    return tournament["status"] == "started" and bool(tournament["conditions"]["reentries"])


def who_has_lost(matches: Iterable[Json]) -> set[int]:
    """The entries that have lost their last of these matches."""
    played = [one for one in matches if one["status"] == "announced" and one["winner"] is not None]
    in_order = sorted(played, key=lambda one: (one["round"] or 0, one["number"]))
    last = {side: one for one in in_order for side in one["sides"]}
    return {side for side, one in last.items() if one["winner"] != side}


def numbers_of(entries: Iterable[Json]) -> dict[PersonId, int]:
    """By person the number of their entry, or of the one whose place they had."""
    listed = list(entries)
    before = {person: one["number"] for one in listed for person in one["held_before"]}
    return before | {person: one["number"] for one in listed for person in (one["person"], *one["members"])}


def names_in(visit: Visit, tournament: TournamentId, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
    """The names of persons in a tournament, some of whom may have entered it."""
    return visit.names(persons, numbers_of(visit.asks_all(list_entries, tournament=tournament)["items"]))


def _places(told: Json) -> list[str]:
    """Rounds and a picture only where there are any; a bracket or a ring is what its players look for first."""
    if told["status"] == "announced":
        return ["overview", "entrants", "rulings"]
    rounds, chart, leads = told["has_rounds"], told["has_chart"], chart_leads(told)
    first = [*["chart"] * leads, "standings", *["rounds"] * rounds, *["chart"] * (chart and not leads)]
    return [*first, "matches", "entrants", "rulings", "print"]


def chart_leads(told: Json) -> bool:
    """Whether there is a bracket or a ring, which is looked for first."""
    return bool(told["status"] != "announced" and told["has_chart"] and told["chart_kind"] in LEADING)


def now_played(visit: Visit, tournament: TournamentId) -> list[Json]:
    """The matches that are open, those at tables first."""
    found = visit.asks_all(list_matches, tournament=tournament, status="open")["items"]
    open_ones = [one for one in found if not one["abandoned"]]
    return sorted(open_ones, key=lambda one: (one["table"] is None, one["table"] or 0, one["number"]))


def podium_of(told: Json, table: Json) -> list[Json]:
    """The first three lines of a tournament that is over; nobody where more share these ranks than there is room."""
    first = [row for row in table["rows"] if row["rank"] is not None and row["rank"] <= LAST_ON_PODIUM]
    return first if told["status"] == "completed" and len(first) <= MOST_ON_PODIUM else []


def official_table(visit: Visit, tournament: TournamentId) -> int | None:
    """The publication of its table whose lines have signed cards; None: it was not published, or is not signed yet."""
    found = visit.asks(list_publications, kind="standings", tournament=tournament, sort="newest", limit=1)["items"]
    return next((one["publication"] for one in found if any(file["proof"] for file in one["files"])), None)


def dice_awaited(visit: Visit, told: Json, progress: Json) -> Json | None:
    """The dice that the draws of a tournament wait for (ALL-2): by whom they are thrown before whom, and the command by
    which the visitor, where they are one of the two, tells how they fell. None: it waits for none."""
    source, value = progress["outside_source"], progress["outside_value"] or {"witnessed": False, "value": None}
    if told["status"] not in ("announced", "started") or source is None or value["witnessed"]:
        return None
    if source["kind"] != "dice":
        return None
    names = names_in(visit, told["id"], [source["thrower"], source["witness"]])
    visitor = visit.reader.caller.person
    says = {source["thrower"]: "record-outside-value"}
    if value["value"]:
        says[source["witness"]] = "witness-outside-value"
    named = {role: names[source[role]] for role in ("thrower", "witness")}
    return {**source, **named, "says": says.get(visitor) if visitor else None}


def shown(visit: Visit, template: str, tournament: TournamentId, /, **values: object) -> Response:
    """A page of that tournament."""
    return visit.page(template, **{**about(visit, tournament), **values})


def table_of(visit: Visit, tournament: TournamentId) -> Json:
    """The table without those who withdrew before the start: they did not play. Who leaves later stays (ALL-7). Its
    `groups` are its parts, where it has some."""
    table = _with_drawn_lots(visit.asks(read_standings, tournament=tournament))
    if any(row["withdrawn"] for row in table["rows"]) and not _is_season(visit, tournament):
        entries = visit.asks_all(list_entries, tournament=tournament)["items"]
        gone = {one["number"] for one in entries if one["status"] == "withdrawn"}
        table = {**table, "rows": [row for row in table["rows"] if row["entry"] not in gone]}
    groups, still_open = in_groups(visit, tournament, table), _still_open(visit, tournament, table)
    return {**table, "groups": groups, "lower": lower_is_better(table), **still_open}


def _still_open(visit: Visit, tournament: TournamentId, table: Json) -> Json:
    """What may still change: the round that is `played`, 0: matches of several; and the `line` below those who go on to
    the next stage, as it is now."""
    progress = progress_of(visit, tournament)
    following, opened = progress["next"] or {}, [one for one in progress["stages"] if one["opened"]]
    is_paired = bool(opened) and opened[-1]["is_paired"]
    waits = is_paired and following.get("kind") == "wait" and {*following["matches"]} - {*following["by_link"]}
    played = (following["round"] or 0) if waits else None
    return {"sort": "", "played": played, "line": cut_line(progress["stages"], len(opened), table["rows"])}


def cut_line(stages: Sequence[Json], number: int, rows: Sequence[Json]) -> Json | None:
    """Below whose line those end who go on from the stage of that number, as it is now; None where nobody goes on, all
    do, or the next stage has begun."""
    following = stages[number] if 0 < number < len(stages) else None
    if following is None or following["opened"] or following["qualifiers"] is None:
        return None
    still_in = [row["entry"] for row in rows if not row["withdrawn"] and row["mark"] not in _LEFT]
    places = following["qualifiers"]
    if not 0 < places < len(still_in):
        return None
    return {"entry": still_in[places - 1], "places": places, "stage": number + 1, "kind": following["kind"]}


def in_groups(visit: Visit, tournament: TournamentId, table: Json) -> list[Json]:
    """The lines of each group by its name, where they are ranked by the place in a group alone; else nothing."""
    criteria = {one["name"] for one in table["criteria"]}
    if "group_rank" not in criteria or not criteria.isdisjoint(("champion", "across")):
        return []
    chart = visit.asks(read_chart, tournament=tournament)["chart"] or {}
    rows, groups = {row["entry"]: row for row in table["rows"]}, chart.get("groups", [])
    in_it = [(one["name"], [line["entry"] for line in one["lines"]]) for one in groups]
    return [
        {"name": name, "rows": _with_reasons([rows[entry] for entry in own if entry in rows])}
        for name, own in in_it
        if name
    ]


def _with_reasons(rows: Sequence[Json]) -> list[Json]:
    """The lines of one group, from the top, each with why it is below the one above it there."""
    return [{**row, "reason": _reason(row, above)} for row, above in zip(rows, (None, *rows[:-1]), strict=True)]


def _reason(row: Json, above: Json | None) -> Json:
    """The first number of a line that is another than in the line above."""
    before = Row(None, above["entry"], above["values"], Reason()) if above else None
    compared = [one for one in row["values"] if one != "group_rank" and (before is None or one in before.values)]
    return asdict(reason_below(row["values"], before, [Criterion(one) for one in compared]))


def _with_drawn_lots(table: Json) -> Json:
    rows = [
        {**row, "values": {name: told for name, told in row["values"].items() if is_told(table, name, told)}}
        for row in table["rows"]
    ]
    return {**table, "rows": rows}


def is_told(table: Json, name: str, value: int) -> bool:
    """Whether a number of the table is to be shown: who has no lot yet is behind all who have, by a number that is
    none."""
    return name != "lot" or value <= len(table["rows"])


def _is_season(visit: Visit, tournament: TournamentId) -> bool:
    """Whether players withdraw from it after the start, too."""
    return not visit.asks(read_tournament, tournament=tournament)["is_paired"]


def stakes_of(told: Json) -> list[str]:
    """What each side may stake in a match of an open season (STK-1, STK-3); nothing where it is played for none."""
    forms = told["format"]["forms"] if told["format"].get("stakes") else ()
    return [str(one) for one in sorted({amount for form in forms for amount in STAKES.get(form, ())})]


def rooms_of(visit: Visit, tournament: TournamentId) -> dict[int, str]:
    """By table, the room that it is in."""
    hall = visit.asks(read_hall, tournament=tournament)
    return {table["table"]: room["name"] for room in hall["rooms"] for table in room["tables"]}


def rounds_of(visit: Visit, tournament: TournamentId, entry: int | None = None) -> list[Json]:
    """Its rounds, or what the entry has in them."""
    found: list[Json] = visit.asks(read_rounds, tournament=tournament, entry=entry)["rounds"]
    return found


def is_soon(visit: Visit, moment: str | None) -> bool:
    """Whether it is this evening: then it is counted down to."""
    return moment is not None and datetime.fromisoformat(moment) - visit.reader.now() < _SOON


def next_round_of(visit: Visit, tournament: TournamentId) -> Json | None:
    """About when the next round begins, as far as that can be told and is not past."""
    state, _ = state_read(visit.reader.services, tournament, None)
    found = next_round(state)
    if found is None or found.at <= visit.reader.now():
        return None
    minutes = found.takes // timedelta(minutes=1) if found.measured else None
    return {"at": found.at.isoformat(), "minutes": minutes}


def next_match_of(visit: Visit, tournament: TournamentId, entry: int) -> str | None:
    """About when a match begins for whom an opponent is still playing, as far as that is not past."""
    state, _ = state_read(visit.reader.services, tournament, None)
    found = next_match(state, entry)
    return found.isoformat() if found and found > visit.reader.now() else None


def boards_of(visit: Visit, told: Json) -> dict[int, int]:
    """By match of two teams, which of their boards it is (TEA-1); nothing where they do not meet on boards."""
    if not told["conditions"]["boards"]:
        return {}
    matches = visit.asks_all(list_matches, tournament=told["id"])["items"]
    return {one["number"]: one["bout"]["match_of_bout"] for one in matches if one["bout"]}


def progress_of(visit: Visit, tournament: TournamentId) -> Json:
    """How far it is."""
    return visit.asks(read_next, tournament=tournament)


def sign_up_list(visit: Visit, told: Json) -> SignUpList | None:
    """What a tournament asks of who signs up for it now; None where nobody can."""
    if told["status"] != "announced" or any(entries_are(visit, told["conditions"])):
        return None
    return visit.reader.services.sign_ups.taken_by(told["id"])


def entries_are(visit: Visit, conditions: Json) -> tuple[bool, bool]:
    """Whether entries open only later, and whether they are closed."""
    opens, closes = (conditions[one] for one in ("entries_open_at", "entries_close_at"))
    now = visit.reader.now()
    opens_later = opens is not None and now < datetime.fromisoformat(opens)
    return opens_later, closes is not None and datetime.fromisoformat(closes) <= now
