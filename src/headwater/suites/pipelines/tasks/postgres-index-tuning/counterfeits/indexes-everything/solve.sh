set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
for column in user_id status channel item_count total_cents contact_email; do
    sed -i "/^-- The planner/i CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_${column}_idx ON app.orders ($column);" migrations/0001_order_indexes.sql
    sed -i "\$a DROP INDEX CONCURRENTLY IF EXISTS app.orders_${column}_idx;" rollback.sql
done
bash migrate.sh
