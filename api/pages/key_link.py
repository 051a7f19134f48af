"""The page that a link to a new key opens: it exchanges the key by its code, and shows the new one, once.

Key and code stand behind `#` in the address, which browsers send to nobody. The page asks only once its reader wants it
to, since programs that look at links in messages open them too.
"""

import hashlib
from base64 import b64encode
from functools import cache

from api.pages.template import files


def link_to(path: str, key: str, code: str) -> str:
    """The address of the page at `path`, for this key."""
    return f"{path}#{key}.{code}"


def page() -> str:
    """The page, the same for all."""
    return files()["key_link.html"]


@cache
def policy() -> str:
    """What the page may do, as a Content-Security-Policy: run its own script, and ask this service."""
    script = page().partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
