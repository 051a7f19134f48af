"""What random directors try of disputes, rulings and appeals, legal or not (TD-9 to TD-13)."""

from collections.abc import Sequence
from contextlib import suppress

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.officiating.committees import Committee, CommitteeVerdict, count
from domain.problems.matches import RESULTS_CONTRADICT
from domain.problems.tournament import CHOICE_NEEDED
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.state import Appeal, Dispute, Ruling
from tests.desk import person
from tests.formats.acting import COMMITTEE, Deed, chosen_by, doer
from tests.formats.appealing import give, lodge, vote
from tests.formats.orders import GO_WITH_ANY, KINDS, Fields, Ordered, remedies_of, ruling
from tests.rounds import RoundsDesk, in_every_stage

RULING_KINDS = (
    *(
        "rule",
        "rule",
        "rule",
        "pursue",
        "pursue",
        "pursue",
        "dispute",
        "state",
        "lodge",
        "form",
        "propose-alternative",
        "vote",
    ),
    *("suspend", "resume", "announce", "withdraw-appeal", "withdraw-ruling", "put-out", "put-out", "let-in", "let-in"),
    "overtaken",
)
_COMMITTEES = ("xyz", COMMITTEE, "xy")
"""The last is none."""


def attempt_ruling(desk: RoundsDesk, deed: Deed) -> None:
    """Does what the deed says; raises Refused where it is refused."""
    number = deed.first % (len(desk.state.directing.rulings) + 1) + 1
    match deed.kind:
        case "rule":
            rule(desk, deed)
        case "put-out" | "let-in" | "pursue" | "overtaken" | "reverse":
            ways = {"put-out": put_out, "let-in": let_in, "pursue": pursue, "overtaken": overtaken, "reverse": reverse}
            ways[deed.kind](desk, deed)
        case "dispute":
            about = {"kind": "match", "number": deed.first % (len(desk.state.matches) + 1) + 1}
            _do(
                desk,
                deed,
                ruling_commands.OpenDispute.model_validate({"about": about, "matter": "The dice fell off the board"}),
            )
        case "state":
            letter = "ABCDEF"[deed.second % 6]
            said = {"kind": "statement", "person": person(letter), "statement": "They did not", "dispute": number}
            _do(desk, deed, ruling_commands.RecordStatement.model_validate(said), person(letter))
        case "suspend":
            _do(desk, deed, ruling_commands.SuspendRuling.model_validate({"ruling": number, **chosen_by(desk, deed)}))
        case "resume":
            _do(desk, deed, ruling_commands.ResumeRuling.model_validate({"ruling": number, **chosen_by(desk, deed)}))
        case "withdraw-ruling":
            withdrawal = {"ruling": number, "reason": "Given in error", **chosen_by(desk, deed)}
            _do(desk, deed, ruling_commands.WithdrawRuling.model_validate(withdrawal))
        case "lodge":
            by = deed.second % len(desk.state.entries) + 1
            _lodge(desk, deed, number, by)
        case _:
            attempt_appeal(desk, deed, deed.first % (len(desk.state.directing.appeals) + 1) + 1)


def attempt_appeal(desk: RoundsDesk, deed: Deed, number: int) -> None:
    """What is done to one appeal."""
    match deed.kind:
        case "form":
            members = _COMMITTEES[deed.second % len(_COMMITTEES)]
            _do(desk, deed, ruling_commands.FormCommittee(appeal=number, members=tuple(map(person, members))))
        case "propose-alternative":
            propose_alternative(desk, deed, number)
        case "vote":
            verdict: CommitteeVerdict = verdicts(desk.state.directing.appeals.get(number))[deed.second % 3]
            _vote(desk, deed, number, person(COMMITTEE[deed.second % len(COMMITTEE)]), verdict)
        case "announce":
            decide(desk, deed, number)
        case "withdraw-appeal":
            _do(desk, deed, ruling_commands.WithdrawAppeal(appeal=number))


