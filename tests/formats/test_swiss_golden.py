"""Swiss seasons worked out elsewhere: the example of the rulebook, a whole season, and random ones the long way."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.account import Account, Part
from domain.formats.contract.steps import Done
from domain.formats.swiss import SwissOptions
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import Sitting, SwissDesk, started_swiss
from tests.formats.swiss_long_way import Season
from tests.golden.tables import Row, table

EXAMPLE = "swiss/worked_example"
SEASON = "swiss/season"
ROUNDS = 6
NAMES = {
    "points": "match_points",
    "Solkoff": "solkoff",
    "cumulative": "cumulative",
    "opponents' cumulative": "opponents_cumulative",
    "defaults": "defaults",
}


def sittings(rows: Sequence[Row]) -> list[Sitting]:
    return [(row["first"], row["came to"], row["second"]) for row in rows]


def started(page: str) -> SwissDesk:
    """The tournament of the page's players, in the order of their lots."""
    players = table(page)
    colours = {row["player"]: row["colour"] for row in players}
    red = "".join(letter for letter, colour in colours.items() if colour == "red")
    blue = "".join(letter for letter, colour in colours.items() if colour == "blue")
    return started_swiss("".join(colours), red, blue)


def play(desk: SwissDesk, round_: int, played: Sequence[Sitting]) -> None:
    """The round of a page, which the draw must have made."""
    desk.ask_for_byes(round_, played)
    assert desk.drawn(round_) == [(first, second) for first, _, second in played]
    desk.happen(round_, played)


def values(desk: SwissDesk, letter: str) -> Mapping[str, int]:
    return next(row.values for row in desk.swiss().rows if desk.letter(row.entry) == letter)


def accounts(desk: SwissDesk, letter: str) -> Mapping[str, Account]:
    stage = current_stage(desk.state)
    opened = stage.rules.accounts(stage.options, stage.facts, desk.entry(letter))
    return {account.name: account for account in opened}


def played_example() -> SwissDesk:
    desk = started(EXAMPLE)
    for round_ in (1, 2, 3):
        play(desk, round_, sittings(table(EXAMPLE, round_ + 1)))
    return desk


@pytest.mark.rule("SWI-2", "SWI-4", "SWI-5", "SWI-7", "SWI-8", "SWI-10", "SEL-1")
@pytest.mark.source("gokodom II.B.1", "gokodom II.B.2", "gokodom II.B.7", "gokodom II.H", "gokodom II.I.1")
def test_the_worked_example_with_all_its_numbers() -> None:
    desk = played_example()
    for row, line in zip(table(EXAMPLE, 5), desk.swiss().rows, strict=True):
        assert (str(line.rank), desk.letter(line.entry), line.mark) == (row["rank"], row["player"], row["mark"])
        assert {name: line.values[NAMES[name]] for name in row if name in NAMES} == {
            name: int(row[name]) for name in row if name in NAMES
        }
    assert desk.seeds() == ["E", "A", "C", "B"]


@pytest.mark.rule("SWI-9", "SWI-10", "SWI-11")
def test_the_worked_example_opened_up_opponent_by_opponent() -> None:
    desk = played_example()
    rows = table(EXAMPLE, 6)
    for letter in "EACBD":
        opened = accounts(desk, letter)
        for row in (row for row in rows if row["player"] == letter):
            check_opponent(desk, row, opened)
        assert opened["solkoff"].total == sum(int(row["points"]) for row in rows if row["player"] == letter)


def check_opponent(desk: SwissDesk, row: Row, opened: Mapping[str, Account]) -> None:
    """What an opponent gives, by the running totals on the page: the last of them, and their sum."""
    solkoff, cumulative = (of_round(opened[name], row) for name in ("solkoff", "opponents_cumulative"))
    real, virtual = ([int(total) for total in row[part].split()] for part in ("real", "virtual"))
    assert sum(part.value for part in solkoff) == int(row["points"]) == [*real, *virtual][-1]
    assert sum(part.value for part in cumulative) == int(row["cumulative"]) == sum([*real, *virtual])
    unreal = [part for part in cumulative if part.kind == "virtual"]
    assert sum(part.value for part in unreal) == sum(virtual)
    assert bool(unreal) == bool(virtual)
    met = {part.opponent for part in solkoff}
    assert met == ({None} if row["opponent"] == "virtual" else {desk.entry(row["opponent"])})


def of_round(account: Account, row: Row) -> Sequence[Part]:
    return [part for part in account.parts if part.round == int(row["round"])]


def played_season() -> SwissDesk:
    """The season to its end; after each round the order is that of the page."""
    desk = started(SEASON)
    for round_ in range(1, ROUNDS + 1):
        if round_ == 4:
            desk.resign("G")
        play(desk, round_, sittings(table(SEASON, 2 * round_)))
        assert order(desk) == table(SEASON, 2 * round_ + 1)
    return desk


@pytest.mark.rule(*(f"SWI-{nth}" for nth in range(1, 12) if nth != 3), "SEL-1")
@pytest.mark.source("gokodom II.F", "gokodom II.G")
def test_a_whole_season_of_33_players() -> None:
    desk = played_season()
    assert desk.step() == Done(champion=desk.entry("O"))
    check_seeds(desk, table(SEASON, 2 * ROUNDS + 2))
    check_opened(desk, "P", table(SEASON, 2 * ROUNDS + 3))


