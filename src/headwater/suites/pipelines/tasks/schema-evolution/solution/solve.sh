set -eu
cp /solution/sync.py .
cp /solution/partner_export.sql reports/
cp -r /solution/migrations .
echo '| `weight_kg` | numeric(9,3) | Nullable(Decimal(9, 3)) | for freight, more than 0; NULL: not known |' >> docs/dictionary.md
python3 sync.py
python3 migrate.py
python3 sync.py
