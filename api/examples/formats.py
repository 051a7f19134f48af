"""Examples of bodies around rounds, byes and stages, by name."""

from typing import Any


def announcements() -> dict[str, Any]:
    """Announcing a tournament of each format with pairings or a bracket."""
    knockout = {"kind": "knockout", "lengths": [5, 5, 7], "third_place": True}
    return {
        "a Swiss that sends eight on to a knockout": {
            "name": "Winter league",
            "format": {"kind": "swiss", "lengths": [5]},
            "stages": [{"format": knockout, "qualifiers": 8}],
            "time_zone": "Europe/Berlin",
        },
        "a Swiss of six-game matches": {"name": "Sets league", "format": {"kind": "swiss", "form": "six-games"}},
        "a knockout of best of three matches": {
            "name": "Masters",
            "format": {"kind": "knockout", "form": "best-of-three", "lengths": [7]},
        },
        "a knockout seeded by rating": {
            "name": "Cup",
            "format": knockout | {"seeding": "rating"},
            "rating": {"pool": "normal", "policy": "room", "version": 1},
        },
        "draws that depend on a beacon's round": {
            "name": "Final",
            "format": {"kind": "nxe", "losses": 2, "lengths": [5]},
            "outside_source": {
                "kind": "beacon",
                "name": "drand quicknet",
                "round": 31415926,
                "at": "2099-03-01T18:00:00+01:00",
            },
        },
        "a ring by lot": {"name": "Dual Ring", "format": {"kind": "dual-ring", "order": "lot"}},
    }


def outside_value() -> dict[str, Any]:
    """Recording or witnessing a value from outside."""
    beacon = {"value": "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20"}
    return {"twenty dice": {"value": "26451351626453211645"}, "a beacon's round": beacon}


def seeding() -> dict[str, Any]:
    """Seeding the field by hand."""
    return {"last year's finalists first": {"order": [4, 2, 7], "reason": "As they stood last year."}}


def opening() -> dict[str, Any]:
    """Opening a stage."""
    by_hand = {"seeds": [3, 1, 4, 2], "reason": "Three were tied for the last place; a blitz has decided."}
    return {"as the stage before has it": {}, "by hand": by_hand}


def schedule() -> dict[str, Any]:
    """Saying when a round opens and closes."""
    return {
        "a week": {"opens_at": "2026-03-02T00:00:00+01:00", "closes_at": "2026-03-08T23:59:59+01:00"},
        "not yet said": {},
    }


def closing() -> dict[str, Any]:
    """Closing a round."""
    early = {"reason": "Everybody has told the director.", "early": True}
    return {"at its deadline": {"reason": "The week is over."}, "before it": early}


def bye_request() -> dict[str, Any]:
    """Asking for a bye."""
    return {"in the third round": {"round": 3}}


def no_time_agreed() -> dict[str, Any]:
    """Telling the director that no time could be agreed."""
    return {"by the second side": {"by": "second"}}


def verification() -> dict[str, Any]:
    """Verifying a result."""
    return {"as it is": {}, "of an abandoned game": {"choice": "rewind"}}


def reports() -> dict[str, Any]:
    """Results other than those of a match to points that somebody has won."""
    seats = ("first", "second", "second", "first")
    winners = ("first", "drawn", "first", "first")
    games = [{"winner": winner, "first_seat": seat} for winner, seat in zip(winners, seats, strict=True)]
    return {
        "best of three": {
            "result": {
                "kind": "best-of-three",
                "matches": [{"first": 7, "second": 4}, {"first": 5, "second": 7}, {"first": 7, "second": 6}],
            }
        },
        "six games": {"result": {"kind": "six-games", "games": games}},
        "drawn": {"result": {"kind": "drawn"}},
        "unplayed, the first side told the director": {"result": {"kind": "unplayed", "reported_by": "first"}},
        "neither side appeared": {"result": {"kind": "both-lost"}},
    }
