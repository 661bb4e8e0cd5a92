"""The key files of a service or a house: made once, never overwritten, named for pinning."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import (
    RSAPrivateKey,
    RSAPublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
    load_pem_private_key,
    load_pem_public_key,
)

from service.signing import EventKey, WrongKey

EXPONENT = 65537
HOUSE_BITS = 3072
LEAST_HOUSE_BITS = 2048  # for a house on weak hardware
EVENT_NAME = "event"
HOUSE_NAME = "house"
TOKEN_NAME = "token.key"
TOKEN_BYTES = 32
PublicKey = Ed25519PublicKey | RSAPublicKey


def init(keys_dir: Path) -> list[Path]:
    """Make the keys that are missing; the files made, none if all were there."""
    keys_dir.mkdir(parents=True, exist_ok=True)
    return [
        *make(keys_dir, EVENT_NAME, lambda: EventKey.generate().pem()),
        *make(keys_dir, HOUSE_NAME, house_pem),
        *make_token(keys_dir),
    ]


def make_token(keys_dir: Path) -> list[Path]:
    """The secret behind the tokens in addresses and links; it has no public half."""
    path = keys_dir / TOKEN_NAME
    made = not path.exists() and place(path, os.urandom(TOKEN_BYTES), 0o600)
    return [path] if made else []


def token_key(keys_dir: Path) -> bytes:
    path = keys_dir / TOKEN_NAME
    if len(found := path.read_bytes()) < TOKEN_BYTES:
        raise damaged(path)
    return found


def init_house(keys_dir: Path) -> list[Path]:
    """As `init`, for a house that stands alone."""
    keys_dir.mkdir(parents=True, exist_ok=True)
    return make(keys_dir, HOUSE_NAME, house_pem)


def make(keys_dir: Path, name: str, fresh: Callable[[], bytes]) -> list[Path]:
    private, public = keys_dir / f"{name}.pem", keys_dir / f"{name}.pub.pem"
    made = []
    if not private.exists() and place(private, fresh(), 0o600):
        made.append(private)
    known = public_half(private)
    if not public.exists() and place(public, pem(known), 0o644):
        made.append(public)
    elif public.read_bytes() != pem(known):
        raise WrongKey(f"{public} is not the public half of {private}")
    return made


def public_half(path: Path) -> PublicKey:
    public = private_key(path).public_key()
    if not isinstance(public, PublicKey):
        raise WrongKey(f"{path} holds neither an Ed25519 nor an RSA key")
    return public


def private_key(path: Path) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise damaged(path) from None


def public_key(path: Path) -> object:
    try:
        return load_pem_public_key(path.read_bytes())
    except (ValueError, UnsupportedAlgorithm):
        raise damaged(path) from None


def damaged(path: Path) -> WrongKey:
    return WrongKey(f"{path} is damaged; put your copy back.")


def place(path: Path, data: bytes, mode: int) -> bool:
    """Write the whole file or nothing; False if someone else was faster."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, mode)
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.link(draft, path)  # unlike a rename it fails where a file stands already
    except FileExistsError:
        return False
    finally:
        draft.unlink()
    sync(path.parent)
    return True


def sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def house_pem() -> bytes:
    private = generate_private_key(EXPONENT, HOUSE_BITS)
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def event_key(keys_dir: Path) -> EventKey:
    private = private_key(keys_dir / f"{EVENT_NAME}.pem")
    if not isinstance(private, Ed25519PrivateKey):
        raise WrongKey("the event key must be an Ed25519 key")
    return EventKey(private)


def house_key(keys_dir: Path) -> RSAPrivateKey:
    private = private_key(keys_dir / f"{HOUSE_NAME}.pem")
    if not isinstance(private, RSAPrivateKey):
        raise WrongKey("a house's key must be an RSA key")
    fit_for_dice(private.public_key())
    return private


def fit_for_dice(public: RSAPublicKey) -> RSAPublicKey:
    """Only a key of one exponent and a decent length has one signature for each message."""
    if public.public_numbers().e != EXPONENT:
        raise WrongKey(f"a house's key must have the exponent {EXPONENT}")
    if public.key_size < LEAST_HOUSE_BITS:
        raise WrongKey(f"a house's key must have at least {LEAST_HOUSE_BITS} bits")
    return public


def pem(public: PublicKey) -> bytes:
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def der(public: PublicKey) -> bytes:
    return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def house_text(public: RSAPublicKey) -> str:
    """The key as `start` lists it."""
    return base64.b64encode(der(public)).decode()


def read_house(text: str) -> RSAPublicKey:
    """A house's public key from PEM or from the base64 of `start`."""
    try:
        if text.lstrip().startswith("-----"):
            public = load_pem_public_key(text.encode())
        else:
            public = load_der_public_key(base64.b64decode(text, validate=True))
    except ValueError:
        raise WrongKey("not a public key in PEM or base64 DER") from None
    if not isinstance(public, RSAPublicKey):
        raise WrongKey("a house's key must be an RSA key")
    return fit_for_dice(public)


def vkey(name: str, public: Ed25519PublicKey) -> str:
    """One line to pin an Ed25519 key by, as signed notes have it: NAME+ID+base64(0x01 key)."""
    if not name or "+" in name or any(c.isspace() for c in name):
        raise WrongKey(f"{name!r} cannot name a key: no space and no plus sign")
    raw = b"\x01" + public.public_bytes_raw()
    key_id = sha256(f"{name}\n".encode() + raw).hexdigest()[:8]
    return f"{name}+{key_id}+{base64.b64encode(raw).decode()}"


def read_vkey(line: str) -> tuple[str, Ed25519PublicKey]:
    name, _, rest = line.strip().partition("+")
    try:
        raw = base64.b64decode(rest.partition("+")[2], validate=True)
        public = Ed25519PublicKey.from_public_bytes(raw[1:])
    except ValueError:
        raise WrongKey("not a key line of the form NAME+ID+KEY") from None
    if vkey(name, public) != line.strip():
        raise WrongKey("the key line does not agree with itself: mistyped or cut off")
    return name, public


def fingerprint(public: PublicKey) -> str:
    """Short enough to print: SHA-256 of the DER, in hex. `openssl pkey -pubin -outform DER`."""
    return sha256(der(public)).hexdigest()
