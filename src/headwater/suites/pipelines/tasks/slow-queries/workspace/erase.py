"""Erase a person: see docs/runbook.md."""

import sys

from clickhouse import connect

ERASE = "ALTER TABLE app.events DELETE WHERE user_id = {user:UInt32} SETTINGS mutations_sync = 1"


def main() -> int:
    user = int(sys.argv[1])
    connect().command(ERASE, parameters={"user": user})
    print(f"erased {user}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
