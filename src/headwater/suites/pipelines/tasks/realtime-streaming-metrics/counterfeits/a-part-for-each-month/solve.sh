set -eu
cp /solution/*.py /solution/*.sql .
rm minutes.py
sed -i '/max_partitions_per_insert_block/d' store.py
python3 consume.py
