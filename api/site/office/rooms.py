"""The rooms of the office: what each reads, and what can be done there. Pages are made of this table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from api.routes.federation.bans import list_bans
from api.routes.federation.clubs import list_clubs, list_members, list_membership_requests, list_offers, read_club
from api.routes.federation.federation import read_federation
from api.routes.federation.imports import list_imports
from api.routes.federation.lists import list_lists, read_list
from api.routes.federation.policies import list_rating_policies
from api.routes.federation.pools import list_rating_pools
from api.routes.federation.precedents import list_federation_sanctions, list_precedents, list_reported_decisions
from api.routes.federation.publications import list_publications
from api.routes.federation.reference import list_rating_classes
from api.routes.federation.series import list_series, list_wins_in_series, read_series
from api.routes.person.details import list_duplicates
from api.routes.person.error_rates import list_average_error_rates
from api.routes.person.persons_read import list_erasures, list_persons, read_person
from api.routes.person.records import read_person_record
from api.routes.person.sanctions import list_sanctions_of_person
from api.routes.service.audited_reads import list_audited_reads
from api.routes.service.feeds import list_feeds
from api.routes.service.health import read_readiness
from api.routes.service.keys import list_keys
from api.routes.service.log_events import list_events
from api.routes.service.log_tree import list_log_keys
from api.routes.service.refused_attempts import list_refused_attempts
from api.routes.service.webhooks import list_webhook_attempts, list_webhooks, read_webhook
from api.routes.tournament.reports import list_reports
from api.site.frame.visit import Handler, Json, reads_past
from api.site.office.columns import Column, columns

Holds = Callable[[Json], bool]


def _always(_: Json) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Act:
    """A command on a line: `given` says which field of the line each of its names is, `fixed` what
    else is said of it; it is offered where `when` holds, but not to anyone who is in one of the fields `not_to`."""

    command: str
    given: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    when: Holds = _always
    not_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A read that a room shows, line by line: the fields that are shown, and what can be done with each line. `leads`
    is the room that has a page for each, by its field `id`; `items` is where the lines are in the document, and
    `asked` what it is asked with. In `pairs`, two persons stand side by side;
    those of a list that is `told_apart` have their ratings, clubs and last tournament."""

    name: str
    read: Handler
    fields: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    leads: str = ""
    items: str = "items"
    asked: Mapping[str, Any] = field(default_factory=dict)
    pairs: bool = False
    told_apart: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of each line."""
        return columns(self.read, self.fields, self.items)


@dataclass(frozen=True, slots=True)
class Facts:
    """A document that a page begins with, field by field."""

    read: Handler
    fields: tuple[str, ...]
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of it."""
        return columns(self.read, self.fields)


@dataclass(frozen=True, slots=True)
class Room:
    """A page: what it shows, and the commands it offers. With a `subject` it is the page of one such
    thing, to be found in that room.
    `is_searched`: its reads find by name; `is_log`: by whose history an
    event is of, and from which day on."""

    shown: tuple[Shown, ...] = ()
    commands: tuple[Act, ...] = ()
    facts: Facts | None = None
    subject: str = ""
    found_in: str = ""
    is_searched: bool = False
    is_log: bool = False

    @property
    def has_past(self) -> bool:
        """Whether anything in it can be read as it was."""
        return any(map(reads_past, (*(one.read for one in self.shown), *([self.facts.read] if self.facts else ()))))


def _do(*names: str, when: Holds = _always) -> tuple[Act, ...]:
    return tuple(Act(name, when=when) for name in names)


def _is_registered(person: Json) -> bool:
    """Whether anything can still be done with the record: not after an erasure, and not while it leads to another."""
    return bool(person["status"] == "registered")


_BAN = {"person": "person", "ban": "number"}
_OWN_BAN = {"person": "record", "ban": "number"}
_REVIEWS = (
    Act("confirm-ban", _BAN, when=lambda one: one["review"] == "waiting", not_to=("person", "by")),
    Act("suspend-ban", _BAN, when=lambda one: one["review"] != "suspended", not_to=("person",)),
    Act("resume-ban", _BAN, when=lambda one: one["review"] == "suspended", not_to=("person", "by")),
    Act("lift-ban", _BAN, not_to=("person",)),
)
_BANS = Shown(
    "bans", list_bans, ("person", "kind", "placed_at", "until", "by", "clause", "reasons", "review"), _REVIEWS
)
_OF_SANCTION = {"sanction": "sanction"}


