"""Make the metrics of analytics from the tables in raw, or compare them with those of finance: docs/operations.md."""

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
    """Make the layer, or compare it; return the exit code."""
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    if not is_check:
        tables.make(client)
        return 0
    with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
        found = check.differences(client, postgres)
    print(*found, f"differences={len(found)}", sep="\n")
    return 3 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the views of finance, and change nothing")
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # its line would be a second one
    try:
        return run(parser.parse_args().check)
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
