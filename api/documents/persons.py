"""What is read of persons, of series and of the federation."""

from typing import Annotated

from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Pool, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_PLAYERS, TEXT, Part
from domain.person.details import ExternalId, Membership
from projections.views.bans import BanTold
from projections.views.federation import ImposedView
from projections.views.leagues import LeagueView
from projections.views.series import SeasonView, SeriesView


class PersonDocument(Value):
    """A person. The name may be withheld from the public; all else is for administrators, directors and the person
    themselves, and None for others. `records` are the ids of others that were merged into this one, and lead here;
    `merged_into` is where this one leads, as it was then (REG-2)."""

    id: PersonId
    name: str | None
    status: str
    contact: Annotated[str | None, FOR_PLAYERS & TEXT]
    note: Annotated[str | None, FOR_PLAYERS & TEXT]
    legal_name: Annotated[str | None, FOR_PLAYERS & TEXT]
    other_names: Annotated[tuple[str, ...], FOR_PLAYERS & TEXT]
    birth_year: Annotated[int | None, FOR_PLAYERS & TEXT]
    country: Annotated[str | None, FOR_PLAYERS & TEXT]
    federation: Annotated[str | None, FOR_PLAYERS & TEXT]
    membership: Annotated[Membership | None, FOR_PLAYERS & TEXT]
    external_ids: Annotated[tuple[ExternalId, ...], FOR_PLAYERS & TEXT]
    publication_consent: Annotated[bool | None, FOR_PLAYERS]
    correction_requested: Annotated[PersonalText | None, FOR_PLAYERS]
    merged_into: PersonId | None
    records: tuple[PersonId, ...]
    revision: int


class EntrySince(Value):
    """An entry that was made after a merge."""

    tournament: TournamentId
    entry: int


class MergeDocument(Value):
    """A record that was `merged_into` another one, when, and the entries made since. Where the merge is taken back, it
    is asked to whom these belong (REG-3)."""

    record: PersonId
    merged_into: PersonId
    merged_at: Instant
    entered_since: tuple[EntrySince, ...]
    revision: int


class ParticularsDocument(Value):
    """What tells a person apart from others of the name: `clubs` are those of which they are a member now, and
    `last_tournament` is the one that was announced last of those that they have entered. `ratings` are
    theirs by pool."""

    person: PersonId
    name: str | None
    birth_year: int | None
    country: str | None
    clubs: tuple[str, ...]
    last_tournament: TournamentId | None
    last_tournament_name: str | None
    ratings: dict[Pool, str]


class DuplicateDocument(Value):
    """Two persons who are likely one (REG-4)."""

    persons: tuple[PersonId, PersonId]


class ResignationDocument(Value):
    """The nth resignation from a tournament, as one of its entries. Where staff have recorded it, it counts once it is
    confirmed."""

    number: int
    confirmed: bool
    tournament: TournamentId
    entry: int
    at: Instant


class BanDocument(BanTold):
    """A ban from entering, directing or watching tournaments, until a moment or for good, placed by the federation
    or ordered by a tournament's `ruling` under that clause. The reason is the federation's, for a ruling tells its
    own; it goes when the person is erased. `record` is the id under which it is lifted and reviewed. `review` says
    what the federation has made of it: suspended, it bans nobody."""

    record: PersonId
    reason: PersonalText | None


class SittingOutDocument(Value):
    """A season of a series that the person is asked to sit out, and the tournament that asked."""

    series: SeriesId
    season: Season
    tournament: TournamentId


class RecordDocument(Value):
    """What directors know of a person: the resignations, of which `counted` count towards the federation's `limit`; the
    bans; the seasons to sit out. `may_enter` says whether the person may enter tournaments now. The federation's own
    sanctions are for the person and the federation."""

    person: PersonId
    may_enter: bool
    counted: int
    limit: int | None
    resignations: tuple[ResignationDocument, ...]
    bans: tuple[BanDocument, ...]
    sanctions: Annotated[tuple[ImposedView, ...], Part.PLAYER | FOR_ADMINISTRATORS]
    sitting_out: tuple[SittingOutDocument, ...]
    revision: int


class WinDocument(Value):
    """A tournament won; of a series, with its season."""

    tournament: TournamentId
    year: int
    series: SeriesId | None
    season: Season | None


class WinsDocument(Value):
    """The tournaments somebody has won, in the order in which they were completed, and how many in each year."""

    person: PersonId
    wins: tuple[WinDocument, ...]
    years: dict[int, int]
    revision: int


class SeriesDocument(SeriesView):
    """A series, and its seasons."""

    seasons: tuple[SeasonView, ...]
    incomplete: bool


class LeagueDocument(LeagueView):
    """The divisions of a season, and whether a tournament of it can't be read."""

    incomplete: bool


class NamingRulesDocument(Value):
    """Whose names are withheld from anyone who reads without a key: of who may be younger than `minors_below` years, of
    who has not consented, where `consent_required`, and of who refuses."""

    minors_below: int | None
    consent_required: bool


class FederationDocument(Value):
    """What the federation has settled: with how many resignations a person is banned; None: with none. Tournaments'
    reports are due `report_days` after their end. Days that are named to it begin and end in `time_zone`."""

    resignation_limit: int | None
    report_days: int
    time_zone: str
    naming: NamingRulesDocument
    revision: int
