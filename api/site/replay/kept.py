"""The transcripts that are kept with a match, as far as the visitor may read them (GAM-7)."""

from api.routes.tournament.match_record import read_record_of_match
from api.site.desk.matters import asked
from api.site.frame.visit import Json, Visit


def kept_transcripts(visit: Visit, tournament: str, match: int) -> list[Json]:
    """Those whose text is kept, and that were not taken back; the newest last."""
    if visit.reader.caller.key is None:
        return []
    record = asked(visit, read_record_of_match, tournament=tournament, match=match)
    attachments = record["attachments"] if record else []
    return [one for one in attachments if one["is_kept"] and one["retracted_at"] is None]
