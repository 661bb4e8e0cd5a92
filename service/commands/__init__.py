"""The command line: `ops/fieldpost`, one file for each noun."""
