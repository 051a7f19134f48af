"""Who met in a round, corrected after the next round was drawn or played (TD-14, ALL-4).

Worked out by hand. To two losses, eight players. Round 1 was paired A-B C-D E-F G-H; A, C, E and G won it by their
sheets. It turns out that B and D sat at each other's tables: A has met D, and C has met B.
"""

from collections.abc import Iterable, Mapping

import pytest

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Done, Due
from domain.formats.round_robin.options import RoundRobinOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice, StageChoice
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import CorrectedPairing, PairingsCorrected
from domain.tournament.rulings.commands import AppealDecision
from tests.desk import OFFICE, player
from tests.formats.brackets_play import placed, play_on, ranks
from tests.formats.brackets_play import started as on_a_desk
from tests.formats.champion_desk import champion
from tests.formats.knockout_play import KnockoutDesk, knockout
from tests.formats.ring_desk import started_ring
from tests.formats.swiss_desk import LONG, SwissDesk, started_swiss
from tests.formats.test_lives import played
from tests.formats.test_lives import started as started_lives
from tests.formats.test_one_opening import final_open, finals
from tests.rounds import RoundsDesk, chosen, started_nxe

DOUBLE = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", lengths=(1,))
CONSOLATION = ConsolationOptions(kind="consolation", seeding="entry-order", lengths=(1,))


def correction(
    desk: RoundsDesk, round_: int, were: str, met: str, choice: Choice | None = None, byes: Iterable[str] = ()
) -> round_commands.CorrectPairings:
    """What was paired as `A-B C-D`, and met as `A-D C-B`; and who had the byes of `F>G`, for F."""
    matches = [
        {"match": desk.match(was, round_).number, "sides": (desk.entry(now[0]), desk.entry(now[2]))}
        for was, now in zip(were.split(), met.split(), strict=True)
    ]
    had = [{"given_to": desk.entry(one[0]), "had_by": desk.entry(one[2])} for one in byes]
    told = {"round": round_, "matches": matches, "byes": had, "reason": "Sat at the wrong tables"}
    return round_commands.CorrectPairings.model_validate({**told, **chosen(choice)})


def correct(
    desk: RoundsDesk, round_: int, were: str, met: str, choice: Choice | None = None, byes: Iterable[str] = ()
) -> None:
    desk.do(correction(desk, round_, were, met, choice, byes))


def lay_correction(desk: RoundsDesk, round_: int, were: str, met: str) -> None:
    """Such a correction as it is in older histories, between brackets too."""
    told = correction(desk, round_, were, met)
    matches = tuple(CorrectedPairing(match=one.match, sides=one.sides) for one in told.matches)
    desk.lay([PairingsCorrected(round=round_, matches=matches, byes=(), late=False, reason="Wrong tables")], OFFICE)


def nxe_of_eight() -> RoundsDesk:
    desk = started_nxe("ABCDEFGH")
    desk.pair(1, "A-B C-D E-F G-H")
    desk.won("A-B", "C-D", "E-F", "G-H")
    return desk


def due(desk: RoundsDesk) -> Due:
    step = desk.step()
    assert isinstance(step, Due)
    return step


@pytest.mark.rule("TD-14", "ALL-4")
def test_nxe_round_is_corrected_while_the_next_is_drawn_and_its_pairings_stand() -> None:
    desk = nxe_of_eight()
    desk.pair(2, "A-C E-G B-F D-H")
    [event] = [one for one in desk.do(correction(desk, 1, "A-B C-D", "A-D C-B")) if isinstance(one, PairingsCorrected)]
    assert [one.sides for one in event.matches] == [(1, 4), (3, 2)]
    assert desk.round(1) == ["A-D", "C-B", "E-F", "G-H"]
    assert desk.round(2) == ["A-C", "B-F", "D-H", "E-G"]
    assert desk.table()[:4] == ["- A 1-0-0 in", "- C 1-0-0 in", "- E 1-0-0 in", "- G 1-0-0 in"]


@pytest.mark.rule("TD-14", "ALL-4", "NXE-4")
def test_nxe_pair_that_has_met_already_is_paired_otherwise() -> None:
    # A-D is drawn for round 2, and A and D turn out to have met in round 1; so have B and C.
    desk = nxe_of_eight()
    desk.pair(2, "A-D C-B E-G F-H")
    correct(desk, 1, "A-B C-D", "A-D C-B")
    assert desk.round(2) == ["A-C", "B-D", "E-G", "F-H"]


