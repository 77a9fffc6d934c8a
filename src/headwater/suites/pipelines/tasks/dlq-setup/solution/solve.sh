set -eu
cp /solution/consume.py /solution/scans.py /solution/dead_letters.py /solution/topics.toml .
sed -i 's/^| `stock-moves` .*/&\n| `parcel-scans` | `parcel-scans.dlq` | delivery |/' docs/dead-letters.md
python3 tools/topics.py
python3 consume.py
