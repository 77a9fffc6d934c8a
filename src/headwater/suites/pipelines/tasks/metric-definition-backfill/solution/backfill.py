"""Compute viewable_impressions and viewable_spend by definition 2 for all days with complete impressions."""

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
METRICS = ("viewable_impressions", "viewable_spend")
DEFINITION = 2
LOCK = 5120412
COLUMNS = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]
PRESENT = f"SELECT {', '.join(COLUMNS)} FROM analytics.metric_daily WHERE metric IN {{metrics:Array(String)}}"

REPLACE = """
    ALTER TABLE analytics.metric_daily
    REPLACE PARTITION ({metric:String}, {month:UInt32}) FROM analytics.metric_daily_staging
"""


@dataclass(frozen=True)
class Key:
    """The key of a figure."""

    metric: str
    campaign_id: int
    day: date

    @property
    def partition(self) -> tuple[str, int]:
        """Return the figure's partition."""
        return self.metric, self.day.year * 100 + self.day.month


@dataclass(frozen=True)
class Figure:
    """A figure in the table."""

    value: Decimal
    definition: int
    computed_at: datetime


Figures = dict[Key, list[Figure]]


def connect_clickhouse() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


@contextmanager
def sole_run() -> Iterator[psycopg.Connection]:
    """Connect to Postgres and wait until no other run is active; the lock is released with the connection."""
    with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as postgres:
        postgres.execute("SET default_transaction_read_only = on")
        postgres.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        postgres.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield postgres
        postgres.execute("COMMIT")


def computed(postgres: psycopg.Connection) -> dict[Key, Decimal]:
    """Compute the figures from the impressions."""
    values = {}
    for campaign, day, *pair in postgres.execute((HERE / "figures.sql").read_text()):
        for metric, value in zip(METRICS, pair, strict=True):
            values[Key(metric, campaign, day)] = Decimal(value)
    return values


def present(clickhouse: Client) -> Figures:
    """Return the figures in the table; a key may have more than one row."""
    figures: Figures = defaultdict(list)
    rows = clickhouse.query(PRESENT, parameters={"metrics": list(METRICS)}).result_rows
    for metric, campaign, day, value, definition, computed_at in rows:
        figures[Key(metric, campaign, day)].append(Figure(value, definition, computed_at))
    return figures


def merged(values: dict[Key, Decimal], figures: Figures, first_days: dict[int, date]) -> Figures:
    """Return the expected contents of the table: unchanged rows, new rows, and old rows that cannot be recomputed."""
    now = datetime.now(UTC).replace(microsecond=0)
    result: Figures = {}
    for key in values.keys() | figures.keys():
        old = figures.get(key, [])
        if key in values:
            right = [figure for figure in old if (figure.value, figure.definition) == (values[key], DEFINITION)]
            result[key] = right[:1] or [Figure(values[key], DEFINITION, now)]
        elif key.day < first_days.get(key.campaign_id, date.max):
            result[key] = old
    return result


def write(clickhouse: Client, wanted: Figures, changed: set[Key]) -> None:
    """Atomically replace each month of a metric that has changes."""
    partitions = {key.partition for key in changed}
    rows = [
        [key.metric, key.campaign_id, key.day, each.value, each.definition, each.computed_at]
        for key, figures in wanted.items()
        if key.partition in partitions
        for each in figures
    ]
    clickhouse.command("CREATE OR REPLACE TABLE analytics.metric_daily_staging AS analytics.metric_daily")
    if rows:
        clickhouse.insert("analytics.metric_daily_staging", rows, column_names=COLUMNS)
    for metric, month in sorted(partitions):
        clickhouse.command(REPLACE, parameters={"metric": metric, "month": month})


def backfill(postgres: psycopg.Connection, clickhouse: Client) -> int:
    """Update the table; return how many figures were inserted, corrected or deleted."""
    first_days = dict(postgres.execute((HERE / "first_days.sql").read_text()).fetchall())
    old = present(clickhouse)
    wanted = merged(computed(postgres), old, first_days)
    changed = {key for key in wanted.keys() | old.keys() if wanted.get(key) != old.get(key)}
    if changed:
        write(clickhouse, wanted, changed)
    clickhouse.command("DROP TABLE IF EXISTS analytics.metric_daily_staging")
    return len(changed)


def main() -> int:
    """Run the backfill once."""
    try:
        with sole_run() as postgres:
            changed = backfill(postgres, connect_clickhouse())
    except psycopg.Error as error:
        print(f"Postgres: {str(error).strip().splitlines()[0]}", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).strip().splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
