"""What is kept of the streams used most recently stays within bounds, whatever is put, used and dropped."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from domain.journal.recent import Recent
from domain.kernel.ids import StreamName, tournament_stream

acts = st.lists(st.tuples(st.sampled_from(["put", "get", "drop"]), st.integers(1, 5), st.integers(0, 9)), max_size=40)


def name(number: int) -> StreamName:
    return tournament_stream(str(number))


class Plainly:
    """The same with a list, the one used last at its end."""

    def __init__(self, most_events: int) -> None:
        self.most_events = most_events
        self.kept: list[tuple[StreamName, int]] = []

    def do(self, act: str, stream: StreamName, events: int) -> None:
        found = [one for one in self.kept if one[0] == stream]
        self.kept = [one for one in self.kept if one[0] != stream]
        if act == "put":
            self.kept.append((stream, events))
        elif act == "get":
            self.kept += found
        while len(self.kept) > 1 and sum(events + 1 for _, events in self.kept) > self.most_events:
            self.kept = self.kept[1:]


@given(st.integers(1, 30), acts)
def test_cache_keeps_what_a_list_would(most_events: int, tried: Sequence[tuple[str, int, int]]) -> None:
    recent, plainly = Recent[int](most_events, lambda events: events), Plainly(most_events)
    for act, number, events in tried:
        if act == "put":
            recent.put(name(number), events)
        elif act == "get":
            recent.get(name(number))
        else:
            recent.drop(name(number))
        plainly.do(act, name(number), events)
    in_order = [name(number) for number in range(1, 6)]
    assert [recent.get(stream) for stream in in_order] == [dict(plainly.kept).get(stream) for stream in in_order]


def test_the_newest_one_is_kept_however_large_and_nothing_once_it_is_cleared() -> None:
    recent = Recent[int](3, lambda events: events)
    recent.put(name(1), 1)
    recent.put(name(2), 100)
    assert (recent.get(name(1)), recent.get(name(2))) == (None, 100)
    recent.clear()
    assert recent.get(name(2)) is None
    recent.put(name(1), 1)
    assert recent.get(name(1)) == 1
