"""The examples of proxies are taken by the programs they are for."""

import shutil
import socket
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.house.source import ROOT

PROXIES = ROOT / "ops" / "proxies"
CERTIFICATES = "/etc/letsencrypt/live/club.example/"


def program(name: str) -> str:
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin")
    if found is None:
        pytest.skip(f"its own check of the example was left out: there is no {name}")
    return found


def certified(folder: Path) -> None:
    """A certificate of its own for club.example, as nginx wants to read one."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "club.example")])
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(begins).not_valid_after(begins + timedelta(days=36_500))
    signed = made.sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))


def free_port() -> int:
    with socket.create_server(("", 0)) as listener:
        return int(listener.getsockname()[1])


def test_nginx_takes_its_example(tmp_path: Path) -> None:
    certified(tmp_path)
    site = (PROXIES / "nginx.conf").read_text().replace(CERTIFICATES, f"{tmp_path}/")
    # Its own check opens the ports, and those of the example are root's.
    plain, secret = free_port(), free_port()
    site = site.replace(":80;", f":{plain};").replace(" 80;", f" {plain};").replace("443 ssl", f"{secret} ssl")
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{site}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    command = [program("nginx"), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_caddy_takes_its_example() -> None:
    command = [program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(PROXIES / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("name", "said"), [("nginx.conf", "$remote_addr"), ("Caddyfile", "{remote_host}")])
def test_examples_pass_on_no_address_that_a_visitor_made_up(name: str, said: str) -> None:
    lines = [line.split() for line in (PROXIES / name).read_text().splitlines() if "X-Forwarded-For" in line]
    told = [words[-1].rstrip(";") for words in lines if words[0] in ("proxy_set_header", "header_up")]
    assert told == [said]
