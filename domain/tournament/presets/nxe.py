"""The site's evenings: N times elimination, for one point or more, and the Champion tournament."""

from domain.formats.elimination.champion import ChampionOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.presets.preset import Preset

_ON_THE_SITE = Conditions(played="online", auto_draw=True)
"""The next round begins when all matches of the one before have a winner: nobody has to draw it."""

ONE_POINT = Preset(
    word="nxe",
    source="nxe",
    clauses="1 to 22",
    about="Two losses put a player out; games of backgammon to one point.",
    format=NxeOptions(kind="nxe", losses=2, lengths=(1,)),
    conditions=_ON_THE_SITE,
)
MATCHES = Preset(
    word="nxe-matches",
    source="nxe",
    clauses="1 to 22",
    about="Two losses put a player out; matches of backgammon to five points, with the cube.",
    format=NxeOptions(kind="nxe", losses=2, lengths=(5,)),
    conditions=_ON_THE_SITE,
)
CHAMPION = Preset(
    word="champion",
    source="nxe",
    clauses="23 to 30",
    about="As many matches at once as tournaments won in a year; name the series and years that qualify.",
    format=ChampionOptions(kind="champion", lengths=(1,)),
    conditions=_ON_THE_SITE,
)
