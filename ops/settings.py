"""Everything that can be set, from the environment; ops/guides/SETTINGS.md has the table of it."""

import os
import re
import tomllib
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from api.http.limits import Limits
from api.http.mails import is_address
from api.http.sessions.logins import IdentityProvider, Logins
from domain.evidence import ml_dsa
from domain.evidence.origins import generation_of
from domain.person.erasure_waits import ERASURE_WAIT_HOURS, LONGEST_WAIT_HOURS
from ops.embedded import default_folder
from ops.errors import SettingsError
from ops.mails.server import MailServer, server_at

PREFIX = "SCORESHEET_"
CONFIG = f"{PREFIX}CONFIG"
"""Names a file of settings (TOML); what the environment says goes ahead."""
# What the tests alone read; see tests/conftest.py.
TEST_PREFIX = "SCORESHEET_TEST_"
_HOST = r"([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])"
_ORIGIN = re.compile(rf"https://{_HOST}(:(?!443$)[1-9][0-9]{{0,4}})?|http://{_HOST}(:(?!80$)[1-9][0-9]{{0,4}})?")
_ENDPOINT = re.compile(rf"https?://{_HOST}(:[1-9][0-9]{{0,4}})?/[^\s?#]+")
_PROVIDER = re.compile(rf"(https://{_HOST}|http://(localhost|127\.0\.0\.1))(:[1-9][0-9]{{0,4}})?(/[^\s?#]*[^\s?#/])?")


