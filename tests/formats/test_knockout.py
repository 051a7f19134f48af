"""The knockout's options, refusals, seeding, chart and accounts (SEL-3, SEL-4)."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.account import Part
from domain.formats.contract.steps import Ask, Done, Terms, Wait
from domain.formats.knockout import KnockoutOptions
from domain.formats.open import OpenOptions
from domain.kernel.refusal import Refused
from domain.pairing.bracket import rounds_of
from domain.pairing.bracket_chart import BracketChart, BracketSlot
from domain.scoring.result import Unplayed
from domain.tournament.derived.stage import Stage, current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import FieldSeeded, LotsDrawn
from tests.desk import entered, person
from tests.formats.appealing import give, reverse
from tests.formats.knockout_play import KnockoutDesk, knockout
from tests.formats.orders import Ordered
from tests.properties import examples
from tests.reaching import reached


def started(entrants: int, seed: str = "desk", **options: object) -> KnockoutDesk:
    desk = knockout(entrants, options, seed)
    desk.act("starts")
    return desk


def stage(desk: KnockoutDesk) -> Stage:
    return current_stage(desk.state)


def chart(desk: KnockoutDesk) -> BracketChart:
    found = stage(desk).rules.chart(stage(desk).options, desk.facts)
    assert isinstance(found, BracketChart)
    return found


def shown(desk: KnockoutDesk, slot: BracketSlot) -> str:
    """A slot of the chart: `1-1 A(1)-D(4) #1 A`: who meets, with seeds, in which matches, and who goes on."""
    seats = [
        (desk.letter(seat.entry) if seat.entry else f"[{seat.waits_for}]" if seat.waits_for else "nobody")
        + (f"({seat.seed})" if seat.seed else "")
        for seat in slot.seats
    ]
    matches = "".join(f" #{number}" for number in slot.matches)
    walkover = " walkover" if slot.walkover else ""
    return f"{slot.slot} {'-'.join(seats)}{matches}{walkover} {desk.letter(slot.winner) if slot.winner else '?'}"


def test_lengths_go_by_round_and_the_last_goes_on() -> None:
    options = KnockoutOptions(kind="knockout", lengths=(5, 7, 11))
    assert [options.terms_of(round_) for round_ in (1, 2, 3, 4)] == [Terms(5), Terms(7), Terms(11), Terms(11)]
    desk = started(4, lengths=(3, 5), third_place=True)
    for line in ("A beats D", "B beats C"):
        desk.act(line)
    assert [match.length for match in desk.matches()] == [3, 3, 5, 5]


@pytest.mark.rule("SIX-1")
def test_six_game_matches() -> None:
    desk = started(2, form="six-games")
    assert [(match.length, match.form) for match in desk.matches()] == [(6, "six-games")]


@pytest.mark.rule("SEL-3")
def test_nobody_enters_or_pairs_themselves_after_the_start_or_withdraws_after_playing() -> None:
    desk = started(3)
    desk.when(entry_commands.RequestEntry(person=person("Z"))).refused("entries-closed")
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=1)).refused("made-by-results")
    desk.when(round_commands.DrawRound(round=1)).refused("round-not-due")
    desk.act("B beats C")
    left = entry_commands.WithdrawEntry(entry=desk.entry("B"), reason="Told the desk.")
    desk.when(left).refused("resign-instead")
    swapped = match_commands.CorrectResult(match=1, sides=(desk.entry("C"), desk.entry("B")), reason="Slip")
    desk.when(swapped).refused("sides-drawn")


@pytest.mark.rule("SWI-6")
@pytest.mark.source("gokodom I.E")
def test_no_bye_can_be_asked_for() -> None:
    desk = started(4)
    desk.when(round_commands.RequestBye(entry=1, round=2)).refused("made-by-results")


@pytest.mark.rule("SEL-3", "SWI-4")
def test_unplayed_the_one_who_told_the_director_goes_on() -> None:
    desk = started(4)
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="second"))
    assert stage(desk).unplayed_result(1) == Unplayed(reported_by="second")
    assert stage(desk).unplayed_result(2) is None
    desk.do(match_commands.ReportResult(match=1, result=Unplayed(reported_by="second")))
    desk.act("B beats C")
    assert desk.round(2) == ["D-B"]


@pytest.mark.rule("SEL-3", "SWI-4")
def test_unplayed_where_both_told_the_director_decides() -> None:
    desk = started(4)
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="first"))
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="second"))
    assert stage(desk).unplayed_result(1) is None
    desk.when(match_commands.ReportResult(match=1, result=Unplayed(reported_by="both"))).refused("no-default-result")
    desk.act("A beats D")
    both = match_commands.CorrectResult(match=1, result=Unplayed(reported_by="both"), reason="Slip")
    desk.when(both).refused("no-default-result")


@pytest.mark.rule("SWI-4")
def test_only_of_an_open_match_the_director_is_told() -> None:
    desk = started(4)
    desk.act("A beats D")
    desk.when(match_commands.ReportNoTimeAgreed(match=1, reported_by="second")).refused("match-has-result")


@pytest.mark.rule("SEL-3")
def test_seeds_by_hand_stand_before_the_others_who_stand_by_entry() -> None:
    desk = knockout(5, {"seeding": "by-hand"})
    desk.do(round_commands.SeedField(order=(desk.entry("E"), desk.entry("C")), reason="Last year's finalists"))
    desk.act("starts")
    # Seeds: E, C, A, B, D. Three byes, to E, C and A; then 4-5 is B-D, and 2-3 meet at once.
    assert desk.standing() >= {("1-1 E alone", None), ("1-3 C alone", None), ("1-4 A alone", None)}
    assert desk.round(1)[0] == "B-D"
    assert desk.round(2) == ["C-A"]


@pytest.mark.rule("SEL-3", "ALL-2")
def test_seeding_by_lot_is_a_recorded_draw() -> None:
    desk = started(4, seeding="lot")
    (drawn,) = [one.event for one in desk.history if isinstance(one.event, LotsDrawn)]
    assert sorted(drawn.order) == list(drawn.drawn_from) == [1, 2, 3, 4]
    a, b, c, d = map(desk.letter, drawn.order)
    assert [desk.name(match) for match in desk.matches()] == [f"{a}-{d}", f"{b}-{c}"]
    again = started(4, seeding="lot", seed="another")
    assert {desk.name(match) for match in again.matches()} != {desk.name(match) for match in desk.matches()}


@pytest.mark.rule("SEL-3", "ALL-14")
def test_seeding_by_rating_is_recorded_once() -> None:
    desk = knockout(4, {"seeding": "rating"}, rating=RatingTerms(pool="normal", policy="room", policy_version=1))
    desk.ratings = {"A": 1500, "B": 1700, "C": 1600, "D": 1500}
    desk.act("starts")
    desk.ratings = {"A": 1900, "B": 1700, "C": 1600, "D": 1500}
    for line in ("D beats B", "C beats A"):
        desk.act(line)
    (seeded,) = (one.event for one in desk.history if isinstance(one.event, FieldSeeded))
    assert [(desk.letter(one.entry), one.rating_millionths) for one in seeded.ratings] == [
        ("B", 1_700_000_000),
        ("C", 1_600_000_000),
        ("A", 1_500_000_000),
        ("D", 1_500_000_000),
    ]
    assert [desk.name(match) for match in desk.matches()] == ["B-D", "C-A", "D-C"]


@pytest.mark.rule("SEL-1", "SEL-3")
def test_later_stage_is_seeded_by_the_one_before() -> None:
    desk = KnockoutDesk()
    later = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=4)
    desk.do(lifecycle_commands.AnnounceTournament(name="Club", format=OpenOptions(kind="open"), stages=(later,)))
    entered(desk, "ABCDE")
    desk.act("starts")
    # Wins: D 3, B 2, E 1, A 1; A has lost twice. C has none.
    desk.report("D 1-0 A", "D 1-0 B", "D 1-0 C", "B 1-0 A", "B 1-0 C", "E 1-0 C", "A 1-0 C")
    for seeds in ((1, 1, 2, 4), (1, 2), (1, 2, 4, 99)):
        by_hand = round_commands.OpenStage(stage=2, seeds=seeds, reason="As agreed")
        desk.when(by_hand).refused("field-not-possible")
    desk.do(round_commands.OpenStage(stage=2))
    assert [text for text, _ in sorted(desk.standing())] == ["1-1 D-A", "1-2 B-E"]
    for line in ("A beats D", "B beats E"):
        desk.act(line)
    assert sorted(desk.standing())[-1][0] == "2-1 A-B"


@pytest.mark.rule("SEL-3", "ALL-5")
def test_a_champion_who_resigns_leaves_it_to_the_director() -> None:
    desk = started(2)
    for line in ("B beats A", "B resigns"):
        desk.act(line)
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left", ["champion", "no-champion"])
    # B has won the final, and is first even without a champion.
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()] == [
        ("1", "B", "resigned"),
        ("2", "A", "finalist"),
    ]
    answer = {"question": step.question, "choice": "champion", "entry": desk.entry("A"), "reason": "They are there"}
    desk.do(round_commands.DecideQuestion.model_validate(answer))
    assert desk.step() == Done(champion=desk.entry("A"))
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()] == [
        ("1", "A", "champion"),
        ("2", "B", "resigned"),
    ]
    desk.when(lifecycle_commands.CompleteTournament()).then()


@pytest.mark.rule("ALL-5", "ALL-9")
def test_a_final_that_both_lose_leaves_it_to_the_director() -> None:
    desk = started(2)
    desk.act("A loses with B")
    assert isinstance(desk.step(), Ask)
    desk.do(round_commands.DecideQuestion(question="nobody-left", choice="no-champion", reason="Nobody came"))
    assert desk.step() == Done(champion=None)
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()] == [("1", "A", "out"), ("1", "B", "out")]


@pytest.mark.rule("ALL-5")
def test_one_left_and_none() -> None:
    desk = started(2)
    desk.resign("B")
    assert desk.step() == Done(champion=1)
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert [choice.name for choice in step.choices] == ["champion", "no-champion"]


@pytest.mark.rule("SEL-3", "ALL-7")
def test_player_withdrawn_before_the_start_is_not_in_the_bracket_and_last_in_the_table() -> None:
    desk = knockout(4)
    desk.do(entry_commands.WithdrawEntry(entry=desk.entry("B"), reason="Told the desk."))
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()][-1] == ("4", "B", "withdrawn")
    desk.act("starts")
    assert desk.standing() == {("1-1 A alone", None), ("1-2 C-D", 1)}
    desk.act("D beats C")
    assert list(desk.rows())[-1] == {
        "rank": "4",
        "player": "B",
        "out in round": "",
        "rounds won": "0",
        "mark": "withdrawn",
    }


@pytest.mark.rule("ALL-3", "ALL-9", "TD-13")
def test_player_disqualified_while_waiting_has_their_place_back_by_an_appeal() -> None:
    desk = started(4)
    desk.act("A beats D")
    number = give(desk, Ordered("disqualification", desk.entry("A") - 1, first=True, size=1))
    assert number is not None
    desk.act("B beats C")
    assert desk.round(2) == ["B"]
    assert desk.step() == Done(champion=desk.entry("B"))
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()][:2] == [
        ("1", "B", "champion"),
        ("2", "A", "disqualified"),
    ]
    reverse(desk, number)
    assert desk.round(2) == ["A-B"]
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()][:2] == [
        ("", "A", "in"),
        ("", "B", "in"),
    ]


def test_each_match_says_why() -> None:
    desk = started(3, third_place=True)
    desk.act("C beats B")
    byes = [bye.why for _, bye in sorted(desk.state.rounds.byes.items())]
    assert [why and (why.rule, why.counts) for why in byes] == [
        ("SEL-3", {"upper_seed": 1, "lower_seed": 4}),
        ("ALL-9", {}),
    ]
    assert [match.why and (match.why.rule, match.why.counts) for match in desk.matches()] == [
        ("SEL-3", {"upper_seed": 2, "lower_seed": 3}),
        ("SEL-3", {}),
    ]


@pytest.mark.rule("SEL-3")
def test_the_chart_of_a_bracket_under_way() -> None:
    # A has a bye and waits for the winner of 1-2; B and C have drawn once and play again.
    desk = started(6, third_place=True)
    assert chart(desk).third is not None
    for line in ("E beats D", "C draws with F"):
        desk.act(line)
    found = chart(desk)
    assert [[shown(desk, slot) for slot in round_] for round_ in found.rounds] == [
        [
            "1-1 A(1)-nobody walkover A",
            "1-2 D(4)-E(5) #1 E",
            "1-3 B(2)-nobody walkover B",
            "1-4 C(3)-F(6) #2 #4 ?",
        ],
        ["2-1 A-E #3 ?", "2-2 B-[1-4] ?"],
        ["3-1 [2-1]-[2-2] ?"],
    ]
    assert found.third
    assert shown(desk, found.third) == "third [2-1]-[2-2] ?"


@pytest.mark.rule("SEL-3", "ALL-9")
def test_the_chart_of_a_bracket_that_is_played() -> None:
    desk = started(4, third_place=True)
    for line in ("B resigns", "A beats D", "C beats A"):
        desk.act(line)
    found = chart(desk)
    assert [[shown(desk, slot) for slot in round_] for round_ in found.rounds] == [
        ["1-1 A(1)-D(4) #1 A", "1-2 B(2)-C(3) #2 C"],
        ["2-1 A-C #3 C"],
    ]
    assert found.third
    assert shown(desk, found.third) == "third D-B walkover D"


def test_no_chart_is_made_before_the_start() -> None:
    desk = knockout(4)
    assert stage(desk).rules.chart(stage(desk).options, desk.facts) is None


@pytest.mark.rule("SEL-4")
def test_the_rounds_won_are_accounted_for() -> None:
    desk = started(3)
    for line in ("B beats C", "A beats B"):
        desk.act(line)
    (account,) = stage(desk).rules.accounts(stage(desk).options, desk.facts, desk.entry("A"))
    assert (account.name, account.total) == ("rounds_won", 2)
    assert account.parts == (
        Part(label="walkover", value=1, round=1),
        Part(label="won", value=1, round=2, match=2, opponent=desk.entry("B")),
    )


@pytest.mark.rule("SEL-1", "SEL-4")
def test_resigned_player_does_not_go_on_to_another_stage() -> None:
    desk = started(4)
    for line in ("A beats D", "B beats C", "A beats B", "B resigns"):
        desk.act(line)
    table = stage(desk).rules.onward(stage(desk).options, desk.facts)
    assert [(row.rank, desk.letter(row.entry)) for row in table.rows] == [(1, "A"), (2, "C"), (2, "D")]


@pytest.mark.rule("ALL-13")
def test_nobody_is_the_champion_of_a_cancelled_tournament_and_the_bracket_stays() -> None:
    desk = started(2)
    desk.act("A beats B")
    desk.do(lifecycle_commands.CancelTournament(reason="Flood"))
    assert [(row["player"], row["mark"]) for row in desk.rows()] == [("A", "in"), ("B", "finalist")]
    assert chart(desk).rounds[0][0].winner == desk.entry("A")


RESULTS = ("beats", "is beaten by", "draws with", "loses with")


def play(desk: KnockoutDesk, chosen: int, ended: str, leaves: bool) -> None:
    """Ends one of the open matches so; before it perhaps somebody resigns, and finishes their match first."""
    if leaves:
        with suppress(Refused):
            desk.resign(desk.letter(chosen % len(desk.state.entries) + 1), "finish")
    if desk.facts.awaited:
        match = desk.state.matches[desk.facts.awaited[chosen % len(desk.facts.awaited)]]
        first, second = desk.name(match).split("-")
        if ended == "is beaten by":
            first, second, ended = second, first, "beats"
        desk.act(f"{first} {ended} {second}")


played = st.lists(st.tuples(st.integers(0, 99), st.sampled_from((*RESULTS, "beats", "beats")), st.booleans()))


@pytest.mark.rule("SEL-3", "ALL-9")
@given(st.integers(2, 12), st.booleans(), played)
@examples(20)
def test_matches_made_around_a_result_are_all_there_are_to_make(
    entrants: int, third_place: bool, results: list[tuple[int, str, bool]]
) -> None:
    desk = started(entrants, third_place=third_place)
    for chosen, ended, leaves in results:
        play(desk, chosen, ended, leaves)
        reached()
        assert stage(desk).service(None) is None
        assert bool(desk.facts.awaited) == isinstance(desk.step(), Wait)


@pytest.mark.rule("SEL-4")
@given(st.integers(2, 12), st.booleans(), played)
def test_accounts_add_up_to_the_table(entrants: int, third_place: bool, results: list[tuple[int, str, bool]]) -> None:
    desk = started(entrants, third_place=third_place)
    for chosen, ended, leaves in results:
        play(desk, chosen, ended, leaves)
    for row in desk.standings().rows:
        (account,) = stage(desk).rules.accounts(stage(desk).options, desk.facts, row.entry)
        reached()
        assert sum(part.value for part in account.parts) == account.total == row.values["rounds_won"]


@pytest.mark.rule("SEL-4")
@given(st.integers(2, 16), st.lists(st.booleans(), min_size=16, max_size=16))
def test_half_of_those_left_go_out_in_each_round_without_incidents(entrants: int, wins: list[bool]) -> None:
    desk = started(entrants)
    for won in wins[: entrants - 1]:
        play(desk, 0, "beats" if won else "is beaten by", False)
    rounds = [int(row["out in round"] or 0) for row in desk.rows()]
    of_rounds = rounds_of(entrants)
    expected = {round_: 2 ** (of_rounds - round_) for round_ in range(2, of_rounds + 1)}
    assert Counter(rounds) == Counter(expected | {0: 1, 1: entrants - 2 ** (of_rounds - 1)})
