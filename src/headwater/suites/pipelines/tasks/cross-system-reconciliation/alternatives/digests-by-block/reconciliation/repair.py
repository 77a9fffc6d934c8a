"""Replace the months of ClickHouse that have drift by what Postgres has."""

from clickhouse_connect.driver.client import Client

from reconciliation.drift import IN_CLICKHOUSE, Drift
from reconciliation.systems import SystemFailureError, run_script

PARTITION_KEY = "toYYYYMM(created_at)"
STAGING = f"""
    CREATE OR REPLACE TABLE analytics.transactions_staging AS analytics.transactions
    ENGINE = MergeTree PARTITION BY {PARTITION_KEY} ORDER BY (created_at, merchant_id)
"""
# Without a list of months, all payments are copied. COPY's text format is the same as ClickHouse's TabSeparated.
PAYMENTS = """
    COPY (
        SELECT transaction_id, merchant_id, amount, currency, status,
            to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')
        FROM app.transactions
        WHERE %(everything)s OR to_char(created_at AT TIME ZONE 'UTC', 'YYYYMM')::integer = ANY (%(months)s)
    ) TO STDOUT
"""
COLUMNS = ["transaction_id", "merchant_id", "amount", "currency", "status", "created_at"]
QUARANTINED = """
    SELECT transaction_id FROM analytics.transactions_quarantine WHERE transaction_id IN {numbers:Array(UInt64)}
"""


def repair(clickhouse: Client, found: Drift) -> None:
    """Quarantine the orphans, replace what differs, and record the run."""
    run_script(clickhouse, "schema.sql")
    quarantine(clickhouse, found)
    clickhouse.command(STAGING)
    try:
        if partition_key(clickhouse) == PARTITION_KEY:
            replace_months(clickhouse, found)
        else:
            stage(clickhouse, found, everything=True)
            clickhouse.command("EXCHANGE TABLES analytics.transactions AND analytics.transactions_staging")
    finally:
        clickhouse.command("DROP TABLE analytics.transactions_staging")
    record(clickhouse, found)


def tidy(clickhouse: Client) -> None:
    """Drop the table of a run that was killed when it had repaired everything."""
    clickhouse.command("DROP TABLE IF EXISTS analytics.transactions_staging")


def quarantine(clickhouse: Client, found: Drift) -> None:
    """Add the orphans that are not there yet, perhaps from a run that was interrupted."""
    numbers = [row.transaction_id for row in found.orphans]
    there = {number for (number,) in clickhouse.query(QUARANTINED, {"numbers": numbers}).result_rows}
    rows = [[*row, "there is no such payment in Postgres"] for row in found.orphans if row.transaction_id not in there]
    if rows:
        clickhouse.insert("analytics.transactions_quarantine", rows, column_names=[*COLUMNS, "reason"])


def partition_key(clickhouse: Client) -> str:
    """Return the partition key of the table; the one that the old sink filled has none."""
    sql = "SELECT partition_key FROM system.tables WHERE database = 'analytics' AND name = 'transactions'"
    return str(clickhouse.query(sql).first_row[0])


def stage(clickhouse: Client, found: Drift, *, everything: bool) -> None:
    """Copy payments from Postgres into the staging table."""
    chosen = {"everything": everything, "months": sorted(found.months)}
    with found.source.cursor().copy(PAYMENTS, chosen) as copied:
        blocks = (bytes(block) for block in copied)
        clickhouse.raw_insert("analytics.transactions_staging", COLUMNS, blocks, fmt="TabSeparated")


def replace_months(clickhouse: Client, found: Drift) -> None:
    """Replace each month with drift in one step; a month that has no payment in Postgres is dropped."""
    stage(clickhouse, found, everything=False)
    sql = "SELECT DISTINCT toYYYYMM(created_at) FROM analytics.transactions_staging"
    staged = {month for (month,) in clickhouse.query(sql).result_rows}
    for month in sorted(found.months):
        if month in staged:
            replace = f"REPLACE PARTITION {month:d} FROM analytics.transactions_staging"
        else:
            replace = f"DROP PARTITION {month:d}"
        clickhouse.command(f"ALTER TABLE analytics.transactions {replace}")


def record(clickhouse: Client, found: Drift) -> None:
    """Add a row to the log of repairs, after making sure that the number of rows is right."""
    rows = int(clickhouse.query("SELECT count() FROM analytics.transactions").first_row[0])
    if rows != found.totals["postgres"]:
        raise SystemFailureError("ClickHouse", f"{rows} rows for {found.totals['postgres']} payments after the repair")
    counts = [found.categories[name].count for name in IN_CLICKHOUSE]
    columns = ["rows_after", *IN_CLICKHOUSE]
    clickhouse.insert("analytics.reconciliation_runs", [[rows, *counts]], column_names=columns)
