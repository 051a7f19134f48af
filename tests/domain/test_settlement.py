"""Stakes are settled by effective results, change by change (GAM-5, GAM-6, STK-1 to STK-5)."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.scoring.result import Result
from domain.scoring.undecided import DirectorDecides
from domain.tournament.command import Command
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.derived.settlements import decision_due, postings, settlement_of, total
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.preview import preview
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.stakes.state import NOTHING, PostedStakes, Share
from tests.desk import OFFICE, entered, player
from tests.formats.appealing import give as ruled
from tests.formats.appealing import lodge, reverse, vote
from tests.formats.orders import orders
from tests.golden.tables import table
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk

ROOM = {"kind": "open", "forms": ["three-games", "five-points", "single", "normal", "points"], "stakes": True}
FIVE = {"form": "five-points", "stake": "2.50"}
SINGLE = {"form": "single", "stake": "10.00"}
LEFT = {"kind": "left-table", "leaver": "second"}


def room(verification: Literal["at-once", "by-director"] = "at-once", **options: object) -> RoundsDesk:
    """A room where these have sat down."""
    desk = RoundsDesk()
    fields = {"name": "The room", "format": ROOM | options, "conditions": Conditions(verification=verification)}
    rating = RatingTerms(pool="price", policy="room", policy_version=1)
    desk.do(lifecycle_commands.AnnounceTournament.model_validate({**fields, "rating": rating}))
    entered(desk, "ABC")
    desk.do(lifecycle_commands.StartTournament())
    return desk


def game(winner: str, won: str = "single", cube: int = 1) -> dict[str, Any]:
    return {"winner": winner, "won": won, "cube": cube}


def games(*played: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "games", "games": played}


def played(desk: RoundsDesk, pair: str, result: object, **match: object) -> int:
    """A match with its result; its number."""
    sides = desk.entry(pair[0]), desk.entry(pair[1])
    row = match_commands.PlayedMatch.model_validate({"sides": sides, "result": result, **match})
    desk.do(match_commands.EnterResults(results=(row,)))
    return len(desk.state.matches)


def correct(desk: RoundsDesk, match: int, **parts: object) -> None:
    fields = {"match": match, "reason": "Written down wrongly", **parts}
    desk.do(match_commands.CorrectResult.model_validate(fields))


def rule(desk: RoundsDesk, match: int, **remedy: object) -> None:
    about = {"kind": "match", "number": match}
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    desk.do(ruling_commands.GiveRuling.model_validate({"about": about, "remedies": [remedy], **said}))


def suspend(desk: RoundsDesk) -> None:
    appeal = lodge(desk, 1)
    desk.do(ruling_commands.SuspendRuling(ruling=1))
    vote(desk, appeal, "reversed")


def five_points(desk: RoundsDesk) -> dict[str, Callable[[], object]]:
    """What the first page's words mean."""
    lost = {"kind": "match-loss", "loser": "second"}
    sides = desk.entry("A"), desk.entry("C")
    made = match_commands.MakeMatch.model_validate({"sides": (desk.entry("A"), desk.entry("B")), **FIVE})
    score = match_commands.ReportResult.model_validate(
        {"match": 1, "result": {"kind": "score", "first": 5, "second": 3}}
    )
    by_player = player("A")
    return {
        "A-B 5-3 is reported": lambda: (desk.do(made), desk.do(score, by_player)),
        "it is announced": lambda: desk.do(match_commands.VerifyResult(match=1)),
        "the sides are A-C": lambda: correct(desk, 1, sides=sides),
        "the score is 3-5": lambda: correct(desk, 1, result={"kind": "score", "first": 3, "second": 5}),
        "it is voided": lambda: desk.do(match_commands.VoidMatch(match=1, reason="Wrong night")),
        "it is reinstated": lambda: desk.do(match_commands.ReinstateMatch(match=1, reason="Right night")),
        "C is ruled to have lost": lambda: rule(desk, 1, **lost),
        "the ruling is suspended": lambda: suspend(desk),
        "it is in force again": lambda: desk.do(ruling_commands.ResumeRuling(ruling=1)),
        "the ruling is reversed": lambda: desk.do(ruling_commands.DecideAppeal(appeal=1, reasons="As voted")),
    }