def _awaits_decision(one: Json) -> bool:
    return one["status"] == "in-force" and one["appealed_at"] is not None and one["verdict"] is None


_IMPORTS = Shown(
    "imports",
    list_imports,
    ("tournament", "source", "imported_at", "in_name_of", "results", "persons", "status"),
    (
        Act(
            "confirm-import",
            {"tournament": "tournament", "tournament_version": "tournament_version"},
            when=lambda one: one["status"] == "waiting" and None not in one["recorded_by"],
            not_to=("recorded_by",),
        ),
    ),
)
_OF_LIST = ("club", "tournament", "imported_at", "imported_by", "named", "lines", "waiting")
_ERASURES = Shown(
    "erasures",
    list_erasures,
    ("person", "state", "requested_at", "due_at", "erased_at", "gone_at"),
    (
        Act("confirm-erasure", {"person": "person"}, when=lambda one: one["state"] == "requested"),
        Act("stop-erasure", {"person": "person"}, when=lambda one: one["state"] == "requested"),
    ),
)
_PUBLISHED = Shown("publications", list_publications, ("publication", "subject", "published_at", "files"))
_KEY = {"key": "id"}
_KEYS = Shown(
    "keys",
    list_keys,
    ("id", "role", "person", "tournament", "label", "status", "made_at", "expires_at", "last_used"),
    (
        Act("label-key", _KEY),
        Act("rotate-key", _KEY, when=lambda one: one["status"] == "valid"),
        Act("set-key-expiry", _KEY, when=lambda one: one["status"] == "valid"),
        Act("revoke-key", _KEY, when=lambda one: one["status"] == "valid"),
    ),
)
_PAIR = (
    Act("merge-person", {"person": "second", "merged_into": "first"}),
    Act("merge-person", {"person": "first", "merged_into": "second"}),
    Act("record-distinct-person", {"person": "first", "other_person": "second"}),
)


def _staff(role: str) -> Shown:
    return Shown(role, list_keys, ("person", "label", "made_at", "last_used"), asked={"role": role, "valid": True})


