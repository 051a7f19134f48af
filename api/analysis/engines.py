"""The engines that analyse a match beside the service [3.8]: whichever the operator has installed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, NamedTuple, Protocol

from api.analysis import bgsage, gnubg
from api.analysis.running import Analysis, AnalysisError, Cancelling, GamesDone
from domain.backgammon.turns import WrittenMatch

EngineName = Literal["gnubg", "bgsage"]


class Analyse(Protocol):
    """The match, analysed that many plies deep within those seconds. Raises AnalysisError and TranscriptError."""

    def __call__(
        self, match: WrittenMatch, plies: int, seconds: float, said: GamesDone, *, cancelling: Cancelling | None = None
    ) -> Analysis: ...


class Engine(NamedTuple):
    """A check that raises AnalysisError where the engine is not installed, and the analysis of a match by it."""

    require: Callable[[], object]
    analyse: Analyse


Engines = Mapping[EngineName, Engine]


def gnubg_engine(program: str = gnubg.PROGRAM) -> Engine:
    """GNU Backgammon by the name of its program."""
    return Engine(partial(gnubg.found_program, program), partial(gnubg.analyse_match, program=program))


ENGINES: Engines = {
    "gnubg": gnubg_engine(),
    "bgsage": Engine(bgsage.require_installed, bgsage.analyse_match),
}
"""The first that is installed is taken where none is named."""


def installed_engines(engines: Engines) -> tuple[EngineName, ...]:
    """Those that can be asked now."""
    return tuple(name for name, engine in engines.items() if _is_installed(engine))


def chosen_engine(engines: Engines, named: EngineName | None) -> EngineName:
    """The named one, or the first that is installed. Raises AnalysisError where it is not, or none is."""
    name = named or (*installed_engines(engines), *engines)[0]
    if name not in engines:
        raise AnalysisError(f"There is no engine {name} here.")
    engines[name].require()
    return name


def _is_installed(engine: Engine) -> bool:
    try:
        engine.require()
    except AnalysisError:
        return False
    return True
