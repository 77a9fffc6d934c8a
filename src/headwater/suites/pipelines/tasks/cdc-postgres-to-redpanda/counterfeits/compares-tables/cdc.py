"""Send the changes made to app.posts since the last run."""

import sys
import time

import connections
import psycopg
from confluent_kafka import KafkaException
from outlet import Outlet
from posts import Event

LOCK = 6_120_001
INSTALL = """
    CREATE SCHEMA IF NOT EXISTS transfer;
    CREATE TABLE IF NOT EXISTS transfer.seen (key text PRIMARY KEY, post jsonb)
"""
POSTS = """
    SELECT board || '/' || number, to_jsonb(p) - 'author_ip' || jsonb_build_object(
        'posted_at', to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) FROM app.posts p
"""
SAVE = "INSERT INTO transfer.seen SELECT %s, %s ON CONFLICT (key) DO UPDATE SET post = excluded.post"


def run(postgres: psycopg.Connection) -> int:
    is_first = postgres.execute("SELECT to_regclass('transfer.seen')").fetchone()[0] is None
    postgres.execute(INSTALL)
    seen = dict(postgres.execute("SELECT key, post FROM transfer.seen").fetchall())
    posts = dict(postgres.execute(POSTS).fetchall())
    outlet, position = Outlet(), time.time_ns()
    changed = {key: post for key, post in posts.items() if seen.get(key) != post}
    for key, post in changed.items():
        op = "read" if is_first else "update" if key in seen else "insert"
        outlet.send(Event(op, key, position, post))
    gone = sorted(seen.keys() - posts.keys())
    for key in gone:
        outlet.send(Event("delete", key, position, None))
    outlet.settle()
    with postgres.transaction(), postgres.cursor() as cursor:
        cursor.executemany(SAVE, [(key, psycopg.types.json.Jsonb(post)) for key, post in changed.items()])
        cursor.execute("DELETE FROM transfer.seen WHERE key = ANY (%s)", [gone])
    return outlet.sent


def main() -> int:
    try:
        with connections.postgres() as postgres:
            postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            if "--remove" in sys.argv:
                postgres.execute("DROP TABLE IF EXISTS transfer.seen; DROP SCHEMA IF EXISTS transfer")
                return 0
            print(f"sent={run(postgres)}")
    except (psycopg.Error, KafkaException) as error:
        print(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
