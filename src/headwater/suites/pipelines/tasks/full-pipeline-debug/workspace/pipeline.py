"""Bring the parcels from Postgres through Kafka to ClickHouse."""

import sys

from load import load
from publish import publish


def main() -> int:
    sent = publish()
    print(f"sent={sent} read={load()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
