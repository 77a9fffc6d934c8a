set -eu
cp /solution/*.py .
cp /alternative/*.py /alternative/schema.sql .
sed -i 's/pipeline\.sent/pipeline.published/' pipeline.py
grep -q pipeline.published pipeline.py
run() { python3 -c "import connections, sys; connections.clickhouse().command(sys.argv[1])" "$1"; }
run 'DROP VIEW analytics.depot_daily_feed'
run 'RENAME TABLE analytics.depot_daily TO analytics.depot_daily_first, analytics.parcels TO analytics.parcels_first'
python3 pipeline.py --repair
run 'DROP TABLE analytics.depot_daily_first'
run 'DROP TABLE analytics.parcels_first'
python3 pipeline.py --compare
