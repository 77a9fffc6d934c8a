set -eu
cp /solution/*.py /solution/outbox.sql .
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
