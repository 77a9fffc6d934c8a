set -eu
cp /solution/ingest.py /solution/parsing.py /solution/schema.sql /solution/README.md .
sed -i 's/^    if rejected:/    if not rejected:/' ingest.py
python3 ingest.py