@pytest.mark.rule("TD-14", "ALL-4")
def test_nxe_correction_of_a_played_round_stands() -> None:
    # B has not lost to A but has beaten C: table 2 was won by its second side.
    desk = nxe_of_eight()
    desk.pair(2, "A-C E-G B-F D-H")
    desk.won("A-C", "E-G", "F-B", "H-D")
    desk.when(correction(desk, 1, "A-B C-D", "A-D B-C")).refused("choice-needed")
    correct(desk, 1, "A-B C-D", "A-D B-C", "stand")
    # C has lost to B and to A: out. B and F, H and G: one loss each. D has lost twice.
    assert desk.table() == [
        "- A 2-0-0 in",
        "- E 2-0-0 in",
        "- B 1-1-0 in",
        "- F 1-1-0 in",
        "- G 1-1-0 in",
        "- H 1-1-0 in",
        "7 C 0-2-0 out",
        "7 D 0-2-0 out",
    ]
    step = due(desk)
    assert (step.round, desk.letters(one.entry for one in step.contenders)) == (3, "ABEFGH")


@pytest.mark.rule("TD-14", "ALL-4")
def test_nxe_correction_of_a_played_round_rewinds_what_hung_on_it_alone() -> None:
    desk = nxe_of_eight()
    desk.pair(2, "A-C E-G B-F D-H")
    desk.won("A-C", "E-G", "F-B", "H-D")
    correct(desk, 1, "A-B C-D", "A-D B-C", "rewind")
    # E-G stays, of which neither is concerned; the others are due again, those of round 2 who met C, B and D with them.
    assert desk.round(2) == ["E-G"]
    step = due(desk)
    assert (step.round, desk.letters(one.entry for one in step.contenders)) == (2, "ABCDFH")


@pytest.mark.rule("TD-14", "ALL-4")
def test_nxe_correction_taken_back_by_the_same_deed_leaves_all_as_it_was() -> None:
    desk = nxe_of_eight()
    desk.pair(2, "A-C E-G B-F D-H")
    desk.won("A-C", "E-G", "F-B", "H-D")
    before = desk.table()
    correct(desk, 1, "A-B C-D", "A-D B-C", "rewind")
    correct(desk, 1, "A-D B-C", "A-B C-D", "restore")
    assert desk.table() == before
    assert desk.round(2) == ["A-C", "B-F", "D-H", "E-G"]
    first = desk.match("A-B", 1)
    assert (first.paired, first.made_from) == (None, ())


@pytest.mark.rule("TD-14", "SWI-6")
def test_swiss_bye_was_had_by_another() -> None:
    desk = started_swiss("ABCDE", options=LONG)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C E-B", "D")
    desk.won("A-C", "E-B")
    assert desk.lines("match_points")[0].split()[1:] == ["A", "4", "in"]
    desk.when(correction(desk, 1, "A-B", "A-E", byes=("E>B",))).refused("choice-needed")
    correct(desk, 1, "A-B", "A-E", "stand", byes=("E>B",))
    # B had the bye and lost to E; E lost to A, and beat B.
    assert desk.round(1) == ["A-E", "C-D", "B"]
    assert sorted(line[2:] for line in desk.lines("match_points")) == [
        *("A 4 in", "B 2 in", "C 2 in", "D 2 in", "E 2 in")
    ]


def swiss_of_six() -> SwissDesk:
    desk = started_swiss("ABCDEF", options=LONG)
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B", "C-D", "E-F")
    desk.pair(2, "A-C E-B D-F")
    desk.won("A-C", "E-B", "D-F")
    return desk


@pytest.mark.rule("TD-14", "ALL-4")
@pytest.mark.parametrize("choice", ["stand", "rewind"])
def test_swiss_goes_on_after_a_correction(choice: Choice) -> None:
    desk = swiss_of_six()
    correct(desk, 1, "A-B C-D", "A-D C-B", choice)
    step = due(desk)
    assert step.round == (3 if choice == "stand" else 2)
    desk.draw(step.round)
    assert desk.round(1) == ["A-D", "C-B", "E-F"]
    assert not {"A-D", "D-A", "B-C", "C-B"} & {*desk.round(2), *desk.round(3)}


