"""Find the differences between the systems with one set-based comparison inside ClickHouse.

Postgres is copied and the topic is summarized into temporary tables of the ClickHouse session. ClickHouse drops them
with the session, so that a run leaves no helper tables behind even if it fails.
"""

from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal

import psycopg
from clickhouse_connect.driver.client import Client

from reconciliation import topic
from reconciliation.systems import SQL, SystemFailureError, run_script

IN_CLICKHOUSE = (
    "missing_in_clickhouse",
    "duplicated_in_clickhouse",
    "amount_mismatch",
    "currency_mismatch",
    "time_mismatch",
    "merchant_mismatch",
    "status_stale",
    "orphan_in_clickhouse",
)
IN_TOPIC = (
    "missing_in_topic",
    "outdated_in_topic",
    "duplicated_in_topic",
    "orphan_in_topic",
    "malformed_in_topic",
)
EXAMPLES = 10
COPY_SOURCE = """
    COPY (
        SELECT transaction_id, merchant_id, amount, currency, status,
            to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), version
        FROM app.transactions
    ) TO STDOUT
"""


@dataclass(frozen=True)
class Category:
    """A kind of drift: the number of payments, the first ones as examples, and the counts per producer."""

    count: int
    examples: list[int] | list[str]
    by_producer: dict[str, int]


@dataclass(frozen=True)
class Drift:
    """The drift between the three systems."""

    totals: dict[str, int]
    categories: dict[str, Category]

    @property
    def in_clickhouse(self) -> bool:
        """Return whether ClickHouse differs from Postgres."""
        return any(self.categories[name].count for name in IN_CLICKHOUSE)


def find(postgres: psycopg.Connection, clickhouse: Client, tolerance: Decimal) -> Drift:
    """Compare the current data in the three systems."""
    history = topic.read()
    run_script(clickhouse, "working_tables.sql")
    load_source(postgres, clickhouse)
    load_target(clickhouse)
    events = [[number, new.version, new.producer, new.repeated] for number, new in history.payments.items()]
    if events:
        clickhouse.insert(
            "events", events, column_names=["transaction_id", "version", "producer", "repeated"]
        )
    # Amounts have two decimals, so a finer tolerance is rounded down to whole cents.
    cents = min(tolerance, Decimal(10) ** 17).quantize(Decimal("0.01"), ROUND_FLOOR)
    clickhouse.command((SQL / "drift.sql").read_text(), parameters={"tolerance": cents})
    categories = summarise(clickhouse) | {"malformed_in_topic": malformed(history)}
    totals = {
        "postgres": size(clickhouse, "source"),
        "topic": history.messages,
        "clickhouse": size(clickhouse, "target"),
    }
    return Drift(
        totals, {name: categories.get(name, Category(0, [], {})) for name in (*IN_CLICKHOUSE, *IN_TOPIC)}
    )


def load_source(postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Stream the rows from Postgres into the session; COPY's text format is the same as ClickHouse's TabSeparated."""
    with postgres.cursor().copy(COPY_SOURCE) as copy:
        clickhouse.raw_insert("source", insert_block=(bytes(block) for block in copy), fmt="TabSeparated")
    if size(clickhouse, "source") == 0:
        raise SystemFailureError(
            "Postgres", "app.transactions is empty, which cannot be right; nothing was changed"
        )


def load_target(clickhouse: Client) -> None:
    """Copy the ClickHouse table into the session, if it exists."""
    if clickhouse.command("EXISTS TABLE analytics.transactions"):
        clickhouse.command("""
            INSERT INTO target (transaction_id, merchant_id, amount, currency, status, created_at)
            SELECT transaction_id, merchant_id, amount, currency, status, created_at
            FROM analytics.transactions
        """)


def summarise(clickhouse: Client) -> dict[str, Category]:
    """Summarize the drift table by category."""
    producers: dict[str, dict[str, int]] = {}
    for name, producer, count in clickhouse.query(PRODUCERS).result_rows:
        producers.setdefault(name, {})[producer] = count
    rows = clickhouse.query(COUNTS).result_rows
    return {
        name: Category(count, list(examples)[:EXAMPLES], producers[name]) for name, count, examples in rows
    }


COUNTS = "SELECT category, count(), groupArraySorted(10)(transaction_id) FROM drift GROUP BY category"
PRODUCERS = """
    SELECT category, if(producer = '', 'none', producer) AS producer, count()
    FROM drift LEFT JOIN events USING (transaction_id)
    GROUP BY category, producer ORDER BY category, producer
"""


def malformed(history: topic.History) -> Category:
    """Return the category of malformed messages, which are identified by partition and offset."""
    places = [f"{partition}:{offset}" for partition, offset in history.malformed]
    return Category(len(places), places[:EXAMPLES], {})


def size(clickhouse: Client, table: str) -> int:
    """Return the number of rows in a table."""
    return int(
        clickhouse.query("SELECT count() FROM {table:Identifier}", parameters={"table": table}).first_row[0]
    )
