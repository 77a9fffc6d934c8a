set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i 's/^    begin, end = newest.*/    client.command("TRUNCATE TABLE analytics.usage")\n&/' fill.py
python3 fill.py
