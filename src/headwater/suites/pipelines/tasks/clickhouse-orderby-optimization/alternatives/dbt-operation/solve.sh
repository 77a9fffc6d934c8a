set -eu
cp -r /alternative/migration /alternative/migrate.py .
cp /solution/events.sql .
python3 migrate.py
