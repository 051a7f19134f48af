"""What CONTRIBUTING tells a newcomer is so: every command, every file, and every place of its worked examples."""

import importlib.util
import re
import tomllib

import pytest

from tests.house.source import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text()
PLACES = re.findall(r"^\| [^|]+ \| `([^`|]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
MADE = re.findall(r"^\| `([^`|]+)` \| `python -m ([^`|]+)` \|$", PAGE, re.MULTILINE)
COMMANDS = re.findall(r"`make ([a-z-]+)`", PAGE)
LINKS = re.findall(r"\]\(([^)]+)\)", PAGE + (ROOT / "CHANGELOG.md").read_text())
LOCKED = re.compile(r"^([a-z0-9._-]+)\S*==(\S+)", re.MULTILINE)


@pytest.mark.parametrize(("file", "there"), PLACES)
def test_worked_example_is_there(file: str, there: str) -> None:
    assert there in (ROOT / file).read_text()


def test_lines_of_code_are_lines_of_tests() -> None:
    lines = [line for block in re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    tests = "".join(path.read_text() for path in sorted((ROOT / "tests/domain").glob("*.py")))
    assert len(lines) > 1
    assert [line for line in lines if f"    {line}\n" not in tests] == []


def test_worked_examples_are_those_that_are_asked_for() -> None:
    titles = re.findall(r"^## Add (.+)$", PAGE, re.MULTILINE)
    assert titles == ["a command", "a format", "a tie-break", "a page"]
    assert len(PLACES) > 20


@pytest.mark.parametrize(("file", "module"), MADE)
def test_committed_file_is_made_by_a_program(file: str, module: str) -> None:
    assert (ROOT / file).exists()
    assert importlib.util.find_spec(module) is not None


def test_commands_are_targets_of_make() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(COMMANDS) - set(targets) == set()
    assert len(set(COMMANDS)) > 6


def test_links_lead_somewhere() -> None:
    assert [link for link in LINKS if not (ROOT / link).exists()] == []


def test_licence_is_said_where_it_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    assert "[MIT licence](LICENSE)" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("extra", ["analysis", "identity-provider", "opentelemetry", "parquet", "passkeys"])
def test_extra_has_a_lock_with_hashes_of_what_it_adds(extra: str) -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(wanted) == {"analysis", "identity-provider", "opentelemetry", "parquet", "passkeys"}
    lock = (ROOT / f"requirements-{extra}.lock").read_text()
    pins, tested = dict(LOCKED.findall(lock)), dict(LOCKED.findall((ROOT / "requirements-dev.lock").read_text()))
    assert {re.split(r"[\[>=<]", one)[0] for one in wanted[extra]} <= set(pins)
    assert pins.items() <= tested.items()
    assert set(pins) & set(dict(LOCKED.findall((ROOT / "requirements.lock").read_text()))) == set()
    assert lock.count("==") <= lock.count("--hash=sha256:")


def test_decisions_say_since_when_they_hold() -> None:
    heads = {path.name: path.read_text()[:400] for path in (ROOT / "ops" / "decisions").glob("*.md")}
    dated = re.compile(r"Status\b.*\b20\d\d-\d\d-\d\d\b", re.DOTALL)
    assert [name for name, head in heads.items() if not dated.search(head)] == []


def test_decisions_say_why() -> None:
    decisions = (ROOT / "ops" / "decisions").glob("*.md")
    assert [path.name for path in decisions if not re.search(r"\*\*Why|^Why ", path.read_text(), re.MULTILINE)] == []


def test_tests_run_again_in_the_same_checkout() -> None:
    """pytest knows an option of ours only from `tests/conftest.py`. Before it has read that, it takes a value behind a
    blank for a folder of tests, as soon as there is such a file."""
    makefile = (ROOT / "Makefile").read_text()
    assert re.findall(r"--rule-table\S*", makefile) == ["--rule-table=var/rule_table.md"]