def decide(desk: RoundsDesk, deed: Deed, appeal: int) -> None:
    """The appeal's decision is announced; what becomes of what hangs on it is as the deed says."""
    said = {"appeal": appeal, "reasons": "As voted", **chosen_by(desk, deed)}
    _do(desk, deed, ruling_commands.DecideAppeal.model_validate(said))


def ordered(deed: Deed) -> Ordered:
    """What the deed orders: of each kind, now and then with another."""
    also = (*GO_WITH_ANY, None, None, None, None)[(3 * deed.first + deed.second) % (len(GO_WITH_ANY) + 4)]
    size = (deed.first + deed.second) % 12 + 1
    return Ordered(KINDS[deed.second % len(KINDS)], deed.first, deed.won, size, also)


def rule(desk: RoundsDesk, deed: Deed) -> None:
    """Orders something, or dismisses a claim of it; on the newest dispute without a ruling, where it is about that."""
    fields = ruling(desk, ordered(deed)) | chosen_by(desk, deed)
    if deed.first % 5 == 0:
        fields |= {"remedies": [], "claimed": fields["remedies"]}
    about = fields["about"]
    open_ones = (one for _, one in sorted(desk.state.directing.disputes.items()) if one.ruling is None)
    same = [one.number for one in open_ones if about == _about(one)]
    _do(desk, deed, ruling_commands.GiveRuling.model_validate(fields | {"dispute": next(iter(same), None)}))


def put_out(desk: RoundsDesk, deed: Deed) -> None:
    """Puts an entry out of the tournament."""
    entry, kind = deed.second % len(desk.state.entries) + 1, "expulsion" if deed.won else "disqualification"
    terms = {"about": {"kind": "entry", "number": entry}, "remedies": [{"kind": kind, "entry": entry}]}
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written", **chosen_by(desk, deed)}
    _do(desk, deed, ruling_commands.GiveRuling.model_validate({**terms, **said}))


def let_in(desk: RoundsDesk, deed: Deed) -> None:
    """Has a ruling reversed that puts somebody out, all in one go; only what becomes of what hangs on it is as the deed
    says."""
    directing = desk.state.directing
    numbers = [one.ruling for _, entry in sorted(desk.state.entries.items()) for one in entry.excluded_by]
    found = [number for number in numbers if directing.appeal_of(number) is None]
    if found:
        appeal = lodge(desk, found[deed.first % len(found)])
        vote(desk, appeal, "reversed")
        decide(desk, deed, appeal)


