"""Terms that an edition of the federation's rules settles for each tournament announced under it (TD-17, TD-21). The
Crawford rule applies to all matches [4.4.4], and English is among the official languages [1.5].

Readings: an announcement is under an edition where it names one. Where it names none, Crawford is an option of the
format, and languages are those that it names. A tournament that was announced before this was asked keeps its meaning.
It changes in all else, and a copy of it is under no edition. A match without a cube, and a form in which a game's
points are paid, has no Crawford game. What the world federation says of languages is not at hand.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

from domain.formats.contract.protocol import Options
from domain.kernel.refusal import Refused
from domain.kernel.values import Name
from domain.officiating.sanction_catalogue import Edition
from domain.problems.tournament import CRAWFORD_OFF, LANGUAGE_MISSING
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage

OFFICIAL_LANGUAGES: Mapping[Edition, Name] = {"ausbgf-2021-05": "English", "ausbgf-2021-11": "English"}
"""The language that is official in each tournament under the edition, beside those of its country [1.5]."""


class Terms(Protocol):
    """Terms of an announcement, or of a tournament's settings, that an edition may settle."""

    @property
    def format(self) -> Options:
        """The format of the first stage."""

    @property
    def stages(self) -> tuple[LaterStage, ...]:
        """Those that follow."""

    @property
    def conditions(self) -> Conditions:
        """The conditions of contest."""


def require_edition(terms: Terms, before: Terms | None = None) -> None:
    """Raises Refused where the terms leave out what their edition settles. Terms that left out the same `before`, of
    the same edition, in the same stage, may."""
    known = [] if before is None else [(one.problem, one.facts) for one in breaches(before)]
    for breach in breaches(terms):
        if (breach.problem, breach.facts) not in known:
            raise breach


def breaches(terms: Terms) -> Iterator[Refused]:
    """The refusals of what the terms leave out of what their edition settles."""
    edition = terms.conditions.edition
    if edition is None:
        return
    language = OFFICIAL_LANGUAGES.get(edition)
    named = {one.casefold() for one in terms.conditions.languages}
    if language is not None and language.casefold() not in named:
        detail = f"Under {edition} {language} is an official language [1.5], and `languages` does not name it."
        yield Refused(LANGUAGE_MISSING, detail, edition=edition, option="languages")
    options = (terms.format, *(stage.format for stage in terms.stages))
    for number, chosen in enumerate(options, 1):
        if chosen.leaves_crawford_out:
            detail = f"Under {edition} the Crawford rule applies to all matches [4.4.4], and stage {number} has it off."
            yield Refused(CRAWFORD_OFF, detail, edition=edition, stage=number, option="crawford")
