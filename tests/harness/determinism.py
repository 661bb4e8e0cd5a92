"""The same seed gives the same game, whatever the order in which Python keeps its sets."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from importlib import import_module

from tests.harness.matches import canon, played, state

SEEDS = ("1", "7919")


def fingerprint(module: str, scenario: str, seed: int) -> str:
    """A hash over record, facts and last position of a random game."""
    match = played(import_module(module).GAME, scenario, seed)
    parts = canon(match.record), canon(match.facts), canon(state(match.driver))
    return sha256(b"\n".join(parts)).hexdigest()


def check_determinism(module: str, scenario: str, seed: int) -> None:
    prints = [elsewhere(module, scenario, seed, hash_seed) for hash_seed in SEEDS]
    assert prints[0] == prints[1], f"{scenario} {seed} depends on the hash seed"


def elsewhere(module: str, scenario: str, seed: int, hash_seed: str) -> str:
    command = [sys.executable, "-m", "tests.harness.determinism", module, scenario, str(seed)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, env=environment, check=True, capture_output=True).stdout.decode()


if __name__ == "__main__":
    print(fingerprint(sys.argv[1], sys.argv[2], int(sys.argv[3])))
