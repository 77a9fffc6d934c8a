set -eu
cp /alternative/retention.py .
sed -i "s/ TTL loaded_at + INTERVAL 3 YEAR//; /^TTL loaded_at/d; s/^ORDER BY .*/&;/" schema.sql
python3 retention.py
