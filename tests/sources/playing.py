"""A tournament announced by one word, as a source has it."""

from collections.abc import Sequence
from itertools import cycle

from tests.api.played import Json, Played, Result, first_wins
from tests.api.support import Client, Service
from tests.patience import patiently


def by_preset(
    service: Service, word: str, players: int, colours: Sequence[str | None] = (None,), **said: object
) -> Played:
    """Announced by that preset and with what is said further, entered by so many new players, the colours taking turns,
    and started."""
    director, _ = service.director()
    made = announced(service, director, preset=word, **said)
    for _, colour in zip(range(players), cycle(colours), strict=False):
        made.enter(**({} if colour is None else {"colour": colour}))
    made.do("start")
    return made


def wait_for_round(made: Played) -> Json:
    """Until the service has drawn the round that is due, or opened the stage, and its matches are shown; what comes
    next then."""

    def shown() -> Json:
        coming = made.next()
        matches = [made.director.get(f"{made.path}/matches/{number}") for number in coming["matches"][:1]]
        return coming if coming["kind"] not in ("due", "stage") and all(one.is_success for one in matches) else None

    coming = patiently(shown, bool)
    assert coming
    return coming


def rolled_on(made: Played, result: Result = first_wins) -> int:
    """To the end, with such results: rounds are drawn and stages opened by the service alone; the champion."""
    for _ in range(200):
        if (coming := wait_for_round(made))["kind"] == "done":
            return int(coming["champion"])
        made.report(coming["matches"][0], result(coming["matches"][0]))
    raise AssertionError("it does not end")


def announced(service: Service, director: Client, **said: object) -> Played:
    """Announced as said."""
    answer = director.done("/v1/tournaments", {"name": "As the source has it", **said})
    return Played(service, director, f"/v1/tournaments/{answer.json()['tournament']}")


def next_of(made: Played, **said: object) -> Played:
    """The next one, cloned from it."""
    return announced(made.service, made.director, cloned_from=made.path.rpartition("/")[2], **said)


SAME = ("format", "stages", "rating", "time_zone")


def carries_on(made: Played, clone: Played) -> None:
    """The clone's settings are those of its source."""
    before, after = made.director.read(made.path), made.director.read(clone.path)
    assert {name: after[name] for name in SAME} == {name: before[name] for name in SAME}
    moments = ("starts_at", "starting_times", "entries_open_at", "entries_close_at")
    assert after["conditions"] == before["conditions"] | dict.fromkeys(moments)
