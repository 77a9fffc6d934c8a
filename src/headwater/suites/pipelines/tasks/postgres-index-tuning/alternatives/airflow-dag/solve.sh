set -eu
cp -r /alternative/dags /alternative/README.md /alternative/migrate.sh /alternative/rollback.sql .
mkdir -p migrations
cp /alternative/migrations/*.sql migrations/
bash migrate.sh
