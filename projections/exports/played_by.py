"""By which rules the tournaments of an export are played, and by which policies they are rated."""

from typing import Any

from domain.kernel import canonical_json


class PlayedBy:
    """The rules and policies, as they are noted row by row of the table of tournaments."""

    def __init__(self) -> None:
        self._rules: set[str] = set()
        self._policies: set[str] = set()

    @property
    def rules(self) -> tuple[str, ...]:
        """As `swiss/1`, sorted."""
        return tuple(sorted(self._rules))

    @property
    def policies(self) -> tuple[str, ...]:
        """As `room/1`, sorted."""
        return tuple(sorted(self._policies))

    def note(self, row: bytes) -> None:
        """Notes those of a row. Raises ValueError, LookupError, TypeError or AttributeError for what is no such row."""
        tournament: Any = canonical_json.decode(row)["document"]
        for played in (tournament, *tournament["stages"]):
            options = played["format"]
            self._rules.add(f"{options['kind']}/{options['rules_version']}")
        if (rating := tournament["rating"]) is not None:
            self._policies.add(f"{rating['policy']}/{rating['policy_version']}")
