"""The commands on matches and their results. Who reports decides nothing: whether a report counts at once is for the
tournament's conditions (TD-14)."""

from domain.kernel.ids import PersonId
from domain.kernel.values import other
from domain.match.record import Match
from domain.tournament.decisions.matches import invitations, line_ups, results, wrong_length
from domain.tournament.decisions.rounds import before_closing
from domain.tournament.derived.sides import side_of
from domain.tournament.guards.conflicts_of_interest import Interested, reporting_sides, sides_announced_for
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import (
    acts_for,
    may_confirm,
    may_confirm_by_link,
    plays,
    require_code_in_time,
    require_own_word,
    speaks_for,
)
from domain.tournament.matches import commands
from domain.tournament.registry.spec import (
    SIDE,
    SINCE_THE_START,
    STAFF,
    Permission,
    Role,
    Row,
    acts_for_side,
    named_side,
    nobody,
    of_match,
    or_staff,
    sides,
)
from domain.tournament.state import Tournament


def _is_paired(state: Tournament, command: commands.MatchTerms, context: Context) -> bool:
    return any(acts_for(context.actor, find_entry(state, side)) for side in command.sides)


def _each_row(state: Tournament, command: commands.EnterResults, context: Context) -> bool:
    """A match that is not there is refused with its row. Byes are for the staff to enter."""
    return not command.byes and all(_row(state, row, context) for row in command.results)


def _with_byes(_: Tournament, command: commands.EnterResults) -> Interested:
    """The entries with a bye; a report decides nothing."""
    return Interested(tuple(sorted({bye.entry for bye in command.byes})))


def _row(state: Tournament, row: commands.PlayedMatch | commands.ExistingMatch, context: Context) -> bool:
    if isinstance(row, commands.PlayedMatch):
        known = (state.entries.get(side) for side in row.sides)
        return any(entry is None or acts_for(context.actor, entry) for entry in known)
    match = state.matches.get(row.match)
    return match is None or plays(state, context.actor, match)


def _is_invited(state: Tournament, command: commands.AcknowledgeInvitation, context: Context) -> bool:
    match = find_match(state, command.match)
    invitation = match.invitation
    if invitation is None:
        return plays(state, context.actor, match)
    return acts_for_side(state, command.match, other(invitation.by), context)


def _sides_before_and_after(state: Tournament, command: commands.CorrectResult) -> Interested:
    known = tuple(find_entry(state, side).number for side in command.sides or ())
    return Interested((*sides(state, command).entries, *known))


def _who_reported(state: Tournament, command: commands.VerifyResult) -> Interested:
    return Interested(sides_announced_for(state, find_match(state, command.match)))


def _confirms(state: Tournament, command: commands.VerifyResult, context: Context) -> bool:
    match = find_match(state, command.match)
    require_own_word(state, match, context)
    return plays(state, context.actor, match) and may_confirm(state, match, context)


def _confirms_by_link(state: Tournament, command: commands.VerifyResult, context: Context) -> bool:
    return may_confirm_by_link(state, find_match(state, command.match), context)


def _confirms_after_link(state: Tournament, command: commands.ConfirmResult, context: Context) -> bool:
    match = find_match(state, command.match)
    require_code_in_time(state, match, context)
    return match.by_link_of not in context.actor.persons and _has_played(state, match, match.by_link_of, context)


def _has_played(state: Tournament, match: Match, director: PersonId | None, context: Context) -> bool:
    """Whether the actor has played the match, and against that director, where one is named."""
    side = side_of(state, match, director)
    return plays(state, context.actor, match) and side_of(state, match, context.actor.person) != side


def _takes_back(state: Tournament, command: commands.WithdrawResult, context: Context) -> bool:
    """Anyone who did not report a result that counts by that report alone: nobody has corrected it, or ruled on it.
    Anyone who has met the director by whose link alone it counts, and the player by whose chosen code it was
    confirmed."""
    match = find_match(state, command.match)
    alone = not (match.unannounced or match.sitting.corrections or match.layers)
    if match.by_link_of is not None:
        return alone and _has_played(state, match, match.by_link_of, context)
    if match.by_code_of is not None and match.by_code_of == context.actor.person:
        return alone
    own = side_of(state, match, context.actor.person)
    told_against = reporting_sides(state, match) not in ((), (own,)) and plays(state, context.actor, match)
    return match.verification == "at-once" and alone and told_against


def _reports_for_a_side(state: Tournament, command: commands.ReportResult, context: Context) -> bool:
    return speaks_for(state, find_match(state, command.match).as_played[0], context) is not None


def _reports_new_for_a_side(state: Tournament, command: commands.MatchTerms, context: Context) -> bool:
    return speaks_for(state, command.sides, context) is not None


def _reports_each(state: Tournament, command: commands.EnterResults, context: Context) -> bool:
    return all(_row_for_a_side(state, row, context) for row in command.results)