@pytest.mark.rule("TD-14", "SEL-3")
def test_knockout_semifinals_hold_who_really_won() -> None:
    # A-D and B-C were made. A met C, and B met D: second sides changed tables. A and D won.
    desk = knockout(4, {"third_place": True}, "desk")
    desk.act("starts")
    desk.won("A-D", "B-C")
    assert desk.round(2) == ["A-B", "D-C"]
    correct(desk, 1, "A-D B-C", "A-C D-B")
    assert desk.round(1) == ["A-C", "D-B"]
    assert desk.round(2) == ["A-D", "C-B"]
    desk.won("A-D", "B-C")
    assert desk.step().champion == desk.entry("A")  # type: ignore[union-attr]  # it is done


def played_knockout() -> KnockoutDesk:
    desk = knockout(4, {}, "desk")
    desk.act("starts")
    desk.won("A-D", "B-C", "A-B")
    return desk


@pytest.mark.rule("TD-14", "SEL-3", "ALL-4")
def test_knockout_correction_after_the_final_is_rewound() -> None:
    desk = played_knockout()
    desk.when(correction(desk, 1, "A-D B-C", "A-C D-B")).refused("choice-needed")
    correct(desk, 1, "A-D B-C", "A-C D-B", "rewind")
    assert desk.round(2) == ["A-D"]


@pytest.mark.rule("TD-14", "SEL-3", "ALL-4")
def test_knockout_correction_after_the_final_stands_and_who_is_kept_out_is_named() -> None:
    desk = played_knockout()
    correct(desk, 1, "A-D B-C", "A-C D-B", "stand")
    assert desk.round(2) == ["A-B"]
    assert desk.step().champion == desk.entry("A")  # type: ignore[union-attr]  # it is done
    assert {desk.letter(row.entry): row.mark for row in desk.standings().rows}["D"] == "kept-out"


@pytest.mark.rule("TD-14")
def test_result_of_the_same_winners_leaves_a_bracket_as_it_is() -> None:
    # A and B won, against whomever: the final that was played hangs on nothing else.
    desk = played_knockout()
    correct(desk, 1, "A-D B-C", "A-C B-D")
    assert (desk.round(1), desk.round(2)) == (["A-C", "B-D"], ["A-B"])


@pytest.mark.rule("TD-14", "ALL-4")
def test_correction_is_refused_where_it_can_not_have_been() -> None:
    desk = nxe_of_eight()
    desk.pair(2, "A-C E-G B-F D-H")
    desk.when(correction(desk, 1, "A-B", "A-D")).refused("met-twice")
    desk.when(correction(desk, 1, "A-B", "A-A")).refused("self-pairing")
    desk.when(correction(desk, 1, "A-B", "A-B")).refused("nothing-corrected")
    wrong_round = correction(desk, 1, "A-B C-D", "A-D C-B").model_copy(update={"round": 2})
    desk.when(wrong_round).refused("not-in-round")
    desk.resign("H")
    desk.when(correction(desk, 2, "A-C D-H", "A-H D-C")).refused("sides-conceded")


def told_of(round_: int, met: Mapping[int, tuple[int, int]]) -> round_commands.CorrectPairings:
    """Who met, by match."""
    matches = [{"match": match, "sides": sides} for match, sides in met.items()]
    return round_commands.CorrectPairings.model_validate({"round": round_, "matches": matches, "reason": "Slip"})


@pytest.mark.rule("TD-14")
def test_correction_that_gives_somebody_two_places_names_their_matches() -> None:
    said = "Entry 4 would have 2 places in round 1: matches 1, 2."
    nxe_of_eight().when(told_of(1, {1: (1, 4)})).refused("met-twice", said, matches=[1, 2])
    with_bye = started_swiss("ABC", options=LONG)
    with_bye.pair(1, "A-B", "C")
    with_bye.when(told_of(1, {1: (1, 3)})).refused("met-twice", matches=[1])


@pytest.mark.rule("TD-14", "SEL-1")
def test_matches_of_two_stages_are_not_corrected_together() -> None:
    desk = final_open()
    final = desk.match("A-E").number
    both = told_of(1, {1: (1, 2), final: (5, 1)})
    desk.when(both).refused("not-in-round", "These matches do not all belong to one open stage.")


@pytest.mark.rule("TD-14", "SEL-3")
def test_match_and_its_replay_are_corrected_together() -> None:
    """A and D drew, and are to play again; C sat at their table all the time, and D at that of B."""
    desk = knockout(4, {}, "desk")
    desk.act("starts")
    desk.act("A draws D")
    first, again = (match.number for match in desk.live("AD"))
    other = desk.live("BC")[0].number
    said = f"Match {again} is match {first}, replayed: correct both."
    desk.when(told_of(1, {first: (1, 3), other: (2, 4)})).refused("sides-drawn", said)
    desk.do(told_of(1, {first: (1, 3), again: (1, 3), other: (2, 4)}))
    assert [desk.state.matches[number].sides for number in (first, again, other)] == [(1, 3), (1, 3), (2, 4)]
    desk.won("B-D")
    desk.act("C beats A")
    assert placed(desk)["2-1"] == "C-B"


