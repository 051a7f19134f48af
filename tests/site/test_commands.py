"""Disputes, rulings and appeals by forms alone: every form is made from the fields of its command."""

import re
import sys
from collections.abc import Iterable, Iterator

import httpx
import pytest
from pydantic import TypeAdapter

from api.site.desk.commands.inputs import Input, inputs
from api.site.desk.commands.offered import OFFERED
from api.site.desk.commands.reading import Typed, fields
from api.site.desk.commands.rules import COMMON, REMEDIES
from api.site.frame.forms import Form, WrongTypedError
from api.site.words.commands import RULE_REASONS, RULE_WORDS, WORDS
from domain.officiating.sanction_catalogue import Clause
from domain.tournament.rulings.commands import GiveRuling
from tests.api.played import first_wins, started
from tests.api.scenes import Cast, Scene
from tests.api.support import Service, end_key
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import FormThere, browsing
from tests.site.messages import SITE
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_office import at_the_office

BY_THE_OPPONENT = {"withdraw-result"}
"""Commands whose form the desk does not lead to, since nobody of the staff sends them."""


def given(desk: Desk, command: str, query: str = "", **typed: str) -> str:
    """A command by its form: tried first where it shows what it changes, then sent."""
    desk.open(f"{desk.at}/do/{command}{query}")
    form = next(desk.forms(query or command))
    if "choice" in form.names:
        desk.done(query or command, step="try", **typed)
        typed = {}
    return desk.done(query or command, step="send", **typed)


def running(desk: Desk, *names: str) -> None:
    """A Swiss whose first round is drawn and played."""
    desk.announced("swiss", 5, list(names))
    desk.started()
    desk.done("/draw")
    desk.open(f"{desk.at}/rounds")
    desk.entered()


@pytest.mark.rule("TD-9", "TD-12")
def test_a_dispute_is_ruled_on_appealed_and_reversed(service: Service) -> None:
    committee = [service.register(f"Member {name}") for name in ("Ole", "Pia", "Rie")]
    with at_the_desk(service) as desk:
        running(desk, "Ada Aas", "Bo Bak", "Cia Carl", "Dan Dam")
        assert desk.client is not None
        given(desk, "open-dispute", "?match=1", matter="Dice off the board.")
        given(desk, "record-statement", "?dispute=1", kind="statement", person="Ada Aas", statement="They fell.")
        desk.open(f"{desk.at}/do/give-ruling?dispute=1")
        desk.done("dispute=1", step="look", clause="4.2.3", facts="Seen by two.", reasons="As the rule has it.")
        assert "Show what this rule permits" in desk.page
        desk.done("dispute=1", step="add remedies", **{"remedies-new": "match-loss"})
        desk.done("dispute=1", step="try", **{"remedies.1.loser": "first"})
        assert "has won" in desk.page
        desk.done("dispute=1", step="send")
        assert desk.client.read(f"{desk.api}/rulings/1")["remedies"] == [{"kind": "match-loss", "loser": "first"}]
        own = str(desk.client.read(f"{desk.api}/rulings/1")["parties"][0])
        given(desk, "lodge-appeal", "?ruling=1", entry=own, reason="They did not fall.")
        given(desk, "form-committee", "?appeal=1", members="Member Ole\nMember Pia\nMember Rie")
        for member in committee[:2]:
            with at_the_desk(service, member, desk.at) as voter:
                assert "your vote on an appeal" in voter.open("/desk")
                given(voter, "cast-vote", "?appeal=1", member=member, verdict="reversed")
        given(desk, "decide-appeal", "?appeal=1", reasons="Nobody saw it.")
        assert "the ruling is reversed" in desk.page
        assert desk.client.read(f"{desk.api}/rulings/1")["status"] == "reversed"


def required(parts: Iterable[Input]) -> Iterator[str]:
    """The inputs that a browser demands, however deep, but for those of what is added by hand."""
    for one in parts:
        yield from [one.name] if one.required and one.kind != "group" else []
        yield from required(one.parts) if one.kind == "group" else ()


def test_fields_of_a_group_that_may_be_left_out_are_not_demanded() -> None:
    """A break can be begun at a match that is played without a clock."""
    assert list(required(inputs(OFFERED["begin-break"].command))) == ["match", "side"]
    assert {"first_seconds", "second_seconds"} <= set(required(inputs(OFFERED["record-clock"].command)))


def as_typed(day: str) -> Typed:
    return Typed(Form([("until", day)]), str, "UTC")


