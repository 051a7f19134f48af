"""Why a command changed what it changed, by the events that it recorded."""

from collections.abc import Mapping, Sequence

from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.person.events import MergeTakenBack, OpeningRatingSet, PersonMerged
from domain.tournament.lifecycle.events import TournamentCancelled, TournamentReopened
from domain.tournament.matches.events import (
    MatchReinstated,
    MatchVoided,
    ResultConfirmed,
    ResultCorrected,
    ResultTakenBack,
    WrongLengthResolved,
)
from domain.tournament.rounds.events import PairingsCorrected, RoundAnnulled
from domain.tournament.rulings.events import (
    AppealDecided,
    AppealWithdrawn,
    RulingGiven,
    RulingResumed,
    RulingSuspended,
    RulingWithdrawn,
)
from projections.feeds.documents import Cause

_CAUSES: Mapping[type[Event], Cause] = {
    RulingSuspended: "reversal",
    RulingWithdrawn: "reversal",
    RulingGiven: "ruling",
    RulingResumed: "ruling",
    AppealWithdrawn: "ruling",
    ResultCorrected: "correction",
    PairingsCorrected: "correction",
    WrongLengthResolved: "correction",
    MatchVoided: "void",
    ResultTakenBack: "void",
    ResultConfirmed: "correction",
    RoundAnnulled: "void",
    TournamentCancelled: "void",
    MatchReinstated: "reversal",
    TournamentReopened: "reversal",
    OpeningRatingSet: "opening-rating",
    PersonMerged: "merge",
    MergeTakenBack: "reversal",
}


def cause_of(command: Sequence[Stored]) -> tuple[Cause, Stored]:
    """Why, and the event that says so: the first that does; else a result came to count."""
    for stored in command:
        event = stored.recorded.event
        if isinstance(event, AppealDecided):
            return "reversal" if event.decision == "reversed" else "ruling", stored
        cause = _CAUSES.get(type(event))
        if cause is not None:
            return cause, stored
    return "result", command[0]


def cause_further_on(cause: Cause) -> Cause:
    """Why a match is rated otherwise that comes after the one that was changed."""
    return "place-in-time" if cause == "result" else cause
