"""Send all changes to app.posts to the topic `posts`: see docs/events.md and docs/oncall.md.

A logical slot retains committed changes until the broker has acknowledged them. The comment of the publication records
that the first run has sent all posts, so that a killed first run is repeated.
"""

import argparse
import sys

import connections
import psycopg
from confluent_kafka import KafkaException
from outlet import Outlet
from pgoutput import Decoder
from posts import Event, events_of, key_of, post_of
from psycopg import sql

NAME = "posts_cdc"  # the name of both the slot and the publication
LOCK = 5_120_407
BEGUN = "all posts were sent"
AT_ONCE = 10_000
IS_BEGUN = "SELECT obj_description(oid, 'pg_publication') = %s FROM pg_publication WHERE pubname = %s"
PEEK = """
    SELECT lsn - '0/0'::pg_lsn, data FROM pg_logical_slot_peek_binary_changes(
        %s, %s, %s, 'proto_version', '1', 'publication_names', %s)
"""
# The last commit sent can end after the flush position that the run has read.
ADVANCE = """
    SELECT pg_replication_slot_advance(slot_name, greatest(confirmed_flush_lsn, %s))
    FROM pg_replication_slots WHERE slot_name = %s
"""
DROP_SLOT = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = %s"
COLUMNS = """
    SELECT attname FROM pg_attribute
    WHERE attrelid = 'app.posts'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""


def remove(postgres: psycopg.Connection) -> None:
    """Remove everything that the transfer created."""
    postgres.execute(DROP_SLOT, [NAME])
    postgres.execute(f"DROP PUBLICATION IF EXISTS {NAME}")
    postgres.execute("ALTER TABLE app.posts REPLICA IDENTITY DEFAULT")


def begin(postgres: psycopg.Connection, outlet: Outlet) -> None:
    """Create the slot and the publication, and then send all posts."""
    remove(postgres)
    # With full old rows, an update includes the old key of a moved post and its unchanged large texts.
    postgres.execute("ALTER TABLE app.posts REPLICA IDENTITY FULL")
    postgres.execute(f"CREATE PUBLICATION {NAME} FOR TABLE app.posts")
    create = "SELECT lsn - '0/0'::pg_lsn FROM pg_create_logical_replication_slot(%s, 'pgoutput')"
    position = int(postgres.execute(create, [NAME]).fetchone()[0])
    columns = [name for (name,) in postgres.execute(COLUMNS)]
    texts = sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(name)) for name in columns)
    with postgres.transaction(), postgres.cursor(name="posts") as cursor:
        for values in cursor.execute(sql.SQL("SELECT {} FROM app.posts").format(texts)):
            row = dict(zip(columns, values, strict=True))
            outlet.send(Event("read", key_of(row), position, post_of(row)))
    outlet.settle()
    postgres.execute(sql.SQL("COMMENT ON PUBLICATION {} IS {}").format(sql.Identifier(NAME), BEGUN))


def follow(postgres: psycopg.Connection, outlet: Outlet) -> None:
    """Send the changes committed so far, and confirm them once the broker has acknowledged them."""
    # Decoding sees only flushed commits, and the latest commits may not be flushed yet.
    postgres.execute("SELECT pg_logical_emit_message(false, %s, '', true)", [NAME])
    end = postgres.execute("SELECT pg_current_wal_flush_lsn()").fetchone()[0]
    decoder = Decoder()
    while rows := postgres.execute(PEEK, [NAME, end, AT_ONCE, NAME]).fetchall():
        for lsn, data in rows:
            for change in decoder.changes(int(lsn), data):
                for event in events_of(change):
                    outlet.send(event)
        outlet.settle()
        postgres.execute("SELECT pg_replication_slot_advance(%s, '0/0'::pg_lsn + %s)", [NAME, decoder.confirmable])
    # This also skips changes to other tables, so that their WAL is not retained.
    postgres.execute(ADVANCE, [end, NAME])


def transfer() -> str:
    """Run the transfer once and return its output."""
    outlet = Outlet()
    with connections.postgres() as postgres:
        if not postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0]:
            return "another run is at work\nsent=0"
        begun = postgres.execute(IS_BEGUN, [BEGUN, NAME]).fetchone()
        if begun != (True,):
            begin(postgres, outlet)
        follow(postgres, outlet)
    return f"sent={outlet.sent}"


def take_away() -> str:
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        remove(postgres)
    return "removed"


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring all changes of app.posts into the topic posts.")
    parser.add_argument("--remove", action="store_true", help="take everything away that the transfer made in Postgres")
    try:
        print(take_away() if parser.parse_args().remove else transfer())
    except (psycopg.Error, KafkaException) as error:
        print(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
