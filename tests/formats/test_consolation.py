"""Consolations worked by hand (CON-1 to CON-12, ALL-4)."""

from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.contract.steps import Done
from domain.formats.registry import SETTINGS
from domain.tournament.lifecycle.commands import AnnounceTournament
from tests.desk import Desk
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.knockout_play import KnockoutDesk


def options(**told: object) -> ConsolationOptions:
    return ConsolationOptions.model_validate({"kind": "consolation", "seeding": "entry-order", "lengths": (1,), **told})


def consolation(entrants: int, better: bool = True, **told: object) -> KnockoutDesk:
    """A consolation of so many, played to its end."""
    desk = started(entrants, options(**told))
    play_on(desk, better)
    return desk


def beside(desk: KnockoutDesk) -> Mapping[str, str]:
    return {name: pair for name, pair in placed(desk).items() if not name.startswith("main")}


@pytest.mark.rule("CON-1", "CON-2", "CON-8")
def test_eight_where_the_better_seed_always_wins() -> None:
    """CON-2, worked: 8-5, 7-6 | 3-5, 4-6 | 3-4, won by 3. D loses to A in match 1 of round 2 and drops to place 2."""
    desk = consolation(8)
    assert beside(desk) == {
        "consolation-1-1": "H-E",
        "consolation-1-2": "G-F",
        "consolation-2-1": "C-E",
        "consolation-2-2": "D-F",
        "consolation-3-1": "C-D",
    }
    assert ranks(desk) == "A champion, B finalist, C consolation-winner, D consolation-finalist, E=F out, G=H out"
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("CON-2", "DE-3", "CON-11")
def test_sixteen_in_the_long_shape() -> None:
    """A. 1-16 .. in the order of the seats; seeds A..P and the better always wins.

    Round 1, from the top: A-P H-I D-M E-L B-O G-J C-N F-K. Losers pair as neighbours: P-I M-L O-J N-K; I L J K go on.
    Round 2: A-H D-E B-G C-F; H E G F drop by mask 2 (3 4 1 2), so that places 1 to 4 have G F H E: G-I F-L H-J E-K.
    G F H E go on: G-F H-E, F and E. Round 3: A-D B-C; D and C drop by mask 1 (bits of 2, lowest first: 0 1), 1 2: mask
    of two places has one bit, the digit 0: D-F C-E. D and C: C wins. Matches 4 4 2 2 1, one fewer than the field of 14.
    """
    desk = consolation(16)
    assert list(beside(desk).items()) == [
        *[
            ("consolation-1-1", "P-I"),
            ("consolation-1-2", "M-L"),
            ("consolation-1-3", "O-J"),
            ("consolation-1-4", "N-K"),
        ],
        *[
            ("consolation-2-1", "G-I"),
            ("consolation-2-2", "F-L"),
            ("consolation-2-3", "H-J"),
            ("consolation-2-4", "E-K"),
        ],
        *[("consolation-3-1", "G-F"), ("consolation-3-2", "H-E")],
        *[("consolation-4-1", "D-F"), ("consolation-4-2", "C-E"), ("consolation-5-1", "D-C")],
    ]
    assert ranks(desk).startswith("A champion, B finalist, C consolation-winner, D consolation-finalist, E=F out, G=H")


@pytest.mark.rule("CON-12")
def test_block_of_the_short_shape() -> None:
    """32 in the short shape, the better seed always wins: C drops in round 3 and D in round 4 without a round between.

    Survivors before it, from the top, are those who dropped in round 2: its matches are 1-16 8-9 4-13 5-12 2-15 7-10
    3-14 6-11, so that 16 9 13 12 15 10 14 11 drop, by mask 2: 13 12 16 9 14 11 15 10. Round 3: 1-8 4-5 2-7 3-6; 8 5 7 6
    drop by mask 2: 7 6 8 5. Round 4: 1-4 2-3; 4 3 drop by mask 1: 3 4.
    Block 1: 7-13 6-12 16-9; 3-9, 7-6; 3-6. Block 2: 8-14 5-11 15-10; 4-10, 8-5; 4-5. The last: 3-4.
    """
    desk = consolation(32, shape="short")
    number = {name: [desk.entry(letter) for letter in pair.split("-")] for name, pair in beside(desk).items()}
    rounds = {r: [pair for name, pair in number.items() if name.startswith(f"consolation-{r}-")] for r in (3, 4, 5, 6)}
    assert rounds == {
        3: [[7, 13], [6, 12], [16, 9], [8, 14], [5, 11], [15, 10]],
        4: [[3, 9], [7, 6], [4, 10], [8, 5]],
        5: [[3, 6], [4, 5]],
        6: [[3, 4]],
    }


