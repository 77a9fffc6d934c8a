set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
sed -i "s/WHERE day < '2026-05-01'/WHERE day < '2026-05-11'/; s/^FROM content.plays AS p/&\nWHERE at >= '2026-05-11 00:00:00'/" migrations/2_fill_the_new_tables.sql
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
