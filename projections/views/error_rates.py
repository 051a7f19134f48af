"""Documents of error rates (3.8): decimals written as text, less being better."""

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.tournament.match_record.events import ErrorRate


class PublishedErrorRateView(Value):
    """The public part of an error rate: the analysis's figures for a person's match, and when it was attached."""

    tournament: TournamentId
    match: int
    at: Instant
    opponent: PersonId
    rate: ErrorRate
    program: str


class ErrorRateView(PublishedErrorRateView):
    """The same with the digest of the analysis, for the player and the staff."""

    digest: str


class AverageView(Value):
    """A person's matches with an error rate, and their average, each match counting alike."""

    person: PersonId
    matches: int
    average: ErrorRate
