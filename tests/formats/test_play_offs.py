"""Those tied for the last places of the next stage play for them, drawn by lot (SEL-2, ALL-2, ALL-4)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Wait
from domain.formats.knockout import KnockoutOptions
from domain.formats.monrad.options import MonradOptions
from domain.scoring.result import BothLost
from domain.tournament.command import Choice
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import STAGES, LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import PlayOffsDrawn
from tests.desk import Drawer, entered
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk

SHARED = MonradOptions.model_validate(
    {"kind": "monrad", "rounds": 1, "lengths": (3,), "tie_breaks": {"criteria": ("PTS", "SHARE")}}
)


def cup(qualifiers: int) -> LaterStage:
    knockout = KnockoutOptions(kind="knockout", lengths=(7,), round_days=None)
    return LaterStage(format=knockout, qualifiers=qualifiers, play_off_length=1)


def tied(letters: str, pairs: str, qualifiers: int) -> RoundsDesk:
    """One round has been played, in which the first of each pair won; those who won share a rank, and the others."""
    desk = RoundsDesk(secrets=Drawer("play-offs"))
    desk.do(lifecycle_commands.AnnounceTournament(name="Cup", format=SHARED, stages=(cup(qualifiers),)))
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, pairs)
    desk.won(*pairs.split())
    return desk


def drawn(desk: RoundsDesk) -> list[str]:
    """The matches of one more draw."""
    before = len(desk.matches())
    desk.do(round_commands.MakePlayOff(stage=2))
    return [desk.name(match) for match in desk.matches()[before:]]


def groups(desk: RoundsDesk) -> list[str]:
    step = desk.step()
    assert isinstance(step, StageDue)
    return [desk.letters(group) for group in step.groups]


@pytest.mark.rule("SEL-2", "ALL-2")
def test_three_tied_for_two_places_play_one_match_and_one_of_them_waits() -> None:
    """A, C and E have won, and two go up: one match puts one of them out."""
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.kind, [choice.name for choice in step.choices]) == ("cut", ["play-off", "open-by-hand"])
    [name] = drawn(desk)
    assert {*name} - {"-"} < {*"ACE"}
    assert [match.length for match in desk.matches()][-1] == 1
    assert isinstance(desk.step(), Wait)
    desk.won(name)
    [waiting] = {*"ACE"} - {*name}
    assert groups(desk) == ["".join(sorted(name[0] + waiting))]


@pytest.mark.rule("SEL-2")
def test_three_tied_for_one_place_play_on_until_it_is_filled() -> None:
    """Three have won of eight, and so has H: four winners, and three go on to a stage of three: none is seated twice.
    With five places B, D, F and G are tied for the last one: two matches, then one."""
    desk = tied("ABCDEFGH", "A-B C-D E-F H-G", 5)
    first = drawn(desk)
    assert ["".join(sorted("".join(first).replace("-", "")))] == ["BDFG"]
    desk.won(*first)
    step = desk.step()
    assert isinstance(step, Ask)
    assert step.detail.startswith("2 entries are tied")
    [last] = drawn(desk)
    assert {*last} == {first[0][0], "-", first[1][0]}
    desk.won(last)
    assert groups(desk) == ["ACEH", last[0]]
    desk.do(round_commands.OpenStage(stage=2))
    assert desk.letters(desk.state.rounds.openings[-1].seeds) == "".join(sorted("ACEH" + last[0]))


@pytest.mark.rule("ALL-2")
def test_play_offs_are_drawn_again_by_anybody_from_the_history() -> None:
    desk = tied("ABCDEFGH", "A-B C-D E-F H-G", 5)
    desk.won(*drawn(desk))
    desk.won(*drawn(desk))
    finish(desk)
    desk.now += timedelta(days=1)
    desk.do(round_commands.RevealSecret())
    draws = [one for one in desk.history if isinstance(one.event, PlayOffsDrawn)]
    assert len(draws) == 2
    checked = check_draws(desk.history)
    assert checked == Checked(draws=checked.draws, confirmed=checked.draws, findings=(), repeats=())
    # Others than the lot has named are found: so few can be drawn that another attempt might have named them.
    event = draws[0].event
    turned = event.model_copy(
        update={"play_offs": tuple(one.model_copy(update={"sides": one.sides[::-1]}) for one in event.play_offs)}
    )
    history = [one.model_copy(update={"event": turned}) if one is draws[0] else one for one in desk.history]
    kinds = [one.kind for one in check_draws(history).findings if one.version == draws[0].version]
    assert kinds in (["chosen"], ["altered"])


@pytest.mark.rule("SEL-2", "ALL-4")
@pytest.mark.parametrize(("choice", "live"), [("rewind", False), ("stand", True)])
def test_result_of_a_play_off_is_corrected_after_the_stage_was_opened(choice: Choice, live: bool) -> None:
    """The loser had won: rewound the stage is opened again with them; or it stays as it was opened."""
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    [name] = drawn(desk)
    desk.won(name)
    desk.do(round_commands.OpenStage(stage=2))
    desk.won(desk.name(desk.matches()[-1]))
    desk.when(desk.reversal(f"{name[2]}-{name[0]}")).refused("choice-needed")
    desk.reverse(f"{name[2]}-{name[0]}", choice={2: choice})
    assert desk.state.rounds.openings[-1].live == live
    if not live:
        assert name[2] in groups(desk)[0]
        assert name[0] not in groups(desk)[0]


@pytest.mark.rule("SEL-2", "ALL-4")
def test_result_before_the_play_offs_is_corrected_and_others_are_tied() -> None:
    """B had beaten A: the match that was drawn among A, C and E goes, and one is drawn among B, C and E."""
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    drawn(desk)
    desk.reverse("B-A", round_=1)
    assert desk.matches()[-1].void
    [name] = drawn(desk)
    assert {*name} - {"-"} < {*"BCE"}


@pytest.mark.rule("SEL-2")
def test_both_of_a_play_off_fail_to_appear_and_play_again_for_what_is_left() -> None:
    """Of three one waits and is in; the other two have both lost, and play for the second place."""
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    [name] = drawn(desk)
    report = match_commands.ReportResult(match=desk.match(name).number, result=BothLost())
    desk.do(report)
    step = desk.step()
    assert isinstance(step, Ask)
    [again] = drawn(desk)
    assert {*again} == {*name}


@pytest.mark.rule("SEL-2", "ALL-4", "ALL-5")
def test_play_off_in_place_of_a_coin_says_nothing_once_three_are_tied() -> None:
    """A, C and E have won; B beats D for the last place. Then A and B had both lost: as the play-off stands, C and E go
    up, and which two of A, B and D, the director decides."""
    desk = RoundsDesk(secrets=Drawer("play-offs"))
    by_coin = cup(4).model_copy(update={"play_off_length": None})
    desk.do(lifecycle_commands.AnnounceTournament(name="Cup", format=SHARED, stages=(by_coin,)))
    entered(desk, "ABCDE")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    drawn(desk)
    desk.won("B-D")
    desk.do(match_commands.CorrectResult(match=1, result=BothLost(), reason="Slip", choice="stand"))
    assert not desk.matches()[-1].void
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.kind, {desk.letters(one.entries) for one in step.choices if one.entries}) == ("cut", {"ABD"})


@pytest.mark.rule("SEL-2", "TD-21")
@pytest.mark.parametrize("change", [{"qualifiers": 3}, {"play_off_length": None}], ids=str)
def test_places_are_settled_once_matches_are_made_for_them(change: dict[str, object]) -> None:
    """Only the length of those that follow changes."""
    told = {"reason": "The hall is free.", "stages": (cup(2).model_copy(update=change),)}
    change_places = lifecycle_commands.ChangeSettings.model_validate(told)
    tied("ABCDEF", "A-B C-D E-F", 2).do(change_places)
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    drawn(desk)
    desk.when(change_places).refused("format-fixed")
    longer = (cup(2).model_copy(update={"play_off_length": 3}),)
    desk.when(lifecycle_commands.ChangeSettings(stages=longer, reason="There is time.")).then()


@pytest.mark.rule("SEL-2")
def test_field_that_is_clear_has_no_play_offs() -> None:
    desk = tied("ABCD", "A-B C-D", 2)
    assert groups(desk) == ["AC"]
    desk.when(round_commands.MakePlayOff(stage=2)).refused("play-off-not-possible")


@pytest.mark.rule("SEL-2")
@given(st.integers(2, 8), st.integers(0, 12), st.lists(st.booleans(), min_size=16, max_size=16))
def test_play_offs_fill_every_place_and_no_more(half: int, chosen: int, wins: Sequence[bool]) -> None:
    """Half of them have won: with any number of places but that one, some are tied for the last."""
    letters = "ABCDEFGHIJKLMNOP"[: 2 * half]
    numbers = [number for number in range(2, 2 * half) if number != half]
    desk = tied(
        letters,
        " ".join(f"{one}-{other}" for one, other in zip(letters[::2], letters[1::2], strict=True)),
        numbers[chosen % len(numbers)],
    )
    turns = iter(wins)
    places = desk_places(desk)
    while isinstance(desk.step(), Ask):
        for name in drawn(desk):
            reached()
            desk.won(name if next(turns) else name[::-1])
    assert sum(map(len, groups(desk))) == places


def desk_places(desk: RoundsDesk) -> int:
    settings = desk.state.settings
    assert settings is not None
    return settings.stages[0].qualifiers


def test_stage_of_before_is_stored_and_read_without_play_offs() -> None:
    before = LaterStage(format=cup(2).format, qualifiers=4)
    assert STAGES.store(before)["version"] == 1
    assert STAGES.store(cup(4))["version"] == 3
    assert STAGES.read(STAGES.store(cup(4))) == cup(4)


class TestPlayOffs(Conformance):
    """Those tied after one round play for the last places."""

    options = SHARED
    stages = (cup(3),)

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        play(desk, deed)


TestRandomDirector = director_of([SHARED], tried=2, stages=(cup(3),))
