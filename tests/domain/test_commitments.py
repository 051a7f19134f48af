"""The commitment, the reveal, and the check of every draw (ALL-2)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.formats.open import OpenOptions
from domain.kernel.chance import Commitment, commitment_to
from domain.kernel.envelope import Recorded
from domain.scoring.result import FinalScore
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import RoundDrawn, SecretRevealed
from tests.desk import director, entered, started
from tests.rounds import RoundsDesk, chosen, started_nxe

FINISHED = 61
"""Minutes after the end at which the appeal window of an hour is closed."""


def played(letters: str = "ABCDE", seed: str = "desk") -> RoundsDesk:
    """An NxE to its end; of every match the first side wins."""
    desk = started_nxe(letters, seed=seed)
    while due := getattr(desk.step(), "round", None):
        for name in desk.draw(due):
            if "-" in name:
                desk.won(name)
    desk.do(lifecycle_commands.CompleteTournament())
    return desk


def revealed(desk: RoundsDesk) -> RoundsDesk:
    desk.now += timedelta(minutes=FINISHED)
    desk.do(round_commands.RevealSecret())
    return desk


@pytest.mark.rule("ALL-2")
def test_a_tournament_that_draws_commits_as_it_starts_and_no_other_does() -> None:
    committed = started_nxe("AB").history[-2]
    assert committed.topic == "tournament.commitment-published.v1"
    assert started("AB").state.commitment is None


@pytest.mark.rule("ALL-2")
def test_a_commitment_can_t_be_exchanged() -> None:
    desk = started_nxe("AB")
    desk.when(round_commands.PublishCommitment()).refused("commitment-in-force")
    desk.when(round_commands.PublishCommitment(), director("Z")).refused("not-allowed")


@pytest.mark.rule("ALL-2")
def test_the_secret_is_sealed_until_the_appeal_window_has_closed() -> None:
    desk = started_nxe("AB", losses=1)
    desk.when(round_commands.RevealSecret()).refused("tournament-status")
    desk.pair(1, "A-B")
    desk.won("A-B")
    desk.do(lifecycle_commands.CompleteTournament())
    desk.now += timedelta(minutes=FINISHED - 3)
    desk.when(round_commands.RevealSecret()).refused("secret-sealed")
    desk.now += timedelta(minutes=3)
    desk.when(round_commands.RevealSecret(), director("Z")).refused("not-allowed")
    [event] = desk.do(round_commands.RevealSecret())
    assert isinstance(event, SecretRevealed)
    assert commitment_to(bytes.fromhex(event.secret)) == event.commitment
    desk.when(round_commands.RevealSecret()).refused("commitment-missing")


@pytest.mark.rule("ALL-2", "ALL-13")
def test_a_draw_after_the_reveal_needs_a_new_commitment() -> None:
    desk = revealed(played())
    desk.do(lifecycle_commands.ReopenTournament(reason="Appeal"))
    last = max(match.number for match in desk.matches() if not match.void)
    desk.do(match_commands.VoidMatch(match=last, reason="Wrong board"))
    round_ = desk.state.matches[last].round or 0
    desk.when(round_commands.DrawRound(round=round_)).refused("commitment-missing")
    desk.do(round_commands.PublishCommitment())
    desk.draw(round_)
    assert check_draws(desk.history).findings[-1].kind == "not-revealed"
    match = desk.matches()[-1]
    desk.won(desk.name(match))
    if getattr(desk.step(), "round", None) is None:
        desk.do(lifecycle_commands.CompleteTournament())
        assert check_draws(revealed(desk).history).findings == ()


@pytest.mark.rule("ALL-2", "ALL-5", "SEL-1")
def test_coins_that_are_the_first_thing_to_be_drawn_come_with_their_commitment() -> None:
    desk = RoundsDesk()
    final = LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2)
    season = OpenOptions(kind="open")
    desk.do(lifecycle_commands.AnnounceTournament(name="Season and final", format=season, stages=(final,)))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    desk.report("A 5-0 B", "C 5-0 D")
    committed, opened = desk.do(round_commands.OpenStage(stage=2))[:2]
    assert (committed.TOPIC, opened.TOPIC) == ("tournament.commitment-published.v1", "tournament.stage-opened.v1")
    desk.won("A-C")
    desk.do(lifecycle_commands.CompleteTournament())
    assert check_draws(revealed(desk).history) == Checked(draws=1, confirmed=1, findings=(), repeats=())
    desk.do(lifecycle_commands.ReopenTournament(reason="A wrong result"))
    turned = {"match": 1, "result": FinalScore(first=0, second=5), "reason": "Slip", **chosen({2: "rewind"})}
    desk.do(match_commands.CorrectResult.model_validate(turned))
    desk.when(round_commands.OpenStage(stage=2)).refused("commitment-missing")


@pytest.mark.rule("ALL-2")
def test_the_draw_does_not_depend_on_the_order_in_which_results_arrived() -> None:
    desks = [started_nxe("ABCDEFG") for _ in range(2)]
    for desk, order in zip(desks, (1, -1), strict=True):
        results = [name for name in desk.draw(1) if "-" in name]
        desk.won(*results[::order])
    assert desks[0].draw(2) == desks[1].draw(2)


@pytest.mark.rule("ALL-2")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_draw_of_a_finished_tournament_is_confirmed(seed: str) -> None:
    desk = played("ABCDEFGHIJK", seed)
    assert {finding.kind for finding in check_draws(desk.history).findings} == {"not-revealed"}
    checked = check_draws(revealed(desk).history)
    assert checked == Checked(draws=checked.draws, confirmed=checked.draws, findings=(), repeats=())
    assert checked.draws >= 5


def tampered(change: Callable[[RoundDrawn], RoundDrawn]) -> Checked:
    """The check of a history in which the first draw was changed. What was reported of it is left out."""
    desk = started_nxe("ABCDEFGHIJK")
    desk.draw(1)
    [drawn] = [one for one in desk.history if isinstance(one.event, RoundDrawn)]
    desk.do(lifecycle_commands.CancelTournament(reason="Storm"))
    revealed(desk)
    history = [one if one is not drawn else _with(one, change(one.event)) for one in desk.history]
    return check_draws(history)


def _with(recorded: Recorded[Any], event: RoundDrawn) -> Recorded[Any]:
    return recorded.model_copy(update={"event": event})


def altered(event: RoundDrawn) -> RoundDrawn:
    """Two players change places."""
    one, other, *rest = event.pairings
    swapped = (
        one.model_copy(update={"sides": (one.sides[0], other.sides[1])}),
        other.model_copy(update={"sides": (other.sides[0], one.sides[1])}),
        *rest,
    )
    return event.model_copy(update={"pairings": swapped})


@pytest.mark.rule("ALL-2")
def test_an_altered_draw_is_named() -> None:
    [finding] = tampered(altered).findings
    assert (finding.kind, finding.round) == ("altered", 1)


@pytest.mark.rule("ALL-2")
def test_a_draw_that_says_it_is_another_attempt_is_named() -> None:
    kinds = [finding.kind for finding in tampered(lambda e: e.model_copy(update={"attempt": 2})).findings]
    assert kinds == ["repeated", "chosen"]


@pytest.mark.rule("ALL-2")
def test_a_draw_chosen_among_several_is_named() -> None:
    # Somebody with the secret draws thrice and keeps the third, as if it were the first.
    desk = started_nxe("ABCDEFGHIJK")
    for _ in range(3):
        desk.draw(1)
        desk.do(round_commands.AnnulRound(round=1, reason="Again"))
    first, _, third = (one.event for one in desk.history if isinstance(one.event, RoundDrawn))
    kept = first.model_copy(update={"pairings": third.pairings, "byes": third.byes})
    [finding] = tampered(lambda _: kept).findings
    assert (finding.kind, finding.detail) == ("chosen", "These are the pairings of attempt 3, not of attempt 1.")


@pytest.mark.rule("ALL-2")
def test_a_draw_from_another_state_is_named() -> None:
    def without_first(event: RoundDrawn) -> RoundDrawn:
        return event.model_copy(update={"drawn_from": event.drawn_from[1:]})

    assert [finding.kind for finding in tampered(without_first).findings] == ["state-differs", "altered"]


@pytest.mark.rule("ALL-2")
def test_a_draw_under_another_commitment_is_named() -> None:
    other: Commitment = "f" * 64
    kinds = [finding.kind for finding in tampered(lambda e: e.model_copy(update={"commitment": other})).findings]
    assert kinds == ["not-committed", "not-revealed"]


@pytest.mark.rule("ALL-2")
def test_a_wrong_secret_is_named() -> None:
    desk = revealed(played())
    last = desk.history[-1]
    wrong = last.event.model_copy(update={"secret": "00" * 32})
    found = check_draws([*desk.history[:-1], last.model_copy(update={"event": wrong})])
    assert {finding.kind for finding in found.findings} == {"wrong-secret"}


@pytest.mark.rule("ALL-2")
def test_open_play_has_no_draws() -> None:
    assert check_draws(started("AB").history) == Checked(draws=0, confirmed=0, findings=(), repeats=())
