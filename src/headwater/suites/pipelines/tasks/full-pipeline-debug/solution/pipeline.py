"""Bring the parcels from Postgres through Kafka to ClickHouse. See docs/operations.md."""

import argparse
import sys

import connections
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError
from compare import differences
from confluent_kafka import KafkaException
from load import load, load_again
from publish import SCHEMA, publish
from repair import send_missing
from urllib3.exceptions import HTTPError

LOCK = 4_117


def is_alone(postgres: psycopg.Connection, *, waits: bool) -> bool:
    """Return whether no other run is working. The lock ends with the session."""
    if waits:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        return True
    return bool(postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0])


def run(options: argparse.Namespace) -> int:
    """Do what the options say. Return the exit code."""
    with connections.postgres() as postgres:
        postgres.autocommit = True
        if options.compare:
            lines = list(dict.fromkeys(differences(postgres)))
            print(*lines, f"differences={len(lines)}", sep="\n")
            return 3 if lines else 0
        if not is_alone(postgres, waits=options.repair):
            print("sent=0 read=0")
            return 0
        if not postgres.execute("SELECT to_regclass('pipeline.sent')").fetchone()[0]:
            postgres.execute(SCHEMA)
        if options.repair:
            print(f"sent={send_missing(postgres)} read={load_again()}")
        else:
            print(f"sent={publish(postgres)} read={load()}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--repair", action="store_true", help="make the topic and ClickHouse right, whatever they have")
    group.add_argument("--compare", action="store_true", help="print what is not right, and change nothing")
    try:
        return run(parser.parse_args())
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
    except KafkaException as error:
        print(f"Kafka failed: {error.args[0].name()}", file=sys.stderr)
    except (ClickHouseError, HTTPError) as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
