"""Examples of bodies, by name, that the documentation shows and the tests send."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.values import Value

Examples = Mapping[str, Any]
OfCommands = Mapping[type[Value], Examples]

PERSON_ID = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"
OTHER_PERSON_ID = "c9f0f895-fb98-5b91-8f8e-3a7d2e6b1c02"
THIRD_PERSON_ID = "a87ff679-a2f3-571d-9181-a67b7542122c"
TOURNAMENT_ID = "45c48cce-2e2d-5fbd-aa1a-fc51c7c6ad26"
OTHER_TOURNAMENT_ID = "0b0e1c1e-5f5c-5d5a-9e53-3a9a4f0a7c51"
SERIES_ID = "d3d94468-02a4-5259-b55d-38e6d163e820"
CLUB_ID = "6512bd43-d9ca-5e02-8c99-0b0a82652dca"
