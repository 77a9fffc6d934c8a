set -eu
cp /alternative/events.sql /alternative/migrate.py .
python3 migrate.py
