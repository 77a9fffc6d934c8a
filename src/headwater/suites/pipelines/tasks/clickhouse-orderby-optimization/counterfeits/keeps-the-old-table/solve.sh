set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/    client.command(f"DROP TABLE {REBUILD}")/    client.command(f"RENAME TABLE {REBUILD} TO {TABLE}_old")/' migrate.py
python3 migrate.py
