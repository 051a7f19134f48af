"""Error rates of an analysis, attached by command or by a press, and shown on the page of their match (TD-20) [3.8]."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from api.analysis.engines import ENGINES
from domain.backgammon.mat_writing import written_mat
from domain.backgammon.turns import WrittenMatch
from tests.api.played import Played, started, winner
from tests.api.support import Service, season
from tests.api.test_analyses import RATES, using, using_engine
from tests.backgammon.playing import match_by_chance
from tests.backgammon.program_files import program_file
from tests.backgammon.test_gnubg_statistics import EXPORTED
from tests.domain.test_transcripts import PLAYED
from tests.ops.test_analyse import PRINTS, SLOW
from tests.ops.test_bgsage import require_bgsage
from tests.ops.test_transcripts import ran, written
from tests.patience import eventually
from tests.site.test_replay import attached
from tests.site.test_transcript_uploads import browsing, uploaded


@pytest.mark.rule("TD-20", "TD-14")
def test_analyse_attaches_the_rates_which_the_page_of_the_match_shows(tmp_path: Path, service: Service) -> None:
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    key = written(tmp_path, made.director.key or "", "key.txt")
    export, page = written(tmp_path, EXPORTED, "final.txt"), f"{service.url}/tournaments/{made.id}/matches/1"
    without = ran("analyse", export, "--match", page)
    assert (without.exit_code, "give the key file" in without.output) == (2, True)
    result = ran("analyse", export, "--match", page, "--key-file", key, "--turned")
    assert result.exit_code == 0, result.output
    rates = {"program": "GNU Backgammon, 0-ply, PR", "first": "4.520", "second": "8.737"}
    record = f"{made.path}/matches/1/record"
    assert eventually(lambda: [one["error_rates"] for one in made.director.read(record)["attachments"]] == [rates])
    shown = made.director.get(page.removeprefix(service.url)).text
    assert '<th scope="row">GNU Backgammon, 0-ply, PR</th>' in shown
    assert shown.index("4.520") < shown.index("8.737")
    assert "4.520" not in service.client().get(page.removeprefix(service.url)).text


@pytest.mark.rule("TD-20", "GAM-7")
@pytest.mark.source("ausbgf 3.8")
def test_player_has_a_match_analysed_on_its_page_and_attaches_the_rates(service: Service, tmp_path: Path) -> None:
    made = season(service)
    at = attached(made, PLAYED)
    with (
        using_engine(service, PRINTS, tmp_path),
        browsing(service, service.key("player", made.persons[0])) as browser,
    ):
        assert eventually(lambda: browser.http.get(at).status_code == 200)
        assert "Have the match analysed" in browser.open(at)
        browser.done(f"{at}/analysis", step="start")
        assert eventually(lambda: "Attach these error rates to the match" in browser.open(at))
        assert '<td class="figure">8.737</td><td class="figure">167</td>' in browser.page
        assert "Analyse it again" in browser.page
        danish = browser.http.get(at, headers={"Accept-Language": "da"}).text
        assert '<td class="figure">8,737</td><td class="figure">167</td>' in danish
        saved = browser.http.get(f"{at}/analysis.txt")
        assert "Match statistics" in saved.text
        browser.done(f"{at}/analysis", step="attach")
    assert made.director.read(f"{made.path}/matches/1/record")["attachments"][1]["error_rates"] == RATES
    report = made.director.get(f"{made.path}/report/document").text
    assert f'<a href="{at}">transcript</a>' in report
    assert "4.520 – 8.737" in report or "8.737 – 4.520" in report


@pytest.mark.rule("TD-20")
def test_analysis_is_cancelled_on_its_page(service: Service, tmp_path: Path) -> None:
    made = season(service)
    at = attached(made, PLAYED)
    with using_engine(service, SLOW, tmp_path), browsing(service, made.director.key or "") as browser:
        assert eventually(lambda: browser.http.get(at).status_code == 200)
        browser.open(at)
        browser.done(f"{at}/analysis", step="start")
        assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in browser.page
        assert f'hx-get="{at}" hx-trigger="every 3s"' in browser.page
        browser.done(f"{at}/analysis", step="cancel")
        assert "The analysis was cancelled." in browser.page
        assert 'http-equiv="refresh"' not in browser.page


@pytest.mark.rule("TD-20", "GAM-7")
@pytest.mark.source("ausbgf 3.8")
def test_uploaded_match_is_analysed_by_the_engine_of_the_extra_and_its_figure_is_shown(service: Service) -> None:
    """With none other installed: engine, version and level are shown with the figure of each side."""
    require_bgsage()
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 1})
    at = f"/tournaments/{made.id}/matches/1/transcripts"
    with using(service, {"bgsage": ENGINES["bgsage"]}), browsing(service, made.director.key or "") as browser:
        assert eventually(lambda: browser.http.get(at).status_code == 200)
        uploaded(browser, at, written_mat(left_early(match_by_chance(29, 1))).encode())
        assert eventually(lambda: browser.http.get(f"{at}/1").status_code == 200)
        browser.open(f"{at}/1")
        browser.done(f"{at}/1/analysis", step="start")
        assert eventually(lambda: "Attach these error rates to the match" in browser.open(f"{at}/1"), 1.0)
        assert "gv-bgsage/2." in browser.page
        assert ", deep@2, counted by gammonview 3." in browser.page
        browser.done(f"{at}/1/analysis", step="attach")
        shown = browser.open(f"/tournaments/{made.id}/matches/1")
    found = made.director.read(f"{made.path}/matches/1/record")["attachments"][-1]["error_rates"]
    assert found["program"].startswith("gv-bgsage/2.")
    assert found["program"] in shown
    assert found["first"] in shown
    assert found["second"] in shown


BOUTS = {"kind": "knockout", "lengths": [3], "bouts": "points", "bout_matches": [2], "bout_points": [3]}


def found_in(cup: Played, match: int, rates: tuple[str, str]) -> None:
    """An analysis of the match, with the figures of both sides by entry number."""
    turned = cup.match(match)["sides"] != sorted(cup.match(match)["sides"])
    first, second = reversed(rates) if turned else rates
    told = {"error_rates": {"program": "An analyser", "first": first, "second": second}, "kind": "analysis"}
    cup.director.done(f"{cup.path}/matches/{match}/attachments", told | {"reference": "file", "digest": "0" * 64})


PLAYS = 6
"""The engine takes a second for each four."""


def left_early(match: WrittenMatch) -> WrittenMatch:
    """Its first game, of which the transcript tells some plays and who won."""
    game = match.games[0]
    turns, won = game.turns[:PLAYS], game.turns[-1]
    return replace(match, games=[replace(game, turns=[*turns, replace(won, move=turns[-1].move + 1)])])


@pytest.mark.rule("TD-20", "ALL-4", "SER-7")
def test_analysis_that_turns_a_bout_is_attached_with_a_choice_on_its_page(service: Service, tmp_path: Path) -> None:
    """2 has beaten 3 by three points to one, and has begun against 1; by the engine 3 has played the first better."""
    cup = started(service, BOUTS, 3)
    for number, rates in ((1, ("3", "5")), (2, ("5", "4"))):
        cup.report(number, winner("first" if cup.match(number)["sides"][0] == 2 else "second"))
        found_in(cup, number, rates)
    (final,) = [one["number"] for one in cup.matches() if one["status"] == "open"]
    cup.report(final, winner("first"))
    digest = sha256(PLAYED.encode()).hexdigest()
    body = {"kind": "transcript", "reference": "1.mat", "digest": digest, "transcript": PLAYED}
    cup.director.done(f"{cup.path}/matches/1/attachments", body)
    at = f"{cup.path.removeprefix('/v1')}/matches/1/transcripts/2"
    with using_engine(service, PRINTS, tmp_path), browsing(service, cup.director.key or "") as browser:
        assert eventually(lambda: browser.http.get(at).status_code == 200)
        browser.open(at)
        browser.done(f"{at}/analysis", step="start")
        assert eventually(lambda: "Attach these error rates to the match" in browser.open(at))
        refused = browser.press(f"{at}/analysis", step="attach").text
        assert "Later matches that depend on this" in refused
        browser.done(f"{at}/analysis", step="attach rewind")
    assert eventually(lambda: cup.match(final)["status"] == "void")
    assert sorted(cup.matches()[-1]["sides"]) == [1, 3]


@pytest.mark.rule("TD-20", "ALL-4", "SER-7")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_uploaded_analysis_that_turns_a_bout_is_attached_with_a_choice(service: Service, choice: str) -> None:
    """As above, by a file that its program has analysed: the transcript is kept, and then a button is pressed."""
    cup = started(service, BOUTS, 3)
    for number, rates in ((1, ("3", "5")), (2, ("5", "4"))):
        cup.report(number, winner("first" if cup.match(number)["sides"][0] == 2 else "second"))
        found_in(cup, number, rates)
    (final,) = [one["number"] for one in cup.matches() if one["status"] == "open"]
    cup.report(final, winner("first"))
    at = f"{cup.path.removeprefix('/v1')}/matches/1/transcripts"
    is_turned = cup.match(1)["sides"] == sorted(cup.match(1)["sides"])
    with browsing(service, cup.director.key or "") as browser:
        refused = uploaded(browser, at, program_file("xg"), **({"turned": "yes"} if is_turned else {}))
        assert refused.status_code == 409
        assert "The transcript is kept." in refused.text
        browser.done(f"{at}/analysis", choice=choice)
    cup.read("matches/1")
    kinds = [one["kind"] for one in cup.read("matches/1/record")["attachments"]]
    assert kinds == ["analysis", "transcript", "analysis"]
    assert eventually(lambda: (cup.match(final)["status"] == "void") == (choice == "rewind"))
