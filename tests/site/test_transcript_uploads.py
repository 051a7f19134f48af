"""A transcript uploaded by a player's browser, the result it proposes, and a dispute about a turn of it (GAM-7)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

import httpx
import pytest

from api.analysis import program_files
from tests.api.support import Season, Service, season
from tests.backgammon.program_files import program_file
from tests.domain.test_transcripts import PLAYED
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE, Browser, links
from tests.site.test_replay import WITH_FAULT, attached


@contextmanager
def browsing(service: Service, key: str) -> Iterator[Browser]:
    headers = {**OWN_PAGE, "Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=service.url, headers=headers, timeout=PATIENCE_SECONDS) as http:
        yield Browser(http)


@pytest.fixture
def playing(service: Service) -> Season:
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    made.director.read(made.path)
    return made


def uploaded(browser: Browser, at: str, content: bytes, **typed: str) -> httpx.Response:
    """What follows when the file is put into the form of that page."""
    page = browser.open(at)
    assert f'action="{at}"' in page
    once = re.search(r'name="once" value="([^"]+)"', page)
    assert once
    fields = {"once": once[1], "reference": "final.mat", **typed}
    browser.shown = browser.http.post(at, data=fields, files={"file": ("final.mat", content)}, follow_redirects=True)
    return browser.shown


@pytest.mark.rule("GAM-7", "TD-20", "TD-14")
def test_player_uploads_a_transcript_and_reports_the_result_that_it_proposes(service: Service, playing: Season) -> None:
    own = f"/tournaments/{playing.id}/matches/1"
    with browsing(service, service.key("player", playing.persons[0])) as browser:
        assert f"{own}/transcripts" in links(browser.open(own))
        assert uploaded(browser, f"{own}/transcripts", PLAYED.encode()).status_code == 200
        assert "Nothing: it was played by the rules" in browser.page
        browser.done("/transcripts/1/result")
        assert "other-than-recorded" not in browser.page
        assert not list(browser.forms("/transcripts/1/result"))
    match = playing.director.read(f"{playing.path}/matches/1")
    assert match["status"] in ("reported", "announced")


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"garbage", 422, "No line of the file begins a game"),
        (b"\x00\x01", 422, "The file is no text"),
        (b" ", 422, "Choose a file"),
        (b"1" * 1_100_000, 413, "too large"),
    ],
)
def test_upload_of_a_file_that_is_no_transcript_says_why(
    service: Service, playing: Season, content: bytes, status: int, said: str
) -> None:
    at = f"/tournaments/{playing.id}/matches/1/transcripts"
    with browsing(service, service.key("administrator")) as browser:
        assert uploaded(browser, at, content).status_code == status
        assert said in browser.page


@pytest.mark.rule("GAM-7")
def test_upload_in_latin_1_with_a_turned_first_side_is_kept_as_text(service: Service, playing: Season) -> None:
    at = f"/tournaments/{playing.id}/matches/1/transcripts"
    content = PLAYED.replace("Ann", "Bjørn").encode("cp1252")
    with browsing(service, playing.director.key or "") as browser:
        assert uploaded(browser, at, content, turned="yes").status_code == 200
        assert "The transcript comes to 2–5" in browser.page


@pytest.mark.rule("GAM-7")
def test_upload_of_a_file_with_control_characters_is_kept_without_them(service: Service, playing: Season) -> None:
    """Old programs end a page with a form feed, and a file with Ctrl+Z."""
    at = f"/tournaments/{playing.id}/matches/1/transcripts"
    content = PLAYED.replace(" Game 2", "\f Game 2").encode() + b"\x1a"
    with browsing(service, service.key("player", playing.persons[1])) as browser:
        assert uploaded(browser, at, content).status_code == 200
        assert "The transcript comes to 5–2" in browser.page
    kept = playing.director.read(f"{playing.path}/matches/1/attachments/1/transcript")["text"]
    assert kept == PLAYED.replace(" Game 2", "\n Game 2")


@pytest.mark.rule("GAM-7", "TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_analysed_file_of_a_program_is_kept_as_a_transcript_with_its_error_rates(
    service: Service, playing: Season
) -> None:
    """The match is to 3: the third game is the Crawford game, whose doubles count for nothing."""
    own = f"/tournaments/{playing.id}/matches/1"
    with browsing(service, playing.director.key or "") as browser:
        assert uploaded(browser, f"{own}/transcripts", program_file("xg"), turned="yes").status_code == 200
        assert "The transcript comes to 3–0" in browser.page
    attached_to = playing.director.read(f"{playing.path}/matches/1/record")["attachments"]
    assert [one["kind"] for one in attached_to] == ["transcript", "analysis"]
    program = "eXtreme Gammon, 3ply, counted by gammonview 3.1.0, PR"
    assert attached_to[1]["error_rates"] == {"program": program, "first": "8.782", "second": "5.937"}
    assert attached_to[1]["digest"] == sha256(program_file("xg")).hexdigest()


@pytest.mark.rule("GAM-7")
def test_file_of_a_program_that_is_not_read_here_is_refused_with_what_to_export(
    service: Service, playing: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_files, "IS_INSTALLED", False)
    at = f"/tournaments/{playing.id}/matches/1/transcripts"
    with browsing(service, playing.director.key or "") as browser:
        assert uploaded(browser, at, program_file("bgf")).status_code == 422
        assert "BGBlitz: File, Export, .mat" in browser.page


@pytest.mark.rule("GAM-7", "TD-14", "ALL-12")
def test_result_that_waits_for_verification_is_compared_and_opens_a_filled_in_dispute(
    service: Service, playing: Season
) -> None:
    """Reported by the loser as 2–5 where the transcript has 5–2; nobody has verified it."""
    attached(playing, PLAYED, is_made=True)
    director = playing.director
    first = service.player(playing.persons[0])
    first.position = director.position
    first.change(
        f"{playing.path}/matches/1",
        "result",
        {"result": {"kind": "score", "first": 2, "second": 5}, "score_checked": True},
    )
    director.position = first.position
    assert director.read(f"{playing.path}/matches/1")["status"] == "reported"
    with browsing(service, service.key("player", playing.persons[1])) as browser:
        page = browser.open(f"/tournaments/{playing.id}/matches/1/transcripts/1")
        assert "5–2 as the score; 2–5 is recorded" in page
        form = f"/desk/{playing.id}/do/open-dispute?match=1&attachment=1"
        assert form in links(page)
        page = browser.open(form)
        assert "score 5–2 in the transcript, 2–5 recorded" in page
        assert f"/tournaments/{playing.id}/matches/1/transcripts/1" in page


@pytest.mark.rule("GAM-7", "TD-9", "TD-22")
@pytest.mark.source("ausbgf 4.2.3")
def test_dispute_points_at_a_turn_and_its_ruling_shows_the_board_and_the_remedies(
    service: Service, playing: Season
) -> None:
    at = attached(playing, WITH_FAULT, is_made=True)
    director = playing.director
    player = service.player(playing.persons[1])
    player.position = director.position
    player.read(f"{playing.path}/matches/1")
    with browsing(service, service.key("player", playing.persons[1])) as browser:
        form = f"/desk/{playing.id}/do/open-dispute?match=1&attachment=1&game=1&turn=5"
        assert form in links(browser.open(f"{at}/games/1?turn=5"))
        page = browser.open(form)
        assert '<svg class="board"' in page
        assert f"{at}/games/1?turn=5" in page
        sent = next(one for one in browser.forms("turn=5"))
        answer = browser.send(sent, step="send")
        assert answer.status_code == 200
    dispute = director.read(f"{playing.path}/disputes")["items"][0]
    assert dispute["matter"] == "Transcript 1, game 1, move 3, Player 1: 62: 24/15."
    assert dispute["in_game"] == {"game": 1, "move": 3, "side": "first", "attachment": 1, "position": None}
    with browsing(service, director.key or "") as browser:
        page = browser.open(f"/desk/{playing.id}/do/give-ruling?dispute={dispute['number']}")
        assert '<svg class="board"' in page
        assert "No legal play of 62" in page
        assert 'name="clause"' in page
        assert 'value="4.2.3"' in page
        assert "order warning 1" in page  # what the ladder of 4.2.3 permits


DOUBLED_CRAWFORD = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1) Doubles => 2                   Drops
     Wins 1 point

 Game 2
 Ann : 1                          Ben : 0
  1) 31: 8/5 6/5                    Doubles => 2
  2) Drops                          Wins 1 point

 Game 3
 Ann : 1                          Ben : 1
  1) Doubles => 2                   Drops
     Wins 1 point

 Game 4
 Ann : 2                          Ben : 1
  1) 31: 8/5 6/5                    Doubles => 2
  2) Takes                          42: 8/4 6/4
  3)                                Wins 2 points
"""