def _row_for_a_side(state: Tournament, row: commands.PlayedMatch | commands.ExistingMatch, context: Context) -> bool:
    if isinstance(row, commands.PlayedMatch):
        return _reports_new_for_a_side(state, row, context)
    match = state.matches.get(row.match)
    return match is not None and speaks_for(state, match.as_played[0], context) is not None


_OFFICER_OF_SIDE = Role("an officer of the club for which a side plays", _reports_for_a_side, own=False)
_OFFICER_OF_PAIR = Role("an officer of the club for which a side plays", _reports_new_for_a_side, own=False)
_OFFICER_OF_EACH = Role("an officer of the clubs for which a side of each match plays", _reports_each, own=False)
_OPPONENT = Role("the opponent of who has reported it, where no director verifies it", _confirms)
_BY_LINK = Role(
    "their opponent by the link of a director who plays it, where that was announced", _confirms_by_link, marked=True
)
_AFTER_LINK = Role("the opponent of the director by whose link alone it counts", _confirms_after_link)
_HARMED = Role(
    "the side that did not report it, of a result that counts at once; or the opponent whose director's link did",
    _takes_back,
)
_PAIRED = Role("a side of the match", _is_paired)
_LISTED = Role("a side of each match in the list", _each_row)
_INVITED = Role("the side of the match that was invited", _is_invited)


_WHO_REPORTS = "Only the two sides of a match, an officer of a club for which one plays, or the staff report it."


def _is_of_team(state: Tournament, command: commands.NameLineUp, context: Context) -> bool:
    return acts_for(context.actor, find_entry(state, command.entry))


_TEAM = Role("a player of the team", _is_of_team)


def _by_side(field: str) -> Permission:
    return or_staff(named_side(field), "Only that side of the match or the staff may do this.")


COMMANDS = (
    Row(commands.MakeMatch, results.make, nobody).at(
        "matches", permission=Permission((_PAIRED, _OFFICER_OF_PAIR, STAFF), _WHO_REPORTS), creates=("match",)
    ),
    Row(commands.ReportResult, results.report, nobody).at(
        "matches/{match}/result",
        permission=Permission((SIDE, _OFFICER_OF_SIDE, STAFF), _WHO_REPORTS),
        revision=of_match,
    ),
    Row(commands.EnterResults, results.enter_list, _with_byes).at(
        "results", permission=Permission((_LISTED, _OFFICER_OF_EACH, STAFF), _WHO_REPORTS), creates=("match",)
    ),
    Row(commands.VerifyResult, results.verify, _who_reported).at(
        "matches/{match}/verification",
        permission=Permission(
            (_OPPONENT, _BY_LINK, STAFF), "Only staff verify a result; the opponent does where that was announced."
        ),
        revision=of_match,
        by_code=True,
    ),
    Row(commands.ConfirmResult, results.confirm, sides).at(
        "matches/{match}/confirmation",
        permission=or_staff(_AFTER_LINK, "Only that director's opponent, or staff who do not play it, confirm it."),
        during=SINCE_THE_START,
        revision=of_match,
        by_code=True,
    ),
    Row(commands.WithdrawResult, results.take_back, nobody).at(
        "matches/{match}/result/withdrawal",
        permission=Permission(
            (_HARMED,),
            "Only the side that did not say so takes back a result that counts at once, or by a director's link or a "
            "code of theirs.",
        ),
        revision=of_match,
        creates=("dispute",),
    ),
    Row(commands.CorrectResult, results.correct, _sides_before_and_after).at(
        "matches/{match}/corrections", revision=of_match
    ),
    Row(commands.ResolveWrongLength, wrong_length.resolve, sides).at("matches/{match}/length", revision=of_match),
    Row(commands.VoidMatch, results.void, sides).at("matches/{match}/voiding", revision=of_match),
    Row(commands.ReinstateMatch, results.reinstate, sides).at("matches/{match}/reinstatement", revision=of_match),
    Row(commands.NameLineUp, line_ups.name_line_up, sides).at(
        "matches/{match}/line-ups",
        permission=or_staff(_TEAM, "Only the players of a team and the staff name its line-up."),
        revision=of_match,
    ),
    Row(commands.SendInvitation, invitations.invite, sides).at(
        "matches/{match}/invitation", permission=_by_side("invited_by"), revision=of_match
    ),
    Row(commands.AcknowledgeInvitation, invitations.acknowledge, sides).at(
        "matches/{match}/acknowledgement",
        permission=or_staff(_INVITED, "Only the side that was invited or the staff may do this."),
        revision=of_match,
    ),
    Row(commands.ReportNoTimeAgreed, before_closing.report_no_time_agreed, sides).at(
        "matches/{match}/no-time-agreed", permission=_by_side("reported_by"), revision=of_match
    ),
)
