"""How often a property is tried, and on what examples.

In `make test` every example follows from the code: the same on each machine, a number of them that each test names, and
what fails is not shrunk. `SCORESHEET_TEST_PROFILE=proof`, which `make proof` sets, tries fresh examples,
`SCORESHEET_TEST_EXAMPLES` (50) of each property that names no other number, and shrinks what fails.

How long an example takes, on a busy machine, says nothing about it. Some properties belong to all formats' classes,
which try them one after the other.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.internal.conjecture import providers

Tried = TypeVar("Tried", bound=Callable[..., None])

PROFILE = os.environ.get("SCORESHEET_TEST_PROFILE", "test")
USUAL_EXAMPLES = 4
PROOF_EXAMPLES = int(os.environ.get("SCORESHEET_TEST_EXAMPLES", "50"))
_HEALTH = (HealthCheck.too_slow, HealthCheck.differing_executors, HealthCheck.function_scoped_fixture)


def load_profile() -> None:
    """Makes the profile that the environment names the default of all properties. Raises KeyError for another one."""
    common: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": _HEALTH}
    settings.register_profile(
        "test",
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        max_examples=USUAL_EXAMPLES,
        report_multiple_bugs=False,
        **common,
    )
    settings.register_profile("proof", max_examples=PROOF_EXAMPLES, print_blob=True, **common)
    settings.load_profile({"test": "test", "proof": "proof"}[PROFILE])
    if PROFILE == "test":
        _ignore_constants_of_modules()


def examples(number: int, *, proof: int = PROOF_EXAMPLES, **others: Any) -> settings:  # noqa: ANN401 -- of any type
    """So many examples in `make test`, and in `make proof` so many, or more where it takes more anyway. `others` are
    settings of hypothesis."""
    return settings(max_examples=number if PROFILE == "test" else max(number, proof), **others)


def drawn_from(number: int) -> Callable[[Tried], Tried]:
    """In `make test` the examples follow from this number, and not from the test's text. It is for a test that counts
    what its few examples come to."""
    return seed(number) if PROFILE == "test" else lambda test: test


def _ignore_constants_of_modules() -> None:
    """Hypothesis tries constants that it finds in the modules imported so far; the examples would follow from which
    tests ran before in the same process."""
    providers._get_local_constants = lambda: providers._local_constants