def played_double() -> KnockoutDesk:
    """A-D and B-C were made, the better seed won both; below D has beaten C, above A has beaten B."""
    desk = on_a_desk(4, DOUBLE)
    desk.won("A-D", "B-C", "D-C", "A-B")
    return desk


@pytest.mark.rule("TD-14", "DE-1", "ALL-4")
def test_double_elimination_loser_who_was_another_drops_in_their_place() -> None:
    # A has met C, and lost; B has met D, and lost: C and D meet above, A and B below.
    desk = played_double()
    desk.when(correction(desk, 1, "A-D B-C", "C-A D-B")).refused("choice-needed")
    correct(desk, 1, "A-D B-C", "C-A D-B", "rewind")
    assert placed(desk) == {"upper-1-1": "C-A", "upper-1-2": "D-B", "upper-2-1": "C-D", "lower-1-1": "A-B"}
    correct(desk, 1, "C-A D-B", "A-D B-C", "restore")
    assert (placed(desk)["upper-2-1"], placed(desk)["lower-1-1"]) == ("A-B", "D-C")


@pytest.mark.rule("TD-14", "DE-1", "ALL-4")
def test_double_elimination_goes_on_where_the_correction_stands() -> None:
    desk = played_double()
    correct(desk, 1, "A-D B-C", "C-A D-B", "stand")
    assert (placed(desk)["upper-2-1"], placed(desk)["lower-1-1"]) == ("A-B", "D-C")
    play_on(desk)
    # C and D had won; they lost below to each other, and to B.
    assert ranks(desk) == "A champion, B finalist, D kept-out, C kept-out"


@pytest.mark.rule("TD-14", "CON-2", "ALL-4")
def test_consolation_losers_are_those_who_lost() -> None:
    desk = on_a_desk(4, CONSOLATION)
    desk.won("A-D", "B-C")
    assert placed(desk)["consolation-1-1"] in ("D-C", "C-D")
    correct(desk, 1, "A-D B-C", "C-A D-B")
    assert {*placed(desk)["consolation-1-1"]} == {*"A-B"}
    assert {*placed(desk)["main-2-1"]} == {*"C-D"}


@pytest.mark.rule("TD-14", "CHM-2", "ALL-4")
@pytest.mark.parametrize("choice", ["stand", "rewind"])
def test_champion_correction_counts_in_credits(choice: Choice) -> None:
    # A 2, B 2, C 1, D 1. A beat B and C, B beat D. It was D who met A at C's table, and C who met B.
    desk = champion({"A": 2, "B": 2, "C": 1, "D": 1})
    desk.pair(1, "A-B A-C B-D")
    desk.won("A-B", "A-C", "B-D")
    desk.pair(2, "A-B", "A")
    desk.won("A-B")
    correct(desk, 1, "A-C B-D", "A-D C-B", choice)
    # B has lost to A and to C: both credits; D the only one. A and C go on, anyone who met in round 2.
    assert [told.split()[1] for told in desk.credits().values()] == ["2", "0", "1", "0"]
    assert desk.round(1) == ["A-B", "A-D", "C-B"]
    assert desk.round(2) == (["A-B", "A"] if choice == "stand" else ["A"])
    assert desk.letters(one.entry for one in due(desk).contenders) == "AC"


@pytest.mark.rule("TD-14", "ALL-4", "SEL-1")
def test_swiss_correction_is_asked_about_in_each_stage() -> None:
    # A and E go up, and have begun the final; B and D had sat at each other's tables in round 1, and B won there.
    desk = final_open()
    desk.won("A-E")
    command = correction(desk, 1, "A-B C-D", "A-D B-C")
    with pytest.raises(Refused) as refused:
        desk.do(command)
    stages = refused.value.facts["stages"]
    assert isinstance(stages, list)
    assert [one["stage"] for one in stages] == [1, 2]
    both = [StageChoice(stage=1, choice="stand"), StageChoice(stage=2, choice="stand")]
    desk.do(command.model_copy(update={"choices": tuple(both)}))
    assert finals(desk) == ["A-E"]


