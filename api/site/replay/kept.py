"""The transcripts that are kept with a match, and what analyses found, as far as the visitor may read them (GAM-7)."""

from api.routes.tournament.match_record import read_record_of_match
from api.site.desk.matters import asked
from api.site.frame.visit import Json, Visit


def kept_transcripts(visit: Visit, tournament: str, match: int) -> list[Json]:
    """Those whose text is kept, and that were not taken back; the newest last."""
    record = _record(visit, tournament, match)
    attachments = record["attachments"] if record else []
    return [one for one in attachments if one["is_kept"] and one["retracted_at"] is None]


def analyses(visit: Visit, tournament: str, match: int) -> list[Json]:
    """Those that tell error rates, and that were not taken back; the newest last [3.8]."""
    record = _record(visit, tournament, match)
    attachments = record["attachments"] if record else []
    return [one for one in attachments if one["error_rates"] and one["retracted_at"] is None]


def may_read_record(visit: Visit, tournament: str, match: int) -> bool:
    """Whether the visitor is of the staff, or plays the match."""
    return _record(visit, tournament, match) is not None


def is_monitor(visit: Visit, tournament: str, match: int) -> bool:
    """Whether the visitor watches the match as its monitor [1.3.3]."""
    record, person = _record(visit, tournament, match), visit.reader.caller.person
    appointed = record["monitors"] if record else []
    return any(one["person"] == person and not (one["released_at"] or one["retracted_at"]) for one in appointed)


def _record(visit: Visit, tournament: str, match: int) -> Json | None:
    if visit.reader.caller.key is None:
        return None
    return asked(visit, read_record_of_match, tournament=tournament, match=match)
