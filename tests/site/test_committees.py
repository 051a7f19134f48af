"""What a member of a committee of appeal reads on the page of disputes and rulings (TD-12)."""

import pytest

from tests.api.support import Service, season
from tests.site.browsing import browsing
from tests.site.test_desk import at_the_desk

ON_MATCH = {"about": {"kind": "match", "number": 1}}
RULED = {
    **ON_MATCH,
    "clause": "2.2.4",
    "facts": "Late by the clock.",
    "reasons": "So it is.",
    "dispute": 1,
    "remedies": [{"kind": "match-loss", "loser": "first"}],
}


@pytest.mark.rule("TD-9", "TD-12")
def test_member_of_a_committee_reads_its_case_on_the_page(service: Service) -> None:
    made = season(service)
    made.play()
    members = [service.register(f"Member {number}") for number in range(4)]
    director, path = made.director, made.path
    director.done(f"{path}/disputes", {**ON_MATCH, "matter": "They rolled twice."})
    said = {"kind": "statement", "person": made.persons[0], "statement": "The die was cocked."}
    director.done(f"{path}/disputes/1/statements", said)
    assert director.rule(path, RULED).status_code == 201
    director.change(f"{path}/rulings/1", "appeals", {"entry": 1})
    director.change(f"{path}/appeals/1", "committee", {"members": members[:3]})
    texts = ("They rolled twice.", "The die was cocked.", "Late by the clock.", "So it is.")
    for person, reads in ((members[0], True), (members[3], False)):
        with at_the_desk(service, person) as desk:
            page = desk.open(f"/desk/{path.rsplit('/', 1)[1]}/matters")
            assert [text in page for text in texts] == [reads] * 4
            if reads:
                page = desk.open(f"/desk/{path.rsplit('/', 1)[1]}/do/cast-vote?appeal=1")
                assert [text in page for text in texts] == [True] * 4, "all is there where the vote is written"


@pytest.mark.rule("TD-9", "TD-11")
def test_form_of_an_appeal_shows_what_was_said_and_why_it_was_ruled_so(service: Service) -> None:
    made = season(service)
    made.play()
    director, path = made.director, made.path
    director.done(f"{path}/disputes", {**ON_MATCH, "matter": "They rolled twice."})
    said = {"kind": "statement", "person": made.persons[0], "statement": "The die was cocked."}
    director.done(f"{path}/disputes/1/statements", said)
    assert director.rule(path, RULED).status_code == 201
    with at_the_desk(service, made.persons[0]) as desk:
        page = desk.open(f"/desk/{path.rsplit('/', 1)[1]}/do/lodge-appeal?ruling=1")
        for text in ("They rolled twice.", "The die was cocked.", "Late by the clock.", "So it is."):
            assert text in page, text


@pytest.mark.rule("TD-12")
def test_member_votes_without_choosing_themselves_from_a_list(service: Service) -> None:
    """The staff, who record the votes of others, have the list of the members."""
    made = season(service)
    made.play()
    members = [service.register(f"Voter {number}") for number in range(3)]
    director, path = made.director, made.path
    assert director.rule(path, {one: told for one, told in RULED.items() if one != "dispute"}).status_code == 201
    director.change(f"{path}/rulings/1", "appeals", {"entry": 1})
    director.change(f"{path}/appeals/1", "committee", {"members": members})
    form = f"/desk/{path.rsplit('/', 1)[1]}/do/cast-vote?appeal=1"
    with at_the_desk(service, members[1]) as desk:
        page = desk.open(form)
        assert '<select name="member"' not in page
        assert "<strong>Voter 1</strong>" in page
        assert "Voter 2" not in page
        desk.done("appeal=1", step="send", verdict="reversed")
    votes = director.read(f"{path}/appeals/1")["votes"]
    assert [(one["member"], one["verdict"]) for one in votes] == [(members[1], "reversed")]
    with browsing(service, director.key or "") as staff:
        assert staff.open(form).count('<option value="' + members[0]) == 1
