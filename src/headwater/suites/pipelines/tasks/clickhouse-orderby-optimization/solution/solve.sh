set -eu
cp /solution/events.sql /solution/migrate.py .
python3 migrate.py
