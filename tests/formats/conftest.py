"""Whole tournaments are tried here: how long an example takes, on a busy machine, says nothing about it."""

from hypothesis import HealthCheck, settings

settings.register_profile("formats", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("formats")
