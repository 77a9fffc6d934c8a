set -eu
cp -r /alternative/migrations /alternative/sync.py .
cp /alternative/partner_export.sql reports/
echo '| `weight_kg` | numeric(9,3) | Nullable(Decimal(9, 3)) | kilograms |' >> docs/dictionary.md
python3 migrate.py
python3 sync.py
