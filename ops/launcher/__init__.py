"""Starts Fieldpost and its private servers on one machine."""
