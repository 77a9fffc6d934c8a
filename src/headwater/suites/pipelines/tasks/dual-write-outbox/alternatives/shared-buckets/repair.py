"""Put the topic `subscriptions` right: see docs/operations.md. A copy of it is compared with the audit trail in SQL."""

import contextlib
import json
import sys
import time

import connections
import psycopg
from confluent_kafka import OFFSET_BEGINNING, KafkaError, KafkaException, TopicPartition
from consumers.reader import Event, read
from events import TOPIC
from failures import reported
from relay import BUCKETS, bucket_of_its_own

TABLE = """
    CREATE TEMPORARY TABLE topic (
        place bigint, id uuid, type text, subscription bigint, version integer, state jsonb, delta numeric, voids uuid
    )
"""
COPY = "COPY topic (place, id, type, subscription, version, state, delta, voids) FROM STDIN"
TRAIL = """
    CREATE TEMPORARY TABLE trail AS
    SELECT subscription, version, event_id, mrr - coalesce(lag(mrr) OVER own, 0) AS delta, jsonb_build_object(
        'account', account, 'plan', plan, 'seats', seats, 'status', status, 'trial_ends', trial_ends, 'terms', terms, 'mrr', mrr::text
    ) AS state
    FROM audit.changes WINDOW own AS (PARTITION BY subscription ORDER BY version)
"""
VOIDED = "CREATE TEMPORARY TABLE spent AS SELECT voids AS id FROM topic WHERE voids IS NOT NULL UNION SELECT voids FROM relay.queue WHERE voids IS NOT NULL"
COUNTED = """
    CREATE TEMPORARY TABLE counted AS
    SELECT DISTINCT ON (t.id) t.* FROM topic t LEFT JOIN spent s USING (id)
    WHERE type NOT IN ('snapshot', 'voided') AND s.id IS NULL ORDER BY t.id, place
"""
RIGHT = """
    CREATE TEMPORARY TABLE good AS
    SELECT DISTINCT ON (c.subscription, c.version) c.subscription, c.version, c.id
    FROM counted c JOIN trail USING (subscription, version, state, delta)
    ORDER BY c.subscription, c.version, (c.id IS NOT DISTINCT FROM trail.event_id) DESC, c.place
"""
WAITING = """
    CREATE TEMPORARY TABLE waiting AS
    SELECT subscription, version FROM relay.queue WHERE voids IS NULL
    UNION SELECT subscription, version FROM relay.dismissed
"""
VOID = "SELECT c.subscription, c.id FROM counted c LEFT JOIN good g USING (id) WHERE g.id IS NULL"
MISSING = """
    SELECT t.subscription, t.version, CASE WHEN t.event_id IS NULL OR s.id IS NOT NULL THEN gen_random_uuid() ELSE t.event_id END
    FROM trail t
    LEFT JOIN good g USING (subscription, version)
    LEFT JOIN topic f ON f.subscription = t.subscription AND f.type = 'snapshot'
    LEFT JOIN spent s ON s.id = t.event_id
    LEFT JOIN waiting w ON w.subscription = t.subscription AND w.version = t.version
    WHERE g.id IS NULL AND w.version IS NULL AND t.version > coalesce(f.version, 0)
    ORDER BY t.subscription, t.version
"""
SEND = "INSERT INTO relay.queue (event_id, subscription, version) SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::integer[])"
TAKE_BACK = """
    INSERT INTO relay.queue (event_id, subscription, version, voids, state)
    SELECT gen_random_uuid(), n.subscription, coalesce(s.version, 0), n.id, CASE WHEN s.id IS NOT NULL THEN jsonb_build_object(
        'account', account, 'plan', plan, 'seats', seats, 'status', status, 'trial_ends', trial_ends, 'terms', terms, 'mrr', mrr::text
    ) END
    FROM unnest(%s::bigint[], %s::uuid[]) AS n (subscription, id) LEFT JOIN app.subscriptions s ON s.id = n.subscription
"""
PATIENCE_SEC = 15


def topic() -> list[Event]:
    """Return all events in the topic."""
    settings = {"group.id": "repair", "enable.auto.commit": False, "enable.partition.eof": True}
    with contextlib.closing(connections.consumer(**settings)) as consumer:
        partitions = consumer.list_topics(TOPIC, timeout=PATIENCE_SEC).topics[TOPIC].partitions
        consumer.assign([TopicPartition(TOPIC, number, OFFSET_BEGINNING) for number in partitions])
        messages, ended, deadline = [], 0, time.monotonic() + 4 * PATIENCE_SEC
        while ended < len(partitions):
            for message in consumer.consume(1_000, timeout=0.2):
                if message.error() is None:
                    messages.append(message)
                elif message.error().code() == KafkaError._PARTITION_EOF:
                    ended += 1
                else:
                    raise KafkaException(message.error())
            if time.monotonic() > deadline:
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
    return [event for message in messages if (event := read(message)) is not None]


def compare(postgres: psycopg.Connection) -> tuple[list[tuple], list[tuple]]:
    """Return what is missing and what has to be voided; nothing may be sent meanwhile."""
    events = topic()
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        postgres.execute(TABLE)
        with postgres.cursor().copy(COPY) as copy:
            for place, event in enumerate(events):
                number = event.subscription.removeprefix("sub-")
                state = json.dumps(event.state)
                copy.write_row([place, event.id, event.type, number, event.version, state, event.delta, event.voids])
        for script in (TRAIL, VOIDED, WAITING, COUNTED, RIGHT):
            postgres.execute(script)
        postgres.execute("ANALYZE topic; ANALYZE trail; ANALYZE good; ANALYZE spent; ANALYZE counted")
        return postgres.execute(MISSING).fetchall(), postgres.execute(VOID).fetchall()


def repair(postgres: psycopg.Connection, missing: list[tuple], void: list[tuple]) -> None:
    """Queue events and voids. What is voided gets the state that its subscription has behind the lock."""
    subscriptions = [subscription for subscription, _ in void]
    with postgres.transaction():
        locked = "SELECT FROM app.subscriptions WHERE id = ANY (%s) ORDER BY id FOR UPDATE"
        postgres.execute(locked, [subscriptions])
        postgres.execute(SEND, [[row[2] for row in missing], [row[0] for row in missing], [row[1] for row in missing]])
        postgres.execute(TAKE_BACK, [subscriptions, [event for _, event in void]])


def main(arguments: list[str]) -> int:
    is_check = "--check" in arguments
    with connections.postgres() as postgres, contextlib.ExitStack() as stack:
        for bucket in range(BUCKETS):
            stack.enter_context(bucket_of_its_own(postgres, bucket, waits=True))
        missing, void = compare(postgres)
        if not is_check and (missing or void):
            repair(postgres, missing, void)
    print(f"missing={len(missing)} void={len(void)}")
    return 2 if is_check and (missing or void) else 0


if __name__ == "__main__":
    sys.exit(reported(lambda: main(sys.argv[1:])))
