set -eu
cp /alternative/ingest.py /alternative/records.py /alternative/schema.sql /alternative/load.sql /alternative/README.md .
python3 ingest.py
