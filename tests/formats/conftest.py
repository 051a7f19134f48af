"""Whole tournaments are tried here: how long an example takes, on a busy machine, says nothing about it. The suite's
tests belong to all formats' classes, which try them one after the other."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "formats", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors]
)
settings.load_profile("formats")
