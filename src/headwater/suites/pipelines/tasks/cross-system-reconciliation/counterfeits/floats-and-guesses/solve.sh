set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 - <<'PY'
from pathlib import Path

path = Path("sql/drift.sql")
text = path.read_text()
text = text.replace("abs(t.amount - s.amount)", "abs(toFloat64(t.amount) - toFloat64(s.amount))")
text = text.replace(
    "(isNull(t.currency) != isNull(s.currency) OR ifNull(t.currency != s.currency, 0))",
    "ifNull(t.currency, '') != ifNull(s.currency, '')",
)
text = text.replace("Decimal(38, 2)", "Float64")
path.write_text(text)
path = Path("sql/quarantine.sql")
text = path.read_text()
text = text.replace("  AND transaction_id NOT IN (SELECT transaction_id FROM analytics.transactions_quarantine)\n", "")
path.write_text(text)
path = Path("reconciliation/topic.py")
path.write_text(path.read_text().replace("(ValueError, RecursionError)", "ValueError"))
PY
python3 migrate_layout.py
python3 reconcile.py
