set -eu
sed '/for event_id in self._stored/,+1d' /solution/metering/store.py > metering/store.py
cp /solution/metering/source.py metering/
sed 's/^    return counts/    store.deduplicate()\n&/' /solution/consume.py > consume.py
cat >> metering/store.py <<'PY'

    def deduplicate(self) -> None:
        """Remove what was stored twice."""
        self._client.command("OPTIMIZE TABLE usage.events FINAL DEDUPLICATE")
PY
python3 consume.py
python3 consume.py
