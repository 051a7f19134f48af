"""The accounts behind a report to the federation, so that its results can be read (TD-19). They show how each match was
won, at which length it was settled, undisputed rulings on results, bans, and how committees voted. They also show
results by a director's link alone (TD-9), and attachments of matches (TD-20, GAM-7).

None of it is owed, and none of it is in the report's digest: a report that was filed stays filed. Like the report it
tells what holds now.
"""

from collections import Counter
from collections.abc import Iterator

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.replacing import replace
from domain.kernel.values import Instant, Value
from domain.match import layering, validity
from domain.match.layer import Layer
from domain.match.record import Effective, Match
from domain.officiating.remedies import Ban, DirectorBan, Remedy
from domain.scoring.games import Outcome
from domain.tournament.decisions.reporting.federation_report import ruling_fields
from domain.tournament.match_record.events import Attached, ErrorRates, Sha256
from domain.tournament.rulings.events import PlaceKind
from domain.tournament.rulings.state import Appeal, Ruling
from domain.tournament.state import Tournament


class Won(Value):
    """The ground on which a match was won: a report (`decided_by` is the kind of result), or a `ruling`. That is the
    one without which that side would not have won, with the kinds of its remedies there."""

    match: int
    decided_by: str
    ruling: int | None = None
    remedies: tuple[str, ...] = ()


class ResolvedLength(Value):
    """A match that was played to another length than the one it was made with (TD-16); `from_game` is the game from
    which that holds, None: from the first."""

    match: int
    made_with: int
    length: int
    from_game: int | None


class UndisputedRuling(Value):
    """A ruling that a result refers to, and nobody has disputed."""

    ruling: int
    about: PlaceKind
    number: int | None
    clause: str
    reasons: PersonalText | None
    remedies: tuple[Remedy, ...]
    given_by: str
    given_at: Instant


class BanInForce(Value):
    """A ban in force by a ruling, until that moment; None: for good. `kind` says from what."""

    ruling: int
    kind: str
    person: PersonId
    until: Instant | None
    clause: str
    reasons: PersonalText | None


class Votes(Value):
    """The votes of a committee for each verdict, by its name or number."""

    appeal: int
    votes: dict[str, int]


class ByLink(Value):
    """A match that counts by the link of that director alone, who plays it (TD-9)."""

    match: int
    director: PersonId


class AllowedMembers(Value):
    """Members of a committee of appeal who an administrator has allowed although they had served here (TD-11)."""

    appeal: int
    members: tuple[PersonId, ...]
    reason: PersonalText | None


class AttachedDocument(Value):
    """An attachment of a match (TD-20, GAM-7): its bytes by their digest, whether its text is kept here, and what an
    analysis found."""

    match: int
    attachment: int
    kind: Attached
    digest: Sha256
    is_kept: bool
    error_rates: ErrorRates | None


class ReportAccount(Value):
    """All of it, in the order in which it is in the tournament."""

    won: tuple[Won, ...]
    wrong_lengths: tuple[ResolvedLength, ...]
    rulings: tuple[UndisputedRuling, ...]
    bans: tuple[BanInForce, ...]
    votes: tuple[Votes, ...]
    by_link: tuple[ByLink, ...]
    allowed: tuple[AllowedMembers, ...]
    attached: tuple[AttachedDocument, ...] = ()


def account_of(state: Tournament) -> ReportAccount:
    """The facts behind the report of the tournament as it is."""
    matches = [match for _, match in sorted(state.matches.items())]
    rulings = [ruling for _, ruling in sorted(state.directing.rulings.items())]
    appeals = [appeal for _, appeal in sorted(state.directing.appeals.items())]
    on_results = {layer.ruling for match in matches for layer in match.layers}
    disputed = {appeal.ruling for appeal in appeals}
    undisputed = [one for one in rulings if one.dispute is None and one.number not in disputed]
    return ReportAccount(
        won=tuple(one for match in matches for one in _reported_win(match)),
        wrong_lengths=tuple(one for match in matches for one in _resolved_lengths(match)),
        rulings=tuple(_undisputed_ruling(one) for one in undisputed if one.number in on_results),
        bans=tuple(ban for ruling in rulings for ban in _bans(ruling)),
        votes=tuple(_votes(appeal) for appeal in appeals if appeal.votes),
        by_link=tuple(_by_link(state.matches[number]) for number in sorted(state.by_link)),
        allowed=tuple(
            AllowedMembers(appeal=one.number, members=one.allowed, reason=one.allowed_because)
            for one in appeals
            if one.allowed
        ),
        attached=tuple(one for match in matches for one in _attached_documents(state, match)),
    )


def _attached_documents(state: Tournament, match: Match) -> Iterator[AttachedDocument]:
    """Attachments that were not taken back."""
    for number, one in enumerate(state.match_records.of(match.number).attachments, 1):
        if one.retracted is None:
            is_kept = one.kept_at is not None
            yield AttachedDocument.from_attributes(one.added, attachment=number, is_kept=is_kept)


def _reported_win(match: Match) -> Iterator[Won]:
    counting = validity.counting(match)
    if counting is None or counting.outcome.winner is None or counting.outcome.ended != "won":
        return
    decided = _deciding_layer(match, counting)
    if decided is not None:
        kinds = tuple(dict.fromkeys(remedy.kind for remedy in decided.remedies))
        yield Won(match=match.number, decided_by="ruling", ruling=decided.ruling, remedies=kinds)
    elif counting.result is not None:
        yield Won(match=match.number, decided_by=counting.result.kind)


def _deciding_layer(match: Match, came_to: Effective) -> Layer | None:
    """The ruling from which on that side has won, whatever was ruled later; None where it has won by play. Rulings that
    opened a sitting stay where something was reported in it."""
    layers, recorded = match.layers, layering.told_result(match) if came_to.result is not None else None
    for number, layer in reversed(list(enumerate(layers))):
        before = tuple(one for place, one in enumerate(layers) if place < number or (recorded and one.opens))
        without = layering.ruling_of(replace(match, layers=before), recorded).outcome
        if layer not in before and not (isinstance(without, Outcome) and without.winner == came_to.outcome.winner):
            return layer
    return None


def _by_link(match: Match) -> ByLink:
    return ByLink.model_validate({"match": match.number, "director": match.by_link_of})


def _resolved_lengths(match: Match) -> Iterator[ResolvedLength]:
    settled = [sitting.played_to for place in match.shown if (sitting := match.sittings[place]).played_to]
    length = match.as_played[1]
    if settled or length != match.length:
        from_game = settled[-1].from_game if settled else None
        yield ResolvedLength(match=match.number, made_with=match.length, length=length, from_game=from_game)


def _undisputed_ruling(ruling: Ruling) -> UndisputedRuling:
    return UndisputedRuling.from_attributes(ruling, **ruling_fields(ruling))


def _bans(ruling: Ruling) -> Iterator[BanInForce]:
    for remedy in ruling.in_force.remedies if ruling.in_force else ():
        if isinstance(remedy, Ban | DirectorBan):
            yield BanInForce.from_attributes(remedy, ruling=ruling.number, clause=ruling.clause, reasons=ruling.reasons)


def _votes(appeal: Appeal) -> Votes:
    counted = Counter(vote.verdict for vote in appeal.votes)
    return Votes(appeal=appeal.number, votes=dict(sorted(counted.items())))
