"""What commands are answered with."""

from typing import Annotated

from api.documents.clubs import ClubDocument
from api.documents.known_lists import ListDocument
from api.documents.persons import FederationDocument, LeagueDocument, PersonDocument, RecordDocument, SeriesDocument
from api.documents.ratings import PolicyDocument, PoolDocument
from domain.kernel.ids import ClubId, ListId, PersonId, SeriesId, TournamentId
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_PLAYERS, PUBLIC, ForSender
from domain.scoring.clock import LostOnTime, PlayOnWithoutClock
from domain.tournament.decisions.match_record.recording import BreakMeaning
from projections.views.federation import DecisionView, ImposedView, PrecedentView


class Revision(ForSender):
    """Something that was changed, by its number, and the revision its ETag now carries."""

    number: int
    revision: int


class RecordedThing(ForSender):
    """Something that was recorded, by its number among those of its kind in its match, or in the tournament; of breaks
    and declarations what that comes to, for the director to rule (TD-5, TD-7, TD-8)."""

    kind: Annotated[str, PUBLIC]
    number: int
    comes_to: BreakMeaning | LostOnTime | PlayOnWithoutClock | None = None


class TournamentAnswer(ForSender):
    """What a command did: the tournament's version after it, the log's position, and what was changed. Disputes,
    rulings and appeals are listed where there are any. `not_rated` are matches that a ruling decides without play
    having begun, as far as is known: where it had, the ruling is to say so by `play_began` (ALL-6). `left_open` are
    matches that a round was closed without, since anyone who closed it plays them."""

    tournament: TournamentId
    version: int
    position: int
    entries: tuple[Revision, ...]
    matches: tuple[Revision, ...]
    disputes: tuple[Revision, ...] = ()
    rulings: tuple[Revision, ...] = ()
    appeals: tuple[Revision, ...] = ()
    recorded: tuple[RecordedThing, ...] = ()
    not_rated: tuple[int, ...] = ()
    left_open: tuple[int, ...] = ()


class PersonAnswer(ForSender):
    """What a command did to a person of the registry."""

    person: PersonId
    revision: int
    position: int


class PersonChanged(PersonAnswer):
    """What a command did, and the person as they are since."""

    changed: PersonDocument


class RecordChanged(PersonAnswer):
    """What a command did, and the person's resignations and bans as they are since."""

    changed: Annotated[RecordDocument | None, FOR_PLAYERS]


class SeriesAnswer(ForSender):
    """What a command did to a series."""

    series: SeriesId
    revision: int
    position: int


class SeriesChanged(SeriesAnswer):
    """What a command did, and the series as it is since."""

    changed: SeriesDocument


class LeagueChanged(SeriesAnswer):
    """What a command did, and the divisions of the season as they are since."""

    changed: LeagueDocument


class ClubAnswer(ForSender):
    """What a command did to a club: the `membership` that it made, or the `offer` of one or the
    `request` for one, by their numbers."""

    club: ClubId
    revision: int
    membership: int | None = None
    offer: int | None = None
    request: int | None = None
    position: int


class ClubChanged(ClubAnswer):
    """What a command did, and the club as it is since."""

    changed: ClubDocument


class ListAnswer(ForSender):
    """What a command did to a list."""

    list: ListId
    revision: int
    position: int


class ListChanged(ListAnswer):
    """What a command did, and the list as it is since."""

    changed: ListDocument


class FederationAnswer(ForSender):
    """What a command did to the federation's settings; `number` is that of what was added to a list of its."""

    revision: int
    number: int | None = None
    position: int


class FederationChanged(FederationAnswer):
    """What a command did, and what the federation has settled since."""

    changed: FederationDocument


class DecisionChanged(FederationAnswer):
    """What a command did, and the reported decision, for those who read the list of these."""

    changed: Annotated[DecisionView | None, FOR_ADMINISTRATORS]


class PrecedentChanged(FederationAnswer):
    """What a command did, and the principle ruling as it is since."""

    changed: PrecedentView


class SanctionChanged(FederationAnswer):
    """What a command did, and the federation's sanction."""

    changed: Annotated[ImposedView | None, FOR_ADMINISTRATORS]


class PolicyChanged(FederationAnswer):
    """What a command did, and the rating policy that it announced."""

    changed: PolicyDocument


class PoolChanged(FederationAnswer):
    """What a command did, and the rating pool that it announced."""

    changed: PoolDocument
