"""Keys of places and pieces, fit for an order line, an address and an SVG id."""

import re

Point = tuple[int, int]
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None
