set -eu
cp -r /solution/reconcile.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
rm sql/migrate_layout.sql
cat > reconciliation/repair.py <<'PY'
"""Make ClickHouse equal to Postgres, payment by payment."""

from clickhouse_connect.driver.client import Client

from reconciliation.drift import IN_CLICKHOUSE, Drift
from reconciliation.systems import SQL, run_script

WRONG = "SELECT DISTINCT transaction_id FROM drift WHERE category IN {categories:Array(String)}"
DELETE = "DELETE FROM analytics.transactions WHERE transaction_id IN {wrong:Array(UInt64)}"
INSERT = """
    INSERT INTO analytics.transactions
    SELECT transaction_id, merchant_id, amount, currency, status, created_at
    FROM source WHERE transaction_id = {number:UInt64}
"""


def repair(clickhouse: Client, found: Drift) -> None:
    """Delete the wrong payments, reinsert them one by one, and record the run."""
    run_script(clickhouse, "schema.sql")
    clickhouse.command((SQL / "quarantine.sql").read_text())
    wrong = [row[0] for row in clickhouse.query(WRONG, parameters={"categories": list(IN_CLICKHOUSE)}).result_rows]
    clickhouse.command(DELETE, parameters={"wrong": wrong})
    for number in wrong:
        clickhouse.command(INSERT, parameters={"number": number})
    rows = clickhouse.command("SELECT count() FROM analytics.transactions")
    counts = [found.categories[name].count for name in IN_CLICKHOUSE]
    clickhouse.insert("analytics.reconciliation_runs", [[rows, *counts]], column_names=["rows_after", *IN_CLICKHOUSE])


def tidy(clickhouse: Client) -> None:
    """Do nothing, because there are no helper tables."""
PY
python3 reconcile.py
