set -eu
cp -r /alternative/dags /alternative/apply.py .
cp /solution/schema.sql /solution/server.py .
python3 apply.py
