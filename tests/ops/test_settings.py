"""Every setting is in its guide and the other way round; a mistaken one is named, not ignored."""

import re
import sys
from pathlib import Path

import pytest

from api.http.limits import Limits
from ops import configuration, supervisor
from ops.database import DatabaseUrls
from ops.errors import ExitCode, SettingsError
from ops.parts import PARTS
from ops.settings import CONFIG, PREFIX, Settings, names, read_settings
from tests.ops.support import called

GUIDES = Path(__file__).parents[2] / "ops" / "guides"


def test_settings_guide_has_each_setting_with_its_description() -> None:
    page = (GUIDES / "SETTINGS.md").read_text()
    rows = dict(re.findall(r"^\| `(SCORESHEET_\w+)` \|[^|]*\| (.*) \|$", page, re.MULTILINE))
    described = {PREFIX + name.upper(): field.description for name, field in Settings.model_fields.items()}
    assert rows == described


def test_running_guide_has_each_exit_code_with_its_meaning() -> None:
    found = re.findall(r"^\| (\d+) \| (.*) \|$", (GUIDES / "RUNNING.md").read_text(), re.MULTILINE)
    rows = {int(code): meaning for code, meaning in found}
    assert rows == {int(code): code.meaning for code in ExitCode}


def test_an_unknown_setting_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_DATABSE_URL", "postgresql://club@db.example/club")
    with pytest.raises(SettingsError, match="no setting SCORESHEET_DATABSE_URL; there are SCORESHEET_DATABASE_URL"):
        read_settings()


def test_a_malformed_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_PORT", "eighty")
    with pytest.raises(SettingsError, match=r"^SCORESHEET_PORT: "):
        read_settings()


@pytest.mark.parametrize("left_out", ["CLIENT", "SECRET"])
def test_a_provider_of_which_something_is_not_said_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, left_out: str
) -> None:
    for name, said in {"ADDRESS": "https://accounts.club.example", "CLIENT": "club", "SECRET": "shared"}.items():
        monkeypatch.setenv(f"{PREFIX}PROVIDER_{name}", "" if name == left_out else said)
    with pytest.raises(SettingsError, match=r"^an identity provider needs SCORESHEET_PROVIDER_CLIENT"):
        read_settings()
    monkeypatch.setenv(f"{PREFIX}PROVIDER_ADDRESS", "accounts.club.example")
    with pytest.raises(SettingsError, match=r"^SCORESHEET_PROVIDER_ADDRESS: 'accounts.club.example' is no address"):
        read_settings()


def test_proxies_are_addresses_or_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_TRUSTED_PROXIES", "10.1.2.3/8, 2001:db8::1")
    assert read_settings().limits.proxies == ("10.0.0.0/8", "2001:db8::1/128")
    assert read_settings().limits == Limits(proxies=("10.0.0.0/8", "2001:db8::1/128"))
    monkeypatch.setenv("SCORESHEET_TRUSTED_PROXIES", "proxy.example")
    with pytest.raises(SettingsError, match=r"^SCORESHEET_TRUSTED_PROXIES: "):
        read_settings()


def test_the_proxies_header_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_PROXY_HEADER", "Forwarded")
    assert read_settings().limits == Limits(proxy_header="Forwarded")
    monkeypatch.setenv("SCORESHEET_PROXY_HEADER", "Forwarded, X-Forwarded-For")
    with pytest.raises(SettingsError, match=r"^SCORESHEET_PROXY_HEADER: "):
        read_settings()


def test_origins_are_named_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_ALLOWED_ORIGINS", "https://club.example, http://localhost:5173,http://[::1]:8080")
    assert read_settings().limits.origins == ("https://club.example", "http://localhost:5173", "http://[::1]:8080")


