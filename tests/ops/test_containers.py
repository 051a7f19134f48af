"""The examples of containers are as the program has it: no engine is needed to read them; `docker build` is tried where
there is one."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types; the checks of the API's document bring it

from ops.parts import GROUPS
from ops.settings import names
from ops.setup.plan import LOGINS, Plan
from tests.house.source import ROOT

CONTAINERS = ROOT / "ops" / "containers"
INSTRUCTION = re.compile(r"^([A-Z]+) ((?:.*\\\n)*.*)$", re.MULTILINE)
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}
PLAN = Plan(ROOT / "scoresheet", "database", dict.fromkeys((*LOGINS.values(), "scoresheet"), "secret"))
"""What `scoresheet setup --into machine --host database` makes."""


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text()
    found = [(name, said.replace("\\\n", " ")) for name, said in INSTRUCTION.findall(text)]
    read = sum(1 + said.count("\\\n") for _, said in INSTRUCTION.findall(text))
    written = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert read == len(written), "a line of the Containerfile is no instruction"
    return found


@pytest.fixture(scope="module")
def compose() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load((CONTAINERS / "compose.yml").read_text())
    return found


def engine() -> str:
    for name in ("docker", "podman"):
        found = shutil.which(name)
        if found and subprocess.run([found, "info"], capture_output=True, check=False).returncode == 0:
            return found
    pytest.skip("the image was not built, only read: no docker or podman runs here")


def test_containerfile_has_known_instructions_and_ends_as_an_ordinary_user() -> None:
    found = instructions()
    assert {name for name, _ in found} <= KNOWN
    assert [said for name, said in found if name == "USER"] == ["10001:10001"]
    last = len(found) - 1 - [name for name, _ in reversed(found)].index("FROM")
    assert "USER" in [name for name, _ in found[last:]]


def test_containerfile_pins_bases_and_installs_by_hashes() -> None:
    bases = [said.split()[0] for name, said in instructions() if name == "FROM"]
    assert all(re.search(r":\d", base) for base in bases), bases
    installs = [said for name, said in instructions() if name == "RUN" and "pip install" in said]
    assert all("--require-hashes" in said or "--no-deps" in said for said in installs)
    assert len(installs) == 2


def test_containerfile_copies_what_is_there() -> None:
    copied = [said.split()[:-1] for name, said in instructions() if name == "COPY" and "--from" not in said]
    assert copied
    assert [source for sources in copied for source in sources if not (ROOT / source).exists()] == []


def test_compose_runs_each_group_of_parts_with_its_own_login(compose: Mapping[str, Any]) -> None:
    services = compose["services"]
    assert {name for name, one in services.items() if one.get("command", [""])[0] == "run"} == {*GROUPS, "prepare"}
    for name in (*GROUPS, "prepare"):
        one = services[name]
        assert one["command"] == ["run", name]
        login = "owner" if name == "prepare" else name
        assert one["env_file"] == f"machine/etc/scoresheet/{login}.env"
        assert f"{login}.env" in PLAN.settings()
        assert (one["read_only"], one["cap_drop"]) == (True, ["ALL"])


def test_compose_gives_each_key_to_its_part_alone(compose: Mapping[str, Any]) -> None:
    held = {name: [one.split(":")[0] for one in each.get("volumes", ())] for name, each in compose["services"].items()}
    by_hand = {name for name, each in compose["services"].items() if "profiles" in each}
    assert {name for name, volumes in held.items() if "log-key" in volumes} - by_hand == {"prepare", "signer"}
    assert {name for name, volumes in held.items() if "webhooks" in volumes} - by_hand == {"prepare", "webhooks"}
    named = {one for volumes in held.values() for one in volumes if not one.startswith((".", "/"))}
    assert named == set(compose["volumes"])


def test_compose_names_settings_that_exist(compose: Mapping[str, Any]) -> None:
    given = {name for one in compose["services"].values() for name in one.get("environment", {})}
    ours = {name for name in given if name.startswith("SCORESHEET_")}
    assert ours
    assert ours <= set(names())


def test_compose_trusts_the_address_that_caddy_has(compose: Mapping[str, Any]) -> None:
    services = compose["services"]
    address = services["caddy"]["networks"]["inside"]["ipv4_address"]
    assert services["api"]["environment"]["SCORESHEET_TRUSTED_PROXIES"] == address
    assert "reverse_proxy api:8000" in (CONTAINERS / "Caddyfile").read_text()
    assert "header_up X-Forwarded-For {remote_host}" in (CONTAINERS / "Caddyfile").read_text()


def test_compose_shows_nothing_but_caddy_to_the_outside(compose: Mapping[str, Any]) -> None:
    assert compose["networks"]["inside"]["internal"] is True
    assert [name for name, one in compose["services"].items() if "ports" in one] == ["caddy"]
    outside = {name for name, one in compose["services"].items() if "outside" in one.get("networks", ())}
    assert outside == {"caddy", "webhooks"}


def test_image_is_built() -> None:
    command = [engine(), "build", "--file", str(ROOT / "Containerfile"), "--tag", "scoresheet-test", str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
