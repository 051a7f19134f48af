"""One person alone, whatever their office and whatever they try: their own line is not improved without another's act,
and what they did to others is undone by one command (TD-9, TD-14, ALL-3).

The attack: two hundred commands, fewer in the everyday run, one after the other, by somebody who plays and has an
office.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.federation.state import Federation
from domain.formats.contract.steps import Due
from domain.kernel.envelope import Actor
from domain.kernel.ids import FEDERATION, person_stream
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.person import commands as person_commands
from domain.person.banned import ban_to_entering
from domain.person.state import Person
from domain.tournament.derived.progress import next_of
from domain.tournament.entries import commands as entering
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.guards.permissions import plays
from domain.tournament.lifecycle import commands as lifecycle
from domain.tournament.lifecycle.commands import CompleteTournament, StartTournament
from domain.tournament.matches import commands as matches
from domain.tournament.rounds import commands as rounds
from domain.tournament.rounds.commands import DrawRound
from domain.tournament.rulings import commands as rulings
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.properties import examples
from tests.reaching import reached
from tests.security import offices
from tests.security.offices import REASON, Command, Move, keys_made_by
from tests.security.schemers import (
    CHOICES,
    FORMATS,
    HARMING,
    PLAYERS,
    ROLES,
    WORDS,
    Line,
    S,
    Scene,
    Try,
    Worth,
    alone,
    begun,
    honest,
    moves_of,
    named,
    schemes,
    tries,
)

S_ALONE = player("S")
OFFICER = Actor(key="an officer", role="administrator", person=person("w"))
"""Who the schemer can't enter: nobody in the registry."""


def improved(before: Line, after: Line) -> set[int | str]:
    """What is better in the second: matches by number, and what else by name."""
    found: set[int | str] = set()
    for number in {*before.worth, *after.worth}:
        was, became = before.worth.get(number), after.worth.get(number)
        found |= {number} if _is_better(was, became) else set()
    if after.points - before.points > max(after.marked - before.marked, 0) and not after.won - before.won:
        found.add("points")
    if after.settled > before.settled and not found:
        found.add("settled")
    if after.credits > before.credits:
        found.add("credits")
    if after.against < before.against:
        found.add("against")
    if after.brought != before.brought:
        found.add("brought")
    return found


def _is_better(was: Worth | None, became: Worth | None) -> bool:
    """Whether the match is worth more in anything; by how many points it is won or lost says something only where it
    counted before and after."""
    first, then = was or Worth(), became or Worth()
    both = was is not None and became is not None
    compared = [name for name in Worth._fields if both or name != "points"]
    return any(getattr(then, name) > getattr(first, name) for name in compared)


def explained(scene: Scene, what: int | str, command: Command) -> bool:
    """Whether another has said so before: by a report, or a recorded draw gave a bye. No report says what a correction
    says in its place."""
    if what in corrected(command):
        return False
    if what == "credits":
        return any(explained(scene, number, command) for number in scene.line("S").won)
    if isinstance(what, str):
        return what == "points" and isinstance(command, DrawRound)
    report = scene.state.matches[what].sitting.report if what in scene.state.matches else None
    return report is not None and bool(report.by) and S not in report.by


def corrected(command: Command) -> set[int]:
    """The matches whose record it corrects."""
    rows = command.rows if isinstance(command, offices.Bulk) else (command,)
    return {row.match for row in rows if isinstance(row, matches.CorrectResult | matches.ResolveWrongLength)}


def is_back(was: Scene, command: Command) -> bool:
    """Whether what was cancelled, which only the schemer tries, counts again by it: as it did before."""
    cancelled = was.state.settings is not None and was.state.settings.status == "cancelled"
    return cancelled and isinstance(command, lifecycle.ReopenTournament)


def undone(scene: Scene, command: Command, letter: str) -> Iterator[Command]:
    """The ways in which an officer takes back by one command what was just done to others; nothing for what is no
    ruling, result, entry that leaves, merge or ban, or is a report of the schemer's own match, which takes another's
    word or is of a loss. Anyone who is banned comes in again once that ban is lifted, which is undone by itself."""
    for kind, fields in _taking_back(scene, command, letter):
        for chosen in ({"choice": one} for one in CHOICES) if "choice" in kind.model_fields else ({},):
            yield kind.model_validate({**fields, **chosen})


