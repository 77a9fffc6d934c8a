set -eu
cp -r /alternative/warehouse /alternative/ingest.py /alternative/records.py /alternative/schema.sql /alternative/README.md .
python3 ingest.py