@pytest.mark.rule("TD-14")
def test_formats_whose_rules_say_who_meets_say_so() -> None:
    robin = on_a_desk(4, RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(1,)))
    robin.won("A-D", "B-C")
    ring = started_ring("ABC")
    ring.act("A-B A")
    for desk in (robin, ring):
        sides = desk.matches()[0].sides
        told = round_commands.CorrectPairings(round=1, matches=({"match": 1, "sides": sides[::-1]},), reason="Slip")  # type: ignore[arg-type]  # as a request has it
        desk.when(told).refused("who-meets-is-fixed")
        one = match_commands.CorrectResult(match=1, sides=sides[::-1], reason="Slip")
        desk.when(one).refused("who-meets-is-fixed")


@pytest.mark.rule("TD-14", "SEL-3", "ALL-4", "ALL-5")
def test_knockout_match_of_corrected_sides_is_played_again_by_those_who_sit_there() -> None:
    """A-D and B-C were paired, and A met C and B met D. A's match is void: A and C play again, since D has met B. D is
    put out meanwhile, which changes nothing for A and C."""
    desk = played_knockout()
    correct(desk, 1, "A-D B-C", "A-C B-D", "rewind")
    voided = desk.match("A-C").number
    desk.do(match_commands.VoidMatch(match=voided, reason="Wrong board", choice="rewind"))
    assert placed(desk)["1-1"] == "A-C"
    desk.do(match_commands.VoidMatch(match=desk.match("A-C").number, reason="Again", choice="rewind"))
    assert placed(desk)["1-1"] == "A-C"
    desk.act("A beats C")
    assert desk.match("A-C").number > voided + 1


@pytest.mark.rule("TD-14", "DE-1", "ALL-4", "ALL-5")
def test_double_elimination_match_of_corrected_sides_is_played_again_by_those_who_sit_there() -> None:
    desk = played_double()
    first, second = (placed(desk)[name] for name in ("upper-1-1", "upper-1-2"))
    met = [f"{first[0]}-{second[2]}", f"{second[0]}-{first[2]}"]
    correct(desk, 1, f"{first} {second}", " ".join(met), "rewind")
    desk.do(match_commands.VoidMatch(match=desk.match(met[0]).number, reason="Wrong board", choice="rewind"))
    assert (placed(desk)["upper-1-1"], placed(desk)["upper-1-2"]) == (met[0], met[1])


@pytest.mark.rule("TD-14", "SE-9")
def test_bracket_keeps_walkovers_and_takes_nobody_from_outside() -> None:
    desk = knockout(3, {}, "desk")
    desk.act("starts")
    desk.won("B-C")
    desk.when(correction(desk, 1, "B-C", "A-C")).refused("sides-drawn")


def eight_of_double_elimination(*said: str) -> KnockoutDesk:
    """A-H, D-E, B-G and C-F are the first round; nothing is said of the beaten, who meet in H-E and G-F."""
    desk = on_a_desk(8, DOUBLE)
    for one in said:
        desk.act(one)
    return desk