def single(desk: RoundsDesk) -> dict[str, Callable[[], object]]:
    """What the second page's words mean."""
    gammon = games(game("first", "gammon", 2))
    ruling = len(desk.state.directing.rulings) + 1
    return {
        "B leaves the table": lambda: played(desk, "AB", LEFT, **SINGLE),
        "A is awarded a gammon at 2": lambda: rule(desk, 2, kind="result-award", result=gammon),
        "the ruling is reversed": lambda: reverse(desk, ruling),
        "the room reports 12 potential points": lambda: correct(desk, 2, result=LEFT | {"potential_points": 12}),
    }


def written(desk: RoundsDesk, change: PostedStakes) -> dict[str, str]:
    """A posting as the pages have it."""
    shares = {desk.letter(share.entry): f"{share.staked}/{share.credited}" for share in change.shares}
    return {**dict.fromkeys("ABC", ""), **shares, "house": str(change.house)}


def told(desk: RoundsDesk, story: dict[str, Callable[[], object]], page: int) -> None:
    """Carries the story out, and compares each line with what was posted."""
    for line in table("stakes/ledger", page):
        before = len(desk.state.settlements.postings)
        story[line["what happens"]]()
        new = [written(desk, posting.change) for posting in postings(desk.state.settlements, before)]
        expected = {name: line[name] for name in ("A", "B", "C", "house")}
        assert new == ([expected] if line["house"] else []), line["what happens"]


@pytest.mark.rule("STK-1", "STK-3", "STK-4", "STK-5")
def test_every_change_is_a_posting_as_worked_by_hand() -> None:
    desk = room(verification="by-director")
    told(desk, five_points(desk), 1)
    told(desk, single(desk), 2)
    balance = total(desk.state.settlements)
    shares = {desk.letter(share.entry): share for share in balance.shares}
    for line in table("stakes/ledger", 3):
        if line["who"] == "house":
            assert str(balance.house) == line["credited"]
        else:
            share = shares[line["who"]]
            assert (str(share.staked), str(share.credited)) == (line["staked"], line["credited"])


@pytest.mark.rule("STK-5")
def test_a_posting_says_which_event_made_it_and_when() -> None:
    desk = room()
    number = played(desk, "AB", {"kind": "score", "first": 5, "second": 3}, **FIVE)
    [posting] = postings(desk.state.settlements)
    last = desk.history[-1]
    assert (posting.number, posting.match, posting.version, posting.at) == (1, number, last.version, last.recorded_at)


@pytest.mark.rule("STK-3")
@pytest.mark.parametrize(
    ("limit", "point_value", "paid"),
    [
        ("10.00", 1, "13.60"),
        ("10.00", 2, "17.20"),
        ("20.00", 1, "23.60"),
        ("20.00", 2, "27.20"),
        ("20.00", None, "27.20"),
    ],
)
def test_a_points_worth_and_the_limit_are_two_choices(limit: str, point_value: int | None, paid: str) -> None:
    # Four points: 4 or 8 lost, the winner's less a tenth, beside what was staked.
    desk = room()
    said = {} if point_value is None else {"point_value": point_value}
    number = played(desk, "AB", games(game("first", "gammon", cube=2)), form="single", stake=limit, **said)
    assert desk.state.matches[number].point_value == (point_value or 2)
    shares = {desk.letter(share.entry): share for share in total(desk.state.settlements).shares}
    assert (str(shares["A"].staked), str(shares["A"].credited)) == (limit, paid)