def is_banned(scene: Scene, entry: int) -> bool:
    """Whether anybody of the entry may enter nothing now, by a ban or by the federation's limit of resignations."""
    club, persons = scene.club, scene.state.entries[entry].persons
    limit = cast("Federation", club.load(FEDERATION)).resignation_limit
    known = (cast("Person", club.load(person_stream(one))) for one in persons)
    return any(ban_to_entering(one, limit, club.now) is not None for one in known)


def _taking_back(scene: Scene, command: Command, letter: str) -> Sequence[Move]:
    """What takes it back, where anything does. Where every director is a party a ruling is a committee's, and the
    office has the match void instead (TD-9)."""
    match command:
        case rulings.GiveRuling(committee=()):
            return [(rulings.WithdrawRuling, {"ruling": len(scene.state.directing.rulings), **REASON})]
        case matches.MakeMatch(result=result) if result is not None:
            return [(matches.VoidMatch, {"match": len(scene.state.matches), **REASON})]
        case matches.ReportResult(match=number) if not plays(scene.state, S_ALONE, scene.state.matches[number]):
            about, remedies = {"kind": "match", "number": number}, [{"kind": "result-annulment"}]
            annulled = rulings.GiveRuling, {"about": about, "remedies": remedies, **WORDS}
            return [annulled, (matches.VoidMatch, {"match": number, **REASON})]
        case matches.VoidMatch(match=number):
            return [(matches.ReinstateMatch, {"match": number, **REASON})]
        case entering.Resign(entry=number):
            return [(entering.WithdrawResignation, {"entry": number, **REASON})]
        case entering.WithdrawEntry(entry=number) if not is_banned(scene, number):
            return [(entering.ApproveEntry, {"entry": number})]
        case person_commands.MergePerson():
            return [(person_commands.WithdrawMerge, REASON)]
        case person_commands.PlaceBan():
            return [(person_commands.LiftBan, {"ban": len(scene.club.person(letter).bans), **REASON})]
        case _:
            return []


@pytest.mark.rule("TD-9", "TD-14", "ALL-3")
@pytest.mark.parametrize("role", ROLES)
@given(kind=st.sampled_from(sorted(FORMATS)), tried=tries)
@examples(2)
def test_nobody_alone_improves_their_own_line(role: str, kind: str, tried: Sequence[Try]) -> None:
    scene = begun(role, kind)
    counted = scene.line("S")
    for deed in tried:
        if deed.a % 3 == 0:
            honest(scene, deed)
            continue
        before, was = scene.line("S"), scene.copied()
        done = schemes(scene, deed)
        if done is None:
            continue
        reached()
        if isinstance(done[0], lifecycle.CancelTournament):
            counted = before
        if is_back(was, done[0]):
            assert scene.line("S").counted == counted.counted, done
            continue
        better = improved(before, scene.line("S"))
        assert all(explained(was, what, done[0]) for what in better), (better, done)


@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize("role", ["director", "series' director"])
@given(kind=st.sampled_from(sorted(FORMATS)), tried=tries)
@examples(1)
def test_director_who_holds_all_links_improves_nothing_but_marked_results(
    role: str, kind: str, tried: Sequence[Try]
) -> None:
    """Whatever they say by the links that they have issued themselves: stakes, the pool of prices, credits and every
    match without a mark are as others have said."""
    scene = won_by_link(begun(role, kind, directors_link_confirms=True))
    for deed in tried:
        if deed.a % 3 == 0:
            honest(scene, deed)
            continue
        before, was = scene.line("S"), scene.copied()
        done = schemes(scene, deed, alone(scene, deed))
        if done is None or is_back(was, done[0]):
            continue
        better = improved(before, scene.line("S"))
        assert all(explained(was, what, done[0]) for what in better), (better, done)
        reached()


def won_by_link(scene: Scene) -> Scene:
    """S has issued the link of their first opponent, and counts as the winner of that match by it."""
    if isinstance(next_of(scene.state), Due):
        scene.do(DrawRound(round=1), director("S"))
    if not scene.state.matches:
        scene.do(matches.MakeMatch.model_validate({"sides": [1, 2], "length": 3}), director("S"))
    while (match := first_match(scene, 1)) is None:
        number = min(scene.state.awaiting)
        scene.do(won_by_first(number), director("S"))
    other = next(side for side in match.sides if side != 1)
    winner = "first" if match.sides[0] == 1 else "second"
    told = matches.ReportResult.model_validate({"match": match.number, "result": {"kind": "winner", "winner": winner}})
    scene.do(told, link_of(scene, other))
    assert scene.state.matches[match.number].by_link_of == S
    return scene