@pytest.mark.rule("CON-3")
def test_losers_of_round_1_alone_or_of_everybodys_first_match() -> None:
    """Six: A and B have no opponent in round 1; D-E and C-F; then A-D and B-C, and D and C have won before."""
    assert beside(consolation(6, comes_in="first-round")) == {
        "consolation-1-1": "E alone",
        "consolation-1-2": "F alone",
        "consolation-2-1": "E-F",
    }
    # The worse seed wins: E and F go on, and beat A and B, who come in where their own walkovers left a place.
    assert beside(consolation(6, better=False, comes_in="first-match")) == {
        "consolation-1-1": "A-D",
        "consolation-1-2": "B-C",
        "consolation-2-1": "D-C",
    }


@pytest.mark.rule("CON-2")
def test_prizes_of_the_main_bracket_end_the_drops() -> None:
    desk = consolation(8, main_prizes=4)
    # C and D lose in the semifinals and stay there; four from round 1 play for the consolation.
    assert beside(desk) == {"consolation-1-1": "H-E", "consolation-1-2": "G-F", "consolation-2-1": "E-F"}
    assert ranks(desk) == "A champion, B finalist, C=D out, E consolation-winner, F consolation-finalist, G=H out"
    all_drop = consolation(4, main_prizes=1)
    assert beside(all_drop)["consolation-2-1"] == "B-C"


LAST_OF_SIXTEEN = {
    "last-1-1": "P-M",
    "last-1-2": "O-N",
    "last-1-3": "I-L",
    "last-1-4": "J-K",
    "last-2-1": "G-N",
    "last-2-2": "H-M",
    "last-2-3": "I-J",
    "last-3-1": "F-I",
    "last-3-2": "H-G",
    "last-4-1": "G-E",
    "last-5-1": "E-F",
}


@pytest.mark.rule("CON-9", "CON-13", "CON-8")
def test_last_chance_of_sixteen() -> None:
    """The consolation is that of sixteen above; its losers are P M O N | I L J K | G H | F E, and C and D have prizes.

    The first two groups together: P-M O-N I-L J-K; M N I J go on. G and H meet survivors, in order M and N; G has come
    from the upper half of the consolation, where P and M were beaten too, so they exchange: G-N H-M, and I-J is left.
    G H I go on; of five F meets one of them and E, the last newcomer, waits: F-G may have met, F-I can't. So F-I H-G.
    F G E: F, the first, waits while G-E; then E-F. Nobody has met before, though two such events have two on average.
    """
    desk = consolation(16, last_chance="progressive")
    last = {name: pair for name, pair in placed(desk).items() if name.startswith("last")}
    assert last == LAST_OF_SIXTEEN
    assert rematches(desk) == 0
    assert ranks(desk) == (
        "A champion, B finalist, C consolation-winner, D consolation-finalist, E last-chance-winner,"
        " F last-chance-finalist, G out, H=I out, J=M=N out, K=L=O=P out"
    )


@pytest.mark.rule("CON-9", "CON-13")
def test_last_chance_of_24() -> None:
    """A to X; the better seed wins. Eight have no opponent in round 1 of the main bracket; its losers are, from the
    top, Q X T U R W S V, each alone in round 1 of the consolation. Round 2: P I M L O J N K drop by mask 4 (O J N K P I
    M L): O-Q J-X N-T K-U P-R I-W M-S L-V. Then O-J N-K P-I M-L; H E G F drop by mask 1: E-J H-K F-I G-L; E-H F-G; D and
    C drop by mask 1: C-E D-F; C-D.

    Its losers: Q X T U R W S V | O N P M | J K I L | H G | E F. Together: Q-X T-U R-W S-V O-N P-M; Q T R S N M go on.
    J K I L meet Q T R S; J may have met Q, and so on: J-T K-Q I-S L-R, and N-M. J K I L M: of seven G waits, H meets M,
    who it can't have met, instead of J; K-I L-J. H I J G: E and F meet J and I, and H-G is left. E F G: E waits, F-G;
    F-E. Matches 6 5 3 3 1 1, one fewer than the field of 20. E-J, F-I and F-G have met in the consolation, since all
    those beaten there by the same two come together here; such events have 1.6 on average, and 2.9 without exchanges.
    """
    desk = consolation(24, last_chance="progressive")
    last = [pair for name, pair in placed(desk).items() if name.startswith("last")]
    assert last == [
        *["Q-X", "T-U", "R-W", "S-V", "O-N", "P-M"],
        *["J-T", "K-Q", "I-S", "L-R", "N-M"],
        *["H-M", "K-I", "L-J"],
        *["E-J", "F-I", "H-G"],
        *["F-G", "F-E"],
    ]
    assert rematches(desk) == 3
    assert ranks(desk).startswith("A champion, B finalist, C consolation-winner, D consolation-finalist, E last-chance")


def rematches(desk: KnockoutDesk) -> int:
    """How many matches were between two who had met before."""
    pairs = [tuple(sorted(match.sides)) for match in desk.matches()]
    return len(pairs) - len({*pairs})


