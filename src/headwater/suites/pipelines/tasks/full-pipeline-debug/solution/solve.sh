set -eu
cp /solution/*.py /solution/schema.sql /solution/figures.sql .
# The feed of the first version counts each change.
python3 -c 'import connections; connections.clickhouse().command("DROP VIEW IF EXISTS analytics.depot_daily_feed")'
python3 pipeline.py --repair
cp /solution/migrate.sql .
python3 -c 'import connections; connections.run_script(connections.clickhouse(), "migrate.sql")'
rm migrate.sql
python3 pipeline.py --compare
