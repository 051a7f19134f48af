"""Builds what is installed, as setuptools does. A wheel brings the documents of the API, which are made first, and one
package, `scoresheet`, in which the parts of the program lie: four names such as `api` would be anybody's.
"""

import base64
import hashlib
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from setuptools import build_meta

Options = Mapping[str, str | list[str] | None] | None

PARTS = ("domain", "projections", "api", "ops")
COMMAND = "ops.command_line:main"
PROGRAM = b'''"""Scoresheet: its parts lie in this folder, and import each other by their own names."""

import sys
from pathlib import Path


def main() -> None:
    """Runs the command `scoresheet`."""
    sys.path.insert(0, str(Path(__file__).parent))
    from ops.command_line import main as command

    command()
'''
MAIN = b"""from scoresheet import main

main()
"""

build_editable = build_meta.build_editable
build_sdist = build_meta.build_sdist
get_requires_for_build_editable = build_meta.get_requires_for_build_editable
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Options = None) -> list[str]:
    """The packages that the program needs as well: it describes itself."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *project["dependencies"]]


def build_wheel(wheel_directory: str, config_settings: Options = None, metadata_directory: str | None = None) -> str:
    """The name of the wheel in that folder."""
    subprocess.run([sys.executable, "-m", "api.asgi.described"], check=True, stdout=sys.stderr)
    wheel: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    put_into_one_package(Path(wheel_directory) / wheel)
    return wheel


def put_into_one_package(wheel: Path) -> None:
    """Moves the parts of a wheel below `scoresheet/`, whose command then finds them there."""
    with zipfile.ZipFile(wheel) as held:
        files = dict(_moved(held))
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    files[record] = "".join(_recorded(name, content) for name, content in files.items() if name != record).encode()
    files[record] += f"{record},,\n".encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def _moved(held: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    yield "scoresheet/__init__.py", PROGRAM
    yield "scoresheet/__main__.py", MAIN
    for name in held.namelist():
        content = held.read(name)
        if name.endswith(".dist-info/entry_points.txt"):
            content = content.replace(COMMAND.encode(), b"scoresheet:main")
        elif name.endswith(".dist-info/top_level.txt"):
            content = b"scoresheet\n"
        yield f"scoresheet/{name}" if name.partition("/")[0] in PARTS else name, content


def _recorded(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(content)}\n"
