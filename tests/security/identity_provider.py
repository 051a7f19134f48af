"""An identity provider on this machine, as OpenID Connect has it: it asks for no password, and can be told to lie."""

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

from tests.security.authenticator import as_text

CLIENT, SECRET = "scoresheet", "shared with the provider"


@dataclass
class Provider:
    """`account` is who is logged in there; `lies` are claims that it signs in place of the right ones, `answers` by
    their paths what it sends in place of its own."""

    address: str
    account: str = "account-1"
    lies: dict[str, Any] = field(default_factory=dict)
    signs_with: ECKey = field(default_factory=lambda: ECKey.generate_key("P-256", {"kid": "1"}))
    tells: ECKey | None = None
    answers: dict[str, bytes] = field(default_factory=dict)
    asked: dict[str, dict[str, str]] = field(default_factory=dict)

    def metadata(self) -> dict[str, str]:
        """Where everything is."""
        places = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
        return {"issuer": self.address, **{name: self.address + path for name, path in places.items()}}

    def keys(self) -> dict[str, Any]:
        """The public keys."""
        return {"keys": [(self.tells or self.signs_with).as_dict(private=False)]}

    def authorized(self, asked: dict[str, str]) -> str:
        """Where the browser is sent back to."""
        code = f"code-{len(self.asked)}"
        self.asked[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, str]:
        """What a code is exchanged for, once, by who shows what it was asked for with."""
        asked = self.asked.pop(sent["code"])
        assert as_text(hashlib.sha256(sent["code_verifier"].encode()).digest()) == asked["code_challenge"]
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "sub": self.account, "nonce": asked["nonce"], "exp": now + 60}
        signed = jwt.encode({"alg": "ES256", "kid": "1"}, {**claims, "iat": now, **self.lies}, self.signs_with)
        return {"access_token": "none", "token_type": "Bearer", "id_token": signed}


@contextmanager
def running() -> Iterator[Provider]:
    """It, on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = {name: said[0] for name, said in parse_qs(urlsplit(self.path).query).items()}
            if self.path.startswith("/authorize"):
                self.send_response(302)
                self.send_header("Location", provider.authorized(asked))
                self.end_headers()
            else:
                self.answers(provider.keys() if self.path == "/keys" else provider.metadata())

        def do_POST(self) -> None:
            sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            try:
                self.answers(provider.token({name: said[0] for name, said in sent.items()}))
            except (KeyError, AssertionError):
                self.answers({"error": "invalid_grant"}, 400)

        def answers(self, told: dict[str, Any], status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(provider.answers.get(self.path) or json.dumps(told).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider = Provider(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield provider
        server.shutdown()
