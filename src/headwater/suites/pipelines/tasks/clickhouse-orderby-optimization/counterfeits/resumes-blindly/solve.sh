set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i '/DROP TABLE IF EXISTS {REBUILD}/d' migrate.py
python3 migrate.py
