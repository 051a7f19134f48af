"""Replays that everybody may see, where the conditions of a tournament say so (GAM-7)."""

from hashlib import sha256

import pytest

from domain.backgammon.mat_reading import read_matches
from tests.api.support import Season, Service, season
from tests.domain.test_transcripts import PLAYED
from tests.patience import eventually
from tests.site.browsing import links
from tests.site.test_replay import attached

UNREADABLE = PLAYED.replace("52: 13/8 8/6  ", "Grete resigned", 1)
"""A name in the place of a play."""


def reported(service: Service, text: str = PLAYED, *, counts: bool = True, **conditions: object) -> tuple[Season, str]:
    """A match with a transcript and its result, by the director or else a player; and the address of the match."""
    made = season(service, conditions=conditions)
    attached(made, text)
    result = {"result": {"kind": "score", "first": 5, "second": 2}, "score_checked": True}
    by = made.director if counts else service.player(made.persons[0])
    by.position = made.director.position
    by.change(f"{made.path}/matches/1", "result", result)
    made.director.position = by.position
    return made, f"/tournaments/{made.id}/matches/1"


def shown(service: Service, made: Season) -> list[dict[str, object]]:
    reader = service.client()
    reader.position = made.director.position
    found: list[dict[str, object]] = reader.read(f"{made.path}/matches/1/replays")["replays"]
    return found


@pytest.mark.rule("GAM-7")
def test_public_replays_a_match_whose_result_counts_where_announced(service: Service) -> None:
    """Three games, 5-2: as many plays as the file has."""
    made, at = reported(service, replays_shown="to-everybody")
    (match,) = read_matches(PLAYED)
    (replay,) = shown(service, made)
    assert (replay["score"], len(replay["games"])) == ([5, 2], len(match.games))  # type: ignore[arg-type]  # a list
    page = service.http.get(at).text
    first = f"{at}/replays/1/games/1?turn=1"
    assert first in links(page)
    game = service.http.get(first)
    assert (game.status_code, '<svg class="board"' in game.text) == (200, True)
    assert f"{at}/replays/1/games/1?turn=2" in {one.partition("#")[0] for one in links(game.text)}
    assert "/transcripts/" not in game.text
    assert len(game.content) < 60_000


@pytest.mark.rule("GAM-7", "ALL-12")
def test_replay_is_not_public_where_not_announced_so_or_before_the_result(service: Service) -> None:
    silent, at = reported(service)
    assert shown(service, silent) == []
    assert service.http.get(f"{at}/replays/1/games/1").status_code == 404
    waiting, at = reported(service, counts=False, replays_shown="to-everybody")
    assert shown(service, waiting) == []
    assert service.http.get(f"{at}/replays/1/games/1").status_code == 404


@pytest.mark.rule("GAM-7")
def test_public_replay_has_no_words_of_the_file_and_no_findings(service: Service) -> None:
    made, at = reported(service, UNREADABLE, replays_shown="to-everybody")
    mine = made.director.read(f"{made.path}/matches/1/attachments/1/transcript/games/1")
    assert [one for one in mine["turns"] if "Grete" in one["text"]]
    everybody = service.client().get(f"{made.path}/matches/1/replays/1/games/1")
    assert "Grete" not in everybody.text
    assert (everybody.json()["first_fault"], mine["first_fault"] is None) == (None, False)
    assert not any(one["findings"] for one in everybody.json()["turns"])
    assert "Grete" not in service.http.get(f"{at}/replays/1/games/1").text


@pytest.mark.rule("GAM-7")
def test_public_replay_is_gone_once_it_is_taken_back_or_a_player_is_erased(service: Service) -> None:
    made, at = reported(service, replays_shown="to-everybody")
    second = {"kind": "transcript", "reference": "again.mat", "transcript": PLAYED + "\n"}
    second["digest"] = sha256(second["transcript"].encode()).hexdigest()
    made.director.done(f"{made.path}/matches/1/attachments", second)
    back = {"kind": "attachment", "match": 1, "number": 1, "reason": "Twice"}
    made.director.done(f"{made.path}/match-record/withdrawals", back)
    assert [one["attachment"] for one in shown(service, made)] == [2]
    assert service.http.get(f"{at}/replays/1/games/1").status_code == 404
    service.erase(made.persons[0])
    assert eventually(lambda: shown(service, made) == [])
    assert service.http.get(f"{at}/replays/2/games/1").status_code == 404
