"""Bring app.order_snapshots up to date with the events of the shop. See docs/operations.md."""

import argparse
import sys
from itertools import islice
from pathlib import Path

import check
import connections
import psycopg
import sources
import store
from confluent_kafka import KafkaException

HERE = Path(__file__).parent
BATCH = 5_000


def update(postgres: psycopg.Connection, *, rebuilds: bool) -> str:
    """Process the new messages in one transaction, or all of them. Return the last line of the output."""
    if not store.is_locked(postgres, waits=rebuilds):
        return "events=0 snapshots=0"
    postgres.execute((HERE / "schema.sql").read_text())
    positions = {} if rebuilds else store.positions(postgres)
    rebuilds = not positions
    if rebuilds:
        store.clear(postgres)
    orders = []
    unread = sources.read(postgres, positions)
    while messages := list(islice(unread, BATCH)):
        orders += store.add(postgres, messages)
    changed = store.refresh(postgres, orders)
    if rebuilds:
        changed += store.remove_unknown(postgres)
    return f"events={len(orders)} snapshots={changed}"


def run(options: argparse.Namespace) -> int:
    """Do what the options say. Return the exit code."""
    with connections.postgres() as postgres:
        if options.check:
            lines = check.differences(postgres)
            print(*lines, f"differences={len(lines)}", sep="\n")
            return 3 if lines else 0
        summary = update(postgres, rebuilds=options.rebuild)
    print(summary)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--rebuild", action="store_true", help="build all snapshots again from all events")
    group.add_argument("--check", action="store_true", help="compare the snapshots with the events, and change nothing")
    try:
        return run(parser.parse_args())
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
    except KafkaException as error:
        print(f"Kafka failed: {error.args[0].name()}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
