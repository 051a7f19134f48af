"""In which order, and in which groups, people meet the operations: they are listed so wherever they are shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_T = r"/v1/tournaments/\{tournament\}"
_M = rf"{_T}/matches/\{{match\}}"


@dataclass(frozen=True, slots=True)
class Group:
    """Some operations, and the `pattern` that each fulfils as `GET /v1/…`."""

    name: str
    description: str
    pattern: str

    def holds(self, method: str, path: str) -> bool:
        """Whether the operation is one of them."""
        return re.fullmatch(self.pattern, f"{method.upper()} {path}") is not None


_OTHERS = Group("Further operations", "What is in no other group.", r".*")

# The first group whose pattern an operation fulfils has it.
_KNOWN = (
    Group(
        "Find your way",
        "Who you are, what waits for you; tournaments, series, persons and matches.",
        rf"GET (/v1/(tournaments|series|persons|me|waiting|persons/\{{person\}}/matches)|{_T})",
    ),
    Group(
        "Announce and start a tournament",
        "What it is played by, who directs it, and when it begins.",
        rf"(POST|PATCH) (/v1/tournaments(/bulk)?|{_T}/(conditions|directors|start|bulk).*)|GET /v1/presets",
    ),
    Group("Enter players", "Entries asked for, approved, refused, withdrawn.", rf"\w+ {_T}/entries.*"),
    Group(
        "Play rounds and stages",
        "Draws, pairings by hand, byes, seeding, times of rounds; and how draws are checked.",
        rf"\w+ {_T}/(rounds|seeding|decisions|commitment|reveal|outside-value|draw-check).*"
        rf"|\w+ {_T}/hall.*|POST {_T}/stages.*",
    ),
    Group(
        "Keep an eye on a match",
        "Monitors, spectators, breaks, clocks, what players declare and ask for.",
        rf"\w+ ({_M}/(monitors|consents|breaks|clocks|declarations|attachments|record)"
        rf"|{_T}/(match-record|requests|exceptions)).*",
    ),
    Group(
        "Appeal a ruling",
        "Appeals, committees, alternatives and votes, and how an appeal is decided.",
        rf"\w+ {_T}/((rulings/\{{ruling\}}/)?appeals|directors-decisions).*",
    ),
    Group(
        "Settle a dispute",
        "Disputes, rulings and sanctions; trying out what a decision would change.",
        rf"\w+ ({_T}/(disputes|rulings|appeals|previews|persons)|{_M}/calculations|/v1/sanctions-catalogue).*",
    ),
    Group(
        "Explain and look back",
        "Why a number is what it is, what an event has changed, what happened, what is at stake.",
        rf"GET .*/(explain|changes|history|prospects|account)(/.*)?|POST {_T}/calculations/.*",
    ),
    Group(
        "Report and correct results", "Matches made, reported, verified, corrected.", rf"\w+ {_T}/(matches|results).*"
    ),
    Group("Read tables", "Standings and charts.", rf"GET {_T}/(standings|chart|crosstable|stages).*"),
    Group(
        "End a tournament",
        "Completion, what is to be looked at again, stakes, and the report to the federation.",
        rf"\w+ ({_T}/(completion|cancellation|reopening|reviews|settlements|report|import).*|/v1/(reports|imports).*)",
    ),
    Group("Run a series", "Tournaments grouped by season.", r"\w+ /v1/series.*"),
    Group("Ban a person", "Bans, and who reviews them.", r"\w+ /v1/(persons/\{person\}/bans|bans).*"),
    Group(
        "Keep the register of persons",
        "Persons, their resignations, erasure.",
        r"\w+ /v1/(persons|erasures).*",
    ),
    Group("Read ratings", "Lists, classes and lines of ratings.", r"\w+ /v1/(ratings|rating-).*"),
    Group("Keep a club", "Its name, its look, its officers and its members.", r"\w+ /v1/clubs.*"),
    Group("Run the federation", "What it settles for all tournaments.", r"\w+ /v1/(federation|publications).*"),
    Group("Make keys", "Who may use the service, and as what.", r"\w+ /v1/keys.*"),
    Group(
        "Follow the log",
        "Events as they happen, and the evidence of what was recorded.",
        r"\w+ /v1/(log|feeds?|webhooks|events).*",
    ),
    Group(
        "Watch over the service",
        "Who has read what, what was refused, whether all is well.",
        r"\w+ (/v1/(audited-reads|refused-attempts).*|/health|/ready)",
    ),
    Group("Look up", "Kinds of events and of problems.", r"\w+ /v1/(schemas|problems).*"),
    _OTHERS,
)


def group_of(method: str, path: str) -> Group:
    """The group that has the operation."""
    return next(group for group in _KNOWN if group.holds(method, path))


def grouped(paths: Mapping[str, Mapping[str, dict[str, Any]]]) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The paths in the order of their first operations' groups, each operation with its group as its tag; and the tags
    that there are."""
    found = {path: dict(operations) for path, operations in paths.items()}
    for path, operations in found.items():
        for method, operation in operations.items():
            operation["tags"] = [group_of(method, path).name]
    names = [group.name for group in _KNOWN]
    used = {operation["tags"][0] for operations in found.values() for operation in operations.values()}
    order = sorted(found, key=lambda path: min(names.index(one["tags"][0]) for one in found[path].values()))
    tags = [{"name": group.name, "description": group.description} for group in _KNOWN if group.name in used]
    return {path: found[path] for path in order}, tags
