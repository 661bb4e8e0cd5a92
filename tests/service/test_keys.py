"""Key files are made once and kept; key lines and proofs tell a good key from a bad one."""

from __future__ import annotations

import json
import random
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from service import keys
from service.keyproof import challenges, check_proof, prove
from service.signing import EventKey, WrongKey, is_signed

VECTORS = json.loads((Path(__file__).parents[2] / "ops/vectors/dice.json").read_text())
NAMES = ["event.pem", "event.pub.pem", "house.pem", "house.pub.pem", "token.key"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("made") / "keys"
    assert [path.name for path in keys.init(made)] == NAMES
    return made


def test_private_keys_are_for_the_owner_and_public_ones_for_all(folder):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == dict(zip(NAMES, [0o600, 0o644, 0o600, 0o644, 0o600], strict=True))


def test_keys_are_of_the_kinds_that_events_and_dice_need(folder):
    key = keys.event_key(folder)
    assert is_signed(key.public, key.sign(b"x"), b"x")
    house = keys.house_key(folder)
    assert house.key_size == 3072
    assert house.public_key().public_numbers().e == 65537


def test_the_secret_behind_tokens_is_made_once(folder, tmp_path):
    assert len(keys.token_key(folder)) == 32
    keys.make_token(tmp_path)
    assert keys.make_token(tmp_path) == []
    assert keys.token_key(tmp_path) != keys.token_key(folder)


def test_a_token_key_that_was_cut_is_damaged(tmp_path):
    (tmp_path / "token.key").write_bytes(b"short")
    with pytest.raises(WrongKey, match=r"token\.key is damaged; put your copy back"):
        keys.token_key(tmp_path)


def test_a_house_with_an_event_key_is_refused(tmp_path):
    (tmp_path / "house.pem").write_bytes(EventKey.generate().pem())
    with pytest.raises(WrongKey, match="must be an RSA key"):
        keys.house_key(tmp_path)


def test_a_second_init_makes_nothing_and_changes_nothing(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert keys.init(folder) == []
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_lost_public_half_is_written_again(tmp_path):
    (tmp_path / "event.pem").write_bytes(EventKey.generate().pem())
    made = keys.make(tmp_path, "event", lambda: pytest.fail("a key was there"))
    assert [path.name for path in made] == ["event.pub.pem"]


def test_halves_that_do_not_belong_together_are_named(tmp_path):
    (tmp_path / "event.pem").write_bytes(EventKey.generate().pem())
    (tmp_path / "event.pub.pem").write_bytes(keys.pem(EventKey.generate().public))
    with pytest.raises(WrongKey, match="not the public half"):
        keys.make(tmp_path, "event", bytes)


def test_a_key_file_of_another_kind_is_named(tmp_path):
    other = ec.generate_private_key(ec.SECP256R1())
    form = Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    (tmp_path / "event.pem").write_bytes(other.private_bytes(*form))
    with pytest.raises(WrongKey, match="neither an Ed25519 nor an RSA key"):
        keys.make(tmp_path, "event", bytes)


def test_a_file_is_never_overwritten_and_no_draft_stays(tmp_path):
    path = tmp_path / "key"
    assert keys.place(path, b"first", 0o600)
    assert not keys.place(path, b"second", 0o600)
    assert [p.name for p in tmp_path.iterdir()] == ["key"]
    assert path.read_bytes() == b"first"


def test_of_many_at_once_one_makes_the_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:

        def fresh() -> bytes:
            return EventKey.generate().pem()

        made = list(pool.map(lambda _: keys.make(tmp_path, "event", fresh), range(8)))
    assert sorted(path.name for some in made for path in some) == ["event.pem", "event.pub.pem"]
    assert keys.pem(keys.event_key(tmp_path).public) == (tmp_path / "event.pub.pem").read_bytes()


def test_a_house_alone_needs_no_event_key(tmp_path):
    assert [p.name for p in keys.init_house(tmp_path / "keys")] == ["house.pem", "house.pub.pem"]


# names for pinning


def test_a_key_line_reads_back():
    public = EventKey.generate().public
    line = keys.vkey("dice.example/events", public)
    assert keys.read_vkey(line + "\n") == ("dice.example/events", public)


def test_the_key_line_is_that_of_signed_notes():
    """The worked example of the note format, whose text and key are public."""
    line = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    name, public = keys.read_vkey(line)
    assert name == "PeterNeumann"
    assert keys.vkey(name, public) == line


@pytest.mark.parametrize("place", [0, 15, 20, 40])
def test_a_mistyped_key_line_is_refused(place):
    line = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    bent = line[:place] + ("b" if line[place] != "b" else "c") + line[place + 1 :]
    with pytest.raises(WrongKey):
        keys.read_vkey(bent)
    with pytest.raises(WrongKey):
        keys.read_vkey(line[: 25 + place])


def test_a_key_cannot_have_a_name_that_splits_its_line():
    for name in ("", "a b", "a+b", "a\n"):
        with pytest.raises(WrongKey, match="cannot name a key"):
            keys.vkey(name, EventKey.generate().public)


def test_a_house_key_reads_back_from_both_spellings():
    for house in VECTORS["houses"]:
        public = keys.read_house(house["key"])
        assert keys.read_house(keys.house_text(public)) == public
        assert keys.fingerprint(public) == house["fingerprint"]


def test_a_house_key_must_be_fit_for_dice():
    weak = generate_private_key(65537, 1024).public_key()
    with pytest.raises(WrongKey, match="at least 2048 bits"):
        keys.read_house(keys.house_text(weak))
    small = generate_private_key(3, 2048).public_key()
    with pytest.raises(WrongKey, match="exponent"):
        keys.read_house(keys.house_text(small))
    with pytest.raises(WrongKey, match="RSA"):
        keys.read_house(keys.pem(EventKey.generate().public).decode())
    with pytest.raises(WrongKey, match="not a public key"):
        keys.read_house("AAAA")


# the key proof


def numbers(house: dict[str, str]) -> tuple[int, int]:
    public = keys.read_house(house["key"]).public_numbers()
    return public.n, public.e


@pytest.mark.parametrize("house", VECTORS["houses"], ids=lambda house: house["name"])
def test_the_published_proofs_hold(house):
    assert check_proof(*numbers(house), house["proof"]) is None


def test_an_honest_key_proves_itself():
    private = generate_private_key(65537, 2048)
    public = private.public_key().public_numbers()
    assert check_proof(public.n, public.e, prove(private)) is None


def test_a_proof_is_for_one_key_and_whole():
    first, other = VECTORS["houses"]
    n, e = numbers(first)
    assert check_proof(n, e, other["proof"]) == "Root 0 of the proof is wrong."
    assert check_proof(n, e, first["proof"][:7]) == "The proof has not 8 roots."
    bent = [*first["proof"][:7], "1"]
    assert check_proof(n, e, bent) == "Root 7 of the proof is wrong."
    assert check_proof(n, e, ["zz"] * 8) == "Root 0 of the proof is wrong."
    above = [f"{int(first['proof'][0], 16) + n:x}", *first["proof"][1:]]
    assert check_proof(n, e, above) == "Root 0 of the proof is wrong."
    assert check_proof(n, 3, first["proof"]) == "The exponent is not 65537."


def test_other_bad_keys_are_named():
    n, e = numbers(VECTORS["houses"][0])
    proof = VECTORS["houses"][0]["proof"]
    assert check_proof(n * 65521, e, proof) == "The modulus has a factor below 65,536."
    assert check_proof(n * 2, e, proof) == "The modulus has a factor below 65,536."
    assert check_proof(n * n, e, proof) == "The modulus is a square."
    assert check_proof(n >> 2000, e, proof) == "The key has fewer than 2048 bits."


def is_prime(n: int, rng: random.Random) -> bool:
    if any(n % p == 0 for p in (2, 3, 5, 7, 11, 13, 17, 19, 23)):
        return False
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for _ in range(12):
        x = pow(rng.randrange(2, n - 1), (n - 1) >> twos, n)
        if x != 1 and n - 1 not in [pow(x, 1 << k, n) for k in range(twos)]:
            return False
    return True


def prime(rng: random.Random, step: int) -> int:
    """A prime that is one more than a multiple of `step`."""
    while True:
        found = rng.getrandbits(256) * 2 * step + 1
        if is_prime(found, rng):
            return found


def test_a_key_with_many_signatures_for_one_message_cannot_prove_itself():
    """65537 divides p - 1: whatever has a root at all has 65,537 of them."""
    rng = random.Random(7)
    p, q = prime(rng, 65537), prime(rng, 1)
    n, phi = p * q, (p - 1) * (q - 1)
    best = pow(65537, -1, phi // 65537)  # finds a root where there is one
    square = pow(1234, 65537, n)
    root = pow(square, best, n)
    other = root * pow(2, phi // 65537, n) % n
    assert pow(root, 65537, n) == pow(other, 65537, n) == square and root != other
    roots = [f"{pow(rho, best, n):x}" for rho in challenges(n)]
    assert check_proof(n, 65537, roots, least_bits=400) == "Root 0 of the proof is wrong."