class Settings(BaseSettings):
    """One frozen value for a whole run; each field is the environment variable of its name."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    database_url: SecretStr | None = Field(
        default=None,
        description="A PostgreSQL of yours, 15 or newer, as `postgresql://user:password@host/database`; "
        "unset: the embedded one.",
    )
    migration_url: SecretStr | None = Field(
        default=None,
        description="The login that migrates, if `SCORESHEET_DATABASE_URL` is a restricted one, a member of "
        "`scoresheet_service`.",
    )
    projections_url: SecretStr | None = Field(
        default=None,
        description="The login that follows the log, a member of `scoresheet_projections`; unset: that of "
        "`SCORESHEET_DATABASE_URL`.",
    )
    signer_url: SecretStr | None = Field(
        default=None,
        description="The login that keeps the log's tree and signs it, a member of `scoresheet_signer`; unset: that of "
        "`SCORESHEET_DATABASE_URL`.",
    )
    webhooks_url: SecretStr | None = Field(
        default=None,
        description="The login that delivers to webhooks, a member of `scoresheet_webhooks`; unset: that of "
        "`SCORESHEET_DATABASE_URL`.",
    )
    replica_url: SecretStr | None = Field(
        default=None,
        description="A streaming replica of that database, with a login like that of `SCORESHEET_DATABASE_URL`: tables "
        "are read there, as far as it has come; unset: none.",
    )
    standby_url: SecretStr | None = Field(
        default=None,
        description="The standby that would take over, with a login like that of `SCORESHEET_SIGNER_URL`: the log is "
        "signed only as far as it has it; unset: none.",
    )
    data_dir: Path = Field(
        default_factory=default_folder,
        description="Where the embedded PostgreSQL keeps its data; as root `/var/lib/scoresheet`, else "
        "`$XDG_DATA_HOME/scoresheet` or `~/.local/share/scoresheet`.",
    )
    log_origin: str = Field(
        default="localhost/v1/log",
        pattern=r"^[^\s+/]+(/[^\s+/]+)*$",
        max_length=200,
        description="What the log is called in its checkpoints: where `/v1/log` is reached, without a scheme, such as "
        "`club.example/v1/log`. It is fixed with the first checkpoint.",
    )
    log_key_dir: Path = Field(
        default_factory=lambda data: data["data_dir"].with_name(f"{data['data_dir'].name}.log-key"),
        description="Where the key lies that the log is signed with, outside the database and its backups; unset: "
        "beside the data folder, with `.log-key` after its name.",
    )
    log_ml_dsa: bool = Field(
        default=False,
        description="Whether the log is signed by ML-DSA-44 as well, which no quantum computer forges; `true` needs a "
        "library that has it.",
    )
    webhook_key_file: Path = Field(
        default_factory=lambda data: data["data_dir"].with_name(f"{data['data_dir'].name}.webhook-key"),
        description="Where the key lies that opens the secrets of webhooks, outside the database and its backups; "
        "unset: beside the data folder, with `.webhook-key` after its name.",
    )
    webhook_origins: str = Field(
        default="",
        description="The origins of receivers of webhooks that are not public, or not on https and the port 443, such "
        "as `http://10.0.0.5:8080`, with commas between; unset: none.",
    )
    mail_server: str = Field(
        default="",
        description="The server that mails to players, and links to log in, are handed to, as "
        "`smtps://mail.example:465`, or `smtp://mail.example:587`, which must offer STARTTLS unless it is on this "
        "machine; unset: no mails.",
    )
    mail_user: str = Field(default="", description="Who this service logs in as there; unset: it does not log in.")
    mail_password: SecretStr = Field(default=SecretStr(""), description="The password for that.")
    mail_from: str = Field(default="", description="The address that mails come from.")
    mail_links: str = Field(
        default="",
        description="Where people reach this service, such as `https://club.example`, for the links in their mails.",
    )
    push_contact: str = Field(
        default="",
        description="Who the push services of browsers can write to about this service's messages to players, as "
        "`mailto:club@example.org` or `https://club.example`; unset: no messages by web push.",
    )
    witness_policy: Path | None = Field(
        default=None,
        description="A file in the form of C2SP's tlog-policy, with the witnesses that are asked to cosign the log; "
        "unset: none.",
    )
    examination_days: int = Field(
        default=7,
        ge=1,
        le=365,
        description="In how many days the whole log and all tables are examined in the background, over and over.",
    )
    backup_dir: Path | None = Field(
        default=None,
        description="Where `scoresheet backup` writes and `restore`, `drill` and `erasures list` look, if they name no "
        "folder; unset: none.",
    )
    backup_days: int = Field(
        default=30,
        ge=1,
        le=36_525,
        description="For how many days a backup is kept: so long after an erasure backups may have what was erased.",
    )
    erasure_wait_hours: int = Field(
        default=ERASURE_WAIT_HOURS,
        ge=1,
        le=LONGEST_WAIT_HOURS,
        description="For how many hours an erasure can be stopped that no second administrator confirms.",
    )
    audited_reads_days: int = Field(
        default=730, ge=1, le=36_525, description="For how many days it stays noted what auditors have read."
    )
    refused_attempts_days: int = Field(
        default=730, ge=1, le=36_525, description="For how many days it stays noted which attempts were refused."
    )
    delivery_attempts_days: int = Field(
        default=30, ge=1, le=36_525, description="For how many days each attempt to deliver to a webhook is kept."
    )
    first_answers_days: int = Field(
        default=365,
        ge=1,
        le=36_525,
        description="For how many days a command that is sent again is answered as it was first.",
    )
    log_format: Literal["lines", "json"] = Field(
        default="lines",
        description="How the service logs: `lines` for people, or `json` for programs, an object on each line.",
    )
    traces_endpoint: str = Field(
        default="",
        description="Where a collector of OpenTelemetry takes traces (OTLP over HTTP), such as "
        "`http://127.0.0.1:4318/v1/traces`; needs the extra `opentelemetry`. Unset: none.",
    )
    host: str = Field(default="127.0.0.1", description="The address to serve on.")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to serve on; 0: any free one.")
    connections: int = Field(
        default=10_000, ge=1, description="Connections open at once; fewer where the system allows fewer files."
    )
    address_connections: int = Field(
        default=2_000, ge=1, description="Of these from one address, such as a hall's; at most half of all."
    )
    address_requests: int = Field(
        default=1_000, ge=1, description="Requests without a key that are answered at once for one address."
    )
    address_streams: int = Field(
        default=1_000, ge=1, description="Streams open at once to one address; they count apart."
    )
    followers_a_second: int = Field(
        default=100,
        ge=1,
        description="Open pages that learn of a change in a second, so that a hall keeps nobody waiting; people "
        "who are logged in learn it at once.",
    )
    read_seconds: int = Field(
        default=30,
        ge=1,
        description="For how many seconds a read is worked on, from when its turn comes; then it is answered 503, or "
        "by the page as far as it has come.",
    )
    key_requests: int = Field(default=100, ge=1, description="Requests answered at once for one API key.")
    trusted_proxies: str = Field(
        default="",
        description="The addresses or networks of your proxies, with commas between: their header says whose a request "
        "is, and theirs are no limits of an address.",
    )
    proxy_header: str = Field(
        default="X-Forwarded-For",
        pattern=r"^[A-Za-z0-9-]{1,100}$",
        description="The header in which your proxies say it: `Forwarded`, or another one with a list of addresses.",
    )
    allowed_origins: str = Field(
        default="",
        description="The origins of your own front ends, such as `https://club.example`, with commas between: browsers "
        "let pages from there ask this service (CORS); unset: none.",
    )

    plain_http: bool = Field(
        default=False,
        description="Whether people log in over plain HTTP, as in a hall whose network has no certificate: anyone who "
        "listens there can act as them.",
    )
    passkeys: bool = Field(
        default=False,
        description="Whether people log in with passkeys too; `true` needs the extra `passkeys`. A passkey is one for "
        "the name under which the service is reached.",
    )
    provider_address: str = Field(
        default="",
        description="The address of your identity provider (OpenID Connect), as it names itself, such as "
        "`https://accounts.club.example`; needs the extra `identity-provider`. Unset: none.",
    )
    provider_client: str = Field(
        default="",
        description="What this service is called there. The provider sends browsers back to `/login/provider/back`.",
    )
    provider_secret: SecretStr = Field(
        default=SecretStr(""), description="The secret that this service shares with the identity provider."
    )

    @field_validator("log_origin")
    @classmethod
    def _ends_with_no_number(cls, said: str) -> str:
        if generation_of(said) != 1:
            raise ValueError("must not end with a number, which a log that is begun again gets")
        return said

    @field_validator("log_ml_dsa")
    @classmethod
    def _is_installed(cls, said: bool) -> bool:
        try:
            return said and bool(ml_dsa.public_of(bytes(32)))
        except ml_dsa.NotInstalledError as lacking:
            raise ValueError(str(lacking)) from lacking

    @field_validator("passkeys")
    @classmethod
    def _has_passkeys(cls, said: bool) -> bool:
        if said:
            _require("passkeys", "webauthn")
        return said

    @field_validator("provider_address")
    @classmethod
    def _is_a_provider(cls, said: str) -> str:
        if said and not _PROVIDER.fullmatch(said):
            raise ValueError(f"{said!r} is no address of a provider; it begins with https:// and ends without a slash")
        if said:
            _require("identity-provider", "authlib", "httpx2")
        return said

    @model_validator(mode="after")
    def _has_copies_of_its_own_server(self) -> "Settings":
        if self.database_url is None and (self.replica_url or self.standby_url):
            raise ValueError("a replica or standby needs SCORESHEET_DATABASE_URL: the embedded PostgreSQL has none")
        return self

    @model_validator(mode="after")
    def _knows_its_client(self) -> "Settings":
        if self.provider_address and not (self.provider_client and self.provider_secret.get_secret_value()):
            raise ValueError("an identity provider needs SCORESHEET_PROVIDER_CLIENT and SCORESHEET_PROVIDER_SECRET")
        return self

    @field_validator("traces_endpoint")
    @classmethod
    def _takes_traces(cls, said: str) -> str:
        if said and not _ENDPOINT.fullmatch(said):
            raise ValueError(f"{said!r} is no endpoint; it is whole, such as http://127.0.0.1:4318/v1/traces")
        if said:
            _require("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter")
        return said

    @field_validator("mail_server")
    @classmethod
    def _is_a_mail_server(cls, said: str) -> str:
        if said:
            server_at(said)
        return said

    @model_validator(mode="after")
    def _knows_its_sender(self) -> "Settings":
        if self.mail_server and not (is_address(self.mail_from) and _ORIGIN.fullmatch(self.mail_links)):
            raise ValueError(
                "mails need SCORESHEET_MAIL_FROM, an address, and SCORESHEET_MAIL_LINKS, such as https://club.example"
            )
        return self

    @field_validator("push_contact")
    @classmethod
    def _is_a_contact(cls, said: str) -> str:
        is_mail = said.startswith("mailto:") and is_address(said.removeprefix("mailto:"))
        if said and not is_mail and not said.startswith("https://"):
            raise ValueError(f"{said!r} is no contact; write mailto:club@example.org or https://club.example")
        return said

    @property
    def mail(self) -> MailServer | None:
        """The server that mails are handed to; None where none are sent."""
        password = self.mail_password.get_secret_value()
        return server_at(self.mail_server, self.mail_user, password, self.mail_from) if self.mail_server else None

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, said: str) -> str:
        _networks(said)
        return said

    @field_validator("allowed_origins", "webhook_origins")
    @classmethod
    def _are_origins(cls, said: str) -> str:
        _origins(said)
        return said

    @property
    def has_logins_of_parts(self) -> bool:
        """Whether parts of the service have logins of their own on the database."""
        return any((self.projections_url, self.signer_url, self.webhooks_url))

    @property
    def receivers(self) -> tuple[str, ...]:
        """The origins of webhooks' receivers that may be of any kind."""
        return tuple(_listed(self.webhook_origins))

    @property
    def retention(self) -> dict[str, int]:
        """For how many days what is kept beside the log, by what it is."""
        return {
            "audited-reads": self.audited_reads_days,
            "refused-attempts": self.refused_attempts_days,
            "delivery-attempts": self.delivery_attempts_days,
            "first-answers": self.first_answers_days,
        }

    @property
    def logins(self) -> Logins:
        """The ways in which people may log in."""
        secret = self.provider_secret.get_secret_value()
        provider = IdentityProvider(self.provider_address, self.provider_client, secret)
        return Logins(self.plain_http, self.passkeys, provider if self.provider_address else None)

    @property
    def limits(self) -> Limits:
        """The limits of what callers may have open at once."""
        own = {name: getattr(self, name) for name in Limits.__dataclass_fields__ if name not in ("proxies", "origins")}
        return Limits(**own, proxies=_networks(self.trusted_proxies), origins=_origins(self.allowed_origins))


