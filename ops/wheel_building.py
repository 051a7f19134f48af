"""Builds what is installed: as setuptools does, and a wheel brings the documents of the API, which are made first."""

import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from setuptools import build_meta

Options = Mapping[str, str | list[str] | None] | None

build_editable = build_meta.build_editable
build_sdist = build_meta.build_sdist
get_requires_for_build_editable = build_meta.get_requires_for_build_editable
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Options = None) -> list[str]:
    """What the program needs as well: it describes itself."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *project["dependencies"]]


def build_wheel(wheel_directory: str, config_settings: Options = None, metadata_directory: str | None = None) -> str:
    """The name of the wheel in that folder."""
    subprocess.run([sys.executable, "-m", "api.asgi.described"], check=True, stdout=sys.stderr)
    wheel: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return wheel
