"""A check is set aside for one line, by its name and with the reason."""

import re

from tests.house.source import PROGRAM, files, name

SET_ASIDE = re.compile(
    r"#\s*(?:noqa|type:\s*ignore)(?P<which>\[[\w\-, ]+\]|:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?(?P<reason>.*)"
)


def test_every_check_that_is_set_aside_is_named_with_the_reason() -> None:
    found = [
        name(path, number)
        for path in files(*PROGRAM, "tests")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for aside in SET_ASIDE.finditer(line)
        if not (aside["which"] and re.search(r"\w", aside["reason"]))
    ]
    assert found == []