def first_match(scene: Scene, entry: int) -> Match | None:
    """That of the entry, where it has one."""
    return next((one for _, one in sorted(scene.state.matches.items()) if entry in one.sides), None)


def won_by_first(number: int) -> matches.ReportResult:
    """The report that its first side has won."""
    return matches.ReportResult.model_validate({"match": number, "result": {"kind": "winner", "winner": "first"}})


@pytest.mark.rule("TD-9", "TD-14", "ALL-3")
@pytest.mark.parametrize("role", ["director", "administrator", "club officer"])
@given(kind=st.sampled_from(sorted(FORMATS)), tried=tries)
@examples(1)
def test_acts_done_to_others_alone_are_undone_by_one_command(role: str, kind: str, tried: Sequence[Try]) -> None:
    scene = begun(role, kind)
    for deed in tried:
        if deed.a % 3 == 0:
            honest(scene, deed)
            continue
        before = scene.lines()
        done = schemes(scene, deed, HARMING if deed.c % 2 else ())
        ways = [] if done is None else list(undone(scene, done[0], done[2]))
        if done is None or not ways:
            continue
        reached()
        after = [lines for way in ways if (lines := taken_back(scene, way, done[2])) is not None]
        assert before in (scene.lines(), *after), (done, before, after)


def taken_back(scene: Scene, way: Command, letter: str) -> Mapping[str, Line] | None:
    """The lines of all after that command of an officer's, in a copy; None where it is refused."""
    copied = scene.copied()
    try:
        copied.do(way, OFFICER, letter)
    except Refused:
        return None
    return copied.lines()


def played_on(scene: Scene, *commands: Command, by: Actor = OFFICE) -> Scene:
    for command in commands:
        scene.do(command, by)
    return scene


WON = matches.MakeMatch.model_validate(
    {"sides": [1, 2], "length": 3, "result": {"kind": "score", "first": 3, "second": 1}}
)
"""S wins against A."""


def in_round_two(kind: str, **announced: object) -> Scene:
    """An evening with one director, S, who has beaten A and meets B, who has beaten C; D had the bye."""
    first = {"pairings": [(1, 2), (3, 4)], "byes": [5], "reason": "As told"}
    second = {"pairings": [(1, 3), (2, 5)], "byes": [4], "reason": "As told"}
    won = {"kind": "score", "first": 3, "second": 1}
    return played_on(
        begun("director", kind, **announced),
        rounds.PairByHand.model_validate({"round": 1, **first}),
        *(matches.ReportResult.model_validate({"match": number, "result": won}) for number in (1, 2)),
        rounds.PairByHand.model_validate({"round": 2, **second}),
    )


def require_for_others_alone(scene: Scene, command: Command) -> None:
    """The director who would gain by it is refused; an officer is not."""
    with pytest.raises(Refused) as refusal:
        scene.copied().do(command, director("S"))
    assert refusal.value.problem.slug == "conflict-of-interest"
    scene.do(command, OFFICER)


@pytest.mark.rule("TD-9", "ALL-4")
def test_nobody_loses_a_lost_match_by_voiding_that_of_others() -> None:
    """The match was made from theirs, and would lapse with it."""
    lost = {"kind": "score", "first": 1, "second": 3}
    scene = in_round_two("nxe")
    played_on(scene, matches.ReportResult.model_validate({"match": 3, "result": lost}), by=director("S"))
    require_for_others_alone(scene, matches.VoidMatch(match=2, reason="Never played", choice="rewind"))


@pytest.mark.rule("TD-9", "TD-14")
def test_nobody_makes_their_own_won_match_longer() -> None:
    """It would be rated for more points."""
    paired = rounds.PairByHand.model_validate({"round": 1, "pairings": [(1, 2), (3, 4)], "byes": [5], **REASON})
    scene = played_on(begun("director", "nxe"), paired, won_by_first(1))
    longer = {"match": 1, "length": 5, "override": True, **REASON}
    require_for_others_alone(scene, matches.CorrectResult.model_validate(longer))


@pytest.mark.rule("TD-9", "ALL-4")
def test_nobody_gets_a_bye_in_the_place_of_a_match_by_closing_a_round_of_others() -> None:
    """B, who the director is to meet, would lose a match that is to be played again, and go out by it."""
    scene, annulled = in_round_two("swiss"), {"about": {"kind": "match", "number": 2}, "choice": "stand", **WORDS}
    played_on(scene, rulings.GiveRuling.model_validate({**annulled, "remedies": [{"kind": "result-annulment"}]}))
    require_for_others_alone(scene, rounds.CloseRound(round=1, early=True, reason="It is late"))
    assert [bye.entry for bye in scene.state.rounds.byes.values() if bye.round == 2 and bye.live] == [1]


