"""Which tests show which rule of the rulebook, from their marks: `python -m tests.rule_table` prints the table."""

import contextlib
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

import pytest

RULE_ID = re.compile(r"[A-Z]{2,3}-\d+")


def rule_ids(item: pytest.Item) -> Iterator[str]:
    """The ids in a test's marks. Raises pytest.UsageError for one that isn't in the rulebook's form, like ELO-6."""
    for mark in item.iter_markers("rule"):
        for rule_id in mark.args or ("",):
            if not isinstance(rule_id, str) or RULE_ID.fullmatch(rule_id) is None:
                raise pytest.UsageError(f"{item.nodeid}: {rule_id!r} is not a rule id like ELO-6")
            yield rule_id


def table(items: Sequence[pytest.Item]) -> str:
    """A Markdown table: a line for each rule, with its tests; parametrized ones once."""
    tests: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for rule_id in rule_ids(item):
            tests[rule_id].add(item.nodeid.split("[", 1)[0])
    lines = [f"| {rule} | {'<br>'.join(sorted(tests[rule]))} |" for rule in sorted(tests, key=_order)]
    return "\n".join(("| rule | tests |", "| --- | --- |", *lines))


class Collector:
    """A pytest plugin that keeps what was collected."""

    def __init__(self) -> None:
        self.items: Sequence[pytest.Item] = ()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Called when all tests are known."""
        self.items = session.items


def main() -> int:
    """Prints the table, or what pytest says where a test can't be collected or a mark is wrong; pytest's status."""
    collector = Collector()
    with contextlib.redirect_stdout(io.StringIO()) as output:
        status = pytest.main(["--collect-only", "-qq"], plugins=[collector])
    sys.stdout.write((output.getvalue() if status else table(collector.items)) + "\n")
    return status


def _order(rule_id: str) -> tuple[str, int]:
    chapter, number = rule_id.split("-")
    return chapter, int(number)


if __name__ == "__main__":
    sys.exit(main())
