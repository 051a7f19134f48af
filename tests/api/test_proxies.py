"""Whose a request is that comes through a proxy, by the header that is believed, read strictly."""

import pytest
from starlette.datastructures import Headers

from api.asgi.proxies import client_address
from api.http.limits import Limits

PROXY, ANNA, MADE_UP = "10.0.0.1", "203.0.113.7", "198.51.100.9"
LISTED = Limits(proxies=("10.0.0.0/8",))
FORWARDED = Limits(proxies=("10.0.0.0/8",), proxy_header="Forwarded")


def told(limits: Limits, *lines: str, peer: str = PROXY) -> str:
    """The address of a request with these lines of the header that is believed."""
    name = limits.proxy_header.lower().encode()
    return client_address(peer, Headers(raw=[(name, line.encode()) for line in lines]), limits)


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        ((ANNA,), ANNA),
        ((f"{MADE_UP}, {ANNA}",), ANNA),
        ((MADE_UP, ANNA), ANNA),
        ((f"{MADE_UP}, {ANNA}, 10.9.9.9",), ANNA),
        (("2001:db8:1:2:3::4",), "2001:db8:1:2:3::4"),
        (("[2001:db8:1:2:3::4]:4711",), "2001:db8:1:2:3::4"),
        ((f"{ANNA}:4711",), ANNA),
        (("unknown",), PROXY),
        ((f"{ANNA}, unknown",), PROXY),
        ((f"{ANNA}, ",), PROXY),
        (("203.0.113.007",), PROXY),
        ((f"{ANNA} {MADE_UP}",), PROXY),
        (("",), PROXY),
        (("::ffff:10.0.0.9",), PROXY),
        ((), PROXY),
    ],
)
def test_a_list_of_addresses_is_read_from_its_end(lines: tuple[str, ...], counted: str) -> None:
    assert told(LISTED, *lines) == counted


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        ((f"for={ANNA}",), ANNA),
        ((f"for={MADE_UP}, for={ANNA};proto=https;by=10.0.0.1",), ANNA),
        ((f"For={MADE_UP}", f"proto=https; FOR={ANNA}"), ANNA),
        (('for="[2001:db8:1:2:3::4]:4711"',), "2001:db8:1:2:3::4"),
        ((f'for="{ANNA}:80"',), ANNA),
        ((f'for={ANNA};host="a, b"',), ANNA),
        (("for=unknown",), PROXY),
        (("for=_hidden",), PROXY),
        ((f"for={ANNA};for={MADE_UP}",), PROXY),
        ((f"for={ANNA};nonsense",), PROXY),
        ((f"by={ANNA}",), PROXY),
        ((ANNA,), PROXY),
        ((f'for="{MADE_UP}, for={ANNA}',), PROXY),
        ((f'for={MADE_UP};x=", for={ANNA}',), PROXY),
    ],
)
def test_forwarded_is_read_as_it_is_specified(lines: tuple[str, ...], counted: str) -> None:
    assert told(FORWARDED, *lines) == counted


def test_nobody_else_is_believed_and_no_other_header() -> None:
    assert told(LISTED, ANNA, peer=MADE_UP) == MADE_UP
    assert client_address(PROXY, Headers({"x-forwarded-for": ANNA}), FORWARDED) == PROXY
    assert client_address(PROXY, Headers({"forwarded": f"for={ANNA}"}), LISTED) == PROXY
