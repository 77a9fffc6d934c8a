set -eu
cp /solution/consume.py .
cp /solution/metering/source.py metering/
cp /alternative/metering/store.py metering/
sed -i 's/^BATCH = .*/BATCH = 8_000/' metering/source.py
python3 consume.py
python3 consume.py
