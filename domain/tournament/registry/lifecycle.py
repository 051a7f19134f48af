"""The commands on the tournament itself."""

from domain.match import validity
from domain.match.record import Effective
from domain.tournament.decisions.lifecycle import lifecycle
from domain.tournament.guards.conflicts_of_interest import Interested
from domain.tournament.guards.context import settings_of
from domain.tournament.lifecycle import commands
from domain.tournament.registry.spec import (
    UNTIL_THE_END,
    Permission,
    Role,
    Row,
    nobody,
    of_tournament,
    who_are_in,
)
from domain.tournament.state import Tournament

_ANNOUNCER = Role(
    "an administrator, or a director",
    lambda _, __, context: context.actor.role in ("administrator", "director"),
    office=True,
)


def _what_counts_for(state: Tournament, command: commands.ChangeConditions) -> Interested:
    """TD-14: a change by which results count without another's word, or are harder to contest, is a matter of all who
    play; and so is having rounds under way closed by the service, which leaves nobody's match open (SWI-4)."""
    now = settings_of(state).conditions
    then = command.conditions_after(now)
    opened = then.verification == "at-once" != now.verification
    alone = then.verification == "at-once" or now.directors_link_confirms or then.directors_link_confirms
    window = alone and then.correction_window_minutes != now.correction_window_minutes
    closes = state.started and then.auto_draw and not now.auto_draw
    return who_are_in(state) if opened or window or closes else Interested()


def _who_has_not_won(state: Tournament, _: commands.CancelTournament) -> Interested:
    """ALL-13: what has been played is rated no more, which is a gain to anyone who has not won a match of theirs."""
    results = _counting(state)
    return Interested(tuple(dict.fromkeys(side for one in results for side in one.sides if side != one.winner)))


def _who_has_won(state: Tournament, _: commands.ReopenTournament) -> Interested:
    """ALL-13: what was cancelled is rated again, which is a gain to anyone who has won a match of theirs; but anyone
    who has cancelled it themselves only takes that back."""
    settings = settings_of(state)
    if settings.status != "cancelled":
        return Interested()
    winners = dict.fromkeys(one.winner for one in _counting(state) if one.winner is not None)
    return Interested(tuple(one for one in winners if settings.ended_by not in state.entries[one].persons))


def _who_was_drawn(state: Tournament, _: commands.WithdrawStart) -> Interested:
    """ALL-2: nobody who plays has lots or rounds drawn again in which they have a place."""
    made = (*state.matches.values(), *state.rounds.byes.values())
    return who_are_in(state) if state.rounds.lots or any(one.live for one in made) else Interested()


def _counting(state: Tournament) -> list[Effective]:
    found = (validity.counting(match) for _, match in sorted(state.matches.items()))
    return [result for result in found if result is not None]


COMMANDS = (
    Row(commands.AnnounceTournament, lifecycle.announce, nobody).at(
        permission=Permission((_ANNOUNCER,), "Only administrators and directors announce."),
        during=(),
        creates=("tournament",),
    ),
    Row(commands.ChangeConditions, lifecycle.change_conditions, _what_counts_for).at(
        "conditions", during=UNTIL_THE_END, revision=of_tournament, is_setting=True
    ),
    Row(commands.ChangeSettings, lifecycle.change_settings, nobody).at(
        "settings", during=UNTIL_THE_END, revision=of_tournament, is_setting=True
    ),
    Row(commands.AppointDirector, lifecycle.appoint_director, nobody).at(
        "directors", during=UNTIL_THE_END, revision=of_tournament
    ),
    Row(commands.ReleaseDirector, lifecycle.release_director, nobody).at(
        "directors/{person}/release", during=UNTIL_THE_END, revision=of_tournament
    ),
    Row(commands.StartTournament, lifecycle.start, nobody).at("start", during=("announced",), revision=of_tournament),
    Row(commands.WithdrawStart, lifecycle.withdraw_start, _who_was_drawn).at(
        "start/withdrawal", revision=of_tournament
    ),
    Row(commands.CompleteTournament, lifecycle.complete, nobody).at("completion", revision=of_tournament),
    Row(commands.CancelTournament, lifecycle.cancel, _who_has_not_won).at(
        "cancellation", during=("announced", "started", "completed"), revision=of_tournament
    ),
    Row(commands.ReopenTournament, lifecycle.reopen, _who_has_won).at(
        "reopening", during=("completed", "cancelled"), revision=of_tournament
    ),
)