@pytest.mark.rule("ALL-2", "SWI-2", "SWI-8")
def test_every_draw_of_the_season_can_be_made_again() -> None:
    desk = played_season()
    desk.do(lifecycle_commands.CompleteTournament())
    desk.now += timedelta(hours=1)
    desk.do(round_commands.RevealSecret())
    checked = check_draws(desk.history)
    assert checked == Checked(
        draws=ROUNDS + 1, confirmed=ROUNDS + 1, findings=(), repeats=()
    )  # the lots, and each round


def order(desk: SwissDesk) -> list[Row]:
    """The order as the page has it. Who is still in has no mark there."""
    return [
        {
            "place": str(row.rank),
            "player": desk.letter(row.entry),
            "points": str(row.values["match_points"]),
            "Solkoff": str(row.values["solkoff"]),
            "cumulative": str(row.values["cumulative"]),
            "mark": row.mark if row.mark in ("removed", "resigned") else "",
        }
        for row in desk.swiss().rows
    ]


def check_seeds(desk: SwissDesk, rows: Sequence[Row]) -> None:
    assert desk.seeds() == list(dict.fromkeys(row["group"] for row in rows))
    for row in rows:
        numbers = values(desk, row["player"])
        assert {name: str(numbers[NAMES[name]]) for name in NAMES} == {name: row[name] for name in NAMES}


def check_opened(desk: SwissDesk, letter: str, rows: Sequence[Row]) -> None:
    opened = accounts(desk, letter)
    for row in rows:
        for name, column in (("solkoff", "points"), ("opponents_cumulative", "cumulative")):
            assert sum(part.value for part in of_round(opened[name], row)) == int(row[column])


@pytest.mark.rule("SWI-10")
def test_the_page_of_the_season_is_what_the_long_way_finds() -> None:
    players = table(SEASON)
    season = Season("".join(row["player"] for row in players), {row["player"]: row["colour"] for row in players})
    for round_ in range(1, ROUNDS + 1):
        if round_ == 4:
            season.gone["G"] = 3
        played = sittings(table(SEASON, 2 * round_))
        asked = [first for first, result, _ in played if result == "BR"]
        pairs = [(first, second or None) for first, result, second in played if result != "BR"]
        assert season.pairing([player for player in season.still_in() if player not in asked]) == pairs
        season.rounds.append(came_to(played))
        assert [row["player"] for row in table(SEASON, 2 * round_ + 1)] == season.order()
    assert season.seeds() == list(dict.fromkeys(row["group"] for row in table(SEASON, 2 * ROUNDS + 2)))


def came_to(played: Sequence[Sitting]) -> dict[str, tuple[str, str | None]]:
    """What each player's round came to."""
    codes: dict[str, tuple[str, str | None]] = {}
    for first, result, second in played:
        mine, _, theirs = result.partition("-")
        codes[first] = (mine, second or None)
        if second:
            codes[second] = (theirs, first)
    return codes


RESULTS = ("W-L", "L-W", "W-L", "L-W", "D-D", "WD-LD", "LD-WD", "DD-DD", "LD-LD")


@pytest.mark.rule("SWI-5", "SWI-6", "SWI-7", "SWI-8", "SWI-9", "SWI-10", "SWI-11", "SEL-1", "ALL-1")
@given(st.data(), st.integers(2, 9), st.integers(1, 6))
def test_random_seasons_are_as_the_long_way_has_them(data: st.DataObject, players: int, rounds: int) -> None:
    letters = "ABCDEFGHI"[:players]
    given = data.draw(st.sampled_from((("red", "blue"), ("",))))
    colours = {letter: data.draw(st.sampled_from(given)) for letter in letters}
    red, blue = ("".join(letter for letter in letters if colours[letter] == which) for which in ("red", "blue"))
    desk = started_swiss(letters, red, blue, SwissOptions(kind="swiss", rounds=rounds))
    season = Season(letters, colours)
    for round_ in range(1, rounds + 1):
        if not a_round(data, desk, season, round_, last=round_ == rounds):
            break
        compare(desk, season)


def a_round(data: st.DataObject, desk: SwissDesk, season: Season, round_: int, *, last: bool) -> bool:
    """Draws and plays a round both ways. Answers whether there was one: two are left, and need no rematch."""
    if round_ > 1 and data.draw(st.integers(0, 5)) == 0:
        gone = data.draw(st.sampled_from(season.still_in()))
        season.gone[gone] = round_ - 1
        desk.resign(gone)
    still_in = season.still_in()
    asked = [player for player in still_in if not last and data.draw(st.integers(0, 5)) == 0]
    pairs = season.pairing([player for player in still_in if player not in asked])
    if len(still_in) < 2 or pairs is None:
        return False
    pairs.sort(key=lambda pair: pair[1] is None)
    byes = [(player, "BR", "") for player in asked]
    desk.ask_for_byes(round_, byes)
    assert desk.drawn(round_) == [(first, second or "") for first, second in pairs] + [(one, "") for one in asked]
    allowed = [result for result in RESULTS if not (last and result == "DD-DD")]
    played = [(a, data.draw(st.sampled_from(allowed)) if b else "WB", b or "") for a, b in pairs]
    desk.happen(round_, played)
    season.rounds.append(came_to([*played, *byes]))
    return bool(season.still_in())


def compare(desk: SwissDesk, season: Season) -> None:
    assert [desk.letter(row.entry) for row in desk.swiss().rows] == season.order()
    for row in desk.swiss().rows:
        letter = desk.letter(row.entry)
        assert row.values == season.numbers(letter)
        opened = accounts(desk, letter)
        for name in ("match_points", "solkoff", "opponents_cumulative", "defaults", "lot"):
            assert opened[name].total == row.values[name]
        assert sum(part.value for part in opened["cumulative"].parts) == row.values["cumulative"]
    assert desk.seeds() == season.seeds()
