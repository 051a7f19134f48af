"""What is dialled is what was checked, whatever the name answers the next time."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import httpcore2
import pytest
from httpcore2 import NetworkBackend, NetworkStream

from ops.webhooks.dialling import CheckedBackend, Deadline, NotPublicError
from tests.patience import PATIENCE_SECONDS

PUBLIC, OTHER = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"


@dataclass
class Network(NetworkBackend):
    """Notes what is dialled; nobody answers but at `there`."""

    there: str = PUBLIC
    dialled: list[str] = field(default_factory=list)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 -- what httpcore2 hands it
        local_address: str | None = None,  # noqa: ARG002 -- the same
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002 -- the same
    ) -> NetworkStream:
        self.dialled.append(f"{host} {port}")
        if host != self.there:
            raise httpcore2.ConnectError("nobody is there")
        return NetworkStream()


@pytest.mark.rule("ALL-1")
def test_the_address_that_was_checked_is_dialled_and_the_name_asked_once() -> None:
    network, answers = Network(), iter([[PUBLIC], ["127.0.0.1"]])
    backend = CheckedBackend(False, Deadline(time.monotonic() + PATIENCE_SECONDS), lambda _, __: next(answers), network)
    backend.connect_tcp("changing.example.org", 443)
    assert (network.dialled, backend.dialled) == ([f"{PUBLIC} 443"], PUBLIC)
    with pytest.raises(NotPublicError):
        backend.connect_tcp("changing.example.org", 443)
    assert network.dialled == [f"{PUBLIC} 443"]


def test_addresses_inside_are_left_out_of_several_and_the_others_tried() -> None:
    network = Network()
    answers = ["10.0.0.1", OTHER, "::1", PUBLIC]
    backend = CheckedBackend(False, Deadline(time.monotonic() + PATIENCE_SECONDS), lambda _, __: answers, network)
    backend.connect_tcp("several.example.org", 443)
    assert network.dialled == [f"{OTHER} 443", f"{PUBLIC} 443"]


def test_nothing_is_dialled_after_the_deadline() -> None:
    network = Network()
    backend = CheckedBackend(True, Deadline(time.monotonic() - 1), lambda _, __: [PUBLIC], network)
    with pytest.raises(httpcore2.ConnectTimeout):
        backend.connect_tcp("late.example.org", 443)
    assert network.dialled == []
