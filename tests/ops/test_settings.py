"""The settings: documented, frozen, and fitting the layout that ops/up makes."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from service.settings import RUN, VAR, Settings


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"FIELDPOST_{name.upper()}", raising=False)


def test_every_setting_says_what_it_is() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and field.description.endswith("."), name
        assert "\n" not in field.description


def test_defaults_are_the_private_servers() -> None:
    found = Settings()
    assert found.database_url == f"postgresql://fieldpost_app@/fieldpost?host={RUN}"
    assert found.owner_url == f"postgresql://fieldpost_owner@/fieldpost?host={RUN}"
    assert found.redis_url == f"unix://{RUN}/valkey.sock"
    assert found.keys_dir == VAR / "keys"
    assert found.smtp_url is None


def test_variables_go_before_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIELDPOST_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("FIELDPOST_HOUSE_URLS", "http://a:1, http://b:2,")
    monkeypatch.setenv("FIELDPOST_SMTP_URL", "")
    found = Settings()
    assert found.house_urls == ("http://a:1", "http://b:2")
    assert found.house_dir == tmp_path / "house"
    assert found.smtp_url is None


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Settings().origin = "elsewhere"
