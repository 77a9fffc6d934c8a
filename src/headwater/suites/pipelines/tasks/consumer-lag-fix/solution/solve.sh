set -eu
cp /solution/consume.py .
cp /solution/metering/source.py /solution/metering/store.py metering/
python3 consume.py
python3 consume.py
