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
        nobody,
        during=(),
        creates=("tournament",),
    ),
    CommandSpec(
        commands.ChangeConditions,
        lifecycle.change_conditions,
        BY_STAFF,
        nobody,
        "conditions",
        during=("announced", "started"),
        revision=of_tournament,
    ),
    CommandSpec(
        commands.AppointDirector,
        lifecycle.appoint_director,
        BY_STAFF,
        nobody,
        "directors",
        during=("announced", "started"),
        revision=of_tournament,
    ),
    CommandSpec(
        commands.ReleaseDirector,
        lifecycle.release_director,
        BY_STAFF,
        nobody,
        "directors/{person}/release",
        during=("announced", "started"),
        revision=of_tournament,
    ),
    CommandSpec(
        commands.StartTournament,
        lifecycle.start,
        BY_STAFF,
        nobody,
        "start",
        during=("announced",),
        revision=of_tournament,
    ),
    CommandSpec(
        commands.CompleteTournament, lifecycle.complete, BY_STAFF, nobody, "completion", revision=of_tournament
    ),
    CommandSpec(
        commands.CancelTournament,
        lifecycle.cancel,
        BY_STAFF,
        nobody,
        "cancellation",
        during=("announced", "started", "completed"),
        revision=of_tournament,
    ),
    CommandSpec(
        commands.ReopenTournament,
        lifecycle.reopen,
        BY_STAFF,
        nobody,
        "reopening",
        during=("completed", "cancelled"),
        revision=of_tournament,
    ),
)
