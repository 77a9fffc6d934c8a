set -eu
mkdir -p reconciliation
cp /solution/reconcile.py .
cp /solution/reconciliation/__init__.py /solution/reconciliation/report.py /solution/reconciliation/systems.py /solution/reconciliation/topic.py reconciliation/
cp /alternative/reconciliation/*.py reconciliation/
cp -r /alternative/sql /alternative/RUNBOOK.md .
python3 reconcile.py