@pytest.mark.rule("ALL-4", "DE-1")
def test_loser_who_keeps_a_place_is_the_one_who_had_lost_there() -> None:
    """C had beaten F and A H; it was H whom C beat, and F whom A beat. H has begun with E, so that both keep their
    places. B-G goes to G: B meets the loser of C-F as it was taken to have been, F, and not H once more."""
    desk = eight_of_double_elimination("A beats H", "D beats E", "B beats G", "C beats F", "H beats E")
    correct(desk, 1, "A-H C-F", "A-F C-H", "stand")
    desk.act("G beat B, rewind")
    assert {name: placed(desk)[name] for name in ("lower-1-1", "lower-1-2")} == {"lower-1-1": "H-E", "lower-1-2": "B-F"}
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "DE-1")
def test_rewound_result_takes_the_places_along_of_those_who_had_changed_seats() -> None:
    """As before, and H has beaten C after all: H goes up, and can't keep the place of the beaten too. F had lost."""
    desk = eight_of_double_elimination("A beats H", "D beats E", "B beats G", "C beats F", "H beats E")
    correct(desk, 1, "A-H C-F", "A-F C-H", "stand")
    told = desk.winner_only(desk.match("C-H", 1), "H")
    turned = {"match": desk.match("C-H", 1).number, "result": told, "reason": "Slip"}
    desk.when(match_commands.CorrectResult.model_validate(turned)).refused("choice-needed")
    desk.do(match_commands.CorrectResult.model_validate({**turned, "choice": "rewind"}))
    first = {"upper-2-1": "A-D", "upper-2-2": "B-H", "lower-1-1": "F-E", "lower-1-2": "G-C"}
    assert {name: placed(desk)[name] for name in first} == first
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "DE-1")
def test_player_who_sits_elsewhere_leaves_the_place_to_who_belongs_there() -> None:
    """F beats C, and they change seats in the second round, which once was recorded between brackets: C plays B, and F
    is to play G. Then it turns out that C had lost to E, and D is still to play F. C goes on sitting where E belongs:
    E sits in the place of C, and not F."""
    desk = eight_of_double_elimination("A beats H", "B beats G", "F beats C")
    lay_correction(desk, 2, "B-F G-C", "B-C G-F")
    desk.act("C beats B")
    correct(desk, 1, "C-F D-E", "C-E D-F", "rewind")
    assert placed(desk)["lower-1-2"] == "G-E"
    desk.act("D beats F")
    assert {name: placed(desk)[name] for name in ("upper-2-1", "lower-1-1")} == {"upper-2-1": "A-D", "lower-1-1": "H-F"}
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "DE-1")
def test_corrected_places_come_back_together() -> None:
    """A-D and B-C changed seats with each other; C-F goes to F for a while, and nothing of it had begun."""
    desk = eight_of_double_elimination("A beats H", "D beats E", "B beats G", "C beats F")
    correct(desk, 2, "A-D B-C", "A-C B-D")
    before = placed(desk)
    desk.act("F beat C")
    assert {name: placed(desk)[name] for name in ("upper-2-1", "upper-2-2")} == {"upper-2-1": "A-D", "upper-2-2": "B-F"}
    desk.act("C beat F")
    assert placed(desk) == before


OF_DIFFERENT_ROUNDS = (
    "Players swap places only within one round of one bracket, and {0} are of different ones. Correct the results that"
    " brought the players there, or void the matches that the wrong players have played."
)


@pytest.mark.rule("TD-14", "DE-1", "CON-2")
@pytest.mark.parametrize(
    ("options", "rule", "slots"),
    [(DOUBLE, "DE-2", "upper-2-1, lower-1-1"), (CONSOLATION, "CON-2", "main-2-1, consolation-1-1")],
)
def test_players_of_different_brackets_do_not_change_places(
    options: DoubleEliminationOptions | ConsolationOptions, rule: str, slots: str
) -> None:
    """The second round of those who won, and the first of the beaten, are equally deep: A-D and H-E, and no other pair
    of these two. Within either round players change places, in one command too."""
    desk = on_a_desk(8, options)
    for said in ("A beats H", "D beats E", "B beats G", "C beats F"):
        desk.act(said)
    (upper, lower), before = slots.split(", "), len(desk.history)
    assert (placed(desk)[upper], placed(desk)[lower]) == ("A-D", "H-E")
    with pytest.raises(Refused) as refused:
        correct(desk, 2, "A-D H-E", "A-E H-D")
    assert (refused.value.problem.slug, refused.value.problem.rule) == ("sides-drawn", rule)
    assert refused.value.detail == OF_DIFFERENT_ROUNDS.format(slots)
    assert len(desk.history) == before
    below = placed(desk)[lower.replace("-1-1", "-1-2")]
    correct(desk, 2, f"A-D B-C H-E {below}", f"A-C B-D H-{below[2]} {below[0]}-E")
    assert (placed(desk)[upper], placed(desk)[lower]) == ("A-C", f"H-{below[2]}")


@pytest.mark.rule("TD-14", "SEL-4")
def test_players_of_the_final_do_not_change_places_with_those_who_play_for_the_third() -> None:
    desk = knockout(4, {"third_place": True}, "desk")
    desk.act("starts")
    desk.won("A-D", "B-C")
    with pytest.raises(Refused) as refused:
        correct(desk, 2, "A-B D-C", "A-C D-B")
    assert (refused.value.problem.slug, refused.value.problem.rule) == ("sides-drawn", "SEL-3")
    assert refused.value.detail == OF_DIFFERENT_ROUNDS.format("2-1, third")


