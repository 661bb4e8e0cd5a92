"""The event key: an Ed25519 signature over the canonical bytes of each event."""

from __future__ import annotations

import base64

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)


class WrongKey(ValueError):
    """A key file that does not hold the kind of key it should."""


class EventKey:
    """Signs events. `openssl pkeyutl -verify -rawin` checks the bytes as they are."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.private = private
        self.public = private.public_key()
        self.sign = private.sign  # (canonical bytes) -> the 64 bytes of the signature

    @classmethod
    def generate(cls) -> EventKey:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_pem(cls, pem: bytes) -> EventKey:
        private = load_pem_private_key(pem, password=None)
        if not isinstance(private, Ed25519PrivateKey):
            raise WrongKey("the event key must be an Ed25519 key")
        return cls(private)

    def pem(self) -> bytes:
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def is_signed(public: Ed25519PublicKey, signature: bytes, canon: bytes) -> bool:
    try:
        public.verify(signature, canon)
    except InvalidSignature:
        return False
    return True


def public_pem(public: Ed25519PublicKey) -> bytes:
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def load_public(pem: bytes) -> Ed25519PublicKey:
    public = load_pem_public_key(pem)
    if not isinstance(public, Ed25519PublicKey):
        raise WrongKey("the event key must be an Ed25519 key")
    return public


def unbase64(text: str) -> bytes:
    """The bytes of a signature; each value has one spelling only."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        data = b""
    if base64.b64encode(data).decode() != text:
        raise ValueError("a signature is not written in base64")
    return data
