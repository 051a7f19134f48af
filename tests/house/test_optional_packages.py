"""What need not be installed changes nothing in what is checked."""

import re
import tomllib

from tests.house.source import ROOT

NAME = re.compile(r"[\w.-]+")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def skipped_by_mypy() -> set[str]:
    """The packages that mypy looks at neither where they are installed nor where they are not."""
    return {
        module.removesuffix(".*")
        for override in PYPROJECT["tool"]["mypy"]["overrides"]
        if override.get("follow_imports") == "skip" and override.get("ignore_missing_imports")
        for module in override["module"]
    }


def test_types_do_not_depend_on_packages_of_the_browser() -> None:
    wanted = {NAME.findall(one)[0].replace("-", "_") for one in PYPROJECT["dependency-groups"]["browser"]}
    assert wanted
    assert skipped_by_mypy() == wanted
