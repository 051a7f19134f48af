"""Random directors: what they try, what must hold after it, and how any tournament is brought to its end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import timedelta

from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Choice, Done, Due, Step, Wait
from domain.kernel.envelope import SERVICE
from domain.kernel.refusal import Refused
from domain.kernel.values import Side, other
from domain.match import record, validity
from domain.problems.matches import RESULTS_CONTRADICT
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.result import BothLost, Drawn, FinalScore, Result, WinnerOnly
from domain.tournament.command import Command
from domain.tournament.decisions.rounds.rolling_on import due_command
from domain.tournament.derived.progress import StageDue
from domain.tournament.derived.propagation import all_derived, with_due_status
from domain.tournament.derived.stage import current_stage, stages_of
from domain.tournament.derived.tables import open_matches
from domain.tournament.entries import commands as entry_commands
from domain.tournament.hall import commands as hall_commands
from domain.tournament.hall.events import Room
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import PLAY_OFF, Tournament
from tests.desk import entered
from tests.formats.acting import EVERYBODY, Deed, chosen_by, doer
from tests.formats.reports_kept import check_reports_kept
from tests.formats.ruling_deeds import RULING_KINDS, attempt_ruling, end_a_matter, rewinding
from tests.formats.service_closings import check_service_closings
from tests.rounds import RoundsDesk, restores

LETTERS = "ABCDEFGHIJKLMNOP"


KINDS = (
    *(
        "play",
        "play",
        "play",
        "play",
        "pair",
        "report",
        "verify",
        "correct",
        "turn",
        "void",
        "reinstate",
        "withdraw",
        "enter",
    ),
    *(
        "draw",
        "release",
        "hand",
        "annul",
        "resign",
        "take-back",
        "invite",
        "acknowledge",
        "decide",
        "hall",
        "fix",
        "move",
        "swap",
    ),
    *(
        "time",
        "time",
        "schedule",
        "tell",
        "bye",
        "close",
        "open",
        "play-off",
        "draw",
        "drawn",
        "both-lost",
        "play",
        "play",
        "play",
        "play",
        "turn",
        "reverse",
        "reopen",
    ),
    *RULING_KINDS,
)
_deed = st.builds(
    Deed, st.sampled_from(KINDS), st.integers(0, 99), st.integers(0, 99), st.booleans(), st.sampled_from(EVERYBODY)
)
_WAYS = ("play", "play", "turn", "turn", "void", "reinstate", "rule", "put-out", "reverse", "reverse", "let-in", "time")
_turning = st.builds(
    Deed,
    st.sampled_from((*_WAYS, "time", "draw", "resign", "take-back", "swap", "reopen")),
    st.integers(0, 99),
    st.integers(0, 99),
    st.booleans(),
)
office_play = st.builds(Deed, st.just("play"), st.integers(0, 99), st.integers(0, 99), st.booleans())
_rest = st.integers(5, 35).flatmap(lambda count: st.lists(_deed, min_size=count, max_size=count))
deeds = st.builds(list[Deed].__add__, st.lists(office_play, min_size=5, max_size=5), _rest)
"""The office has five results played, then everybody does whatever they like; long histories are as frequent as short
ones."""

turning_deeds = st.builds(
    list[Deed].__add__, st.lists(office_play, min_size=12, max_size=12), st.lists(_turning, min_size=20, max_size=20)
)
"""The office has results played, and changes what was; the service's clock runs meanwhile."""


Play = Callable[[RoundsDesk, Deed], None]
"""How matches come about and are reported; may be refused."""


def play(desk: RoundsDesk, deed: Deed) -> None:
    """Reports an open match, and draws the round or opens the stage that is due."""
    step = desk.step()
    if isinstance(step, Due):
        desk.do(round_commands.DrawRound(round=step.round), doer(desk, deed))
    elif isinstance(step, StageDue):
        desk.do(round_commands.OpenStage(stage=step.stage), doer(desk, deed))
    waiting = [n for n in desk.facts.awaited if desk.state.matches[n].effective is None]
    if waiting:
        number = waiting[deed.first % len(waiting)]
        report = match_commands.ReportResult(match=number, result=told(desk.state.matches[number], deed))
        desk.do(report, doer(desk, deed, number))


