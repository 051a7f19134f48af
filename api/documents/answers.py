"""What commands are answered with."""

from typing import Annotated

from domain.kernel.ids import ClubId, PersonId, SeriesId, TournamentId
from domain.kernel.visibility import PUBLIC, ForSender
from domain.scoring.clock import LostOnTime, PlayOnWithoutClock
from domain.tournament.match_record.recording import BreakMeaning


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


class SeriesAnswer(ForSender):
    """What a command did to a series."""

    series: SeriesId
    revision: int
    position: int


class ClubAnswer(ForSender):
    """What a command did to a club."""

    club: ClubId
    revision: int
    position: int


class FederationAnswer(ForSender):
    """What a command did to the federation's settings; `number` is that of what was added to a list of its."""

    revision: int
    number: int | None = None
    position: int