@pytest.mark.rule("ALL-3", "ALL-4", "CON-9", "CON-10")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        ("rewind", {"consolation-2-1": "C-H", "last-1-1": "E-G", "last-1-2": "H-F", "last-2-1": "E-F"}),
        ("stand", {"consolation-2-1": "C-E", "last-1-1": "H-G", "last-1-2": "E-F", "last-2-1": "G-E"}),
    ],
)
def test_result_of_the_consolation_is_changed_after_the_last_chance_went_on(
    choice: str, then: Mapping[str, str]
) -> None:
    """Eight; E has beaten H in the consolation and meets C, H has lost to G in the last chance; but H had won. The
    losers of the consolation's second round, who are C's opponent and F, meet next to them."""
    desk = started(8, options(last_chance="progressive"))
    for said in ("A beats H", "D beats E", "B beats G", "C beats F", "E beats H", "F beats G", "G beats H"):
        desk.act(said)
    for said in ("A beats D", "B beats C", "D beats F", f"H beat E, {choice}"):
        desk.act(said)
    play_on(desk)
    assert {name: placed(desk)[name] for name in then} == then
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("CON-9")
def test_last_chance_has_lengths_and_prizes_of_its_own() -> None:
    desk = consolation(8, last_chance="progressive", consolation_prizes=1, last_chance_lengths=(3,))
    lengths = {match.slot: match.length for match in desk.matches()}
    assert {length for slot, length in lengths.items() if str(slot).startswith("last")} == {3}
    # The consolation's finalist D comes in too, and wins the last chance.
    assert ranks(desk).startswith("A champion, B finalist, C consolation-winner, D last-chance-winner")


@pytest.mark.rule("ALL-11")
def test_rules_of_before_are_stored_and_read_without_a_last_chance() -> None:
    first = options(rules_version=1, shape="short")
    stored = SETTINGS.store(first)
    assert (stored["version"], "last_chance" in stored) == (1, False)
    assert SETTINGS.read(stored) == first
    assert SETTINGS.store(options())["version"] == 7
    with pytest.raises(ValidationError, match="leave rules_version out"):
        options(rules_version=1, last_chance="progressive")


@pytest.mark.rule("CON-7")
def test_finalist_plays_the_winner_of_the_consolation_for_the_second_place() -> None:
    desk = started(4, options(join="second-place"))
    for said in ("A beats D", "B beats C", "A beats B", "C beats D"):
        desk.act(said)
    assert placed(desk)["second-1-1"] == "B-C"
    assert ranks(desk) == "A champion, -B in, -C in, D consolation-finalist"
    desk.act("C beats B")
    assert ranks(desk) == "A champion, C consolation-winner, B finalist, D consolation-finalist"


@pytest.mark.rule("CON-7")
def test_both_winners_may_play_a_last_match() -> None:
    desk = consolation(4, better=False, join="grand")
    assert placed(desk)["grand-1-1"] == "D-B"
    assert ranks(desk) == "D champion, B consolation-winner, C finalist, A consolation-finalist"


@pytest.mark.rule("ALL-3", "ALL-4", "CON-10")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        ("rewind", {"main-2-1": "D-B", "consolation-1-1": "A-C"}),
        ("stand", {"main-2-1": "A-B", "consolation-1-1": "D-C"}),
    ],
)
def test_result_changed_after_the_consolation_went_on(choice: str, then: Mapping[str, str]) -> None:
    desk = started(4, options())
    for said in ("A beats D", "B beats C", "D beats C", f"D beat A, {choice}"):
        desk.act(said)
    assert {name: pair for name, pair in placed(desk).items() if name not in ("main-1-1", "main-1-2")} == then
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-13", "CON-8")
def test_rank_is_told_as_soon_as_nobody_can_come_up_to_it() -> None:
    desk = started(8, options())
    for said in (
        "A beats H",
        "D beats E",
        "B beats G",
        "C beats F",
        "A beats D",
        "B beats C",
        "E beats H",
        "A beats B",
    ):
        desk.act(said)
    # All others still play for the third place; H, the first to go out, may yet share rank 7 with G or F.
    assert ranks(desk) == "A champion, B finalist, -D in, -E in, -G in, -C in, -F in, H out"


@pytest.mark.rule("CON-4", "ALL-9")
def test_resigned_player_does_not_come_in() -> None:
    desk = started(4, options())
    desk.resign("D")
    desk.act("B beats C")
    assert placed(desk)["consolation-1-1"] == "C alone"
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, C consolation-winner, D resigned"


@pytest.mark.parametrize(
    "told",
    [
        {"comes_in": "first-round", "shape": "short"},
        {"join": "second-place", "main_prizes": 1},
        {"comes_in": "first-match", "main_prizes": 3},
        {"consolation_prizes": 1},
        {"last_chance_lengths": (3,)},
    ],
)
def test_options_that_contradict_each_other_are_refused(told: Mapping[str, object]) -> None:
    Desk().when(AnnounceTournament(name="Consolation", format=options(**told))).refused("option-without-effect")
