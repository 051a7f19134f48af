"""The federation's view of a tournament (TD-19), as values. Persons are named by their ids alone.

Fields called one of `TEXTS` hold what was said of persons. It never changes once it is recorded, but goes when somebody
is erased; so it is left out of a report's digest, and a report that was filed stays filed.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from domain.kernel import canonical_json
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.officiating.committees import CommitteeVerdict
from domain.officiating.remedies import Remedy, Spectator
from domain.officiating.sanction_catalogue import Departure, Sanction
from domain.scoring.endings import MatchFlag
from domain.tournament.person_effects.snapshots import Flight, TurnedAwayFor
from domain.tournament.rulings.events import PlaceKind
from domain.tournament.rulings.state import RulingStatus

TEXTS = frozenset({"reason", "matter", "facts", "reasons"})

_Played = Literal["won", "drawn", "default", "drawn-by-default", "both-lost"]
Ended = Literal[_Played, "abandoned", "open", "needs-ruling", "unannounced", "void"]
"""The end of a match, or why it has none. One that `needs-ruling` has a score that does not end it; `unannounced`
results count nowhere, like those of `void` matches."""


class RefusedEntry(Value):
    """An entry that is refused; with the `flight` offered in its place, and whether that was `accepted` (TD-2)."""

    entry: int
    persons: tuple[PersonId, ...]
    reason: PersonalText | None
    flight: Flight | None
    accepted: bool | None


class TurnedAwayEntry(RefusedEntry):
    """An entry that the service refused, because a member was banned, or had resigned too often (TD-4, ALL-8)."""

    because: TurnedAwayFor


class LeftByOthers(Value):
    """An entry that others than its player have recorded as withdrawn, resigned, or gone for today, with that version
    of the tournament (1.4.1, 1.4.3). `recorded_by` is the person, or the key that is for none."""

    entry: int
    persons: tuple[PersonId, ...]
    how: Literal["withdrawn", "resigned", "left"]
    reason: PersonalText | None
    recorded_by: str
    at: Instant
    version: int


class SpectatorOut(Value):
    """A spectator who was expelled, or banned until that moment; None: for good."""

    ruling: int
    sanction: Literal["expelled", "banned"]
    spectator: Spectator
    until: Instant | None
    reasons: PersonalText | None


class PlayerOut(Value):
    """An entrant who is out by a ruling in force."""

    ruling: int
    entry: int
    sanction: Literal["disqualified", "expelled"]
    clause: str
    reasons: PersonalText | None


class Appealed(Value):
    """An appeal of a decision, by an entry or by a person who it names. `decision` is None while it is open; `reason`
    is the party's, `reasons` are the committee's."""

    appeal: int
    entry: int | None
    lodged_by: PersonId
    late: bool
    reason: PersonalText | None
    committee: tuple[PersonId, ...]
    decision: CommitteeVerdict | Literal["no-majority", "withdrawn"] | None
    reasons: PersonalText | None


class DisputedDecision(Value):
    """A ruling on a dispute, or one that was appealed. `remedies` are those given, `claimed` those it dismissed, and
    `in_force` what is ordered now."""

    ruling: int
    about: PlaceKind
    number: int | None
    dispute: int | None
    parties: tuple[int, ...]
    clause: str
    matter: PersonalText | None
    facts: PersonalText | None
    reasons: PersonalText | None
    remedies: tuple[Remedy, ...]
    claimed: tuple[Remedy, ...]
    in_force: tuple[Remedy, ...]
    status: RulingStatus
    given_by: str
    given_at: Instant
    committee: tuple[PersonId, ...]
    precedents: tuple[int, ...]
    appeals: tuple[Appealed, ...]


class FlaggedRemedy(Value):
    """A remedy in force, the nth of its ruling, that departs from what its clause permits (TD-22)."""

    ruling: int
    remedy_number: int
    kind: str
    clause: str
    departure: Departure
    permitted: tuple[Sanction, ...]


class FlaggedMatch(Value):
    """A match that counts, and what is flagged of it (TD-17, TD-18)."""

    match: int
    flag: MatchFlag


class MatchResult(Value):
    """A match as it is. `points` are those of the two sides, where they are known; `rulings` are in force on it."""

    match: int
    stage: int
    round: int | None
    sides: tuple[int, int]
    length: int
    form: str
    ended: Ended
    winner: int | None
    points: tuple[int, int] | None
    played_at: Instant | None
    rulings: tuple[int, ...]


class MissingAttachment(Value):
    """An attachment that the conditions require, and a match that was played lacks (TD-20)."""

    match: int
    kind: Literal["recording", "analysis"]


class PlaceKept(Value):
    """A place of a stage that stays with those in it, though by the results it would go to others (ALL-4)."""

    stage: int
    match: int | None
    stays: tuple[int, ...]
    without: tuple[int, ...]


class MetOtherwise(Value):
    """A match in which others met than had been paired: it was corrected who did (TD-14)."""

    match: int
    round: int | None
    paired: tuple[int, int]
    met: tuple[int, int]


class FederationReport(Value):
    """All that is owed to the federation, in the order in which it is in the tournament."""

    refused_entries: tuple[TurnedAwayEntry | RefusedEntry, ...]
    spectators: tuple[SpectatorOut, ...]
    players: tuple[PlayerOut, ...]
    decisions: tuple[DisputedDecision, ...]
    flagged: tuple[FlaggedRemedy, ...]
    undecided: tuple[int, ...]
    missing: tuple[MissingAttachment, ...]
    results: tuple[MatchResult, ...]
    flagged_matches: tuple[FlaggedMatch, ...] = ()
    kept_places: tuple[PlaceKept, ...] = ()
    left_by_others: tuple[LeftByOthers, ...] = ()
    met_otherwise: tuple[MetOtherwise, ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of all but the texts in canonical JSON, as 64 hexadecimal digits. A section that the first
        reports did not have is left out where the file is empty, so that they stay filed; so are
        those who left by others: the version says whether they were filed."""
        later = ("flagged_matches", "kept_places", "met_otherwise")
        since = {name for name in later if not getattr(self, name)} | {"left_by_others"}
        told = self.model_dump(mode="json", exclude=since)
        return hashlib.sha256(canonical_json.encode(_without_texts(told))).hexdigest()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell of a tournament that did not take place."""
        return not any(getattr(self, name) for name in FederationReport.model_fields if name != "left_by_others")


def _without_texts(value: Any) -> Any:  # noqa: ANN401 -- any JSON
    if isinstance(value, dict):
        return {name: _without_texts(part) for name, part in value.items() if name not in TEXTS}
    return [_without_texts(part) for part in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Filed:
    """A report that was filed: as of that version, with that digest."""

    version: int
    digest: str
    reference: str
    note: PersonalText | None
    by: str
    at: datetime
