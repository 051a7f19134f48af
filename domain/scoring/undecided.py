"""Questions that the rules leave to the director (ALL-5)."""

from typing import Literal

from domain.kernel.values import Value


class DirectorDecides(Value):
    """The rules give no answer. `rule` is the rulebook's id, `because` says in a word or two what is missing."""

    kind: Literal["director-decides"] = "director-decides"
    rule: str
    because: str
