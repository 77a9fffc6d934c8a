"""Compare the metrics in ClickHouse with finance's views in Postgres."""

import psycopg
from clickhouse_connect.driver.client import Client

FIGURES = ("active_users", "paying_accounts", "revenue")
PERIODS = {"daily_metrics": "day", "monthly_metrics": "month"}


def by_key(rows: list[tuple]) -> dict[tuple, tuple]:
    """Return the figures of rows by their period and plan."""
    return {row[:2]: row[2:] for row in rows}


def differences(client: Client, postgres: psycopg.Connection) -> list[str]:
    """Return a line for each figure that differs, with the value of finance and then the value of ClickHouse."""
    lines = []
    for table, period in PERIODS.items():
        columns = ", ".join((period, "plan", *FIGURES))
        finance = by_key(postgres.execute(f"SELECT {columns} FROM finance.{table}").fetchall())
        clickhouse = by_key(client.query(f"SELECT {columns} FROM analytics.{table}").result_rows)
        for key in sorted(finance.keys() | clickhouse.keys()):
            pairs = zip(FIGURES, finance.get(key, (0, 0, 0)), clickhouse.get(key, (0, 0, 0)), strict=True)
            lines += [f"{table} {key[0]} {key[1]} {name} {one} {two}" for name, one, two in pairs if one != two]
    return lines
