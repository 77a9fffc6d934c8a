set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i "s/ORDER BY (meter, account, resource, ts)/ORDER BY (account, resource, ts)/; s/ CODEC(.*),$/ CODEC(NONE),/; s/ CODEC(ZSTD)$/ CODEC(NONE)/" schema.sql
python3 fill.py
