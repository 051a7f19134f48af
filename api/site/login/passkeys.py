"""Passkeys, an extra that is off unless the operator sets it on (`SCORESHEET_PASSKEYS`): what a browser is asked, and
whether what comes back was signed by the passkey.

A passkey is one for the name of the host, and stands for the API key that its owner had logged in with. Of the
device nothing is asked but that it has checked who holds it. The signatures are checked by the library webauthn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.requests import Request

from api.http.problems import LOGIN_NOT_BEGUN, Problem
from api.http.sessions.other_logins import OtherLogins, Passkey
from api.http.sessions.store import Found
from api.site.frame.codes import address_of
from api.site.login import sealed

ADDING, LOGGING_IN = "add a passkey", "log in with a passkey"
_NOT_READ = "The browser's answer is not that of a passkey for this service."


@dataclass(frozen=True, slots=True)
class Asked:
    """A form's request to the browser: the `options` that its script hands on, and what comes back as it is."""

    options: str
    attempt: str


def asked_to_log_in(request: Request) -> Asked | None:
    """None where passkeys are off."""
    if not request.app.state.logins.passkeys:
        return None
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    challenge, attempt = _begin_challenge(request, LOGGING_IN)
    options = generate_authentication_options(
        rp_id=_host(request), challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return Asked(options_to_json(options), attempt)


def asked_to_add(request: Request, own: Found, others: OtherLogins) -> Asked | None:
    """None where passkeys are off. A device that has one of the key's passkeys makes no other, which would take its
    place there."""
    if not request.app.state.logins.passkeys:
        return None
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    challenge, attempt = _begin_challenge(request, ADDING)
    options = generate_registration_options(
        rp_id=_host(request),
        rp_name="Scoresheet",
        user_id=own.key.id.encode(),
        user_name=f"Scoresheet: {own.key.label or own.key.role}",
        challenge=challenge,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=mark) for mark in others.passkeys_of(own)],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return Asked(options_to_json(options), attempt)


def begun(request: Request, attempt: str, purpose: str) -> Mapping[str, str]:
    """The act that was begun for that purpose: the `challenge` to be signed, and `begun_at`. Raises Problem (409) where
    passkeys are off or it was not."""
    if not request.app.state.logins.passkeys:
        raise Problem(LOGIN_NOT_BEGUN, "Nobody logs in here with a passkey.")
    return sealed.open_again(request, attempt, purpose)


def added(request: Request, credential: str, challenge: str) -> Passkey:
    """The passkey that the browser has made. Raises Problem (409) where it is none for this service."""
    from webauthn import verify_registration_response

    made = _verify_answer(verify_registration_response, request, credential, challenge)
    if made is None:
        raise Problem(LOGIN_NOT_BEGUN, _NOT_READ)
    return Passkey(made.credential_id, made.credential_public_key, made.sign_count)


def id_in(credential: str) -> bytes:
    """Which passkey the browser says that it has used. Raises Problem (409)."""
    from webauthn import base64url_to_bytes

    try:
        return base64url_to_bytes(orjson.loads(credential)["rawId"])
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Problem(LOGIN_NOT_BEGUN, _NOT_READ) from None


def uses_of(request: Request, passkey: Passkey, credential: str, challenge: str) -> int | None:
    """The number of its uses that the passkey says; None where it has not signed this."""
    from webauthn import verify_authentication_response

    known = {"credential_public_key": passkey.public_key, "credential_current_sign_count": passkey.uses}
    verified = _verify_answer(verify_authentication_response, request, credential, challenge, **known)
    return None if verified is None else int(verified.new_sign_count)


def _verify_answer(
    verify: Callable[..., Any],
    request: Request,
    credential: str,
    challenge: str,
    **known: Any,  # noqa: ANN401 -- as the library takes it
) -> Any:  # noqa: ANN401 -- of the library
    """The library's reading of what the browser sent; None where that is not what a passkey for this service says."""
    try:
        return verify(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=_host(request),
            expected_origin=address_of(request, ""),
            require_user_verification=True,
            **known,
        )
    except Exception:  # parts that are missing or of another kind end the library's reading in any error there is
        return None


def _begin_challenge(request: Request, purpose: str) -> tuple[bytes, str]:
    challenge = sealed.new_challenge()
    return challenge.encode(), sealed.close(request, purpose, {"challenge": challenge})


def _host(request: Request) -> str:
    return urlsplit(address_of(request, "")).hostname or ""