@pytest.mark.rule("ALL-4", "DE-1")
def test_recorded_correction_between_brackets_counts_as_it_was_and_match_stays_of_who_had_met_its_player() -> None:
    """D has beaten F and not E, and C E. Then it turns out that F played A in the second round, and D H, which once was
    recorded: all four have come to these places as before, and both matches stay."""
    desk = eight_of_double_elimination("A beats H", "D beats E", "B beats G", "C beats F")
    correct(desk, 1, "D-E C-F", "D-F C-E")
    assert placed(desk)["lower-1-1"] == "H-F"
    numbers = [desk.match(sides, 2).number for sides in ("A-D", "H-F")]
    lay_correction(desk, 2, "A-D H-F", "A-F H-D")
    assert [desk.state.matches[number].sides for number in numbers] == [(1, 6), (8, 4)]
    assert all(desk.state.matches[number].valid for number in numbers)


@pytest.mark.rule("ALL-4", "DE-1")
def test_correction_stands_only_where_all_who_changed_places_have_gone_on() -> None:
    """A has beaten D, who has begun below; B has still to play C. Were it C whom A beat, D would keep its place below,
    and have a second match with B."""
    desk = eight_of_double_elimination("A beats H", "D beats E", "B beats G", "C beats F", "A beats D", "G beats F")
    assert placed(desk)["lower-2-2"] == "D-G"
    desk.act("D beats G")
    desk.when(correction(desk, 2, "A-D B-C", "A-C B-D", "stand")).refused("placed-elsewhere")
    desk.act("B beats C")
    correct(desk, 2, "A-D B-C", "A-C B-D", "stand")
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "CON-2")
def test_places_that_were_kept_together_are_not_kept_by_one_match_alone() -> None:
    """D beats A, and B C; then B beats D, and A C. That A met C and B D stands for a while, and is taken back. B-C is
    void and is to be played again, and now A has met C there, and B meets D: C comes up, and D goes down, as it is."""
    desk = on_a_desk(4, ConsolationOptions(kind="consolation", seeding="entry-order"))
    for said in ("D beats A", "B beats C", "B beats D", "A beats C"):
        desk.act(said)
    correct(desk, 1, "A-D B-C", "A-C B-D", "stand")
    correct(desk, 1, "A-C B-D", "A-D B-C")
    desk.do(match_commands.VoidMatch(match=desk.match("B-C", 1).number, reason="Slip", choice="rewind"))
    correct(desk, 1, "A-D B-C", "A-C B-D")
    desk.act("B beats D")
    assert {name: placed(desk)[name] for name in ("main-2-1", "consolation-1-1")} == {
        "main-2-1": "C-B",
        "consolation-1-1": "A-D",
    }


@pytest.mark.rule("ALL-4", "DE-1", "SEL-3")
def test_void_match_is_played_again_by_who_belongs_there_while_the_other_sits_elsewhere() -> None:
    """E and F have changed seats. C-E is void, and is to be played again by those who sit there; then D-F is."""
    desk = eight_of_double_elimination()
    correct(desk, 1, "D-E C-F", "D-F C-E")
    for sides, seat in (("C-E", "upper-1-4"), ("D-F", "upper-1-2")):
        desk.do(match_commands.VoidMatch(match=desk.match(sides, 1).number, reason="Wrong length"))
        assert placed(desk)[seat] == sides


@pytest.mark.rule("TD-14", "ALL-4", "SWX-6")
def test_swiss_place_after_a_bye_goes_with_the_bye() -> None:
    """D was to have the bye of the second round, and B had it: it hangs on C-D, which is no match of B. In the third
    round B is paired with E. When C-D goes to D, the bye goes, and B-E with it; A-E of the second round stays."""
    desk = started_swiss("ABCDEFG", options=LONG)
    desk.pair(1, "A-B C-D E-F", "G")
    desk.won("A-B", "C-D", "E-F")
    desk.pair(2, "A-E B-G C-F", "D")
    correct(desk, 2, "B-G", "D-G", byes=("D>B",))
    desk.won("A-E", "D-G", "C-F")
    desk.pair(3, "B-E A-C D-F", "G")
    desk.reverse("D-C", "rewind")
    assert "A-E" in desk.round(2)
    assert "B" not in desk.round(2)
    assert "B-E" not in desk.round(3)


