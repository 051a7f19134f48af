"""Where the Crawford rule holds (TD-17): under the federation's rules, and elsewhere as announced."""

from collections.abc import Mapping

import pytest
from pydantic import TypeAdapter

from domain.formats.registry import FormatOptions, format_of
from domain.scoring.result import Form

OPTIONS: TypeAdapter[FormatOptions] = TypeAdapter(FormatOptions)
ROOM = {"kind": "open", "forms": ["points", "five-points"]}


@pytest.mark.rule("TD-17")
@pytest.mark.parametrize(
    ("announced", "form", "holds"),
    [
        ({"kind": "open"}, "points", True),
        ({"kind": "swiss"}, "points", True),
        ({"kind": "knockout"}, "points", True),
        (ROOM, "points", True),
        (ROOM, "five-points", False),
        (ROOM | {"crawford": True}, "five-points", True),
        ({"kind": "nxe"}, "points", False),
        ({"kind": "nxe", "crawford": True}, "points", True),
        ({"kind": "champion", "crawford": True}, "points", True),
        ({"kind": "dual-ring"}, "points", False),
    ],
    ids=str,
)
def test_the_crawford_rule_holds_where_the_federation_s_rules_do_or_it_was_announced(
    announced: Mapping[str, object], form: Form, holds: bool
) -> None:
    options = OPTIONS.validate_python(announced)
    assert format_of(options).crawford(options, form) == holds