def test_a_day_is_read_where_no_module_can_be_imported_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part that serves pages may not be allowed to read Python's own modules any more."""
    monkeypatch.setitem(sys.modules, "_strptime", None)
    day = (Input("until", "day"),)
    assert fields(day, as_typed("2026-02-28")) == {"until": "2026-02-28"}
    for wrong in ("2026-02-30", "20260228", "2026-W09-6", "28.2.2026"):
        with pytest.raises(WrongTypedError):
            fields(day, as_typed(wrong))


def test_a_rule_of_which_nothing_is_known_is_said_to_be_unknown(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Una Ulv", "Vera Vik")
        desk.open(f"{desk.at}/do/give-ruling?match=1")
        desk.done("match=1", step="look", clause="qwerty")
        assert "No rule was found." in desk.page


@pytest.mark.parametrize(
    ("words", "language", "first"),
    [
        ("wrong score", "en", {"4.6", "4.7"}),
        ("forkert stilling", "da", {"4.6", "4.7"}),
        ("telefoon", "nl", {"1.7.6"}),
        ("CRAWFORD", "en", {"4.4.4"}),
        ("late", "da", {"2.2.1", "2.2.2"}),
    ],
)
def test_rule_is_found_by_words(service: Service, words: str, language: str, first: set[str]) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Una Ulv", "Vera Vik")
        desk.open(f"{desk.at}?language={language}")
        desk.open(f"{desk.at}/do/give-ruling?match=1")
        page = desk.done("match=1", step="look", clause=words)
        found = re.findall(r'value="rule ([^"]+)"', page.partition("<fieldset>")[2].partition("</fieldset>")[0])
        assert set(found[: len(first)]) == first


@pytest.mark.rule("TD-15")
def test_common_ruling_is_begun_by_one_press(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Una Ulv", "Vera Vik")
        page = desk.open(f"{desk.at}/do/give-ruling?match=1")
        assert len(re.findall(r'value="rule [^"]+"', page)) == len(COMMON) == 10
        desk.done("match=1", step="rule 4.7")
        form = next(desk.forms("match=1"))
        told = dict(form.fields)
        assert (told["clause"], told["reasons"]) == (
            "4.7",
            "The clear score sheet of the player who is behind decides.",
        )
        desk.done("match=1", step="rule 2.3.1", reasons="My own.")
        assert dict(next(desk.forms("match=1")).fields)["reasons"] == "My own."


def test_ruling_has_names_score_matter_and_statements_on_one_page(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Ada Aas", "Bo Bak")
        given(desk, "open-dispute", "?match=1", matter="Dice off the board.")
        given(desk, "record-statement", "?dispute=1", kind="statement", person="Ada Aas", statement="They fell.")
        page = desk.open(f"{desk.at}/do/give-ruling?dispute=1")
        known = page.partition('id="at-hand"')[2].partition("</section>")[0]
        for text in ("Ada Aas", "Bo Bak", "Dice off the board.", "They fell."):
            assert text in known


def test_every_rule_has_words_and_can_be_named() -> None:
    rules = WORDS["rule"]
    assert set(RULE_WORDS) == set(rules) >= {*COMMON, *RULE_REASONS}
    for clause in rules:
        TypeAdapter[str](Clause).validate_python(clause)


def test_a_name_that_is_typed_in_part_is_offered_whole(service: Service) -> None:
    person = service.register("Xaver Quistgaard")
    with at_the_desk(service) as desk:
        running(desk, "Una Ulv", "Vera Vik")
        desk.open(f"{desk.at}/do/appoint-director")
        assert desk.press("appoint-director", step="send", person="Quistgaard").status_code == 422
        assert f'<option value="Xaver Quistgaard {person}">' in desk.page


def test_a_round_is_paired_by_hand_and_has_its_times(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Mona Moe", "Nils Ness", "Otto Oie", "Pelle Po"])
        desk.started()
        assert desk.client is not None
        desk.open(f"{desk.at}/rounds")
        assert f"{desk.at}/rounds/1/pairs" in desk.page
        desk.open(f"{desk.at}/do/pair-by-hand?round=1")
        wrong = desk.press("round=1", step="send", pairings="1 2 3", reason="Friends.")
        assert (wrong.status_code, "1 2 3" in wrong.text) == (422, True)
        given(desk, "pair-by-hand", "?round=1", pairings="1 4", reason="They have come by one car.")
        given(desk, "schedule-round", "?round=1", closes_at="2199-01-01T18:30")
        desk.open(f"{desk.at}/rounds")
        desk.done("/draw")
        drawn = desk.client.read(f"{desk.api}/rounds")["rounds"][0]
        assert [1, 4] in [sorted(one["sides"]) for one in drawn["pairings"] if one["by_hand"]]


def round_acts(desk: Desk) -> set[str]:
    """What the desk offers to do with a round that was drawn."""
    page = desk.open(f"{desk.at}/rounds")
    told = {"close-round": "/do/close-round?", "annul-round": "/do/annul-round?", "pairs": '/pairs"'}
    return {name for name, address in told.items() if address in page}


@pytest.mark.parametrize(
    ("form", "at_first"), [("swiss", {"close-round", "annul-round", "pairs"}), ("nxe", {"annul-round", "pairs"})]
)
def test_a_round_is_offered_what_can_be_done_with_it(service: Service, form: str, at_first: set[str]) -> None:
    with at_the_desk(service) as desk:
        desk.announced(form, 5, ["Nora Noer", "Oda Olsen", "Per Pil", "Rut Riis"])
        desk.started()
        desk.done("/draw")
        assert round_acts(desk) == at_first
        given(desk, "annul-round", "?round=1", reason="Drawn too soon.")
        assert round_acts(desk) == {"pairs"}
        desk.done("/draw")
        desk.open(f"{desk.at}/rounds")
        desk.done("/results", 0, quick="4 5-1" if form == "swiss" else "3 5-1")
        assert round_acts(desk) == at_first - {"annul-round", "pairs"}
        assert "so you can’t annul the round" in desk.page
        if "close-round" in at_first:
            given(desk, "close-round", "?round=1", early="yes", reason="The hall shuts.")
            assert round_acts(desk) == {"pairs"}


def test_rounds_that_nobody_draws_are_offered_nothing(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, ["Siv Sand", "Tea Tang", "Ulf Uhd", "Vagn Vest"])
        desk.started()
        assert round_acts(desk) == set()


@pytest.mark.rule("SEL-2")
def test_matches_for_the_last_places_are_drawn_from_the_desk(service: Service) -> None:
    """Six play a round; the three who have won are tied for two places, and one match of one point is drawn."""
    shared = {"kind": "monrad", "rounds": 1, "lengths": [5], "tie_breaks": {"criteria": ["PTS", "SHARE"]}}
    final = {"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2, "play_off_length": 1}
    made = started(service, shared, 6, stages=[final])
    while made.next()["kind"] != "ask":
        made.step(first_wins)
    with at_the_office(service) as office:
        at = made.path.replace("/v1/tournaments", "/desk")
        page = office.open(at)
        assert ("Some are tied" in page, "in place of a coin" in page) == (True, False)
        assert all(f"<bdi>Player {number}</bdi>" in page for number in made.next()["choices"][0]["entries"])
        office.done("/play-offs")
        assert "Declare the matches void instead." in office.page
    assert made.next() == made.next() | {"kind": "wait", "matches": [4]}
    assert made.match(4)["length"] == 1
    with browsing(service) as anybody:
        public = made.path.removeprefix("/v1")
        slips = anybody.open(f"{public}/print/slips")
        assert (slips.count('class="slip"'), "Match 4" in slips, 'class="round"' in slips) == (1, True, False)
        assert 'class="of-bracket"' in slips, "which says what the match is for"
        assert anybody.open(f"{public}/print/slips?round=1").count('class="slip"') == 3
        assert "Matches for the last places" in anybody.open(f"{public}/rounds")
        assert f'{public}/matches/4"' in anybody.page


@pytest.mark.rule("SEL-2")
def test_a_stage_is_opened_by_hand_in_place_of_a_coin(service: Service) -> None:
    """Where three are tied at the cut, and where two are tied who both go up, so that there is nothing to play off."""
    final = {"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}
    for players, said in ((6, "Some are tied"), (4, "A coin orders these tied players:")):
        made = started(service, {"kind": "swiss", "rounds": 1, "lengths": [5]}, players, stages=[final])
        while made.next()["kind"] not in ("ask", "stage"):
            made.step(first_wins)
        with at_the_office(service) as office:
            at = made.path.replace("/v1/tournaments", "/desk")
            page = office.open(at)
            assert (said in page, "make-play-off" in page) == (True, False)
            assert f'{at}/do/open-stage?stage=2"' in page
            winners = [row["entry"] for row in made.read("standings")["rows"][:2]]
            office.open(f"{at}/do/open-stage?stage=2")
            typed = {"seeds": " ".join(map(str, winners)), "reason": "Both coins fell so."}
            office.done("stage=2", step="send", **typed)
        assert made.director.read(made.path)["stage"] == 2


def test_a_field_is_prepared_by_hand(service: Service) -> None:
    """Colours, seeds, an offer of a higher group and its answer, and another director who is released again."""
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Quin Quist", "Rolf Ravn", "Sif Skov", "Tage Toft"])
        assert desk.client is not None
        flight = desk.at
        desk.announced("swiss", 5, ["Ulla Ulv", "Vera Vang", "Willy Wind", "Yrsa York"])
        desk.open(f"{desk.at}/entries")
        for command in ("give-colour?entry=1", "offer-flight?entry=4", "seed-field"):
            assert f'{desk.at}/do/{command}"' in desk.page
        given(desk, "give-colour", "?entry=1", colour="red")
        given(desk, "seed-field", order="3 1", reason="As last year.")
        given(desk, "offer-flight", "?entry=4", flight=f"{service.url}{flight}", reason="Too strong.")
        assert f'{desk.at}/do/answer-flight-offer?entry=4"' in desk.page
        given(desk, "answer-flight-offer", "?entry=4", accepted="yes")
        entries = {one["number"]: one for one in desk.client.read(f"{desk.api}/entries")["items"]}
        assert (entries[1]["colour"], entries[4]["status"]) == ("red", "refused")

        other = service.register("Another director")
        given(desk, "appoint-director", person=other)
        desk.open(f"{desk.at}/finish")
        given(desk, "release-director", f"?person={other}")
        assert other not in desk.client.read(desk.api)["directors"]


@pytest.mark.rule("ALL-2")
def test_dice_that_draws_wait_for_are_recorded_and_witnessed(service: Service) -> None:
    persons = {name: service.register(name) for name in ("director", "side", "opponent", "entrant", "waiting")}
    scene = Scene(Cast(service, persons, {"administrator": service.administrator()})).thrown()
    at = f"/desk/{scene.id}"
    with at_the_office(service) as office, at_the_desk(service, persons["entrant"], at) as witness:
        assert "witness-outside-value" not in office.open(at)
        office.open(f"{at}/do/record-outside-value")
        office.done("record-outside-value", step="send", value=" 1 2 3 4, 5,6 1234 ")
        page = office.open(at)
        assert ("record-outside-value" in page, "witness-outside-value" in page) == (False, True)
        given(witness, "witness-outside-value", value="12345 61234")
        assert "outside-value" not in office.open(at)
        assert witness.client is not None
        assert witness.client.read(f"{witness.api}/rounds")["outside_value"]["witnessed"]


@pytest.mark.rule("ALL-2")
def test_tournament_commits_to_another_secret_after_one_was_revealed(service: Service) -> None:
    made = started(service, {"kind": "nxe", "losses": 1, "lengths": [3]}, 2)
    made.play_on()
    rounds, check = made.path.removeprefix("/v1") + "/rounds", f'href="{made.path}/draw-check"'
    assert check not in httpx.get(service.url + rounds, timeout=PATIENCE_SECONDS).text
    made.complete()
    assert check in httpx.get(service.url + rounds, timeout=PATIENCE_SECONDS).text
    assert httpx.get(f"{service.url}{made.path}/draw-check", timeout=PATIENCE_SECONDS).json()["confirmed"] == 1
    made.do("reopening", {"reason": "Sides were mixed up."})
    with at_the_office(service) as office:
        at = made.path.replace("/v1/tournaments", "/desk")
        assert f'{at}/do/publish-commitment"' in office.open(at)
        office.open(f"{at}/do/publish-commitment")
        office.done("publish-commitment", step="send")
        assert "publish-commitment" not in office.open(at)
    assert [one["secret"] is None for one in made.read("rounds")["commitments"]] == [False, True]


def test_a_wish_for_a_bye_is_withdrawn(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Alf Abel", "Bea Bech", "Carl Clausen", "Dea Dahl"])
        desk.started()
        assert desk.client is not None
        given(desk, "request-bye", "?entry=2", round="1")
        desk.open(f"{desk.at}/rounds")
        assert f'{desk.at}/do/withdraw-bye-request?entry=2&amp;round=1"' in desk.page
        given(desk, "withdraw-bye-request", "?entry=2&round=1")
        assert "withdraw-bye-request" not in desk.open(f"{desk.at}/rounds")


def test_every_form_is_reached_from_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in sorted((SITE / "templates").rglob("*.html")))
    reached = set(re.findall(r'(?:act\("|/do/)([a-z-]+)', pages))
    assert set(OFFERED) - reached == BY_THE_OPPONENT


@pytest.mark.proof
def test_every_command_has_its_form(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Eli Ege", "Fie Falk", "Gry Gram", "Hal Hede")
        given(desk, "open-dispute", "?match=1", matter="Dice off the board.")
        given(desk, "give-ruling", "?dispute=1", clause="4.2.3", facts="Seen.", reasons="So it is.")
        assert desk.client is not None
        first = desk.client.read(f"{desk.api}/matches/1")["sides"][0]
        given(desk, "lodge-appeal", "?ruling=1", entry=str(first))
        shown = {"readings.first_seconds": "10:05", "readings.second_seconds": "480"}
        anybody = service.register("Anybody")
        assert "10:05 – 8:00" in given(desk, "record-clock", "?match=1", action="read", **shown)
        for name, spec in OFFERED.items():
            of = {one: anybody if one == "person" else "1" for one in spec.numbers if one != "dispute"}
            query = "&".join(f"{one}={told}" for one, told in of.items())
            if "dispute" not in spec.numbers:
                assert list(desk_forms(desk, f"{desk.at}/do/{name}?{query}".rstrip("?"))), name


def test_a_match_with_a_dispute_offers_the_ruling_on_it_alone(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Ida Iversen", "Jan Jahn", "Kaj Kjær", "Leo Lauge")

        def offered() -> list[str]:
            return re.findall(r"/do/give-ruling\?([a-z]+)=1", desk.open(f"{desk.at}/matches/1"))

        assert offered() == ["match"]
        given(desk, "open-dispute", "?match=1", matter="Dice off the board.")
        assert offered() == ["dispute"], "another ruling would leave the dispute open"


def desk_forms(desk: Desk, path: str) -> list[FormThere]:
    desk.open(path)
    return list(desk.forms(path.rpartition("/")[2]))


def test_a_form_that_is_sent_twice_too_late_or_after_the_session_has_ended(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Ina Iversen", "Jon Jahn", "Kim Kjær", "Lea Lauge")
        assert desk.client is not None
        desk.open(f"{desk.at}/do/open-dispute?match=1")
        form = next(desk.forms("match=1"))
        twice = [desk.send(form, step="send", matter="Told once.").status_code for _ in range(2)]
        disputes = desk.client.read(f"{desk.api}/disputes")["items"]
        assert (twice, len(disputes)) == ([200, 200], 1), "a form that is sent twice counts once"

        desk.open(f"{desk.at}/do/correct-result?match=1")
        old = next(desk.forms("match=1"))
        tried = [desk.send(old, step="try", result=told, reason="A slip.") for told in ("5-1", "1-5")]
        assert [one.status_code for one in tried] == [200, 200], "a form that was gone back to can be tried again"
        given(desk, "correct-result", "?match=1", result="5-1", reason="A slip.")
        late = desk.send(old, step="send", result="5-4", reason="Kept words.")
        assert late.status_code == 412
        assert "result corrected" in late.text, "what changed meanwhile is shown"
        assert ('value="5-4"' in late.text, 'value="Kept words."' in late.text) == (True, True)

        end_key(service.owner_url, desk.client.key or "")
        ended = desk.send(form, step="send", matter="Too late.")
        assert (ended.status_code, "log in" in ended.text) == (401, True)
        assert len(service.officer().read(f"{desk.api}/disputes")["items"]) == 1


@pytest.mark.rule("TD-10", "TD-15")
def test_ruling_on_a_wrong_score_begins_with_the_score_to_be_set_right(service: Service) -> None:
    with at_the_desk(service) as desk:
        running(desk, "Ada Aas", "Bo Bak")
        assert desk.client is not None
        recorded = desk.client.read(f"{desk.api}/matches/1")["points"]
        desk.open(f"{desk.at}/do/give-ruling?match=1")
        desk.done("match=1", step="rule 4.7")
        (form,) = desk.forms("match=1")
        filled = dict(form.fields)
        assert [filled[f"remedies.1.{name}"] for name in ("kind", "first", "second")] == [
            "score-correction",
            *map(str, recorded),
        ]
        desk.done("match=1", step="rule 4.6")
        assert "remedies.2.kind" not in next(desk.forms("match=1")).names, "what is ordered already stays alone"


@pytest.mark.parametrize("clause", sorted(REMEDIES))
def test_remedy_of_a_rule_is_one_of_those_on_a_match(clause: str) -> None:
    kinds = next(one for one in inputs(GiveRuling) if one.name == "remedies").variants
    told = dict(REMEDIES[clause])
    assert set(told) - {"kind"} <= {one.name for one in kinds[told["kind"]]}
