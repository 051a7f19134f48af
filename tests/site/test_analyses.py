"""Error rates of an analysis, attached by command and shown on the page of their match (TD-20) [3.8]."""

from pathlib import Path

import pytest

from tests.api.support import Service, season
from tests.backgammon.test_gnubg_statistics import EXPORTED
from tests.ops.test_transcripts import ran, written
from tests.patience import eventually


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
