"""Create the queue: see docs/operations.md."""

import sys
from pathlib import Path

import connections
from failures import reported


def install() -> int:
    with connections.postgres() as postgres, postgres.transaction():
        postgres.execute("SET LOCAL lock_timeout = '20s'")
        postgres.execute(Path(__file__).with_name("queue.sql").read_text())
    return 0


if __name__ == "__main__":
    sys.exit(reported(install))
