"""The service: log, dice, store, doors."""
