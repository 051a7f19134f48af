"""How people may log in, besides with a key and a link; the settings are listed in ops/guides/SETTINGS.md."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """The federation's own, by OpenID Connect: its `address` (the issuer), and what this service is known there by."""

    address: str
    client: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Logins:
    """Whether over plain HTTP too, whether by passkeys, and at whose identity provider."""

    plain_http: bool = False
    passkeys: bool = False
    provider: IdentityProvider | None = None
