"""Who may call an operation, in words: from the registry of commands, from what a read says of its audience, and for
what is written beside tournaments from the table here, which the walk over every route by every caller holds."""

from collections.abc import Mapping

from fastapi.routing import APIRoute

from api.asgi.refusals import commands_of
from api.queries.visible_fields import audience_of
from domain.kernel.visibility import Part, words_for
from domain.tournament.registry.commands import COMMANDS

BESIDE: Mapping[str, tuple[str, ...]] = {
    "administrators": (
        "import_list",
        "begin_import",
        "cancel_import",
        "resume_import",
        "hand_list_on",
        "set_opening_rating",
        "refuse_correction",
        "record_distinct_person",
        "stop_erasure",
        "place_ban",
        "lift_ban",
        "suspend_ban",
        "correct_details",
        "merge_person",
        "withdraw_merge",
        "announce_rating_policy",
        "announce_rating_pool",
        "set_pool_listing",
        "try_rating_policy",
        "set_resignation_limit",
        "set_report_days",
        "set_time_zone",
        "set_naming_rules",
        "answer_decision",
        "make_principle_ruling",
        "withdraw_principle_ruling",
        "impose_sanction",
        "lift_sanction",
        "found_club",
        "appoint_officer",
        "release_officer",
        "publish_files",
        "label_key",
        "set_key_expiry",
        "revoke_key",
        "make_webhook",
        "rotate_webhook_secret",
        "place_webhook_cursor",
        "disable_webhook",
        "enable_webhook",
        "test_webhook",
    ),
    "administrators other than the one who placed it": ("resume_ban", "confirm_ban"),
    "administrators other than the one who imposed it": ("decide_sanction_appeal",),
    "the person who bears it": ("appeal_sanction",),
    "administrators other than the one who asked for it": ("confirm_erasure",),
    "administrators with a key of their own": ("make_key", "rotate_key"),
    "the person, and administrators": (
        "request_erasure",
        "request_correction",
        "record_publication_consent",
        "confirm_resignation",
    ),
    "directors and administrators": ("register_person", "register_persons", "announce_series", "lift_resignation_ban"),
    "directors and administrators, as for each command of the evening": ("announce_evening",),
    "directors of the series, officers of its club, and administrators": ("change_series",),
    "directors of the series, and administrators": (
        "arrange_divisions",
        "propose_next_season",
        "announce_next_season",
    ),
    "officers of the club, and administrators": (
        "rename_club",
        "set_branding",
        "admit_member",
        "answer_membership_request",
    ),
    "the member, officers of the club, and administrators": ("end_membership",),
    "the member and administrators; officers of the club only withdraw a consent": ("record_membership_consent",),
    "the person who has the offer; officers of the club and administrators only decline": ("answer_membership_offer",),
    "anybody who is registered, for themselves": ("request_membership",),
    "the person, for themselves": ("withdraw_membership_request",),
    "directors of the tournament, with a key of their own": ("issue_link", "issue_screen_link"),
    "staff": ("revoke_link", "revoke_screen_link"),
    "the two sides of the match, and staff": ("begin_analysis", "cancel_analysis", "keep_live_score"),
    "as for the command of each row": ("carry_out_in_bulk", "enter_round_results"),
    "as for each command in it": ("preview_command", "compare_commands"),
    "anybody with a key": (
        "calculate_lateness",
        "calculate_clock_time",
        "calculate_double",
        "calculate_disputed_score",
        "calculate_disputed_cube",
        "calculate_wrong_length",
        "calculate_prospects",
        "report_decision",
    ),
    "the holder of a key that somebody else made, with its code": ("exchange_key",),
}
"""The operations that write or calculate and are no single command on a tournament."""
_BY_OPERATION = {name: words for words, names in BESIDE.items() for name in names}


def callers_of(route: APIRoute) -> str:
    """The callers that the route permits. Raises KeyError for an operation that says so nowhere."""
    if "GET" in (route.methods or ()):
        audience = audience_of(route)
        return "anybody" if audience & Part.ANYBODY else words_for(audience)
    if route.name in _BY_OPERATION:
        return _BY_OPERATION[route.name]
    return _of_command(route)


def _of_command(route: APIRoute) -> str:
    specs = [COMMANDS[one] for one in commands_of(route) if one in COMMANDS]
    if len(specs) != 1:
        raise KeyError(f"who may call {route.name}")
    return ", or ".join(specs[0].permission.names)
