set -eu
cp /solution/schema.sql /solution/server.py .
python3 apply.py
