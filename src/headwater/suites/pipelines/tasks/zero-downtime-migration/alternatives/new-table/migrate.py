"""Move shop.orders to a new table while everybody uses it: migrate.py [status | rollback]."""

import sys
import time
from pathlib import Path

import psycopg

SQL = Path(__file__).with_name("migration")
ATTEMPTS = 250
PORTION = 2_500
STATE = """
    SELECT CASE
        WHEN to_regnamespace('orders_migration') IS NOT NULL THEN 'partial'
        WHEN EXISTS (
            SELECT FROM pg_attribute
            WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND NOT attisdropped
        ) THEN 'migrated'
        ELSE 'untouched'
    END
"""
PORTIONS = "SELECT max(order_id), count(*) FROM (SELECT order_id FROM shop.orders WHERE order_id > %s ORDER BY 1 LIMIT %s) p"
COPY = """
    INSERT INTO orders_migration.orders
        (order_id, order_key, customer_id, market, kind, status, currency, amount, created_at)
    SELECT order_id, order_key, customer_id, market, kind, status, currency, amount, created_at
    FROM shop.orders WHERE order_id > %s AND order_id <= %s
    ON CONFLICT DO NOTHING
"""
REFERENCE = "SELECT convalidated FROM pg_constraint WHERE conname = 'shipments_next_fkey'"


class LockedError(Exception):
    """The tables were in use all the time."""


def briefly(session, script):
    """Run a script in one transaction, which gives up a lock that it does not get in time."""
    for _ in range(ATTEMPTS):
        try:
            with session.transaction():
                session.execute("SET LOCAL lock_timeout = '400ms'")
                session.execute(script)
                return
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            time.sleep(0.2)
    raise LockedError("the tables are locked; try again later")


def state(session):
    """Return the state of the table."""
    return session.execute(STATE).fetchone()[0]


def copy_orders(session):
    """Copy what is not there yet, and print the progress."""
    (total,) = session.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = 'shop.orders'::regclass").fetchone()
    last, done = 0, 0
    while True:
        end, count = session.execute(PORTIONS, [last, PORTION]).fetchone()
        if count == 0:
            return
        session.execute(COPY, [last, end])
        last, done = end, done + count
        print(f"filled={done} of {max(done, total)}", flush=True)


def migrate(session):
    """Bring the migration to its end from wherever it is."""
    if state(session) == "migrated":
        return
    if state(session) == "untouched":
        briefly(session, (SQL / "prepare.sql").read_text())
    copy_orders(session)
    session.execute("ANALYZE orders_migration.orders")
    if session.execute(REFERENCE).fetchone() is None:
        briefly(session, (SQL / "refer.sql").read_text())
    if session.execute(REFERENCE).fetchone() == (False,):
        briefly(session, "ALTER TABLE shop.shipments VALIDATE CONSTRAINT shipments_next_fkey")
    briefly(session, (SQL / "swap.sql").read_text())


def rollback(session):
    """Restore the table."""
    scripts = {"partial": "abandon.sql", "migrated": "back.sql"}
    if state(session) in scripts:
        briefly(session, (SQL / scripts[state(session)]).read_text())


def main():
    """Run what the command line asks for."""
    commands = {"": migrate, "rollback": rollback, "status": None}
    command = " ".join(sys.argv[1:])
    if command not in commands:
        sys.exit(f"migrate.sh does not know {command!r}")
    try:
        with psycopg.connect("", autocommit=True, application_name="migrate-orders") as session:
            if commands[command]:
                while not session.execute("SELECT pg_try_advisory_lock(1066)").fetchone()[0]:
                    time.sleep(0.2)
                commands[command](session)
            print(f"state={state(session)}")
    except (psycopg.Error, LockedError) as error:
        sys.exit(f"migrate.sh stopped: {str(error).splitlines()[0]}")


if __name__ == "__main__":
    main()
