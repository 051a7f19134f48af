"""The score of a match kept by a player's phone while it is played, and where everybody sees it (ALL-12, GAM-4)."""

import re
import threading
from collections.abc import Iterator

import httpx
import pytest

from api.http import live_scores
from domain.backgammon.live_score import LiveScore
from tests.api.played import announced
from tests.api.support import Season, Service, season
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import Browser, links
from tests.site.test_transcript_uploads import browsing

MOST = 20


def begun(service: Service, conditions: dict[str, object] | None = None) -> Season:
    made = season(service, conditions=conditions or {})
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5})
    made.director.read(made.path)
    return made


@pytest.fixture
def playing(service: Service) -> Season:
    return begun(service)


@pytest.fixture
def phone(service: Service, playing: Season) -> Iterator[Browser]:
    with browsing(service, service.key("player", playing.persons[0])) as found:
        yield found


def keeps(browser: Browser, made: Season, *steps: str) -> str:
    at = f"/tournaments/{made.id}/matches/1/live"
    for step in steps:
        browser.open(at)
        browser.done("/live", step=step)
    return browser.page


def anybody_sees(service: Service, place: str) -> str:
    answer = service.http.get(place)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.rule("GAM-4", "GAM-2")
def test_score_kept_by_a_player_is_on_the_match_the_wall_and_the_overlay_until_the_report(
    service: Service, playing: Season, phone: Browser
) -> None:
    own = f"/tournaments/{playing.id}"
    assert f"{own}/matches/1/live" in links(phone.open(f"{own}/matches/1"))
    keeps(phone, playing, "won first gammon", "took second")
    assert "2–0" in anybody_sees(service, f"{own}/matches/1")
    overlay = anybody_sees(service, f"{own}/overlay?match=1")
    assert re.findall(r"<strong>(\d+)</strong>", overlay) == ["2", "0"]
    assert '<span class="cube">2</span>' in overlay
    assert on_the_wall(service, own) == ["2", "0"]
    assert "live" not in {event["topic"] for event in playing.director.read(f"{playing.path}/history")["items"]}

    playing.director.change(
        f"{playing.path}/matches/1", "result", {"result": {"kind": "score", "first": 5, "second": 0}}
    )
    playing.director.read(f"{playing.path}/matches/1")
    assert "scored" not in anybody_sees(service, f"{own}/overlay")
    assert "is not kept game by game" in phone.open(f"{own}/matches/1/live")


def on_the_wall(service: Service, own: str) -> list[str]:
    return re.findall(r'<strong class="livescore">(\d+)</strong>', anybody_sees(service, f"{own}/screen/tables"))


@pytest.mark.rule("GAM-4")
def test_score_of_a_match_of_a_round_is_on_the_wall_until_its_report(service: Service) -> None:
    evening = announced(service, {"kind": "knockout", "lengths": [5]})
    evening.enter_all(service.register_all(["Ada", "Bo"]))
    evening.do("start")
    own, number = evening.path.removeprefix("/v1"), 1
    assert [one["status"] for one in evening.read("matches")["items"]] == ["open"]
    assert on_the_wall(service, own) == []
    at = f"{own}/matches/{number}/live"
    with browsing(service, evening.director.key or "") as desk:
        desk.open(at)
        desk.done("/live", step="set", first="3", second="1")
        assert on_the_wall(service, own) == ["3", "1"]
    evening.do(f"matches/{number}/result", {"result": {"kind": "score", "first": 5, "second": 1}})
    evening.read(f"matches/{number}")
    assert on_the_wall(service, own) == []


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize(("verification", "shown"), [("by-director", ["3", "0"]), ("at-once", ["5", "0"])])
def test_game_that_ends_the_match_shows_only_where_results_count_at_once(
    service: Service, verification: str, shown: list[str]
) -> None:
    made = begun(service, conditions={"verification": verification})
    with browsing(service, service.key("player", made.persons[1])) as phone:
        page = keeps(phone, made, "won first backgammon", "won first gammon")
    assert "5–0" in page  # to the sides themselves
    assert "won first single" not in page
    assert re.findall(r"<strong>(\d+)</strong>", anybody_sees(service, f"/tournaments/{made.id}/overlay")) == shown


