"""Brackets on a desk, told by letters: what somebody does, and what is then in the brackets."""

from collections.abc import Mapping

from domain.formats.registry import FormatOptions
from domain.tournament.lifecycle import commands as lifecycle_commands
from tests.desk import Drawer, entered
from tests.formats.knockout_play import LETTERS, KnockoutDesk


def started(entrants: int, options: FormatOptions) -> KnockoutDesk:
    """Brackets of so many, started; A is the first entry."""
    desk = KnockoutDesk(secrets=Drawer("brackets"))
    desk.do(lifecycle_commands.AnnounceTournament(name="Brackets", format=options))
    entered(desk, LETTERS[:entrants])
    desk.act("starts")
    return desk


def play_on(desk: KnockoutDesk, better: bool = True) -> None:
    """All that is still to be played: the better seed, or the worse, wins each match."""
    while desk.facts.awaited:
        first, second = sorted(map(desk.letter, desk.state.matches[desk.facts.awaited[0]].sides))
        desk.act(f"{first} beats {second}" if better else f"{second} beats {first}")


def ranks(desk: KnockoutDesk) -> str:
    """`A champion, B finalist, C=D out`: the table from the top, equal ranks joined; `-` before who has none."""
    rows: dict[object, list[str]] = {}
    for row in desk.standings().rows:
        own = object() if row.rank is None else row.rank
        rows.setdefault(own, []).append(("-" if row.rank is None else "") + desk.letter(row.entry))
    marks = {desk.letter(row.entry): row.mark for row in desk.standings().rows}
    return ", ".join("=".join(each) + f" {marks[each[-1].removeprefix('-')]}" for each in rows.values())


def placed(desk: KnockoutDesk) -> Mapping[str, str]:
    """What is live, by place."""
    return dict(text.split(" ", 1) for text, _ in sorted(desk.standing()))
