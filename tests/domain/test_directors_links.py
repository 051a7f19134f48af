"""A lone director who plays: what an opponent says by the link that this director has issued (TD-9, TD-14).

In each story D directs alone and plays as entry 1; A is entry 2, and B entry 3.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from domain.kernel.envelope import Actor
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.decisions.person_effects.effects import elsewhere
from domain.tournament.derived.settlements import total
from domain.tournament.lifecycle import commands as lifecycle
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import ConditionsChanged
from domain.tournament.matches.commands import ConfirmResult, MakeMatch, ReportResult, VerifyResult, WithdrawResult
from domain.tournament.matches.events import ResultConfirmed, ResultReported, ResultTakenBack, ResultVerified
from domain.tournament.rulings.events import About, DisputeOpened
from tests.desk import OFFICE, director, person, player
from tests.story import Given, before_the_start, evening, given, made, scored

D, A, B = director("D"), player("A"), player("B")
LINKED = Actor(key="link-A", role="player", person=person("A"), key_maker=person("D"))
"""Anyone who acts by the link that D has issued to A: A, or D."""
LINKS: Mapping[str, Any] = {"directors_link_confirms": True}


def told(result: ResultReported, by: Actor = D, directors: str = "D", **conditions: object) -> Given:
    """An evening on which that was reported of match 1, between D and A."""
    return given(*evening("DAB", directors, **conditions), made(1, 2)).done(result, by=by)


WON, LOST = scored(5, 1, verified=False), scored(1, 5, verified=False)


@pytest.mark.rule("TD-9", "TD-14")
def test_link_of_opponent_confirms_nothing_unless_announced() -> None:
    told(WON).when(VerifyResult(match=1), by=LINKED).refused("link-of-opponent", match=1)
    told(WON).when(ReportResult(match=1, result=WON.result), by=LINKED).refused("link-of-opponent", match=1)
    told(WON).when(VerifyResult(match=1), by=A).then(ResultVerified(match=1))


@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize("verification", ["by-director", "confirmed"])
def test_link_of_opponent_confirms_where_announced_and_is_marked(verification: str) -> None:
    asked = told(WON, verification=verification, **LINKS)
    for command in (VerifyResult(match=1), ReportResult(match=1, result=WON.result)):
        after = asked.when(command, by=LINKED).then(ResultVerified(match=1)).desk
        assert after.state.matches[1].by_link_of == person("D")
        assert after.table()[0] == "1 D 1-0 5:1"
    assert asked.when(VerifyResult(match=1), by=A).desk.state.matches[1].by_link_of is None


@pytest.mark.rule("TD-9", "TD-14")
def test_loss_told_by_link_counts_at_once_and_is_marked() -> None:
    begun = given(*evening("DAB", "D", **LINKS), made(1, 2))
    after = begun.when(ReportResult(match=1, result=WON.result), by=LINKED).desk
    assert (after.state.matches[1].is_announced, after.state.matches[1].by_link_of) == (True, person("D"))
    own = begun.when(ReportResult(match=1, result=WON.result), by=A).desk
    assert (own.state.matches[1].is_announced, own.state.matches[1].by_link_of) == (True, None)


@pytest.mark.rule("TD-9", "TD-14")
def test_win_told_by_link_and_confirmed_by_its_director_is_marked() -> None:
    """The director may have said both."""
    after = told(LOST, by=LINKED, **LINKS).when(VerifyResult(match=1), by=D).desk
    assert after.state.matches[1].by_link_of == person("D")
    told(LOST, by=LINKED, **LINKS).when(VerifyResult(match=1), by=OFFICE).then(ResultVerified(match=1))


@pytest.mark.rule("TD-9", "TD-14")
def test_link_of_opponent_confirms_nothing_where_another_director_is_there() -> None:
    told(WON, directors="DZ", verification="confirmed", **LINKS).when(VerifyResult(match=1), by=LINKED).refused(
        "link-of-opponent"
    )


@pytest.mark.rule("TD-9", "TD-21")
def test_links_confirm_in_matches_made_after_it_was_announced() -> None:
    changed = ConditionsChanged(conditions=Conditions(directors_link_confirms=True), reason="Only D directs")
    late = given(*evening("DAB", "D"), made(1, 2), changed, made(1, 2, match=2)).done(
        WON, scored(5, 1, match=2, verified=False), by=D
    )
    late.when(VerifyResult(match=1), by=LINKED).refused("link-of-opponent")
    late.when(VerifyResult(match=2), by=LINKED).then(ResultVerified(match=2))


@pytest.mark.rule("TD-9", "TD-14")
def test_director_who_plays_announces_links_and_shortens_no_time_to_dispute() -> None:
    begun = given(*evening("DAB", "D", correction_window_minutes=60), made(1, 2))

    def change(**said: object) -> lifecycle.ChangeConditions:
        return lifecycle.ChangeConditions.model_validate({"conditions": said, "reason": "Only D directs"})

    begun.when(change(correction_window_minutes=60, **LINKS), by=D).then()
    begun.when(change(correction_window_minutes=1, **LINKS), by=D).refused("conflict-of-interest")
    begun.when(change(correction_window_minutes=1, **LINKS), by=OFFICE).then()


@pytest.mark.rule("TD-9", "TD-14")
def test_opponent_takes_back_what_was_confirmed_by_link() -> None:
    counted = told(WON, **LINKS).done(ResultVerified(match=1), by=LINKED)
    taken = ResultTakenBack(match=1)
    dispute = DisputeOpened(
        dispute=1, about=About(kind="match", number=1), parties=(1, 2), text_about=person("A"), matter="Not so"
    )
    for opponent in (A, LINKED):
        after = counted.when(WithdrawResult(match=1, matter="Not so"), by=opponent)
        assert after.then().events[0] == taken
        assert {**dict(after.events[1]), "text_about": None} == {**dict(dispute), "text_about": None}
        assert after.desk.state.matches[1].phase == "reported"
    for nobody in (D, B, OFFICE):
        counted.when(WithdrawResult(match=1, matter="Not so"), by=nobody).refused("not-allowed")


@pytest.mark.rule("TD-9", "TD-14")
def test_link_confirms_no_second_time_what_was_taken_back() -> None:
    back = told(WON, **LINKS).done(ResultVerified(match=1), by=LINKED).done(ResultTakenBack(match=1), by=A)
    back.when(VerifyResult(match=1), by=LINKED).refused("link-of-opponent")
    assert back.when(VerifyResult(match=1), by=A).desk.state.matches[1].by_link_of is None


@pytest.mark.rule("TD-9")
def test_loss_of_the_director_is_taken_back_by_no_link_of_theirs() -> None:
    lost = told(LOST, by=LINKED, **LINKS).done(ResultVerified(match=1), by=D)
    lost.when(WithdrawResult(match=1, matter="Not so"), by=LINKED).refused("conflict-of-interest")
    lost.when(WithdrawResult(match=1, matter="Not so"), by=A).then()


@pytest.mark.rule("TD-9", "TD-14")
def test_somebody_else_confirms_what_counts_by_link() -> None:
    counted = told(WON, **LINKS).done(ResultVerified(match=1), by=LINKED)
    for other in (A, OFFICE):
        after = counted.when(ConfirmResult(match=1), by=other).then(ResultConfirmed(match=1)).desk
        assert after.state.matches[1].by_link_of is None
    counted.when(ConfirmResult(match=1), by=LINKED).refused("not-allowed")
    counted.when(ConfirmResult(match=1), by=B).refused("not-allowed")
    counted.when(ConfirmResult(match=1), by=D).refused("conflict-of-interest")
    told(WON).done(ResultVerified(match=1), by=A).when(ConfirmResult(match=1), by=OFFICE).refused("not-by-link")


@pytest.mark.rule("TD-9", "STK-1", "ELO-1")
def test_stakes_and_the_pool_of_prices_wait_for_somebody_else() -> None:
    room = before_the_start(
        "DA",
        "D",
        format={"kind": "open", "forms": ["five-points"], "stakes": True},
        rating={"pool": "normal", "policy": "room", "policy_version": 1},
        conditions=LINKS,
    )
    desk = given(*room).when(lifecycle.StartTournament()).desk
    desk.do(MakeMatch.model_validate({"sides": (1, 2), "form": "five-points", "stake": "5", "length": None}), D)
    desk.do(ReportResult.model_validate({"match": 1, "result": {"kind": "score", "first": 5, "second": 1}}), LINKED)
    match = desk.state.matches[1]
    assert match.by_link_of == person("D")
    assert (total(desk.state.settlements).shares, as_rated_match(desk.state, match)) == ((), None)
    desk.do(ConfirmResult(match=1), A)
    match = desk.state.matches[1]
    assert [one.staked for one in total(desk.state.settlements).shares] == [Decimal(5), Decimal(5)]
    line = as_rated_match(desk.state, match)
    assert line is not None
    assert (line.pool, line.winner) == ("price", person("D"))


@pytest.mark.rule("TD-9", "CHM-1")
def test_series_win_waits_for_somebody_else() -> None:
    cup = {"kind": "knockout", "lengths": [5]}
    desk = given(*before_the_start("DA", "D", format=cup, conditions=LINKS)).when(lifecycle.StartTournament()).desk
    winner = "first" if desk.state.matches[1].sides[0] == 1 else "second"
    desk.do(ReportResult.model_validate({"match": 1, "result": {"kind": "winner", "winner": winner}}), LINKED)
    before = desk.state
    completed = desk.do(lifecycle.CompleteTournament(), OFFICE)
    assert elsewhere(before, completed, OFFICE, desk.now) == {}
    before = desk.state
    confirmed = desk.do(ConfirmResult(match=1), OFFICE)
    told_of = elsewhere(before, confirmed, OFFICE, desk.now)
    assert [(whose, one.TOPIC) for whose, events in told_of.items() for one in events] == [
        (person("D"), "person.tournament-won.v1")
    ]
