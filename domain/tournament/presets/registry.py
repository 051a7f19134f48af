"""Every preset, by the word that announces it."""

from collections.abc import Mapping

from domain.tournament.presets import dual_ring, federation, gokodom, nxe, room
from domain.tournament.presets.preset import Preset

PRESETS: Mapping[str, Preset] = {
    preset.word: preset
    for preset in (
        nxe.ONE_POINT,
        nxe.MATCHES,
        nxe.CHAMPION,
        gokodom.SEASON,
        room.ALL_MODES,
        room.NORMAL,
        room.THREE_GAMES,
        room.FIVE_POINTS,
        room.SINGLE,
        dual_ring.RING,
        federation.EVENT,
    )
}
