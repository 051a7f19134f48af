"""What the giver of a ruling was shown, made again from the history."""

from itertools import takewhile
from typing import cast

from api.http.services import Services
from domain.journal.journal import Stored
from domain.kernel.ids import StreamName
from domain.tournament.preview import seen_when_ruling
from domain.tournament.rulings.events import RulingGiven
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Tournament
from projections.ratings.preview import touched_by
from projections.views.previews import PreviewView, preview_view


def seen_view(services: Services, tournament: Tournament, ruling: Ruling) -> tuple[PreviewView, Tournament]:
    """The preview that the ruling was given on, and the state that it foresaw; ratings as they stood just before."""
    stored = of_command(services, tournament.stream, ruling.given)
    position = stored[0].position - 1
    with services.replays.turn():
        before = cast("Tournament", services.journal.state(tournament.stream, version=ruling.given - 1))
        given = cast("RulingGiven", stored[0].recorded.event)
        tried = seen_when_ruling(before, given, [one.recorded for one in stored])
        rerating = services.foreseen_ratings.would_have_changed(touched_by(tried), position)
    return preview_view(tried, position, rerating.players, rerating.matches), tried.after


def of_command(services: Services, stream: StreamName, version: int) -> list[Stored]:
    """From that version on, the stream's events that its command recorded."""
    stored = services.journal.whole(stream, version - 1)
    first = next(stored)
    return [first, *takewhile(lambda one: one.recorded.command == first.recorded.command, stored)]
