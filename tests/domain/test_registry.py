"""Every command on a tournament says of itself who may send it, for whom it decides, and what its sender saw."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import domain.tournament
from domain.tournament.command import AllSeenCommand, Command, SeenCommand
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec

_BASES = {"SeenCommand", "AllSeenCommand", "OfMatch", "OfAppeal", "Leaving"}


def commands(of: type[Command] = Command) -> Iterator[type[Command]]:
    """All that can be asked of a tournament."""
    for command in of.__subclasses__():
        if command.__name__ not in _BASES and command.__module__.startswith("domain."):
            yield command
        yield from commands(command)


SPECS = sorted(COMMANDS.values(), key=lambda spec: spec.command.__name__)
NAMES = [spec.command.__name__ for spec in SPECS]


def test_every_command_is_in_the_registry_once() -> None:
    for module in walk_packages(domain.tournament.__path__, "domain.tournament."):
        import_module(module.name)
    assert {command.__name__ for command in commands()} == set(NAMES)
    assert len(set(NAMES)) == len(NAMES) > 60


@pytest.mark.rule("TD-1")
@pytest.mark.parametrize("spec", SPECS, ids=NAMES)
def test_registry_says_who_may_send_a_command(spec: CommandSpec) -> None:
    assert spec.permission.roles
    assert spec.permission.refusal.endswith(".")


@pytest.mark.parametrize("spec", SPECS, ids=NAMES)
def test_thing_that_its_sender_saw_has_a_revision(spec: CommandSpec) -> None:
    assert issubclass(spec.command, SeenCommand) == (spec.revision is not None)
    assert issubclass(spec.command, AllSeenCommand) == (spec.sees is not None)
