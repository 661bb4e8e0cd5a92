"""The miniature game under all the checks that every game has to pass."""

from tests.harness.suite import Suite


class TestMini(Suite):
    module = "tests.mini.game"
