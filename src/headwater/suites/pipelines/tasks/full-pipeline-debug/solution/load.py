"""Load the messages of the topic into ClickHouse."""

import connections
import messages
from clickhouse_connect.driver.client import Client
from confluent_kafka import Consumer, Message, TopicPartition

TABLES = ("parcel_states", "rejected_messages")
COLUMNS = ["parcel_id", "revision", "is_deleted", "depot", "state", "price", "posted_on"]


def insert(clickhouse: Client, batch: list[Message], suffix: str) -> None:
    rows, rejected = [], []
    for message in batch:
        change = messages.parse(message.value())
        if change is None:
            rejected.append([message.partition(), message.offset()])
        else:
            numbers = [change.parcel, change.revision, int(change.is_deleted)]
            rows.append([*numbers, change.depot, change.state, change.price, change.posted_on])
    if rows:
        clickhouse.insert(f"analytics.parcel_states{suffix}", rows, column_names=COLUMNS)
    if rejected:
        clickhouse.insert(f"analytics.rejected_messages{suffix}", rejected, column_names=["partition", "offset"])


def positions(consumer: Consumer) -> dict[int, int]:
    """Return the committed positions by partition."""
    found = consumer.list_topics(messages.TOPIC, timeout=messages.TIMEOUT_SEC).topics[messages.TOPIC].partitions
    places = [TopicPartition(messages.TOPIC, number) for number in found]
    return {place.partition: place.offset for place in consumer.committed(places, timeout=messages.TIMEOUT_SEC)}


def transfer(
    consumer: Consumer, clickhouse: Client, begin: dict[int, int], suffix: str = ""
) -> tuple[int, dict[int, int]]:
    """Insert the messages from the given positions on. Return their number, and the positions after them."""
    count, reached = 0, {}
    for batch in messages.read(consumer, begin):
        insert(clickhouse, batch, suffix)
        count += len(batch)
        reached |= {message.partition(): message.offset() + 1 for message in batch}
    return count, reached


def commit(consumer: Consumer, reached: dict[int, int]) -> None:
    offsets = [TopicPartition(messages.TOPIC, number, position) for number, position in reached.items()]
    if offsets:
        consumer.commit(offsets=offsets, asynchronous=False)


def load() -> int:
    """Load the new messages. Return their number."""
    clickhouse, consumer = connections.clickhouse(), connections.consumer()
    connections.run_script(clickhouse, "schema.sql")
    count, reached = transfer(consumer, clickhouse, positions(consumer))
    if count or not clickhouse.command("EXISTS TABLE analytics.depot_daily"):
        connections.run_script(clickhouse, "figures.sql")
    commit(consumer, reached)
    consumer.close()
    return count


def load_again() -> int:
    """Build the tables again from all messages. Readers see the old ones until the new ones are complete."""
    clickhouse, consumer = connections.clickhouse(), connections.consumer()
    connections.run_script(clickhouse, "schema.sql")
    for table in TABLES:
        clickhouse.command(f"CREATE OR REPLACE TABLE analytics.{table}_next AS analytics.{table}")
    count, reached = transfer(consumer, clickhouse, {}, "_next")
    for table in TABLES:
        clickhouse.command(f"EXCHANGE TABLES analytics.{table} AND analytics.{table}_next")
        clickhouse.command(f"DROP TABLE analytics.{table}_next")
    connections.run_script(clickhouse, "figures.sql")
    commit(consumer, reached)
    consumer.close()
    return count
