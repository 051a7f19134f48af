"""`scoresheet replay`."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import chain, takewhile
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from domain.clubs.state import Clubs
from domain.evidence.exported.findings import printable
from domain.evidence.exported.manifest import Manifest, OneStream, Span, WholeLog
from domain.kernel.refusal import Refused
from domain.rating.announcing import SaidPolicy
from domain.rating.policy import Policies, Policy, made_policy
from domain.rating.pools import Pools, require_pool
from ops.command_line.bars import progress_bar
from ops.errors import UnreadableExportError
from ops.export.printing import lines, trial_lines
from ops.export.reading import opened, read_manifest
from ops.export.replaying import Replaying, Unreplayed, events_of, tables_made
from ops.export.sqlite import Database, database_at
from projections.claims.claims import CLAIMS, OF_A_TOURNAMENT
from projections.claims.replay import Replayed
from projections.engine.garbage_collection import no_collections
from projections.published.rating_list import members_of
from projections.ratings.trials import Listed, Tried, try_with
from projections.views.trials import pool_trial_view


def replay(
    place: Annotated[Path, typer.Argument(help="The export: a folder or an archive.")],
    after: Annotated[
        Path | None, typer.Option(help="An earlier export of the whole log, for one that begins later.")
    ] = None,
    sqlite: Annotated[Path | None, typer.Option(help="A new SQLite file for all of it.")] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="Another rating policy: NAME/VERSION, or a JSON file with its announcement."),
    ] = None,
    pool: Annotated[str | None, typer.Option(help="With --policy: only this pool.")] = None,
    club: Annotated[
        list[str] | None,
        typer.Option(help="With --policy: only members of this club, by its id. May be repeated."),
    ] = None,
    openings_from: Annotated[
        str | None, typer.Option(help="With --policy and --pool: players begin with what they have in this pool.")
    ] = None,
) -> None:
    """Replay the events of an export by the rules of this program, without database or network.

    It prints the results, with the digest of each table. Exit 2 if the export can't be replayed. Use `verify` to
    check that the events are genuine. With `--policy`, it prints all ratings as if every tournament had that
    policy: by pool, class and player.

    Example: scoresheet replay everything

    Example: scoresheet replay everything --policy denmark/1 --pool normal
    """
    with no_collections(), ExitStack() as stack:
        source = stack.enter_context(opened(place))
        manifest = read_manifest(source)
        events: Iterator[tuple[int, bytes]] = chain(_before(stack, manifest, after), events_of(source, manifest))
        made = None if sqlite is None else stack.enter_context(database_at(sqlite))
        if made is not None:
            events = made.passing(events)
        advance = stack.enter_context(progress_bar("events", manifest.size))
        try:
            replayed = Replaying(events, advance).go_to(manifest.size)
            if policy is not None:
                _tell_trial(replayed, _wanted_trial(replayed, policy, pool, club or [], openings_from))
                return
            with tables_made(manifest.size):
                _tell(replayed, made, whole=not isinstance(manifest.scope, OneStream))
        except Unreplayed as problem:
            told = f"event {problem.position} can't be replayed: {problem}"
            raise UnreadableExportError(printable(told)) from problem
        except ValueError as problem:
            raise UnreadableExportError(f"the entries can't be read: {problem}; run scoresheet verify") from problem


def _wanted_trial(
    replayed: Replayed, policy: str, pool: str | None, clubs: Sequence[str], openings_from: str | None
) -> Tried:
    """The trial to make. Raises typer.BadParameter where the log knows no such thing."""
    known = replayed.federation
    wanted = pool and tried_pool(pool, known.rating_pools)
    begun = openings_from and other_pool(openings_from, pool, known.rating_pools)
    return Tried(tried_policy(policy, known.rating_policies), wanted, tried_clubs(clubs, replayed.clubs), begun)


def _tell(replayed: Replayed, made: Database | None, *, whole: bool) -> None:
    """Prints what came of the events, and puts it into the database if one is made."""
    for line in lines(replayed, whole=whole):
        typer.echo(line)
    if made is not None:
        made.add_tables(replayed, CLAIMS if whole else OF_A_TOURNAMENT)


def tried_policy(said: str, policies: Policies) -> Policy:
    """The policy that the text names, or that the file of that name says. Raises typer.BadParameter."""
    name, _, version = said.partition("/")
    found = policies.get((name, int(version))) if version.isascii() and version.isdecimal() else None
    if found is not None:
        return found
    if not Path(said).is_file():
        known = ", ".join(f"{each}/{number}" for each, number in sorted(policies))
        raise typer.BadParameter(f"{said} is no policy and no file; policies are {known}", param_hint="--policy")
    try:
        given = SaidPolicy.model_validate_json(Path(said).read_bytes())
    except ValidationError as problem:
        raise typer.BadParameter(f"{said} says no policy: {problem}", param_hint="--policy") from None
    return made_policy(given.name, 1, given.constants())


def tried_pool(pool: str, pools: Pools, option: str = "--pool") -> str:
    """The key of that pool. Raises typer.BadParameter where there is none."""
    try:
        return require_pool(pools, pool).pool
    except Refused as refusal:
        raise typer.BadParameter(refusal.detail, param_hint=option) from None


def tried_clubs(named: Sequence[str], clubs: Clubs) -> Listed:
    """The members of these clubs now; None where none is named. Raises typer.BadParameter where there is no
    such club."""
    try:
        return members_of(clubs, named, datetime.now(UTC)) if named else None
    except Refused as refusal:
        raise typer.BadParameter(refusal.detail, param_hint="--club") from None


def other_pool(named: str, pool: str | None, pools: Pools) -> str:
    """The key of that pool, whose ratings players begin with in the other. Raises typer.BadParameter."""
    if pool in (None, named):
        raise typer.BadParameter("name the pool that begins so with --pool", param_hint="--openings-from")
    return tried_pool(named, pools, "--openings-from")


def _tell_trial(replayed: Replayed, tried: Tried) -> None:
    """Prints what ratings would be."""
    for found in try_with(replayed.tournaments, replayed.persons, tried):
        for line in trial_lines(pool_trial_view(found, len(found.changes))):
            typer.echo(line)


def _before(stack: ExitStack, manifest: Manifest, after: Path | None) -> Iterator[tuple[int, bytes]]:
    """The events before the export's own. Raises UnreadableExportError."""
    first = manifest.scope.first if isinstance(manifest.scope, Span) else 1
    if first == 1:
        return iter(())
    if after is None:
        raise UnreadableExportError(f"the export begins with event {first}; name an earlier one with --after")
    source = stack.enter_context(opened(after))
    earlier = read_manifest(source)
    if not isinstance(earlier.scope, WholeLog) or earlier.size < first - 1 or earlier.origin != manifest.origin:
        raise UnreadableExportError(f"{after} is no export of the same log with all events up to {first - 1}")
    return takewhile(lambda one: one[0] < first, events_of(source, earlier))
