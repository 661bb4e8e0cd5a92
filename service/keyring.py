"""This process's event key, read once."""

from __future__ import annotations

from functools import lru_cache

from service import keys
from service.settings import settings
from service.signing import EventKey, is_signed


@lru_cache(maxsize=1)
def event_key() -> EventKey:
    return keys.event_key(settings().keys_dir)


@lru_cache(maxsize=10_000)
def signed_here(signature: bytes, canon: bytes) -> bool:
    """Whether this service's own key made the signature."""
    return is_signed(event_key().public, signature, canon)


@lru_cache(maxsize=1)
def token_key() -> bytes:
    """What the tokens in addresses and links are made with."""
    return keys.token_key(settings().keys_dir)
