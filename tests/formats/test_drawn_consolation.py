"""Consolations and last chances that are drawn while the main bracket plays on, worked by hand (CON-6, ALL-2, ALL-4).

The draws are those of the desk's secrets: what they gave is written down here, and who meets whom follows by hand.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.contract.steps import Done
from domain.kernel.outside_source import Beacon
from domain.kernel.refusal import Refused
from domain.kernel.values import Why
from domain.problems.rounds import ABSENCE_REFUSED
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.events import TournamentStarted
from domain.tournament.matches.events import MatchesMade
from domain.tournament.rounds.commands import EndAbsence, MarkAbsent, RecordOutsideValue, RevealSecret
from domain.tournament.rounds.events import BracketDrawn, CommitmentPublished, PlaceTaken
from tests.desk import Drawer, entered
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.conformance import Conformance
from tests.formats.directing import finish
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached

ROUND_1 = ("A beats H", "D beats E", "B beats G", "C beats F")
"""Of eight, from the top."""


def options(**told: object) -> ConsolationOptions:
    drawn = {"kind": "consolation", "seeding": "entry-order", "lengths": (1,), "comes_in": "drawn", **told}
    return ConsolationOptions.model_validate(drawn)


def of_eight(**told: object) -> KnockoutDesk:
    """Drawn after round 1 of the main bracket."""
    return started(8, options(drawn_after=1, **told))


def begun(**told: object) -> KnockoutDesk:
    desk = of_eight(**told)
    for said in ROUND_1:
        desk.act(said)
    return desk


def drawn(desk: KnockoutDesk) -> Sequence[tuple[str, tuple[str, ...]]]:
    return [(one.event.bracket, one.event.order) for one in desk.history if isinstance(one.event, BracketDrawn)]


def beside(desk: KnockoutDesk) -> Mapping[str, str]:
    return {name: pair for name, pair in placed(desk).items() if not name.startswith("main")}


@pytest.mark.rule("CON-6")
def test_beaten_player_waits_for_the_draw_while_the_main_bracket_plays_on() -> None:
    """C-F is still played. A has beaten H and D; D comes into no consolation, and is out."""
    desk = of_eight()
    for said in (*ROUND_1[:3], "A beats D"):
        desk.act(said)
    assert beside(desk) == {}
    assert drawn(desk) == []
    assert ranks(desk) == "-A in, -B in, -C in, -F in, -H in, -E in, -G in, D out"


@pytest.mark.rule("CON-6", "CON-8")
def test_consolation_of_eight_is_drawn_with_the_last_result_of_round_1() -> None:
    """The lot gives main 1-2, 1-3, 1-1, 1-4: E, G, H and F. Seats of four are 1-4 and 2-3: E-F and G-H. Better seeds
    win: E and G, and then E."""
    desk = begun()
    assert drawn(desk) == [("consolation", ("main-1-2", "main-1-3", "main-1-1", "main-1-4"))]
    assert beside(desk) == {"consolation-1-1": "E-F", "consolation-1-2": "G-H"}
    play_on(desk)
    assert beside(desk)["consolation-2-1"] == "E-G"
    assert ranks(desk) == "A champion, B finalist, C=D out, E consolation-winner, G consolation-finalist, F=H out"
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("CON-6", "ALL-14")
def test_pairs_of_the_draw_say_the_lots() -> None:
    made = [made for one in begun().history if isinstance(one.event, MatchesMade) for made in one.event.matches]
    why = {one.slot: one.why for one in made}
    assert why["consolation-1-2"] == Why(rule="CON-6", counts={"lot": 2, "other_lot": 3})
    assert why["main-2-1"] == Why(rule="CON-2")


@pytest.mark.rule("CON-6", "ALL-3", "ALL-4")
def test_result_corrected_after_the_draw_changes_who_sits_there_and_no_other_seat() -> None:
    """H had beaten A: H meets D in the main bracket, and A has seat 3."""
    desk = begun()
    desk.act("H beat A")
    assert beside(desk) == {"consolation-1-1": "E-F", "consolation-1-2": "G-A"}
    assert placed(desk)["main-2-1"] == "H-D"
    assert len(drawn(desk)) == 1


@pytest.mark.rule("CON-6", "ALL-3", "ALL-4")
def test_result_corrected_after_play_went_on_is_rewound() -> None:
    """G had beaten H, and A had beaten D: both go, and A meets G. Then the better seeds win: D and B, and A."""
    desk = begun()
    for said in ("E beats F", "G beats H", "A beats D", "H beat A, rewind"):
        desk.act(said)
    assert beside(desk) == {"consolation-1-1": "E-F", "consolation-1-2": "G-A"}
    assert placed(desk)["main-2-1"] == "H-D"
    play_on(desk)
    assert ranks(desk) == "B champion, D finalist, C=H out, A consolation-winner, E consolation-finalist, F=G out"


@pytest.mark.rule("CON-6", "ALL-3", "ALL-4")
def test_result_corrected_after_play_went_on_stands() -> None:
    """Who played on plays on: A is in the final of the main bracket, and H is beaten by G."""
    desk = begun()
    for said in ("E beats F", "G beats H", "A beats D", "H beat A, stand"):
        desk.act(said)
    assert beside(desk) == {"consolation-1-1": "E-F", "consolation-1-2": "G-H", "consolation-2-1": "E-G"}
    assert placed(desk)["main-2-1"] == "A-D"
    play_on(desk)
    assert placed(desk)["main-3-1"] == "A-B"


def away(desk: KnockoutDesk, letter: str) -> None:
    desk.do(MarkAbsent(entry=desk.entry(letter)))


def back(desk: KnockoutDesk, letter: str) -> None:
    desk.do(EndAbsence(entry=desk.entry(letter)))


def without_h() -> KnockoutDesk:
    """H is not there as it is drawn. The lot gives main 1-3, 1-2, 1-4: G, E and F, of four seats; H has the last."""
    desk = of_eight()
    for said in ROUND_1[:3]:
        desk.act(said)
    away(desk, "H")
    desk.act(ROUND_1[3])
    assert drawn(desk) == [("consolation", ("main-1-3", "main-1-2", "main-1-4"))]
    assert beside(desk) == {"consolation-1-1": "G alone", "consolation-1-2": "E-F"}
    return desk


@pytest.mark.rule("CON-6", "CON-5")
def test_player_back_before_the_draw_is_drawn() -> None:
    desk = of_eight()
    away(desk, "H")
    for said in ROUND_1[:3]:
        desk.act(said)
    back(desk, "H")
    desk.act(ROUND_1[3])
    assert "G-H" in beside(desk).values()


@pytest.mark.rule("CON-6")
def test_player_back_late_takes_an_empty_seat() -> None:
    desk = without_h()
    back(desk, "H")
    assert beside(desk) == {"consolation-1-1": "G-H", "consolation-1-2": "E-F"}
    assert [one.event.slot for one in desk.history if isinstance(one.event, PlaceTaken)] == ["consolation-1-1"]
    assert placed(desk)["main-1-1"] == "A-H"
    play_on(desk)
    assert ranks(desk).endswith("E consolation-winner, G consolation-finalist, F=H out")


@pytest.mark.rule("CON-6")
def test_nobody_comes_back_once_round_2_has_begun() -> None:
    desk = without_h()
    desk.act("E beats F")
    desk.act("G beats E")
    with pytest.raises(Refused) as refused:
        back(desk, "H")
    assert refused.value.problem is ABSENCE_REFUSED


@pytest.mark.rule("CON-6", "ALL-4")
def test_player_who_lost_after_all_takes_the_empty_seat() -> None:
    """H, who is away, had won: A is beaten, and there."""
    desk = without_h()
    desk.act("H beat A")
    assert beside(desk) == {"consolation-1-1": "G-A", "consolation-1-2": "E-F"}


@pytest.mark.rule("CON-6")
def test_fewer_than_two_have_no_bracket() -> None:
    """Of four C and D have lost, and D is away."""
    desk = started(4, options(drawn_after=1))
    away(desk, "D")
    play_on(desk)
    assert drawn(desk) == [("consolation", ("main-1-2",))]
    assert beside(desk) == {}
    assert ranks(desk) == "A champion, B finalist, C=D out"


@pytest.mark.rule("CON-6", "CON-9")
def test_last_chance_is_drawn_of_all_who_are_out_without_a_prize() -> None:
    """The consolation is of round 1 alone: H-E and G-F, and E wins it. C and D, beaten in the semifinals of the main
    bracket, come into no consolation; H and G are beaten in it. The lot gives G out of consolation 1-2 and H out of
    1-1 after D and C: see `ranks`."""
    desk = started(8, options(comes_in="first-round", last_chance="drawn"))
    play_on(desk)
    assert drawn(desk) == [("last", ("consolation-1-1", "consolation-1-2", "main-2-2", "main-2-1"))]
    # H, G, C and D on the seats 1 to 4: 1-4 and 2-3.
    assert {name: pair for name, pair in beside(desk).items() if name.startswith("last")} == {
        "last-1-1": "H-D",
        "last-1-2": "G-C",
        "last-2-1": "D-C",
    }
    expected = "E consolation-winner, F consolation-finalist, C last-chance-winner, D last-chance-finalist, G=H out"
    assert ranks(desk) == f"A champion, B finalist, {expected}"


@pytest.mark.rule("CON-6")
def test_last_chance_of_some_rounds_is_drawn_while_the_consolation_plays() -> None:
    """Sixteen: P M O N are beaten in round 1 of the consolation. The lot gives 1-4, 1-1, 1-2, 1-3: N P M O."""
    desk = started(16, options(comes_in="progressive", last_chance="drawn", last_chance_until=1))
    while not drawn(desk):
        first, second = sorted(map(desk.letter, desk.state.matches[desk.facts.awaited[0]].sides))
        desk.act(f"{first} beats {second}")
    assert drawn(desk) == [("last", ("consolation-1-4", "consolation-1-1", "consolation-1-2", "consolation-1-3"))]
    assert (beside(desk)["last-1-1"], beside(desk)["last-1-2"]) == ("N-O", "P-M")
    assert "consolation-3-1" not in beside(desk)


@pytest.mark.rule("CON-6")
def test_seat_with_a_bye_of_a_drawn_bracket_is_shown_where_its_first_match_is() -> None:
    """Of sixteen twelve come into the last chance: on four seats of round 2, each with a bye of round 1, nobody waits
    for somebody out of a place that is not shown."""
    stage = current_stage(started(16, options(comes_in="progressive", last_chance="drawn")).state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert chart is not None
    [last] = [one for one in chart.model_dump(mode="json")["brackets"] if one["name"] == "last"]
    seats = [one["seats"] for one in last["rounds"][1]]
    assert [one["to_be_drawn"] for one, _ in seats] == [True] * 4
    assert [one["waits_for"] for _, one in seats] == ["last-1-2", "last-1-4", "last-1-6", "last-1-8"]


@pytest.mark.rule("CON-6", "CON-7")
def test_winner_of_a_drawn_consolation_plays_for_the_second_place() -> None:
    desk = begun(join="second-place")
    play_on(desk)
    assert beside(desk)["second-1-1"] == "B-E"


@pytest.mark.rule("CON-6", "ALL-2")
def test_draw_is_committed_to_with_the_start_and_made_again_by_anybody() -> None:
    desk = begun(last_chance="drawn")
    finish(desk)
    desk.now += timedelta(days=1)
    desk.do(RevealSecret())
    kinds = [type(one.event) for one in desk.history]
    assert kinds.index(CommitmentPublished) < kinds.index(TournamentStarted) < kinds.index(BracketDrawn)
    assert check_draws(desk.history) == Checked(draws=2, confirmed=2, findings=(), repeats=())
    first = next(one for one in desk.history if isinstance(one.event, BracketDrawn))
    turned = first.event.model_copy(update={"order": first.event.order[::-1]})
    history = [one.model_copy(update={"event": turned}) if one is first else one for one in desk.history]
    assert [one.kind for one in check_draws(history).findings if one.version == first.version] == ["chosen"]
    others = first.event.model_copy(update={"drawn_from": first.event.drawn_from[::-1]})
    history = [one.model_copy(update={"event": others}) if one is first else one for one in desk.history]
    assert "state-differs" in [one.kind for one in check_draws(history).findings]


@pytest.mark.rule("CON-6", "ALL-2")
def test_draw_waits_for_the_value_from_outside() -> None:
    desk = KnockoutDesk(secrets=Drawer("brackets"))
    due = desk.now + timedelta(days=1)
    source = Beacon(name="drand quicknet", round=1, due_at=due)
    desk.do(AnnounceTournament(name="Beacon", format=options(drawn_after=1), outside_source=source))
    entered(desk, LETTERS[:8])
    for said in ("starts", *ROUND_1):
        desk.act(said)
    assert drawn(desk) == []
    desk.now = due + timedelta(hours=1)
    desk.do(RecordOutsideValue(value="8d61d9100567de44682506aea1a7a6fa"))
    assert len(beside(desk)) == 2


@pytest.mark.rule("CON-6")
@pytest.mark.parametrize(
    ("told", "option"),
    [
        ({"comes_in": "progressive", "drawn_after": 1}, "drawn_after"),
        ({"shape": "short"}, "shape"),
        ({"last_chance_from": 1}, "last_chance_from"),
        ({"last_chance": "progressive", "last_chance_until": 2}, "last_chance_until"),
        ({"last_chance": "drawn", "last_chance_from": 3, "last_chance_until": 2}, "last_chance_from"),
    ],
)
def test_options_that_say_nothing_beside_others_are_refused(told: Mapping[str, object], option: str) -> None:
    with pytest.raises(Refused) as refused:
        started(8, options(**told))
    assert refused.value.facts["option"] == option


@pytest.mark.rule("ALL-11")
def test_rules_before_know_no_draw() -> None:
    with pytest.raises(ValidationError, match="leave rules_version out"):
        options(rules_version=5)
    with pytest.raises(ValidationError, match="leave rules_version out"):
        options(rules_version=5, comes_in="progressive", last_chance="drawn")


@pytest.mark.rule("CON-6")
@given(st.integers(6, 24), st.sampled_from(["drawn", "first-round", "progressive"]), st.integers(1, 3), st.randoms())
def test_everybody_who_is_beaten_without_a_prize_is_drawn_once(
    entrants: int, comes_in: str, after: int, lots: Random
) -> None:
    """Into each bracket; and of two in it one goes on."""
    told: dict[str, object] = {"comes_in": comes_in, "last_chance": "drawn"}
    desk = started(entrants, options(**told, **({"drawn_after": after} if comes_in == "drawn" else {})))
    while desk.facts.awaited:
        match = desk.state.matches[lots.choice(desk.facts.awaited)]
        one, other = lots.sample([desk.letter(entry) for entry in match.sides], 2)
        desk.act(f"{one} beats {other}")
    played = placed(desk)
    for bracket, order in drawn(desk):
        reached()
        assert len({*order}) == len(order)
        beaten = {_beaten_in(desk, name) for name in order}
        assert len(beaten) == len(order)
        here = {letter for name, pair in played.items() if name.startswith(f"{bracket}-1-") for letter in pair[::2]}
        if len(order) > 1:
            assert {letter for letter in here if letter.isupper()} == beaten
    assert isinstance(desk.step(), Done)


def _beaten_in(desk: KnockoutDesk, name: str) -> str:
    place = desk.facts.place_in(name)
    assert place is not None
    assert place.advanced is not None
    return next(desk.letter(entry) for entry in place.entries if entry != place.advanced.winner)


class TestDrawnConsolation(Conformance):
    """Drawn after round 1, and the last chance of all who are out."""

    options = options(drawn_after=1, last_chance="drawn")


TestRandomDirector = director_of(
    [options(), options(comes_in="progressive", last_chance="drawn"), options(drawn_after=1, join="second-place")],
    tried=3,
)
