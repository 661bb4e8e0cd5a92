"""Running Fieldpost: launcher, migrations, packaging."""
