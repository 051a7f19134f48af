"""Who met in a round, corrected on the desk: a seat for everybody, then a card for each way to go on."""

from collections.abc import Iterator

import pytest

from tests.api.played import Played, started, winner
from tests.api.support import Service
from tests.site.browsing import Browser, browsing
from tests.site.test_correcting import cards, desk_of


@pytest.fixture
def swiss(service: Service) -> Played:
    """Two rounds of four: the first sides have won."""
    made = started(service, {"kind": "swiss", "lengths": [3], "rounds": 3}, 4)
    made.pair(1, (1, 2), (3, 4))
    for match in (1, 2):
        made.report(match, winner("first"))
    made.pair(2, (1, 3), (2, 4))
    for match in (3, 4):
        made.report(match, winner("first"))
    made.read("matches")
    return made


@pytest.fixture
def desk(service: Service, swiss: Played) -> Iterator[Browser]:
    with browsing(service, swiss.director.key or "") as found:
        yield found


def seats(desk: Browser, swiss: Played, **moved: str) -> None:
    assert f'{desk_of(swiss)}/rounds/1/met"' in desk.open(f"{desk_of(swiss)}/rounds")
    desk.open(f"{desk_of(swiss)}/rounds/1/met")
    desk.done("/met", **{name.replace("_", "-"): entry for name, entry in moved.items()}, reason="Wrong tables.")


@pytest.mark.rule("TD-14", "ALL-4")
@pytest.mark.parametrize(("choice", "second"), [("stand", "announced"), ("rewind", "void")])
def test_opponents_are_corrected_by_a_card(desk: Browser, swiss: Played, choice: str, second: str) -> None:
    seats(desk, swiss, second_1="4", first_2="2", second_2="3")
    assert cards(desk) == ["1:stand", "1:rewind"]
    desk.done("/met", card=f"1:{choice}")
    assert [swiss.match(number)["sides"] for number in (1, 2)] == [[1, 4], [2, 3]]
    assert [swiss.match(number)["status"] for number in (3, 4)] == [second, second]
    assert "who met was corrected by hand" in desk.open(f"{desk_of(swiss)}/rounds")


@pytest.mark.rule("TD-14")
def test_seats_that_do_not_fit_are_refused_and_kept(desk: Browser, swiss: Played) -> None:
    desk.open(f"{desk_of(swiss)}/rounds/1/met")
    same = desk.press("/met", reason="Wrong tables.")
    assert (same.status_code, "No pair has changed" in same.text) == (422, True)
    desk.open(f"{desk_of(swiss)}/rounds/1/met")
    twice = desk.press("/met", **{"second-1": "4"}, reason="Wrong tables.")
    assert (twice.status_code, "Correct the other match or bye of that entry" in twice.text) == (409, True)
    assert ("second-1", "4") in next(desk.forms("/met")).fields


@pytest.mark.rule("TD-14")
def test_round_that_is_not_there_has_no_seats(desk: Browser, swiss: Played) -> None:
    assert desk.http.get(f"{desk_of(swiss)}/rounds/3/met").status_code == 404
