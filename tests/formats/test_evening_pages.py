"""A Monrad and lives as worked on a page, with a late entry, a no-show, a drop-out and a correction (ALL-4)."""

import re

import pytest

from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.monrad.options import MonradOptions
from domain.scoring.result import Unplayed
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from tests.desk import Drawer, entered, person
from tests.formats.swiss_desk import started_swiss
from tests.golden.tables import table
from tests.rounds import RoundsDesk

MONRAD = MonradOptions(kind="monrad", rounds=3, order="lots", lengths=(1,), late_entries=True, late_half=1)
LIVES = LivesOptions(kind="lives", lives=3, lengths=(1,), late_entries=True)


def do(desk: RoundsDesk, said: str, round_: str) -> None:
    """What a line says; `F-E` says that F has won."""
    match said.split():
        case ["draws"]:
            desk.draw(int(round_))
        case [letter, "enters"]:
            desk.do(entry_commands.RequestEntry(person=person(letter)))
            desk.do(entry_commands.ApproveEntry(entry=len(desk.state.entries)))
        case [letter, "resigns"]:
            desk.resign(letter)
        case [name, "without", "play"]:
            stay_away(desk, name)
        case [one, "beat", other, "in", number, choice]:
            desk.reverse(f"{one}-{other}", choice, int(number.rstrip(",")))  # type: ignore[arg-type]  # as on the page
        case [name]:
            desk.won(name)
        case _:
            raise AssertionError(said)


def stay_away(desk: RoundsDesk, name: str) -> None:
    """The second has not come; the first tells it."""
    match = desk.match(name)
    side = "first" if match.sides[0] == desk.entry(name[0]) else "second"
    told = {"match": match.number, "result": Unplayed(reported_by=side)}  # type: ignore[arg-type]  # one of both
    desk.do(match_commands.ReportResult.model_validate(told))


def live(desk: RoundsDesk, round_: int) -> set[str]:
    return {name if "-" in name else f"{name} alone" for name in desk.round(round_)}


def listed(cell: str) -> set[str]:
    return set(re.findall(r"[A-Z]-[A-Z]|[A-Z] alone", cell))


def monrad(until: int) -> RoundsDesk:
    """The evening as on the page, and then one of its corrections, from the given table."""
    desk = started_swiss("ABCDE", options=MONRAD)
    for number in dict.fromkeys((1, until)):
        for line in table("monrad/evening", number):
            do(desk, line["does"], line["round"])
            assert live(desk, int(line["round"])) == listed(line["live"]), line["does"]
    return desk


@pytest.mark.rule("MON-2", "MON-3", "MON-4", "MON-9", "SWX-5", "SWX-6", "ALL-4", "TB-10", "TB-14")
@pytest.mark.parametrize(("steps", "standings"), [(1, 2), (3, 4), (5, None)])
def test_monrad_goes_as_on_the_page(steps: int, standings: int | None) -> None:
    desk = monrad(steps)
    if standings is None:
        return
    rows = [
        {
            "rank": str(row.rank),
            "player": desk.letter(row.entry),
            "points": str(row.values["match_points"]),
            "without the least": str(row.values["buchholz_cut"]),
            "Buchholz": str(row.values["buchholz"]),
            "mark": row.mark or "",
        }
        for row in desk.standings().rows
    ]
    assert rows == table("monrad/evening", standings)


def lives(last: int | None, correction: int | None) -> RoundsDesk:
    desk = RoundsDesk(secrets=Drawer("lives"))
    desk.do(lifecycle_commands.AnnounceTournament(name="Lives", format=LIVES))
    entered(desk, "ABCDE")
    desk.do(lifecycle_commands.StartTournament())
    lines = table("lives/evening", 1)[:last]
    for line in [*lines, *(table("lives/evening", correction) if correction else ())]:
        played = re.fullmatch(r"round (\d): ([^,]*)(?:, (\w))?", line["does"])
        if played is None:
            do(desk, line["does"], "")
        else:
            number, pairs, bye = played.groups()
            desk.pair(int(number), pairs, bye or "")
            for name in pairs.split():
                stay_away(desk, name) if name == "F-E" else desk.won(name)
        left = {desk.letter(row.entry): row.values["lives"] for row in desk.standings().rows}
        assert " ".join(f"{one}{left[one]}" for one in sorted(left) if left[one]) == line["lives"], line["does"]
    return desk


@pytest.mark.rule("MON-6", "MON-9", "ALL-4")
@pytest.mark.parametrize(("last", "correction"), [(None, None), (5, 3), (5, 4)])
def test_lives_go_as_on_the_page(last: int | None, correction: int | None) -> None:
    desk = lives(last, correction)
    if correction is not None:
        return
    rows = [
        {
            "rank": str(row.rank),
            "player": desk.letter(row.entry),
            "won": str(row.values["win_points"] - row.values["byes"]),
            "lost": str(row.values["losses"]),
            "byes": str(row.values["byes"]),
            "mark": row.mark or "",
        }
        for row in desk.standings().rows
    ]
    assert rows == table("lives/evening", 2)
