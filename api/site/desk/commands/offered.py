"""The commands that have a form on the desk, what each is on, and what is known of it before anything is typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api.http.etags import LISTED, SETTINGS, Resource
from api.routes.tournament.rulings import read_appeal, read_dispute, read_ruling
from api.routes.tournament.standings import read_entry, read_match, read_tournament
from api.site.desk.commands.inputs import Input, inputs
from api.site.desk.showing import address
from api.site.frame.visit import Json, Visit
from api.site.replay.cited import Cited
from domain.kernel.envelope import Role
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec

_ROOMS = ("rulings", "match-record")
_FURTHER = (
    *("correct-result", "void-match", "reinstate-match", "withdraw-result", "resolve-wrong-length", "move-match"),
    "name-line-up",
    *(
        "mark-absent",
        "end-absence",
        "resign",
        "leave-for-today",
        "withdraw-resignation",
        "withdraw-reentry",
        "set-fixed-table",
    ),
    *("withdraw-entry", "substitute-player", "change-entry"),
    *(
        "give-colour",
        "change-entry",
        "offer-flight",
        "answer-flight-offer",
        "seed-field",
        "make-play-off",
        "withdraw-bye-request",
    ),
    *("pair-by-hand", "schedule-round", "request-bye", "appoint-director", "release-director"),
    *("withdraw-start", "send-invitation", "acknowledge-invitation", "report-no-time-agreed"),
    *(
        "withdraw-start",
        "complete-tournament",
        "reopen-tournament",
        "cancel-tournament",
        "reveal-secret",
        "close-round",
        "annul-round",
    ),
    *("open-stage", "publish-commitment", "record-outside-value", "witness-outside-value"),
)
OFFERED: Mapping[str, CommandSpec] = {
    spec.name: spec for spec in COMMANDS.values() if spec.room in _ROOMS or spec.name in _FURTHER
}
"""By name: all of disputes, rulings and appeals, all of how a match is played, and what is done now and then."""

_READ: Mapping[str, Callable[..., Any]] = {
    "match": read_match,
    "entry": read_entry,
    "dispute": read_dispute,
    "ruling": read_ruling,
    "appeal": read_appeal,
}
_OF_ABSENCE = ("mark-absent", "end-absence")
"""What players do from their own page, and come back to."""
_OF_DICE = ("record-outside-value", "witness-outside-value")
"""What may be for a player, who does not see the page of the desk that it is done on by others."""
_OF_DIRECTORS = ("appoint-director", "release-director")
"""What is followed by the board, which says who of the directors has no login."""
_PLACES = {"entries": "entries", "hall": "entries", "lifecycle": "finish", "rounds": "rounds"}


@dataclass(frozen=True, slots=True)
class Known:
    """A command of a tournament, what its address says of it (`given`), and what that is on, by kind as it was read;
    `cited` is the place in its match that a dispute or a ruling is about."""

    spec: CommandSpec
    given: Mapping[str, str]
    read: Mapping[str, Json]
    cited: Cited | None = None

    @property
    def inputs(self) -> tuple[Input, ...]:
        """What is still to be typed: what the form begins with stays as it is."""
        return tuple(one for one in inputs(self.spec.command) if not self._is_given(one.name))

    def _is_given(self, name: str) -> bool:
        return any(f"{one}.".startswith(f"{name}.") for one in self.begins)

    @property
    def begins(self) -> dict[str, str]:
        """What is in the form before anything is typed."""
        names = self.spec.command.model_fields
        own = {name: text for name, text in self.given.items() if name in names}
        about = {"about": self._about, "in_game": self._in_game}
        return {**own, **{key: text for name in about if name in names for key, text in about[name].items()}}

    @property
    def _about(self) -> dict[str, str]:
        """What a dispute or a ruling is about, where the address says so."""
        about = self.read.get("dispute", {}).get("about") or next(
            ({"kind": kind, "number": self.given[kind]} for kind in ("match", "entry") if kind in self.given), {}
        )
        return {f"about.{name}": str(told) for name, told in about.items() if told is not None}

    @property
    def _in_game(self) -> dict[str, str]:
        """Where in its match that is (GAM-7)."""
        at = self.cited.in_game if self.cited else {}
        return {f"in_game.{name}": str(told) for name, told in at.items() if told is not None}

    @property
    def etag(self) -> str | None:
        """The ETag of what it changes, as it was read."""
        if self.spec.resource == "settings":
            return SETTINGS.etag(self.read["tournament"]["revision"], self.read["tournament"]["version"])
        if self.spec.resource is None:
            return None
        found = self.read[self.spec.resource]
        return Resource(self.spec.resource, found["number"]).etag(found["revision"])

    @property
    def is_tried(self) -> bool:
        """Whether it is shown what it changes before it is done."""
        return "choice" in self.spec.command.model_fields

    @property
    def page(self) -> str:
        """The page of the desk that follows."""
        if "match" in self.given and self.spec.room != "rulings":
            return f"matches/{self.given['match']}"
        return "now" if self.spec.name in (*_OF_DICE, *_OF_DIRECTORS) else _PLACES.get(self.spec.room, "matters")

    def way_back(self, role: Role | None) -> str:
        """Where anyone who has done it goes on."""
        tournament = str(self.read["tournament"]["id"])
        if role == "player" and self.spec.name in _OF_ABSENCE:
            return f"/tournaments/{tournament}/play"
        is_player = role == "player" and self.spec.name in _OF_DICE
        return f"/tournaments/{tournament}" if is_player else address(tournament, self.page)

    @property
    def match(self) -> Json | None:
        """The match that it is about, if any."""
        return self.read.get("match")


def known(visit: Visit, tournament: str, name: str, given: Mapping[str, str]) -> Known:
    """The command, and what it is on. Raises Problem and Refused as the reads do."""
    kinds = [str(kind) for kind in LISTED if kind in given]
    found: dict[str, Json] = {
        kind: visit.asks(_READ[kind], tournament=tournament, **{kind: int(given[kind])}) for kind in kinds
    }
    _add_case(visit, tournament, found)
    about = next((one["about"] for one in found.values() if one.get("about", {}).get("kind") == "match"), None)
    if "match" not in found and about:
        found["match"] = visit.asks(read_match, tournament=tournament, match=about["number"])
    return Known(OFFERED[name], given, {**found, "tournament": visit.asks(read_tournament, tournament=tournament)})


def _add_case(visit: Visit, tournament: str, found: dict[str, Json]) -> None:
    """Adds the ruling that an appeal is against, and the dispute that a ruling is on: anyone who writes reads what
    was said before."""
    if "appeal" in found and "ruling" not in found:
        found["ruling"] = visit.asks(read_ruling, tournament=tournament, ruling=found["appeal"]["ruling"])
    dispute = found.get("ruling", {}).get("dispute")
    if dispute is not None and "dispute" not in found:
        found["dispute"] = visit.asks(read_dispute, tournament=tournament, dispute=dispute)
