"""What a part is forked from has all that the part may need: its account may read nothing of the program's any more."""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

from tests.patience import PATIENCE_SECONDS
from tests.security.authenticator import Authenticator, as_text
from tests.security.identity_provider import CLIENT, SECRET, running

pytestmark = pytest.mark.operations

ORIGIN, CHALLENGE = "http://localhost:8000", "a challenge"
CHILD = f"""
import sys
import ops.preloading
from api.http.sessions.logins import IdentityProvider, Logins
from ops import extras
address, credential = sys.argv[1:]
logins = Logins(passkeys=True, provider=IdentityProvider(address, {CLIENT!r}, {SECRET!r}))
extras.load(logins)
sys.meta_path.clear()
from types import SimpleNamespace
from starlette.requests import Request
from api.http.sessions.login_key import Fernet
from api.site.login import identity, passkeys
login_key = SimpleNamespace(opener=lambda opener=Fernet(Fernet.generate_key()): opener)
app = SimpleNamespace(state=SimpleNamespace(logins=logins, services=SimpleNamespace(login_key=login_key)))
headers, back = [(b"host", b"localhost:8000")], "{ORIGIN}/login/provider/back"
request = Request({{"type": "http", "scheme": "http", "path": "/", "headers": headers, "app": app}})
assert passkeys.asked_to_log_in(request)
own = SimpleNamespace(key=SimpleNamespace(id="1", label="", role="director"))
assert passkeys.asked_to_add(request, own, SimpleNamespace(passkeys_of=lambda _: [b"another"]))
assert passkeys.added(request, credential, {CHALLENGE!r}).mark == b"mine"
begun = identity.begun_at(request, back)
print(begun["address"], flush=True)
assert identity.mark_of(request, back, sys.stdin.readline().strip(), begun)
print("done")
"""


def test_other_logins_need_nothing_more_than_was_loaded() -> None:
    options = json.dumps({"challenge": as_text(CHALLENGE.encode())})
    credential = Authenticator("localhost", ORIGIN, b"mine").adds(options)
    with running() as provider:
        started = [sys.executable, "-c", CHILD, provider.address, credential]
        with subprocess.Popen(started, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            sent_back = httpx.get(child.stdout.readline().strip(), timeout=PATIENCE_SECONDS).headers["Location"]
            [code] = parse_qs(urlsplit(sent_back).query)["code"]
            said, _ = child.communicate(f"{code}\n", timeout=PATIENCE_SECONDS)
    assert (said, child.returncode) == ("done\n", 0)


TRACING = """
import sys
import ops.preloading
from api.http.sessions.logins import Logins
from ops import extras
extras.load(Logins(), has_traces=True)
sys.meta_path.clear()
from api.asgi.server import told_spans
spans = told_spans(sys.argv[1])
spans.tell(1, 0.5, None, {"method": "GET", "route": "/v1/tournaments", "status": "200", "request_id": "-"})
"""


def test_traces_need_nothing_more_than_was_loaded() -> None:
    """A collector takes the span that waited when the part ended."""
    taken = list[tuple[str, bytes]]()

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{collector.server_port}/v1/traces"
        subprocess.run([sys.executable, "-c", TRACING, endpoint], check=True, timeout=PATIENCE_SECONDS)
        collector.shutdown()
    [(path, sent)] = taken
    assert path == "/v1/traces"
    [span] = TracesData.FromString(sent).resource_spans[0].scope_spans[0].spans
    assert (span.name, span.end_time_unix_nano - span.start_time_unix_nano) == ("GET /v1/tournaments", 500_000_000)
