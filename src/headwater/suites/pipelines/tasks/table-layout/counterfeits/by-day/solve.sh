set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i "s/PARTITION BY toYYYYMM(ts)/PARTITION BY toYYYYMMDD(ts)/; s/ORDER BY (meter, account/ORDER BY (account, meter/" schema.sql
sed -i '$a SETTINGS max_partitions_per_insert_block = 1000' fill.sql
python3 fill.py
