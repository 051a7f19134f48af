"""Whole tournaments are tried here: how long an example takes, on a busy machine, says nothing about it. The suite's
tests belong to all formats' classes, which try them one after the other.

`SCORESHEET_TEST_EXAMPLES` is how many tournaments each property is tried on, where its test names no number: few of
each in every run, for there are many properties and formats; many before a change of the core is trusted.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "formats",
    deadline=None,
    max_examples=int(os.environ.get("SCORESHEET_TEST_EXAMPLES", "20")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("formats")
