"""The picture of a ring and its table count the same wins, that of the final too."""

import re

from tests.api.played import first_wins, started
from tests.api.support import Service


def test_the_winner_of_the_final_has_the_same_wins_in_picture_and_table(service: Service) -> None:
    made = started(service, {"kind": "dual-ring"}, 5)
    made.play_on(first_wins)
    wins = {str(row["entry"]): str(row["values"]["wins"]) for row in made.read("standings")["rows"]}
    shown = service.http.get(f"{made.path.removeprefix('/v1')}/chart").text
    seats = re.search(r"<tbody>(.*?)</tbody>", shown, re.S)
    assert seats is not None
    counted = re.findall(r'/entries/(\d+)".*?<td class="figure">(\d+)</td>', seats[1], re.S)
    assert counted
    assert dict(counted) == {entry: wins[entry] for entry, _ in counted}
