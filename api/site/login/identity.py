"""The federation's identity provider, an extra that is off unless the operator names one: OpenID Connect's code flow
with PKCE (RFC 7636), so that the provider alone sees a password.

An account there stands for the API key of anyone who added it while they were logged in. What speaks to the provider is
Authlib, what reads its signed tokens joserfc.
"""

import secrets
import ssl
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel
from starlette.requests import Request

from api.http.problems import PROVIDER_AWAY, ROUTE_UNKNOWN, Problem
from api.http.sessions.logins import IdentityProvider
from api.http.sessions.other_logins import mark_of_account

_METADATA = "/.well-known/openid-configuration"
_PATIENCE_SECONDS = 10.0
_LEEWAY_SECONDS = 60
_ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"]
_T = TypeVar("_T")


class _Places(BaseModel):
    """Where the provider says that everything is."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class _Keys(BaseModel):
    """The keys that the provider signs with."""

    keys: list[dict[str, Any]]


class _Tokens(BaseModel):
    """The tokens that the provider gives for a code."""

    id_token: str


_Told = TypeVar("_Told", bound=BaseModel)


def host_of(request: Request) -> str | None:
    """The name of the provider's host, as people are shown it; None where no provider is set."""
    provider: IdentityProvider | None = request.app.state.logins.provider
    return urlsplit(provider.address).hostname if provider else None


def begun_at(request: Request, back: str) -> dict[str, str]:
    """A login there: the `address` that the browser goes to, and what is compared when it comes back. Raises Problem
    (404, 503)."""
    provider, nonce, verifier = _provider(request), secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    with _client(provider, back) as client:
        logs_in = _places(client, provider).authorization_endpoint
        address, state = client.create_authorization_url(logs_in, nonce=nonce, code_verifier=verifier)
    return {"address": address, "state": state, "nonce": nonce, "verifier": verifier}


def mark_of(request: Request, back: str, code: str, begun: Mapping[str, str]) -> bytes | None:
    """The mark of the account that the code is for; None where it is for none, or what the provider has signed is not
    for the login that was begun. Raises Problem (404, 503)."""
    from authlib.integrations.httpx_client import OAuthError
    from joserfc.errors import JoseError

    provider = _provider(request)
    with _client(provider, back) as client:
        places = _places(client, provider)
        try:
            signed = _fetch_token(client, places.token_endpoint, code, begun["verifier"])
            account = _account(provider, signed, _read_document(client, places.jwks_uri, _Keys), begun["nonce"])
        except (OAuthError, JoseError, KeyError, ValueError):
            return None
    return mark_of_account(provider.address, account)


def _account(provider: IdentityProvider, signed: str, keys: _Keys, nonce: str) -> str:
    """Raises JoseError or ValueError unless the provider has signed it, for us, for this login, and lately."""
    from joserfc import jwt
    from joserfc.jwk import KeySet

    signs_with: Any = keys.model_dump()
    claims = jwt.decode(signed, KeySet.import_key_set(signs_with), algorithms=_ALGORITHMS).claims
    jwt.JWTClaimsRegistry(
        int(time.time()),
        _LEEWAY_SECONDS,
        iss={"essential": True, "value": provider.address},
        aud={"essential": True, "value": provider.client},
        nonce={"essential": True, "value": nonce},
        sub={"essential": True},
        exp={"essential": True},
        azp={"value": provider.client},
    ).validate(claims)
    return str(claims["sub"])


def _provider(request: Request) -> IdentityProvider:
    found: IdentityProvider | None = request.app.state.logins.provider
    if found is None:
        raise Problem(ROUTE_UNKNOWN, "This service knows no identity provider.")
    return found


def _client(provider: IdentityProvider, back: str) -> Any:  # noqa: ANN401 -- the library ships no types
    from authlib.integrations.httpx_client import OAuth2Client

    told = {"redirect_uri": back, "scope": "openid", "code_challenge_method": "S256"}
    asks = {"timeout": _PATIENCE_SECONDS, "trust_env": False, "verify": _trust_of_machine()}
    return OAuth2Client(provider.client, provider.secret, **told, **asks)


@cache
def _trust_of_machine() -> ssl.SSLContext:
    """The certificates that the machine trusts. They are read once: it takes longer than all the rest of a login."""
    from httpx2 import create_ssl_context

    return create_ssl_context(trust_env=False)


def _places(client: Any, provider: IdentityProvider) -> _Places:  # noqa: ANN401 -- the library ships no types
    return _read_document(client, provider.address + _METADATA, _Places)


def _read_document(client: Any, address: str, kind: type[_Told]) -> _Told:  # noqa: ANN401 -- the library ships no types
    def asks() -> _Told:
        answer = client.request("GET", address, withhold_token=True).raise_for_status()
        return kind.model_validate_json(answer.content)

    return _ask_provider(asks)


def _fetch_token(client: Any, address: str, code: str, verifier: str) -> str:  # noqa: ANN401 -- the library ships no types
    def asks() -> str:
        return _Tokens.model_validate(client.fetch_token(address, code=code, code_verifier=verifier)).id_token

    return _ask_provider(asks)


def _ask_provider(asks: Callable[[], _T]) -> _T:
    import httpx2

    try:
        return asks()
    except (httpx2.HTTPError, ValueError, TypeError):
        raise Problem(PROVIDER_AWAY, "The identity provider does not answer, or not as it should.") from None
