"""Kinds of events that are no longer written, by topic: what each became."""

from typing import Any

from domain.federation.events import FilesPublished, PoolListingSet, SanctionImposed
from domain.journal.registry import Upcast
from domain.person.events import OpeningRatingSet, RecordTakenIn
from domain.tournament.entries.events import MatchesConceded
from domain.tournament.hall.events import HallArranged
from domain.tournament.lifecycle.events import ConditionsChanged, TournamentAnnounced, TournamentCompleted
from domain.tournament.matches.events import ConsequencesChosen, InvitationAcknowledged, InvitationSent
from domain.tournament.reviews.events import ReviewResolved
from domain.tournament.rulings.events import DisputeOpened, RulingGiven

Fields = dict[str, Any]


def _upcast_announcement(fields: Fields) -> Fields:
    """The format named its rules itself; the rest had one version each."""
    return {
        **fields,
        "format": _format(fields["format"]),
        "rating": fields["rating"] and _with_kind("one-pool", fields["rating"]),
        "conditions": _with_kind("contest", fields["conditions"]),
        "stages": [
            _with_kind("following", {**stage, "format": _format(stage["format"])}) for stage in fields.get("stages", ())
        ],
    }


def _conditions_changed(fields: Fields) -> Fields:
    return {**fields, "conditions": _with_kind("contest", fields["conditions"])}


def _format(options: Fields) -> Fields:
    return {
        "version": options.get("rules_version", 1),
        **{name: value for name, value in options.items() if name != "rules_version"},
    }


def _with_kind(kind: str, fields: Fields) -> Fields:
    return {"kind": kind, "version": 1, **fields}


def _of_the_first_sitting(fields: Fields) -> Fields:
    """An invitation belonged to the match: of one that was replayed, to its first sitting."""
    return {**fields, "sitting": 1}


def _play_not_begun(fields: Fields) -> Fields:
    """Play conceded by being out counted as not begun."""
    return {**fields, "conceded": [{**one, "play_began": False} for one in fields["conceded"]]}


def _of_all_stages(fields: Fields) -> Fields:
    """One choice was for all that hung on the results, and with `stand` it kept anyone who had gone on."""
    return {**_places_of_all({**fields, "keeps_places": fields["choice"] == "stand"}), "stage": None}


def _places_of_all(fields: Fields) -> Fields:
    """The places were kept of all results that changed, or of none."""
    keeps = fields["keeps_places"]
    others = {name: value for name, value in fields.items() if name != "keeps_places"}
    return {**others, "changed": [{**one, "keeps_place": keeps} for one in fields["changed"]]}


def _nowhere_in_game(fields: Fields) -> Fields:
    """Disputes and rulings did not point into the games of their match."""
    return {**fields, "in_game": None}


def _in_no_shared_hall(fields: Fields) -> Fields:
    """A hall was of one tournament alone."""
    return {**fields, "shared_with": []}


def _by_no_clause(fields: Fields) -> Fields:
    """Each sanction was a ban, and named no clause."""
    return {**fields, "clause": None, "measure": None}


def _same(fields: Fields) -> Fields:
    """The fields as they are: more can be said since, and the old content means the same."""
    return fields


UPCASTS = {
    "federation.files-published.v1": Upcast(FilesPublished.TOPIC, _same),
    "federation.files-published.v2": Upcast(FilesPublished.TOPIC, _same),
    "federation.pool-listing-set.v1": Upcast(PoolListingSet.TOPIC, _same),
    "federation.sanction-imposed.v1": Upcast(SanctionImposed.TOPIC, _by_no_clause),
    "person.opening-rating-set.v1": Upcast(OpeningRatingSet.TOPIC, _same),
    "person.record-taken-in.v1": Upcast(RecordTakenIn.TOPIC, _same),
    "tournament.announced.v1": Upcast(TournamentAnnounced.TOPIC, _upcast_announcement),
    "tournament.completed.v1": Upcast(TournamentCompleted.TOPIC, _same),
    "tournament.conditions-changed.v1": Upcast(ConditionsChanged.TOPIC, _conditions_changed),
    "tournament.consequences-chosen.v1": Upcast(ConsequencesChosen.TOPIC, _of_all_stages),
    "tournament.consequences-chosen.v2": Upcast(ConsequencesChosen.TOPIC, _places_of_all),
    "tournament.consequences-chosen.v3": Upcast(ConsequencesChosen.TOPIC, _places_of_all),
    "tournament.dispute-opened.v1": Upcast(DisputeOpened.TOPIC, _nowhere_in_game),
    "tournament.hall-arranged.v1": Upcast(HallArranged.TOPIC, _in_no_shared_hall),
    "tournament.invitation-acknowledged.v1": Upcast(InvitationAcknowledged.TOPIC, _of_the_first_sitting),
    "tournament.invitation-sent.v1": Upcast(InvitationSent.TOPIC, _of_the_first_sitting),
    "tournament.matches-conceded.v1": Upcast(MatchesConceded.TOPIC, _play_not_begun),
    "tournament.review-resolved.v1": Upcast(ReviewResolved.TOPIC, _same),
    "tournament.ruling-given.v1": Upcast(RulingGiven.TOPIC, _nowhere_in_game),
}
