"""How much one address, one key, and all together may have open at once; ops/guides/SETTINGS.md lists the settings.

An address comes before a connection: a hall is one address for everybody in it, and so is an attacker's machine. Each
may have as much as a full hall needs; what is more than that keeps nobody else out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network


@dataclass(frozen=True, slots=True)
class Limits:
    """`connections` of all together; `address_...` and `key_requests` of each. Requests are those being answered,
    streams those whose answer goes on until the reader leaves. `followers_a_second` are the open pages of nobody in
    particular that are shown of a change in a second. A read is given up after `read_seconds`. `proxies` are the
    addresses or networks of proxies whose header `proxy_header` is believed; `origins` those of web pages elsewhere
    that browsers let ask."""

    connections: int = 10_000
    address_connections: int = 2_000
    address_requests: int = 1_000
    address_streams: int = 1_000
    key_requests: int = 100
    followers_a_second: int = 100
    read_seconds: int = 30
    proxies: Sequence[str] = ()
    proxy_header: str = "X-Forwarded-For"
    origins: Sequence[str] = ()

    def trusts(self, host: str) -> bool:
        """Whether a proxy that is believed connects from there."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address
        return any(address in ip_network(proxy, strict=False) for proxy in self.proxies)


def address_of(host: str) -> str:
    """The network that counts as one address: with IPv6 the network of 64 bits in which one subscriber chooses
    freely."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
