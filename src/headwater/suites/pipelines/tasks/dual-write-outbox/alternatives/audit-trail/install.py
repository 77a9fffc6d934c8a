"""Create what the relay remembers: see docs/operations.md."""

import sys
from pathlib import Path

import connections
from failures import reported


def install() -> int:
    with connections.postgres() as postgres, postgres.transaction():
        postgres.execute("SELECT pg_advisory_xact_lock(883001)")
        if postgres.execute("SELECT to_regclass('trail.progress')").fetchone()[0] is None:
            postgres.execute(Path(__file__).with_name("trail.sql").read_text())
    return 0


if __name__ == "__main__":
    sys.exit(reported(install))
