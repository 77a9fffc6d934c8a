set -eu
cp /solution/payloads.py /alternative/*.py /alternative/*.sql .
python3 transform.py