@pytest.mark.rule("GAM-7", "TD-10", "TD-17")
@pytest.mark.source("ausbgf 4.4.4")
def test_ruling_on_a_doubled_crawford_game_has_its_annulment_filled_in(service: Service, playing: Season) -> None:
    """Ben has won 3–2 by a taken double in the Crawford game, as they reported; without it they are at 2–2."""
    at = attached(playing, DOUBLED_CRAWFORD, is_made=True)
    playing.director.read(f"{playing.path}/matches/1")
    won = [{"winner": winner, "cube": cube} for winner, cube in REPORTED]
    result = {"result": {"kind": "games", "games": won}}
    playing.director.change(f"{playing.path}/matches/1", "result", result)
    with browsing(service, playing.director.key or "") as browser:
        form = f"/desk/{playing.id}/do/give-ruling?match=1&attachment=1&game=4&turn=2"
        assert form in links(browser.open(f"{at}/games/4?turn=2"))
        browser.open(form)
        sent = next(one for one in browser.forms("turn=2"))
        assert {name: dict(sent.fields).get(name) for name in ANNULLED} == ANNULLED
        answer = browser.send(sent, step="try", reasons="It was the Crawford game.")
        assert "What it would change" in answer.text, re.findall(r"role=.alert.*", answer.text)


