"""Make the tables and views of the layer."""

from pathlib import Path

from clickhouse_connect.driver.client import Client
from sources import FILLED_FROM

HERE = Path(__file__).parent
METRICS = {
    "daily_metrics": {"period": "day", "of_day": "d.day", "of_payment": "p.day"},
    "monthly_metrics": {"period": "month", "of_day": "toStartOfMonth(d.day)", "of_payment": "toStartOfMonth(p.day)"},
}
OLD_VIEWS = ("daily_actions", "daily_payments")


def make(client: Client) -> None:
    """Make what is missing; readers see the old figures until the new ones are whole."""
    for statement in (HERE / "layer.sql").read_text().split(";\n"):
        client.command(statement)
    filled = {row[0] for row in client.query("SELECT name FROM analytics.filled").result_rows}
    for name, select in FILLED_FROM.items():
        # The view comes first, so that no row is missed that a loader inserts meanwhile.
        client.command(f"CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.{name}_mv TO analytics.{name} AS {select}")
        if name not in filled:
            client.command(f"INSERT INTO analytics.{name} {select}")
            client.insert("analytics.filled", [[name]], column_names=["name"])
    for name in OLD_VIEWS:  # they write into the table that becomes a view
        client.command(f"DROP VIEW IF EXISTS analytics.{name}")
    for name, parts in METRICS.items():
        client.command((HERE / "metrics.sql").read_text().format(name=name, **parts))
