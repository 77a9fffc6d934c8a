set -eu
cp /solution/ingest.py /solution/server.py /solution/schema.sql .
python3 ingest.py
