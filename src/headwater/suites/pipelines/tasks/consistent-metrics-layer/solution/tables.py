"""Create the tables and views of the layer."""

import time
from pathlib import Path

from clickhouse_connect.driver.client import Client
from sources import SOURCES

HERE = Path(__file__).parent
METRICS = {
    "daily_metrics": {"period": "day", "of_day": "d.day", "of_payment": "p.day"},
    "monthly_metrics": {"period": "month", "of_day": "toStartOfMonth(d.day)", "of_payment": "toStartOfMonth(p.day)"},
}
OLD_VIEWS = ("daily_actions", "daily_payments")


def build(client: Client) -> None:
    """Create what is missing. Queries return the old figures until all tables are filled."""
    for statement in (HERE / "layer.sql").read_text().split(";\n"):
        client.command(statement)
    filled = {row[0] for row in client.query("SELECT name FROM analytics.filled").result_rows}
    for name, select in SOURCES.items():
        # The view is created before the table is filled, so that no row is lost that a loader inserts meanwhile.
        client.command(f"CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.{name}_mv TO analytics.{name} AS {select}")
        if name not in filled:
            await_inserts(client)
            client.command(f"INSERT INTO analytics.{name} {select}")
            client.insert("analytics.filled", [[name]], column_names=["name"])
    # The old views insert into a table that becomes a view, so they would make inserts into raw fail.
    for name in OLD_VIEWS:
        client.command(f"DROP VIEW IF EXISTS analytics.{name}")
    for name, parts in METRICS.items():
        client.command((HERE / "metrics.sql").read_text().format(name=name, **parts))


def await_inserts(client: Client) -> None:
    """Wait for the inserts that are running. Those that began before a view existed do not fill it."""
    sql = "SELECT query_id FROM system.processes WHERE query_kind = 'Insert'"
    running = set(client.query(sql).result_rows)
    while running & set(client.query(sql).result_rows):
        time.sleep(0.05)
