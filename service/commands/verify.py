"""`fieldpost verify`: is this exported game what it says?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from msgspec import Struct, field
from msgspec.structs import replace

from service import catalogue, rerun, verify
from service.bodies import Start, body_of
from service.commands.given import FILE, read_lines
from service.events import NotCanonical, parse
from service.keys import fingerprint, public_key, read_house, read_vkey
from service.settings import settings
from service.signing import WrongKey
from service.verify import Keys, Rules, Verdict


class Pins(Struct):
    """The keys that the reader trusts, of both kinds."""

    event: list[Ed25519PublicKey] = field(default_factory=list)
    houses: list[str] = field(default_factory=list)  # fingerprints

    def add(self, key: object) -> None:
        if isinstance(key, Ed25519PublicKey):
            self.event.append(key)
        elif isinstance(key, RSAPublicKey):
            self.houses.append(fingerprint(key))


@click.command("verify")
@click.argument("file", type=FILE)
@click.option("--key", "given", multiple=True, help="A key to trust: a key line or a PEM file.")
@click.option("--house-keys", is_flag=True, help="Trust no dice house but the pinned ones.")
def verify_command(file: Path, given: Sequence[str], house_keys: bool) -> None:
    """Check chain, signatures, dice and openings of an exported game, and re-run the rules.

    Without --key this installation's own keys count, those of its dice house too. The last line is
    OK, or names the first thing wrong; above OK stands what came from outside the rules.
    """
    lines = read_lines(file)
    verdict = judged(lines, pins(given), house_keys or not given)
    if verdict.ok:
        for seq in verdict.rulings:
            click.echo(ruling(lines[seq]))
    click.echo(verdict.text)
    if not verdict.ok:
        raise click.exceptions.Exit(1)


def ruling(line: bytes) -> str:
    """An event that no rule made, in one line whatever its reason holds."""
    event = parse(verify.read_line(line)[0])
    told = ", ".join(f"{key} {value!r}" for key, value in event.body.items())
    return f"Event {event.seq}: {event.kind}, {told}"


def judged(lines: Sequence[bytes], pinned: Pins, strict: bool) -> Verdict:
    """The verdict; `strict`: the houses are held against the pinned keys as well."""
    start = start_of(lines)
    houses = trusted(start, pinned) if strict or pinned.houses else None
    verdict = verify.verify(lines, Keys(tuple(pinned.event), houses), rules_of(start))
    return verdict if start is None else named(verdict, start.title)


def named(verdict: Verdict, title: str) -> Verdict:
    """The rules are left out only where the game is missing; the reader is told which."""
    missing = f"the rules; the game {title} is not installed here"
    return replace(verdict, text=verdict.text.replace(verify.NO_RULES, missing))


def start_of(lines: Sequence[bytes]) -> Start | None:
    """What the first line says of the game; the verifier is the one who complains."""
    try:
        event = parse(verify.read_line(lines[0])[0])
        body = body_of(event)
    except (NotCanonical, ValueError):
        return None
    return body if isinstance(body, Start) else None


def trusted(start: Start | None, pinned: Pins) -> dict[str, str]:
    """The houses of a game whose keys are pinned, by the names that the game gives them."""
    entries = () if start is None else start.houses
    prints = {entry.name: house_print(entry.key) for entry in entries}
    return {name: seen for name, seen in prints.items() if seen in pinned.houses}


def house_print(text: str) -> str:
    try:
        return fingerprint(read_house(text))
    except WrongKey:
        return ""


def rules_of(start: Start | None) -> Rules | None:
    game = None if start is None else catalogue.catalogue().get(start.title)
    return None if game is None else rerun.rules(game)


def pins(given: Sequence[str]) -> Pins:
    found = Pins()
    for text in given:
        found.add(read_key(text))
    if not given:
        for path in sorted(settings().keys_dir.glob("*.pub.pem")):
            found.add(public_key(path))
    if not found.event:
        raise click.UsageError(
            "No event key to hold the signatures against: name one with --key, as `keys show` of "
            "the service prints it, or make keys here with `keys init`."
        )
    return found


def read_key(text: str) -> object:
    if text.count("+") >= 2 and not Path(text).exists():
        return read_vkey(text)[1]
    try:
        return load_pem_public_key(Path(text).read_bytes())
    except FileNotFoundError:
        raise click.UsageError(f"--key {text!r} is neither a key line nor a PEM file.") from None
    except ValueError:
        raise WrongKey(f"{text} holds no public key in PEM.") from None
