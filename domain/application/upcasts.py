"""Kinds of events that are no longer written, by topic: what each became."""

from typing import Any

from domain.journal.registry import Upcast
from domain.tournament.lifecycle.events import ConditionsChanged, TournamentAnnounced

Fields = dict[str, Any]


def _announced(fields: Fields) -> Fields:
    """The format named its rules itself; the rest had one version each."""
    return {
        **fields,
        "format": _format(fields["format"]),
        "rating": fields["rating"] and _named("one-pool", fields["rating"]),
        "conditions": _named("contest", fields["conditions"]),
        "stages": [
            _named("following", {**stage, "format": _format(stage["format"])}) for stage in fields.get("stages", ())
        ],
    }


def _conditions_changed(fields: Fields) -> Fields:
    return {**fields, "conditions": _named("contest", fields["conditions"])}


def _format(options: Fields) -> Fields:
    return {
        "version": options.get("rules_version", 1),
        **{name: value for name, value in options.items() if name != "rules_version"},
    }


def _named(kind: str, fields: Fields) -> Fields:
    return {"kind": kind, "version": 1, **fields}


UPCASTS = {
    "tournament.announced.v1": Upcast(TournamentAnnounced.TOPIC, _announced),
    "tournament.conditions-changed.v1": Upcast(ConditionsChanged.TOPIC, _conditions_changed),
}
