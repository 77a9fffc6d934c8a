"""Build the metrics in analytics from the tables in raw, or compare them with finance's. See docs/operations.md."""

import argparse
import logging
import os
import sys

import check
import clickhouse_connect
import psycopg
import tables
from clickhouse_connect.driver.exceptions import ClickHouseError


def run(is_check: bool) -> int:
    """Build the layer, or only compare it. Return the exit code."""
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    if not is_check:
        tables.build(client)
        return 0
    with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
        found = check.differences(client, postgres)
    print(*found, f"differences={len(found)}", sep="\n")
    return 3 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with finance's views, and change nothing")
    # Without this, clickhouse_connect writes a second line to standard error.
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)
    try:
        return run(parser.parse_args().check)
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