@pytest.mark.rule("GAM-4", "ALL-12")
def test_best_of_three_is_kept_match_by_match_and_a_bout_says_which_of_its_matches_is_played(service: Service) -> None:
    """One knockout, two lone pairs: the last game of a best of three waits for its announcement."""
    evening = announced(service, {"kind": "knockout", "lengths": [3], "form": "best-of-three"})
    evening.enter_all(service.register_all(["Ada", "Bo"]))
    evening.do("start")
    own = evening.path.removeprefix("/v1")
    with browsing(service, evening.director.key or "") as desk:
        for step in ("won first backgammon", "won second gammon"):
            desk.open(f"{own}/matches/1/live")
            desk.done("/live", step=step)
        assert "Matches: 1–0." in desk.page
        assert "Matches: 1–0." in anybody_sees(service, f"{own}/overlay")
        assert on_the_wall(service, own) == ["0", "2"]
        desk.done("/live", step="set", first="2", second="0", first_matches="1", second_matches="1")
        desk.done("/live", step="won first single")
        assert "The match is over." in desk.page
    assert re.findall(r"<strong>(\d+)</strong>", anybody_sees(service, f"{own}/overlay")) == ["2", "0"]
    bout = announced(service, {"kind": "knockout", "lengths": [3], "bout_matches": [3]})
    bout.enter_all(service.register_all(["Cy", "Di"]))
    bout.do("start")
    assert [one["status"] for one in bout.read("matches")["items"]] == ["open"]
    assert "match 1, best of 3" in anybody_sees(service, f"{bout.path.removeprefix('/v1')}/overlay?match=1")


@pytest.mark.rule("TD-14")
def test_score_is_kept_by_the_two_sides_and_the_staff_alone(service: Service, playing: Season) -> None:
    at = f"/tournaments/{playing.id}/matches/1/live"
    for key, status in (
        (service.key("player", playing.persons[2]), 403),
        (service.key("auditor", service.register("An auditor")), 403),
        (playing.director.key or "", 200),
        (service.key("administrator"), 200),
    ):
        with browsing(service, key) as browser:
            assert browser.http.get(at).status_code == status
            form = {"seen": "0-0-0-0-1-middle", "step": "took first"}
            answer = browser.http.post(at, data=form, follow_redirects=True)
            assert answer.status_code in (status, 409)
            assert (answer.status_code == 403) == (status == 403)
    assert service.http.get(at).status_code == 401


@pytest.mark.rule("GAM-4")
def test_one_of_two_who_press_at_once_is_shown_what_the_other_kept(playing: Season, phone: Browser) -> None:
    at = f"/tournaments/{playing.id}/matches/1/live"
    phone.open(at)
    (form,) = phone.forms("/live")
    assert phone.send(form, step="won first single").status_code == 200
    late = phone.send(form, step="won second single")
    assert late.status_code == 409
    assert "1–0" in late.text


@pytest.mark.rule("GAM-4")
def test_follower_is_told_of_a_score_that_is_kept(service: Service, playing: Season, phone: Browser) -> None:
    version = playing.director.read(playing.path)["version"]
    told, connected = list[str](), threading.Event()

    def follow() -> None:
        address = f"{service.url}/tournaments/{playing.id}/live?since={version}"
        with httpx.stream("GET", address, timeout=PATIENCE_SECONDS) as stream:
            connected.set()
            for line in stream.iter_lines():
                if line == "event: changed":
                    told.append(line)
                    return

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    assert connected.wait(PATIENCE_SECONDS)
    keeps(phone, playing, "won second single")
    follower.join(PATIENCE_SECONDS)
    assert told == ["event: changed"]


def test_scores_that_are_kept_are_bounded_and_change_only_from_what_was_seen(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_scores, "MOST", MOST)
    kept, one = service.services.live_scores, LiveScore(begins=(1, 0))
    for match in range(MOST + 5):
        assert kept.keep("t", match, LiveScore(), one)
    assert (len(kept.all_of("t")), kept.of("t", 0), kept.of("t", MOST)) == (MOST, LiveScore(), one)
    assert not kept.keep("t", MOST, LiveScore(), LiveScore(begins=(2, 0)))
    kept.drop("t", MOST)
    assert kept.of("t", MOST) == LiveScore()
    before = kept.edition("t")
    assert kept.keep("t", MOST, LiveScore(), one)
    assert (kept.edition("t") > before, kept.edition("other")) == (True, 0)