@pytest.mark.rule("ALL-13", "STK-5")
def test_stakes_stay_settled_where_the_tournament_is_cancelled_unless_the_match_is_voided() -> None:
    desk = room()
    number = played(desk, "AB", {"kind": "score", "first": 5, "second": 3}, **FIVE)
    paid = total(desk.state.settlements)
    desk.do(lifecycle_commands.CancelTournament(reason="The room closed"))
    assert total(desk.state.settlements) == paid != NOTHING
    desk.do(lifecycle_commands.ReopenTournament(reason="To pay back"))
    desk.do(match_commands.VoidMatch(match=number, reason="Paid back"))
    assert total(desk.state.settlements) == NOTHING


@pytest.mark.rule("GAM-6", "STK-5")
@pytest.mark.parametrize("part", [{"stake": "5.00"}, {"form": "single"}, FIVE])
def test_form_and_stake_are_not_corrected(part: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        match_commands.CorrectResult.model_validate({"match": 1, "reason": "The wrong stake", **part})


@pytest.mark.rule("STK-4")
def test_the_director_decides_what_leaving_the_table_costs_where_it_is_not_known() -> None:
    desk = room()
    number = played(desk, "AB", LEFT, **SINGLE)
    match = desk.state.matches[number]
    assert (settlement_of(match), decision_due(match)) == (
        NOTHING,
        DirectorDecides(rule="STK-4", because="points not known"),
    )
    number = played(desk, "AB", LEFT | {"cube": 2, "borne_off": True}, **SINGLE)
    known = desk.state.matches[number]
    assert decision_due(known) is None
    assert settlement_of(known) == PostedStakes(
        (Share(1, Decimal("10.00"), Decimal("11.80")), Share(2, Decimal("10.00"), Decimal("8.00"))), Decimal("0.20")
    )


@pytest.mark.rule("STK-2", "GAM-6", "ELO-5")
def test_three_games_can_end_in_a_tie_which_is_settled_and_not_rated() -> None:
    desk = room()
    tie = games(game("first"), game("second", "gammon"), game("first"))
    number = played(desk, "AB", tie, form="three-games", stake="5.00")
    match = desk.state.matches[number]
    assert written(desk, settlement_of(match)) == {"A": "5.00/4.50", "B": "5.00/4.50", "C": "", "house": "1.00"}
    assert as_rated_match(desk.state, match) is None
    assert [row.values["draws"] for row in desk.standings().rows] == [1, 1, 0]


@pytest.mark.rule("ELO-2", "GAM-6")
@pytest.mark.parametrize(
    ("form", "result", "n"),
    [
        ("five-points", games(game("first", "gammon", 2), game("second"), game("first")), 5),
        ("three-games", games(game("first", "backgammon"), game("first")), 4),
        ("single", games(game("first", "gammon")), 2),
        ("normal", games(game("second", cube=4)), 1),
    ],
)
def test_each_mode_is_rated_with_its_own_n(form: str, result: object, n: int) -> None:
    desk = room()
    number = played(desk, "AB", result, form=form)
    found = as_rated_match(desk.state, desk.state.matches[number])
    assert found is not None
    assert found.n == n
    assert not desk.state.settlements.postings  # it was played for nothing


@pytest.mark.rule("GAM-5")
def test_starter_of_games_is_recorded() -> None:
    desk = room()
    result = games(game("first", "backgammon"), game("first"))
    number = played(desk, "AB", result, form="three-games", starters=("second", "first"))
    report = desk.state.matches[number].sitting.report
    assert report is not None
    assert report.starters == ("second", "first")
    row = match_commands.PlayedMatch.model_validate(
        {"sides": (1, 2), "form": "normal", "result": games(game("first")), "starters": ("first", "second")}
    )
    desk.when(match_commands.EnterResults(results=(row,))).refused("game-after-end")


@pytest.mark.rule("GAM-6")
def test_only_what_was_announced_is_played() -> None:
    desk = room(forms=["five-points"], stakes=False)
    pair = {"sides": (1, 2)}
    refused = {
        "another form": {**pair, "form": "normal"},
        "a match to points": {**pair, "length": 3},
        "a stake": {**pair, **FIVE},
    }
    for fields in refused.values():
        desk.when(match_commands.MakeMatch.model_validate(fields)).refused("match-not-played-here")
    number = played(desk, "AB", {"kind": "score", "first": 6, "second": 1}, form="five-points")
    longer = match_commands.CorrectResult(match=number, length=6, reason="No")
    desk.when(longer).refused("length-not-allowed")


@pytest.mark.rule("STK-1", "STK-3", "GAM-6")
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"form": "single", "length": 3},
        {"form": "single", "stake": "5.00"},
        {"form": "five-points", "stake": "10.00"},
        {"form": "five-points", "stake": 2.5},
        {"form": "normal", "stake": "2.50"},
        {"length": 5, "stake": "2.50"},
        {"form": "six-games"},
    ],
)
def test_match_unknown_to_the_room_is_none(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        match_commands.MakeMatch.model_validate({"sides": (1, 2), **fields})


@pytest.mark.rule("GAM-6", "TD-18")
@pytest.mark.parametrize(
    ("form", "result", "slug"),
    [
        ("single", {"kind": "score", "first": 2, "second": 0}, "result-form"),
        ("normal", {"kind": "drawn"}, "result-form"),
        ("three-games", {"kind": "drawn"}, "result-form"),
        ("five-points", {"kind": "score", "first": 4, "second": 3}, "match-unfinished"),
        ("three-games", games(game("first")), "match-unfinished"),
        ("three-games", {"kind": "unplayed", "reported_by": "both"}, "no-draws"),
    ],
)
def test_a_match_is_played_out_as_its_mode_says(form: str, result: object, slug: str) -> None:
    desk = room()
    row = match_commands.PlayedMatch.model_validate({"sides": (1, 2), "form": form, "result": result})
    desk.when(match_commands.EnterResults(results=(row,))).refused(slug)


@pytest.mark.rule("STK-4")
def test_leaving_the_table_is_of_the_room_only() -> None:
    desk = room()
    row = match_commands.PlayedMatch.model_validate({"sides": (1, 2), "length": 3, "result": LEFT})
    desk.when(match_commands.EnterResults(results=(row,))).refused("result-form")


@pytest.mark.rule("STK-5")
def test_a_preview_shows_the_differences_and_the_effect_is_the_same() -> None:
    desk = room()
    number = played(desk, "AB", {"kind": "score", "first": 5, "second": 3}, **FIVE)
    command = match_commands.CorrectResult.model_validate(
        {"match": number, "reason": "Slip", "result": {"kind": "winner", "winner": "second"}}
    )
    outcome = preview(desk.state, command, desk.context(OFFICE)).outcome
    [change] = outcome.settlements
    assert [(one.entry, str(one.staked), str(one.credited)) for one in change.shares] == [
        (1, "0.00", "-4.50"),
        (2, "0.00", "4.50"),
    ]
    desk.do(command.model_copy(update={"expected": outcome.digest}))
    [_, posting] = postings(desk.state.settlements)
    assert written(desk, posting.change) == {"A": "0.00/-4.50", "B": "0.00/4.50", "C": "", "house": "0.00"}


@pytest.mark.rule("STK-5")
def test_postings_that_do_not_balance_are_no_settlement() -> None:
    with pytest.raises(ValueError, match="must equal"):
        PostedStakes((Share(1, Decimal("2.50"), Decimal("4.50")),), Decimal("0.50"))


FORMS = st.sampled_from(["three-games", "five-points", "single"])
RESULTS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "three-games": st.sampled_from(
        [
            games(game("first"), game("second", "gammon"), game("first")),
            games(game("second", "backgammon"), game("second")),
        ]
    ),
    "five-points": st.integers(0, 4).map(lambda lost: {"kind": "score", "first": 5, "second": lost}),
    "single": st.builds(
        lambda winner, cube: games(game(winner, "gammon", cube)),
        st.sampled_from(["first", "second"]),
        st.sampled_from([1, 2, 4, 8]),
    ),
}
TOLD = st.sampled_from([LEFT, {"kind": "winner", "winner": "second"}, {"kind": "both-lost"}])
STAKE = {"three-games": "5.00", "five-points": "2.50", "single": "20.00"}
MATCHES = st.lists(FORMS.flatmap(lambda form: st.tuples(st.just(form), RESULTS[form] | TOLD)), min_size=1, max_size=4)


