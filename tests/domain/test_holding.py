"""What was drawn is held from the public until it is released, where that was announced (ALL-2)."""

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.kernel.values import Side
from domain.match import validity
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Choice, Command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.preview import preview
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import PairingsReleased
from tests.desk import OFFICE, entered
from tests.rounds import REASON, RoundsDesk, announced_nxe

HELD = Conditions(pairings_shown="when-released", verification="at-once")
NXE = NxeOptions(kind="nxe", losses=2, lengths=(1,))


def started(conditions: Conditions = HELD) -> RoundsDesk:
    desk = announced_nxe(NXE, conditions=conditions)
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    return desk


def held_since(desk: RoundsDesk) -> int | None:
    """The version that the public is shown; None: the newest."""
    return None if desk.state.held is None else desk.state.held.version


def released(desk: RoundsDesk) -> PairingsReleased:
    """The newest event, which released what was held."""
    event = desk.history[-1].event
    assert isinstance(event, PairingsReleased)
    return event


@pytest.mark.rule("ALL-2")
def test_a_draw_is_held_until_it_is_released() -> None:
    desk = started()
    before = desk.state
    desk.draw(1)
    assert held_since(desk) == before.version
    assert desk.state.held is not None
    assert not desk.state.held.matches
    desk.do(round_commands.ReleasePairings())
    assert held_since(desk) is None
    assert not released(desk).by_itself
    desk.when(round_commands.ReleasePairings()).refused("nothing-held")


@pytest.mark.rule("ALL-2")
def test_nothing_is_held_unless_that_was_announced() -> None:
    desk = started(Conditions())
    desk.draw(1)
    assert held_since(desk) is None
    desk.when(round_commands.ReleasePairings()).refused("nothing-held")


@pytest.mark.rule("ALL-2")
def test_a_draw_is_the_same_whether_it_is_held_or_not() -> None:
    held, shown = started(), started(HELD.model_copy(update={"pairings_shown": "at-once"}))
    assert held.draw(1) == shown.draw(1)


@pytest.mark.rule("ALL-2")
def test_round_drawn_again_stays_held_from_the_first_draw_on() -> None:
    desk = started()
    before = desk.state.version
    desk.draw(1)
    desk.do(round_commands.AnnulRound(round=1, reason=REASON))
    assert held_since(desk) == before
    desk.pair(1, "A-B C-D")
    assert held_since(desk) == before


@pytest.mark.rule("ALL-2")
def test_the_first_result_releases_its_round_by_itself() -> None:
    desk = started()
    desk.draw(1)
    desk.won(desk.round(1)[0])
    assert held_since(desk) is None
    assert released(desk).by_itself
    desk.won(desk.round(1)[1])
    assert sum(isinstance(one.event, PairingsReleased) for one in desk.history) == 1
    desk.draw(2)
    assert held_since(desk) is not None


@pytest.mark.rule("ALL-2")
def test_the_end_releases_what_is_held() -> None:
    desk = started()
    desk.draw(1)
    desk.do(lifecycle_commands.CancelTournament(reason=REASON))
    assert held_since(desk) is None
    assert released(desk).by_itself


@pytest.mark.rule("ALL-2")
def test_held_round_is_released_when_pairings_are_shown_at_once_again() -> None:
    desk = started()
    desk.draw(1)
    at_once = HELD.model_copy(update={"pairings_shown": "at-once"})
    desk.do(lifecycle_commands.ChangeConditions(conditions=at_once, reason=REASON))
    assert held_since(desk) is None
    desk.do(lifecycle_commands.ChangeConditions(conditions=HELD, reason=REASON))
    assert held_since(desk) is None


@pytest.mark.rule("ALL-2", "SEL-3")
def test_a_bracket_is_held_from_its_lots_on_and_grows_in_sight_of_all() -> None:
    desk = RoundsDesk()
    conditions = HELD.model_dump(mode="json")
    told = {"name": "Cup", "format": {"kind": "knockout", "lengths": [1], "seeding": "lot"}, "conditions": conditions}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(told))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    assert desk.state.held is not None
    assert desk.state.held.started
    assert not desk.state.held.rounds.lots
    assert not desk.state.held.matches
    desk.do(round_commands.ReleasePairings())
    desk.won(*desk.round(1))
    assert len(desk.state.matches) == 3
    assert held_since(desk) is None


def in_round(round_: int) -> RoundsDesk:
    """A Swiss of four whose draw of that round is held; in those before each first side has won."""
    desk = RoundsDesk()
    told = {"name": "Swiss", "format": {"kind": "swiss", "rounds": 5}, "conditions": HELD}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(told))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    for earlier in range(1, round_):
        desk.won(*desk.draw(earlier))
    desk.draw(round_)
    return desk


def upset(number: int, winner: Side = "second", choice: Choice = "stand") -> match_commands.CorrectResult:
    """That side has won the match after all."""
    return match_commands.CorrectResult(match=number, result=WinnerOnly(winner=winner), reason=REASON, choice=choice)


@pytest.mark.rule("ALL-2", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_a_correction_of_an_earlier_round_releases_nothing(choice: Choice) -> None:
    desk = in_round(3)
    since, drawn = held_since(desk), desk.round(3)
    desk.do(upset(2, choice=choice))
    assert validity.winner(desk.state.matches[2]) == desk.state.matches[2].sides[1]
    assert held_since(desk) == since is not None
    desk.do(upset(2, "first", choice="restore" if choice == "rewind" else "stand"))
    assert (held_since(desk), desk.round(3)) == (since, drawn)
    desk.won(drawn[0])
    assert released(desk).by_itself


@pytest.mark.rule("ALL-2", "ALL-4")
def test_a_match_of_an_earlier_round_is_void_and_back_and_the_draw_stays_held() -> None:
    desk = in_round(2)
    since = held_since(desk)
    desk.do(match_commands.VoidMatch(match=1, reason=REASON, choice="stand"))
    desk.do(match_commands.ReinstateMatch(match=1, reason=REASON, choice="stand"))
    assert held_since(desk) == since is not None


@pytest.mark.rule("ALL-2", "ALL-4")
def test_a_preview_says_that_a_draw_would_be_released_and_only_where_it_would() -> None:
    desk = in_round(3)
    assert PairingsReleased.TOPIC not in tried(desk, upset(2))
    first = desk.match(desk.round(3)[0], 3)
    report = match_commands.ReportResult(match=first.number, result=WinnerOnly(winner="first"))
    assert PairingsReleased.TOPIC in tried(desk, report)


def tried(desk: RoundsDesk, command: Command) -> tuple[str, ...]:
    """The topics that a preview of the command names."""
    return preview(desk.state, command, desk.context(OFFICE)).outcome.topics
