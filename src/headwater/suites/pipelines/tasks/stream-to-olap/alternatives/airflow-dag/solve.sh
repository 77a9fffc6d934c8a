set -eu
cp -r /alternative/dags /alternative/consume.py /alternative/README.md .
cp /solution/schema.sql .
cp /solution/messages.py dags/
python3 consume.py
