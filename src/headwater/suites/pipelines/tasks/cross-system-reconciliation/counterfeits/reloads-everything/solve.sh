set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
rm migrate_layout.py sql/migrate_layout.sql
python3 - <<'PY'
import re
from pathlib import Path

path = Path("reconciliation/repair.py")
text = path.read_text()
text = re.sub(
    r"    categories = .*?    finally:\n",
    '''    clickhouse.command("CREATE OR REPLACE TABLE analytics.transactions_staging AS analytics.transactions")
    try:
        clickhouse.command(STAGE)
        clickhouse.command("EXCHANGE TABLES analytics.transactions AND analytics.transactions_staging")
    finally:
''',
    text,
    flags=re.DOTALL,
)
text = text.replace("    FROM source WHERE toYYYYMM(created_at) IN {months:Array(UInt32)}", "    FROM source")
text = re.sub(r"MONTHS = .*?\nSTAGE", "STAGE", text, flags=re.DOTALL)
text = re.sub(r"def replace\(.*?\n\n\n", "", text, flags=re.DOTALL)
text = text.replace("    record(clickhouse, found)\n\n", "    if found.in_clickhouse:\n        record(clickhouse, found)\n\n")
path.write_text(text)
path = Path("reconcile.py")
text = path.read_text().replace("        if repaired:\n", "        if not options.check_only:\n")
path.write_text(text)
path = Path("sql/schema.sql")
text = path.read_text().replace("PARTITION BY toYYYYMM(created_at)\nORDER BY (merchant_id, created_at)", "ORDER BY transaction_id")
path.write_text(text)
PY
python3 reconcile.py
