"""Make ClickHouse equal to Postgres."""

from collections.abc import Iterable

from clickhouse_connect.driver.client import Client

from reconciliation.drift import IN_CLICKHOUSE, Drift, Payment
from reconciliation.systems import SystemFailureError, run_script

SORTING_KEY = "toDate(created_at), merchant_id"
FEW = 10_000
"""Up to this many payments are deleted and inserted; with more, a new table is cheaper."""
COLUMNS = ["transaction_id", "merchant_id", "amount", "currency", "status", "created_at"]
QUARANTINED = """
    SELECT transaction_id FROM analytics.transactions_quarantine WHERE transaction_id >= {first:UInt64}
"""


def repair(clickhouse: Client, found: Drift) -> None:
    """Quarantine the orphans, correct the payments, and record the run."""
    run_script(clickhouse, "schema.sql")
    quarantine(clickhouse, found.orphans)
    off = [*found.wrong, *found.orphans]
    if len(off) <= FEW and sorting_key(clickhouse) == SORTING_KEY:
        replace_payments(clickhouse, found, off)
    else:
        replace_table(clickhouse, found.ledger)
    rows = int(clickhouse.query("SELECT count() FROM analytics.transactions").first_row[0])
    if rows != len(found.ledger):
        raise SystemFailureError("ClickHouse", f"{rows} rows after the repair for {len(found.ledger)} payments")
    counts = [found.categories[name].count for name in IN_CLICKHOUSE]
    columns = ["rows_after", *IN_CLICKHOUSE]
    clickhouse.insert("analytics.reconciliation_runs", [[rows, *counts]], column_names=columns)


def tidy(clickhouse: Client) -> None:
    """Drop the table of a run that was killed when it had repaired everything."""
    clickhouse.command("DROP TABLE IF EXISTS analytics.transactions_next")


def sorting_key(clickhouse: Client) -> str:
    """Return the sorting key of the table."""
    sql = "SELECT sorting_key FROM system.tables WHERE database = 'analytics' AND name = 'transactions'"
    return str(clickhouse.query(sql).first_row[0])


def quarantine(clickhouse: Client, orphans: dict[int, Payment]) -> None:
    """Add the orphans that are not in the quarantine yet."""
    if not orphans:
        return
    there = {number for (number,) in clickhouse.query(QUARANTINED, {"first": min(orphans)}).result_rows}
    rows = [[number, *values, "Postgres does not have it"] for number, values in orphans.items() if number not in there]
    if rows:
        clickhouse.insert("analytics.transactions_quarantine", rows, column_names=[*COLUMNS, "reason"])


def replace_payments(clickhouse: Client, found: Drift, off: list[int]) -> None:
    """Delete all rows of the payments that are off, and insert those of Postgres."""
    clickhouse.command("DELETE FROM analytics.transactions WHERE transaction_id IN {off:Array(UInt64)}", {"off": off})
    insert(clickhouse, "analytics.transactions", ((number, found.ledger[number]) for number in found.wrong))


def replace_table(clickhouse: Client, ledger: dict[int, Payment]) -> None:
    """Fill a new table with all payments and exchange it with the old one."""
    clickhouse.command(f"""
        CREATE OR REPLACE TABLE analytics.transactions_next AS analytics.transactions
        ENGINE = MergeTree ORDER BY ({SORTING_KEY})
    """)
    try:
        insert(clickhouse, "analytics.transactions_next", ledger.items())
        clickhouse.command("EXCHANGE TABLES analytics.transactions AND analytics.transactions_next")
    finally:
        clickhouse.command("DROP TABLE analytics.transactions_next")


def insert(clickhouse: Client, table: str, payments: Iterable[tuple[int, Payment]]) -> None:
    """Insert payments with one statement."""
    rows = [[number, *values] for number, values in payments]
    if rows:
        clickhouse.insert(table, rows, column_names=COLUMNS)
