"""`fieldpost-keyproof/1`: a house shows that its RSA key gives each message one signature only.

With k the length of n in bytes and j = 0 … 7,

    rho_j = MGF1-SHA256("fieldpost-keyproof/1" || n as k bytes || j as one byte, k bytes) mod n

and the proof lists r_j with r_j ^ 65537 = rho_j mod n, in hex. Where the exponent divides phi(n)
only one number in 65,537 has such a root, so a bad key passes all eight with less than 2^-128.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from math import gcd, isqrt, prod

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from service.keys import EXPONENT, LEAST_HOUSE_BITS

DOMAIN = b"fieldpost-keyproof/1"
CHALLENGES = 8


def prove(private: RSAPrivateKey) -> list[str]:
    numbers = private.private_numbers()
    n = numbers.public_numbers.n
    return [f"{pow(rho, numbers.d, n):x}" for rho in challenges(n)]


def check_proof(n: int, e: int, roots: list[str], least_bits: int = LEAST_HOUSE_BITS) -> str | None:
    """The first thing wrong with the key or its proof, None if both are good."""
    if e != EXPONENT:
        return f"The exponent is not {EXPONENT}."
    if n.bit_length() < least_bits:
        return f"The key has fewer than {least_bits} bits."
    if gcd(n, small_primes()) != 1:
        return "The modulus has a factor below 65,536."
    if isqrt(n) ** 2 == n:
        return "The modulus is a square."
    return check_roots(n, roots)


def check_roots(n: int, roots: list[str]) -> str | None:
    if len(roots) != CHALLENGES:
        return f"The proof has not {CHALLENGES} roots."
    for j, (rho, text) in enumerate(zip(challenges(n), roots, strict=True)):
        if not is_root(n, rho, text):
            return f"Root {j} of the proof is wrong."
    return None


def is_root(n: int, rho: int, text: str) -> bool:
    try:
        root = int(text, 16)
    except ValueError:
        return False
    return 0 < root < n and pow(root, EXPONENT, n) == rho


def challenges(n: int) -> list[int]:
    k = (n.bit_length() + 7) // 8
    seeds = (DOMAIN + n.to_bytes(k, "big") + bytes([j]) for j in range(CHALLENGES))
    return [int.from_bytes(mgf1(seed, k), "big") % n for seed in seeds]


def mgf1(seed: bytes, length: int) -> bytes:
    blocks = range(-(-length // 32))
    return b"".join(sha256(seed + j.to_bytes(4, "big")).digest() for j in blocks)[:length]


@lru_cache(maxsize=1)
def small_primes() -> int:
    """The product of all primes below 2^16."""
    sieve = bytearray([1]) * 65_536
    for n in range(2, 256):
        sieve[n * n :: n] = bytes(len(range(n * n, 65_536, n)))
    return prod(n for n in range(2, 65_536) if sieve[n])
