set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i 's/^        copied = fill(client)/&\n        client.command("TRUNCATE TABLE raw.usage")/' fill.py
python3 fill.py
