"""The commands on the tournament itself."""

from domain.tournament.lifecycle import commands, lifecycle
from domain.tournament.registry.spec import BY_STAFF, CommandSpec, Permission, Role, nobody, of_tournament

_ANNOUNCER = Role(
    "an administrator, or a director", lambda _, __, context: context.actor.role in ("administrator", "director")
)

COMMANDS = (
    CommandSpec(
        commands.AnnounceTournament,
        lifecycle.announce,
        Permission((_ANNOUNCER,), "Only administrators and directors announce."),
        decides_for=nobody,
        during=(),
        creates=("tournament",),
    ),
    CommandSpec(
        commands.ChangeConditions,
        lifecycle.change_conditions,
        BY_STAFF,
        decides_for=nobody,
        during=("announced", "started"),
        revision=of_tournament,
        reasons=("reason",),
        path="conditions",
    ),
    CommandSpec(
        commands.AppointDirector,
        lifecycle.appoint_director,
        BY_STAFF,
        decides_for=nobody,
        during=("announced", "started"),
        revision=of_tournament,
        path="directors",
    ),
    CommandSpec(
        commands.ReleaseDirector,
        lifecycle.release_director,
        BY_STAFF,
        decides_for=nobody,
        during=("announced", "started"),
        revision=of_tournament,
        path="directors/{person}/release",
    ),
    CommandSpec(
        commands.StartTournament,
        lifecycle.start,
        BY_STAFF,
        decides_for=nobody,
        during=("announced",),
        revision=of_tournament,
        path="start",
    ),
    CommandSpec(
        commands.CompleteTournament,
        lifecycle.complete,
        BY_STAFF,
        decides_for=nobody,
        revision=of_tournament,
        path="completion",
    ),
    CommandSpec(
        commands.CancelTournament,
        lifecycle.cancel,
        BY_STAFF,
        decides_for=nobody,
        during=("announced", "started", "completed"),
        revision=of_tournament,
        reasons=("reason",),
        path="cancellation",
    ),
    CommandSpec(
        commands.ReopenTournament,
        lifecycle.reopen,
        BY_STAFF,
        decides_for=nobody,
        during=("completed", "cancelled"),
        revision=of_tournament,
        reasons=("reason",),
        path="reopening",
    ),
)
