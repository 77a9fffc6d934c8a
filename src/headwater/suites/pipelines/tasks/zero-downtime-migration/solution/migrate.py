"""Give shop.orders whole minor units while everybody uses it: migrate.py [status | rollback]; see docs/runbook.md."""

import sys
import time
from pathlib import Path

import psycopg
from psycopg import Connection, errors

FOLDER = Path(__file__).with_name("migration")
GIVE_UP_SEC = 150
WAIT = "400ms"
PAUSE_SEC = 0.3
BATCH = 2_000
LOCK = 4_711_001
CONSTRAINTS = ["orders_amount_minor_not_null", "orders_currency_not_null", "orders_currency_fkey", "orders_amount_sign"]

HAS_COLUMN = """
    SELECT EXISTS (
        SELECT FROM pg_attribute
        WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND NOT attisdropped
    )
"""
UNVALIDATED = """
    SELECT conname FROM pg_constraint
    WHERE conrelid = 'shop.orders'::regclass AND conname = ANY (%s) AND NOT convalidated
"""
IS_INDEXED = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('shop.orders_currency_created')"
CREATE_INDEX = "CREATE INDEX CONCURRENTLY orders_currency_created ON shop.orders (currency, created_at)"
ESTIMATE = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'shop.orders'::regclass"
NEXT = """
    SELECT count(*), max(order_id)
    FROM (SELECT order_id FROM shop.orders WHERE order_id > %s ORDER BY order_id LIMIT %s) AS batch
"""
# The trigger computes the new values. It has filled in all rows that were written since it exists.
FILL = "UPDATE shop.orders SET amount = amount WHERE order_id > %s AND order_id <= %s AND amount_minor IS NULL"


class MigrationError(Exception):
    """The migration cannot go on now."""


def with_short_lock(connection: Connection, statements: str) -> None:
    """Run statements in a transaction that waits only briefly for a lock, because others queue up behind it."""
    deadline = time.monotonic() + GIVE_UP_SEC
    while time.monotonic() < deadline:
        try:
            with connection.transaction():
                connection.execute(f"SET LOCAL lock_timeout = '{WAIT}'")
                connection.execute(statements)
        except (errors.LockNotAvailable, errors.DeadlockDetected):
            time.sleep(PAUSE_SEC)
        else:
            return
    raise MigrationError(f"shop.orders was locked for {GIVE_UP_SEC} s; start the migration again")


def state(connection: Connection) -> str:
    """Return untouched, partial or migrated, according to the catalog."""
    if connection.execute(HAS_COLUMN).fetchone() == (False,):
        return "untouched"
    is_validated = connection.execute(UNVALIDATED, [CONSTRAINTS]).fetchone() is None
    is_indexed = connection.execute(IS_INDEXED).fetchone() == (True,)
    return "migrated" if is_validated and is_indexed else "partial"


def fill(connection: Connection) -> None:
    """Fill in the rows that were written before the trigger existed, batch by batch."""
    last, passed = 0, 0
    (total,) = connection.execute(ESTIMATE).fetchone()
    while True:
        count, end = connection.execute(NEXT, [last, BATCH]).fetchone()
        if not count:
            return
        connection.execute(FILL, [last, end])
        last, passed = end, passed + count
        print(f"filled={passed} of {max(total, passed)}", flush=True)


def validate(connection: Connection) -> None:
    """Validate the constraints, while others read and write."""
    names = [name for (name,) in connection.execute(UNVALIDATED, [CONSTRAINTS])]
    if names:
        with_short_lock(connection, "ALTER TABLE shop.orders " + ", ".join(f"VALIDATE CONSTRAINT {n}" for n in names))


def create_index(connection: Connection) -> None:
    """Create the index, in place of an invalid one. This waits for all transactions, so it has no lock timeout."""
    found = connection.execute(IS_INDEXED).fetchone()
    connection.execute("SET lock_timeout = 0")
    if found == (False,):
        connection.execute("DROP INDEX CONCURRENTLY shop.orders_currency_created")
    if found != (True,):
        connection.execute(CREATE_INDEX)


def migrate(connection: Connection) -> None:
    """Do what is not done yet."""
    found = state(connection)
    if found == "untouched":
        with_short_lock(connection, (FOLDER / "expand.sql").read_text())
    if found != "migrated":
        fill(connection)
        validate(connection)
        create_index(connection)


def rollback(connection: Connection) -> None:
    """Restore the table."""
    with_short_lock(connection, (FOLDER / "rollback.sql").read_text())


def take_turn(connection: Connection) -> None:
    """Wait for another run. A statement that waits would keep the other run from creating its index."""
    while connection.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone() == (False,):
        time.sleep(PAUSE_SEC)


def main(arguments: list[str]) -> int:
    """Run a command of docs/runbook.md."""
    actions = {(): migrate, ("rollback",): rollback, ("status",): None}
    if tuple(arguments) not in actions:
        print("usage: migrate.sh [status | rollback]", file=sys.stderr)
        return 2
    action = actions[tuple(arguments)]
    try:
        with psycopg.connect("", autocommit=True, application_name="migrate-orders") as connection:
            if action is not None:
                take_turn(connection)
                action(connection)
            print(f"state={state(connection)}")
    except (psycopg.Error, MigrationError) as error:
        print(f"migrate.sh: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
