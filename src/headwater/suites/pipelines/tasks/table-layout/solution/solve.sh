set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
python3 fill.py
