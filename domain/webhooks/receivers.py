"""Where webhooks may deliver to: never into the service's own network, unless anyone who runs it has named the
receiver.

What is a public address is asked of each address that is dialled, after the name was looked up; so neither a name that
leads inside nor one that changes its answer gets around it.
"""

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from domain.kernel.refusal import Refused
from domain.problems.webhooks import RECEIVER_REFUSED

LONGEST_ADDRESS = 1_000
PORTS = {"https": 443, "http": 80}
_ADDRESS = re.compile(r"[\x21-\x7e]+")
_NAME = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""Its last part begins with a letter: what ends with a number is an address in disguise."""

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "3fff::/20", "5f00::/16")))
"""Not public by IANA's registries of special addresses, of which some versions of Python don't know."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where a webhook delivers to: its whole address, and its origin; `is_named` where that is in the settings, and
    may be of any kind."""

    address: str
    origin: str
    is_named: bool


def receiver_of(address: str, named: Collection[str]) -> Receiver:
    """The receiver at that address; `named` are the origins that may be of any kind. Raises Refused where nothing is
    delivered there."""
    origin = origin_of(address)
    if origin not in named:
        _require_public(_parts(address))
    return Receiver(address, origin, origin in named)


def origin_of(address: str) -> str:
    """The address's origin, as browsers write it. Raises Refused where it is no address of a host."""
    return _origin(_parts(address))


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        is_sound = parts.port is None or parts.port > 0
    except ValueError:
        raise _receiver_refusal("The address can't be read.") from None
    is_plain = _ADDRESS.fullmatch(address) and "\\" not in address and len(address) <= LONGEST_ADDRESS
    if not is_plain or not is_sound or parts.scheme not in PORTS or not _is_host(parts.hostname or ""):
        raise _receiver_refusal("The address has no host name in ASCII.")
    if "@" in parts.netloc or "#" in address:
        raise _receiver_refusal("The address names a user, or a fragment.")
    return parts


def _is_host(host: str) -> bool:
    return _NAME.fullmatch(host) is not None or _literal(host) is not None


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _origin(parts: SplitResult) -> str:
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in (None, PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _require_public(parts: SplitResult) -> None:
    if parts.scheme != "https" or parts.port not in (None, PORTS["https"]):
        raise _receiver_refusal("The address must use https on port 443.")
    host = parts.hostname or ""
    literal = _literal(host)
    if "." not in host if literal is None else not is_public(literal):
        raise _receiver_refusal("The host of the address is not public.")


def _receiver_refusal(detail: str) -> Refused:
    return Refused(RECEIVER_REFUSED, detail)


def is_public(address: IpAddress) -> bool:
    """Whether the address is one of the public network, and none that hides another."""
    inner = _embedded_ipv4(address)
    if inner is not None:
        return is_public(inner)
    if any(address in special for special in _SPECIAL):
        return False
    is_local = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return address.is_global and not (address.is_multicast or address.is_reserved or is_local)


def _embedded_ipv4(address: IpAddress) -> IpAddress | None:
    """The address of IPv4 that what is sent to this one of IPv6 comes out at."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    translated = ipaddress.IPv4Address(address.packed[-4:]) if address in _NAT64 else None
    return address.ipv4_mapped or address.sixtofour or translated
