set -eu
cp /alternative/migrate.sh /alternative/rollback.sql /alternative/README.md .
mkdir -p migrations
cp /alternative/migrations/*.sql migrations/
bash migrate.sh