@pytest.mark.parametrize(
    "said",
    [
        *("*", "https://*.club.example", "club.example", "https://club.example/", "https://Club.example", "null"),
        *("https://club.example:443", "http://club.example:80", "ftp://club.example", "https://club.example, *"),
    ],
)
def test_text_that_is_no_origin_is_refused_at_the_start(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_ALLOWED_ORIGINS", said)
    with pytest.raises(SettingsError, match=r"^SCORESHEET_ALLOWED_ORIGINS: .* is no origin; name each one whole"):
        read_settings()


def test_a_signature_that_is_not_installed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_LOG_ML_DSA", "true")
    assert read_settings().log_ml_dsa
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.mldsa", None)
    with pytest.raises(SettingsError, match=r"^SCORESHEET_LOG_ML_DSA: .*has no ML-DSA-44: install a newer one"):
        read_settings()


def test_an_empty_setting_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", "")
    assert read_settings().database_url is None


def test_setting_that_only_the_tests_read_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_TEST_DATA", "elsewhere")
    assert "SCORESHEET_TEST_DATA" not in names()
    assert read_settings()


def test_the_port_is_8000_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCORESHEET_PORT")
    assert read_settings().port == 8000


def test_a_password_does_not_show_in_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", "postgresql://club:hunter2@db.example/club")
    assert "hunter2" not in repr(read_settings())


def test_a_user_keeps_the_data_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_DATA_HOME", "/home/anna/data")
    assert read_settings().data_dir == Path("/home/anna/data/scoresheet")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert read_settings().data_dir == Path("/home/anna/.local/share/scoresheet")


def test_root_keeps_the_data_in_a_folder_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert read_settings().data_dir == Path("/var/lib/scoresheet")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of settings that the environment names."""
    made = tmp_path / "scoresheet.toml"
    monkeypatch.setenv(CONFIG, str(made))
    monkeypatch.delenv("SCORESHEET_PORT")
    return made


def test_a_file_says_what_the_environment_does_not(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('port = 8080\nhost = "10.0.0.5"\npasskeys = false\n')
    assert (read_settings().port, read_settings().host) == (8080, "10.0.0.5")
    monkeypatch.setenv("SCORESHEET_PORT", "8081")
    assert (read_settings().port, read_settings().host) == (8081, "10.0.0.5")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("prot = 8080", "there is no setting prot in .*; there are database_url"),
        ('port = "eighty"', "^port in .*: Input should be a valid integer"),
        ("port = ", "is no TOML: "),
        ("[port]\nnumber = 1", "^port in .*: Input should be a valid integer"),
    ],
)
def test_faults_of_a_file_are_named(file: Path, said: str, told: str) -> None:
    file.write_text(said)
    with pytest.raises(SettingsError, match=told):
        read_settings()


def test_a_file_that_is_not_there_is_named(file: Path) -> None:
    with pytest.raises(SettingsError, match="can't be read: No such file"):
        read_settings()
    assert str(file) in called(["config", "check"], {}).stderr


def test_config_check_names_each_setting_its_source_and_all_that_is_wrong(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('port = "eighty"\ndatabase_url = "postgresql://club:secret@db/club"\nprot = 1\n')
    file.chmod(0o644)
    monkeypatch.setenv("SCORESHEET_TRUSTED_PROXIES", "nowhere.example")
    monkeypatch.setenv("SCORESHEET_HOTS", "x")
    found = {one.setting: one for one in configuration.told()}
    assert {*names()} <= {*found}
    assert found["SCORESHEET_PORT"].source == f"file {file}"
    assert found["SCORESHEET_HOST"] == configuration.Told("SCORESHEET_HOST", "127.0.0.1", "default")
    assert {one for one in found if found[one].wrong} == {
        *("SCORESHEET_PORT", "SCORESHEET_TRUSTED_PROXIES", "SCORESHEET_HOTS", "prot", CONFIG),
    }
    assert "chmod 600" in found[CONFIG].wrong
    done = called(["config", "check"], {})
    assert done.returncode == ExitCode.SETTINGS
    assert "secret" not in done.stdout
    file.write_text('database_url = "postgresql://club:secret@db/club"\n')
    file.chmod(0o600)
    monkeypatch.delenv("SCORESHEET_HOTS")
    assert called(["config", "check"], {"SCORESHEET_TRUSTED_PROXIES": ""}).returncode == ExitCode.DONE


def test_mail_server_needs_a_sender_and_an_address_for_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_MAIL_SERVER", "smtps://mail.example")
    with pytest.raises(SettingsError, match="mails need SCORESHEET_MAIL_FROM"):
        read_settings()
    monkeypatch.setenv("SCORESHEET_MAIL_FROM", "club@example.org")
    monkeypatch.setenv("SCORESHEET_MAIL_LINKS", "https://club.example")
    server = read_settings().mail
    assert server is not None
    assert (server.host, server.port, server.begins_with_tls, server.sender) == (
        "mail.example",
        465,
        True,
        "club@example.org",
    )


@pytest.mark.parametrize("said", ["127.0.0.1:4318", "http://127.0.0.1:4318", "grpc://collector.example/v1/traces"])
def test_collector_of_traces_is_named_by_its_whole_endpoint(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_TRACES_ENDPOINT", said)
    with pytest.raises(SettingsError, match=r"^SCORESHEET_TRACES_ENDPOINT: .* is no endpoint; it is whole"):
        read_settings()


def test_endpoint_of_traces_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_TRACES_ENDPOINT", "http://127.0.0.1:4318/v1/traces")
    assert read_settings().traces_endpoint
    monkeypatch.setattr("ops.settings.find_spec", lambda name: None if name == "opentelemetry.exporter" else name)
    with pytest.raises(SettingsError, match=r"needs the extra: pip install 'scoresheet\[opentelemetry\]'"):
        read_settings()


def test_endpoint_of_traces_is_told_to_who_answers_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCORESHEET_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SCORESHEET_TRACES_ENDPOINT", "http://127.0.0.1:4318/v1/traces")
    urls = DatabaseUrls(*["host=db.example user=club password=secret"] * 5)
    told = {name for name, part in PARTS.items() if supervisor._job(part, urls, read_settings(), None).traces_endpoint}
    assert told == {"API", "reads that take long"}
