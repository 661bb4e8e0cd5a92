"""Everything that shows Fieldpost right; the tree mirrors the packages."""
