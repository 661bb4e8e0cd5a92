"""Measured figures, each against a bar."""