def steps_played(desk: RoundsDesk, wins: Iterable[bool]) -> Iterator[Step | StageDue]:
    """Each step before it is played, until the end: match after match, the first side winning as said."""
    for number, won in enumerate(wins):
        step = desk.step()
        if isinstance(step, Done):
            return
        yield step
        play(desk, Deed("play", number, 0, won))


def play_all(desk: RoundsDesk, wins: Iterable[bool]) -> None:
    """Plays on so until the end, or until nobody is said to win any more."""
    for _ in steps_played(desk, wins):
        pass


def told(match: record.Match, deed: Deed) -> Result:
    """The side that has won, with or without a score, or the games: of those won, each was doubled once more."""
    winner: Side = "first" if deed.won else "second"
    theirs = deed.second // 3 % match.length
    if match.form != "points" or deed.second % 3 == 0:
        return WinnerOnly(winner=winner)
    if deed.second % 3 == 1:
        return FinalScore.model_validate({winner: match.length, other(winner): theirs})
    lost = [Game(winner=other(winner), cube=1)] * theirs
    return GamesPlayed(games=(*lost, *[Game(winner=winner, cube=4)] * -(-match.length // 4)))


def attempt(desk: RoundsDesk, deed: Deed) -> None:
    """Does what the deed says; raises Refused where it is refused."""
    number = deed.first % (len(desk.state.matches) + 1) + 1
    entry = deed.second % len(desk.state.entries) + 1
    if deed.kind == "enter":
        entered(desk, LETTERS[deed.second % len(LETTERS)])
    elif deed.kind in ("withdraw", "resign", "take-back"):
        attempt_leaving(desk, deed, entry)
    elif deed.kind in ("draw", "release", "hand", "annul", "decide", "bye", "close", "schedule", "swap"):
        attempt_round(desk, deed)
    elif deed.kind == "time":
        let_time_pass(desk, deed)
    elif deed.kind in ("open", "play-off", "reopen"):
        attempt_stage(desk, deed)
    elif deed.kind in (*RULING_KINDS, "reverse"):
        attempt_ruling(desk, deed)
    elif deed.kind in ("hall", "fix", "move"):
        attempt_hall(desk, deed, number)
    elif deed.kind in ("tell", "drawn", "both-lost"):
        attempt_unwon(desk, deed, number)
    else:
        attempt_match(desk, deed, number)


def attempt_stage(desk: RoundsDesk, deed: Deed) -> None:
    """What is done to a later stage, or to the whole tournament."""
    match deed.kind:
        case "open":
            desk.do(round_commands.OpenStage(stage=2), doer(desk, deed))
        case "play-off":
            desk.do(round_commands.MakePlayOff(stage=2), doer(desk, deed))
        case "reopen":
            end_and_reopen(desk)


def attempt_leaving(desk: RoundsDesk, deed: Deed, entry: int) -> None:
    """An entry is withdrawn, or resigns; or one that has resigned is back, any where there is one."""
    by = doer(desk, deed)
    match deed.kind:
        case "withdraw":
            desk.do(entry_commands.WithdrawEntry(entry=entry, reason="Told the desk."), by)
        case "resign":
            desk.do(
                entry_commands.Resign(
                    entry=entry, open_matches="concede" if deed.won else "finish", reason="Told the desk."
                ),
                by,
            )
        case "take-back":
            resigned = [number for number, one in sorted(desk.state.entries.items()) if one.status == "resigned"]
            back = resigned[deed.first % len(resigned)] if resigned else entry
            told = {"entry": back, "reason": "They stay" if deed.won else None, **chosen_by(desk, deed)}
            desk.do(entry_commands.WithdrawResignation.model_validate(told), by)


def attempt_match(desk: RoundsDesk, deed: Deed, number: int) -> None:
    """What is done to one match."""
    winner = WinnerOnly(winner="first" if deed.won else "second")
    by = doer(desk, deed, number)
    change = {"match": number, "reason": "Slip", **chosen_by(desk, deed)}
    match deed.kind:
        case "report":
            desk.do(match_commands.ReportResult(match=number, result=winner), by)
        case "verify":
            desk.do(match_commands.VerifyResult(match=number), by)
        case "correct":
            desk.do(match_commands.CorrectResult.model_validate(change | {"result": winner}), by)
        case "void":
            desk.do(match_commands.VoidMatch.model_validate(change), by)
        case "reinstate":
            desk.do(match_commands.ReinstateMatch.model_validate(change), by)
        case "invite":
            desk.do(match_commands.SendInvitation(match=number, invited_by=winner.winner), by)
        case "turn":
            turn(desk, deed)
        case "acknowledge":
            desk.do(match_commands.AcknowledgeInvitation(match=number), by)


def turn(desk: RoundsDesk, deed: Deed) -> None:
    """The office corrects a result that something hangs on, so that the other side has won, and now and then back, to
    have everything again that was before."""
    known = [
        match for match in desk.matches() if match.is_announced and desk.state.rounds.derived_from.get(match.number)
    ]
    was = known[deed.first // 4 % len(known)].effective if known else None
    if was is None or was.result is None or was.outcome.winner is None:
        return
    number = known[deed.first // 4 % len(known)].number
    turned = WinnerOnly(winner=other(was.outcome.winner))
    correct = {"match": number, "result": turned, "reason": "Slip", **chosen_by(desk, deed)}
    desk.do(match_commands.CorrectResult.model_validate(correct))
    if deed.won:
        restore(desk, match_commands.CorrectResult(match=number, result=was.result, reason="No slip"))


def swap(desk: RoundsDesk, deed: Deed) -> None:
    """Corrects who met in a round: two players of it had changed places, be it with who had the bye."""
    live = [match for _, match in sorted(desk.state.matches.items()) if match.round and not match.void]
    if not live:
        return
    one = live[deed.first % len(live)]
    others = [match for match in live if (match.round, match.opening) == (one.round, one.opening) and match is not one]
    byes = [bye for _, bye in sorted(desk.state.rounds.byes.items()) if bye.live and bye.round == one.round]
    stays, leaves = one.sides
    met: dict[str, object] = {"round": one.round, "reason": "Sat at the wrong table", **chosen_by(desk, deed)}
    if others and (deed.won or not byes):
        other = others[deed.second % len(others)]
        matches = [
            {"match": one.number, "sides": (stays, other.sides[1])},
            {"match": other.number, "sides": (other.sides[0], leaves)},
        ]
        desk.do(round_commands.CorrectPairings.model_validate({**met, "matches": matches}), doer(desk, deed))
    elif byes:
        bye = byes[deed.second % len(byes)]
        matches = [{"match": one.number, "sides": (stays, bye.entry)}]
        told = {**met, "matches": matches, "byes": [{"given_to": bye.entry, "had_by": leaves}]}
        desk.do(round_commands.CorrectPairings.model_validate(told), doer(desk, deed))


def attempt_hall(desk: RoundsDesk, deed: Deed, number: int) -> None:
    """What is done to rooms and tables: there are a few, or none."""
    by, table = doer(desk, deed, number), deed.second % 4 + 1
    if deed.kind == "hall":
        rooms = (Room(name="Hall", first_table=1, last_table=table),) if deed.first % 5 else ()
        desk.do(hall_commands.ArrangeHall(rooms=rooms, keeps_tables=deed.won), by)
    elif deed.kind == "fix":
        entry = deed.first % len(desk.state.entries) + 1
        desk.do(hall_commands.SetFixedTable(entry=entry, table=table if deed.won else None), by)
    else:
        desk.do(hall_commands.MoveMatch(match=number, table=table), by)


def attempt_unwon(desk: RoundsDesk, deed: Deed, number: int) -> None:
    """A match that nobody wins, or that may not be played."""
    by = doer(desk, deed, number)
    match deed.kind:
        case "tell":
            desk.do(match_commands.ReportNoTimeAgreed(match=number, reported_by="first" if deed.won else "second"), by)
        case "drawn":
            desk.do(match_commands.ReportResult(match=number, result=Drawn()), by)
        case "both-lost":
            desk.do(match_commands.ReportResult(match=number, result=BothLost()), by)


def attempt_round(desk: RoundsDesk, deed: Deed) -> None:
    """What is done to a whole round, or where the rules are silent."""
    step, by = desk.step(), doer(desk, deed)
    match deed.kind:
        case "draw":
            desk.do(round_commands.DrawRound(round=getattr(step, "round", 1)), by)
        case "release":
            desk.do(round_commands.ReleasePairings(), by)
        case "hand":
            due = step.due if isinstance(step, Ask) else step
            order = [one.entry for one in due.contenders] if isinstance(due, Due) else [1, 2]
            first, second = order[deed.first % len(order)], order[deed.second % len(order)]
            pairings, byes = ([], [first]) if first == second else ([(first, second)], [])
            hand = {"round": getattr(due, "round", 1), "pairings": pairings, "byes": byes, "reason": "By hand"}
            desk.do(round_commands.PairByHand.model_validate(hand), by)
        case "swap":
            swap(desk, deed)
        case "annul":
            desk.do(round_commands.AnnulRound(round=newest_round(desk), reason="Again"), by)
        case "bye":
            desk.do(sitting_out(desk, deed), by)
        case "close":
            early = {"reason": "Time is up", "early": deed.first % 3 > 0}
            desk.do(round_commands.CloseRound.model_validate({"round": newest_round(desk), **early}), by)
        case "schedule":
            closes_at = desk.now + timedelta(hours=deed.second % 50 + 1)
            desk.do(round_commands.ScheduleRound(round=newest_round(desk), closes_at=closes_at), by)
        case "decide" if isinstance(step, Ask):
            choice = step.choices[deed.first % len(step.choices)]
            named = choice.entries[deed.second % len(choice.entries)] if choice.entries else None
            decision = {"question": step.question, "choice": choice.name, "entry": named, "reason": "So be it"}
            desk.do(round_commands.DecideQuestion.model_validate(decision), by)


def sitting_out(desk: RoundsDesk, deed: Deed) -> Command:
    """Somebody is absent or asks for the bye; or does so no longer."""
    entry = deed.second % len(desk.state.entries) + 1
    if current_stage(desk.state).rules.leaves_absent_out and deed.first % 2:
        saying = round_commands.MarkAbsent if deed.won else round_commands.EndAbsence
        return saying(entry=entry)
    round_ = getattr(desk.step(), "round", deed.first % 3 + 1)
    if not deed.won:
        return round_commands.WithdrawByeRequest(entry=entry, round=round_)
    return round_commands.RequestBye(entry=entry, round=round_, worth="zero" if deed.first % 4 == 0 else "half")


def newest_round(desk: RoundsDesk) -> int:
    """The newest round of the stage being played, from 1."""
    facts = desk.facts
    return max((1, *(place.round for place in facts.places))) + facts.rounds_before


def end_and_reopen(desk: RoundsDesk) -> None:
    """The tournament is completed, or cancelled where it is not at its end, and opened again."""
    if isinstance(desk.step(), Done):
        desk.do(lifecycle_commands.CompleteTournament(leave_open=True))
    else:
        desk.do(lifecycle_commands.CancelTournament(reason="The hall is closed"))
    desk.do(lifecycle_commands.ReopenTournament(reason="It is open after all"))


_HOURS = (1, 24, 7 * 24, 30 * 24)


def let_time_pass(desk: RoundsDesk, deed: Deed) -> int:
    """Some time passes, and the service does what is due then, a few things; gives how many matches it closed."""
    desk.now += timedelta(hours=_HOURS[deed.first % len(_HOURS)])
    closed = 0
    for _ in range(5):
        command = due_command(desk.state, desk.now)
        if command is None:
            break
        with suppress(Refused):
            desk.do(command, SERVICE)
            closed += check_service_closings(desk.steps)
    return closed


def check_steps(desk: RoundsDesk, since: int) -> int:
    """Looks at the steps taken since there were so many of them; gives how many there are."""
    for step in desk.steps[since:]:
        check_reports_kept(step)
    return len(desk.steps)


def restore(desk: RoundsDesk, command: match_commands.CorrectResult | match_commands.ReinstateMatch) -> None:
    """Takes a change back: what hung on it comes back too, where anything did."""
    for way in (*restores(desk), {}):
        try:
            desk.do(command.model_copy(update=way))
        except Refused as refusal:
            if refusal.problem not in (NOTHING_TO_RESTORE, CHOICE_NEEDED) or not way:
                raise
        else:
            return


def finish(desk: RoundsDesk) -> None:
    """Brings the tournament to its end by what it says comes next. Nothing of it may be refused (ALL-5)."""
    for _ in range(20 * (len(desk.state.entries) + 5)):
        if not isinstance(desk.step(), Done):
            advance(desk)
        elif not end_a_matter(desk):
            desk.do(lifecycle_commands.CompleteTournament(leave_open=True))
            return
    raise AssertionError(f"no end in sight: {desk.step()}")


def advance(desk: RoundsDesk, most: int | None = None) -> None:
    """Does what comes next. Of matches that are waited for, `most` are ended, or all."""
    step = desk.step()
    match step:
        case Wait(matches=matches):
            assert matches
            for number in matches[:most]:
                if number in desk.state.awaiting:  # a result may end other matches too
                    settle(desk, number)
        case Due(round=round_):
            desk.do(round_commands.DrawRound(round=round_))
        case StageDue(stage=stage):
            desk.do(round_commands.OpenStage(stage=stage))
        case Ask(due=Due(round=round_, contenders=contenders)):
            byes = tuple(one.entry for one in contenders)
            desk.do(round_commands.PairByHand(round=round_, byes=byes, reason="Nobody else is left"))
        case Ask(choices=(Choice(name="play-off"), *_)):
            desk.do(round_commands.MakePlayOff(stage=2))
        case Ask(question=question, choices=choices):
            entry = next(iter(choices[0].entries), None)
            desk.do(
                round_commands.DecideQuestion(
                    question=question, choice=choices[0].name, entry=entry, reason="Best record"
                )
            )


def settle(desk: RoundsDesk, number: int) -> None:
    """Verifies the result of the match, or reports that its first side has won. Where rulings have left a match
    undecided that was reported, it is awarded to that side; where by them it came into being only after it was
    reported, it is said to have been played now (RNG-6)."""
    match = desk.state.matches[number]
    if match.effective is not None:
        _verify(desk, number)
    elif match.sitting.report is None:
        rewinding(desk, match_commands.ReportResult(match=number, result=WinnerOnly(winner="first")))
    else:
        award = {"kind": "result-award", "result": {"kind": "winner", "winner": "first"}}
        about = {"kind": "match", "number": number}
        terms = {"about": about, "remedies": [award], "clause": "4.5", "facts": "Not over", "reasons": "To end it"}
        rewinding(desk, ruling_commands.GiveRuling.model_validate(terms))


def _verify(desk: RoundsDesk, number: int) -> None:
    try:
        rewinding(desk, match_commands.VerifyResult(match=number))
    except Refused as refusal:
        if refusal.problem is not RESULTS_CONTRADICT:
            raise
        moved = {"match": number, "played_at": desk.now, "reason": "Played since"}
        rewinding(desk, match_commands.CorrectResult.model_validate(moved))
        rewinding(desk, match_commands.VerifyResult(match=number))


def check_invariants(state: Tournament) -> None:
    """What is kept by difference is what it would be worked out afresh, and nobody is in two places."""
    for made in all_derived(state):
        assert made == with_due_status(state, made)
    byes = Counter[tuple[int, int]]()
    for bye in state.rounds.byes.values():
        byes[bye.opening, bye.entry] += bye.live
    assert {key: count for key, count in state.rounds.bye_counts.items() if count} == +byes
    awaited = [
        n for n, match in state.matches.items() if not match.void and not match.abandoned and not _known(state, n)
    ]
    assert sorted(awaited) == sorted(state.awaiting)
    live = Counter(opening.stage for opening in state.rounds.openings if opening.live)
    assert max(live.values(), default=1) == 1, "a stage has one opening"
    for stage in stages_of(state):
        taken = Counter((p.round, entry) for p in stage.facts.places if p.round for entry in p.entries)
        assert all(count == 1 or count <= stage.seats(entry) for (_, entry), count in taken.items()), taken
        assert set(stage.going_on()) <= {entrant.number for entrant in stage.facts.entrants}
    check_slots(state)
    check_tables(state)
    check_held(state)


def check_nobody_out_has_to_play(desk: RoundsDesk) -> None:
    """NXE-8, TD-4: anyone who has resigned or was put out has no match left to play, but one that they finish first. In
    open play nobody has to play anything: two have only agreed on a match (OPN-1)."""
    entries, matches = desk.state.entries, [desk.state.matches[number] for number in sorted(desk.state.awaiting)]
    undecided = [one for one in matches if one.effective is None and (one.round is not None or one.slot is not None)]
    to_play = [(one.number, side) for one in undecided for side in one.as_played[0] if entries[side].gone]
    assert not [(match, entry) for match, entry in to_play if not _finishes(desk, match, entry)], to_play


def _finishes(desk: RoundsDesk, match: int, entry: int) -> bool:
    """Whether the entry has resigned, and finishes the match first, which was there then, or another of its bout."""
    if desk.state.entries[entry].excluded_by:
        return False
    bout = {match, desk.state.matches[match].begun_by}
    ways = [
        one.command.open_matches == "finish" and not bout.isdisjoint(one.before.matches)
        for one in desk.steps
        if isinstance(one.command, entry_commands.Resign) and one.command.entry == entry
    ]
    return ways[-1:] == [True]


def check_tables(state: Tournament) -> None:
    """REG-6: no table has two matches, and where one is free that is nobody's own, no match of a round waits."""
    if state.settings is None or state.settings.status != "started":
        return
    matches = open_matches(state)
    taken = [match.table for match in matches if match.table is not None]
    assert len(set(taken)) == len(taken), taken
    fixed = {entry.fixed_table for entry in state.entries.values() if not entry.gone}
    if set(state.hall.tables) - {*taken, *fixed}:
        waiting = [match for match in matches if match.round is not None and match.table is None]
        assert all(any(state.entries[side].fixed_table for side in match.as_played[0]) for match in waiting)


def check_held(state: Tournament) -> None:
    """ALL-2: only where it was announced is anything held, and nothing counts that the held draw has made."""
    held, settings = state.held, state.settings
    if held is None or settings is None:
        return
    assert (settings.status, settings.conditions.pairings_shown, held.held) == ("started", "when-released", None)
    assert set(held.matches) <= set(state.matches)
    for number in sorted(set(state.matches) - set(held.matches)):
        match = state.matches[number]
        by_results = match.slot is not None and 0 <= match.opening <= len(held.rounds.openings) and held.matches
        assert by_results or validity.counting(match) is None, number


def check_slots(state: Tournament) -> None:
    """In a bracket or ring nobody is in two open matches of one slot, and no slot holds two that may be played. Of
    matches for the last places there may be several, and nobody is in two."""
    there = [match for match in state.matches.values() if match.slot and match.number in state.awaiting]
    played = Counter((match.opening, match.slot) for match in there if match.opening != PLAY_OFF)
    assert not played or max(played.values()) == 1, played
    waited_for = Counter(side for match in there if match.opening == PLAY_OFF for side in match.sides)
    assert not waited_for or max(waited_for.values()) == 1, waited_for


def _known(state: Tournament, number: int) -> bool:
    result = state.matches[number].effective
    return result is not None and result.announced_at is not None
