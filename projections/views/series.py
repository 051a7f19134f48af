"""Documents of series, and of who wins their tournaments."""

from domain.kernel.chance import Commitment
from domain.kernel.ids import ClubId, PersonId, Season, SeriesId, TournamentId
from domain.kernel.values import Digest, Value
from domain.series.draw_chain import proofs_of_links
from domain.series.state import Chain, Series


class SeriesView(Value):
    """A series; `directors` announce its tournaments besides the administrators. `club` is the club whose series it
    is (REG-5). `revision` is of the description."""

    id: SeriesId
    name: str
    directors: tuple[PersonId, ...]
    club: ClubId | None
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
    """A link of a chain, and the tournament that has it. `confirmed`: the `inclusion_proof` shows that the commitment
    is the chain's."""

    link: int
    tournament: TournamentId
    commitment: Commitment
    inclusion_proof: tuple[Digest, ...]
    revealed: bool
    confirmed: bool


class ChainView(Value):
    """A chain of links, specified in `domain/kernel/chance.md`: the `tree_root` of the hash tree over the commitments
    of all of them, how many they are, those that are used, and the commitment of the next tournament to be
    announced."""

    tree_root: Digest
    number_of_links: int
    next_commitment: Commitment | None
    used: tuple[LinkView, ...]


class DrawChainView(Value):
    """The chains of a series, the first one first: the secrets of its draws come from them (ALL-2)."""

    series: SeriesId
    chains: tuple[ChainView, ...]


def draw_chain_view(series: Series) -> DrawChainView:
    """The chains, each link checked."""
    return DrawChainView(series=series.id, chains=tuple(map(_chain, series.chains)))


def _chain(chain: Chain) -> ChainView:
    links = enumerate(zip(chain.used, proofs_of_links(chain), strict=True), 1)
    used = tuple(LinkView.from_attributes(one, link=number, confirmed=shown) for number, (one, shown) in links)
    return ChainView.from_attributes(chain, used=used)


def series_view(series: Series) -> SeriesView:
    """One series. Raises ValueError where it was never announced."""
    if series.name is None:
        raise ValueError(f"{series.stream} has not been announced")
    return SeriesView.from_attributes(series)
