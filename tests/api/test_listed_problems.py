"""Each operation lists the kinds of problems that its code may answer with, and who may call it.

The walk over all routes (`test_access.py`) holds every refusal that it meets against the lists.
"""

import json
from typing import Any

from api.asgi.permitted import BESIDE
from api.http.problems import CATALOGUE
from tests.api import access
from tests.api.callers import DIRECTORS, STAFF, VALID
from tests.api.support import documents
from tests.api.visible import listed_problems

DOCUMENT: dict[str, Any] = json.loads(documents().openapi)
OPERATIONS = {one["operationId"]: one for methods in DOCUMENT["paths"].values() for one in methods.values()}
ADDRESSES = {
    one["operationId"]: f"{method.upper()} {path}"
    for path, methods in DOCUMENT["paths"].items()
    for method, one in methods.items()
}
ADMINISTRATORS = {"administrator"}
HOLDERS = {
    "administrators": (ADMINISTRATORS,),
    "administrators other than the one who placed it": (ADMINISTRATORS,),
    "administrators other than the one who imposed it": (ADMINISTRATORS,),
    "the person who bears it": ({"side"},),
    "administrators other than the one who asked for it": (ADMINISTRATORS,),
    "administrators with a key of their own": (ADMINISTRATORS,),
    "the person, and administrators": (ADMINISTRATORS, ADMINISTRATORS | {"side"}),
    "directors and administrators": (DIRECTORS,),
    "directors and administrators, as for each command of the evening": (DIRECTORS,),
    "directors of the series, officers of its club, and administrators": (STAFF,),
    "directors of the series, and administrators": (STAFF,),
    "officers of the club, and administrators": (STAFF,),
    "the member, officers of the club, and administrators": (STAFF | {"side"},),
    "the person who has the offer; officers of the club and administrators only decline": ({"side"},),
    "the member and administrators; officers of the club only withdraw a consent": (STAFF | {"side"},),
    "anybody who is registered, for themselves": (
        {"side", "player", "entrant", "elsewhere", "director", "administrator"},
    ),
    "the person, for themselves": ({"side"},),
    "directors of the tournament, with a key of their own": ({"director"},),
    "staff": (STAFF,),
    "the two sides of the match, and staff": (STAFF | {"side"},),
    "as for the command of each row": (STAFF, STAFF | {"side"}),
    "as for each command in it": (STAFF,),
    "anybody with a key": (VALID - {"anonymous", "narrowed"},),
    "the holder of a key that somebody else made, with its code": (set(),),
}
"""By the words of the document, the callers in the walk; several where the scene of a route asks for one of them."""
OF_PAGES = {
    *("file-unreadable", "form-sent-from-elsewhere", "identity-provider-away", "key-known", "logged-in-by-mail"),
    *("login-not-begun", "mails-off"),
}
"""What pages alone answer."""
OF_NO_OPERATION = {"method-not-allowed", "route-unknown"}

BY_HAND = {
    "report_result": {"score-impossible", "score-unlikely", "match-has-result", "match-unknown"},
    "start_tournament": {"too-few-entrants", "tournament-status", "groups-too-small"},
    "draw_round": {"round-not-due", "commitment-missing"},
    "request_entry": {"entry-exists", "person-banned", "entries-closed"},
    "place_ban": {"person-unknown", "not-allowed"},
    "request_erasure": {"erasure-requested"},
    "disable_webhook": {"webhook-disabled", "webhook-unknown"},
    "announce_tournament": {"tournament-exists", "format-cannot-follow", "rating-policy-unknown"},
    "read_match": {"match-unknown", "tournament-unknown", "not-yet"},
    "read_person": {"person-unknown"},
    "preview_command": {"ruling-unknown", "match-unknown", "round-not-due", "draw-not-shown"},
    "announce_evening": {"ratings-to-come", "draw-not-shown", "entries-closed"},
    "add_attachment": {"transcript-unreadable"},
}
"""Some kinds that each must list, from the rules of the commands."""


def test_operations_list_what_their_commands_refuse() -> None:
    for name, kinds in BY_HAND.items():
        assert kinds <= set(OPERATIONS[name]["x-problems"]), name


def test_operations_list_little_that_is_none_of_theirs() -> None:
    assert "match-unknown" not in OPERATIONS["found_club"]["x-problems"]
    assert "last-director" not in OPERATIONS["report_result"]["x-problems"]
    assert "score-impossible" not in OPERATIONS["place_ban"]["x-problems"]
    sizes = sorted(len(one["x-problems"]) for one in OPERATIONS.values())
    assert sizes[len(sizes) // 2] < 12


WITH_COMMANDS_INSIDE = {
    "preview_command",
    "compare_commands",
    "carry_out_in_bulk",
    "announce_evening",
    "announce_next_season",
}
"""What these may answer is what any command in them may."""
ONLY_OF = {
    "absence-refused": {"mark_absent", "end_absence", "request_bye"},
    "bye-not-offered": {"request_bye", "withdraw_bye_request"},
    "entries-closed": {"request_entry", "approve_entry"},
    "reentry-refused": {"request_entry", "approve_entry"},
    "resign-instead": {"withdraw_entry"},
    "sides-drawn": {"correct_result", "resolve_wrong_length", "correct_pairings"},
    "who-meets-is-fixed": {"correct_result", "resolve_wrong_length", "correct_pairings"},
    "table-unknown": {"set_fixed_table", "move_match", "enter_round_results"},
    "ruling-unseen": {"give_ruling", "import_list", "begin_import", "resume_import"},
}
"""By the rules of the formats and of the commands: all that may answer with a kind."""


def test_operations_list_what_a_format_refuses_only_where_that_is_asked() -> None:
    for kind, names in ONLY_OF.items():
        listing = {name for name, one in OPERATIONS.items() if kind in one["x-problems"]}
        assert listing - WITH_COMMANDS_INSIDE == names, kind
    assert set(OPERATIONS["arrange_hall"]["x-problems"]) == {
        *("conflict-of-interest", "director-banned", "link-of-banned", "not-allowed"),
        *("outcome-differs", "person-erased", "person-merged", "person-unknown"),
        *("stale", "table-taken", "tournament-status", "tournament-unknown"),
    }


def test_every_kind_of_problem_is_listed_by_an_operation_or_said_not_to_be() -> None:
    listed = set().union(*listed_problems().values())
    assert set(CATALOGUE.kinds) - listed == OF_PAGES | OF_NO_OPERATION


def test_operations_say_who_may_call_them() -> None:
    assert OPERATIONS["report_result"]["x-callers"] == (
        "a side of the match, or an officer of the club for which a side plays, or staff"
    )
    assert OPERATIONS["rename_club"]["x-callers"] == "officers of the club, and administrators"
    assert OPERATIONS["read_match"]["x-callers"] == "anybody"
    assert "auditors" in OPERATIONS["read_report"]["x-callers"]
    assert [name for name, one in OPERATIONS.items() if not one.get("x-callers")] == []


def test_operations_beside_tournaments_name_the_callers_that_the_walk_lets_in() -> None:
    """`test_access.py` holds the same table against every route and caller."""
    for words, names in BESIDE.items():
        for name in names:
            assert ADDRESSES[name] in access.BESIDE, name
            assert access.BESIDE[ADDRESSES[name]] in HOLDERS[words], f"{name}: {words}"
    assert {ADDRESSES[name] for names in BESIDE.values() for name in names} == {
        route for route in access.BESIDE if not route.startswith("GET ")
    }