def in_force(desk: RoundsDesk) -> dict[int, PostedStakes]:
    """What each match is settled at, by its postings alone."""
    found = dict.fromkeys(desk.state.matches, NOTHING)
    for posting in postings(desk.state.settlements):
        found[posting.match] = found[posting.match].plus(posting.change)
    return found


def require_balanced(desk: RoundsDesk) -> None:
    """Each posting and all together balance, and come to what the matches are settled at."""
    ledger = desk.state.settlements
    for change in (*(posting.change for posting in postings(ledger)), total(ledger)):
        assert change.staked == change.credited + change.house
    assert in_force(desk) == {number: settlement_of(match) for number, match in desk.state.matches.items()}
    assert not ledger.moved


@pytest.mark.rule("STK-5", "ALL-3", "TD-13")
@examples(20)
@given(MATCHES, st.lists(orders, min_size=9, max_size=9))
def test_the_ledger_balances_and_a_reversed_ruling_settles_nothing(matches: list[Any], given_: list[Any]) -> None:
    desk = room()
    for form, result in matches:
        played(desk, "AB", result, form=form, stake=STAKE[form])
    require_balanced(desk)
    for ordered in given_:
        before = in_force(desk)
        number = ruled(desk, ordered)
        require_balanced(desk)
        if number is not None:
            reverse(desk, number)
            require_balanced(desk)
            reached()
            assert in_force(desk) == before


