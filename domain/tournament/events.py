"""Every kind of event of a tournament."""

from domain.kernel.envelope import Event
from domain.tournament.entries.events import ENTRY_EVENTS
from domain.tournament.hall.events import HALL_EVENTS
from domain.tournament.imports.events import IMPORT_EVENTS
from domain.tournament.lifecycle.events import LIFECYCLE_EVENTS
from domain.tournament.match_record.events import MATCH_RECORD_EVENTS
from domain.tournament.matches.events import MATCH_EVENTS
from domain.tournament.merges.events import MERGE_EVENTS
from domain.tournament.reporting.events import REPORT_EVENTS
from domain.tournament.reviews.events import REVIEW_EVENTS
from domain.tournament.rounds.events import ROUND_EVENTS
from domain.tournament.rulings.events import RULING_EVENTS

EVENTS: tuple[type[Event], ...] = (
    *ENTRY_EVENTS,
    *MATCH_EVENTS,
    *ROUND_EVENTS,
    *RULING_EVENTS,
    *REPORT_EVENTS,
    *REVIEW_EVENTS,
    *MATCH_RECORD_EVENTS,
    *IMPORT_EVENTS,
    *HALL_EVENTS,
    *MERGE_EVENTS,
    *LIFECYCLE_EVENTS,
)