def backup_folder(settings: Settings, given: Path | None) -> Path:
    """The folder of backups: the one that is given, or else that of the setting. Raises SettingsError."""
    found = given or settings.backup_dir
    if found is None:
        raise SettingsError("name the folder of the backups, or set SCORESHEET_BACKUP_DIR")
    return found.expanduser().absolute()


def _require(extra: str, *libraries: str) -> None:
    """Raises ValueError where the libraries of an extra are not there."""
    if any(find_spec(library) is None for library in libraries):
        raise ValueError(f"needs the extra: pip install 'scoresheet[{extra}]'")


def _networks(said: str) -> tuple[str, ...]:
    """An address alone is a network of one. Raises ValueError where something is neither."""
    return tuple(str(ip_network(part, strict=False)) for part in _listed(said))


def _origins(said: str) -> tuple[str, ...]:
    """Origins as browsers name them. Raises ValueError where something is none, as `*` is."""
    for part in _listed(said):
        if not _ORIGIN.fullmatch(part):
            raise ValueError(
                f"{part!r} is no origin; name each one whole, in small letters and without a path or the usual port, "
                "such as https://club.example or http://localhost:5173"
            )
    return tuple(_listed(said))


def _listed(said: str) -> list[str]:
    return [part.strip() for part in said.split(",") if part.strip()]