def test_win_by_a_directors_link_counts_in_the_table_alone_whatever_it_counts_there() -> None:
    """Two points in a Swiss, and one in an open tournament: a property that allows for fewer refutes what is allowed,
    and one that allows for more shows nothing."""
    for kind, points in (("swiss", 2), ("open", 1)):
        before = begun("director", kind, directors_link_confirms=True)
        line = won_by_link(before.copied()).line("S")
        assert (line.points, line.marked, improved(before.line("S"), line)) == (points, points, set())
        unmarked = replace(line, marked=points - 1)
        assert improved(before.line("S"), unmarked) == {"points"}


@pytest.mark.rule("TD-9", "REG-5")
def test_nobody_speaks_for_a_club_by_the_code_they_have_chosen_for_its_officer() -> None:
    """The officer y and the player B are of one club. The director S enters y, opens y's link and chooses y's code,
    which nothing tells from y's own choice. So neither link nor code says for B that they have lost to S."""
    scene = begun("director", "open", verification="confirmed")
    played_on(scene, RequestEntry(person=person("y")), ApproveEntry(entry=6), by=director("S"))
    link = link_of(scene, 6)
    played_on(scene, entering.ChooseCode(entry=6, key="0" * 16), by=link)
    lost = {"sides": [3, 1], "length": 3, "result": {"kind": "score", "first": 0, "second": 3}}
    told = matches.MakeMatch.model_validate(lost)
    listed = matches.EnterResults.model_validate({"results": [lost]})
    played_on(scene, matches.MakeMatch.model_validate({"sides": [3, 1], "length": 3}))
    known = matches.ReportResult.model_validate({"match": 1, "result": lost["result"]})
    code = Actor(key="0" * 16, role="player", person=person("y"))
    for command in (told, listed, known):
        with pytest.raises(Refused) as refusal:
            scene.copied().do(command, code)
        assert refusal.value.problem.slug == "not-allowed"
        by_link = played_on(scene.copied(), command, by=link)
        assert by_link.line("S").worth == {}, "it waits for another's word"
        assert played_on(scene.copied(), command, by=player("y")).line("S").points == 1


@pytest.mark.rule("TD-4", "TD-9", "ALL-3")
def test_ban_and_leaving_are_undone_one_after_the_other() -> None:
    """Nobody who is banned comes in again; so the last act is taken back once the one before it is."""
    scene = begun("administrator", "knockout")
    office, before = scene.keys[1], scene.lines()
    scene.do(person_commands.PlaceBan(reason="I want it"), office, "A")
    scene.do(entering.WithdrawEntry(entry=2, reason="I want it"), office)
    back = entering.ApproveEntry(entry=2)
    with pytest.raises(Refused) as refusal:
        scene.copied().do(back, OFFICER)
    assert refusal.value.problem.slug == "person-banned"
    scene.do(person_commands.LiftBan(ban=1, reason="Not so"), OFFICER, "A")
    assert played_on(scene, back, by=OFFICER).lines() == before


def link_of(scene: Scene, entry: int) -> Actor:
    """The key of a link that the director S issues to the player of that entry, and may have opened."""
    kind, said = offices.link(1, 1, (scene.evening, entry, scene.state.entries[entry].person), scene.club.now)
    scene.do(kind.model_validate(said), director("S"))
    return keys_made_by(scene.club, S)[-1]


@pytest.mark.rule("TD-9", "ALL-4")
def test_nobody_loses_a_lost_match_by_the_key_they_have_made_for_anyone_who_won_it() -> None:
    """Both may have acted, and both have played the match: one of them gains by any change of it."""
    won, lost = ({"kind": "score", "first": first, "second": 4 - first} for first in (3, 1))
    scene = begun("director", "nxe")
    for round_, pairings, bye, result in (
        (1, [(1, 2), (4, 5)], [3], won),
        (2, [(1, 4), (3, 5)], [2], won),
        (3, [(1, 3), (2, 4)], [], lost),
    ):
        by_hand = {"round": round_, "pairings": pairings, "byes": bye, "reason": "As told"}
        played_on(scene, rounds.PairByHand.model_validate(by_hand))
        numbers = range(2 * round_ - 1, 2 * round_ + 1)
        played_on(
            scene, *(matches.ReportResult.model_validate({"match": number, "result": result}) for number in numbers)
        )
    both = Actor(key="made for B", role="administrator", person=person("B"), key_maker=S)
    voided = matches.VoidMatch(match=2, reason="Never played", choice="rewind")
    with pytest.raises(Refused) as refusal:
        scene.copied().do(voided, both)
    assert refusal.value.problem.slug == "conflict-of-interest"
    scene.do(voided, OFFICER)
    assert scene.line("S").worth.keys() == {1}


