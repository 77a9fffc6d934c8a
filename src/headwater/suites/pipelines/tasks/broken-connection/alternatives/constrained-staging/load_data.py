"""Run load.sql with psql, which connects through libpq's variables (PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE)."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = ["psql", "--no-psqlrc", "--no-password", "--quiet", "--single-transaction", "--file", "load.sql"]
OPTIONS = ["--set", "ON_ERROR_STOP=1", "--set", "SHOW_CONTEXT=errors"]


def main() -> int:
    """Return psql's exit code: 2 if the database cannot be reached, 3 if it refuses the list."""
    environment = {"PGCONNECT_TIMEOUT": "10", **os.environ}
    completed = subprocess.run([*COMMAND, *OPTIONS], cwd=Path(__file__).parent, env=environment, check=False)
    if completed.returncode:
        print("users.csv was not loaded, and app.users is as it was", file=sys.stderr)
    return completed.returncode


if __name__ == "__main__":
    sys.exit(main())
