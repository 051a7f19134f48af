"""Settings of formats that change how matches come about, and what only they let anybody do: enter late or again, be
replaced, name a line-up, take results back, play for the last places of a stage."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.monrad.options import MonradOptions
from domain.formats.round_robin.options import GroupsOptions, RollingGroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle.commands import StartTournament, WithdrawStart
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE, person, player
from tests.formats.acting import Deed, chosen_by, doer
from tests.formats.directing import LETTERS
from tests.formats.kinds import Kind
from tests.formats.ruling_deeds import reverse_one, suspend_one
from tests.rounds import RoundsDesk

LATE = Conditions(entries_close_at=datetime(2027, 12, 31, tzinfo=UTC), reentries=2)
BOARDS = Conditions(boards=2)
CONFIRMED = Conditions(verification="at-once", correction_window_minutes=10_000)
SHARED = MonradOptions.model_validate(
    {"kind": "monrad", "rounds": 2, "lengths": (3,), "tie_breaks": {"criteria": ("PTS", "SHARE")}}
)
CUP = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=3, play_off_length=1)

DOUBLE = {"kind": "double-elimination", "seeding": "entry-order"}
NEWEST = (
    Kind("play-offs", SHARED, (CUP,)),
    Kind("as listed, late", KnockoutOptions(kind="knockout", lengths=(3,), layout="as-listed"), conditions=LATE),
    Kind("reseeded", KnockoutOptions(kind="knockout", lengths=(3,), reseed=True)),
    Kind("knockout of bouts", KnockoutOptions(kind="knockout", lengths=(3,), bout_matches=(3,))),
    Kind("knockout, late", KnockoutOptions(kind="knockout", lengths=(3,)), conditions=LATE),
    Kind("teams, knockout", KnockoutOptions(kind="knockout", lengths=(3,)), conditions=BOARDS),
    Kind(
        "double, drops",
        DoubleEliminationOptions.model_validate({**DOUBLE, "half_in_lower": True, "drops": ("reverse", "natural")}),
    ),
    Kind("double, three lives", DoubleEliminationOptions.model_validate({**DOUBLE, "lives": 3})),
    Kind("double, merged", DoubleEliminationOptions.model_validate({**DOUBLE, "merge": (2, 2)})),
    Kind("double, late", DoubleEliminationOptions.model_validate(DOUBLE), conditions=LATE),
    Kind(
        "consolation, last chance",
        ConsolationOptions(kind="consolation", seeding="entry-order", last_chance="progressive", replay_lengths=(1,)),
    ),
    Kind(
        "consolation, drawn, late",
        ConsolationOptions(
            kind="consolation", seeding="entry-order", comes_in="drawn", drawn_after=1, last_chance="drawn"
        ),
        conditions=LATE,
    ),
    Kind("consolation, late", ConsolationOptions(kind="consolation", seeding="entry-order"), conditions=LATE),
    Kind(
        "round robin of bouts",
        RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(3,), bouts="all", bout_matches=(2,)),
    ),
    Kind("teams, monrad", MonradOptions(kind="monrad", lengths=(3,)), conditions=BOARDS),
    Kind("monrad, accelerated", MonradOptions(kind="monrad", rounds=3, lengths=(3,), acceleration="baku")),
    Kind("swiss, late", SwissOptions(kind="swiss", rounds=3, late_entries=True)),
    Kind("swiss, confirmed", SwissOptions(kind="swiss", rounds=3), conditions=CONFIRMED),
    Kind(
        "swiss of bouts, final",
        SwissOptions(kind="swiss", rounds=2, lengths=(3,), bout_matches=(3,)),
        (LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=2),),
    ),
    Kind(
        "teams, groups",
        GroupsOptions(kind="groups", groups=2, lengths=(3,)),
        (LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=2),),
        conditions=BOARDS,
    ),
    Kind(
        "rolling groups of bouts",
        RollingGroupsOptions(
            kind="rolling-groups", lengths=(3,), group_size=3, bout_matches=(3,), bracket_bout_matches=(3,)
        ),
    ),
    Kind("lives, late", LivesOptions(kind="lives", lives=2, late_entries=True)),
    Kind("lives, wins through", LivesOptions(kind="lives", lives=2, end="last", wins=2, tables_by_score=True)),
    Kind("lives by finish", LivesOptions(kind="lives", lives=1, end="last", pace="by-finish")),
    Kind("lives without rounds", LivesOptions(kind="lives", lives=2, pace="continuous")),
)


def _matches(desk: RoundsDesk, deed: Deed) -> Sequence[Match]:
    """All of them, from the one that the deed says."""
    matches = desk.matches()
    chosen = deed.first % max(1, len(matches))
    return [*matches[chosen:], *matches[:chosen]]


def _by_either_side(
    desk: RoundsDesk, deed: Deed, kind: type[Command], told: Mapping[str, object]
) -> Iterator[tuple[Command, Actor]]:
    """Such a command about each match, by the one side and by the other."""
    for match in _matches(desk, deed):
        command = kind.model_validate({"match": match.number, **told})
        yield from ((command, player(desk.letter(side))) for side in match.as_played[0])


def _do_first(desk: RoundsDesk, commands: Iterable[tuple[Command, Actor]]) -> None:
    """Does the first that is not refused."""
    for command, by in commands:
        with suppress(Refused):
            desk.do(command, by)
            return


def enter(desk: RoundsDesk, deed: Deed) -> None:
    """Somebody enters, late or again."""
    for number in range(10):
        letter = LETTERS[(deed.second + number) % 10]
        with suppress(Refused):
            desk.do(entry_commands.RequestEntry(person=person(letter)))
            desk.do(entry_commands.ApproveEntry(entry=desk.entry(letter)))
            return


def take_reentry_back(desk: RoundsDesk, deed: Deed) -> None:
    """Who entered again is in with their first entry."""
    again = [number for number, entry in sorted(desk.state.entries.items()) if entry.again_of]
    if again:
        told = {"entry": again[deed.first % len(again)], "reason": "Slip", **chosen_by(desk, deed)}
        desk.do(entry_commands.WithdrawReentry.model_validate(told))


def substitute(desk: RoundsDesk, deed: Deed) -> None:
    """Another person has the place of somebody who has not begun."""
    told = {"person": person("qrstu"[deed.first % 5]), "reason": "Ill"}
    entries = sorted(desk.state.entries)
    commands = (entry_commands.SubstitutePlayer.model_validate({"entry": entry, **told}) for entry in entries)
    _do_first(desk, ((command, OFFICE) for command in commands))


def name_line_up(desk: RoundsDesk, deed: Deed) -> None:
    """The reserve plays, at the one board or the other."""
    for match in _matches(desk, deed)[:1]:
        entry = desk.state.entries[match.sides[deed.second % 2]]
        roster = (entry.person, *entry.members)
        if len(roster) == 3:
            players = (roster[2], *roster[:2], *roster)[deed.second % 3 :][:2]
            told = {"match": match.number, "entry": entry.number, "players": players, "reason": "Ill"}
            desk.do(match_commands.NameLineUp.model_validate(told), doer(desk, deed, match.number))


def take_result_back(desk: RoundsDesk, deed: Deed) -> None:
    """A side says that it was not so."""
    told = {"matter": "We stopped", "choice": "stand" if deed.won else None}
    _do_first(desk, _by_either_side(desk, deed, match_commands.WithdrawResult, told))


def confirm(desk: RoundsDesk, deed: Deed) -> None:
    """... or that it was."""
    _do_first(desk, _by_either_side(desk, deed, match_commands.ConfirmResult, {}))


def settle_length(desk: RoundsDesk, deed: Deed) -> None:
    """A match was begun to a wrong length."""
    told = {"correct_length": deed.second % 7 + 1, "reason": "To seven", **chosen_by(desk, deed)}
    scores = {"first_points": deed.second % 3, "second_points": deed.first % 2, "games_ended": 2}
    made = match_commands.ResolveWrongLength
    fields = ({"match": match.number, **told, **scores} for match in _matches(desk, deed))
    _do_first(desk, ((made.model_validate(one), OFFICE) for one in fields))


def correct_parts(desk: RoundsDesk, deed: Deed) -> None:
    """Another part of a record than the result is corrected."""
    told, part = {"reason": "Slip", **chosen_by(desk, deed)}, deed.second % 3
    parts = ("length", deed.second % 6 + 1), ("place_in_rating_order", "0.5")
    matches = ((one, ("sides", one.sides[::-1]) if part == 2 else parts[part]) for one in _matches(desk, deed))
    fields = ({"match": one.number, name: value} for one, (name, value) in matches)
    commands = (match_commands.CorrectResult.model_validate({**told, **one}) for one in fields)
    _do_first(desk, ((command, OFFICE) for command in commands))


def appeal_decision(desk: RoundsDesk, deed: Deed) -> None:
    """Somebody appeals what was decided without a ruling, a short while ago."""
    entry, ago = deed.first % len(desk.state.entries) + 1, deed.second % 12
    for decision in range(desk.state.version - ago, max(0, desk.state.version - ago - 12), -1):
        with suppress(Refused):
            desk.do(ruling_commands.AppealDecision(decision=decision, entry=entry))
            return


def withdraw_start(desk: RoundsDesk, deed: Deed) -> None:
    """The start is taken back, and made again."""
    desk.do(WithdrawStart(reason="Too early"), doer(desk, deed))
    desk.do(StartTournament(), OFFICE)


DEEDS: Mapping[str, Callable[[RoundsDesk, Deed], None]] = {
    "enter late": enter,
    "reentry back": take_reentry_back,
    "substitute": substitute,
    "line-up": name_line_up,
    "take result back": take_result_back,
    "confirm": confirm,
    "length": settle_length,
    "parts": correct_parts,
    "appeal decision": appeal_decision,
    "start back": withdraw_start,
    "suspend one": suspend_one,
    "reverse one": reverse_one,
}