REPORTED = [("first", 1), ("second", 1), ("first", 1), ("second", 2)]
ANNULLED = {
    "clause": "4.4.4",
    "remedies.1.kind": "double-annulment",
    "remedies.1.ground": "crawford",
    "remedies.1.game": "4",
    "remedies.1.counts_at": "1",
    "remedies.1.game_as_scored.winner": "second",
    "remedies.1.game_as_scored.won": "single",
    "remedies.1.game_as_scored.cube": "2",
}


@pytest.mark.rule("GAM-7", "TD-9")
def test_dispute_about_a_board_that_no_transcript_shows_is_ruled_on_with_that_board(
    service: Service, playing: Season
) -> None:
    director, position = playing.director, "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:3:10"
    at = {"game": 2, "move": 1, "side": "first", "position": position}
    about = {"about": {"kind": "match", "number": 1}, "matter": "A cocked die."}
    director.done(f"{playing.path}/disputes", {**about, "in_game": at})
    wrong = director.post(f"{playing.path}/disputes", {**about, "in_game": {**at, "position": "garbage"}})
    assert wrong.status_code == 422
    with browsing(service, director.key or "") as browser:
        page = browser.open(f"/desk/{playing.id}/do/give-ruling?dispute=1")
        assert '<svg class="board"' in page
        assert "Game 2, move 1, Player 1" in page
        assert "The dice show 6 and 3." in page
        assert f"XGID <code>{position}</code>" in browser.open(f"/desk/{playing.id}/matters")
