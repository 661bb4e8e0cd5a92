"""Pages, one file for each subject."""
