"""What readers are shown of series, and of who wins their tournaments."""

from domain.kernel.chance import Commitment, Secret
from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.values import Value
from domain.series.draw_chain import confirmed
from domain.series.state import Chain, Series


class SeriesView(Value):
    """A series; `directors` announce its tournaments besides the administrators. `revision` is of the description."""

    id: SeriesId
    name: str
    directors: tuple[PersonId, ...]
    revision: int


class SeasonView(Value):
    """A season of a series, and how many tournaments were announced for it."""

    season: Season
    tournaments: int


class WinnerView(Value):
    """Somebody who has won tournaments of a series; a team's tournament counts for each of its members (ALL-10)."""

    person: PersonId
    wins: int
    tournaments: tuple[TournamentId, ...]


class LinkView(Value):
    """A link of a chain, and the tournament that has it. `confirmed`: the newest link that is open shows that the
    commitment is the chain's; None as long as an earlier tournament's secret is not revealed."""

    link: int
    tournament: TournamentId
    commitment: Commitment
    revealed: bool
    confirmed: bool | None


class ChainView(Value):
    """A chain of hashes, specified in `domain/kernel/chance.md`: its anchor, how many links it has, those that are
    used, and the commitment of the next tournament to be announced. `opened` is the newest link that is open, and
    `value` that link."""

    anchor: Commitment
    links: int
    next_commitment: Commitment | None
    used: tuple[LinkView, ...]
    opened: int
    value: Secret | None


class DrawChainView(Value):
    """The chains of a series, the first one first: the secrets of its draws come from them (ALL-2)."""

    series: SeriesId
    chains: tuple[ChainView, ...]


def draw_chain_view(series: Series) -> DrawChainView:
    """The chains, each link checked."""
    return DrawChainView(series=series.id, chains=tuple(map(_chain, series.chains)))


def _chain(chain: Chain) -> ChainView:
    used = tuple(
        LinkView(
            link=number,
            tournament=one.tournament,
            commitment=one.commitment,
            revealed=one.revealed,
            confirmed=shown,
        )
        for number, (one, shown) in enumerate(zip(chain.used, confirmed(chain), strict=True), 1)
    )
    return ChainView(
        anchor=chain.anchor,
        links=chain.links,
        next_commitment=chain.next_commitment,
        used=used,
        opened=chain.opened,
        value=chain.value,
    )


def series_view(series: Series) -> SeriesView:
    """One series. Raises ValueError where it was never announced."""
    if series.name is None:
        raise ValueError(f"{series.stream} has not been announced")
    return SeriesView(id=series.id, name=series.name, directors=series.directors, revision=series.revision)