def reverse(desk: RoundsDesk, deed: Deed) -> None:
    """Has a ruling reversed, all in one go, now and then suspended before; only what becomes of what hangs on it is as
    the deed says."""
    directing = desk.state.directing
    found = [number for number in sorted(directing.rulings) if directing.appeal_of(number) is None]
    if not found:
        return
    number = found[deed.first // 4 % len(found)]
    appeal = lodge(desk, number)
    if deed.won:
        with suppress(Refused):
            desk.do(ruling_commands.SuspendRuling.model_validate({"ruling": number, **chosen_by(desk, deed)}))
    vote(desk, appeal, "reversed")
    decide(desk, deed, appeal)


def suspend_one(desk: RoundsDesk, deed: Deed) -> None:
    """Has a ruling that nobody has appealed suspended, one given for that where there is none. What was made from what
    it changes goes, where that has to be chosen and the deed's own choice is refused."""
    number = _appealable(desk, deed)
    if number is not None:
        lodge(desk, number)
        _as_chosen_or_rewinding(desk, deed, ruling_commands.SuspendRuling(ruling=number))


def reverse_one(desk: RoundsDesk, deed: Deed) -> None:
    """Has a ruling that nobody has appealed reversed, in the same way."""
    number = _appealable(desk, deed)
    if number is not None:
        appeal = lodge(desk, number)
        vote(desk, appeal, "reversed")
        _as_chosen_or_rewinding(desk, deed, ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted"))


def _appealable(desk: RoundsDesk, deed: Deed) -> int | None:
    """A ruling that nobody has appealed; one is given where there is none, unless it is refused."""
    directing = desk.state.directing
    found = [number for number in sorted(directing.rulings) if directing.appeal_of(number) is None]
    return found[deed.first // 4 % len(found)] if found else give(desk, ordered(deed))


def _as_chosen_or_rewinding(desk: RoundsDesk, deed: Deed, command: Command) -> None:
    try:
        desk.do(type(command).model_validate({**command.model_dump(exclude_unset=True), **chosen_by(desk, deed)}))
    except Refused:
        rewinding(desk, command)


def overtaken(desk: RoundsDesk, deed: Deed) -> None:
    """A side of a match leaves, or is put out, before a committee grants what was claimed of it, or puts an alternative
    in its ruling's place."""
    orders = ordered(deed)
    fields = ruling(desk, orders) | (chosen_by(desk, deed) or in_every_stage(desk, "rewind"))
    if deed.first % 2:
        fields |= {"remedies": [], "claimed": fields["remedies"]}
    desk.do(ruling_commands.GiveRuling.model_validate(fields))
    newest = desk.state.directing.rulings[len(desk.state.directing.rulings)]
    appeal, leaver = lodge(desk, newest.number), newest.parties[deed.second % len(newest.parties)]
    if not deed.first % 2:
        propose_alternative(desk, deed, appeal)
    with suppress(Refused):
        if deed.won:
            rewinding(desk, entry_commands.Resign(entry=leaver, reason="Told the desk."))
        else:
            put_out(desk, Deed("put-out", deed.first, leaver - 1, deed.won))
    vote(desk, appeal, "reversed" if deed.first % 2 else "alternative-1")
    decide(desk, deed, appeal)


def pursue(desk: RoundsDesk, deed: Deed) -> None:
    """Takes the next step of the newest appeal that is open, or appeals a ruling."""
    open_ones = [one for _, one in sorted(desk.state.directing.appeals.items()) if one.decision is None]
    if not open_ones:
        appeal_any(desk, deed)
    elif not open_ones[-1].members:
        _do(
            desk,
            deed,
            ruling_commands.FormCommittee(
                appeal=open_ones[-1].number, members=tuple(map(person, _COMMITTEES[deed.won]))
            ),
        )
    elif len(open_ones[-1].votes) <= _half(open_ones[-1]):
        take_part(desk, deed, open_ones[-1])
    else:
        decide(desk, deed, open_ones[-1].number)


def appeal_any(desk: RoundsDesk, deed: Deed) -> None:
    """Lodges an appeal of a ruling that was not appealed yet, if there is one."""
    directing = desk.state.directing
    found: list[Ruling] = [one for n, one in sorted(directing.rulings.items()) if directing.appeal_of(n) is None]
    if found:
        one = found[deed.first % len(found)]
        by = one.parties[deed.second % len(one.parties)]
        _lodge(desk, deed, one.number, by)


def take_part(desk: RoundsDesk, deed: Deed, appeal: Appeal) -> None:
    """A member votes; before the first vote, now and then, an alternative is put forward."""
    if not appeal.votes and not appeal.alternatives and deed.first % 2:
        propose_alternative(desk, deed, appeal.number)
    voted = {vote.member for vote in appeal.votes}
    member = next(one for one in appeal.members if one not in voted)
    said = verdicts(appeal)
    verdict = appeal.votes[0].verdict if appeal.votes else said[deed.second % len(said)]
    _vote(desk, deed, appeal.number, member, verdict)


def propose_alternative(desk: RoundsDesk, deed: Deed, appeal: int) -> None:
    """Puts an alternative forward, about whatever the ruling is about."""
    found = desk.state.directing.appeals.get(appeal)
    on = desk.state.directing.rulings[found.ruling].on if found else None
    remedies: list[Fields] = remedies_of(desk, ordered(deed), (on and on.number) or 1)
    _do(desk, deed, ruling_commands.ProposeAlternative.model_validate({"appeal": appeal, "remedies": remedies}))


def verdicts(appeal: Appeal | None) -> Sequence[CommitteeVerdict]:
    """What can be voted for, and the first alternative, be there one or not."""
    newest = len(appeal.alternatives) if appeal else 0
    return ("upheld", "reversed", f"alternative-{newest or 1}")


def _do(desk: RoundsDesk, deed: Deed, command: Command, own: PersonId | None = None) -> None:
    """Anyone who does the deed does this; where it is one for that person alone, players and members leave it to
    them."""
    theirs = own is not None and deed.by in ("first", "second", "member")
    by = Actor(key="own", role="player", person=own) if theirs else doer(desk, deed)
    desk.do(command, by)


def _lodge(desk: RoundsDesk, deed: Deed, ruling: int, by: int) -> None:
    command = ruling_commands.LodgeAppeal(ruling=ruling, entry=by, override=True, reason="Late, but weighty")
    _do(desk, deed, command, desk.state.entries[by].person)


def _vote(desk: RoundsDesk, deed: Deed, appeal: int, member: PersonId, verdict: CommitteeVerdict) -> None:
    _do(desk, deed, ruling_commands.CastVote(appeal=appeal, member=member, verdict=verdict), member)


def end_a_matter(desk: RoundsDesk) -> bool:
    """Has an appeal that is open decided, once most members have voted, or else withdrawn, its ruling in force; or
    dismisses what a dispute claims. Answers whether there was any."""
    directing = desk.state.directing
    appeals = [one for _, one in sorted(directing.appeals.items()) if one.decision is None]
    disputes = [one for _, one in sorted(directing.disputes.items()) if one.ruling is None]
    if appeals and len(appeals[0].votes) > _half(appeals[0]):
        _have_decided(desk, appeals[0])
    elif appeals and directing.rulings[appeals[0].ruling].status == "suspended":
        rewinding(desk, ruling_commands.ResumeRuling(ruling=appeals[0].ruling))
    elif appeals:
        desk.do(ruling_commands.WithdrawAppeal(appeal=appeals[0].number))
    elif disputes:
        about, claimed = (
            _about(disputes[0]),
            {"kind": "warning", "to": {"kind": "described", "description": "Everybody"}},
        )
        terms = {"clause": "4.2", "facts": "Nobody saw it", "reasons": "Not shown", "dispute": disputes[0].number}
        desk.do(ruling_commands.GiveRuling.model_validate({"about": about, "claimed": [claimed], **terms}))
    return bool(appeals or disputes)


def _have_decided(desk: RoundsDesk, appeal: Appeal) -> None:
    """Members who have not voted uphold the ruling; then the decision is announced."""
    for member in count(Committee(members=appeal.members), appeal.votes, len(appeal.alternatives)).silent:
        desk.do(ruling_commands.CastVote(appeal=appeal.number, member=member, verdict="upheld"))
    rewinding(desk, ruling_commands.DecideAppeal(appeal=appeal.number, reasons="As voted"))


def _half(appeal: Appeal) -> int:
    return len(appeal.members) // 2


def rewinding(desk: RoundsDesk, command: Command) -> None:
    """Carries the command out; where a choice is needed, what was made from what it changes is rewound, and what could
    not have been played, in a ring, is voided first (RNG-6)."""
    try:
        desk.do(command)
    except Refused as refusal:
        if refusal.problem is CHOICE_NEEDED:
            rewinding(desk, command.model_copy(update=in_every_stage(desk, "rewind")))
            return
        contradicting = refusal.facts.get("contradicting")
        if refusal.problem is not RESULTS_CONTRADICT or not isinstance(contradicting, list):
            raise
        if refusal.facts.get("match") in contradicting:  # the command itself says when that was played
            raise
        if getattr(command, "match", None) in contradicting and getattr(command, "choices", "none") == ():
            rewinding(desk, command.model_copy(update=in_every_stage(desk, "rewind")))
            return
        rewinding(desk, match_commands.VoidMatch(match=contradicting[-1], reason="Not played then"))
        rewinding(desk, command)


def _about(dispute: Dispute) -> Fields:
    return {"kind": dispute.on.kind, "number": dispute.on.number}
