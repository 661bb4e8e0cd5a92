"""The door and the store: pages, mail, accounts and the event log."""
