set -eu
cp /solution/sync.py .
sed -i 's/SELECT \* FROM catalog.items/SELECT item_id, sku, supplier_id, name, price, currency, attributes, updated_at, weight_kg FROM catalog.items/' sync.py
cp /solution/partner_export.sql reports/
cp -r /solution/migrations .
python3 migrate.py
python3 sync.py
psql -qc "CREATE TABLE catalog.items_before AS SELECT * FROM catalog.items LIMIT 10"
psql -qc "COMMENT ON COLUMN catalog.items.weight_kg IS NULL"
mv migrations/005_weights.py migrations/005_fill_weights.py
sed -i '$a -- weights follow' migrations/postgres/001_items.sql
sed -i 's/numeric(9, 3)/numeric(12, 3)/' migrations/postgres/004_weight.sql
