"""Name, format, stages and rating are changed by a form that has what holds: what nobody touches stays."""

import re

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

FINAL = {"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}


def prepared(desk: Desk) -> None:
    """A Swiss with a final, whose form is open."""
    assert desk.client is not None
    said = {"name": "Evning", "format": {"kind": "swiss", "rounds": 3, "lengths": [5]}, "stages": [FINAL]}
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
    desk.client.read(desk.api)
    desk.open(desk.at)
    assert f'{desk.at}/settings"' in desk.page
    desk.open(f"{desk.at}/settings")


def held(desk: Desk) -> dict[str, object]:
    assert desk.client is not None
    told = desk.client.read(desk.api)
    return {name: told[name] for name in ("name", "format", "stages", "rating")}


@pytest.mark.rule("TD-21")
def test_form_that_nobody_has_touched_changes_nothing(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        before = held(desk)
        desk.done("/settings", step="send")
        assert held(desk) == before


@pytest.mark.rule("TD-21", "ALL-11")
def test_misspelt_name_rating_and_rounds_are_changed_in_one_step_and_undone(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        before = held(desk)
        desk.done("/settings", **{"name": "Evening", "format.rounds": "4", "rating": "normal club 1", "step": "send"})
        now = held(desk)
        assert (now["name"], now["stages"]) == ("Evening", before["stages"])
        assert isinstance(now["format"], dict)
        assert (now["format"]["rounds"], now["format"]["lengths"]) == (4, [5])
        assert now["rating"] == {"pool": "normal", "policy": "club", "policy_version": 1}
        desk.open(desk.at)
        desk.done("/undo")
        assert held(desk) == before


@pytest.mark.rule("TD-21")
def test_other_format_shows_its_own_settings_and_is_taken(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        desk.open(f"{desk.at}/settings?kind=double-elimination")
        assert 'name="format.lower_lengths"' in desk.page
        desk.done("/settings", step="send")
        now = held(desk)["format"]
        assert isinstance(now, dict)
        assert now["kind"] == "double-elimination"


@pytest.mark.rule("TD-21")
def test_lengths_change_after_the_start_with_a_reason_and_the_format_does_not(service: Service) -> None:
    with at_the_desk(service) as desk:
        prepared(desk)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Uwe Ulvsson\nVal Vangsgaard\nWim Wouters")
        desk.done("/enter")
        desk.started()
        desk.open(f"{desk.at}/settings")
        assert 'name="kind"' not in desk.page, "no other format is offered"
        assert desk.press("/settings", **{"format.lengths": "5 3", "step": "send"}).status_code == 422
        desk.done("/settings", **{"format.lengths": "5 3", "reason": "The hall closes.", "step": "send"})
        now = held(desk)["format"]
        assert isinstance(now, dict)
        assert now["lengths"] == [5, 3]
        desk.open(f"{desk.at}/settings")
        refused = desk.press("/settings", **{"format.half_byes": "2", "reason": "So.", "step": "send"})
        assert refused.status_code == 409
        assert "match lengths" in desk.page


@pytest.mark.rule("TD-21", "SWX-7")
def test_players_who_must_not_meet_are_named_after_the_start(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        said = {"name": "Evening", "format": {"kind": "monrad", "rounds": 3, "lengths": [5]}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Uwe Ulvsson\nVal Vangsgaard\nWim Wouters\nXen Xu")
        desk.done("/enter")
        desk.started()
        desk.open(f"{desk.at}/settings")
        assert desk.press("/settings", step="add format.apart").status_code == 200
        assert '<option value="1">Uwe Ulvsson</option>' in desk.page, "a director knows names, not numbers"
        couple = {"format.apart.1.entries": "1 2", "format.apart.1.until_round": "2"}
        desk.done("/settings", **couple, reason="A couple.", step="send")
        now = held(desk)["format"]
        assert isinstance(now, dict)
        assert now["apart"] == [{"entries": [1, 2], "until_round": 2}]
        page = desk.open(f"{desk.at}/settings")
        assert re.findall(r'<option value="[0-9]+" selected>(.+?)</option>', page)[:2] == [
            "Uwe Ulvsson",
            "Val Vangsgaard",
        ]


@pytest.mark.rule("TB-1", "TB-29")
def test_order_of_the_table_is_typed_after_the_start_and_the_table_shows_the_former(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        said = {"name": "League", "format": {"kind": "round-robin", "lengths": [5]}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Uwe Ulvsson\nVal Vangsgaard\nWim Wouters")
        desk.done("/enter")
        desk.started()
        desk.open(f"{desk.at}/settings")
        assert "PD: difference of points scored in matches" in desk.page
        wrong = {"format.tie_breaks.criteria": "PTS\nBH\nLOT", "reason": "As agreed.", "step": "send"}
        assert desk.press("/settings", **wrong).status_code == 422
        assert "round-robin" in desk.page
        order = {"format.tie_breaks.criteria": "PTS\nPD\nSHARE", "reason": "As agreed.", "step": "send"}
        desk.done("/settings", **order)
        now = held(desk)["format"]
        assert isinstance(now, dict)
        assert (now["rules_version"], now["tie_breaks"]["criteria"]) == (2, ["PTS", "PD", "SHARE"])
        desk.open(f"/tournaments/{desk.at.rpartition('/')[2]}/standings")
        assert "Before it was that of the format" in desk.page


@pytest.mark.rule("TB-1")
def test_order_of_the_table_is_there_to_be_typed_over_and_stays_untouched(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        order = {"criteria": ["PTS", "PD", "SHARE"]}
        said = {"name": "League", "format": {"kind": "round-robin", "lengths": [5], "tie_breaks": order}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
        desk.client.read(desk.api)
        desk.open(f"{desk.at}/settings")
        (form,) = desk.forms("/settings")
        assert dict(form.fields)["format.tie_breaks.criteria"].split() == order["criteria"]
        assert '<textarea name="format.tie_breaks.criteria"' in desk.page
        before = held(desk)
        desk.done("/settings", step="send")
        assert held(desk) == before
