"""Checks that every game plugs into: `class TestMini(Suite): module = "tests.mini.game"`."""