@pytest.mark.rule("TD-14", "ALL-4", "MON-6")
def test_bye_that_was_kept_stays_where_only_the_opponent_was_another() -> None:
    """D beats B, and A C; B has the bye, and A beats E and C D. B has beaten D after all, which stands: the bye stays
    too. It was C whom B beat: that says nothing else of B, who keeps the bye, and of A's match either."""
    desk = started_swiss("ABCDE", options=LONG)
    desk.pair(1, "D-B A-C", "E")
    desk.won("D-B", "A-C")
    desk.pair(2, "A-E C-D", "B")
    desk.won("A-E", "C-D")
    desk.reverse("B-D", "stand")
    desk.pair(3, "A-B E-C", "D")
    correct(desk, 1, "D-B A-C", "C-B A-D", "rewind")
    assert "B" in desk.round(2)
    assert "A-B" in desk.round(3)


@pytest.mark.rule("TD-14", "ALL-4", "MON-6")
def test_round_that_was_missed_stays_missed_where_it_was_another_who_met() -> None:
    """Two lives. C beats A and B beats A, who is out, and misses round 3. A had beaten C after all: A is in again, and
    is paired in round 4. That A beat D and not C, and B beat C, changes nothing of the round that A was out of."""
    desk = started_lives("ABCDE", lives=2)
    played(desk, 1, "B-D C-A", "E")
    played(desk, 2, "C-E B-A", "D")
    played(desk, 3, "C-B E-D")
    desk.reverse("A-C", "stand")
    desk.pair(4, "A-B")
    assert desk.facts.missed_places(desk.entry("A")) == {3: 1}
    correct(desk, 1, "B-D C-A", "B-C D-A", "stand")
    assert desk.facts.missed_places(desk.entry("A")) == {3: 1}


@pytest.mark.rule("ALL-4", "MON-6")
def test_player_who_takes_a_place_in_the_next_round_has_missed_the_one_before() -> None:
    """Two lives. A and B lose both their matches, and C beats D in round 3: C and D are to meet again. A had beaten D
    in round 2, so that it was D's second loss in round 3: A meets C in round 4, and has missed round 3."""
    desk = started_lives("ABCD", lives=2, end="last")
    played(desk, 1, "D-B C-A")
    played(desk, 2, "D-A C-B")
    played(desk, 3, "C-D")
    desk.pair(4, "C-D")
    desk.reverse("A-D", "stand", 2)
    assert [set(pair) - {"-"} for pair in desk.round(4)] == [{"A", "C"}]
    assert desk.facts.missed_places(desk.entry("A")) == {3: 1}


@pytest.mark.rule("TD-14", "ALL-4")
def test_bye_that_had_lapsed_comes_back_with_the_round_it_was_of() -> None:
    """B beats E, C beats D, A has the bye; B-C and A-E follow, with D's bye. Three corrections of who met in round 1,
    each rewound, are all taken back, and what was is chosen again: round 2 has all its places."""
    desk = started_swiss("ABCDE", options=LONG)
    desk.pair(1, "E-B C-D", "A")
    desk.won("B-E", "C-D")
    desk.pair(2, "B-C A-E", "D")
    desk.won("B-C", "A-E")
    desk.pair(3, "B-A C-E", "D")
    correct(desk, 1, "E-B", "E-A", "rewind", ("A>B",))
    correct(desk, 1, "C-D", "C-B", "rewind", ("B>D",))
    correct(desk, 1, "E-A", "E-D", "rewind", ("D>A",))
    correct(desk, 1, "E-D C-B", "E-B C-D", "restore", ("A>A",))
    assert desk.round(2) == ["A-E", "B-C", "D"]


@pytest.mark.rule("TD-11", "TD-14")
def test_correction_of_who_met_is_appealed_by_an_entry() -> None:
    """As any decision without a ruling (5.2)."""
    desk = nxe_of_eight()
    correct(desk, 1, "A-B C-D", "A-D C-B")
    decision = max(desk.state.directing.decisions)
    desk.do(AppealDecision(decision=decision, entry=desk.entry("B"), reason="I did meet A."), player("B"))
    assert desk.state.directing.rulings[1].reasons == "Sat at the wrong tables"


@pytest.mark.rule("TD-14", "NXE-8")
def test_player_who_has_left_concedes_the_open_match_in_which_they_sit_after_all() -> None:
    """A has beaten B, who resigned, as it was thought. A has beaten D: B sits at the open table of C."""
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    desk.resign("B")
    correct(desk, 1, "A-B C-D", "A-D C-B")
    conceded = desk.match("C-B")
    assert desk.steps[-1].events[1:] == (
        MatchesConceded(conceded=(ConcededMatch(match=conceded.number, entry=desk.entry("B"), play_began=False),)),
    )
    assert conceded.phase == "announced"
    assert desk.letters(one.entry for one in due(desk).contenders) == "ACD"