def read_settings() -> Settings:
    """The settings of this process: of its environment, and what that does not say of the file that it names. Raises
    SettingsError for a malformed or an unknown one, naming it."""
    unknown = unknown_names()
    if unknown:
        raise SettingsError(f"there is no setting {unknown[0]}; there are {', '.join(names())}")
    file = os.environ.get(CONFIG)
    in_file = {} if not file else _known(Path(file))
    try:
        return Settings(**{name: value for name, value in in_file.items() if not os.environ.get(_variable(name))})
    except ValidationError as error:
        raise SettingsError(_first_of(error, file, in_file)) from error


def _known(file: Path) -> dict[str, Any]:
    given = given_in(file)
    for name in given:
        if name not in Settings.model_fields:
            raise SettingsError(f"there is no setting {name} in {file}; there are {', '.join(Settings.model_fields)}")
    return given


def given_in(file: Path) -> dict[str, Any]:
    """The values in the file, by the names of settings in small letters, without their prefix. Raises SettingsError."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"the file {file} of {CONFIG} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"the file {file} of {CONFIG} is no TOML: {error}") from error


def _first_of(error: ValidationError, file: str | None, in_file: Mapping[str, Any]) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    name = str(next(iter(first["loc"]), ""))
    is_of_file = name in in_file and not os.environ.get(_variable(name))
    of = f"{name} in {file}: " if is_of_file else f"{_variable(name)}: " if name else ""
    return of + first["msg"].removeprefix("Value error, ")


def unknown_names() -> list[str]:
    """The environment variables that begin as settings do, and are none."""
    known = {*names(), CONFIG}
    return sorted(
        name
        for name in os.environ
        if name.startswith(PREFIX) and name not in known and not name.startswith(TEST_PREFIX)
    )


def names() -> tuple[str, ...]:
    """The environment variables that are settings."""
    return tuple(map(_variable, Settings.model_fields))


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"
