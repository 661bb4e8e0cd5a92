"""Every setting of the service, each one an environment variable that begins with FIELDPOST_.

ops/up writes what it has started to run/settings.env below the state folder, so that commands
given in a second terminal find the same servers; a variable in the environment goes first.
"""

import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("FIELDPOST_VAR_DIR") or ROOT / "var").absolute()
RUN = VAR / "run"

Words = Annotated[tuple[str, ...], NoDecode]


def embedded_database(role: str) -> str:
    return f"postgresql://{role}@/fieldpost?host={quote(str(RUN))}"


def below(name: str) -> Any:
    """A folder of that name in the state folder, wherever that is."""
    return lambda data: data["var_dir"] / name


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="FIELDPOST_", env_file=RUN / "settings.env", extra="ignore", frozen=True
    )

    var_dir: Path = Field(
        default=VAR, description="Folder for all state that is not in the database."
    )
    database_url: str = Field(
        default=embedded_database("fieldpost_app"),
        description="Database, as the plain application role.",
    )
    owner_url: str = Field(
        default=embedded_database("fieldpost_owner"),
        description="Database, as the role that owns the tables; only migrations use it.",
    )
    redis_url: str = Field(
        default=f"unix://{quote(str(RUN))}/valkey.sock",
        description="Redis or Valkey server of the task queue.",
    )
    smtp_url: str | None = Field(
        default=None,
        description="Server for outgoing mail; without it mail lands in the mailbox folder.",
    )
    origin: str = Field(
        default="fieldpost.localhost/log1",
        description="Name of this service in dice messages and the log.",
    )
    base_url: str = Field(
        default="http://127.0.0.1:8700", description="Address of the site in links and mails."
    )
    mail_domain: str = Field(
        default="fieldpost.localhost", description="Domain of the addresses that players write to."
    )
    keys_dir: Path = Field(
        default_factory=below("keys"), description="Folder of the service's private keys."
    )
    mailbox_dir: Path = Field(
        default_factory=below("mailbox"), description="Folder for mail that no server takes."
    )
    house_dir: Path = Field(
        default_factory=below("house"), description="Folder where the own dice house keeps answers."
    )
    house_urls: Words = Field(
        default=("http://127.0.0.1:8701",),
        description="Dice houses of new games, separated by commas.",
    )
    extra_games: Words = Field(
        default=(), description="Modules with further games, separated by commas; tests use it."
    )
    listen_host: str = Field(default="127.0.0.1", description="Address that all doors listen on.")
    web_port: int = Field(default=8700, description="Port of the web site.")
    house_port: int = Field(default=8701, description="Port of the own dice house.")
    lmtp_port: int = Field(
        default=8724, description="Port where a mail server hands mail over by LMTP."
    )
    smtp_port: int = Field(default=8725, description="Port where mail comes in by SMTP.")
    metrics_token: str | None = Field(
        default=None,
        description="Bearer token that opens /metrics from elsewhere; else only this machine.",
    )
    log_level: str = Field(default="INFO", description="Least severity that is logged.")

    @field_validator("house_urls", "extra_games", mode="before")
    @classmethod
    def split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(word.strip() for word in value.split(",") if word.strip())
        return value

    @field_validator("smtp_url", "metrics_token", mode="before")
    @classmethod
    def empty_is_none(cls, value: object) -> object:
        return value or None


@lru_cache(maxsize=1)
def settings() -> Settings:
    return Settings()