ROOMS: Mapping[str, Room] = {
    "persons": Room(
        (Shown("persons", list_persons, ("name", "resignations", "unconfirmed"), leads="persons", told_apart=True),),
        _do("register-person"),
        is_searched=True,
    ),
    "duplicates": Room((Shown("duplicates", list_duplicates, ("persons",), _PAIR, pairs=True),)),
    "erasures": Room((_ERASURES,)),
    "clubs": Room((Shown("clubs", list_clubs, ("name", "officers"), leads="clubs"),), _do("found-club")),
    "bans": Room(
        (
            _BANS,
            Shown(
                "sanctions",
                list_federation_sanctions,
                ("person", "kind", "clause", "measure", "until", "reason", "at", "appeal", "verdict", "status"),
                (
                    Act("decide-sanction-appeal", _OF_SANCTION, when=_awaits_decision, not_to=("person",)),
                    Act(
                        "lift-sanction",
                        _OF_SANCTION,
                        when=lambda one: one["status"] == "in-force",
                        not_to=("person",),
                    ),
                ),
            ),
        ),
        _do("impose-sanction"),
    ),
    "reviews": Room(
        (
            _IMPORTS,
            Shown("waiting-bans", list_bans, _BANS.fields, _REVIEWS, asked={"review": "waiting"}),
            Shown(
                "reports",
                list_reports,
                ("tournament", "status", "ended_at", "due_at", "overdue_days"),
                asked={"only": "owed"},
            ),
        ),
        is_searched=True,
    ),
    "imports": Room((_IMPORTS,), is_searched=True),
    "lists": Room(
        (Shown("known-lists", list_lists, ("name", "kind", *_OF_LIST), leads="lists"),),
        is_searched=True,
    ),
    "decisions": Room(
        (
            Shown(
                "decisions",
                list_reported_decisions,
                ("decision", "reported_by", "tournament", "ruling", "account", "at", "answer"),
                (Act("answer-decision", {"decision": "decision"}, when=lambda one: one["answered_at"] is None),),
            ),
            Shown(
                "precedents",
                list_precedents,
                ("precedent", "clause", "principle", "reasons", "at", "withdrawn"),
                (
                    Act(
                        "withdraw-principle-ruling",
                        {"precedent": "precedent"},
                        when=lambda one: one["withdrawn"] is None,
                    ),
                ),
            ),
        ),
        _do("report-decision", "make-principle-ruling"),
    ),
    "series": Room(
        (Shown("series", list_series, ("name", "directors", "club"), leads="series"),),
        _do("announce-series"),
        is_searched=True,
    ),
    "ratings": Room(
        (
            Shown("lists", list_publications, _PUBLISHED.fields, asked={"kind": "rating-list"}),
            Shown(
                "policies",
                list_rating_policies,
                ("name", "version", "start", "factor", "scale", "shortest", "longest"),
            ),
            Shown("pools", list_rating_pools, ("names", "pool", "version", "policy", "announced_at", "listing")),
            Shown("classes", list_rating_classes, ("name", "lowest")),
        ),
        (
            Act("publish-files", fixed={"kind": "rating-list"}),
            *_do("announce-rating-policy", "announce-rating-pool", "set-pool-listing"),
        ),
    ),
    "error-rates": Room((Shown("error-rates", list_average_error_rates, ("person", "average", "matches")),)),
    "publications": Room(
        (
            _PUBLISHED,
            Shown("log-keys", list_log_keys, ("origin", "begun_at", "vkey")),
        ),
        tuple(Act("publish-files", fixed={"kind": kind}) for kind in ("rating-list", "standings", "ruling", "report")),
    ),
    "keys": Room((_KEYS,), _do("make-key"), is_searched=True),
    "staff": Room(tuple(map(_staff, ("administrator", "director", "auditor", "feed-reader")))),
    "feeds": Room(
        (
            Shown("feeds", list_feeds, ("feed", "entries", "end")),
            Shown(
                "webhooks", list_webhooks, ("feed", "origin", "status", "failed", "next_attempt_at"), leads="webhooks"
            ),
        ),
        _do("make-webhook"),
    ),
    "watch": Room(
        (
            Shown("refused", list_refused_attempts, ("person", "key", "command", "problem", "times", "last_at")),
            Shown("audited", list_audited_reads, ("person", "key", "address", "personal", "read_at")),
        ),
    ),
    "history": Room(
        (Shown("events", list_events, ("position", "recorded_at", "stream", "version", "data", "actor")),), is_log=True
    ),
    "settings": Room(
        facts=Facts(read_federation, ("resignation_limit", "report_days", "time_zone", "naming")),
        commands=_do("set-resignation-limit", "set-report-days", "set-time-zone", "set-naming-rules"),
    ),
    "health": Room(facts=Facts(read_readiness, ("position", "lag", "parked", "examined", "signed", "log_problems"))),
}
"""By what is in their address, in the order in which they are listed."""

JOBS: Mapping[str, tuple[str, ...]] = {
    "people": ("persons", "duplicates", "clubs", "bans", "erasures", "keys", "staff"),
    "events": ("reviews", "series", "imports", "lists"),
    "ratings": ("ratings", "error-rates", "publications"),
    "rules": ("decisions", "settings"),
    "log": ("history", "feeds", "watch", "health"),
}
"""The rooms by what somebody comes for."""

