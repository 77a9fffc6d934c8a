"""Load the messages of the topic into ClickHouse."""

import connections
import messages
from clickhouse_connect.driver.client import Client
from confluent_kafka import Message

COLUMNS = ["parcel_id", "revision", "depot", "state", "price", "posted_on", "is_deleted"]
STAGING = """
    CREATE OR REPLACE TABLE analytics.depot_daily_staging AS analytics.depot_daily
"""
FIGURES = """
    INSERT INTO analytics.depot_daily_staging
    SELECT posted_on, depot, count(), countIf(state = 'delivered'), sumIf(price, state != 'returned')
    FROM analytics.parcel_states FINAL WHERE is_deleted = 0 GROUP BY posted_on, depot
"""
MONTHS = """
    SELECT toYYYYMM(day), sum(cityHash64(day, depot, parcels, delivered, revenue)) FROM analytics.{} GROUP BY 1
"""


def insert(clickhouse: Client, batch: list[Message], table: str) -> None:
    rows, rejected = [], []
    for message in batch:
        change = messages.parse(message.value())
        if change is None:
            rejected.append([message.partition(), message.offset()])
        else:
            texts = [change.depot, change.state, change.price, change.posted_on]
            rows.append([change.parcel, change.revision, *texts, int(change.is_deleted)])
    if rows:
        clickhouse.insert(f"analytics.{table}", rows, column_names=COLUMNS)
    if rejected:
        clickhouse.insert("analytics.rejected_messages", rejected, column_names=["partition", "offset"])


def refresh(clickhouse: Client) -> None:
    """Replace the months of the daily figures that differ from the parcels."""
    clickhouse.command(STAGING)
    clickhouse.command(FIGURES)
    shown, right = (dict(clickhouse.query(MONTHS.format(f"depot_daily{end}")).result_rows) for end in ("", "_staging"))
    for month in sorted(shown.keys() | right.keys()):
        if month not in right:
            clickhouse.command(f"ALTER TABLE analytics.depot_daily DROP PARTITION {month}")
        elif shown.get(month) != right[month]:
            source = "analytics.depot_daily_staging"
            clickhouse.command(f"ALTER TABLE analytics.depot_daily REPLACE PARTITION {month} FROM {source}")
    clickhouse.command("DROP TABLE analytics.depot_daily_staging")


def transfer(clickhouse: Client, begin: dict[int, int], table: str) -> tuple[int, dict[int, int]]:
    """Insert the messages from the given positions on. Return their number, and the positions after them."""
    consumer, count, reached = connections.consumer(), 0, {}
    for batch in messages.read(consumer, begin):
        insert(clickhouse, batch, table)
        count += len(batch)
        reached |= {message.partition(): message.offset() + 1 for message in batch}
    consumer.close()
    return count, reached


def finish(clickhouse: Client, reached: dict[int, int]) -> None:
    refresh(clickhouse)
    if reached:
        rows = [list(pair) for pair in reached.items()]
        clickhouse.insert("analytics.loader_positions", rows, column_names=["partition", "position"])


def load() -> int:
    """Load the new messages. Return their number."""
    clickhouse = connections.clickhouse()
    connections.run_script(clickhouse, "schema.sql")
    begin = dict(clickhouse.query("SELECT partition, position FROM analytics.loader_positions FINAL").result_rows)
    count, reached = transfer(clickhouse, begin, "parcel_states")
    if count:
        finish(clickhouse, reached)
    return count


def load_again() -> int:
    """Build the tables again from all messages. Readers see the old ones until the new ones are complete."""
    clickhouse = connections.clickhouse()
    connections.run_script(clickhouse, "schema.sql")
    clickhouse.command("CREATE OR REPLACE TABLE analytics.parcel_states_next AS analytics.parcel_states")
    count, reached = transfer(clickhouse, {}, "parcel_states_next")
    clickhouse.command("EXCHANGE TABLES analytics.parcel_states AND analytics.parcel_states_next")
    clickhouse.command("DROP TABLE analytics.parcel_states_next")
    finish(clickhouse, reached)
    return count
