set -eu
cp /solution/ingest.py /solution/parsing.py /solution/schema.sql /solution/README.md .
python3 ingest.py
