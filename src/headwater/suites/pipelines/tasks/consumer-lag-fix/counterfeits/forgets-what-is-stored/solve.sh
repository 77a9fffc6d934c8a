set -eu
sed '/for event_id in self._stored/,+1d' /solution/metering/store.py > metering/store.py
cp /solution/metering/source.py metering/
cp /solution/consume.py .
python3 consume.py
