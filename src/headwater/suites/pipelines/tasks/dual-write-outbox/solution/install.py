"""Create in Postgres what the outbox needs: see docs/operations.md."""

import sys
from pathlib import Path

import connections
from failures import reported

INSTALLED = "SELECT 1 FROM pg_trigger WHERE tgname = 'to_outbox' AND tgrelid = 'app.subscriptions'::regclass"


def install() -> int:
    with connections.postgres() as postgres:
        if postgres.execute(INSTALLED).fetchone():
            return 0
        with postgres.transaction():
            # Creating a trigger waits for open transactions, and others would queue up behind it.
            postgres.execute("SET LOCAL lock_timeout = '20s'")
            postgres.execute(Path(__file__).with_name("outbox.sql").read_text())
    return 0


if __name__ == "__main__":
    sys.exit(reported(install))
