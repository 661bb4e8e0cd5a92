# Sourced by ops/up, ops/test and ops/fieldpost, which set $ops: finds a Python and enters the
# project's own environment with it. The environment's Python comes first because it starts fastest.

for python in "$ops/../var/venv/bin/python" python3 python3.14 python3.13 python3.12 python3.11; do
    # A command of that name may exist and still not run, so each one is tried.
    if "$python" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        exec "$python" -I -S "$ops/launcher/environment.py" "$@"
    fi
done
echo "Fieldpost needs Python 3.11 or newer and found none on the PATH." >&2
echo "Install it (Debian: apt install python3 python3-venv; macOS: brew install python3)." >&2
exit 1
