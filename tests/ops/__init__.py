"""The launcher, its private servers and the packaging."""
