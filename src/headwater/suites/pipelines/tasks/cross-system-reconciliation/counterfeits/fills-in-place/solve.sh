set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 - <<'PY'
import re
from pathlib import Path

path = Path("reconciliation/repair.py")
text = path.read_text()
text, replaced = re.subn(
    r"    categories = .*?DROP TABLE analytics.transactions_staging\"\)\n",
    '''    clickhouse.command("TRUNCATE TABLE analytics.transactions")
    clickhouse.command(FILL)
''',
    text,
    flags=re.DOTALL,
)
assert replaced == 1
text, replaced = re.subn(r"MONTHS = .*?\"\"\"\nSTAGE = \"\"\".*?\"\"\"\n", '''FILL = """
    INSERT INTO analytics.transactions
    SELECT transaction_id, merchant_id, amount, currency, status, created_at FROM source
"""
''', text, flags=re.DOTALL)
assert replaced == 1
text, replaced = re.subn(r"def replace\(.*?\n\n\n", "", text, flags=re.DOTALL)
assert replaced == 1
path.write_text(text)
path = Path("reconciliation/systems.py")
text = path.read_text()
text, replaced = re.subn(r"            connection.execute\(\"S.*?\n", "", text)
assert replaced == 2
path.write_text(text.replace("Connect to Postgres, and hold a lock so that two runs cannot repair concurrently.", "Connect to Postgres."))
PY
python3 migrate_layout.py
python3 reconcile.py