ONE: Mapping[str, Room] = {
    "persons": Room(
        (
            Shown(
                "bans",
                read_person_record,
                ("kind", "placed_at", "until", "clause", "reason", "status", "review"),
                (Act("lift-ban", _OWN_BAN, when=lambda one: one["in_force"], not_to=("of", "record")),),
                items="bans",
            ),
            Shown(
                "resignations",
                read_person_record,
                ("number", "tournament", "entry", "at", "confirmed"),
                (
                    Act(
                        "confirm-resignation",
                        {"person": "of", "resignation": "number"},
                        when=lambda one: not one["confirmed"],
                    ),
                ),
                items="resignations",
            ),
            Shown(
                "sanctions",
                list_sanctions_of_person,
                ("kind", "at", "tournament", "clause", "points", "status", "until"),
            ),
            Shown("records", read_person, ("person",), (Act("withdraw-merge", {"person": "person"}),), items="records"),
            Shown("keys-of-person", list_keys, ("id", "role", "label", "status", "last_used"), _KEYS.acts),
        ),
        (
            *_do(
                *("correct-details", "set-opening-rating", "record-publication-consent", "request-correction"),
                when=_is_registered,
            ),
            Act("refuse-correction", when=lambda one: one["correction_requested"] is not None),
            *_do(
                *("place-ban", "lift-resignation-ban", "merge-person", "record-distinct-person"),
                when=_is_registered,
            ),
            Act("request-erasure", fixed={"back": "erasures"}, when=_is_registered),
            Act("withdraw-merge", when=lambda one: one["status"] == "merged"),
        ),
        Facts(
            read_person,
            (
                *("id", "contact", "note", "legal_name", "birth_year", "country", "federation"),
                *("publication_consent", "correction_requested", "merged_into"),
            ),
        ),
        subject="person",
        found_in="persons",
    ),
    "clubs": Room(
        (
            Shown(
                "officers",
                read_club,
                ("person",),
                (Act("release-officer", {"club": "of", "person": "person"}),),
                items="officers",
            ),
            Shown(
                "members",
                list_members,
                ("number", "person", "since", "until", "publication_consent"),
                (
                    Act("end-membership", {"club": "of", "membership": "number"}),
                    Act("record-membership-consent", {"club": "of", "membership": "number"}),
                ),
            ),
            Shown(
                "requests",
                list_membership_requests,
                ("number", "person", "since", "asked_at", "status"),
                (
                    Act(
                        "answer-membership-request",
                        {"club": "of", "request": "number"},
                        when=lambda one: one["status"] == "open",
                    ),
                ),
            ),
            Shown(
                "offers",
                list_offers,
                ("number", "person", "since", "offered_at", "status"),
                (
                    Act(
                        "answer-membership-offer",
                        {"club": "of", "offer": "number"},
                        when=lambda one: one["status"] == "open",
                    ),
                ),
            ),
        ),
        _do("rename-club", "appoint-officer", "admit-member"),
        Facts(read_club, ()),
        subject="club",
        found_in="clubs",
    ),
    "lists": Room(
        commands=_do("hand-list-on"), facts=Facts(read_list, ("kind", *_OF_LIST)), subject="list", found_in="lists"
    ),
    "series": Room(
        (
            Shown(
                "seasons",
                read_series,
                ("season", "tournaments"),
                tuple(
                    Act(one, {"series": "of", "season": "season"})
                    for one in ("arrange-divisions", "propose-next-season", "announce-next-season")
                ),
                items="seasons",
            ),
            Shown("winners", list_wins_in_series, ("person", "wins")),
        ),
        _do("change-series"),
        Facts(read_series, ("directors", "club")),
        subject="series",
        found_in="series",
    ),
    "webhooks": Room(
        (
            Shown(
                "attempts",
                list_webhook_attempts,
                ("began_at", "entries", "milliseconds", "outcome", "status", "dialled", "answer"),
            ),
        ),
        (
            *_do("rotate-webhook-secret", "place-webhook-cursor"),
            Act("test-webhook", when=lambda one: one["status"] == "enabled"),
            Act("disable-webhook", when=lambda one: one["status"] == "enabled"),
            Act("enable-webhook", when=lambda one: one["status"] == "disabled"),
        ),
        Facts(
            read_webhook,
            (
                *("feed", "address", "origin", "status", "disabled_because", "made_at", "cursor", "failed"),
                *("first_failed_at", "next_attempt_at"),
            ),
        ),
        subject="webhook",
        found_in="feeds",
    ),
}
"""The page of one thing, by the room that it is found in."""
