set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/ENGINE = MergeTree/ENGINE = ReplacingMergeTree/' events.sql
sed -i 's/    brought = bring_over_the_rest(client)/    brought = 0\n    client.command(f"OPTIMIZE TABLE {TABLE} FINAL")/' migrate.py
python3 migrate.py
