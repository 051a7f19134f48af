"""The closed list of event kinds."""

from typing import Annotated, ClassVar

import pytest

from domain.application.catalogue import REGISTRY as OURS
from domain.journal.errors import UnknownTopic
from domain.journal.registry import Registry, Upcast
from domain.kernel.envelope import Event
from domain.kernel.values import Reason
from domain.kernel.visibility import FOR_STAFF, PUBLIC, Part
from domain.person.events import EVENTS as PERSON_EVENTS
from domain.tournament.events import EVENTS as TOURNAMENT_EVENTS
from tests.journal.support import Noted


class Doubled(Event):
    TOPIC: ClassVar[str] = Noted.TOPIC
    SEEN: ClassVar[Part] = FOR_STAFF


def test_every_event_of_the_service_is_registered() -> None:
    for event in (*PERSON_EVENTS, *TOURNAMENT_EVENTS):
        assert OURS.envelope_type(event.TOPIC).model_fields["event"].annotation is event


def test_an_unknown_topic_is_refused() -> None:
    with pytest.raises(UnknownTopic, match=r"test\.other\.v1"):
        Registry((Noted,)).envelope_type("test.other.v1")


def test_two_kinds_with_one_topic_are_refused() -> None:
    with pytest.raises(ValueError, match="two kinds"):
        Registry((Noted, Doubled))


class Unmarked(Event):
    TOPIC: ClassVar[str] = "test.unmarked.v1"
    marked: Annotated[int, PUBLIC]
    unmarked: int


class PublicWords(Event):
    TOPIC: ClassVar[str] = "test.public-words.v1"
    SEEN: ClassVar[Part] = PUBLIC
    count: int
    unmarked: Reason | None


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize("event", [Unmarked, PublicWords])
def test_a_field_that_says_not_who_sees_it_fails_the_start(event: type[Event]) -> None:
    with pytest.raises(ValueError, match=f"{event.__name__}.unmarked"):
        Registry((event,))


def test_upcasting_must_end_in_a_current_kind() -> None:
    with pytest.raises(ValueError, match="never ends"):
        Registry((Noted,), {"a": Upcast("b", dict), "b": Upcast("a", dict)})
    with pytest.raises(UnknownTopic, match="gone"):
        Registry((Noted,), {"a": Upcast("gone", dict)})
    with pytest.raises(ValueError, match="both current and upcast"):
        Registry((Noted,), {Noted.TOPIC: Upcast(Noted.TOPIC, dict)})
