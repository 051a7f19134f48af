"""The Dual Ring by pages worked by hand: what becomes of the games with every result, and the table in the end."""

import pytest

from tests.formats.ring_desk import KINDS, RingDesk, announced_ring
from tests.golden.tables import table

BY_THE_RULES = [
    pytest.param("worked_balanced", marks=pytest.mark.rule("RNG-1", "RNG-2", "RNG-3", "RNG-4", "RNG-6", "RNG-7")),
    pytest.param("worked_as_written", marks=pytest.mark.rule("RNG-3")),
    pytest.param("more_wins", marks=pytest.mark.rule("RNG-4", "RNG-7")),
    pytest.param("two_players", marks=pytest.mark.rule("RNG-4", "RNG-5", "RNG-7")),
    pytest.param("draws_replayed", marks=pytest.mark.rule("RNG-3", "RNG-5")),
    pytest.param("draws_eliminate", marks=pytest.mark.rule("RNG-5", "RNG-7")),
    pytest.param("one_left", marks=pytest.mark.rule("RNG-5", "ALL-9")),
    pytest.param("resigned", marks=pytest.mark.rule("RNG-7", "ALL-7")),
    pytest.param("resigned_abandoning", marks=pytest.mark.rule("RNG-7", "ALL-7")),
    pytest.param("reported_late", marks=pytest.mark.rule("RNG-6", "ALL-4")),
    pytest.param("reported_late_after_play", marks=pytest.mark.rule("RNG-6", "ALL-4")),
    pytest.param("draw_reported_late", marks=pytest.mark.rule("RNG-5", "RNG-6", "ALL-4")),
    pytest.param("refused", marks=pytest.mark.rule("RNG-6")),
    pytest.param("changed_before", marks=pytest.mark.rule("ALL-4")),
    pytest.param("rewind", marks=pytest.mark.rule("RNG-6", "ALL-4")),
    pytest.param("stand", marks=pytest.mark.rule("RNG-6", "ALL-4")),
]


def played(page: str) -> RingDesk:
    """The ring of a page, played as it says; what each line brings about has been looked at."""
    page = f"dual_ring/{page}"
    (ring,) = table(page)
    resigning = "abandon" if page.endswith("abandoning") else "concede"
    desk = announced_ring(ring["players"], colours=ring["colours"], drawn_games=ring["draws"], resigning=resigning)
    for line in table(page, 2):
        said = line["what happens"]
        changed = desk.changed(said, line.get("played", ""))
        expected = {kind: line[kind] for kind in (*KINDS, "refused") if line.get(kind)}
        assert (said, changed) == (said, expected)
    return desk


@pytest.mark.parametrize("page", BY_THE_RULES)
def test_a_ring_is_played_as_its_page_says(page: str) -> None:
    assert list(played(page).rows()) == table(f"dual_ring/{page}", 3)
