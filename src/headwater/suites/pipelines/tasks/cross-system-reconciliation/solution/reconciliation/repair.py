"""Make ClickHouse equal to Postgres; each month is replaced atomically, so that readers see no gap."""

from clickhouse_connect.driver.client import Client

from reconciliation.drift import IN_CLICKHOUSE, Drift
from reconciliation.systems import SQL, SystemFailureError, run_script

MONTHS = """
    SELECT DISTINCT toYYYYMM(created_at) AS month
    FROM (
        SELECT transaction_id, created_at FROM source UNION ALL SELECT transaction_id, created_at FROM target
    )
    WHERE transaction_id IN (SELECT transaction_id FROM drift WHERE category IN {categories:Array(String)})
    ORDER BY month
"""
STAGE = """
    INSERT INTO analytics.transactions_staging
    SELECT transaction_id, merchant_id, amount, currency, status, created_at
    FROM source WHERE toYYYYMM(created_at) IN {months:Array(UInt32)}
"""


def repair(clickhouse: Client, found: Drift) -> None:
    """Move orphans to the quarantine, replace the months that differ, and record the run."""
    run_script(clickhouse, "schema.sql")
    clickhouse.command((SQL / "quarantine.sql").read_text())
    categories = {"categories": list(IN_CLICKHOUSE)}
    months = [row[0] for row in clickhouse.query(MONTHS, parameters=categories).result_rows]
    clickhouse.command("CREATE OR REPLACE TABLE analytics.transactions_staging AS analytics.transactions")
    try:
        clickhouse.command(STAGE, parameters={"months": months})
        for month in months:
            replace(clickhouse, month)
    finally:
        clickhouse.command("DROP TABLE analytics.transactions_staging")
    record(clickhouse, found)


def tidy(clickhouse: Client) -> None:
    """Drop the table of a run that was killed when it had repaired everything."""
    clickhouse.command("DROP TABLE IF EXISTS analytics.transactions_staging")


def replace(clickhouse: Client, month: int) -> None:
    """Replace the rows of a month with the staged ones; a month that had only orphans becomes empty."""
    clickhouse.command(
        f"ALTER TABLE analytics.transactions REPLACE PARTITION {month:d} FROM analytics.transactions_staging",
        settings={"allow_replace_partition_from_empty_source": 1},
    )


def record(clickhouse: Client, found: Drift) -> None:
    """Verify the row count and record the run."""
    rows = int(clickhouse.command("SELECT count() FROM analytics.transactions"))
    if rows != found.totals["postgres"]:
        raise SystemFailureError(
            "ClickHouse", f"{rows} rows after the repair, and Postgres has {found.totals['postgres']}"
        )
    counts = [found.categories[name].count for name in IN_CLICKHOUSE]
    clickhouse.insert(
        "analytics.reconciliation_runs", [[rows, *counts]], column_names=["rows_after", *IN_CLICKHOUSE]
    )
