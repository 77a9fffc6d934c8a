set -eu
cp /alternative/consume.py /alternative/readings.py /alternative/store.py /alternative/schema.sql /alternative/README.md .
python3 consume.py
