set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 migrate_layout.py
rm -r RUNBOOK.md migrate_layout.py sql/migrate_layout.sql
mv sql queries
mv queries/schema.sql queries/tables.sql
sed -i 's/"sql"$/"queries"/; s/\.parent \/ "sql"/.parent \/ "queries"/' reconciliation/systems.py
sed -i 's/"schema.sql"/"tables.sql"/' reconciliation/repair.py
python3 reconcile.py