@pytest.mark.rule("TD-9", "TD-14", "ALL-4")
def test_nobody_loses_a_lost_match_by_what_a_player_does_by_their_link() -> None:
    """Their own loss was made from a match of others that is played again, as anyone who holds the loser's link
    says."""
    lost = {"kind": "score", "first": 1, "second": 3}
    scene = in_round_two("nxe", verification="confirmed")
    played_on(scene, matches.ReportResult.model_validate({"match": 3, "result": lost}), by=director("S"))
    annulled = {"about": {"kind": "match", "number": 2}, "remedies": [{"kind": "result-annulment"}], "choice": "stand"}
    played_on(scene, rulings.GiveRuling.model_validate({**annulled, **WORDS}))
    told = matches.ReportResult.model_validate({"match": 2, "result": lost, "choice": "rewind"})
    with pytest.raises(Refused) as refusal:
        scene.copied().do(told, link_of(scene, 3))
    assert refusal.value.problem.slug == "conflict-of-interest"
    assert played_on(scene, told, by=player("B")).line("S").worth.keys() == {1}


@pytest.mark.rule("TD-9", "ALL-13")
def test_nobody_brings_their_own_wins_back_by_reopening_what_another_has_cancelled() -> None:
    """Anyone who has cancelled it themselves gets back what counted before, and nothing else."""
    cancelled, reopened = lifecycle.CancelTournament(reason="Fire"), lifecycle.ReopenTournament(reason="No fire")
    scene = played_on(begun("administrator", "open"), WON)
    before = scene.line("S")
    office = scene.keys[1]
    assert played_on(scene.copied(), cancelled, reopened, by=office).line("S") == before
    assert played_on(scene, cancelled).line("S").worth[1].rated == 0 < before.worth[1].rated
    with pytest.raises(Refused) as refusal:
        scene.copied().do(reopened, office)
    assert refusal.value.problem.slug == "conflict-of-interest"
    assert played_on(scene, reopened, by=OFFICER).line("S") == before


def test_every_move_of_the_schemer_is_a_command() -> None:
    """One that no numbers make valid would never be tried, whatever it is meant to try."""
    scene, said = begun("administrator", "room"), set()
    for deed in (Try(0, a, b, c) for a in range(5) for b in range(10) for c in range(14)):
        for name, (kind, fields) in named(moves_of(scene, deed)).items():
            with suppress(ValidationError):
                kind.model_validate(fields)
                said.add(name)
    assert said == set(named(moves_of(scene, Try(0, 0, 0, 0))))


@pytest.mark.rule("TD-14", "NXE-4")
def test_an_evening_with_one_director_who_plays_too_goes_on_unhindered() -> None:
    """The director enters all, draws, plays, verifies and completes; nobody else has an office."""
    directs, club = director("S"), Club().register(PLAYERS)
    evening = club.announce(by=directs, format=FORMATS["nxe"])
    for number, letter in enumerate(PLAYERS, 1):
        club.do(evening, RequestEntry(person=person(letter)), directs)
        club.do(evening, ApproveEntry(entry=number), directs)
    club.do(evening, StartTournament(), directs)
    while isinstance(due := next_of(club.tournament(evening)), Due):
        club.do(evening, DrawRound(round=due.round), directs)
        for number in sorted(club.tournament(evening).awaiting):
            state = club.tournament(evening)
            sides = [state.entries[side].person for side in state.matches[number].sides]
            won = {"match": number, "result": {"kind": "score", "first": 3, "second": 1}}
            told = matches.ReportResult.model_validate(won)
            winner, loser = (directs if one == S else Actor(key=one, role="player", person=one) for one in sides)
            club.do(evening, told, winner)
            if number in club.tournament(evening).awaiting:
                club.do(evening, matches.VerifyResult(match=number), loser if winner.person == S else directs)
    club.do(evening, CompleteTournament(), directs)
    assert club.tournament(evening).settings is not None
    assert sum(len(club.person(letter).wins) for letter in PLAYERS) == 1
