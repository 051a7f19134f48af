"""The commands on matches and their results. Who reports decides nothing: whether a report counts at once is for the
tournament's conditions (TD-14)."""

from domain.kernel.values import Side, other
from domain.tournament.guards.conflicts_of_interest import Interested, announced_for, sides_of
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry, find_match, side_of
from domain.tournament.guards.permissions import acts_for, plays
from domain.tournament.guards.verification import may_confirm
from domain.tournament.matches import commands, invitations, results, wrong_length
from domain.tournament.registry.spec import BY_STAFF, STAFF, CommandSpec, Permission, Role, nobody, of_match
from domain.tournament.rounds import deadlines
from domain.tournament.state import Tournament


def _plays(state: Tournament, command: commands.ReportResult, context: Context) -> bool:
    return plays(state, context.actor, find_match(state, command.match))


def _is_paired(state: Tournament, command: commands.MatchTerms, context: Context) -> bool:
    return any(acts_for(context.actor, find_entry(state, side)) for side in command.sides)


def _each_row(state: Tournament, command: commands.EnterResults, context: Context) -> bool:
    """A match that is not there is refused with its row."""
    return all(_row(state, row, context) for row in command.results)


def _row(state: Tournament, row: commands.PlayedMatch | commands.ExistingMatch, context: Context) -> bool:
    if isinstance(row, commands.PlayedMatch):
        known = (state.entries.get(side) for side in row.sides)
        return any(entry is None or acts_for(context.actor, entry) for entry in known)
    match = state.matches.get(row.match)
    return match is None or plays(state, context.actor, match)


def acts_for_side(state: Tournament, match: int, side: Side | None, context: Context) -> bool:
    """Whether the actor is that side of the match; never where no side is named."""
    (first, second), _ = find_match(state, match).as_played
    return side is not None and acts_for(context.actor, state.entries[first if side == "first" else second])


def _is_named_side(state: Tournament, command: commands.Invite | commands.TellDirector, context: Context) -> bool:
    return acts_for_side(state, command.match, command.by, context)


def _is_invited(state: Tournament, command: commands.Acknowledge, context: Context) -> bool:
    match = find_match(state, command.match)
    if match.invitation is None:
        return plays(state, context.actor, match)
    return acts_for_side(state, command.match, other(match.invitation.by), context)


def _sides(state: Tournament, command: commands.OfMatch | commands.VoidMatch | commands.SettleLength) -> Interested:
    return Interested(sides_of(state, (find_match(state, command.match).number,)))


def _sides_before_and_after(state: Tournament, command: commands.CorrectResult) -> Interested:
    known = tuple(find_entry(state, side).number for side in command.sides or ())
    return Interested((*sides_of(state, (find_match(state, command.match).number,)), *known))


def _who_reported(state: Tournament, command: commands.VerifyResult) -> Interested:
    return Interested(announced_for(state, find_match(state, command.match)))


def _confirms(state: Tournament, command: commands.VerifyResult, context: Context) -> bool:
    match = find_match(state, command.match)
    return plays(state, context.actor, match) and may_confirm(state, match, context)


def _takes_back(state: Tournament, command: commands.TakeResultBack, context: Context) -> bool:
    """Whoever did not report a result that counts by that report alone: nobody has corrected it, or ruled on it."""
    match = find_match(state, command.match)
    alone = not (match.unannounced or match.sitting.corrections or match.layers)
    own = side_of(state, match, context.actor.person)
    told_against = own not in announced_for(state, match) and plays(state, context.actor, match)
    return match.verification == "at-once" and alone and told_against


_OPPONENT = Role("the opponent of who has reported it, where no director verifies it", _confirms)
_HARMED = Role("the side that did not report it, of a result that counts at once", _takes_back)
_SIDE = Role("a side of the match", _plays)
_PAIRED = Role("a side of the match", _is_paired)
_LISTED = Role("a side of each match in the list", _each_row)
_NAMED_SIDE = Role("the side of the match that is named", _is_named_side)
_INVITED = Role("the side of the match that was invited", _is_invited)
_BY_A_SIDE = Permission((_NAMED_SIDE, STAFF), "Only that side of the match or the staff may do this.")

COMMANDS = (
    CommandSpec(
        commands.MakeMatch,
        results.make,
        Permission((_PAIRED, STAFF), "Only the two players or the staff report a match."),
        decides_for=nobody,
        creates=("match",),
        path="matches",
    ),
    CommandSpec(
        commands.ReportResult,
        results.report,
        Permission((_SIDE, STAFF), "Only the two sides of the match or the staff report its result."),
        decides_for=nobody,
        revision=of_match,
        path="matches/{match}/result",
    ),
    CommandSpec(
        commands.EnterResults,
        results.enter_list,
        Permission((_LISTED, STAFF), "Only the two players or the staff report a match."),
        decides_for=nobody,
        creates=("match",),
        path="results",
    ),
    CommandSpec(
        commands.VerifyResult,
        results.verify,
        Permission((_OPPONENT, STAFF), "Only staff verify a result; the opponent does where that was announced."),
        decides_for=_who_reported,
        revision=of_match,
        path="matches/{match}/verification",
    ),
    CommandSpec(
        commands.TakeResultBack,
        results.take_back,
        Permission((_HARMED,), "Only the side that did not report it takes back a result that counts at once."),
        decides_for=nobody,
        revision=of_match,
        creates=("dispute",),
        reasons=("matter",),
        path="matches/{match}/taking-back",
    ),
    CommandSpec(
        commands.CorrectResult,
        results.correct,
        BY_STAFF,
        decides_for=_sides_before_and_after,
        revision=of_match,
        reasons=("reason",),
        path="matches/{match}/corrections",
    ),
    CommandSpec(
        commands.SettleLength,
        wrong_length.settle,
        BY_STAFF,
        decides_for=_sides,
        revision=of_match,
        reasons=("reason",),
        path="matches/{match}/length",
    ),
    CommandSpec(
        commands.VoidMatch,
        results.void,
        BY_STAFF,
        decides_for=_sides,
        revision=of_match,
        reasons=("reason",),
        path="matches/{match}/voiding",
    ),
    CommandSpec(
        commands.ReinstateMatch,
        results.reinstate,
        BY_STAFF,
        decides_for=_sides,
        revision=of_match,
        reasons=("reason",),
        path="matches/{match}/reinstatement",
    ),
    CommandSpec(
        commands.Invite,
        invitations.invite,
        _BY_A_SIDE,
        decides_for=_sides,
        revision=of_match,
        path="matches/{match}/invitation",
    ),
    CommandSpec(
        commands.Acknowledge,
        invitations.acknowledge,
        Permission((_INVITED, STAFF), "Only the side that was invited or the staff may do this."),
        decides_for=_sides,
        revision=of_match,
        path="matches/{match}/acknowledgement",
    ),
    CommandSpec(
        commands.TellDirector,
        deadlines.tell,
        _BY_A_SIDE,
        decides_for=_sides,
        revision=of_match,
        path="matches/{match}/no-time-agreed",
    ),
)
