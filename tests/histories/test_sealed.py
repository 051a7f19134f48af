"""Who texts are sealed under: each kind of event that takes one, in the recorded histories (ALL-1)."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.application.catalogue import EVENTS, FOLDS, REGISTRY
from domain.journal.mapper import JournalMapper
from domain.journal.states import fold_of
from domain.kernel import canonical_json
from domain.kernel.envelope import Event, Recorded
from domain.kernel.personal_text import Sealed, sealed_fields
from domain.ports.command_handling import State
from domain.tournament.rulings.events import AlternativeProposed, AppealDecided, RulingGiven, VoteCast
from domain.tournament.state import Tournament
from domain.tournament.text_about import about
from tests.histories.test_fold import NAMES
from tests.histories.test_v1 import keys, stored

TEXTS = {(event.TOPIC, field) for event in EVENTS for field in sealed_fields(event)}

UNRECORDED = {
    ("tournament.consent-recorded.v1", "reason"),
    ("tournament.entry-proposed.v1", "reason"),
    ("tournament.entry-proposed.v1", "team_name"),
    ("tournament.stage-opened.v1", "reason"),
}
"""In the histories these have no reason; all but the last are told over HTTP in `tests/security`."""


def told() -> Iterator[tuple[State, Recorded[Any], str, Any]]:
    """Every text in the histories: the state after its event, the event, the field, and what is stored in it."""
    for name in NAMES:
        states: dict[str, State] = {}
        for recorded in JournalMapper(REGISTRY, keys).read(stored(name)):
            fold = fold_of(FOLDS, recorded.stream)
            before = states.get(recorded.stream) or fold.initial(recorded.stream)
            states[recorded.stream] = fold.evolve(before, recorded)
            for field in REGISTRY.sealed_fields(recorded.topic):
                text = getattr(recorded.event, field)
                if text is not None:
                    yield states[recorded.stream], recorded, field, text


@pytest.mark.rule("ALL-1")
def test_each_text_is_sealed_under_all_whom_it_is_about() -> None:
    found = set()
    for state, recorded, field, text in told():
        if not isinstance(text, Sealed):  # Told to the federation by a machine's key, of no tournament: about nobody.
            assert (recorded.topic, recorded.event.reported_by) == ("federation.decision-reported.v1", None)
            continue
        found.add((recorded.topic, field))
        if isinstance(state, Tournament):
            assert {share.person for share in text.shares} == about(state, recorded.event)
    assert TEXTS - found == UNRECORDED


def test_nothing_else_takes_words_of_ones_own() -> None:
    """A field of an event that takes a reason's worth of words is sealed, or is one of those that name nobody."""
    free = {
        (event.TOPIC, name)
        for event in EVENTS
        for name, field in event.model_fields.items()
        if name
        in (
            "reason",
            "reasons",
            "facts",
            "matter",
            "statement",
            "account",
            "exception",
            "note",
            "signed_note",
            "reference",
            "principle",
        )
    }
    assert free - TEXTS == {
        ("federation.log-key-rotated.v1", "signed_note"),  # signed by the key before it: nobody's words
        ("federation.resignation-limit-set.v1", "reason"),
        ("federation.report-days-set.v1", "reason"),
        ("federation.time-zone-set.v1", "reason"),
        ("federation.naming-rules-set.v1", "reason"),
        ("federation.rating-policy-announced.v1", "reason"),
        ("federation.rating-pool-announced.v1", "reason"),
        ("federation.pool-listing-set.v2", "reason"),
        ("federation.principle-ruling-made.v1", "principle"),
        ("federation.principle-ruling-made.v1", "reasons"),
        ("federation.principle-ruling-withdrawn.v1", "reason"),
        ("tournament.report-filed.v1", "reference"),
        ("series.divisions-arranged.v1", "reason"),
    }


RESTS_ON: dict[type[Event], set[str]] = {
    RulingGiven: {"clause", "remedies", "claimed", "layers", "votes", "committee", "parties", "flags"},
    AlternativeProposed: {"remedies"},
    VoteCast: {"member", "verdict"},
    AppealDecided: {"decision", "remedies", "layers"},
}


@pytest.mark.rule("TD-12", "TD-13")
def test_facts_that_a_ruling_rests_on_are_never_sealed() -> None:
    """By the kinds of events, and in what is stored of each ruling and vote of the histories, however deep."""
    stored_as = {event.TOPIC: event for event in RESTS_ON}
    for event, fields in RESTS_ON.items():
        assert fields <= set(event.model_fields) - set(sealed_fields(event))
    found, boxes = set(), 0
    for one in (one for name in NAMES for one in stored(name) if one.topic in stored_as):
        told = canonical_json.decode(one.state)["event"]
        found.add(one.topic)
        assert not any("ciphertext" in repr(told[field]) for field in RESTS_ON[stored_as[one.topic]])
        boxes += "ciphertext" in repr(told)
    assert found == set(stored_as)
    assert boxes > 0, "no ruling of the histories has a text"
