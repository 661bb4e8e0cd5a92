"""What keeps the launcher from going on, told in words that say what to do."""


class Trouble(Exception):
    """Its text is printed as it is; there is no traceback."""
