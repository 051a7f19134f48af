"""A file of settings beside the environment, and what is to be said of each setting."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from ops.settings import CONFIG, PREFIX, Settings, given_in, unknown_names

HIDDEN = "(hidden)"


@dataclass(frozen=True)
class Told:
    """A setting: its value, which is hidden where it is a secret, where that was said, and what is wrong with it."""

    setting: str
    value: str
    source: str
    wrong: str = ""


def told() -> Sequence[Told]:
    """Each setting, and after those each name that is none. Raises SettingsError where the file can't be read."""
    file = os.environ.get(CONFIG)
    in_file = given_in(Path(file)) if file else {}
    given = {name: (f"file {file}", value) for name, value in in_file.items()}
    given |= {
        name: ("environment", os.environ[_variable(name)]) for name in Settings.model_fields if _in_environment(name)
    }
    wrong = _wrong({name: value for name, (_, value) in given.items() if name in Settings.model_fields})
    unknown = [*(name for name in in_file if name not in Settings.model_fields), *unknown_names()]
    return (
        *(_told(name, given.get(name), wrong.get(name, "")) for name in Settings.model_fields),
        *((Told("all together", "", "", wrong[""]),) if "" in wrong else ()),
        *(Told(name, "", given.get(name, ("environment", ""))[0], "there is no such setting") for name in unknown),
        *_open_to_others(file, in_file),
    )


def _told(name: str, given: tuple[str, Any] | None, wrong: str) -> Told:
    source, value = given or ("default", _usual(name))
    is_secret = "Secret" in str(Settings.model_fields[name].annotation)
    return Told(_variable(name), HIDDEN if is_secret and given else str(value), source, wrong)


def _usual(name: str) -> object:
    field = Settings.model_fields[name]
    usual = "see SETTINGS.md" if field.default_factory is not None else field.default
    return "" if usual is None or isinstance(usual, SecretStr) else usual


def _wrong(given: Mapping[str, Any]) -> Mapping[str, str]:
    """By setting what is wrong with it; under no name what is wrong with several together."""
    try:
        Settings.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False)
        return {str(next(iter(one["loc"]), "")): one["msg"].removeprefix("Value error, ") for one in found}
    return {}


def _open_to_others(file: str | None, in_file: Mapping[str, Any]) -> Sequence[Told]:
    """A file with secrets is for its account alone."""
    secrets = [name for name in in_file if "Secret" in str(getattr(Settings.model_fields.get(name), "annotation", ""))]
    if file is None or not secrets or not Path(file).stat().st_mode & 0o077:
        return ()
    return (Told(CONFIG, file, "environment", f"others may read {secrets[0]} there: chmod 600 {file}"),)


def _in_environment(name: str) -> bool:
    return bool(os.environ.get(_variable(name)))


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"