@pytest.mark.rule("STK-5", "ALL-3")
@examples(20)
@given(MATCHES, st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["void", "turn"])), min_size=2, max_size=6))
def test_nothing_in_the_ledger_is_ever_overwritten(matches: list[Any], acts: list[tuple[int, str]]) -> None:
    desk = room()
    for form, result in matches:
        played(desk, "AB", result, form=form, stake=STAKE[form])
    for place, act in acts:
        number, before = place % len(matches) + 1, tuple(postings(desk.state.settlements))
        changed = change_of(desk, number, act)
        if changed is None:
            continue
        desk.do(changed)
        reached()
        assert tuple(postings(desk.state.settlements))[: len(before)] == before
        require_balanced(desk)


def change_of(desk: RoundsDesk, number: int, act: str) -> Command | None:
    """A match is voided, or reinstated where it is void; or turned to the second side, where it is not theirs."""
    match = desk.state.matches[number]
    if act == "turn":
        winner: Result = match_commands.ReportedResult.model_validate(
            {"result": {"kind": "winner", "winner": "second"}}
        ).result
        same = match.effective is not None and match.effective.result == winner
        return None if same else match_commands.CorrectResult(match=number, result=winner, reason="Slip")
    command = match_commands.VoidMatch if match.void_reason is None else match_commands.ReinstateMatch
    return command(match=number, reason="As found")


@pytest.mark.rule("STK-1", "TD-5")
def test_penalty_points_count_in_five_points_and_nowhere_else_in_the_room() -> None:
    """3 of 5 points are more than half the length. Three games are not won by points that add up to a length."""
    desk = room()
    penalty = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 3}
    number = played(desk, "AB", {"kind": "score", "first": 5, "second": 3}, **FIVE)
    rule(desk, number, **penalty)
    assert written(desk, settlement_of(desk.state.matches[number]))["B"] == "2.50/4.50"
    lead = games(game("first", "backgammon"), game("first"))
    number = played(desk, "AB", lead, form="three-games", stake="2.50")
    fields = {"about": {"kind": "match", "number": number}, "remedies": [penalty]}
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    desk.when(ruling_commands.GiveRuling.model_validate(fields | said)).refused("remedy-without-effect")
