"""The link by which somebody begins, while nobody is an administrator. The process that starts the parts makes it, and
stays small: this needs nothing else of the API."""

import secrets
from datetime import timedelta
from typing import Any

import psycopg

from api.http.api_keys import digest_of

LASTS = timedelta(minutes=60)
_MAKE = """
INSERT INTO public.first_links (digest, expires_at)
    SELECT %s, now() + %s WHERE NOT EXISTS (SELECT FROM public.api_keys k WHERE k.role = 'administrator')
"""


def make_link(connection: psycopg.Connection[Any]) -> str | None:
    """The code of a new link, in the place of the one before; None where there is an administrator. `connection` is the
    owner's."""
    code = secrets.token_hex(32)
    connection.execute("DELETE FROM public.first_links")
    made = connection.execute(_MAKE, (digest_of(code), LASTS))
    return code if made.rowcount else None
